CREATE TABLE api_keys (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    last4 TEXT NOT NULL,
    -- Words separated by spaces.
    scopes TEXT NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('account', 'app')),
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at BIGINT
);

-- The keys of one account, oldest first.
CREATE INDEX api_keys_account ON api_keys (account_id, created_at, id);
