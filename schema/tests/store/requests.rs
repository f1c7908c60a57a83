//! Requests that come again: one of them is new, the others get its answer.

use citable_schema::{
    Admission, Begin, Begun, FirstAnswer, ForgetRequests, ForgetUnansweredRequests, RenewRequests,
    RequestFence, RequestKey, StoreError,
};
use futures_util::future::join_all;
use futures_util::poll;

use crate::fixture::{Fixture, NOW, admission};
use crate::on_both_databases;

on_both_databases! {
    the_first_answer_is_given_again_until_its_time_is_over,
    a_key_says_one_thing,
    a_refused_request_frees_its_key,
    who_lost_the_lease_cannot_answer,
    an_admission_without_the_right_to_answer_admits_nothing,
    one_of_many_begins,
    a_sign_of_life_makes_the_lease_longer,
    several_keys_are_freed_at_once,
    an_earlier_process_leaves_nothing_running,
}

const LEASE: i64 = 60_000;

fn begin(owner: &str, fingerprint: &str, now: i64) -> Begin {
    let request = RequestKey { credential: "usr_1".to_owned(), key: "k".to_owned() };
    Begin {
        fence: RequestFence { request, owner: owner.to_owned() },
        fingerprint: fingerprint.to_owned(),
        lease_until: now + LEASE,
        now,
    }
}

/// What others are told while that one has its key.
fn running(begin: &Begin) -> Result<Begun, StoreError> {
    Ok(Begun::Running { owner: begin.fence.owner.clone(), lease_until: begin.lease_until })
}

fn answer(begin: &Begin, text: &str) -> FirstAnswer {
    let expires_at = begin.now + 1_000;
    FirstAnswer { fence: begin.fence.clone(), answer: text.as_bytes().to_vec(), expires_at }
}

async fn the_first_answer_is_given_again_until_its_time_is_over(fixture: Fixture) {
    let writer = fixture.store.writer();
    let first = begin("a", "f", NOW);
    assert_eq!(writer.run(first.clone()).await, Ok(Begun::New));
    assert_eq!(writer.run(begin("b", "f", NOW)).await, running(&first));
    writer.run(answer(&first, "one")).await.unwrap();
    let again = writer.run(begin("b", "f", NOW + 999)).await;
    assert_eq!(again, Ok(Begun::Answered(b"one".to_vec())));
    let late = begin("b", "other", NOW + 1_000);
    let begun = writer.run(late.clone()).await;
    assert_eq!(begun, Ok(Begun::New), "the key is free again, for anything");
    assert_eq!(writer.run(begin("c", "other", NOW + 1_000)).await, running(&late));
}

async fn a_key_says_one_thing(fixture: Fixture) {
    let writer = fixture.store.writer();
    let first = begin("a", "f", NOW);
    writer.run(first.clone()).await.unwrap();
    assert_eq!(writer.run(begin("b", "g", NOW)).await, Ok(Begun::OtherRequest));
    writer.run(answer(&first, "one")).await.unwrap();
    assert_eq!(writer.run(begin("b", "g", NOW)).await, Ok(Begun::OtherRequest));
    let mut stranger = begin("b", "g", NOW);
    stranger.fence.request.credential = "usr_2".to_owned();
    assert_eq!(writer.run(stranger).await, Ok(Begun::New), "keys are private");
}

async fn a_refused_request_frees_its_key(fixture: Fixture) {
    let writer = fixture.store.writer();
    let first = begin("a", "f", NOW);
    writer.run(first.clone()).await.unwrap();
    writer.run(ForgetRequests { fences: vec![first.fence] }).await.unwrap();
    let second = begin("b", "g", NOW);
    assert_eq!(writer.run(second.clone()).await, Ok(Begun::New));
    writer.run(answer(&second, "one")).await.unwrap();
    writer.run(ForgetRequests { fences: vec![second.fence] }).await.unwrap();
    let again = writer.run(begin("c", "g", NOW)).await;
    assert_eq!(again, Ok(Begun::Answered(b"one".to_vec())), "an answer is not forgotten");
}

async fn who_lost_the_lease_cannot_answer(fixture: Fixture) {
    let writer = fixture.store.writer();
    let first = begin("a", "f", NOW);
    writer.run(first.clone()).await.unwrap();
    let second = begin("b", "f", NOW + LEASE);
    assert_eq!(writer.run(second.clone()).await, Ok(Begun::New));
    assert_eq!(writer.run(answer(&first, "one")).await, Err(StoreError::Fenced));
    writer.run(answer(&second, "two")).await.unwrap();
}

