//! What accounts are told, what they want to be told, and the links that end it.

use citable_schema::{
    ChangePreferences, ClaimMails, MailRow, NewAccount, Notice, NoticeKind, Notify, OpenAccount,
    PreferencesPatch, PreferencesRow, Store, StoreError, Unsubscribe,
};
use futures_util::future::join_all;

use crate::fixture::{Fixture, NOW, execute};
use crate::on_both_databases;

on_both_databases! {
    whoever_said_nothing_is_told_everything,
    a_flag_that_is_off_keeps_its_mails_back,
    nobody_is_told_where_the_account_is_gone,
    a_patch_writes_the_flags_that_it_names,
    patches_at_once_lose_none_of_their_flags,
    a_link_turns_everything_off_and_keeps_the_flags,
    a_token_is_spent_once,
    a_link_knows_what_its_owner_wants,
}

const ID: &str = "usr_a";

/// A patch of one flag.
fn patch(flag: &str, value: bool) -> PreferencesPatch {
    let mut patch = PreferencesPatch::default();
    let place = match flag {
        "everything" => &mut patch.everything,
        "weekly_report" => &mut patch.weekly_report,
        "score_drop" => &mut patch.score_drop,
        "monitor_failure" => &mut patch.monitor_failure,
        "webhook_paused" => &mut patch.webhook_paused,
        _ => &mut patch.billing,
    };
    *place = Some(value);
    patch
}

fn notice(kind: NoticeKind, name: &str) -> Notice {
    Notice {
        mail_id: format!("msg_{name}"),
        kind,
        data: "{}".to_owned(),
        token_hash: format!("hash of {name}"),
        not_after: Some(NOW + 1_000),
    }
}

async fn account(store: &Store) {
    let email = "Ada@people.example";
    let account =
        NewAccount { id: ID.into(), email: email.into(), email_key: email.to_lowercase() };
    store.writer().run(OpenAccount { account, plan: None, now: NOW }).await.unwrap();
}

async fn tell(store: &Store, kind: NoticeKind, name: &str) {
    store
        .writer()
        .run(Notify { account_id: ID.to_owned(), notice: notice(kind, name), now: NOW })
        .await
        .unwrap();
}

async fn change(store: &Store, patch: PreferencesPatch) -> PreferencesRow {
    store.writer().run(ChangePreferences { account_id: ID.to_owned(), patch }).await.unwrap()
}

/// The mails that a claim finds.
async fn due(store: &Store) -> Vec<MailRow> {
    let claim = ClaimMails {
        owner: "boot".to_owned(),
        now: NOW,
        lease_until: NOW + 1_000,
        limit: 100,
        take_foreign: false,
    };
    store.writer().run(claim).await.unwrap().mails
}

async fn whoever_said_nothing_is_told_everything(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    account(store).await;
    assert_eq!(store.reader().preferences(ID).await, Ok(PreferencesRow::default()));
    for kind in NoticeKind::ALL {
        tell(store, kind, kind.as_str()).await;
    }
    let mut mails = due(store).await;
    mails.sort_by(|a, b| a.template.cmp(&b.template));
    let templates: Vec<&str> = mails.iter().map(|mail| mail.template.as_str()).collect();
    let kinds = ["billing", "monitor_failure", "score_drop", "webhook_paused", "weekly_report"];
    assert_eq!(templates, kinds);
    for mail in &mails {
        assert_eq!((mail.recipient.as_str(), mail.data.as_str()), ("Ada@people.example", "{}"));
        assert_eq!(mail.not_after, Some(NOW + 1_000));
    }
    let again = store
        .writer()
        .run(Notify {
            account_id: ID.into(),
            notice: notice(NoticeKind::Billing, "billing"),
            now: NOW,
        })
        .await;
    assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
}

async fn a_flag_that_is_off_keeps_its_mails_back(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    account(store).await;
    for off in NoticeKind::ALL {
        change(store, patch(off.as_str(), false)).await;
        for kind in NoticeKind::ALL {
            tell(store, kind, &format!("{off:?} {kind:?}")).await;
        }
        let told: Vec<String> = due(store).await.into_iter().map(|mail| mail.template).collect();
        assert_eq!(told.len(), NoticeKind::ALL.len() - 1, "{off:?}: {told:?}");
        assert!(!told.iter().any(|kind| kind == off.as_str()), "{off:?}: {told:?}");
        change(store, patch(off.as_str(), true)).await;
    }
    change(store, patch("everything", false)).await;
    for kind in NoticeKind::ALL {
        tell(store, kind, &format!("nothing {kind:?}")).await;
        let hash = notice(kind, &format!("nothing {kind:?}")).token_hash;
        assert_eq!(store.reader().preferences_behind_link(&hash).await, Ok(None), "no token");
    }
    assert_eq!(due(store).await, []);
}

