CREATE TABLE reports (
    scan_id TEXT NOT NULL PRIMARY KEY REFERENCES scans (id) ON DELETE CASCADE,
    url_hash TEXT NOT NULL,
    scanned_at BIGINT NOT NULL,
    score INTEGER NOT NULL,
    body BYTEA NOT NULL
);

-- The newest finished report of one address.
CREATE INDEX reports_newest ON reports (url_hash, scanned_at, scan_id);
