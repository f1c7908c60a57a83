-- The checks of the events right before this one, a line for each: its verdict, a space, its id.
-- All verdicts of a scan are known at once, and a row for each would be most of its rows.
ALTER TABLE scan_events ADD COLUMN earlier_checks TEXT;
