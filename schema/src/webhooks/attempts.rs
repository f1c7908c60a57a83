//! The `delivery_attempts` table: the log of what was tried.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::queries::queries;
use crate::store::reader::reads;
use crate::store::tables::delivery_attempts;

/// How an attempt to deliver went.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = delivery_attempts)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct AttemptRow {
    /// Its number.
    pub attempt: i32,
    /// When it began.
    pub at: i64,
    /// How long it took.
    pub duration_ms: i64,
    /// What the endpoint answered, if it did.
    pub status_code: Option<i32>,
    /// Why it was no success.
    pub error: Option<String>,
}

queries! {
    /// Statements on `delivery_attempts`.
    trait AttemptQueries {
        fn insert_attempt(delivery_id: &str, attempt: &AttemptRow) -> changed {
            diesel::insert_into(delivery_attempts::table)
                .values((
                    delivery_attempts::delivery_id.eq(delivery_id),
                    delivery_attempts::attempt.eq(attempt.attempt),
                    delivery_attempts::at.eq(attempt.at),
                    delivery_attempts::duration_ms.eq(attempt.duration_ms),
                    delivery_attempts::status_code.eq(attempt.status_code),
                    delivery_attempts::error.eq(&attempt.error),
                ))
        }

        /// The attempts of a delivery, in order.
        fn attempts_of(delivery_id: &str) -> all AttemptRow {
            delivery_attempts::table
                .filter(delivery_attempts::delivery_id.eq(delivery_id))
                .order(delivery_attempts::attempt)
                .select(AttemptRow::as_select())
        }
    }
}

reads! {
    /// The attempts of a delivery that came to an end, in order.
    fn attempts_of(delivery_id: &str) -> Vec<AttemptRow>;
}
