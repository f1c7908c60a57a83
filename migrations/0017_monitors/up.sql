CREATE TABLE monitors (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    url_hash TEXT NOT NULL,
    host TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'inactive')),
    created_at BIGINT NOT NULL,
    -- Where its weeks begin.
    anchor BIGINT NOT NULL,
    -- When it is due; null while it is inactive.
    next_run_at BIGINT,
    -- The first instant of the week that it ran in last.
    last_week BIGINT,
    -- When an operator asked for a run outside the schedule, until it is started.
    requested_at BIGINT,
    last_run_at BIGINT,
    -- The last scan that brought a score, its score, and the one before.
    last_scan_id TEXT,
    last_score INTEGER,
    previous_score INTEGER,
    -- Words separated by spaces; null without consent, as are the next two.
    consent_engines TEXT,
    consented_at BIGINT,
    consent_ip TEXT,
    UNIQUE (account_id, url_hash),
    CHECK ((status = 'active') = (next_run_at IS NOT NULL)),
    CHECK ((consent_engines IS NULL) = (consented_at IS NULL)),
    CHECK ((consent_engines IS NULL) = (consent_ip IS NULL))
);

-- Those that are due.
CREATE INDEX monitors_due ON monitors (next_run_at, id);
-- Those that an operator wants to run.
CREATE INDEX monitors_requested ON monitors (requested_at) WHERE requested_at IS NOT NULL;
