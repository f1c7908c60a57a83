-- What the payment provider knows accounts by. A customer is here before it is known whose it is.
CREATE TABLE billing_customers (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
);

CREATE INDEX billing_customers_of_account ON billing_customers (account_id) WHERE account_id IS NOT NULL;
