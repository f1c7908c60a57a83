//! The two databases: connection types, how a connection is set up, and pools.

use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::{Connection as _, ConnectionError, ConnectionResult, SqliteConnection};
use diesel_async::pooled_connection::bb8::{Pool, PooledConnection};
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, PoolError, PoolableConnection, RecyclingMethod,
};
use diesel_async::sync_connection_wrapper::{SpawnBlocking, SyncConnectionWrapper};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, SimpleAsyncConnection as _};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt, StreamExt};
use tokio_postgres::{AsyncMessage, Client, NoTls};

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

const POSTGRES_LIMITS: &str = "SET statement_timeout = '5s'; \
     SET lock_timeout = '2s'; \
     SET idle_in_transaction_session_timeout = '10s';";

const POSTGRES_READ_ONLY: &str = "SET default_transaction_read_only = on;";

/// Seconds without traffic after which the kernel asks whether the other side still lives.
const KEEPALIVE_PARAMETER: (&str, &str) = ("keepalives_idle", "30");
/// Seconds one attempt to connect may take.
const CONNECT_TIMEOUT_PARAMETER: (&str, &str) = ("connect_timeout", "5");

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

/// What a PostgreSQL session is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Session {
    /// Reads only; the server refuses anything else.
    Read,
    /// Units of work.
    Write,
}

/// A pool of PostgreSQL connections with the limits of reliability set on each.
pub(crate) async fn postgres_pool(
    url: &str,
    size: u32,
    session: Session,
) -> Result<Pool<Postgres>, StoreError> {
    let mut config = ManagerConfig::<Postgres>::default();
    config.recycling_method = RecyclingMethod::Fast;
    config.custom_setup = Box::new(move |url| {
        let url = url.to_owned();
        async move { open_postgres(&url, session).await }.boxed()
    });
    let manager =
        AsyncDieselConnectionManager::new_with_config(with_connection_parameters(url), config);
    pool_builder(size).min_idle(1).build(manager).await.map_err(unavailable)
}

async fn open_postgres(url: &str, session: Session) -> ConnectionResult<Postgres> {
    let mut connection = Postgres::establish(url).await?;
    let mut settings = POSTGRES_LIMITS.to_owned();
    if session == Session::Read {
        settings.push_str(POSTGRES_READ_ONLY);
    }
    connection
        .batch_execute(&settings)
        .await
        .map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

/// What a connection receives. The connection works only while it is asked for the next message.
pub(crate) type Messages = BoxStream<'static, Result<AsyncMessage, tokio_postgres::Error>>;

/// A connection beside the pools, whose messages are the caller's.
pub(crate) async fn open_line(url: &str) -> Result<(Client, Messages), StoreError> {
    let (client, mut connection) = tokio_postgres::connect(&with_connection_parameters(url), NoTls)
        .await
        .map_err(|error| StoreError::Unavailable(error.to_string()))?;
    Ok((client, stream::poll_fn(move |context| connection.poll_message(context)).boxed()))
}

/// The operator's address with our connection parameters where it does not set them.
pub(crate) fn with_connection_parameters(url: &str) -> String {
    let mut url = url.to_owned();
    for (name, value) in [KEEPALIVE_PARAMETER, CONNECT_TIMEOUT_PARAMETER] {
        if !url.contains(&format!("{name}=")) {
            let separator = if url.contains('?') { '&' } else { '?' };
            url.push_str(&format!("{separator}{name}={value}"));
        }
    }
    url
}

fn pool_builder<C>(size: u32) -> bb8::Builder<AsyncDieselConnectionManager<C>>
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

fn unavailable(error: PoolError) -> StoreError {
    match error {
        PoolError::ConnectionError(error) => error.into(),
        PoolError::QueryError(error) => error.into(),
    }
}

/// Takes a PostgreSQL connection, passing over those that the server has closed meanwhile: that is
/// known without a question to the server, so no test on check-out is needed.
pub(crate) async fn check_out(
    pool: &Pool<Postgres>,
) -> Result<PooledConnection<'static, Postgres>, StoreError> {
    loop {
        let mut connection = pool.get_owned().await?;
        if !connection.is_broken() {
            return Ok(connection);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_added_unless_the_operator_set_them() {
        assert_eq!(
            with_connection_parameters("postgres://host/db"),
            "postgres://host/db?keepalives_idle=30&connect_timeout=5"
        );
        assert_eq!(
            with_connection_parameters("postgres://host/db?connect_timeout=1"),
            "postgres://host/db?connect_timeout=1&keepalives_idle=30"
        );
    }

    #[test]
    fn a_sqlite_reader_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.sqlite");
        let mut reader = open_sqlite(path.to_str().unwrap(), SQLITE_READER_PRAGMAS).unwrap();
        let refused = reader.batch_execute("CREATE TABLE t (a TEXT)").now_or_never().unwrap();
        assert!(refused.unwrap_err().to_string().contains("readonly"));
    }
}
