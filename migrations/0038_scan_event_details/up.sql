-- What a stage waits for, such as "sitemap 2 of 4".
ALTER TABLE scan_events ADD COLUMN detail TEXT;
