-- The object that holds the body; null is that the body is in this row.
ALTER TABLE snapshots ADD COLUMN object TEXT;

-- Whether any body is in an object.
CREATE INDEX snapshots_objects ON snapshots (object) WHERE object IS NOT NULL;

-- Objects that no row of snapshots names, to be deleted at the instant when they are due: those of
-- deleted scans, and those of scans that have not ended, which take their objects out of here.
CREATE TABLE object_deletions (
    object TEXT NOT NULL PRIMARY KEY,
    due_at BIGINT NOT NULL,
    attempts INTEGER NOT NULL CHECK (attempts >= 0)
);

CREATE INDEX object_deletions_due ON object_deletions (due_at);
