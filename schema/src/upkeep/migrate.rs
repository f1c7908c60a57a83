//! Bringing a database up to date.

use std::fs::File;
use std::path::Path;

use diesel::connection::SimpleConnection;
use diesel::migration::{Migration, MigrationSource};
use diesel::prelude::*;
use diesel_async::{AsyncMigrationHarness, TransactionManager as _};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::store::error::StoreError;
use crate::store::postgres::pool::Manager;
use crate::store::postgres::server::Server;
use crate::store::settings::{PostgresLimits, PreparedStatements, StoreUrl, sqlite_path};
use crate::upkeep::copy::copy;
use crate::upkeep::files::{beside, lock_failed, make_private, open_lock_file};
use crate::upkeep::support::{admit, oldest_in_postgres, oldest_in_sqlite};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// Another process may be migrating the same file; its migrations are waited for this long.
const SQLITE_MIGRATION_PRAGMAS: &str = "PRAGMA busy_timeout = 60000; PRAGMA journal_mode = WAL;";

/// Names our advisory lock among those of a PostgreSQL database; the number itself means nothing.
/// The lock is the transaction's, as a pooler may give the session to others after it. Waiting for
/// it, and migrating itself, may take its time, whatever limits the database or the user has.
const POSTGRES_BEGIN: &str = "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; \
     SET LOCAL idle_in_transaction_session_timeout = 0; \
     SELECT pg_advisory_xact_lock(7267184129460315);";

/// Runs the migrations that are pending and answers their versions, oldest first.
///
/// SQLite: where there are any and the file holds data, a copy is made first,
/// `<file>.before-<version>`. PostgreSQL: nodes that start together wait for each other. On both, all
/// of them run in one transaction.
///
/// # Errors
/// [`StoreError::NewerSchema`] where a newer program's migration has taken away what this program
/// needs, [`StoreError::Migration`] where one fails, [`StoreError::Copy`] where the copy cannot be
/// made, [`StoreError::Unavailable`] and
/// [`StoreError::Corrupt`] where the database cannot be opened.
pub async fn migrate(url: &StoreUrl) -> Result<Vec<String>, StoreError> {
    match url.clone() {
        StoreUrl::Sqlite(path) => tokio::task::spawn_blocking(move || migrate_sqlite(&path))
            .await
            .map_err(|error| StoreError::Migration(error.to_string()))?,
        StoreUrl::Postgres(url) => migrate_postgres(&url).await,
    }
}

async fn migrate_postgres(url: &str) -> Result<Vec<String>, StoreError> {
    let server = Server::new(url, PostgresLimits::DEFAULT, PreparedStatements::Off)?;
    let mut connection = server.connect().await?;
    Manager::begin_transaction_sql(&mut connection, POSTGRES_BEGIN).await?;
    let oldest = oldest_in_postgres(&mut connection).await?;
    // The harness blocks its thread.
    let work = tokio::task::spawn_blocking(move || {
        let mut harness = AsyncMigrationHarness::new(connection);
        let migrated = run_pending(&mut harness, oldest.as_deref());
        (migrated, harness.into_inner())
    });
    let (migrated, mut connection) =
        work.await.map_err(|error| StoreError::Migration(error.to_string()))?;
    let migrated = migrated?;
    // A failure rolls back with the connection, which is dropped.
    Manager::commit_transaction(&mut connection).await?;
    Ok(migrated)
}

fn migrate_sqlite(path: &Path) -> Result<Vec<String>, StoreError> {
    let _turn = take_turn(path)?;
    make_private(path);
    let holds_data = std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
    let mut connection = SqliteConnection::establish(sqlite_path(path)?)?;
    connection.batch_execute(SQLITE_MIGRATION_PRAGMAS)?;
    let oldest = oldest_in_sqlite(&mut connection)?;
    let pending = pending(&mut connection, oldest.as_deref())?;
    let Some(first) = pending.first() else { return Ok(Vec::new()) };
    if holds_data {
        let to = beside(path, &format!(".before-{first}"));
        copy(&mut connection, &to)?;
        tracing::info!(copy = %to.display(), "the database was copied before its migration");
    }
    connection.immediate_transaction(|connection| run_pending(connection, oldest.as_deref()))
}

/// Waits until no other process migrates this file. Without it the slower of two would overwrite
/// the copy of the faster one with what the database has become since.
pub(crate) fn take_turn(path: &Path) -> Result<File, StoreError> {
    let lock = beside(path, ".migration-lock");
    let file = open_lock_file(&lock)?;
    file.lock().map_err(|error| lock_failed(&lock, &error))?;
    Ok(file)
}

fn run_pending<DB: diesel::backend::Backend>(
    harness: &mut impl MigrationHarness<DB>,
    oldest: Option<&str>,
) -> Result<Vec<String>, StoreError>
where
    EmbeddedMigrations: MigrationSource<DB>,
{
    // Refuses a newer schema, which the harness itself would take for up to date.
    pending(harness, oldest)?;
    let run = harness.run_pending_migrations(MIGRATIONS).map_err(failed)?;
    Ok(run.iter().map(ToString::to_string).collect())
}

/// The versions this program knows and the database does not hold, oldest first.
fn pending<DB: diesel::backend::Backend>(
    harness: &mut impl MigrationHarness<DB>,
    oldest: Option<&str>,
) -> Result<Vec<String>, StoreError>
where
    EmbeddedMigrations: MigrationSource<DB>,
{
    let mut known = known::<DB>()?;
    let applied: Vec<String> =
        harness.applied_migrations().map_err(failed)?.iter().map(ToString::to_string).collect();
    admit(&known, &applied, oldest)?;
    known.retain(|version| !applied.contains(version));
    Ok(known)
}

/// The versions built into this program, oldest first.
fn known<DB: diesel::backend::Backend>() -> Result<Vec<String>, StoreError>
where
    EmbeddedMigrations: MigrationSource<DB>,
{
    let migrations = MigrationSource::<DB>::migrations(&MIGRATIONS).map_err(failed)?;
    let mut known: Vec<String> =
        migrations.iter().map(|migration| migration.name().version().to_string()).collect();
    known.sort();
    Ok(known)
}

/// The newest of the versions that a SQLite database holds; none where they are not this program's.
pub(crate) fn newest_of_ours(
    applied: &[String],
    oldest: Option<&str>,
) -> Result<Option<String>, StoreError> {
    let known = known::<diesel::sqlite::Sqlite>()?;
    if known.first().is_none_or(|first| !applied.contains(first)) {
        return Ok(None);
    }
    admit(&known, applied, oldest)?;
    Ok(applied.iter().max().cloned())
}

fn failed(error: Box<dyn std::error::Error + Send + Sync>) -> StoreError {
    match error.downcast::<diesel::result::Error>() {
        Ok(error) => match StoreError::from(*error) {
            StoreError::Database(message) => StoreError::Migration(message),
            other => other,
        },
        Err(error) => StoreError::Migration(error.to_string()),
    }
}
