CREATE TABLE tracking_asks (
    id TEXT NOT NULL PRIMARY KEY,
    monitor_id TEXT NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
    account_id TEXT NOT NULL,
    -- The run that it belongs to; of a monitor only the newest run that brought a score has any.
    period_start BIGINT NOT NULL,
    engine TEXT NOT NULL,
    -- What the engine is called, as it was when the run ended.
    engine_name TEXT NOT NULL,
    -- Its place among the questions of the page, from 1 on.
    number INTEGER NOT NULL CHECK (number > 0),
    question TEXT NOT NULL,
    -- Where the redirects of the page ended.
    page_url TEXT NOT NULL,
    state TEXT NOT NULL
        CHECK (state IN ('waiting', 'asking', 'answered', 'failed', 'over_limit', 'unavailable')),
    -- Why there is no answer, in one word.
    reason TEXT,
    due_at BIGINT NOT NULL,
    -- How often it was claimed.
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    owner TEXT,
    lease_until BIGINT,
    -- Whether the answer cites the page or its site, where among what it cites, and which address.
    cited BOOLEAN,
    position INTEGER,
    cited_url TEXT,
    -- Other sites that it cites, a JSON list.
    others TEXT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    UNIQUE (monitor_id, period_start, engine, number),
    CHECK ((state = 'asking') = (owner IS NOT NULL)),
    CHECK ((state = 'asking') = (lease_until IS NOT NULL)),
    CHECK ((state IN ('waiting', 'asking')) = (ended_at IS NULL)),
    CHECK ((state = 'answered') = (cited IS NOT NULL)),
    CHECK ((state = 'answered') = (others IS NOT NULL))
);

-- What is due, and when the next one is.
CREATE INDEX tracking_asks_due ON tracking_asks (state, due_at, id);
-- What an account sees.
CREATE INDEX tracking_asks_account ON tracking_asks (account_id, monitor_id, engine, number);
-- What was made long ago.
CREATE INDEX tracking_asks_made ON tracking_asks (created_at);
