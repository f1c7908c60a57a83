CREATE TABLE quota_counters (
    -- An account, a client address, or the service as a whole.
    subject TEXT NOT NULL,
    bucket TEXT NOT NULL CHECK (bucket IN ('day', 'month')),
    -- The first instant of the day or month in UTC.
    period BIGINT NOT NULL,
    used BIGINT NOT NULL CHECK (used >= 0),
    PRIMARY KEY (subject, bucket, period)
);
