//! Pools of PostgreSQL connections.

use std::sync::Arc;

use diesel::QueryResult;
use diesel_async::pooled_connection::bb8::{Pool, PooledConnection};
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, PoolableConnection as _, RecyclingMethod,
};
use diesel_async::{AsyncConnection, TransactionManager as _};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use crate::store::connection::{Connection, Postgres, pool_builder, unavailable};
use crate::store::error::StoreError;
use crate::store::postgres::server::{Server, Session};

/// Begins and ends transactions of a PostgreSQL connection.
pub(crate) type Manager = <Postgres as AsyncConnection>::TransactionManager;

/// Connections for one use. Clones share them.
#[derive(Clone)]
pub(crate) struct PostgresPool {
    pool: Pool<Postgres>,
    size: u32,
    begin: Option<Arc<str>>,
}

impl PostgresPool {
    /// Opens the pool, and one connection, so that a wrong address shows at the start.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn open(
        server: &Arc<Server>,
        size: u32,
        session: Session,
    ) -> Result<Self, StoreError> {
        let mut config = ManagerConfig::<Postgres>::default();
        config.recycling_method = RecyclingMethod::Fast;
        let opener = Arc::clone(server);
        config.custom_setup = Box::new(move |_| {
            let server = Arc::clone(&opener);
            async move { server.open(session).await }.boxed()
        });
        // The server knows its own address.
        let manager = AsyncDieselConnectionManager::new_with_config("", config);
        let pool = pool_builder(size).min_idle(1).build(manager).await.map_err(unavailable)?;
        Ok(Self { pool, size, begin: server.begin(session).map(Arc::from) })
    }

    /// What each transaction begins with where sessions don't last, and reads need one.
    pub(crate) fn begin(&self) -> Option<&str> {
        self.begin.as_deref()
    }

    /// How often a read, or a unit of work that was not being committed, is tried again on another
    /// connection where its own is lost: after a restart of the server that may be all of them.
    pub(crate) fn lost_retries(&self) -> u32 {
        self.size
    }

    /// Takes a connection, passing over those that the server has closed meanwhile: that is known
    /// without a question to the server, so no test on check-out is needed.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn check_out(
        &self,
    ) -> Result<PooledConnection<'static, Postgres>, StoreError> {
        loop {
            let mut connection = self.pool.get_owned().await?;
            if !connection.is_broken() {
                return Ok(connection);
            }
        }
    }

    /// Runs a query. One that is dropped half-way leaves a transaction open, and the pool throws
    /// its connection away.
    pub(crate) async fn read<T>(
        &self,
        connection: &mut Postgres,
        query: impl for<'c> FnOnce(&'c mut Connection<'_>) -> BoxFuture<'c, QueryResult<T>>,
    ) -> QueryResult<T> {
        let Some(begin) = self.begin() else {
            return query(&mut Connection::Postgres(connection)).await;
        };
        Manager::begin_transaction_sql(connection, begin).await?;
        let answer = query(&mut Connection::Postgres(connection)).await;
        match &answer {
            Ok(_) => Manager::commit_transaction(connection).await?,
            // Where this fails, the pool drops the connection; the query's own error says more.
            Err(_) => drop(Manager::rollback_transaction(connection).await),
        }
        answer
    }
}
