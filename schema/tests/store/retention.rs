//! What is deleted, what stays, and at which instant.

use citable_schema::{
    Admission, Begin, Bucket, ClaimMails, EndMail, EventStatus, FirstAnswer, KeyCreation,
    KeyRevocation, KeySource, Leftover, LinkRequest, MailEnd, NewAccount, NewKey, NewMail, NewScan,
    OpenAccount, Plan, QueueMail, RequestFence, RequestKey, SignIn, SignedIn, Spend, Store, Sweep,
    UseToken,
};

use crate::fixture::{Fixture, NOW, admission, admit, claim_all, completion, execute};
use crate::on_both_databases;

on_both_databases! {
    scans_without_an_account_go_after_their_end,
    a_log_is_cut_down_to_its_end,
    sign_in_leftovers_go,
    requests_and_tokens_go,
    mails_go_after_their_end,
    charges_go_unless_their_scan_is_pending,
    accounts_that_nobody_confirmed_go_unless_they_have_something,
    customers_of_nobody_go_unless_they_subscribed,
    a_sweep_takes_the_oldest_few,
    sweeps_at_once_delete_everything_once,
    a_link_asked_for_during_sweeps_is_good,
}

const ALL: i64 = 1_000;

/// Deletes everything of a kind that is of that instant or before.
async fn sweep(store: &Store, what: Leftover, until: i64) -> usize {
    store.writer().run(Sweep { what, until, limit: ALL, now: NOW }).await.unwrap()
}

/// Nothing goes at the instant before, and so many rows at the instant itself.
async fn goes_at(store: &Store, what: Leftover, instant: i64, rows: usize) {
    assert_eq!(sweep(store, what, instant - 1).await, 0, "{what:?} too early");
    assert_eq!(sweep(store, what, instant).await, rows, "{what:?}");
    assert_eq!(sweep(store, what, instant).await, 0, "{what:?} twice");
}

async fn end_all(store: &Store, now: i64) {
    for scan in claim_all(store, "boot", now, &[]).await.scans {
        store.writer().run(completion(scan.row.fence().unwrap(), now, 2)).await.unwrap();
    }
}

async fn is_there(store: &Store, id: &str) -> bool {
    store.reader().scan(id).await.unwrap().is_some()
}

async fn scans_without_an_account_go_after_their_end(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "stray", "a.example", NOW - 50).await;
    let owned = admission("owned", "b.example", NOW - 50);
    let scan = NewScan { account_id: Some("ada".to_owned()), ..owned.scan };
    store.writer().run(Admission { scan, ..owned }).await.unwrap();
    end_all(store, NOW).await;
    admit(store, "queued", "c.example", NOW - 50).await;
    admit(store, "running", "d.example", NOW - 51).await;
    let claim = citable_schema::Claim { limit: 1, ..crate::fixture::claim("boot", NOW, &[]) };
    assert_eq!(store.writer().run(claim).await.unwrap().scans[0].row.id, "running");

    goes_at(store, Leftover::StrayScan, NOW, 1).await;
    assert_eq!(sweep(store, Leftover::StrayScan, i64::MAX).await, 0);
    for (id, stays) in [("stray", false), ("owned", true), ("queued", true), ("running", true)] {
        assert_eq!(is_there(store, id).await, stays, "{id}");
        let ended = id == "stray" || id == "owned";
        assert_eq!(store.reader().report(id).await.unwrap().is_some(), stays && ended, "{id}");
        assert_eq!(store.reader().snapshot(id).await.unwrap().is_some(), stays && ended, "{id}");
        assert_eq!(store.reader().events_after(id, 0).await.unwrap().is_empty(), !stays, "{id}");
    }
}

async fn a_log_is_cut_down_to_its_end(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "done", "a.example", NOW).await;
    end_all(store, NOW).await;
    admit(store, "queued", "b.example", NOW - 9).await;
    goes_at(store, Leftover::ScanLog, NOW, 1).await;
    let left = store.reader().events_after("done", 0).await.unwrap();
    let left: Vec<_> = left.iter().map(|event| (event.seq, event.status, event.score)).collect();
    assert_eq!(left, [(3, EventStatus::Done, Some(87))]);
    assert_eq!(store.reader().last_event("done").await.unwrap().unwrap().seq, 3);
    assert_eq!(store.reader().events_after("queued", 0).await.unwrap().len(), 1);
    assert!(store.reader().report("done").await.unwrap().is_some());
}

fn account(name: &str) -> NewAccount {
    let email = format!("{name}@example.com");
    NewAccount { id: format!("usr_{name}"), email_key: email.clone(), email }
}

