//! Endpoints, their secrets and their test deliveries.

use std::sync::Arc;

use citable_schema::{
    Begin, Begun, DeleteEndpoint, EndpointSaved, FirstAnswer, KeepAnswer, NewAccount, OpenAccount,
    Plan, RequestFence, RequestKey, RotateSecret, SaveEndpoint, StoreError, UseWebhookTest,
    WithAnswer,
};

use crate::deliveries::endpoint;
use crate::fixture::{Fixture, NOW};
use crate::on_both_databases;

on_both_databases! {
    an_account_has_one_endpoint,
    of_many_who_make_one_at_once_one_does,
    the_answer_is_stored_with_the_endpoint_or_neither,
    a_secret_before_the_last_ends,
    test_deliveries_are_counted_by_the_hour,
}

fn save(name: &str, id: &str, url: &str) -> SaveEndpoint {
    SaveEndpoint {
        id: id.to_owned(),
        account_id: format!("usr_{name}"),
        url: url.to_owned(),
        secret: id.as_bytes().to_vec(),
        secret_hint: id.to_owned(),
        now: NOW,
    }
}

async fn account(fixture: &Fixture, name: &str) {
    let account = NewAccount {
        id: format!("usr_{name}"),
        email: format!("{name}@example.com"),
        email_key: format!("{name}@example.com"),
    };
    fixture
        .store
        .writer()
        .run(OpenAccount { account, plan: Some((Plan::Agency, None)), now: NOW })
        .await
        .unwrap();
}

async fn an_account_has_one_endpoint(fixture: Fixture) {
    account(&fixture, "a").await;
    let writer = fixture.store.writer();
    let made = writer.run(save("a", "whk_1", "https://a/")).await.unwrap();
    assert!(made.created);
    assert_eq!((made.endpoint.id.as_str(), made.endpoint.created_at), ("whk_1", NOW));
    assert_eq!((made.endpoint.paused_reason, made.endpoint.previous_secret), (None, None));
    let changed = writer.run(save("a", "whk_2", "https://b/")).await.unwrap();
    assert!(!changed.created);
    assert_eq!(
        (changed.endpoint.id.as_str(), changed.endpoint.url.as_str()),
        ("whk_1", "https://b/")
    );
    assert_eq!(changed.endpoint.secret, b"whk_1", "the secret stays");
    assert_eq!(fixture.store.reader().endpoint_of("usr_b").await.unwrap(), None);
}

async fn of_many_who_make_one_at_once_one_does(fixture: Fixture) {
    account(&fixture, "a").await;
    let saves = (0..20).map(|number| {
        let writer = fixture.store.writer();
        let save = save("a", &format!("whk_{number}"), &format!("https://{number}/"));
        tokio::spawn(async move { writer.run(save).await.unwrap().created })
    });
    let mut made = 0;
    for save in saves {
        made += usize::from(save.await.unwrap());
    }
    assert_eq!(made, 1);
}

async fn the_answer_is_stored_with_the_endpoint_or_neither(fixture: Fixture) {
    account(&fixture, "a").await;
    let writer = fixture.store.writer();
    let request = RequestKey { credential: "usr_a".to_owned(), key: "k".to_owned() };
    let fence = |owner: &str| RequestFence { request: request.clone(), owner: owner.to_owned() };
    let begin = |owner: &str| Begin {
        fence: fence(owner),
        fingerprint: "f".to_owned(),
        lease_until: NOW + 10,
        now: NOW,
    };
    let keep = |owner: &str| -> Option<KeepAnswer<EndpointSaved>> {
        let fence = fence(owner);
        Some(Arc::new(move |saved: &EndpointSaved| {
            let answer = saved.endpoint.secret.clone();
            Some(FirstAnswer { fence: fence.clone(), answer, expires_at: NOW + 100 })
        }))
    };
    assert_eq!(writer.run(begin("one")).await, Ok(Begun::New));
    let save = save("a", "whk_1", "https://a/");
    let stranger = writer.run(WithAnswer { change: save.clone(), answer: keep("another") }).await;
    assert_eq!(stranger, Err(StoreError::Fenced));
    assert_eq!(fixture.store.reader().endpoint_of("usr_a").await.unwrap(), None);
    assert!(writer.run(WithAnswer { change: save, answer: keep("one") }).await.unwrap().created);
    let again = writer.run(begin("two")).await;
    assert_eq!(again, Ok(Begun::Answered(b"whk_1".to_vec())));
}

async fn a_secret_before_the_last_ends(fixture: Fixture) {
    let first = endpoint(&fixture.store, "a", Plan::Agency).await;
    let rotation = |secret: u8, previous_until| RotateSecret {
        endpoint_id: first.id.clone(),
        secret: vec![secret],
        secret_hint: secret.to_string(),
        previous_until,
    };
    let writer = fixture.store.writer();
    let second = writer.run(rotation(2, NOW + 5)).await.unwrap().unwrap();
    assert_eq!((second.secret, second.secret_hint.as_str()), (vec![2], "2"));
    assert_eq!(
        (second.previous_secret, second.previous_until),
        (Some(first.secret.clone()), Some(NOW + 5))
    );
    let third = writer.run(rotation(3, NOW + 9)).await.unwrap().unwrap();
    assert_eq!((third.previous_secret, third.previous_until), (Some(vec![2]), Some(NOW + 9)));
    writer.run(DeleteEndpoint { account_id: "usr_a".to_owned() }).await.unwrap();
    assert_eq!(writer.run(rotation(4, NOW)).await, Ok(None));
}

async fn test_deliveries_are_counted_by_the_hour(fixture: Fixture) {
    for name in ["a", "b"] {
        account(&fixture, name).await;
    }
    let used = |name: &str, hour: i64| UseWebhookTest {
        account_id: format!("usr_{name}"),
        hour,
        limit: 5,
    };
    let tests = (0..20).map(|_| {
        let (writer, test) = (fixture.store.writer(), used("a", NOW));
        tokio::spawn(async move { writer.run(test).await.unwrap() })
    });
    let mut had_room = 0;
    for test in tests {
        had_room += usize::from(test.await.unwrap());
    }
    assert_eq!(had_room, 5, "of twenty at once");
    let writer = fixture.store.writer();
    assert_eq!(writer.run(used("b", NOW)).await, Ok(true), "each for itself");
    assert_eq!(writer.run(used("a", NOW + 3_600_000)).await, Ok(true));
}
