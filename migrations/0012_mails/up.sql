CREATE TABLE mails (
    id TEXT NOT NULL PRIMARY KEY,
    template TEXT NOT NULL,
    -- Empty once the mail has ended, as is `data`.
    recipient TEXT NOT NULL,
    data TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    not_after BIGINT,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'sending', 'sent', 'failed', 'dropped')),
    attempt INTEGER NOT NULL CHECK (attempt >= 0),
    next_attempt_at BIGINT NOT NULL,
    owner TEXT,
    lease_until BIGINT,
    ended_at BIGINT,
    last_error TEXT,
    CHECK ((status = 'sending') = (owner IS NOT NULL)),
    CHECK ((status = 'sending') = (lease_until IS NOT NULL)),
    CHECK ((status IN ('sent', 'failed', 'dropped')) = (ended_at IS NOT NULL))
);

-- The mails that are due, and when the next one is.
CREATE INDEX mails_due ON mails (status, next_attempt_at, id);
-- Claims that are over.
CREATE INDEX mails_leases ON mails (status, lease_until);
