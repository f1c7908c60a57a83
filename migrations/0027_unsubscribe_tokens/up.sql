-- Tokens of the links that end all notifications of an account, by their hash.
CREATE TABLE unsubscribe_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    used_at BIGINT
);

-- Those of one account, when it is deleted.
CREATE INDEX unsubscribe_tokens_account ON unsubscribe_tokens (account_id);
-- The oldest ones.
CREATE INDEX unsubscribe_tokens_age ON unsubscribe_tokens (created_at);
