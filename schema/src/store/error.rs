//! The one error of the store.

use std::path::Path;

use diesel::result::{ConnectionError, DatabaseErrorKind, Error as QueryError};
use diesel_async::pooled_connection::bb8::RunError;
use thiserror::Error;

/// Why the store did not do what it was asked. Messages say what a person can do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The database cannot be reached or did not answer in time. Trying again later may help. A
    /// change that fails so may be stored all the same: a PostgreSQL connection that breaks during
    /// the commit takes the answer with it.
    #[error("the database isn't available: {0}")]
    Unavailable(String),
    /// More changes wait than the queue holds. Nothing was stored.
    #[error("too many writes are waiting; try again in a few seconds")]
    Overloaded,
    /// What was to be changed is not held by this owner (any more). Nothing was stored.
    #[error("it is no longer held by this owner")]
    Fenced,
    /// A row with the same key is there already. Nothing was stored.
    #[error("this is already stored: {0}")]
    Conflict(String),
    /// Changes of other nodes kept getting in the way. Nothing was stored.
    #[error("too many conflicts with other writes; try again: {0}")]
    Contention(String),
    /// A newer program has taken away from this database what this program needs.
    #[error(
        "the database is at migration {found}, but this program knows migrations only up to \
         {known}: start the newer program, or restore the copy made before that migration"
    )]
    NewerSchema {
        /// The newest migration in the database.
        found: String,
        /// The newest migration built into this program.
        known: String,
    },
    /// Another process serves from the same SQLite file.
    #[error(
        "another process is serving from this database (it has locked {path}): stop it first, or \
         give this one its own database"
    )]
    Locked {
        /// The lock file.
        path: String,
    },
    /// The database address cannot be understood.
    #[error("{0}")]
    InvalidUrl(String),
    /// The file is damaged or is no database.
    #[error("the database file is damaged or is not a database: {0}; restore it from a backup")]
    Corrupt(String),
    /// A copy of the database could not be made.
    #[error("can't make the copy {path}: {reason}")]
    Copy {
        /// The copy.
        path: String,
        /// Why.
        reason: String,
    },
    /// A file is no backup, or no database, of this program.
    #[error("{path} isn't a database of this service: {reason}")]
    NotOurs {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// A migration failed.
    #[error("can't migrate the database: {0}")]
    Migration(String),
    /// Anything else the database refused: a defect of this program or of the database.
    #[error("the database rejected the statement: {0}")]
    Database(String),
}

impl StoreError {
    pub(crate) fn closed() -> Self {
        Self::Unavailable("the store is closed".to_owned())
    }

    /// Why a copy could not be made.
    pub(crate) fn copy_of<E: ToString>(path: &Path) -> impl Fn(E) -> Self {
        let path = path.display().to_string();
        move |reason| Self::Copy { path: path.clone(), reason: reason.to_string() }
    }

    /// What is wrong with the database, in one word; none where it only said no.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        match self {
            Self::Unavailable(_) => Some("unavailable"),
            Self::Overloaded => Some("overloaded"),
            Self::Contention(_) => Some("contention"),
            Self::Corrupt(_) => Some("damaged"),
            Self::Database(_) => Some("refused"),
            Self::Fenced
            | Self::Conflict(_)
            | Self::NewerSchema { .. }
            | Self::Locked { .. }
            | Self::InvalidUrl(_)
            | Self::Copy { .. }
            | Self::NotOurs { .. }
            | Self::Migration(_) => None,
        }
    }

    /// A row that was there a statement ago is gone.
    pub(crate) fn vanished() -> Self {
        Self::Contention("a row was deleted meanwhile".to_owned())
    }

    /// Whether the server or a pooler ended the connection.
    pub(crate) fn is_connection_ended(&self) -> bool {
        matches!(self, Self::Unavailable(reason) if are_last_words(reason))
    }

    /// Whether the server only reads: it was demoted, or is a standby.
    pub(crate) fn is_read_only(&self) -> bool {
        matches!(self, Self::Unavailable(reason) if reason.starts_with(READ_ONLY))
    }

    pub(crate) fn panicked() -> Self {
        Self::Database("the unit of work panicked".to_owned())
    }
}

impl From<QueryError> for StoreError {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::DatabaseError(kind, information) => classify(&kind, information.message()),
            QueryError::BrokenTransactionManager => {
                Self::Unavailable("the connection broke inside a transaction".to_owned())
            }
            other => Self::Database(other.to_string()),
        }
    }
}

/// Begins the reason where a server takes no changes (25006).
const READ_ONLY: &str = "the server only reads";

