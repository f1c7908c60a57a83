//! Promising, claiming and ending deliveries.

use citable_schema::{
    AttemptRow, ClaimDeliveries, DeleteEndpoint, DeliveryEnd, DeliveryRow, DeliveryStatus,
    EnableEndpoint, EndDelivery, EndpointRow, Leftover, NewAccount, NewDelivery, Notice,
    NoticeKind, OpenAccount, PauseEndpoint, PausedReason, Plan, SaveEndpoint, Store, StoreError,
    Sweep,
};

use crate::fixture::{Fixture, NOW, admission, claim_one, completion, execute, failure};
use crate::on_both_databases;

on_both_databases! {
    a_finished_scan_of_an_agency_account_is_delivered,
    what_is_not_to_be_told_is_not_stored,
    of_each_endpoint_one_is_claimed_at_a_time,
    many_claims_at_once_never_send_two_to_one_endpoint,
    a_claim_that_is_over_can_be_taken_and_its_owner_is_refused,
    a_single_node_takes_over_every_foreign_claim,
    a_pause_holds_everything_and_its_end_sends_it_in_order,
    an_endpoint_that_is_gone_pauses_and_its_owner_is_told,
    an_endpoint_that_fails_too_long_pauses,
    another_address_is_not_held_to_what_the_old_one_did,
    a_lapsed_plan_holds_everything,
    what_waits_too_long_expires_and_what_ended_is_deleted,
    an_endpoint_takes_its_deliveries_with_it,
}

const LEASE: i64 = 60_000;
const DAY: i64 = 86_400_000;

/// An account with that plan and an endpoint; both have ids made of the name.
pub(crate) async fn endpoint(store: &Store, name: &str, plan: Plan) -> EndpointRow {
    let account = NewAccount {
        id: format!("usr_{name}"),
        email: format!("{name}@example.com"),
        email_key: format!("{name}@example.com"),
    };
    store.writer().run(OpenAccount { account, plan: Some((plan, None)), now: NOW }).await.unwrap();
    let save = SaveEndpoint {
        id: format!("whk_{name}"),
        account_id: format!("usr_{name}"),
        url: format!("https://{name}.example.com/hook"),
        secret: vec![0, 1, 255],
        secret_hint: "hint".to_owned(),
        now: NOW,
    };
    store.writer().run(save).await.unwrap().endpoint
}

/// Finishes a scan of that account, which promises a delivery of that id.
async fn promise(store: &Store, account: &str, id: &str, now: i64) {
    finish(store, account, id, now, true).await;
}

async fn finish(store: &Store, account: &str, id: &str, now: i64, done: bool) {
    let mut scan = admission(&format!("scan of {id}"), "example.com", now);
    scan.scan.account_id = Some(format!("usr_{account}"));
    store.writer().run(scan).await.unwrap();
    let fence = claim_one(store, "boot", now).await.fence().unwrap();
    let mut end = if done { completion(fence, now, 2) } else { failure(fence, now, 2) };
    let body = format!("{{\"of\":\"{id}\"}}");
    end.delivery = Some(NewDelivery { id: id.to_owned(), body, to_every_plan: false });
    store.writer().run(end).await.unwrap();
}

fn claim(owner: &str, now: i64) -> ClaimDeliveries {
    ClaimDeliveries {
        owner: owner.to_owned(),
        now,
        lease_until: now + LEASE,
        limit: 100,
        not_before: now - 7 * DAY,
        take_foreign: false,
        to_every_plan: false,
    }
}

async fn claimed(store: &Store, owner: &str, now: i64) -> Vec<DeliveryRow> {
    let claimed = store.writer().run(claim(owner, now)).await.unwrap();
    claimed.deliveries.into_iter().map(|(delivery, _)| delivery).collect()
}

async fn claimed_ids(store: &Store, owner: &str, now: i64) -> Vec<String> {
    claimed(store, owner, now).await.into_iter().map(|delivery| delivery.id).collect()
}

fn notice() -> Notice {
    let number = rand_id();
    Notice {
        mail_id: format!("msg_{number}"),
        kind: NoticeKind::WebhookPaused,
        data: "{}".to_owned(),
        token_hash: format!("hash {number}"),
        not_after: None,
    }
}

fn rand_id() -> String {
    citable_schema::new_id(citable_schema::Prefix::Message)
}

fn failed(retry_at: Option<i64>, patience: i64) -> DeliveryEnd {
    DeliveryEnd::Failed { retry_at, patience, notice: notice() }
}

