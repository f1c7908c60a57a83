//! Tokens of human checks.

use citable_schema::{ForgetToken, Store, UseToken};

use crate::fixture::{Fixture, NOW};
use crate::on_both_databases;

on_both_databases! {
    a_token_counts_once_until_its_time_is_over,
    of_many_uses_at_once_one_is_the_first,
    a_forgotten_token_counts_again,
    every_use_sweeps_some_of_the_expired,
}

const LIFETIME: i64 = 600_000;

async fn used(store: &Store, hash: &str, now: i64) -> bool {
    let token = UseToken { hash: hash.to_owned(), now, expires_at: now + LIFETIME };
    store.writer().run(token).await.unwrap()
}

async fn a_token_counts_once_until_its_time_is_over(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    assert!(used(store, "a", NOW).await);
    assert!(used(store, "b", NOW).await);
    assert!(!used(store, "a", NOW + LIFETIME - 1).await);
    assert!(used(store, "a", NOW + LIFETIME).await);
}

async fn of_many_uses_at_once_one_is_the_first(fixture: Fixture) {
    let nodes = [fixture.store.clone(), fixture.store_with(|_| ()).await];
    let uses = (0..100).map(|number| {
        let store = nodes[number % 2].clone();
        tokio::spawn(async move { used(&store, "a", NOW).await })
    });
    let mut first = 0;
    for one in uses.collect::<Vec<_>>() {
        first += u32::from(one.await.unwrap());
    }
    assert_eq!(first, 1);
}

async fn a_forgotten_token_counts_again(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    assert!(used(store, "a", NOW).await);
    store.writer().run(ForgetToken { hash: "a".to_owned() }).await.unwrap();
    store.writer().run(ForgetToken { hash: "unknown".to_owned() }).await.unwrap();
    assert!(used(store, "a", NOW).await);
    assert!(!used(store, "a", NOW).await);
}

async fn every_use_sweeps_some_of_the_expired(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for number in 0..250 {
        assert!(used(store, &format!("old{number:03}"), NOW - LIFETIME).await);
    }
    // The newest that is expired, although older ones are swept first.
    assert!(used(store, "old249", NOW).await);
    assert_eq!(store.reader().used_tokens().await.unwrap(), 150);
    assert!(used(store, "a", NOW).await);
    assert!(used(store, "b", NOW).await);
    assert_eq!(store.reader().used_tokens().await.unwrap(), 3);
}
