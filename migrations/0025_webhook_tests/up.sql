-- Test deliveries in a UTC hour, which is named by its first instant.
CREATE TABLE webhook_tests (
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    hour BIGINT NOT NULL,
    used BIGINT NOT NULL CHECK (used >= 0),
    PRIMARY KEY (account_id, hour)
);
