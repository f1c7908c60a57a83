-- The monitor whose run the scan is; null for a scan that somebody asked for.
ALTER TABLE scans ADD COLUMN monitor_id TEXT;
