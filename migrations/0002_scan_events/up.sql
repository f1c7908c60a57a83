CREATE TABLE scan_events (
    scan_id TEXT NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL CHECK (seq >= 1),
    at BIGINT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'done', 'error')),
    stage TEXT NOT NULL,
    completed_checks INTEGER NOT NULL,
    check_id TEXT,
    check_status TEXT,
    score INTEGER,
    error_code TEXT,
    error_message TEXT,
    PRIMARY KEY (scan_id, seq)
);
