//! What a change of the store is.

use crate::store::connection::Connection;
use crate::store::error::StoreError;

/// A change that is stored whole or not at all. `Writer::run` runs it.
///
/// Only this crate has units: nobody else can name the connection that one is given.
pub trait Unit: Send + Sync + 'static {
    /// What the caller learns after the commit.
    type Answer: Send + 'static;

    /// Whether the unit changes nothing before its last statement. Then there is nothing to undo
    /// where it fails, and on SQLite it needs no savepoint of its own, which would cost as much as
    /// the unit itself.
    const CHANGES_LAST: bool = false;

    /// The change itself. The caller of `run` owns the transaction; an error rolls back everything
    /// this unit did. It may run again after a rollback, so it keeps nothing outside the database.
    fn run(
        &self,
        conn: &mut Connection<'_>,
    ) -> impl Future<Output = Result<Self::Answer, StoreError>> + Send;
}
