//! Claiming mails and ending attempts.

use std::collections::HashSet;

use citable_schema::{
    ClaimMails, EndMail, MailEnd, MailFence, MailRow, MailStatus, NewMail, QueueMail, Store,
    StoreError,
};

use crate::fixture::{Fixture, NOW};
use crate::on_both_databases;

on_both_databases! {
    what_is_due_the_longest_is_claimed_first,
    many_claims_at_once_never_hand_out_a_mail_twice,
    a_claim_that_is_over_can_be_taken_and_its_owner_is_refused,
    a_single_node_takes_over_every_foreign_claim,
    a_retry_waits_for_its_instant,
    a_mail_that_ended_keeps_nothing_of_its_reader,
    an_id_is_taken_once,
}

const LEASE: i64 = 180_000;

fn mail(id: &str) -> NewMail {
    NewMail {
        id: id.to_owned(),
        template: "sign_in_link".to_owned(),
        recipient: "ada@example.com".to_owned(),
        data: r#"{"seed":"s"}"#.to_owned(),
        not_after: Some(NOW + 900_000),
    }
}

async fn queue(store: &Store, id: &str, now: i64) {
    store.writer().run(QueueMail { mail: mail(id), now }).await.unwrap();
}

fn claim(owner: &str, now: i64) -> ClaimMails {
    ClaimMails {
        owner: owner.to_owned(),
        now,
        lease_until: now + LEASE,
        limit: 1_000,
        take_foreign: false,
    }
}

async fn claimed(store: &Store, owner: &str, now: i64) -> Vec<MailRow> {
    store.writer().run(claim(owner, now)).await.unwrap().mails
}

async fn claim_one(store: &Store, owner: &str, now: i64) -> MailFence {
    let mails = claimed(store, owner, now).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    mails[0].fence().unwrap()
}

async fn end(
    store: &Store,
    fence: &MailFence,
    now: i64,
    outcome: MailEnd,
) -> Result<(), StoreError> {
    store.writer().run(EndMail { fence: fence.clone(), now, outcome }).await
}

async fn row(store: &Store, id: &str) -> MailRow {
    store.reader().mail(id).await.unwrap().unwrap()
}

fn ids(mails: &[MailRow]) -> Vec<&str> {
    mails.iter().map(|mail| mail.id.as_str()).collect()
}

async fn what_is_due_the_longest_is_claimed_first(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for (id, age) in [("d", 1), ("c", 3), ("b", 2), ("a", 2), ("e", -5)] {
        queue(store, id, NOW - age).await;
    }
    assert_eq!(store.reader().mails_waiting().await.unwrap(), 5);
    assert_eq!(store.reader().next_mail_due().await.unwrap(), Some(NOW - 3));
    let two = ClaimMails { limit: 2, ..claim("boot", NOW) };
    let first = store.writer().run(two).await.unwrap();
    assert_eq!(ids(&first.mails), ["c", "a"]);
    assert_eq!(first.next_due, Some(NOW - 2), "more are due than were asked for");
    let rest = store.writer().run(claim("boot", NOW)).await.unwrap();
    assert_eq!(ids(&rest.mails), ["b", "d"]);
    assert_eq!(rest.next_due, Some(NOW + 5));
    let sending = &rest.mails[0];
    assert_eq!((sending.status, sending.attempt), (MailStatus::Sending, 1));
    assert_eq!((sending.recipient.as_str(), sending.created_at), ("ada@example.com", NOW - 2));
    assert_eq!(claimed(store, "boot", NOW).await, []);
}

async fn many_claims_at_once_never_hand_out_a_mail_twice(fixture: Fixture) {
    const MAILS: usize = 300;
    let mut nodes = vec![fixture.store.clone()];
    for _ in 1..4 {
        nodes.push(fixture.store_with(|_| ()).await);
    }
    for number in 0..MAILS {
        queue(&fixture.store, &format!("mail{number:03}"), NOW).await;
    }
    let claims = (0..200).map(|round| {
        let writer = nodes[round % 4].writer();
        let claim = ClaimMails { limit: 2, ..claim(&format!("owner{}", round % 4), NOW) };
        tokio::spawn(async move { writer.run(claim).await.unwrap().mails })
    });
    let mut taken = Vec::new();
    for claim in claims.collect::<Vec<_>>() {
        taken.extend(claim.await.unwrap());
    }
    // Passing over what another node has locked may leave some for the next claim.
    taken.extend(claimed(&fixture.store, "last", NOW).await);
    assert_eq!(taken.len(), MAILS);
    assert_eq!(ids(&taken).into_iter().collect::<HashSet<_>>().len(), MAILS);
    assert!(taken.iter().all(|mail| mail.attempt == 1));
}

