-- What was last read of the repository that is mirrored: one row.
CREATE TABLE chain_snapshot (
    name TEXT NOT NULL PRIMARY KEY,
    -- Of what, so that another repository's is not taken for this one's.
    origin TEXT NOT NULL,
    frozen BOOLEAN NOT NULL,
    switch_source TEXT NOT NULL CHECK (switch_source IN ('variable', 'unreadable')),
    -- The last time that the switch was read.
    switch_as_of BIGINT,
    -- JSON, as it was last read.
    board TEXT,
    board_as_of BIGINT,
    next_read_at BIGINT NOT NULL
);
