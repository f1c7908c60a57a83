CREATE TABLE tracking_calls (
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- The first instant of the week, which begins on Monday in UTC.
    week BIGINT NOT NULL,
    used BIGINT NOT NULL CHECK (used >= 0),
    PRIMARY KEY (account_id, week)
);

-- Weeks that are over.
CREATE INDEX tracking_calls_week ON tracking_calls (week);