async fn end(
    store: &Store,
    delivery: &DeliveryRow,
    now: i64,
    outcome: DeliveryEnd,
) -> Result<Option<PausedReason>, StoreError> {
    let name = delivery.endpoint_id.strip_prefix("whk_").unwrap();
    end_at(store, delivery, &format!("https://{name}.example.com/hook"), now, outcome).await
}

async fn end_at(
    store: &Store,
    delivery: &DeliveryRow,
    url: &str,
    now: i64,
    outcome: DeliveryEnd,
) -> Result<Option<PausedReason>, StoreError> {
    let ok = outcome == DeliveryEnd::Delivered;
    let attempt = AttemptRow {
        attempt: delivery.attempt,
        at: now - 5,
        duration_ms: 5,
        status_code: Some(if ok { 200 } else { 500 }),
        error: (!ok).then(|| "origin_error".to_owned()),
    };
    let end = EndDelivery {
        fence: delivery.fence().unwrap(),
        endpoint_id: delivery.endpoint_id.clone(),
        url: url.to_owned(),
        now,
        attempt,
        outcome,
    };
    store.writer().run(end).await
}

async fn row(store: &Store, id: &str) -> DeliveryRow {
    store.reader().delivery(id).await.unwrap().unwrap()
}

async fn endpoint_of(store: &Store, name: &str) -> EndpointRow {
    store.reader().endpoint_of(&format!("usr_{name}")).await.unwrap().unwrap()
}

async fn a_finished_scan_of_an_agency_account_is_delivered(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    endpoint(store, "a", Plan::Agency).await;
    promise(store, "a", "m1", NOW).await;
    let stored = row(store, "m1").await;
    assert_eq!((stored.status, stored.attempt), (DeliveryStatus::Waiting, 0));
    assert_eq!((stored.body.as_str(), stored.next_attempt_at), ("{\"of\":\"m1\"}", NOW));
    assert_eq!(store.reader().deliveries_waiting().await, Ok(1));
    let sending = claimed(store, "boot", NOW).await.remove(0);
    assert_eq!(store.reader().deliveries_waiting().await, Ok(1), "it may be made again");
    assert_eq!((sending.status, sending.attempt, sending.tries), (DeliveryStatus::Sending, 1, 1));
    assert_eq!(end(store, &sending, NOW + 9, DeliveryEnd::Delivered).await, Ok(None));
    assert_eq!(store.reader().deliveries_waiting().await, Ok(0));
    let ended = row(store, "m1").await;
    assert_eq!((ended.status, ended.ended_at), (DeliveryStatus::Delivered, Some(NOW + 9)));
    let attempts = store.reader().attempts_of("m1").await.unwrap();
    assert_eq!((attempts.len(), attempts[0].at, attempts[0].status_code), (1, NOW + 4, Some(200)));
    let endpoint = endpoint_of(store, "a").await;
    assert_eq!(endpoint.last_delivery_id.as_deref(), Some("m1"));
    assert_eq!((endpoint.last_status_code, endpoint.last_attempt_ok), (Some(200), Some(true)));
    assert_eq!(claimed(store, "boot", NOW + DAY).await, []);
}

async fn what_is_not_to_be_told_is_not_stored(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    endpoint(store, "a", Plan::Agency).await;
    endpoint(store, "pro", Plan::Pro).await;
    let none = NewAccount {
        id: "usr_none".to_owned(),
        email: "n@example.com".to_owned(),
        email_key: "n@example.com".to_owned(),
    };
    store
        .writer()
        .run(OpenAccount { account: none, plan: Some((Plan::Agency, None)), now: NOW })
        .await
        .unwrap();
    finish(store, "a", "of a failed scan", NOW, false).await;
    promise(store, "pro", "of a smaller plan", NOW).await;
    promise(store, "none", "without an endpoint", NOW).await;
    for id in ["of a failed scan", "of a smaller plan", "without an endpoint"] {
        assert_eq!(store.reader().delivery(id).await.unwrap(), None, "{id}");
    }
}

