//! How PostgreSQL is used.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use citable_actors::store::{PostgresLimits, PreparedStatements, StoreSettings, StoreUrl};
use clap::Args;

use super::secrets::value;
use super::values::{self, AutoOnOff};
use super::{ServiceSettings, SettingsError};

/// How PostgreSQL is used. SQLite has none of this.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "PostgreSQL")]
pub struct DatabaseArgs {
    /// PostgreSQL URL of the same database for the one connection on which this node hears from other
    /// nodes. It is needed behind PgBouncer in transaction mode, where that connection has to go to
    /// the server directly. Default: the database URL
    #[arg(long, env = "CITABLE_DATABASE_LISTEN_URL", value_name = "URL", value_parser = values::postgres, hide_env_values = true)]
    pub database_listen_url: Option<StoreUrl>,

    /// Password for PostgreSQL. Replaces the one in the database URL
    #[arg(
        long,
        env = "CITABLE_DATABASE_PASSWORD",
        value_name = "PASSWORD",
        hide_env_values = true
    )]
    pub database_password: Option<String>,

    /// File that contains the password for PostgreSQL. Without either, `PGPASSFILE` or `~/.pgpass`
    /// is used
    #[arg(
        long,
        env = "CITABLE_DATABASE_PASSWORD_FILE",
        value_name = "FILE",
        conflicts_with = "database_password"
    )]
    pub database_password_file: Option<PathBuf>,

    /// Number of connections to PostgreSQL for changes, per node
    #[arg(long, env = "CITABLE_DATABASE_WRITERS", default_value = "8", value_name = "NUMBER", value_parser = values::connection_count)]
    pub database_writers: NonZeroU32,

    /// Number of connections to PostgreSQL for reads, per node
    #[arg(long, env = "CITABLE_DATABASE_READERS", default_value = "4", value_name = "NUMBER", value_parser = values::connection_count)]
    pub database_readers: NonZeroU32,

    /// How long PostgreSQL may run a statement, such as `5s` or `500ms`. Migrations are exempt. 0s is
    /// no limit
    #[arg(long, env = "CITABLE_DATABASE_STATEMENT_TIMEOUT", default_value = "5s", value_name = "TIME", value_parser = values::time)]
    pub database_statement_timeout: Duration,

    /// How long a statement may wait for a lock. 0s is no limit
    #[arg(long, env = "CITABLE_DATABASE_LOCK_TIMEOUT", default_value = "2s", value_name = "TIME", value_parser = values::time)]
    pub database_lock_timeout: Duration,

    /// How long a transaction may stay idle before PostgreSQL ends it. 0s is no limit
    #[arg(long, env = "CITABLE_DATABASE_IDLE_TRANSACTION_TIMEOUT", default_value = "10s", value_name = "TIME", value_parser = values::time)]
    pub database_idle_transaction_timeout: Duration,

    /// Whether PostgreSQL keeps prepared statements. A pooler in transaction mode needs `off`, which
    /// `auto` detects
    #[arg(
        long,
        env = "CITABLE_DATABASE_PREPARED_STATEMENTS",
        default_value = "auto",
        value_name = "SWITCH"
    )]
    pub database_prepared_statements: AutoOnOff,
}

impl DatabaseArgs {
    /// The store over the service's database.
    ///
    /// # Errors
    /// [`SettingsError::SecretFile`].
    pub fn store(&self, service: &ServiceSettings) -> Result<StoreSettings, SettingsError> {
        let setting = "CITABLE_DATABASE_PASSWORD_FILE";
        let password = value(&self.database_password, &self.database_password_file, setting)?;
        let with_password = |url: StoreUrl| match &password {
            Some(password) => url.with_password(password),
            None => url,
        };
        Ok(StoreSettings {
            writers: self.database_writers.get(),
            readers: self.database_readers.get(),
            limits: PostgresLimits {
                statement: self.database_statement_timeout,
                lock: self.database_lock_timeout,
                idle_in_transaction: self.database_idle_transaction_timeout,
            },
            prepared_statements: match self.database_prepared_statements {
                AutoOnOff::Auto => PreparedStatements::Auto,
                AutoOnOff::On => PreparedStatements::On,
                AutoOnOff::Off => PreparedStatements::Off,
            },
            listen_url: self.database_listen_url.clone().map(with_password),
            ..StoreSettings::new(with_password(service.database()))
        })
    }
}
