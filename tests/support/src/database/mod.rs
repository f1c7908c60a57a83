//! The program's database, read and written from beside it.
//!
//! It is the SQLite file in the data folder. Where `CITABLE_TEST_POSTGRES` says how to reach
//! PostgreSQL, each data folder has a database there instead, so that every test of the whole
//! program can be run over it.

mod postgres;
mod sqlite;

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::postgres::Cluster;

/// What every node over PostgreSQL needs.
const SECRET_KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/// The settings that lead a command to a data folder and its database.
pub fn settings(data: &Path) -> Vec<(&'static str, String)> {
    let mut settings = vec![("CITABLE_DATA_DIR", data.display().to_string())];
    if let Some(url) = postgres::url(data) {
        let listen = postgres::listen_url(&url);
        settings.extend(listen.map(|listen| ("CITABLE_DATABASE_LISTEN_URL", listen)));
        settings.push(("CITABLE_DATABASE_URL", url));
        settings.push(("CITABLE_SECRET_KEY", SECRET_KEY.to_owned()));
    }
    settings
}

/// Whether a command was led to the database of a data folder on PostgreSQL.
pub(crate) fn is_data_folders(command: &Command) -> bool {
    let mut settings = command.get_envs();
    let url = settings.find(|(name, _)| *name == OsStr::new("CITABLE_DATABASE_URL"));
    url.and_then(|(_, url)| url?.to_str()).is_some_and(postgres::is_ours)
}

/// Whether data folders have their databases on PostgreSQL. A test of what is so only on SQLite then
/// says that it is left out.
pub fn is_elsewhere() -> bool {
    let elsewhere = postgres::is_asked_for();
    if elsewhere {
        eprintln!("left out: this test is about SQLite");
    }
    elsewhere
}

/// Rows of a data folder's database, each as a JSON array.
pub fn rows(data: &Path, query: &str) -> Vec<Value> {
    match postgres::url(data) {
        Some(url) => postgres::rows(&url, query),
        None => sqlite::rows(data, query),
    }
}

/// The one value that a query gives.
pub fn one(data: &Path, query: &str) -> Value {
    rows(data, query).first().expect("a row")[0].clone()
}

/// The one number that a query gives.
pub fn count(data: &Path, query: &str) -> usize {
    let number = one(data, query).as_u64().and_then(|number| usize::try_from(number).ok());
    number.unwrap_or_else(|| panic!("{query}: no number"))
}

/// Changes the database.
pub fn execute(data: &Path, statement: &str) {
    match postgres::url(data) {
        Some(url) => postgres::execute(&url, statement),
        None => sqlite::execute(data, statement),
    }
}

/// Lets no statement change that column of rows for which `condition` holds; they are called `new`.
pub fn refuse_updates(data: &Path, table: &str, column: &str, condition: &str) {
    let statement = match postgres::url(data) {
        Some(_) => format!(
            "create function refuse() returns trigger language plpgsql as $$ begin \
                if {condition} then raise exception 'refused'; end if; return new; \
             end $$; \
             create trigger refused before update of {column} on {table} \
             for each row execute function refuse()"
        ),
        None => format!(
            "create trigger refused before update of {column} on {table} when {condition} \
             begin select raise(abort, 'refused'); end"
        ),
    };
    execute(data, &statement);
}

/// Lets them change again.
pub fn allow_updates(data: &Path, table: &str) {
    match postgres::url(data) {
        Some(_) => execute(data, &format!("drop trigger refused on {table}")),
        None => execute(data, "drop trigger refused"),
    }
}

/// Leads a command to another database, which is on the tests' server.
pub fn lead_to(command: &mut Command, cluster: &Cluster, url: &str) {
    command.env("CITABLE_DATABASE_URL", url).env("CITABLE_SECRET_KEY", SECRET_KEY);
    match cluster.is_pooled() {
        true => command.env("CITABLE_DATABASE_LISTEN_URL", cluster.direct_url(url)),
        false => command.env_remove("CITABLE_DATABASE_LISTEN_URL"),
    };
}

/// Keeps everybody else from writing to the database until it is dropped.
#[derive(Debug)]
pub struct WriteLock {
    _held: Lock,
}

#[derive(Debug)]
#[expect(dead_code, reason = "held until it is dropped")]
enum Lock {
    Sqlite(sqlite::WriteLock),
    Postgres(postgres::WriteLock),
}

impl WriteLock {
    /// Waits for whoever is writing, then lets nobody write.
    ///
    /// # Panics
    /// When the others do not stop writing.
    pub fn take(data: &Path) -> Self {
        let held = match postgres::url(data) {
            Some(url) => Lock::Postgres(postgres::WriteLock::take(&url)),
            None => Lock::Sqlite(sqlite::WriteLock::take(data)),
        };
        Self { _held: held }
    }
}
