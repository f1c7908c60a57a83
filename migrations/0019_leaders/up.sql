-- Who does what only one node may do.
CREATE TABLE leaders (
    task TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    -- Grows with every change of the holder: what an earlier one still wants to do is refused.
    term BIGINT NOT NULL,
    renewed_at BIGINT NOT NULL,
    lease_until BIGINT NOT NULL
);
