-- How many scans were ever put into the history of an account. Places are given out under the lock
-- of this row and never again, so a scan that is added stands above everything that was there.
CREATE TABLE history_places (
    account_id TEXT NOT NULL PRIMARY KEY,
    last_place BIGINT NOT NULL CHECK (last_place >= 1)
);

-- Where the scan stands in the history of its account; null for a scan without an account.
ALTER TABLE scans ADD COLUMN history_place BIGINT;

-- Accounts came with the version that this belongs to, so there is next to nothing to fill.
UPDATE scans SET history_place = numbered.place
FROM (
    SELECT id, ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY created_at, id) AS place
    FROM scans
    WHERE account_id IS NOT NULL
) AS numbered
WHERE scans.id = numbered.id;

-- The scans of one page of an account, newest first.
CREATE INDEX scans_of_page ON scans (account_id, url_hash, history_place)
    WHERE account_id IS NOT NULL;

-- One row per account and page that it has scanned, so that a list of pages need not look at every
-- scan.
CREATE TABLE history_pages (
    account_id TEXT NOT NULL,
    url_hash TEXT NOT NULL,
    url TEXT NOT NULL,
    -- Scans of the page, those that wait or failed too.
    versions BIGINT NOT NULL CHECK (versions >= 1),
    -- The newest of them.
    latest_place BIGINT NOT NULL,
    latest_scan_id TEXT NOT NULL,
    PRIMARY KEY (account_id, url_hash)
);

-- The pages of an account, the one scanned last first.
CREATE INDEX history_pages_newest ON history_pages (account_id, latest_place);

INSERT INTO history_places (account_id, last_place)
SELECT account_id, MAX(history_place) FROM scans WHERE account_id IS NOT NULL GROUP BY account_id;

INSERT INTO history_pages (account_id, url_hash, url, versions, latest_place, latest_scan_id)
SELECT pages.account_id, pages.url_hash, newest.url, pages.versions, pages.place, newest.id
FROM (
    SELECT account_id, url_hash, COUNT(*) AS versions, MAX(history_place) AS place
    FROM scans
    WHERE account_id IS NOT NULL
    GROUP BY account_id, url_hash
) AS pages
JOIN scans AS newest
    ON newest.account_id = pages.account_id
    AND newest.url_hash = pages.url_hash
    AND newest.history_place = pages.place;
