CREATE TABLE idempotency_keys (
    -- An API key, an account or a client address.
    credential TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    owner TEXT NOT NULL,
    -- Until when the owner may still answer.
    lease_until BIGINT NOT NULL,
    -- Null while the request runs.
    answer BYTEA,
    -- When the row is forgotten.
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (credential, idempotency_key)
);

-- Rows whose time is over.
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
