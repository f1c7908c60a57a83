CREATE TABLE scans (
    id TEXT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    url_hash TEXT NOT NULL,
    host TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'error')),
    stage TEXT NOT NULL,
    attempt INTEGER NOT NULL CHECK (attempt >= 0),
    owner TEXT,
    lease_until BIGINT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT,
    score INTEGER,
    failure_code TEXT,
    failure_message TEXT,
    failure_status INTEGER,
    failure_content_type TEXT,
    CHECK ((status = 'running') = (owner IS NOT NULL)),
    CHECK ((status = 'running') = (lease_until IS NOT NULL)),
    CHECK ((status IN ('done', 'error')) = (finished_at IS NOT NULL))
);

-- The oldest queued scans, and how many wait.
CREATE INDEX scans_claiming ON scans (status, created_at, id);
-- The oldest queued scan of each host.
CREATE INDEX scans_claiming_by_host ON scans (status, host, created_at, id);
-- Running scans whose lease is over.
CREATE INDEX scans_leases ON scans (status, lease_until);