/// A request for a link that is good for a quarter of an hour.
fn link(name: &str, token: &str, now: i64) -> LinkRequest {
    LinkRequest {
        account: account(name),
        token_hash: token.to_owned(),
        expires_at: now + 900_000,
        mail: None,
        rates: vec![citable_schema::Rate { subject: name.to_owned(), limit: 4 }],
        hour: now - now.rem_euclid(3_600_000),
        now,
    }
}

async fn ask_link(store: &Store, name: &str, token: &str, now: i64) {
    store.writer().run(link(name, token, now)).await.unwrap();
}

async fn sign_in(store: &Store, token: &str, now: i64) -> SignedIn {
    let order = SignIn {
        token_hash: token.to_owned(),
        session_hash: format!("session of {token}"),
        session_expires_at: now + 1_000,
        replaced_session: None,
        now,
    };
    store.writer().run(order).await.unwrap()
}

async fn sign_in_leftovers_go(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for token in ["used", "late"] {
        ask_link(store, "ada", token, NOW).await;
    }
    assert_eq!(sign_in(store, "used", NOW).await, SignedIn::Begun);
    let hour = NOW - NOW.rem_euclid(3_600_000);
    goes_at(store, Leftover::Session, NOW + 1_000, 1).await;
    let gone = store.reader().account_of_session("session of used", NOW).await.unwrap();
    assert_eq!(gone, None);
    goes_at(store, Leftover::SignInRate, hour, 1).await;
    assert_eq!(sweep(store, Leftover::SignInToken, NOW + 899_999).await, 0);
    assert_eq!(sign_in(store, "used", NOW + 900_000).await, SignedIn::Used);
    assert_eq!(sign_in(store, "late", NOW + 900_000).await, SignedIn::Expired);
    goes_at(store, Leftover::SignInToken, NOW + 900_000, 2).await;
    assert_eq!(sign_in(store, "late", NOW).await, SignedIn::Unknown);
}

async fn requests_and_tokens_go(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for key in ["answered", "running"] {
        let request = RequestKey { credential: "key_1".to_owned(), key: key.to_owned() };
        let fence = RequestFence { request, owner: "boot".to_owned() };
        let (fingerprint, lease_until) = ("f".to_owned(), NOW + 10);
        let begin = Begin { fence: fence.clone(), fingerprint, lease_until, now: NOW };
        store.writer().run(begin).await.unwrap();
        if key == "answered" {
            let first = FirstAnswer { fence, answer: vec![1], expires_at: NOW + 500 };
            store.writer().run(first).await.unwrap();
        }
    }
    goes_at(store, Leftover::Request, NOW + 10, 1).await;
    goes_at(store, Leftover::Request, NOW + 500, 1).await;

    let token = UseToken { hash: "t".to_owned(), now: NOW, expires_at: NOW + 7 };
    assert!(store.writer().run(token).await.unwrap());
    goes_at(store, Leftover::HumanCheckToken, NOW + 7, 1).await;
    assert_eq!(store.reader().used_tokens().await.unwrap(), 0);

    ask_link(store, "ada", "x", NOW).await;
    let insert = format!(
        "INSERT INTO unsubscribe_tokens (hash, account_id, created_at) \
         VALUES ('u', 'usr_ada', {NOW})"
    );
    execute(&fixture.url, &insert).await;
    goes_at(store, Leftover::UnsubscribeToken, NOW, 1).await;
}

async fn mails_go_after_their_end(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for id in ["sent", "failed", "waiting"] {
        let mail = NewMail {
            id: id.to_owned(),
            template: "sign_in_link".to_owned(),
            recipient: "ada@example.com".to_owned(),
            data: String::new(),
            not_after: None,
        };
        let now = if id == "waiting" { NOW + 100 } else { NOW - 100 };
        store.writer().run(QueueMail { mail, now }).await.unwrap();
    }
    let claim = ClaimMails {
        owner: "boot".to_owned(),
        now: NOW,
        lease_until: NOW + 50,
        limit: 9,
        take_foreign: false,
    };
    for mail in store.writer().run(claim).await.unwrap().mails {
        let outcome = match &*mail.id {
            "sent" => MailEnd::Sent,
            _ => MailEnd::Failed { error: "no".to_owned() },
        };
        let end = EndMail { fence: mail.fence().unwrap(), now: NOW, outcome };
        store.writer().run(end).await.unwrap();
    }
    goes_at(store, Leftover::Mail, NOW, 2).await;
    assert_eq!(sweep(store, Leftover::Mail, i64::MAX).await, 0);
    assert_eq!(store.reader().mails_waiting().await.unwrap(), 1);
}