async fn an_admission_without_the_right_to_answer_admits_nothing(fixture: Fixture) {
    let (writer, reader) = (fixture.store.writer(), fixture.store.reader());
    let first = begin("a", "f", NOW);
    writer.run(first.clone()).await.unwrap();
    writer.run(ForgetRequests { fences: vec![first.fence.clone()] }).await.unwrap();
    let keyed =
        Admission { answer: Some(answer(&first, "202")), ..admission("1", "a.example", NOW) };
    assert_eq!(writer.run(keyed).await, Err(StoreError::Fenced));
    assert_eq!(reader.scan("1").await.unwrap(), None);
    assert_eq!(reader.budget_used(0).await.unwrap(), 0, "nothing is charged either");
}

async fn one_of_many_begins(fixture: Fixture) {
    let calls = (0..50).map(|number| {
        let writer = fixture.store.writer();
        let begin = begin(&number.to_string(), "f", NOW);
        tokio::spawn(async move { writer.run(begin).await })
    });
    let begun = join_all(calls).await;
    let new = begun.iter().filter(|begun| matches!(begun, Ok(Ok(Begun::New)))).count();
    assert_eq!(new, 1);
    let ok = |begun: &_| matches!(begun, Ok(Ok(Begun::New | Begun::Running { .. })));
    assert!(begun.iter().all(ok));
}

async fn a_sign_of_life_makes_the_lease_longer(fixture: Fixture) {
    let writer = fixture.store.writer();
    let (first, stranger) = (begin("a", "f", NOW), begin("b", "f", NOW));
    writer.run(first.clone()).await.unwrap();
    let fences = vec![stranger.fence, first.fence.clone()];
    writer.run(RenewRequests { fences, lease_until: NOW + 2 * LEASE }).await.unwrap();
    let renewed = Begin { lease_until: NOW + 2 * LEASE, ..first.clone() };
    let late = begin("c", "f", NOW + LEASE);
    assert_eq!(writer.run(late).await, running(&renewed), "it goes on");
    writer.run(answer(&first, "one")).await.unwrap();
    writer
        .run(RenewRequests { fences: vec![first.fence], lease_until: NOW + 3 * LEASE })
        .await
        .unwrap();
    let next = writer.run(begin("d", "g", NOW + 1_000)).await;
    assert_eq!(next, Ok(Begun::New), "an answer has a time of its own");
}

async fn several_keys_are_freed_at_once(fixture: Fixture) {
    let writer = fixture.store.writer();
    let keyed = |key: &str| {
        let mut begin = begin("a", "f", NOW);
        begin.fence.request.key = key.to_owned();
        begin
    };
    for key in ["one", "two", "answered"] {
        assert_eq!(writer.run(keyed(key)).await, Ok(Begun::New));
    }
    writer.run(answer(&keyed("answered"), "yes")).await.unwrap();
    let fences = ["one", "two", "answered", "never"].map(|key| keyed(key).fence).to_vec();
    writer.run(ForgetRequests { fences }).await.unwrap();
    for key in ["one", "two"] {
        assert_eq!(writer.run(keyed(key)).await, Ok(Begun::New), "{key}");
    }
    let kept = writer.run(keyed("answered")).await;
    assert_eq!(kept, Ok(Begun::Answered(b"yes".to_vec())));
}

async fn an_earlier_process_leaves_nothing_running(fixture: Fixture) {
    let writer = fixture.store.writer();
    writer.run(begin("a", "f", NOW)).await.unwrap();
    writer.run(ForgetUnansweredRequests).await.unwrap();
    assert_eq!(writer.run(begin("b", "f", NOW)).await, Ok(Begun::New));
}

/// A unit without a savepoint of its own still fails alone.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_refused_takes_nothing_else_with_it() {
    let fixture = Fixture::sqlite().await;
    let writer = fixture.store.writer();
    let lock = fixture.block_writes().await;
    let stranger = begin("stranger", "f", NOW);
    let first = begin("a", "f", NOW);
    // All of them wait for the lock, so they are committed together.
    let mut refused = Box::pin(writer.run(answer(&stranger, "never")));
    let mut begun = Box::pin(writer.run(first.clone()));
    let mut admitted = Box::pin(writer.run(admission("1", "a.example", NOW)));
    assert!(poll!(&mut refused).is_pending());
    assert!(poll!(&mut begun).is_pending());
    assert!(poll!(&mut admitted).is_pending());
    lock.release().await;
    assert_eq!(refused.await, Err(StoreError::Fenced));
    assert_eq!(begun.await, Ok(Begun::New));
    admitted.await.unwrap();
    writer.run(answer(&first, "one")).await.unwrap();
}
