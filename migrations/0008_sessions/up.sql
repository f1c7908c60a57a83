CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- Those of one account, when it is deleted.
CREATE INDEX sessions_account ON sessions (account_id);
-- Sessions whose time is over.
CREATE INDEX sessions_expiry ON sessions (expires_at);
