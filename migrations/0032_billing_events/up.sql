-- The payment provider's events that were acted on: each of them once.
CREATE TABLE billing_events (
    id TEXT NOT NULL PRIMARY KEY,
    received_at BIGINT NOT NULL
);

CREATE INDEX billing_events_by_arrival ON billing_events (received_at);