async fn of_each_endpoint_one_is_claimed_at_a_time(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for (name, ids) in [("a", ["a1", "a2"]), ("b", ["b1", "b2"])] {
        endpoint(store, name, Plan::Agency).await;
        for (age, id) in (0..).zip(ids) {
            let younger = if name == "a" { 0 } else { 100 };
            promise(store, name, id, NOW + younger + age).await;
        }
    }
    let one = ClaimDeliveries { limit: 1, ..claim("boot", NOW + 500) };
    let first = store.writer().run(one).await.unwrap();
    assert_eq!(first.deliveries.len(), 1);
    assert_eq!(first.deliveries[0].0.id, "a1", "what is due the longest");
    assert_eq!(first.next_due, Some(NOW + 100), "the other endpoint has room");
    let second = store.writer().run(claim("boot", NOW + 500)).await.unwrap();
    assert_eq!(second.deliveries[0].0.id, "b1");
    assert_eq!(second.deliveries.len(), 1);
    assert_eq!(second.next_due, Some(NOW + 500 + LEASE), "nothing before a claim is over");
    end(store, &first.deliveries[0].0, NOW + 501, DeliveryEnd::Delivered).await.unwrap();
    assert_eq!(claimed_ids(store, "boot", NOW + 501).await, ["a2"]);
    let b1 = &second.deliveries[0].0;
    end(store, b1, NOW + 502, failed(Some(NOW + 9_000), 0)).await.unwrap();
    assert_eq!(claimed_ids(store, "boot", NOW + 502).await, ["b2"], "a retry holds up nothing");
    assert_eq!(claimed_ids(store, "boot", NOW + 8_999).await, Vec::<String>::new());
}

async fn many_claims_at_once_never_send_two_to_one_endpoint(fixture: Fixture) {
    let mut nodes = vec![fixture.store.clone()];
    for _ in 1..4 {
        nodes.push(fixture.store_with(|_| ()).await);
    }
    for name in ["a", "b", "c"] {
        endpoint(&fixture.store, name, Plan::Agency).await;
        for number in 0..5 {
            promise(&fixture.store, name, &format!("{name}{number}"), NOW).await;
        }
    }
    let claims = (0..60).map(|round| {
        let writer = nodes[round % 4].writer();
        let claim = claim(&format!("owner{}", round % 4), NOW);
        tokio::spawn(async move { writer.run(claim).await.unwrap().deliveries })
    });
    let mut taken = Vec::new();
    for claim in claims {
        taken.extend(claim.await.unwrap().into_iter().map(|(delivery, _)| delivery.endpoint_id));
    }
    taken.sort();
    assert_eq!(taken, ["whk_a", "whk_b", "whk_c"]);
}

async fn a_claim_that_is_over_can_be_taken_and_its_owner_is_refused(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    endpoint(store, "a", Plan::Agency).await;
    promise(store, "a", "m1", NOW).await;
    let lost = claimed(store, "boot1", NOW).await.remove(0);
    assert_eq!(claimed(store, "boot2", NOW + LEASE - 1).await, []);
    let taken = claimed(store, "boot2", NOW + LEASE).await.remove(0);
    assert_eq!((taken.attempt, taken.owner.as_deref()), (2, Some("boot2")));
    let refused = end(store, &lost, NOW + LEASE, DeliveryEnd::Delivered).await;
    assert_eq!(refused, Err(StoreError::Fenced));
    assert_eq!(store.reader().attempts_of("m1").await.unwrap(), []);
    assert_eq!(endpoint_of(store, "a").await.last_delivery_id, None);
    assert_eq!(end(store, &taken, NOW + LEASE, DeliveryEnd::Delivered).await, Ok(None));
}

async fn a_single_node_takes_over_every_foreign_claim(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    endpoint(store, "a", Plan::Agency).await;
    promise(store, "a", "m1", NOW).await;
    promise(store, "a", "m2", NOW + 1).await;
    assert_eq!(claimed_ids(store, "boot1", NOW + 1).await, ["m1"]);
    let again = |owner| ClaimDeliveries { take_foreign: true, ..claim(owner, NOW + 2) };
    let own = store.writer().run(again("boot1")).await.unwrap();
    assert_eq!(own.deliveries, [], "its own claim stands");
    let taken = store.writer().run(again("boot2")).await.unwrap().deliveries;
    assert_eq!(taken.len(), 1);
    assert_eq!((taken[0].0.id.as_str(), taken[0].0.attempt), ("m1", 2));
}

