CREATE TABLE monitor_runs (
    monitor_id TEXT NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
    -- The first instant of its week, or when an operator asked for it: no week runs twice.
    period_start BIGINT NOT NULL,
    account_id TEXT NOT NULL,
    scan_id TEXT NOT NULL UNIQUE,
    started_at BIGINT NOT NULL,
    -- Weeks without a run since the one before.
    missed INTEGER NOT NULL CHECK (missed >= 0),
    finished_at BIGINT,
    score INTEGER,
    previous_score INTEGER,
    -- Why it failed, for people.
    failure_message TEXT,
    -- When its owner was told, or there turned out to be nothing to tell.
    announced_at BIGINT,
    -- When it was part of a weekly report.
    reported_at BIGINT,
    PRIMARY KEY (monitor_id, period_start)
);

-- The runs of an account in a stretch of time.
CREATE INDEX monitor_runs_account ON monitor_runs (account_id, started_at);
-- Runs that are over and of which nobody was told.
CREATE INDEX monitor_runs_unannounced ON monitor_runs (finished_at) WHERE announced_at IS NULL;
-- Runs that no weekly report held yet.
CREATE INDEX monitor_runs_unreported ON monitor_runs (account_id, finished_at) WHERE reported_at IS NULL;
