-- When an account is told of its monitors.
CREATE TABLE weekly_reports (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- Null while there is nothing new to tell.
    due_at BIGINT,
    -- When the last one was due.
    last_due_at BIGINT
);

-- Those that are due.
CREATE INDEX weekly_reports_due ON weekly_reports (due_at) WHERE due_at IS NOT NULL;