async fn charges_go_unless_their_scan_is_pending(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let charged = |id: &str, subject: &str, month: i64, now: i64| {
        let bucket = |period| Bucket { period, limit: 9 };
        let spend = Spend {
            subject: Some(subject.to_owned()),
            day: bucket(month + 5),
            month: bucket(month),
            budget: 9,
        };
        Admission { spend, ..admission(id, &format!("{id}.example"), now) }
    };
    for (id, subject, month, now) in [("a", "ada", 10, 16), ("b", "ada", 20, 26)] {
        store.writer().run(charged(id, subject, month, now)).await.unwrap();
    }
    end_all(store, 30).await;
    store.writer().run(charged("c", "grace", 20, 27)).await.unwrap();

    // Of each month: a day and a month of the subject, and the service's day.
    goes_at(store, Leftover::QuotaCounter, 10, 1).await;
    goes_at(store, Leftover::QuotaCounter, 15, 2).await;
    assert_eq!(sweep(store, Leftover::QuotaCounter, i64::MAX).await, 0, "`c` may give back");
    goes_at(store, Leftover::Charge, 16, 1).await;
    goes_at(store, Leftover::Charge, 26, 1).await;
    assert_eq!(sweep(store, Leftover::Charge, i64::MAX).await, 0, "`c` is pending");
    assert_eq!(store.reader().used("grace", 25, 20).await.unwrap().month, 1);

    for scan in claim_all(store, "boot", 30, &[]).await.scans {
        let mut end = crate::fixture::failure(scan.row.fence().unwrap(), 30, 2);
        end.give_back = true;
        store.writer().run(end).await.unwrap();
    }
    assert_eq!(store.reader().used("grace", 25, 20).await.unwrap().month, 0);
    assert_eq!(sweep(store, Leftover::Charge, 27).await, 1);
    assert_eq!(sweep(store, Leftover::QuotaCounter, 25).await, 5);
}

async fn accounts_that_nobody_confirmed_go_unless_they_have_something(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let open = async |name: &str, plan| {
        store.writer().run(OpenAccount { account: account(name), plan, now: NOW }).await.unwrap();
    };
    for name in ["idle", "scanning", "keyed", "revoked", "asking", "choosing", "told", "billed"] {
        open(name, None).await;
    }
    open("paying", Some((Plan::Pro, None))).await;
    open("lapsed", Some((Plan::Agency, Some(NOW)))).await;
    open("free", Some((Plan::Free, None))).await;
    let scan = admission("scan", "a.example", NOW);
    let of_account = NewScan { account_id: Some("usr_scanning".to_owned()), ..scan.scan };
    store.writer().run(Admission { scan: of_account, ..scan }).await.unwrap();
    for name in ["keyed", "revoked"] {
        let key = NewKey {
            id: format!("key_{name}"),
            account_id: format!("usr_{name}"),
            name: "k".to_owned(),
            hash: name.to_owned(),
            last4: "abcd".to_owned(),
            scopes: "read".to_owned(),
            source: KeySource::Account,
            created_at: NOW,
        };
        store.writer().run(KeyCreation { key, limit: None }).await.unwrap();
    }
    store
        .writer()
        .run(KeyRevocation {
            account_id: "usr_revoked".into(),
            key_id: "key_revoked".into(),
            now: NOW,
        })
        .await
        .unwrap();
    ask_link(store, "asking", "asked", NOW).await;
    ask_link(store, "confirmed", "confirmed", NOW).await;
    assert_eq!(sign_in(store, "confirmed", NOW).await, SignedIn::Begun);
    sweep(store, Leftover::Session, i64::MAX).await;
    execute(
        &fixture.url,
        &format!(
            "INSERT INTO notification_preferences (account_id, everything, weekly_report, \
             score_drop, monitor_failure, webhook_paused, billing) \
             VALUES ('usr_choosing', FALSE, TRUE, TRUE, TRUE, TRUE, TRUE); \
             INSERT INTO billing_customers (id, account_id, created_at) \
             VALUES ('cus_1', 'usr_billed', {NOW}); \
             INSERT INTO unsubscribe_tokens (hash, account_id, created_at) \
             VALUES ('u', 'usr_told', {NOW}); \
             INSERT INTO sessions (hash, account_id, created_at, expires_at) \
             VALUES ('s', 'usr_asking', {NOW}, {NOW})"
        ),
    )
    .await;

    goes_at(store, Leftover::UnconfirmedAccount, NOW, 2).await;
    let left = async |name: &str| {
        let found = store.reader().account_of_email(&format!("{name}@example.com")).await;
        found.unwrap().is_some()
    };
    for name in ["idle", "free"] {
        assert!(!left(name).await, "{name}");
    }
    for name in [
        "scanning",
        "keyed",
        "revoked",
        "asking",
        "choosing",
        "told",
        "billed",
        "paying",
        "lapsed",
        "confirmed",
    ] {
        assert!(left(name).await, "{name}");
    }
    sweep(store, Leftover::SignInToken, i64::MAX).await;
    assert_eq!(sweep(store, Leftover::UnconfirmedAccount, NOW).await, 0, "it has a session");
    sweep(store, Leftover::Session, i64::MAX).await;
    assert_eq!(sweep(store, Leftover::UnconfirmedAccount, NOW).await, 1);
    assert!(!left("asking").await);
}

