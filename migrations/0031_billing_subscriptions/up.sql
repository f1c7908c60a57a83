-- What the payment provider last said of each subscription, and of its invoices. Either is
-- replaced by what is newer in the order of told_by and billed_by, whatever came first.
CREATE TABLE billing_subscriptions (
    id TEXT NOT NULL PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES billing_customers (id) ON DELETE CASCADE,
    told_by TEXT NOT NULL,
    status TEXT NOT NULL,
    price_id TEXT NOT NULL,
    period_end BIGINT,
    billed_by TEXT NOT NULL,
    billed_paid BOOLEAN NOT NULL,
    billed_until BIGINT
);

CREATE INDEX billing_subscriptions_of_customer ON billing_subscriptions (customer_id);
