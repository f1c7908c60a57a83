CREATE TABLE sign_in_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);

-- Those of one account, when it is deleted.
CREATE INDEX sign_in_tokens_account ON sign_in_tokens (account_id);
-- Tokens whose time is over.
CREATE INDEX sign_in_tokens_expiry ON sign_in_tokens (expires_at);
