//! A data folder's database on PostgreSQL.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

use serde_json::Value;

use crate::postgres::{Cluster, cluster};

pub(super) use crate::postgres::is_asked_for;

/// Locks every table, as SQLite does.
const LOCK: &str = "BEGIN;
    DO $$ BEGIN
        EXECUTE (SELECT 'LOCK TABLE ' || string_agg(quote_ident(tablename), ', ' ORDER BY tablename)
            || ' IN EXCLUSIVE MODE' FROM pg_tables WHERE schemaname = 'public');
    END $$;
    SELECT 'held';
";

/// The databases of data folders, by folder.
static URLS: LazyLock<Mutex<HashMap<PathBuf, String>>> = LazyLock::new(Mutex::default);

/// The address of a data folder's database, which is made at the first call.
pub(super) fn url(data: &Path) -> Option<String> {
    if !is_asked_for() {
        return None;
    }
    let mut urls = URLS.lock().unwrap_or_else(PoisonError::into_inner);
    let url = urls.entry(data.to_owned()).or_insert_with(|| server().create_database());
    Some(url.clone())
}

/// Whether that is the address of a data folder's database.
pub(super) fn is_ours(url: &str) -> bool {
    URLS.lock().unwrap_or_else(PoisonError::into_inner).values().any(|ours| ours == url)
}

/// The address at which a node hears others, where that is another one.
pub(super) fn listen_url(url: &str) -> Option<String> {
    server().is_pooled().then(|| server().direct_url(url))
}

fn server() -> &'static Cluster {
    cluster().expect("CITABLE_TEST_POSTGRES asks for a server")
}

pub(super) fn rows(url: &str, query: &str) -> Vec<Value> {
    let query = query.trim_end_matches(';');
    let rows = format!(
        "SELECT (SELECT json_agg(value) FROM json_each(row_to_json(asked))) FROM ({query}) asked"
    );
    let rows = server().ask(url, &rows);
    let row = |text| serde_json::from_str::<Vec<Value>>(text).expect("PostgreSQL writes JSON");
    rows.lines().map(|text| row(text).into_iter().map(as_sqlite).collect()).collect()
}

/// A value as SQLite gives it: bytes as a list of numbers, and what is true as 1.
fn as_sqlite(value: Value) -> Value {
    match &value {
        Value::Bool(value) => u8::from(*value).into(),
        Value::String(text) => match text.strip_prefix("\\x") {
            Some(digits) => (0..digits.len() / 2)
                .filter_map(|place| {
                    u8::from_str_radix(digits.get(2 * place..2 * place + 2)?, 16).ok()
                })
                .collect(),
            None => value,
        },
        _ => value,
    }
}

pub(super) fn execute(url: &str, statement: &str) {
    server().ask(url, statement);
}

/// A session that holds locks.
#[derive(Debug)]
pub(super) struct WriteLock(Child);

impl WriteLock {
    pub(super) fn take(url: &str) -> Self {
        let mut session = server().session(url);
        session.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut session = session.spawn().expect("psql starts");
        let input = session.stdin.as_mut().expect("its input is piped");
        input.write_all(LOCK.as_bytes()).expect("psql reads");
        let mut held = String::new();
        let output = session.stdout.as_mut().expect("its output is piped");
        BufReader::new(output).read_line(&mut held).expect("psql writes");
        assert_eq!(held.trim(), "held", "the others stop writing");
        Self(session)
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        // The end of its input ends the session, and that its transaction.
        drop(self.0.stdin.take());
        let _over = self.0.wait();
    }
}
