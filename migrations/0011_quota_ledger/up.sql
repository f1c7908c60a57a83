CREATE TABLE quota_ledger (
    scan_id TEXT NOT NULL PRIMARY KEY,
    -- Null where only the budget of the service was spent.
    subject TEXT,
    day BIGINT NOT NULL,
    month BIGINT NOT NULL,
    spent_at BIGINT NOT NULL,
    returned_at BIGINT
);
