-- Tokens of human checks that were used, by their SHA-256.
CREATE TABLE human_check_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
);

-- The ones that can go.
CREATE INDEX human_check_tokens_expiry ON human_check_tokens (expires_at);