async fn a_claim_that_is_over_can_be_taken_and_its_owner_is_refused(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    queue(store, "a", NOW).await;
    let first = claim_one(store, "boot", NOW).await;
    assert_eq!(store.reader().next_mail_due().await.unwrap(), Some(NOW + LEASE));
    assert_eq!(claimed(store, "other", NOW + LEASE - 1).await, []);
    // The same owner again: the attempt tells the two claims apart.
    let second = claim_one(store, "boot", NOW + LEASE).await;
    assert_eq!(second.attempt, 2);
    for outcome in [
        MailEnd::Sent,
        MailEnd::Dropped,
        MailEnd::Failed { error: "no".to_owned() },
        MailEnd::Retry { at: NOW, error: "no".to_owned() },
    ] {
        let late = end(store, &first, NOW + LEASE, outcome).await;
        assert_eq!(late, Err(StoreError::Fenced));
    }
    let stranger = MailFence { owner: "other".to_owned(), ..second.clone() };
    assert_eq!(end(store, &stranger, NOW, MailEnd::Sent).await, Err(StoreError::Fenced));
    assert_eq!(row(store, "a").await.status, MailStatus::Sending);
    end(store, &second, NOW + LEASE, MailEnd::Sent).await.unwrap();
    assert_eq!(end(store, &second, NOW, MailEnd::Sent).await, Err(StoreError::Fenced));
}

async fn a_single_node_takes_over_every_foreign_claim(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    queue(store, "a", NOW).await;
    claim_one(store, "dead", NOW).await;
    queue(store, "b", NOW).await;
    claim_one(store, "alive", NOW).await;
    let alone = ClaimMails { take_foreign: true, ..claim("alive", NOW) };
    let taken = store.writer().run(alone).await.unwrap().mails;
    assert_eq!(ids(&taken), ["a"]);
    assert_eq!((taken[0].attempt, taken[0].owner.as_deref()), (2, Some("alive")));
}

async fn a_retry_waits_for_its_instant(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    queue(store, "a", NOW).await;
    let fence = claim_one(store, "boot", NOW).await;
    let outcome = MailEnd::Retry { at: NOW + 30_000, error: "451 later".to_owned() };
    end(store, &fence, NOW + 5, outcome).await.unwrap();
    let waiting = row(store, "a").await;
    assert_eq!((waiting.status, waiting.attempt), (MailStatus::Waiting, 1));
    assert_eq!(waiting.last_error.as_deref(), Some("451 later"));
    assert_eq!((waiting.owner, waiting.lease_until, waiting.ended_at), (None, None, None));
    assert_eq!(waiting.recipient, "ada@example.com");
    assert_eq!(store.reader().next_mail_due().await.unwrap(), Some(NOW + 30_000));
    assert_eq!(claimed(store, "boot", NOW + 29_999).await, []);
    assert_eq!(claim_one(store, "boot", NOW + 30_000).await.attempt, 2);
}

async fn a_mail_that_ended_keeps_nothing_of_its_reader(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let failed = MailEnd::Failed { error: "550 no such user".to_owned() };
    for (id, outcome, status, error) in [
        ("a", MailEnd::Sent, MailStatus::Sent, None),
        ("b", failed, MailStatus::Failed, Some("550 no such user")),
        ("c", MailEnd::Dropped, MailStatus::Dropped, None),
    ] {
        queue(store, id, NOW).await;
        let fence = claim_one(store, "boot", NOW).await;
        end(store, &fence, NOW + 7, outcome).await.unwrap();
        let ended = row(store, id).await;
        assert_eq!((ended.status, ended.ended_at), (status, Some(NOW + 7)));
        assert_eq!((ended.recipient.as_str(), ended.data.as_str()), ("", ""));
        assert_eq!(ended.last_error.as_deref(), error);
    }
    assert_eq!(store.reader().mails_waiting().await.unwrap(), 0);
    assert_eq!(store.reader().next_mail_due().await.unwrap(), None);
    assert_eq!(claimed(store, "boot", NOW + 10 * LEASE).await, []);
}

async fn an_id_is_taken_once(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    queue(store, "a", NOW).await;
    let again = store.writer().run(QueueMail { mail: mail("a"), now: NOW }).await;
    assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
}

#[test]
fn a_row_shows_neither_reader_nor_data() {
    let shown = format!("{:?}", QueueMail { mail: mail("a"), now: NOW });
    assert!(!shown.contains("ada@") && !shown.contains("seed"), "{shown}");
}
