-- What an account wants to be told by mail; an account without a row wants everything.
CREATE TABLE notification_preferences (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- The master switch: while it is off nothing is told, whatever the others say.
    everything BOOLEAN NOT NULL,
    weekly_report BOOLEAN NOT NULL,
    score_drop BOOLEAN NOT NULL,
    monitor_failure BOOLEAN NOT NULL,
    webhook_paused BOOLEAN NOT NULL,
    billing BOOLEAN NOT NULL
);