async fn customers_of_nobody_go_unless_they_subscribed(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let account = OpenAccount { account: account("owner"), plan: None, now: NOW };
    store.writer().run(account).await.unwrap();
    execute(
        &fixture.url,
        &format!(
            "INSERT INTO billing_customers (id, account_id, created_at) VALUES \
             ('cus_nobodys', NULL, {NOW}), ('cus_subscribed', NULL, {NOW}), \
             ('cus_owned', 'usr_owner', {NOW}); \
             INSERT INTO billing_subscriptions \
             (id, customer_id, told_by, status, price_id, billed_by, billed_paid) \
             VALUES ('sub_1', 'cus_subscribed', 'evt_1', 'active', 'price_1', 'evt_1', TRUE)"
        ),
    )
    .await;
    goes_at(store, Leftover::StrayCustomer, NOW, 1).await;
}

async fn a_sweep_takes_the_oldest_few(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for (id, end) in [("young", NOW + 2), ("oldest", NOW), ("old", NOW + 1)] {
        admit(store, id, "a.example", NOW).await;
        end_all(store, end).await;
    }
    let two = Sweep { what: Leftover::StrayScan, until: NOW + 9, limit: 2, now: NOW };
    assert_eq!(store.writer().run(two.clone()).await.unwrap(), 2);
    assert!(is_there(store, "young").await);
    assert_eq!(store.writer().run(two).await.unwrap(), 1);
}

async fn sweeps_at_once_delete_everything_once(fixture: Fixture) {
    let nodes = [fixture.store_with(|_| ()).await, fixture.store_with(|_| ()).await];
    for number in 0..40 {
        admit(&fixture.store, &format!("scan{number}"), &format!("{number}.example"), NOW).await;
        ask_link(&fixture.store, &format!("name{number}"), &format!("t{number}"), NOW).await;
    }
    end_all(&fixture.store, NOW).await;
    let kinds = [Leftover::StrayScan, Leftover::ScanLog, Leftover::SignInToken];
    let sweeps = (0..60).map(|round| {
        let store = nodes[round % 2].clone();
        let order = Sweep { what: kinds[round % 3], until: i64::MAX, limit: 5, now: NOW };
        tokio::spawn(async move { (round % 3, store.writer().run(order).await.unwrap()) })
    });
    let mut swept = [0; 3];
    for sweep in sweeps.collect::<Vec<_>>() {
        let (kind, rows) = sweep.await.unwrap();
        swept[kind] += rows;
    }
    // Passing over what another node has locked may leave some for the next sweep.
    swept[0] += sweep(&fixture.store, Leftover::StrayScan, i64::MAX).await;
    swept[2] += sweep(&fixture.store, Leftover::SignInToken, i64::MAX).await;
    assert_eq!((swept[0], swept[2]), (40, 40));
    assert!(!is_there(&fixture.store, "scan7").await);
}

async fn a_link_asked_for_during_sweeps_is_good(fixture: Fixture) {
    let other = fixture.store_with(|_| ()).await;
    for round in 0..20 {
        let name = format!("name{round}");
        fixture
            .store
            .writer()
            .run(OpenAccount { account: account(&name), plan: None, now: NOW })
            .await
            .unwrap();
        let (token, writer) = (format!("token{round}"), other.writer());
        let sweeping = sweep(&fixture.store, Leftover::UnconfirmedAccount, NOW);
        let (_, asked) = tokio::join!(sweeping, writer.run(link(&name, &token, NOW)));
        asked.unwrap();
        assert_eq!(sign_in(&fixture.store, &token, NOW).await, SignedIn::Begun, "{round}");
    }
}
