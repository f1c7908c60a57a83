//! PostgreSQL that goes away and comes back, and servers that only read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use citable_schema::{Probe, Store, StoreError, StoreSettings, StoreUrl};
use citable_test_support::postgres::{Cluster, cluster_of_ones_own};
use futures_util::future::join_all;

use crate::fixture::{NOW, admission};

async fn open(url: &str) -> Store {
    Store::open(StoreSettings::new(StoreUrl::Postgres(url.to_owned()))).await.unwrap()
}

/// The database in a URL.
fn name_of(url: &str) -> &str {
    url.split('?').next().unwrap().rsplit('/').next().unwrap()
}

fn end_sessions(cluster: &Cluster, url: &str) {
    let sessions = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}' \
         AND pid <> pg_backend_pid()",
        name_of(url)
    );
    cluster.ask(url, &sessions);
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_that_the_server_ends_are_replaced_unnoticed() {
    let Some(cluster) = citable_test_support::postgres::cluster() else { return };
    let url = cluster.create_database();
    let store = open(&url).await;
    for round in 0..10 {
        let busy = (0..8).map(|at| {
            let store = store.clone();
            tokio::spawn(async move {
                let id = format!("{round}-{at}");
                store.writer().run(admission(&id, &id, NOW)).await.unwrap();
                store.reader().scan(&id).await.unwrap().unwrap();
            })
        });
        join_all(busy).await.into_iter().for_each(Result::unwrap);
        end_sessions(cluster, &url);
    }
    assert_eq!(store.reader().waiting().await.unwrap(), 80);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_accepted_before_a_restart_is_there_once() {
    let Some(cluster) = cluster_of_ones_own() else { return };
    let url = cluster.create_database();
    cluster.make_durable(&url);
    let store = open(&url).await;
    let (over, accepted) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let callers = (0..4).map(|caller| {
        let (store, over, accepted) = (store.clone(), Arc::clone(&over), Arc::clone(&accepted));
        tokio::spawn(async move {
            let mut ids = Vec::new();
            for at in 0.. {
                if over.load(Ordering::Relaxed) {
                    break;
                }
                let id = format!("{caller}-{at}");
                match store.writer().run(admission(&id, &id, NOW)).await {
                    Ok(_) => {
                        accepted.fetch_add(1, Ordering::Relaxed);
                        ids.push(id);
                    }
                    Err(StoreError::Unavailable(_)) => {}
                    Err(other) => panic!("{other:?}"),
                }
            }
            ids
        })
    });
    let callers: Vec<_> = callers.collect();
    let more = async |than: usize| {
        while accepted.load(Ordering::Relaxed) <= than {
            tokio::task::yield_now().await;
        }
    };
    for _ in 0..2 {
        more(accepted.load(Ordering::Relaxed) + 20).await;
        // Power is cut while callers write.
        tokio::task::block_in_place(|| cluster.stop());
        tokio::task::block_in_place(|| cluster.start());
    }
    more(accepted.load(Ordering::Relaxed) + 20).await;
    over.store(true, Ordering::Relaxed);
    let ids: Vec<String> = join_all(callers).await.into_iter().flat_map(Result::unwrap).collect();
    for id in &ids {
        assert!(store.reader().scan(id).await.unwrap().is_some(), "{id} was lost");
    }
    // Each was charged once with it.
    let charged =
        cluster.ask(&url, "SELECT count(*) FROM scans s JOIN scan_events e ON e.scan_id = s.id");
    let scans = cluster.ask(&url, "SELECT count(*) FROM scans");
    assert_eq!(charged, scans);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_may_be_written_to_again_is_used_at_once() {
    let Some(cluster) = citable_test_support::postgres::cluster() else { return };
    let url = cluster.direct_url(&cluster.create_database());
    let store = open(&url).await;
    cluster.make_read_only(&url);
    let refused = store.writer().run(Probe).await;
    let Err(StoreError::Unavailable(message)) = refused else { panic!("{refused:?}") };
    assert!(message.contains("only reads"), "{message}");
    cluster.make_writable(&url);
    // Sessions from before still refuse; the store has none of them.
    store.writer().run(Probe).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_hosts_the_one_that_takes_changes_is_used() {
    let (Some(first), Some(second)) = (cluster_of_ones_own(), cluster_of_ones_own()) else {
        return;
    };
    let one = first.direct_url(&first.create_database());
    let two = second.direct_url(&second.create_database());
    assert_eq!(name_of(&one), name_of(&two));
    let host = |url: &str| url.split(['@', '/']).nth(3).unwrap().to_owned();
    let both = format!(
        "postgres://citable@{},{}/{}?target_session_attrs=read-write",
        host(&one),
        host(&two),
        name_of(&one)
    );
    open(&one).await;
    first.make_read_only(&one);
    let store = open(&both).await;
    store.writer().run(admission("a", "a.example", NOW)).await.unwrap();
    assert_eq!(second.ask(&two, "SELECT id FROM scans"), "a");

    second.make_read_only(&two);
    first.make_writable(&one);
    store.writer().run(admission("b", "b.example", NOW)).await.unwrap();
    assert_eq!(first.ask(&one, "SELECT id FROM scans"), "b");
}
