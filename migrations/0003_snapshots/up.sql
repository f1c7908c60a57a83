CREATE TABLE snapshots (
    scan_id TEXT NOT NULL PRIMARY KEY REFERENCES scans (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    body BYTEA NOT NULL
);
