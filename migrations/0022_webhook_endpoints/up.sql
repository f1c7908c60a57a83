CREATE TABLE webhook_endpoints (
    id TEXT NOT NULL PRIMARY KEY,
    -- An account has one at most.
    account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Encrypted for this id, as is the previous one.
    secret BYTEA NOT NULL,
    -- The last characters of the secret, by which its owner knows it.
    secret_hint TEXT NOT NULL,
    previous_secret BYTEA,
    previous_until BIGINT,
    -- Null where deliveries are made. A plan without webhooks pauses too, and is not written here.
    paused_reason TEXT CHECK (paused_reason IN ('manual', 'failing', 'gone')),
    -- The first failure since the last success.
    failing_since BIGINT,
    last_delivery_id TEXT,
    last_attempt_at BIGINT,
    last_status_code INTEGER,
    last_attempt_ok BOOLEAN,
    CHECK ((previous_secret IS NULL) = (previous_until IS NULL)),
    CHECK ((last_delivery_id IS NULL) = (last_attempt_at IS NULL)),
    CHECK ((last_delivery_id IS NULL) = (last_attempt_ok IS NULL))
);