async fn nobody_is_told_where_the_account_is_gone(fixture: Fixture) {
    let Fixture { store, url, .. } = &fixture;
    tell(store, NoticeKind::ScoreDrop, "never").await;
    account(store).await;
    tell(store, NoticeKind::ScoreDrop, "before").await;
    change(store, patch("billing", false)).await;
    execute(url, &format!("DELETE FROM accounts WHERE id = '{ID}'")).await;
    tell(store, NoticeKind::ScoreDrop, "after").await;
    let ids: Vec<String> = due(store).await.into_iter().map(|mail| mail.id).collect();
    assert_eq!(ids, ["msg_before"]);
    assert_eq!(store.reader().preferences_behind_link("hash of before").await, Ok(None));
    assert_eq!(
        store.writer().run(Unsubscribe { token_hash: "hash of before".into(), now: NOW }).await,
        Ok(false)
    );
    let changed = store
        .writer()
        .run(ChangePreferences { account_id: ID.into(), patch: patch("billing", true) })
        .await;
    assert!(matches!(changed, Err(StoreError::Contention(_))), "{changed:?}");
}

async fn a_patch_writes_the_flags_that_it_names(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    account(store).await;
    let mut expected = PreferencesRow::default();
    assert_eq!(change(store, PreferencesPatch::default()).await, expected);
    expected.score_drop = false;
    assert_eq!(change(store, patch("score_drop", false)).await, expected);
    expected.everything = false;
    assert_eq!(change(store, patch("everything", false)).await, expected);
    assert_eq!(change(store, PreferencesPatch::default()).await, expected);
    expected.everything = true;
    let both = PreferencesPatch { billing: Some(true), ..patch("everything", true) };
    assert_eq!(change(store, both).await, expected);
    assert_eq!(store.reader().preferences(ID).await, Ok(expected));
    let other =
        NewAccount { id: "usr_b".into(), email: "b@b.example".into(), email_key: "b".into() };
    store.writer().run(OpenAccount { account: other, plan: None, now: NOW }).await.unwrap();
    assert_eq!(store.reader().preferences("usr_b").await, Ok(PreferencesRow::default()));
}

async fn patches_at_once_lose_none_of_their_flags(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    account(store).await;
    let flags = [
        "weekly_report",
        "score_drop",
        "monitor_failure",
        "webhook_paused",
        "billing",
        "everything",
    ];
    for value in [false, true] {
        join_all(flags.map(|flag| change(store, patch(flag, value)))).await;
        let all = PreferencesRow {
            everything: value,
            weekly_report: value,
            score_drop: value,
            monitor_failure: value,
            webhook_paused: value,
            billing: value,
        };
        assert_eq!(store.reader().preferences(ID).await, Ok(all));
    }
}

async fn a_link_turns_everything_off_and_keeps_the_flags(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    account(store).await;
    tell(store, NoticeKind::WeeklyReport, "first").await;
    tell(store, NoticeKind::WeeklyReport, "second").await;
    change(store, patch("billing", false)).await;
    let writer = store.writer();
    let spend =
        |name: &str| writer.run(Unsubscribe { token_hash: format!("hash of {name}"), now: NOW });
    assert_eq!(spend("nothing").await, Ok(false));
    assert!(store.reader().preferences(ID).await.unwrap().everything, "an unknown token");
    assert_eq!(spend("first").await, Ok(true));
    let off = PreferencesRow { everything: false, billing: false, ..PreferencesRow::default() };
    assert_eq!(store.reader().preferences(ID).await, Ok(off));
    change(store, patch("everything", true)).await;
    assert_eq!(spend("first").await, Ok(false), "spent");
    assert!(store.reader().preferences(ID).await.unwrap().everything, "a spent token");
    assert_eq!(spend("second").await, Ok(true));
    assert_eq!(store.reader().preferences(ID).await, Ok(off));
}

async fn a_token_is_spent_once(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    account(store).await;
    tell(store, NoticeKind::ScoreDrop, "a").await;
    let spends = (0..40).map(|_| {
        let writer = store.writer();
        tokio::spawn(async move {
            writer.run(Unsubscribe { token_hash: "hash of a".to_owned(), now: NOW }).await
        })
    });
    let outcomes = join_all(spends).await;
    let live = outcomes.into_iter().filter(|outcome| *outcome.as_ref().unwrap() == Ok(true));
    assert_eq!(live.count(), 1);
    assert!(!store.reader().preferences(ID).await.unwrap().everything);
}

async fn a_link_knows_what_its_owner_wants(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    account(store).await;
    tell(store, NoticeKind::ScoreDrop, "a").await;
    let reader = store.reader();
    let wanted = || reader.preferences_behind_link("hash of a");
    assert_eq!(wanted().await, Ok(Some(PreferencesRow::default())));
    let changed = change(store, patch("score_drop", false)).await;
    assert_eq!(wanted().await, Ok(Some(changed)));
    store.writer().run(Unsubscribe { token_hash: "hash of a".into(), now: NOW }).await.unwrap();
    let off = PreferencesRow { everything: false, ..changed };
    assert_eq!(wanted().await, Ok(Some(off)), "of a spent one too");
    assert_eq!(store.reader().preferences_behind_link("hash of b").await, Ok(None));
}
