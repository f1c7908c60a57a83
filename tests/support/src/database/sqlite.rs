//! The SQLite file in a data folder.

use std::path::Path;

use diesel::connection::SimpleConnection as _;
use diesel::deserialize::{self, FromSql, QueryableByName};
use diesel::row::{Field as _, NamedRow, Row};
use diesel::sql_types::{BigInt, Binary, Double, Text};
use diesel::sqlite::{Sqlite, SqliteType, SqliteValue};
use diesel::{Connection as _, RunQueryDsl as _, SqliteConnection, sql_query};
use serde_json::Value;

/// A row, as a JSON array.
struct Columns(Vec<Value>);

impl QueryableByName<Sqlite> for Columns {
    fn build<'a>(row: &impl NamedRow<'a, Sqlite>) -> deserialize::Result<Self> {
        let fields = (0..row.field_count()).filter_map(|index| Row::get(row, index));
        let values = fields.map(|field| field.value().map_or(Ok(Value::Null), value));
        values.collect::<deserialize::Result<_>>().map(Self)
    }
}

/// A value of whatever type it has; bytes as a list of numbers.
fn value(value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Value> {
    Ok(match value.value_type() {
        None => Value::Null,
        Some(SqliteType::Text) => <String as FromSql<Text, Sqlite>>::from_sql(value)?.into(),
        Some(SqliteType::Binary) => <Vec<u8> as FromSql<Binary, Sqlite>>::from_sql(value)?.into(),
        Some(SqliteType::Float | SqliteType::Double) => {
            <f64 as FromSql<Double, Sqlite>>::from_sql(value)?.into()
        }
        Some(SqliteType::SmallInt | SqliteType::Integer | SqliteType::Long) => {
            <i64 as FromSql<BigInt, Sqlite>>::from_sql(value)?.into()
        }
    })
}

fn connect(data: &Path) -> SqliteConnection {
    let path = data.join("citable.sqlite");
    assert!(path.exists(), "the program has made its database");
    let mut connection =
        SqliteConnection::establish(&path.to_string_lossy()).expect("the database can be opened");
    connection
        .batch_execute("PRAGMA busy_timeout = 30000; PRAGMA foreign_keys = ON")
        .expect("pragmas are taken");
    connection
}

/// Rows of the database in a data folder, each as a JSON array.
pub(super) fn rows(data: &Path, query: &str) -> Vec<Value> {
    let rows = sql_query(query).load::<Columns>(&mut connect(data));
    let rows = rows.unwrap_or_else(|error| panic!("{query}: {error}"));
    rows.into_iter().map(|Columns(values)| values.into()).collect()
}

/// Changes the database.
pub(super) fn execute(data: &Path, statement: &str) {
    let done = connect(data).batch_execute(statement);
    done.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

/// Keeps everybody else from writing to the database until it is dropped.
pub(super) struct WriteLock(SqliteConnection);

impl WriteLock {
    /// Waits for whoever is writing, then lets nobody write.
    pub(super) fn take(data: &Path) -> Self {
        let mut connection = connect(data);
        connection.batch_execute("BEGIN IMMEDIATE").expect("the others stop writing");
        Self(connection)
    }
}

impl std::fmt::Debug for WriteLock {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("WriteLock").finish_non_exhaustive()
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        // A connection that is closed inside a transaction lets go of the lock as well.
        let _closed_anyway = self.0.batch_execute("ROLLBACK");
    }
}
