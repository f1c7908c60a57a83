-- Customers of the payment provider that no account is known of go after a while.
CREATE INDEX billing_customers_of_nobody ON billing_customers (created_at) WHERE account_id IS NULL;
