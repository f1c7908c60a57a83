-- The payment provider's events that were acted on: each of them once.
CREATE TABLE billing_events (
    id TEXT NOT NULL PRIMARY KEY,
    received_at BIGINT NOT NULL
);
