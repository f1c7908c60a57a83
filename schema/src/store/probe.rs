//! Whether the store takes changes.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::tables::leaders;
use crate::store::unit::Unit;

/// A change of nothing: it goes the way of every unit, and a database that only reads refuses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe;

impl Unit for Probe {
    type Answer = ();

    const CHANGES_LAST: bool = true;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        Ok(conn.change_nothing().await?)
    }
}

queries! {
    /// Statements of the probe.
    trait ProbeQueries {
        fn change_nothing() -> own () |conn| {
            // No task has the empty name.
            diesel::delete(leaders::table.find("")).execute(conn).await.map(drop)
        }
    }
}
