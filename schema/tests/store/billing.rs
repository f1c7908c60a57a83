//! Payment events: once, and in any order the same plan.

use std::sync::Arc;

use citable_schema::{
    BillingEvent, BillingFact, BillingNews, Leftover, MonitorLimits, NewAccount, Notice,
    NoticeKind, OpenAccount, Plan, Store, SubscriptionState, SubscriptionStatus, Sweep, TakeEvent,
};
use futures_util::future::join_all;

use crate::fixture::{Fixture, NOW};
use crate::on_both_databases;

on_both_databases! {
    every_order_of_a_log_ends_in_the_same_plan,
    an_event_counts_once_however_many_come_at_once,
    all_events_at_once_end_in_the_plan_of_the_last,
    a_customer_of_nobody_waits_for_its_account,
    the_larger_of_two_subscriptions_counts,
    what_is_told_is_told_once,
    old_events_are_forgotten_and_do_no_harm_when_they_come_again,
}

const ID: &str = "usr_a";
const DAY: i64 = 24 * 60 * 60 * 1_000;

async fn account(store: &Store) {
    let email = "ada@people.example";
    let account = NewAccount { id: ID.into(), email: email.into(), email_key: email.to_owned() };
    store.writer().run(OpenAccount { account, plan: None, now: NOW }).await.unwrap();
}

/// What counts of the plan.
async fn plan(store: &Store) -> (Plan, Option<i64>) {
    let row = store.reader().account_of_email("ada@people.example").await.unwrap().unwrap();
    (row.plan, row.plan_until)
}

fn take(event: BillingEvent) -> TakeEvent {
    let mail = event.id.clone();
    TakeEvent {
        event,
        prices: vec![("pro".into(), Plan::Pro), ("agency".into(), Plan::Agency)],
        monitors: MonitorLimits { free: 0, pro: 1, agency: 2 },
        tell: Arc::new(move |news| {
            let word = match news {
                BillingNews::PastDue { .. } => "due",
                BillingNews::Ended { .. } => "ended",
            };
            Notice {
                mail_id: format!("msg_{mail}"),
                kind: NoticeKind::Billing,
                data: word.to_owned(),
                token_hash: format!("hash of {mail}"),
                not_after: None,
            }
        }),
        now: NOW,
    }
}

/// Whether it was acted on before.
async fn tell(store: &Store, event: &BillingEvent) -> bool {
    store.writer().run(take(event.clone())).await.unwrap().duplicate
}

fn event(id: &str, seconds: i64, fact: BillingFact) -> BillingEvent {
    BillingEvent { id: format!("evt_{id}"), created_at: NOW + seconds * 1_000, fact }
}

fn customer() -> BillingFact {
    BillingFact::Customer { customer_id: "cus_a".into(), account_id: ID.into() }
}

fn subscription(id: &str, status: SubscriptionStatus, price: &str, rank: u8) -> BillingFact {
    BillingFact::Subscription {
        id: id.into(),
        customer_id: "cus_a".into(),
        account_id: None,
        state: SubscriptionState {
            status,
            price_id: price.into(),
            period_end: Some(NOW + 30 * DAY),
        },
        rank,
    }
}

fn invoice(paid: bool, days: i64) -> BillingFact {
    BillingFact::Invoice {
        subscription_id: "sub_a".into(),
        customer_id: "cus_a".into(),
        paid,
        until: Some(NOW + days * DAY),
    }
}

/// A year of a subscription, with two events in one second.
fn log() -> Vec<BillingEvent> {
    use SubscriptionStatus::{Active, Incomplete, PastDue};
    vec![
        event("1", 0, subscription("sub_a", Incomplete, "pro", 1)),
        event("2", 0, subscription("sub_a", Active, "pro", 2)),
        event("3", 1, customer()),
        event("4", 1, invoice(true, 30)),
        event("5", 5, invoice(false, 60)),
        event("6", 6, subscription("sub_a", PastDue, "pro", 2)),
        event("7", 8, subscription("sub_a", Active, "agency", 2)),
        event("8", 9, invoice(true, 90)),
    ]
}

/// The same numbers whenever it is asked.
fn shuffled<T>(mut items: Vec<T>, mut seed: u64) -> Vec<T> {
    for place in (1..items.len()).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items.swap(place, usize::try_from(seed >> 33).unwrap() % (place + 1));
    }
    items
}

