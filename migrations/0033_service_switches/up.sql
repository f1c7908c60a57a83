-- What an operator has turned on for every node; a row that is not there is off.
CREATE TABLE service_switches (
    name TEXT NOT NULL PRIMARY KEY,
    turned_on_at BIGINT NOT NULL,
    -- What the operator said of it, for operators.
    reason TEXT
);
