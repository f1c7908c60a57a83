CREATE TABLE deliveries (
    id TEXT NOT NULL PRIMARY KEY,
    endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    status TEXT NOT NULL
        CHECK (status IN ('waiting', 'sending', 'delivered', 'failed', 'expired')),
    -- How often it was claimed.
    attempt INTEGER NOT NULL CHECK (attempt >= 0),
    -- The same since it was stored or the endpoint was enabled: its place in the schedule.
    tries INTEGER NOT NULL CHECK (tries >= 0),
    next_attempt_at BIGINT NOT NULL,
    owner TEXT,
    lease_until BIGINT,
    ended_at BIGINT,
    CHECK ((status = 'sending') = (owner IS NOT NULL)),
    CHECK ((status = 'sending') = (lease_until IS NOT NULL)),
    CHECK ((status IN ('delivered', 'failed', 'expired')) = (ended_at IS NOT NULL))
);

-- What is due, and when the next one is.
CREATE INDEX deliveries_due ON deliveries (status, next_attempt_at);
-- What waits at one endpoint, in order.
CREATE INDEX deliveries_endpoint ON deliveries (endpoint_id, status, next_attempt_at, created_at, id);
-- What waits too long.
CREATE INDEX deliveries_age ON deliveries (status, created_at);
-- What ended long ago.
CREATE INDEX deliveries_ended ON deliveries (ended_at);
