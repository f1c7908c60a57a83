CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    -- The address as it is compared: in lower case.
    email_key TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL CHECK (plan IN ('free', 'pro', 'agency')),
    plan_until BIGINT,
    created_at BIGINT NOT NULL,
    confirmed_at BIGINT
);
