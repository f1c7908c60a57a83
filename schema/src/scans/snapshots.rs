//! The `snapshots` table: what was fetched for a finished scan.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::queries::queries;
use crate::store::reader::reads;
use crate::store::tables::snapshots;

/// A stored snapshot. The store does not look into its body.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = snapshots)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct SnapshotRow {
    /// The scan.
    pub scan_id: String,
    /// The hash of what was fetched.
    pub hash: String,
    /// When it was stored, in milliseconds since 1970.
    pub created_at: i64,
    /// The compressed pages; empty where they are in an object.
    pub body: Vec<u8>,
    /// The object that holds them, by its key.
    pub object: Option<String>,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = snapshots)]
pub(crate) struct NewSnapshot<'a> {
    pub(crate) scan_id: &'a str,
    pub(crate) hash: &'a str,
    pub(crate) created_at: i64,
    pub(crate) body: &'a [u8],
    pub(crate) object: Option<&'a str>,
}

queries! {
    /// Statements on `snapshots`.
    trait SnapshotQueries {
        fn insert_snapshot(snapshot: &NewSnapshot<'_>) -> changed {
            diesel::insert_into(snapshots::table).values(snapshot)
        }

        fn snapshot(scan_id: &str) -> first SnapshotRow {
            snapshots::table.find(scan_id).select(SnapshotRow::as_select())
        }
    }
}

reads! {
    /// What was fetched for a finished scan.
    fn snapshot(scan_id: &str) -> Option<SnapshotRow>;
}
