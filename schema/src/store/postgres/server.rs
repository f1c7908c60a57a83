//! Connections to one PostgreSQL server, or to a pooler before it.
//!
//! A pooler such as PgBouncer in transaction mode gives each transaction another session of the
//! server. What lasts longer than a transaction is lost there, or found by a stranger: named
//! prepared statements, `SET`, session locks. With prepared statements off, nothing of the kind
//! leaves its transaction.

use std::time::Duration;

use diesel::connection::CacheSize;
use diesel::{ConnectionError, ConnectionResult};
use diesel_async::{AsyncConnection as _, SimpleAsyncConnection as _};
use futures_util::StreamExt as _;
use futures_util::future::{Either, select};
use futures_util::stream::{self, BoxStream};
use rand::seq::SliceRandom as _;
use tokio::sync::OnceCell;
use tokio_postgres::config::{Config, SslNegotiation};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{AsyncMessage, Client, SimpleQueryMessage, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::connection::Postgres;
use crate::store::error::StoreError;
use crate::store::postgres::address::Address;
use crate::store::postgres::failure::ConnectFailure;
use crate::store::postgres::tls;
use crate::store::settings::{PostgresLimits, PreparedStatements};

/// A setting of our own that travels with the request for a session. Whoever finds it there later
/// talks with that session itself.
const MARK: &str = "-c citable.session=on";
const FIND_MARK: &str = "SELECT current_setting('citable.session', true)";

type Tls = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;
/// What a connection receives. The connection works only while it is asked for the next message.
pub(crate) type Messages = BoxStream<'static, Result<AsyncMessage, tokio_postgres::Error>>;

type Driver = tokio_postgres::Connection<Socket, Tls>;

/// What a PostgreSQL session is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Session {
    /// Reads only; the server refuses anything else.
    Read,
    /// Units of work.
    Write,
}

/// A server that connections can be opened to.
pub(crate) struct Server {
    address: Address,
    tls: MakeRustlsConnect,
    limits: PostgresLimits,
    prepared: PreparedStatements,
    /// Whether a session lasts as long as its connection, once that was found out.
    lasts: OnceCell<bool>,
}

impl Server {
    /// Reads the URL, and the files that it names.
    ///
    /// # Errors
    /// [`StoreError::InvalidUrl`].
    pub(crate) fn new(
        url: &str,
        limits: PostgresLimits,
        prepared: PreparedStatements,
    ) -> Result<Self, StoreError> {
        let address = Address::parse(url)?.with_passfile();
        let direct = |host: &Config| host.get_ssl_negotiation() == SslNegotiation::Direct;
        let direct = address.hosts.iter().any(direct);
        let tls = tls::connector(address.mode, &address.roots, direct)?;
        Ok(Self { address, tls, limits, prepared, lasts: OnceCell::new() })
    }

    /// Opens a connection for that use.
    ///
    /// # Errors
    /// [`ConnectionError`], in words for the operator.
    pub(crate) async fn open(&self, session: Session) -> ConnectionResult<Postgres> {
        let lasts = self.lasts().await?;
        let mut connection = self.connect().await?;
        if lasts {
            connection.set_prepared_statement_cache_size(CacheSize::Unbounded);
            connection
                .batch_execute(&self.session_settings(session))
                .await
                .map_err(ConnectionError::CouldntSetupConfiguration)?;
        }
        Ok(connection)
    }

    /// What a transaction begins with, if it isn't `BEGIN`, or if it is a read, which otherwise
    /// needs none.
    pub(crate) fn begin(&self, session: Session) -> Option<String> {
        let lasts = self.lasts.get().copied().unwrap_or(true);
        (!lasts).then(|| {
            let begin = match session {
                Session::Read => "BEGIN READ ONLY",
                Session::Write => "BEGIN",
            };
            format!("{begin}; {}", self.limits("SET LOCAL"))
        })
    }

    /// A connection without limits of time, as migrations need it. It keeps no prepared statements.
    ///
    /// # Errors
    /// [`ConnectionError`], in words for the operator.
    pub(crate) async fn connect(&self) -> ConnectionResult<Postgres> {
        let (client, driver) = self.reach(None).await?;
        let mut connection = within(&self.address.hosts, set_up(client, driver)).await?;
        connection.set_prepared_statement_cache_size(CacheSize::Disabled);
        Ok(connection)
    }

    /// A connection that is the caller's alone, and what it receives.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`], in words for the operator.
    pub(crate) async fn line(&self) -> Result<(Client, Messages), StoreError> {
        let unavailable = |failure| StoreError::from(ConnectionError::from(failure));
        if !self.lasts().await.map_err(unavailable)? {
            return Err(StoreError::Unavailable(
                "a connection pooler can't pass on what other nodes say; set \
                 CITABLE_DATABASE_LISTEN_URL to the URL of PostgreSQL itself"
                    .to_owned(),
            ));
        }
        let (client, mut driver) = self.reach(None).await.map_err(unavailable)?;
        Ok((client, stream::poll_fn(move |context| driver.poll_message(context)).boxed()))
    }

