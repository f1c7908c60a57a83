//! Where the store is and how large its parts are.

use std::path::{Path, PathBuf};
use std::time::Duration;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::store::error::StoreError;
use crate::store::postgres::address::Address;

/// Which database, and where.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreUrl {
    /// The embedded database in this file.
    Sqlite(PathBuf),
    /// A PostgreSQL server, by its connection URL.
    Postgres(String),
}

impl StoreUrl {
    /// Reads `sqlite:<path>` or `postgres://…` (also `postgresql://…`).
    ///
    /// # Errors
    /// [`StoreError::InvalidUrl`] for anything else, and for parameters of PostgreSQL that can't be
    /// used. The text is not repeated in the message: it
    /// may hold a password.
    pub fn parse(text: &str) -> Result<Self, StoreError> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            Address::parse(text)?;
            return Ok(Self::Postgres(text.to_owned()));
        }
        match text.strip_prefix("sqlite:") {
            Some("" | ":memory:") => Err(StoreError::InvalidUrl(
                "the database URL has no path: use sqlite:<path>, such as \
                 sqlite:./citable-data/citable.sqlite"
                    .to_owned(),
            )),
            Some(path) => Ok(Self::Sqlite(PathBuf::from(path))),
            None => Err(StoreError::InvalidUrl(
                "the database URL must be sqlite:<path> or postgres://<user>@<host>/<database>"
                    .to_owned(),
            )),
        }
    }

    /// The same database with that password, whatever password the URL has. SQLite has none.
    #[must_use]
    pub fn with_password(self, password: &str) -> Self {
        let Self::Postgres(url) = self else { return self };
        // The last of several is used.
        let separator = if url.contains('?') { '&' } else { '?' };
        let password = utf8_percent_encode(password, NON_ALPHANUMERIC);
        Self::Postgres(format!("{url}{separator}password={password}"))
    }
}

/// Never shows the PostgreSQL URL: it may hold a password.
impl std::fmt::Debug for StoreUrl {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(path) => formatter.debug_tuple("Sqlite").field(path).finish(),
            Self::Postgres(_) => formatter.write_str("Postgres(..)"),
        }
    }
}

/// SQLite takes its file name as text.
pub(crate) fn sqlite_path(path: &Path) -> Result<&str, StoreError> {
    path.to_str().ok_or_else(|| {
        StoreError::InvalidUrl(format!(
            "the path of the database must be UTF-8: {}",
            path.display()
        ))
    })
}

/// How long PostgreSQL lets a session of ours hold things up, before it ends the statement or the
/// session. 0 is no limit
/// (<https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-STATEMENT-TIMEOUT>).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostgresLimits {
    /// `statement_timeout`: one statement, except those of migrations.
    pub statement: Duration,
    /// `lock_timeout`: waiting for one lock.
    pub lock: Duration,
    /// `idle_in_transaction_session_timeout`: a transaction that does nothing.
    pub idle_in_transaction: Duration,
}

impl PostgresLimits {
    /// What holds unless it is set.
    pub const DEFAULT: Self = Self {
        statement: Duration::from_secs(5),
        lock: Duration::from_secs(2),
        idle_in_transaction: Duration::from_secs(10),
    };
}

/// Whether PostgreSQL is left with statements that it has prepared. A pooler in transaction mode
/// does not keep them for us.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PreparedStatements {
    /// Where the session is found to be our own.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never; each read is a transaction of its own then.
    Off,
}

/// The store's settings.
#[derive(Clone)]
pub struct StoreSettings {
    /// Which database.
    pub url: StoreUrl,
    /// URL of the same PostgreSQL database for the connection that listens for other nodes. None
    /// takes `url`, which won't do behind a pooler that lends a connection for one transaction.
    pub listen_url: Option<StoreUrl>,
    /// Connections that read.
    pub readers: u32,
    /// Connections that write on PostgreSQL. SQLite has one writer.
    pub writers: u32,
    /// Units of work that may wait or run in the writer; one more is [`StoreError::Overloaded`].
    pub write_queue: usize,
    /// Units of work that share one SQLite transaction at most.
    pub write_batch: usize,
    /// Limits of time on PostgreSQL.
    pub limits: PostgresLimits,
    /// Prepared statements on PostgreSQL.
    pub prepared_statements: PreparedStatements,
}

impl StoreSettings {
    /// The default settings for a database.
    #[must_use]
    pub fn new(url: StoreUrl) -> Self {
        Self {
            url,
            listen_url: None,
            readers: 4,
            writers: 8,
            write_queue: 1_024,
            write_batch: 64,
            limits: PostgresLimits::DEFAULT,
            prepared_statements: PreparedStatements::Auto,
        }
    }
}

/// Never shows a PostgreSQL URL.
impl std::fmt::Debug for StoreSettings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("StoreSettings").field("url", &self.url).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_address_are_read() {
        assert_eq!(
            StoreUrl::parse("sqlite:a/b.sqlite"),
            Ok(StoreUrl::Sqlite(PathBuf::from("a/b.sqlite")))
        );
        for url in ["postgres://u@h/d", "postgresql://u@h/d"] {
            assert_eq!(StoreUrl::parse(url), Ok(StoreUrl::Postgres(url.to_owned())));
        }
    }

    #[test]
    fn other_addresses_are_refused_without_repeating_them() {
        for text in [
            "",
            "sqlite:",
            "sqlite::memory:",
            "mysql://root:secret@host/db",
            "/var/lib/citable.sqlite",
        ] {
            let error = StoreUrl::parse(text).unwrap_err().to_string();
            assert!(error.contains("sqlite:<path>"), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn a_password_replaces_that_of_the_url() {
        for url in ["postgres://u:old@h/d", "postgres://u@h/d?sslmode=require"] {
            let StoreUrl::Postgres(url) = StoreUrl::parse(url).unwrap().with_password("p&?@ %")
            else {
                panic!("it is PostgreSQL");
            };
            let address = Address::parse(&url).unwrap();
            assert_eq!(address.hosts[0].get_password(), Some(&b"p&?@ %"[..]));
        }
    }

    #[test]
    fn a_password_is_never_shown() {
        let url = StoreUrl::parse("postgres://u:secret@h/d").unwrap().with_password("secret");
        assert!(!format!("{:?}", StoreSettings::new(url)).contains("secret"));
    }
}