/// Whether the connection that a statement ran on is gone, by what the driver or the server said
/// last.
pub(crate) fn is_connection_lost(error: &QueryError) -> bool {
    match error {
        QueryError::BrokenTransactionManager => true,
        QueryError::DatabaseError(
            DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand,
            _,
        ) => true,
        QueryError::DatabaseError(_, information) => are_last_words(information.message()),
        _ => false,
    }
}

/// What PostgreSQL and PgBouncer say before they close a connection.
const LAST_WORDS: [&str; 5] = [
    "terminating connection",
    "server conn crashed",
    "pgbouncer cannot connect to server",
    "server login has been failing",
    // The server's session ended while PgBouncer prepared it for the next client.
    "invalid server parameter",
];

fn are_last_words(message: &str) -> bool {
    LAST_WORDS.iter().any(|words| message.contains(words))
}

/// A variant that carries the database's message.
type Variant = fn(String) -> StoreError;

/// Drivers hand on some failures as text only; these phrases come from SQLite's result codes
/// (<https://www.sqlite.org/rescode.html>) and PostgreSQL's messages. PostgreSQL translates
/// messages, but keeps the word "deadlock" in most languages.
const PHRASES: [(&str, Variant); 14] = [
    ("deadlock", StoreError::Contention),
    ("database is locked", StoreError::Unavailable),
    ("disk is full", StoreError::Unavailable),
    ("disk i/o error", StoreError::Unavailable),
    ("unable to open database file", StoreError::Unavailable),
    ("canceling statement due to", StoreError::Unavailable),
    ("terminating connection", StoreError::Unavailable),
    // PgBouncer's (<https://www.pgbouncer.org/config.html>).
    ("query_wait_timeout", StoreError::Unavailable),
    ("server conn crashed", StoreError::Unavailable),
    ("pgbouncer cannot connect to server", StoreError::Unavailable),
    ("server login has been failing", StoreError::Unavailable),
    ("invalid server parameter", StoreError::Unavailable),
    ("disk image is malformed", StoreError::Corrupt),
    ("file is not a database", StoreError::Corrupt),
];

fn classify(kind: &DatabaseErrorKind, message: &str) -> StoreError {
    let message = message.to_owned();
    match kind {
        DatabaseErrorKind::UniqueViolation => StoreError::Conflict(message),
        // A foreign key names what is not there only where it was deleted meanwhile.
        DatabaseErrorKind::SerializationFailure | DatabaseErrorKind::ForeignKeyViolation => {
            StoreError::Contention(message)
        }
        DatabaseErrorKind::ReadOnlyTransaction => {
            StoreError::Unavailable(format!("{READ_ONLY}: {message}"))
        }
        DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand => {
            StoreError::Unavailable(message)
        }
        _ => {
            let lower = message.to_lowercase();
            let variant = PHRASES.iter().find(|(phrase, _)| lower.contains(phrase));
            variant.map_or(StoreError::Database as Variant, |(_, variant)| *variant)(message)
        }
    }
}

impl From<ConnectionError> for StoreError {
    fn from(error: ConnectionError) -> Self {
        match error {
            ConnectionError::CouldntSetupConfiguration(error) => error.into(),
            other => Self::Unavailable(other.to_string()),
        }
    }
}

impl From<RunError> for StoreError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::User(error) => Self::Unavailable(error.to_string()),
            RunError::TimedOut => Self::Unavailable("no connection was free in time".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database_error(kind: DatabaseErrorKind, message: &str) -> StoreError {
        QueryError::DatabaseError(kind, Box::new(message.to_owned())).into()
    }

    #[test]
    fn a_deadlock_may_be_tried_again() {
        let error = database_error(DatabaseErrorKind::Unknown, "deadlock detected");
        assert_eq!(error, StoreError::Contention("deadlock detected".to_owned()));
    }

    #[test]
    fn a_pooler_without_a_server_is_unavailable() {
        let said = "server login has been failing, try again later (server_login_retry)";
        let away = database_error(DatabaseErrorKind::Unknown, said);
        assert!(matches!(&away, StoreError::Unavailable(_)) && away.is_connection_ended());
    }

    #[test]
    fn a_busy_file_is_unavailable_and_an_unknown_failure_is_a_defect() {
        let busy = database_error(DatabaseErrorKind::Unknown, "database is locked");
        assert!(matches!(busy, StoreError::Unavailable(_)), "{busy:?}");
        let other = database_error(DatabaseErrorKind::Unknown, "no such column: x");
        assert!(matches!(other, StoreError::Database(_)), "{other:?}");
    }
}
