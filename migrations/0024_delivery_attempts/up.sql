-- What became of each attempt that came to an end.
CREATE TABLE delivery_attempts (
    delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    attempt INTEGER NOT NULL,
    at BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    -- Null where no answer came.
    status_code INTEGER,
    -- Null where the answer was a success.
    error TEXT,
    PRIMARY KEY (delivery_id, attempt)
);
