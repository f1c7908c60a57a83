//! PostgreSQL behind PgBouncer in transaction mode.

use std::time::Duration;

use citable_schema::{PostgresLimits, Probe, Store, StoreError, StoreSettings, StoreUrl, migrate};
use citable_test_support::postgres::{PgBouncer, cluster};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use futures_util::future::{join_all, try_join_all};

use crate::fixture::{NOW, admission, direct};

/// Refuses what a client left in a session that the next client gets.
const NOTHING_IS_LEFT: &str = "DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_prepared_statements)
        OR current_setting('statement_timeout') <> '0'
        OR current_setting('default_transaction_read_only') <> 'off'
    THEN RAISE EXCEPTION 'something is left in the session'; END IF;
END $$";

/// A database behind a PgBouncer with these settings of its own.
fn behind(settings: &str) -> Option<(PgBouncer, String)> {
    let cluster = cluster()?;
    let bouncer = PgBouncer::with(cluster, settings)?;
    let url = bouncer.url(&cluster.create_database());
    Some((bouncer, url))
}

async fn open(url: &str, change: impl FnOnce(&mut StoreSettings)) -> Store {
    let mut settings = StoreSettings::new(StoreUrl::Postgres(url.to_owned()));
    change(&mut settings);
    Store::open(settings).await.unwrap()
}

/// Two nodes admit scans and read, all at once.
async fn traffic(url: &str) {
    let nodes = [open(url, |_| {}).await, open(url, |_| {}).await];
    let works = (0..200).map(|at| {
        let store = nodes[at % 2].clone();
        async move {
            let id = format!("scan-{at}");
            store.writer().run(admission(&id, &id, NOW)).await?;
            store.reader().scan(&id).await
        }
    });
    let found = try_join_all(works.map(tokio::spawn)).await.unwrap();
    for scan in found {
        assert!(scan.unwrap().is_some());
    }
    assert_eq!(nodes[0].reader().waiting().await.unwrap(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_statement_finds_its_session() {
    let Some((_bouncer, url)) = behind("") else { return };
    traffic(&url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pooler_that_ignores_what_it_does_not_know_is_found_out() {
    let Some((_bouncer, url)) = behind("ignore_startup_parameters = options") else { return };
    traffic(&url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_for_the_next_client() {
    let Some((_bouncer, url)) = behind("default_pool_size = 1") else { return };
    traffic(&url).await;
    let mut next = AsyncPgConnection::establish(&url).await.unwrap();
    next.batch_execute(NOTHING_IS_LEFT).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_start_together_migrate_once() {
    let Some((_bouncer, url)) = behind("") else { return };
    let url = StoreUrl::Postgres(url);
    let applied = join_all((0..4).map(|_| migrate(&url))).await;
    let applied: Vec<String> = applied.into_iter().flat_map(Result::unwrap).collect();
    let known = applied.iter().collect::<std::collections::BTreeSet<_>>().len();
    assert_eq!((applied.len(), known > 0), (known, true), "{applied:?}");
}

/// What a unit ends with that waits for others longer than it may.
async fn held_up(url: &str, limits: PostgresLimits) -> String {
    let store = open(url, |settings| settings.limits = limits).await;
    let mut other = direct(url).await;
    other.batch_execute("BEGIN; LOCK TABLE scans IN EXCLUSIVE MODE").await.unwrap();
    let refused = store.writer().run(admission("a", "a.example", NOW)).await;
    other.batch_execute("COMMIT").await.unwrap();
    store.writer().run(Probe).await.unwrap();
    match refused {
        Err(StoreError::Unavailable(message)) => message,
        other => panic!("{other:?}"),
    }
}

async fn limits_hold(url: &str) {
    let (short, long) = (Duration::from_millis(50), Duration::from_secs(60));
    let limits = PostgresLimits { statement: long, lock: short, idle_in_transaction: long };
    let message = held_up(url, limits).await;
    assert!(message.contains("lock timeout"), "{message}");
    let limits = PostgresLimits { statement: short, lock: Duration::ZERO, ..limits };
    let message = held_up(url, limits).await;
    assert!(message.contains("statement timeout"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_of_time_hold() {
    let Some(cluster) = cluster() else { return };
    limits_hold(&cluster.create_database()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_of_time_hold_behind_a_pooler() {
    let Some((_bouncer, url)) = behind("") else { return };
    limits_hold(&url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn migrations_take_the_time_they_need() {
    let Some(cluster) = cluster() else { return };
    let url = cluster.create_database();
    let name = url.split('?').next().unwrap().rsplit('/').next().unwrap();
    cluster.ask(&url, &format!("ALTER DATABASE {name} SET statement_timeout = '5ms'"));
    migrate(&StoreUrl::Postgres(url)).await.unwrap();
}
