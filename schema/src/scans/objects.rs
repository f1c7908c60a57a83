//! The `object_deletions` table: objects outside the database that hold bodies of snapshots and
//! that no row of `snapshots` names.
//!
//! Whoever writes an object first says so with [`ExpectObject`], due some time after the scan must
//! be over. The end of the scan takes the object out of here in the transaction in which its
//! snapshot names it. A scan that never ends this way, however that comes, leaves its object to be
//! deleted. A transaction that deletes a snapshot puts its object here, due at once: **every
//! statement that deletes scans has its [`ObjectQueries::doom_objects`] before it**, since the
//! snapshot goes with its scan.
//!
//! So nothing is ever deleted of which this database did not write that it is its own, and nobody
//! has to look through the objects that there are.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::{locking_queries, queries};
use crate::store::reader::reads;
use crate::store::tables::{object_deletions, snapshots};
use crate::store::unit::Unit;

/// Before every instant: what a deleted snapshot named is due at once.
pub(crate) const AT_ONCE: i64 = 0;

/// Says that an object is about to be written for a scan.
///
/// # Errors
/// [`StoreError::Conflict`] where the key is not new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectObject {
    /// Its key.
    pub object: String,
    /// When it is deleted unless the scan's end took it: later than any scan may end.
    pub due_at: i64,
}

/// Takes a few objects that are due to be deleted, the longest due first. Each comes up again after
/// a while unless [`ForgetObjects`] says that it is gone; what several nodes take at once differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimObjects {
    /// The instant.
    pub now: i64,
    /// How many at most.
    pub limit: i64,
    /// How long after the first attempt an object comes up again, in milliseconds; twice as long
    /// after each further one.
    pub first_pause: i64,
    /// The longest such pause, in milliseconds.
    pub longest_pause: i64,
}

/// An object to delete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedObject {
    /// Its key.
    pub object: String,
    /// How often it was taken, this time included.
    pub attempts: i32,
}

/// Says that objects are deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgetObjects {
    /// Their keys.
    pub objects: Vec<String>,
}

impl Unit for ExpectObject {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        conn.insert_expected(&self.object, self.due_at).await?;
        Ok(())
    }
}

impl Unit for ClaimObjects {
    type Answer = Vec<ClaimedObject>;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Self::Answer, StoreError> {
        let mut claimed = Vec::new();
        for (object, before) in conn.due_objects(self.now, self.limit).await? {
            let due_again = self.now.saturating_add(self.pause(before));
            conn.put_off_object(&object, due_again).await?;
            claimed.push(ClaimedObject { object, attempts: before.saturating_add(1) });
        }
        Ok(claimed)
    }
}

impl ClaimObjects {
    /// The pause behind an attempt that has so many before it.
    fn pause(&self, before: i32) -> i64 {
        let doublings = u32::try_from(before).unwrap_or(0).min(i64::BITS - 2);
        self.first_pause.saturating_mul(1 << doublings).min(self.longest_pause)
    }
}

impl Unit for ForgetObjects {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        conn.delete_deletions(&self.objects).await?;
        Ok(())
    }
}

/// The statement that puts the objects that a query of `snapshots` finds up for deletion.
macro_rules! doomed {
    ($snapshots:expr) => {{
        use diesel::sql_types::{BigInt, Integer};

        $snapshots
            .select((
                snapshots::object.assume_not_null(),
                $crate::scans::objects::AT_ONCE.into_sql::<BigInt>(),
                0_i32.into_sql::<Integer>(),
            ))
            .insert_into(object_deletions::table)
            .into_columns((
                object_deletions::object,
                object_deletions::due_at,
                object_deletions::attempts,
            ))
    }};
}
pub(crate) use doomed;

locking_queries! {
    /// Searches for objects to delete.
    trait DueObjectQueries {
        /// Key and attempts of each.
        fn due_objects(now: i64, limit: i64) -> (String, i32) {
            object_deletions::table
                .filter(object_deletions::due_at.le(now))
                .order(object_deletions::due_at)
                .select((object_deletions::object, object_deletions::attempts))
                .limit(limit)
        }
    }
}

queries! {
    /// Statements on `object_deletions`.
    trait ObjectQueries {
        fn insert_expected(object: &str, due_at: i64) -> changed {
            diesel::insert_into(object_deletions::table)
                .values((
                    object_deletions::object.eq(object),
                    object_deletions::due_at.eq(due_at),
                    object_deletions::attempts.eq(0),
                ))
        }

        /// None where nobody expects it, or somebody has begun to delete it.
        fn take_expected(object: &str) -> changed {
            let expected =
                object_deletions::table.find(object).filter(object_deletions::attempts.eq(0));
            diesel::delete(expected)
        }

        /// Puts the objects of scans that are about to be deleted up for deletion.
        fn doom_objects(scan_ids: &[String]) -> changed {
            let of_scans = snapshots::table
                .filter(snapshots::scan_id.eq_any(scan_ids))
                .filter(snapshots::object.is_not_null());
            doomed!(of_scans)
        }

        fn put_off_object(object: &str, due_at: i64) -> changed {
            diesel::update(object_deletions::table.find(object))
                .set((
                    object_deletions::due_at.eq(due_at),
                    object_deletions::attempts.eq(object_deletions::attempts + 1),
                ))
        }

        fn delete_deletions(objects: &[String]) -> changed {
            let gone = object_deletions::table.filter(object_deletions::object.eq_any(objects));
            diesel::delete(gone)
        }

        /// Of the expected ones, only those that nobody took in time.
        fn objects_doomed(now: i64) -> one i64 {
            let due = object_deletions::due_at.le(now);
            object_deletions::table
                .filter(due.or(object_deletions::attempts.gt(0)))
                .count()
        }

        fn has_objects() -> one bool {
            let named = snapshots::table.filter(snapshots::object.is_not_null());
            diesel::select(diesel::dsl::exists(named))
        }
    }
}

reads! {
    /// How many objects are to be deleted, those included whose next attempt is not due.
    fn objects_doomed(now: i64) -> i64;
    /// Whether any snapshot is in an object.
    fn has_objects() -> bool;
}
