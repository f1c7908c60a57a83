//! Programs of different versions on one database: what an older one knows is still there for it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use citable_schema::migrate;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text};

use crate::fixture::Fixture;
use crate::migrations::LAST;

/// Programs that know this migration as their newest may run beside this one.
const OLDEST_RUNNING: &str = "0039";

/// A column, as an older program meets it.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    r#type: String,
    /// It has to be given.
    #[diesel(sql_type = Bool)]
    required: bool,
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct MaybeName {
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
}

/// What a program can rely on.
#[derive(Debug, Default)]
struct Schema {
    columns: BTreeMap<String, Vec<Column>>,
    /// Combinations of columns that no two rows may share, by table.
    unique: BTreeMap<String, BTreeSet<Vec<String>>>,
}

impl Schema {
    /// After the migrations up to and with that one, and some statements.
    fn at(newest: &str, statements: &str) -> Self {
        let mut connection = SqliteConnection::establish(":memory:").unwrap();
        for migration in migrations().iter().filter(|name| &name[..newest.len()] <= newest) {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
            let text = std::fs::read_to_string(folder.join(migration).join("up.sql")).unwrap();
            connection.batch_execute(&text).unwrap();
        }
        connection.batch_execute(statements).unwrap();
        let mut schema = Self::default();
        let tables = "SELECT name FROM sqlite_master WHERE type = 'table'";
        for table in names(&mut connection, tables) {
            let columns = format!(
                "SELECT name, type, \"notnull\" AND dflt_value IS NULL AS required \
                 FROM pragma_table_info('{table}')"
            );
            let columns = diesel::sql_query(columns).load(&mut connection).unwrap();
            schema.columns.insert(table.clone(), columns);
            let indexes = format!("SELECT name FROM pragma_index_list('{table}') WHERE \"unique\"");
            let indexes = names(&mut connection, &indexes);
            let unique = indexes.iter().map(|index| {
                let columns = format!("SELECT name FROM pragma_index_info('{index}')");
                let columns: Vec<MaybeName> =
                    diesel::sql_query(columns).load(&mut connection).unwrap();
                columns.into_iter().map(|column| column.name.unwrap_or_default()).collect()
            });
            let unique = unique.collect();
            schema.unique.insert(table, unique);
        }
        schema
    }

    /// What a program written for `older` can't do here any more.
    fn takes_away_from(&self, older: &Self) -> Vec<String> {
        let mut found = Vec::new();
        for (table, columns) in &older.columns {
            let Some(ours) = self.columns.get(table) else {
                found.push(format!("the table {table} is gone"));
                continue;
            };
            for column in columns {
                match ours.iter().find(|ours| ours.name == column.name) {
                    None => found.push(format!("{table}.{} is gone", column.name)),
                    Some(ours) if ours.r#type != column.r#type => {
                        found.push(format!("{table}.{} has another type", column.name));
                    }
                    Some(ours) if ours.required && !column.required => {
                        found.push(format!("{table}.{} may not be null any more", column.name));
                    }
                    Some(_) => {}
                }
            }
            let is_new = |ours: &&Column| columns.iter().all(|column| column.name != ours.name);
            for column in ours.iter().filter(is_new).filter(|ours| ours.required) {
                found.push(format!("{table}.{} has to be given", column.name));
            }
            for unique in self.unique[table].difference(&older.unique[table]) {
                found.push(format!("{table} has to be unique in {unique:?}"));
            }
        }
        found
    }
}

fn names(connection: &mut SqliteConnection, query: &str) -> Vec<String> {
    let rows: Vec<Name> = diesel::sql_query(query).load(connection).unwrap();
    rows.into_iter().map(|row| row.name).collect()
}

/// The folders of all migrations, oldest first.
fn migrations() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The newest migration that a program has to know, by a database of this program.
async fn oldest_supported() -> String {
    let fixture = Fixture::sqlite().await;
    migrate(&fixture.url).await.unwrap();
    let citable_schema::StoreUrl::Sqlite(path) = &fixture.url else { unreachable!() };
    let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    names(&mut connection, "SELECT oldest AS name FROM schema_support").remove(0)
}

#[tokio::test]
async fn programs_that_may_run_beside_this_one_find_what_they_know() {
    let newest = Schema::at(LAST.0, "");
    for older in [OLDEST_RUNNING.to_owned(), oldest_supported().await] {
        let missing = newest.takes_away_from(&Schema::at(&older, ""));
        assert!(
            missing.is_empty(),
            "a program at {older} can't run beside this one: {missing:#?}\nadd the new shape \
             beside the old one (migrations/README.md), or raise schema_support.oldest and \
             OLDEST_RUNNING one release after the last program that needs the old one"
        );
    }
}

#[test]
fn what_a_migration_takes_away_is_found() {
    let older = Schema::at(LAST.0, "CREATE TABLE kept (a TEXT NOT NULL, b TEXT)");
    let changes = [
        ("", "the table kept is gone"),
        ("CREATE TABLE kept (b TEXT)", "kept.a is gone"),
        ("CREATE TABLE kept (a BIGINT NOT NULL, b TEXT)", "kept.a has another type"),
        ("CREATE TABLE kept (a TEXT NOT NULL, b TEXT NOT NULL)", "kept.b may not be null any more"),
        ("CREATE TABLE kept (a TEXT NOT NULL, b TEXT, c TEXT NOT NULL)", "kept.c has to be given"),
        (
            "CREATE TABLE kept (a TEXT NOT NULL, b TEXT); CREATE UNIQUE INDEX one ON kept (a, b)",
            "kept has to be unique in [\"a\", \"b\"]",
        ),
    ];
    for (change, found) in changes {
        assert_eq!(Schema::at(LAST.0, change).takes_away_from(&older), [found]);
    }
    let wider = "CREATE TABLE kept (a TEXT, b TEXT, c TEXT, d TEXT NOT NULL DEFAULT ''); \
                 CREATE INDEX some ON kept (a); CREATE TABLE more (a TEXT)";
    assert_eq!(Schema::at(LAST.0, wider).takes_away_from(&older), Vec::<String>::new());
}
