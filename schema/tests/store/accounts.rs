//! Accounts, sign-in, sessions and keys.

use citable_schema::{
    KeyCreated, KeyCreation, KeyRevocation, KeySource, KeyUse, LinkRequest, LinkRequested,
    NewAccount, NewKey, OpenAccount, Plan, Rate, SignIn, SignOut, SignedIn,
};
use futures_util::future::join_all;

use crate::fixture::{Fixture, NOW};
use crate::on_both_databases;

on_both_databases! {
    a_token_is_used_once,
    a_token_has_its_time,
    a_live_token_names_its_account_and_stays_unused,
    links_are_counted_by_address_and_hour,
    one_address_is_one_account,
    a_session_ends,
    a_plan_lapses,
    keys_are_limited_and_revoked,
    the_last_key_goes_to_one_of_many,
}

fn link(email: &str, token: &str) -> LinkRequest {
    LinkRequest {
        account: NewAccount {
            id: format!("usr_of_{token}"),
            email: email.to_owned(),
            email_key: email.to_lowercase(),
        },
        token_hash: token.to_owned(),
        expires_at: NOW + 900_000,
        mail: None,
        rates: vec![
            Rate { subject: format!("email:{}", email.to_lowercase()), limit: 4 },
            Rate { subject: "address:192.0.2.1".to_owned(), limit: 6 },
        ],
        hour: 1,
        now: NOW,
    }
}

fn sign_in(token: &str, session: &str, now: i64) -> SignIn {
    SignIn {
        token_hash: token.to_owned(),
        session_hash: session.to_owned(),
        session_expires_at: now + 1_000,
        replaced_session: None,
        now,
    }
}

/// An account whose address has asked for one link.
async fn account(fixture: &Fixture, email: &str) -> String {
    fixture.store.writer().run(link(email, email)).await.unwrap();
    fixture.store.reader().account_of_email(email).await.unwrap().unwrap().id
}

fn key(account_id: &str, name: &str) -> NewKey {
    NewKey {
        id: format!("key_{name}"),
        account_id: account_id.to_owned(),
        name: name.to_owned(),
        hash: format!("hash of {name}"),
        last4: "wxyz".to_owned(),
        scopes: "read scan".to_owned(),
        source: KeySource::Account,
        created_at: NOW,
    }
}

async fn a_token_is_used_once(fixture: Fixture) {
    let writer = fixture.store.writer();
    writer.run(link("a@b.example", "t")).await.unwrap();
    let calls = (0..40).map(|number| {
        let writer = writer.clone();
        tokio::spawn(async move { writer.run(sign_in("t", &number.to_string(), NOW)).await })
    });
    let outcomes: Vec<SignedIn> =
        join_all(calls).await.into_iter().map(|outcome| outcome.unwrap().unwrap()).collect();
    let begun = outcomes.iter().filter(|outcome| **outcome == SignedIn::Begun).count();
    let used = outcomes.iter().filter(|outcome| **outcome == SignedIn::Used).count();
    assert_eq!((begun, used), (1, 39));
    assert_eq!(writer.run(sign_in("unknown", "s", NOW)).await, Ok(SignedIn::Unknown));
}

async fn a_token_has_its_time(fixture: Fixture) {
    let writer = fixture.store.writer();
    for token in ["in time", "late"] {
        writer.run(link("a@b.example", token)).await.unwrap();
    }
    let last = NOW + 900_000 - 1;
    assert_eq!(writer.run(sign_in("in time", "1", last)).await, Ok(SignedIn::Begun));
    assert_eq!(writer.run(sign_in("late", "2", last + 1)).await, Ok(SignedIn::Expired));
}

async fn a_live_token_names_its_account_and_stays_unused(fixture: Fixture) {
    let (writer, reader) = (fixture.store.writer(), fixture.store.reader());
    for (email, token) in [("a@b.example", "1"), ("c@b.example", "2")] {
        writer.run(link(email, token)).await.unwrap();
    }
    let opens = async |token, now| {
        let account = reader.account_of_sign_in_token(token, now).await.unwrap();
        account.map(|account| account.email)
    };
    let last = NOW + 900_000 - 1;
    assert_eq!(opens("1", NOW).await.as_deref(), Some("a@b.example"));
    assert_eq!(opens("1", last).await.as_deref(), Some("a@b.example"));
    assert_eq!(opens("2", last).await.as_deref(), Some("c@b.example"));
    assert_eq!((opens("1", last + 1).await, opens("3", NOW).await), (None, None));
    assert_eq!(writer.run(sign_in("1", "s", NOW)).await, Ok(SignedIn::Begun), "still unused");
    assert_eq!(opens("1", NOW).await, None);
}

async fn links_are_counted_by_address_and_hour(fixture: Fixture) {
    let writer = fixture.store.writer();
    let ask = |email: &'static str, token: &'static str, hour| {
        writer.run(LinkRequest { hour, ..link(email, token) })
    };
    for token in ["1", "2", "3", "4"] {
        assert_eq!(ask("a@b.example", token, 1).await, Ok(LinkRequested::Issued));
    }
    assert_eq!(ask("A@b.example", "5", 1).await, Ok(LinkRequested::TooMany { limit: 4 }));
    for token in ["6", "7"] {
        assert_eq!(ask("c@b.example", token, 1).await, Ok(LinkRequested::Issued));
    }
    let by_client = ask("d@b.example", "8", 1).await;
    assert_eq!(by_client, Ok(LinkRequested::TooMany { limit: 6 }));
    assert_eq!(fixture.store.reader().account_of_email("d@b.example").await, Ok(None));
    assert_eq!(ask("a@b.example", "9", 2).await, Ok(LinkRequested::Issued), "the next hour");
}