async fn a_pause_holds_everything_and_its_end_sends_it_in_order(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    endpoint(store, "a", Plan::Agency).await;
    for (age, id) in (0..).zip(["m1", "m2", "m3"]) {
        promise(store, "a", id, NOW + age).await;
    }
    let m1 = claimed(store, "boot", NOW + 5).await.remove(0);
    end(store, &m1, NOW + 5, failed(Some(NOW + DAY), 0)).await.unwrap();
    let sending = claimed(store, "boot", NOW + 6).await.remove(0);
    let writer = store.writer();
    let paused =
        writer.run(PauseEndpoint { account_id: "usr_a".to_owned() }).await.unwrap().unwrap();
    assert_eq!(paused.paused_reason, Some(PausedReason::Manual));
    promise(store, "a", "m4", NOW + 7).await;
    let held = writer.run(claim("boot", NOW + 10)).await.unwrap();
    assert_eq!((held.deliveries, held.next_due), (vec![], None), "nothing to look for");
    end(store, &sending, NOW + 11, failed(None, 0)).await.unwrap();
    let waits = row(store, "m2").await;
    assert_eq!(waits.status, DeliveryStatus::Waiting, "what failed last during a pause waits");

    let now = NOW + DAY / 2;
    let enabled =
        writer.run(EnableEndpoint { account_id: "usr_a".to_owned(), now }).await.unwrap().unwrap();
    assert_eq!((enabled.paused_reason, enabled.failing_since), (None, None));
    for id in ["m1", "m2", "m3", "m4"] {
        let next = claimed(store, "boot", now).await.remove(0);
        assert_eq!((next.id.as_str(), next.tries), (id, 1));
        end(store, &next, now, DeliveryEnd::Delivered).await.unwrap();
    }
    let again = writer.run(EnableEndpoint { account_id: "usr_a".to_owned(), now }).await.unwrap();
    assert_eq!(again.unwrap().paused_reason, None);
    assert_eq!(writer.run(EnableEndpoint { account_id: "usr_x".to_owned(), now }).await, Ok(None));
    assert_eq!(writer.run(PauseEndpoint { account_id: "usr_x".to_owned() }).await, Ok(None));
}

async fn an_endpoint_that_is_gone_pauses_and_its_owner_is_told(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    endpoint(store, "a", Plan::Agency).await;
    promise(store, "a", "m1", NOW).await;
    let sending = claimed(store, "boot", NOW).await.remove(0);
    let told = notice();
    let gone = DeliveryEnd::Gone { notice: told.clone() };
    assert_eq!(end(store, &sending, NOW + 1, gone).await, Ok(Some(PausedReason::Gone)));
    assert_eq!(row(store, "m1").await.status, DeliveryStatus::Waiting);
    let mail = store.reader().mail(&told.mail_id).await.unwrap().unwrap();
    assert_eq!(
        (mail.template.as_str(), mail.recipient.as_str()),
        ("webhook_paused", "a@example.com")
    );
    let paused = store
        .writer()
        .run(PauseEndpoint { account_id: "usr_a".to_owned() })
        .await
        .unwrap()
        .unwrap();
    assert_eq!(paused.paused_reason, Some(PausedReason::Gone), "a pause keeps its reason");
    assert_eq!(claimed(store, "boot", NOW + DAY).await, []);
}

async fn an_endpoint_that_fails_too_long_pauses(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    endpoint(store, "a", Plan::Agency).await;
    promise(store, "a", "m1", NOW).await;
    let patience = 5 * DAY;
    let mut failing = None;
    for (at, success, since, pause) in [
        (NOW + 10, false, Some(NOW + 5), None),
        (NOW + DAY, false, Some(NOW + 5), None),
        (NOW + 2 * DAY, true, None, None),
        (NOW + 3 * DAY, false, Some(NOW + 3 * DAY - 5), None),
        (NOW + 8 * DAY - 6, false, Some(NOW + 3 * DAY - 5), None),
        (NOW + 8 * DAY - 5, false, Some(NOW + 3 * DAY - 5), Some(PausedReason::Failing)),
    ] {
        promise(store, "a", &format!("at {at}"), at).await;
        let sending = claimed(store, "boot", at).await.remove(0);
        let outcome =
            if success { DeliveryEnd::Delivered } else { failed(Some(at), at - patience) };
        assert_eq!(end(store, &sending, at, outcome).await, Ok(pause), "{at}");
        assert_eq!(endpoint_of(store, "a").await.failing_since, since, "{at}");
        failing = since;
    }
    assert!(failing.is_some());
    let enabled = store
        .writer()
        .run(EnableEndpoint { account_id: "usr_a".to_owned(), now: NOW + 9 * DAY })
        .await
        .unwrap();
    assert_eq!(enabled.unwrap().failing_since, None, "it begins anew");
}

