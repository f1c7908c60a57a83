-- The newest migration that a program has to know, at least, to use this database. A migration that
-- takes something away from older programs raises it.
CREATE TABLE schema_support (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    oldest TEXT NOT NULL
);

INSERT INTO schema_support (id, oldest) VALUES (1, '0042');