async fn one_address_is_one_account(fixture: Fixture) {
    let first = account(&fixture, "a@b.example").await;
    let writer = fixture.store.writer();
    writer.run(link("A@B.example", "second")).await.unwrap();
    let row = fixture.store.reader().account_of_email("a@b.example").await.unwrap().unwrap();
    assert_eq!((row.id, row.email.as_str()), (first, "a@b.example"));
}

async fn a_session_ends(fixture: Fixture) {
    let (writer, reader) = (fixture.store.writer(), fixture.store.reader());
    for token in ["1", "2"] {
        writer.run(link("a@b.example", token)).await.unwrap();
    }
    writer.run(sign_in("1", "first", NOW)).await.unwrap();
    let account = reader.account_of_session("first", NOW + 999).await.unwrap().unwrap();
    assert_eq!(account.confirmed_at, Some(NOW));
    assert_eq!(reader.account_of_session("first", NOW + 1_000).await, Ok(None));
    let replaced_session = Some("first".to_owned());
    let again = SignIn { replaced_session, ..sign_in("2", "second", NOW) };
    writer.run(again).await.unwrap();
    assert_eq!(reader.account_of_session("first", NOW).await, Ok(None));
    writer.run(SignOut { session_hash: "second".to_owned() }).await.unwrap();
    assert_eq!(reader.account_of_session("second", NOW).await, Ok(None));
}

async fn a_plan_lapses(fixture: Fixture) {
    let account = NewAccount {
        id: "usr_1".to_owned(),
        email: "a@b.example".to_owned(),
        email_key: "a@b.example".to_owned(),
    };
    let plan = Some((Plan::Pro, Some(NOW + 10)));
    let row = fixture.store.writer().run(OpenAccount { account, plan, now: NOW }).await.unwrap();
    assert_eq!(row.plan_at(NOW + 9), Plan::Pro);
    assert_eq!(row.plan_at(NOW + 10), Plan::Free);
}

async fn keys_are_limited_and_revoked(fixture: Fixture) {
    let (writer, reader) = (fixture.store.writer(), fixture.store.reader());
    let (owner, other) =
        (account(&fixture, "a@b.example").await, account(&fixture, "c@b.example").await);
    let create = |name: &str, limit| writer.run(KeyCreation { key: key(&owner, name), limit });
    assert_eq!(create("one", Some(1)).await, Ok(KeyCreated::Created));
    assert_eq!(create("two", Some(1)).await, Ok(KeyCreated::LimitReached));
    let app = NewKey { source: KeySource::App, ..key(&owner, "app") };
    let connected = writer.run(KeyCreation { key: app, limit: None }).await;
    assert_eq!(connected, Ok(KeyCreated::Created), "it does not count");
    let (found, account) = reader.live_key("hash of one").await.unwrap().unwrap();
    assert_eq!((found.name.as_str(), &account.id), ("one", &owner));
    writer
        .run(KeyUse { key_id: found.id.clone(), now: NOW, unless_since: NOW - 60_000 })
        .await
        .unwrap();
    writer
        .run(KeyUse { key_id: found.id.clone(), now: NOW + 5, unless_since: NOW - 59_995 })
        .await
        .unwrap();
    let (found, _) = reader.live_key("hash of one").await.unwrap().unwrap();
    assert_eq!(found.last_used_at, Some(NOW), "once a minute is enough");
    assert_eq!(
        writer
            .run(KeyRevocation { account_id: other, key_id: "key_one".to_owned(), now: NOW })
            .await,
        Ok(false)
    );
    assert_eq!(
        writer
            .run(KeyRevocation {
                account_id: owner.clone(),
                key_id: "key_one".to_owned(),
                now: NOW
            })
            .await,
        Ok(true)
    );
    assert_eq!(
        writer
            .run(KeyRevocation {
                account_id: owner.clone(),
                key_id: "key_one".to_owned(),
                now: NOW
            })
            .await,
        Ok(false)
    );
    assert_eq!(reader.live_key("hash of one").await, Ok(None));
    let names: Vec<String> =
        reader.keys_of(&owner).await.unwrap().into_iter().map(|key| key.name).collect();
    assert_eq!(names, ["app"]);
    assert_eq!(create("three", Some(1)).await, Ok(KeyCreated::Created));
}

async fn the_last_key_goes_to_one_of_many(fixture: Fixture) {
    let owner = account(&fixture, "a@b.example").await;
    let other = fixture.store_with(|_| {}).await;
    let calls = (0..20).map(|number| {
        let writer = if number % 2 == 0 { fixture.store.writer() } else { other.writer() };
        let key = key(&owner, &number.to_string());
        tokio::spawn(async move { writer.run(KeyCreation { key, limit: Some(5) }).await })
    });
    let created = join_all(calls).await;
    let created = created.iter().filter(|made| matches!(made, Ok(Ok(KeyCreated::Created)))).count();
    assert_eq!(created, 5);
}
