-- Whose history the scan belongs to; null for a scan without an account.
ALTER TABLE scans ADD COLUMN account_id TEXT;