async fn another_address_is_not_held_to_what_the_old_one_did(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let old = endpoint(store, "a", Plan::Agency).await;
    promise(store, "a", "m1", NOW).await;
    let sending = claimed(store, "boot", NOW).await.remove(0);
    end(store, &sending, NOW + 1, failed(Some(NOW + 2), 0)).await.unwrap();
    assert!(endpoint_of(store, "a").await.failing_since.is_some());
    let sending = claimed(store, "boot", NOW + 2).await.remove(0);
    let save = SaveEndpoint {
        id: "whk_other".to_owned(),
        account_id: "usr_a".to_owned(),
        url: "https://other.example.com/".to_owned(),
        secret: vec![9],
        secret_hint: "other".to_owned(),
        now: NOW + 3,
    };
    let saved = store.writer().run(save.clone()).await.unwrap();
    assert!(!saved.created);
    assert_eq!((&saved.endpoint.id, &saved.endpoint.secret), (&old.id, &old.secret));
    assert_eq!((saved.endpoint.url, saved.endpoint.failing_since), (save.url.clone(), None));
    let gone = DeliveryEnd::Gone { notice: notice() };
    assert_eq!(end_at(store, &sending, &old.url, NOW + 4, gone).await, Ok(None));
    let endpoint = endpoint_of(store, "a").await;
    assert_eq!((endpoint.paused_reason, endpoint.failing_since), (None, None));
    assert_eq!(claimed_ids(store, "boot", NOW + 4).await, ["m1"], "the new one is asked");

    store.writer().run(PauseEndpoint { account_id: "usr_a".to_owned() }).await.unwrap();
    let saved = store.writer().run(SaveEndpoint { url: old.url, ..save }).await;
    let reason = saved.unwrap().endpoint.paused_reason;
    assert_eq!(reason, Some(PausedReason::Manual), "an address does not end a pause");
}

async fn a_lapsed_plan_holds_everything(fixture: Fixture) {
    let Fixture { store, url, .. } = &fixture;
    endpoint(store, "a", Plan::Agency).await;
    promise(store, "a", "m1", NOW).await;
    let until = format!("UPDATE accounts SET plan_until = {}", NOW + 10);
    execute(url, &until).await;
    promise(store, "a", "m2", NOW + 10).await;
    assert_eq!(store.reader().delivery("m2").await.unwrap(), None);
    let lapsed = store.writer().run(claim("boot", NOW + 10)).await.unwrap();
    assert_eq!((lapsed.deliveries, lapsed.next_due), (vec![], None));
    execute(url, "UPDATE accounts SET plan_until = NULL").await;
    assert_eq!(claimed_ids(store, "boot", NOW + 10).await, ["m1"], "the plan is back");
}

async fn what_waits_too_long_expires_and_what_ended_is_deleted(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for name in ["a", "b"] {
        endpoint(store, name, Plan::Agency).await;
    }
    for (name, id, at) in [("a", "m1", NOW), ("a", "m2", NOW + 1), ("b", "died", NOW)] {
        promise(store, name, id, at).await;
    }
    assert_eq!(claimed_ids(store, "boot", NOW).await.len(), 2);
    store.writer().run(PauseEndpoint { account_id: "usr_a".to_owned() }).await.unwrap();
    let now = NOW + 8 * DAY;
    assert_eq!(claimed(store, "boot", now).await, [], "too old to be sent");
    let writer = store.writer();
    let sweep = |what, until| writer.run(Sweep { what, until, limit: 2, now });
    assert_eq!(sweep(Leftover::StaleDelivery, NOW - 1).await, Ok(0));
    assert_eq!(sweep(Leftover::StaleDelivery, now - 7 * DAY).await, Ok(2), "the limit");
    assert_eq!(sweep(Leftover::StaleDelivery, now - 7 * DAY).await, Ok(1));
    assert_eq!(row(store, "m2").await.status, DeliveryStatus::Expired);
    assert_eq!(sweep(Leftover::Delivery, now - 1).await, Ok(0));
    assert_eq!(sweep(Leftover::Delivery, now).await, Ok(2));
    assert_eq!(sweep(Leftover::Delivery, now).await, Ok(1));
    assert_eq!(store.reader().delivery("m1").await.unwrap(), None);
}

async fn an_endpoint_takes_its_deliveries_with_it(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    endpoint(store, "a", Plan::Agency).await;
    promise(store, "a", "m1", NOW).await;
    let sending = claimed(store, "boot", NOW).await.remove(0);
    assert_eq!(
        store.writer().run(DeleteEndpoint { account_id: "usr_a".to_owned() }).await,
        Ok(true)
    );
    assert_eq!(
        store.writer().run(DeleteEndpoint { account_id: "usr_a".to_owned() }).await,
        Ok(false)
    );
    assert_eq!(store.reader().delivery("m1").await.unwrap(), None);
    let late = end(store, &sending, NOW, DeliveryEnd::Delivered).await;
    assert_eq!(late, Err(StoreError::Fenced));
}