    fn session_settings(&self, session: Session) -> String {
        let mut settings = self.limits("SET");
        if session == Session::Read {
            settings.push_str("SET default_transaction_read_only = on;");
        }
        settings
    }

    fn limits(&self, set: &str) -> String {
        let PostgresLimits { statement, lock, idle_in_transaction } = self.limits;
        format!(
            "{set} statement_timeout = {}; {set} lock_timeout = {}; \
             {set} idle_in_transaction_session_timeout = {};",
            statement.as_millis(),
            lock.as_millis(),
            idle_in_transaction.as_millis(),
        )
    }

    async fn lasts(&self) -> Result<bool, ConnectFailure> {
        let find_out = || async {
            match self.prepared {
                PreparedStatements::On => Ok(true),
                PreparedStatements::Off => Ok(false),
                PreparedStatements::Auto => self.ask_whether_it_lasts().await,
            }
        };
        self.lasts.get_or_try_init(find_out).await.copied()
    }

    /// Sends our mark along. PostgreSQL keeps it; PgBouncer refuses it, or throws it away if told
    /// to (<https://www.pgbouncer.org/config.html#ignore_startup_parameters>).
    async fn ask_whether_it_lasts(&self) -> Result<bool, ConnectFailure> {
        let lasts = match self.reach(Some(MARK)).await {
            Ok((client, mut driver)) => {
                let found = within(&self.address.hosts, async {
                    beside(client.simple_query(FIND_MARK), &mut driver).await
                });
                found.await?.iter().any(|message| match message {
                    SimpleQueryMessage::Row(row) => row.get(0) == Some("on"),
                    _ => false,
                })
            }
            Err(failure) if failure.is_about_options() => false,
            Err(failure) => return Err(failure),
        };
        if !lasts {
            tracing::info!(
                "a connection pooler is in front of PostgreSQL: prepared statements are off \
                 (CITABLE_DATABASE_PREPARED_STATEMENTS)"
            );
        }
        Ok(lasts)
    }

    /// The first host that answers.
    async fn reach(&self, options: Option<&str>) -> Result<(Client, Driver), ConnectFailure> {
        let mut hosts = self.address.hosts.clone();
        if self.address.shuffled {
            hosts.shuffle(&mut rand::rng());
        }
        let mut last = ConnectFailure::new("the database URL names no host");
        for mut host in hosts {
            if let Some(options) = options {
                let theirs = host.get_options().unwrap_or_default().to_owned();
                host.options(format!("{theirs} {options}").trim_start());
            }
            let connect = async { Ok(host.connect(self.tls.clone()).await?) };
            match within(std::slice::from_ref(&host), connect).await {
                Ok(reached) => return Ok(reached),
                Err(failure) => last = failure,
            }
        }
        Err(last)
    }
}

/// The driver limits only the time to open the socket; libpq's limit is for the whole of it.
async fn within<T>(
    hosts: &[Config],
    work: impl Future<Output = Result<T, ConnectFailure>>,
) -> Result<T, ConnectFailure> {
    let limit = hosts.iter().find_map(|host| host.get_connect_timeout()).copied();
    let limit = limit.unwrap_or(Duration::MAX);
    tokio::time::timeout(limit, work)
        .await
        .unwrap_or_else(|_| Err(ConnectFailure::new("the server didn't answer in time")))
}

/// Gives the connection to Diesel, which prepares statements of its own at once. They need a
/// transaction to be kept together behind a pooler, and are gone at its end.
async fn set_up(client: Client, mut driver: Driver) -> Result<Postgres, ConnectFailure> {
    beside(client.batch_execute("BEGIN"), &mut driver).await?;
    let set_up = Postgres::try_from_client_and_connection(client, driver);
    let mut connection = set_up.await.map_err(|error| ConnectFailure::new(error.to_string()))?;
    let ended = connection.batch_execute("COMMIT").await;
    ended.map_err(|error| ConnectFailure::new(error.to_string()))?;
    Ok(connection)
}

/// Waits for an answer while the driver moves bytes.
async fn beside<T>(
    answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
    driver: &mut Driver,
) -> Result<T, ConnectFailure> {
    match select(std::pin::pin!(answer), driver).await {
        Either::Left((answer, _)) => Ok(answer?),
        Either::Right((Err(error), _)) => Err(error.into()),
        Either::Right((Ok(()), _)) => Err(ConnectFailure::new("the server closed the connection")),
    }
}
