-- Whether the log of a finished scan was cut down to its end; null until then.
ALTER TABLE scans ADD COLUMN log_cut_at BIGINT;

-- Finished scans that belong to nobody, oldest first.
CREATE INDEX scans_stray ON scans (finished_at)
    WHERE account_id IS NULL AND finished_at IS NOT NULL;
-- Finished scans whose log is whole, oldest first.
CREATE INDEX scans_logged ON scans (finished_at)
    WHERE log_cut_at IS NULL AND finished_at IS NOT NULL;
-- Mails that have ended, oldest first.
CREATE INDEX mails_ended ON mails (ended_at) WHERE ended_at IS NOT NULL;
-- Counted hours, oldest first.
CREATE INDEX sign_in_rates_hour ON sign_in_rates (hour);
-- Counted days and months, oldest first.
CREATE INDEX quota_counters_period ON quota_counters (period);
-- Charges, oldest first.
CREATE INDEX quota_ledger_age ON quota_ledger (spent_at);
-- Accounts that nobody ever signed in to, oldest first.
CREATE INDEX accounts_unconfirmed ON accounts (created_at) WHERE confirmed_at IS NULL;