async fn every_order_of_a_log_ends_in_the_same_plan(fixture: Fixture) {
    let expected = (Plan::Agency, Some(NOW + 90 * DAY));
    let store = &fixture.store;
    account(store).await;
    for seed in 0..40 {
        // Every round is another customer and other events of the same account; its own
        // subscriptions of before are ended first.
        let clear = "DELETE FROM billing_events; DELETE FROM billing_customers; \
            DELETE FROM mails; DELETE FROM unsubscribe_tokens; \
            UPDATE accounts SET plan = 'free', plan_until = NULL";
        crate::fixture::execute(&fixture.url, clear).await;
        for event in shuffled([log(), log()].concat(), seed) {
            tell(store, &event).await;
        }
        assert_eq!(plan(store).await, expected, "seed {seed}");
    }
    let ended = event("9", 10, subscription("sub_a", SubscriptionStatus::Canceled, "agency", 3));
    assert!(!tell(store, &ended).await);
    assert_eq!(plan(store).await, (Plan::Free, None));
}

async fn an_event_counts_once_however_many_come_at_once(fixture: Fixture) {
    account(&fixture.store).await;
    let one = event("1", 0, customer());
    let told = join_all((0..20).map(|_| tell(&fixture.store, &one))).await;
    assert_eq!(told.iter().filter(|duplicate| !**duplicate).count(), 1);
}

async fn all_events_at_once_end_in_the_plan_of_the_last(fixture: Fixture) {
    account(&fixture.store).await;
    let events = shuffled([log(), log(), log()].concat(), 7);
    join_all(events.iter().map(|event| tell(&fixture.store, event))).await;
    assert_eq!(plan(&fixture.store).await, (Plan::Agency, Some(NOW + 90 * DAY)));
}

async fn a_customer_of_nobody_waits_for_its_account(fixture: Fixture) {
    let store = &fixture.store;
    let active = subscription("sub_a", SubscriptionStatus::Active, "pro", 2);
    tell(store, &event("0", 0, customer())).await;
    tell(store, &event("1", 0, active)).await;
    assert_eq!(store.reader().billing_of(ID).await.unwrap().customer_id, None);
    account(store).await;
    tell(store, &event("2", 1, customer())).await;
    assert_eq!(plan(store).await, (Plan::Pro, Some(NOW + 30 * DAY)));
    let known = store.reader().billing_of(ID).await.unwrap();
    assert_eq!(known.customer_id.as_deref(), Some("cus_a"));
    assert_eq!(known.subscriptions.len(), 1);
}

async fn the_larger_of_two_subscriptions_counts(fixture: Fixture) {
    use SubscriptionStatus::{Active, Canceled};
    let store = &fixture.store;
    account(store).await;
    tell(store, &event("1", 0, customer())).await;
    tell(store, &event("2", 0, subscription("sub_a", Active, "agency", 2))).await;
    tell(store, &event("3", 1, subscription("sub_b", Active, "pro", 2))).await;
    assert_eq!(plan(store).await.0, Plan::Agency);
    tell(store, &event("4", 2, subscription("sub_a", Canceled, "agency", 3))).await;
    assert_eq!(plan(store).await.0, Plan::Pro);
}

async fn what_is_told_is_told_once(fixture: Fixture) {
    use SubscriptionStatus::{Active, Canceled, PastDue};
    let store = &fixture.store;
    account(store).await;
    for one in [
        event("1", 0, customer()),
        event("2", 0, subscription("sub_a", Active, "pro", 2)),
        event("3", 1, invoice(false, 60)),
        event("4", 2, subscription("sub_a", PastDue, "pro", 2)),
        event("5", 3, subscription("sub_a", Canceled, "pro", 3)),
        event("6", 4, invoice(false, 60)),
    ] {
        tell(store, &one).await;
        tell(store, &one).await;
    }
    for (id, data) in [("3", Some("due")), ("4", None), ("5", Some("ended")), ("6", None)] {
        let mail = store.reader().mail(&format!("msg_evt_{id}")).await.unwrap();
        assert_eq!(mail.map(|mail| mail.data).as_deref(), data, "{id}");
    }
}

async fn old_events_are_forgotten_and_do_no_harm_when_they_come_again(fixture: Fixture) {
    let store = &fixture.store;
    account(store).await;
    for one in log() {
        tell(store, &one).await;
    }
    let sweep = async |until| {
        let what = Leftover::BillingEvent;
        store.writer().run(Sweep { what, until, limit: 100, now: until }).await.unwrap()
    };
    assert_eq!(sweep(NOW - 1).await, 0);
    assert_eq!(sweep(NOW).await, log().len());
    assert!(!tell(store, &log()[1]).await, "it is not known any more");
    assert_eq!(plan(store).await, (Plan::Agency, Some(NOW + 90 * DAY)));
}
