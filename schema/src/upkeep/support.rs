//! Which programs a schema serves.
//!
//! An older program may run beside a newer one, and start again beside it, as long as the newer
//! one's migrations only added things. A migration that takes something away from older programs
//! raises `schema_support.oldest` to the first migration that a program has to know.

use diesel::prelude::*;

use crate::store::connection::Postgres;
use crate::store::error::StoreError;
use crate::store::tables::schema_support;

const IN_SQLITE: &str = "SELECT count(*) AS count FROM sqlite_master WHERE name = 'schema_support'";
const IN_POSTGRES: &str = "SELECT count(to_regclass('schema_support')) AS count";

#[derive(QueryableByName)]
struct Tables {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    count: i64,
}

/// The newest migration that a program has to know, at least. None where the schema is older than
/// this rule.
///
/// # Errors
/// Those of every read.
pub(crate) fn oldest_in_sqlite(
    connection: &mut SqliteConnection,
) -> Result<Option<String>, StoreError> {
    let tables: Tables = diesel::sql_query(IN_SQLITE).get_result(connection)?;
    if tables.count == 0 {
        return Ok(None);
    }
    Ok(schema_support::table.select(schema_support::oldest).first(connection).optional()?)
}

/// The same.
///
/// # Errors
/// Those of every read.
pub(crate) async fn oldest_in_postgres(
    connection: &mut Postgres,
) -> Result<Option<String>, StoreError> {
    use diesel_async::RunQueryDsl;

    let tables: Tables =
        RunQueryDsl::get_result(diesel::sql_query(IN_POSTGRES), connection).await?;
    if tables.count == 0 {
        return Ok(None);
    }
    let oldest = schema_support::table.select(schema_support::oldest);
    Ok(RunQueryDsl::first(oldest, connection).await.optional()?)
}

/// Lets a program use a database that holds these migrations, or says that it is too old for it.
///
/// # Errors
/// [`StoreError::NewerSchema`].
pub(crate) fn admit(
    known: &[String],
    applied: &[String],
    oldest: Option<&str>,
) -> Result<(), StoreError> {
    let Some(found) = applied.iter().filter(|version| !known.contains(version)).max() else {
        return Ok(());
    };
    let newest = known.last().cloned().unwrap_or_default();
    if oldest.is_some_and(|oldest| *oldest <= *newest) {
        tracing::info!(
            database = found,
            program = newest,
            "a newer version has migrated the database; this version still works with it"
        );
        return Ok(());
    }
    Err(StoreError::NewerSchema { found: found.clone(), known: newest })
}
