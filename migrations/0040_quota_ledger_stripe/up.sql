-- Which stripe of the service's budget was charged; null is the first one.
ALTER TABLE quota_ledger ADD COLUMN stripe INTEGER;
