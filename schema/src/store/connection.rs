//! The two databases: connection types, how a connection is set up, and pools.

use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::{Connection as _, ConnectionError, ConnectionResult, SqliteConnection};
use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::bb8::Pool;
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, PoolError, RecyclingMethod,
};
use diesel_async::sync_connection_wrapper::{SpawnBlocking, SyncConnectionWrapper};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use crate::store::error::StoreError;

/// A SQLite connection whose statements run at once on the calling thread.
pub(crate) type Sqlite = SyncConnectionWrapper<SqliteConnection, Inline>;
/// A PostgreSQL connection.
pub(crate) type Postgres = AsyncPgConnection;

/// How long a caller waits for a pooled connection.
const CHECKOUT_TIMEOUT: Duration = Duration::from_secs(5);

/// `busy_timeout` comes first: switching the journal mode needs a lock that another process may
/// hold.
const SQLITE_WRITER_PRAGMAS: &str = "PRAGMA busy_timeout = 5000; \
     PRAGMA journal_mode = WAL; \
     PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; \
     PRAGMA temp_store = MEMORY; \
     PRAGMA wal_autocheckpoint = 1000; \
     PRAGMA journal_size_limit = 67108864;";

const SQLITE_READER_PRAGMAS: &str = "PRAGMA busy_timeout = 5000; \
     PRAGMA temp_store = MEMORY; \
     PRAGMA query_only = ON;";

/// Runs blocking work at once on the calling thread.
///
/// The wrapper of diesel-async normally hops to another thread for every statement. Our SQLite
/// connections live on threads that may block (the writer's own, the blocking pool for reads), so
/// the hop would only cost time. It also means that a statement can never be abandoned half-way.
pub struct Inline;

impl SpawnBlocking for Inline {
    fn spawn_blocking<'a, R>(
        &mut self,
        task: impl FnOnce() -> R + Send + 'static,
    ) -> BoxFuture<'a, Result<R, Box<dyn std::error::Error + Send + Sync + 'static>>>
    where
        R: Send + 'static,
    {
        std::future::ready(Ok(task())).boxed()
    }

    fn get_runtime() -> Self {
        Self
    }
}

/// A connection of either kind, lent to what asks it.
pub enum Connection<'a> {
    /// To SQLite.
    Sqlite(&'a mut Sqlite),
    /// To PostgreSQL.
    Postgres(&'a mut Postgres),
}

/// Opens the connection that writes. Blocks.
pub(crate) fn open_sqlite_writer(path: &str) -> Result<Sqlite, StoreError> {
    Ok(open_sqlite(path, SQLITE_WRITER_PRAGMAS)?)
}

fn open_sqlite(path: &str, pragmas: &str) -> ConnectionResult<Sqlite> {
    let mut connection = SqliteConnection::establish(path)?;
    connection.batch_execute(pragmas).map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(Sqlite::with_runtime(connection, Inline))
}

/// A pool of read-only SQLite connections, all opened at once so that a wrong file shows at the
/// start.
pub(crate) async fn sqlite_readers(path: &str, size: u32) -> Result<Pool<Sqlite>, StoreError> {
    let mut config = ManagerConfig::<Sqlite>::default();
    config.recycling_method = RecyclingMethod::Fast;
    config.custom_setup = Box::new(|path| {
        let path = path.to_owned();
        async move { blocking(move || open_sqlite(&path, SQLITE_READER_PRAGMAS)).await }.boxed()
    });
    let manager = AsyncDieselConnectionManager::new_with_config(path, config);
    // Connections to a local file do not go stale.
    pool_builder(size)
        .min_idle(size)
        .max_lifetime(None)
        .idle_timeout(None)
        .build(manager)
        .await
        .map_err(unavailable)
}

async fn blocking<T: Send + 'static>(
    open: impl FnOnce() -> ConnectionResult<T> + Send + 'static,
) -> ConnectionResult<T> {
    match tokio::task::spawn_blocking(open).await {
        Ok(opened) => opened,
        Err(error) => Err(ConnectionError::BadConnection(error.to_string())),
    }
}

/// A pool of connections that are opened when they are needed.
pub(crate) fn pool_builder<C>(size: u32) -> bb8::Builder<AsyncDieselConnectionManager<C>>
where
    AsyncDieselConnectionManager<C>: bb8::ManageConnection<Error = PoolError>,
    C: 'static,
{
    bb8::Pool::builder()
        .max_size(size)
        .test_on_check_out(false)
        .connection_timeout(CHECKOUT_TIMEOUT)
        .error_sink(Box::new(LogConnectFailures))
}

/// While a pool waits for a database that is away, the reasons would otherwise be lost.
#[derive(Debug, Clone, Copy)]
struct LogConnectFailures;

impl bb8::ErrorSink<PoolError> for LogConnectFailures {
    fn sink(&self, error: PoolError) {
        tracing::warn!(%error, "couldn't open a database connection");
    }

    fn boxed_clone(&self) -> Box<dyn bb8::ErrorSink<PoolError>> {
        Box::new(*self)
    }
}

/// Why a pool couldn't be opened.
pub(crate) fn unavailable(error: PoolError) -> StoreError {
    match error {
        PoolError::ConnectionError(error) => error.into(),
        PoolError::QueryError(error) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use diesel_async::SimpleAsyncConnection as _;

    use super::*;

    #[test]
    fn a_sqlite_reader_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.sqlite");
        let mut reader = open_sqlite(path.to_str().unwrap(), SQLITE_READER_PRAGMAS).unwrap();
        let refused = reader.batch_execute("CREATE TABLE t (a TEXT)").now_or_never().unwrap();
        assert!(refused.unwrap_err().to_string().contains("readonly"));
    }
}
