//! The store as a whole, and what it is made of: connections, reads, and units of work.

pub(crate) mod connection;
pub(crate) mod error;
pub(crate) mod postgres;
pub(crate) mod probe;
pub(crate) mod queries;
pub(crate) mod reader;
pub(crate) mod settings;
pub(crate) mod tables;
pub(crate) mod unit;
pub(crate) mod writer;

use std::sync::Arc;

use crate::nodes::bell::Bell;
use crate::store::connection::sqlite_readers;
use crate::store::error::StoreError;
use crate::store::postgres::pool::PostgresPool;
use crate::store::postgres::server::{Server, Session};
use crate::store::reader::Reader;
use crate::store::settings::{StoreSettings, StoreUrl, sqlite_path};
use crate::store::writer::{PostgresLane, SqliteLane, Writer};
use crate::upkeep::migrate::migrate;

/// The migration that only an empty database lacks.
const FIRST_MIGRATION: &str = "0001";

/// An open store. Clones share its connections.
#[derive(Clone)]
pub struct Store {
    reader: Reader,
    writer: Writer,
    /// Where the nodes hear each other; none where there can be only one.
    bell: Option<Bell>,
}

impl Store {
    /// Brings the database up to date, as [`migrate`] does, and opens it.
    ///
    /// # Errors
    /// Those of [`migrate`].
    pub async fn open(settings: StoreSettings) -> Result<Self, StoreError> {
        let migrated = migrate(&settings.url).await?;
        match migrated.first() {
            // Every first start creates a database: no news for whoever starts it.
            Some(first) if first == FIRST_MIGRATION => tracing::debug!("the database was created"),
            Some(_) => tracing::info!(?migrated, "the database was migrated"),
            None => {}
        }
        match &settings.url {
            StoreUrl::Sqlite(path) => Self::open_sqlite(sqlite_path(path)?, &settings).await,
            StoreUrl::Postgres(url) => Self::open_postgres(url, &settings).await,
        }
    }

    async fn open_sqlite(path: &str, settings: &StoreSettings) -> Result<Self, StoreError> {
        let (file, queue, batch) = (path.to_owned(), settings.write_queue, settings.write_batch);
        let lane = tokio::task::spawn_blocking(move || SqliteLane::start(&file, queue, batch))
            .await
            .map_err(|error| StoreError::Unavailable(error.to_string()))??;
        let readers = sqlite_readers(path, settings.readers).await?;
        Ok(Self { reader: Reader::sqlite(readers), writer: Writer::sqlite(lane), bell: None })
    }

    async fn open_postgres(url: &str, settings: &StoreSettings) -> Result<Self, StoreError> {
        let server = Server::new(url, settings.limits, settings.prepared_statements)?;
        let server = Arc::new(server);
        let writers = PostgresPool::open(&server, settings.writers, Session::Write).await?;
        let readers = PostgresPool::open(&server, settings.readers, Session::Read).await?;
        let lane = PostgresLane::new(writers, settings.write_queue);
        let listener = match &settings.listen_url {
            Some(StoreUrl::Postgres(url)) => {
                Arc::new(Server::new(url, settings.limits, settings.prepared_statements)?)
            }
            _ => server,
        };
        Ok(Self {
            reader: Reader::postgres(readers),
            writer: Writer::postgres(lane),
            bell: Some(Bell::new(listener)),
        })
    }

    /// Reads.
    #[must_use]
    pub fn reader(&self) -> Reader {
        self.reader.clone()
    }

    /// Changes.
    #[must_use]
    pub fn writer(&self) -> Writer {
        self.writer.clone()
    }

    /// Whether one process alone can serve from this database, as on SQLite.
    #[must_use]
    pub fn is_single_node(&self) -> bool {
        self.bell.is_none()
    }

    /// Where the nodes of this store hear each other; none on SQLite, which serves only one.
    #[must_use]
    pub fn bell(&self) -> Option<Bell> {
        self.bell.clone()
    }

    /// Refuses new changes in every clone, waits until those accepted are stored, and on SQLite
    /// empties the write-ahead log into the file. A store that is dropped without this loses
    /// nothing either.
    pub async fn close(&self) {
        self.writer.close().await;
    }
}
