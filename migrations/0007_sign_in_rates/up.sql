CREATE TABLE sign_in_rates (
    subject TEXT NOT NULL,
    hour BIGINT NOT NULL,
    used INTEGER NOT NULL CHECK (used >= 0),
    PRIMARY KEY (subject, hour)
);
