//! Buying a plan, and what the payment provider says of it afterwards.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{SystemTime, UNIX_EPOCH};

use citable_actors::billing::sign;
use citable_test_support::client::{Answer, Client};
use citable_test_support::database::one;
use citable_test_support::form_server::{FormReply, FormServer, SeenPost};
use serde_json::{Value, json};

use crate::people::{JSON, dev, error, key_of, sign_in};
use crate::world::{World, block_on};

const EMAIL: &str = "ada@people.example";
pub(crate) const SECRET: &str = "whsec_of_the_tests";
const DAY: i64 = 24 * 60 * 60;

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

pub(crate) fn now() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()).unwrap()
}

/// A provider that makes every page.
fn provider() -> FormServer {
    block_on(FormServer::start(|post: &SeenPost| {
        let kind = if post.path.contains("portal") { "bps" } else { "cs" };
        let key = post.header("idempotency-key").unwrap_or("none");
        FormReply::json(
            200,
            &json!({ "id": format!("{kind}_{key}"), "url": "https://pay.example/x" }).to_string(),
        )
    }))
}

fn selling(provider: &FormServer) -> World {
    let url = provider.url("/");
    World::with(|command| {
        dev(command);
        command
            .env("CITABLE_BILLING_API_URL", &url)
            .env("CITABLE_BILLING_SECRET_KEY", "sk_test_tests")
            .env("CITABLE_BILLING_WEBHOOK_SECRET", SECRET)
            .env("CITABLE_BILLING_PRICE_PRO_MONTHLY", "price_pro_m")
            .env("CITABLE_BILLING_PRICE_PRO_YEARLY", "price_pro_y")
            .env("CITABLE_BILLING_PRICE_AGENCY_MONTHLY", "price_agency_m");
    })
}

/// Buys something.
fn buy(client: &Client, cookie: &str, key: Option<&str>, body: &str) -> Answer {
    let mut headers = vec![JSON, ("cookie", cookie)];
    headers.extend(key.map(|key| ("idempotency-key", key)));
    client.send("POST", "/billing/checkout", &headers, Some(body))
}

fn portal(client: &Client, cookie: &str) -> Answer {
    client.send("POST", "/billing/portal", &[("cookie", cookie)], None)
}

/// An event, as the provider writes it.
pub(crate) fn event(id: &str, kind: &str, created: i64, object: &Value) -> String {
    json!({
        "id": id, "object": "event", "type": kind, "created": created, "data": { "object": object },
    })
    .to_string()
}

/// A subscription of an account.
pub(crate) fn subscription(account: &str, status: &str, price: &str, period_end: i64) -> Value {
    json!({
        "id": format!("sub_{account}"), "customer": format!("cus_{account}"), "status": status,
        "current_period_end": period_end, "items": { "data": [{ "price": { "id": price } }] },
        "metadata": { "user_id": account },
    })
}

/// A service that sells, and what its events are signed with; no page is asked of its provider.
pub(crate) fn selling_world() -> (World, &'static str) {
    (selling(&provider()), SECRET)
}

/// Sends a body with that signature.
pub(crate) fn send(client: &Client, signature: &str, body: &str) -> Answer {
    let headers = [JSON, ("payment-signature", signature)];
    client.send("POST", "/payments/webhook", &headers, Some(body))
}

/// Sends an event as the provider does.
pub(crate) fn tell(client: &Client, body: &str) -> Answer {
    send(client, &sign(SECRET, now(), body.as_bytes()), body)
}

fn told(client: &Client, body: &str) -> bool {
    let answer = tell(client, body);
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.json()["received"], true);
    answer.json()["duplicate"].as_bool().unwrap()
}

fn me(client: &Client, cookie: &str) -> Value {
    client.send("GET", "/auth/me", &[("cookie", cookie)], None).json()
}

pub(crate) fn plan(client: &Client, cookie: &str) -> String {
    me(client, cookie)["plan"].as_str().unwrap().to_owned()
}

pub(crate) fn id_of(client: &Client, cookie: &str) -> String {
    me(client, cookie)["user"]["id"].as_str().unwrap().to_owned()
}

#[test]
fn without_a_provider_nothing_is_sold() {
    let world = World::with(|command| {
        dev(command);
        command.env("CITABLE_BILLING_SECRET_KEY", "sk_alone");
    });
    let cookie = sign_in(&world.client, EMAIL);
    let none = refused(503, "billing_not_configured");
    assert_eq!(error(&buy(&world.client, &cookie, None, r#"{"plan":"pro"}"#)), none);
    let invalid = buy(&world.client, &cookie, None, r#"{"plan":"free"}"#);
    assert_eq!(error(&invalid), refused(400, "invalid_plan"), "400 comes before 503");
    assert_eq!(error(&portal(&world.client, &cookie)), none);
    assert_eq!(error(&send(&world.client, "t=1,v1=00", "{}")), none, "503 comes before 400");
}

#[test]
fn the_gate_stands_before_the_provider() {
    let provider = provider();
    let world = selling(&provider);
    let cookie = sign_in(&world.client, EMAIL);
    let (_, bearer) = key_of(&world, EMAIL, "free", "scan");
    let (session, key) = (("cookie", cookie.as_str()), ("authorization", bearer.as_str()));
    let cross_site = ("sec-fetch-site", "cross-site");
    let text = ("content-type", "text/plain");
    let bad_key = ("idempotency-key", "a b");
    let checkout = |headers: &[(&str, &str)], body| {
        error(&world.client.send("POST", "/billing/checkout", headers, Some(body)))
    };
    // Each row adds what the gate judges one step later.
    let guarded = checkout(&[session, cross_site, bad_key, text], "{");
    assert_eq!(guarded, refused(401, "cross_site_request"));
    assert_eq!(checkout(&[bad_key, text], "{"), refused(401, "unauthorized"));
    assert_eq!(checkout(&[key, bad_key, text], "{"), refused(403, "key_not_allowed"));
    let malformed = checkout(&[session, bad_key, text], "{");
    assert_eq!(malformed, refused(400, "invalid_idempotency_key"));
    assert_eq!(checkout(&[session, text], "{"), refused(415, "unsupported_media_type"));
    assert_eq!(checkout(&[session, JSON], "{"), refused(400, "invalid_json"));
    for body in [
        "{}",
        r#"{"plan":"free"}"#,
        r#"{"plan":"Pro"}"#,
        r#"{"plan":5}"#,
        r#"{"plan":"pro","interval":"weekly"}"#,
        r#"{"plan":"agency","interval":"yearly"}"#,
    ] {
        assert_eq!(checkout(&[session, JSON], body), refused(400, "invalid_plan"), "{body}");
    }
    let portal = |headers: &[(&str, &str)]| {
        error(&world.client.send("POST", "/billing/portal", headers, None))
    };
    assert_eq!(portal(&[]), refused(401, "unauthorized"));
    assert_eq!(portal(&[key]), refused(403, "key_not_allowed"));
    assert_eq!(portal(&[session]), refused(400, "no_billing_profile"));
    assert_eq!(provider.posts().len(), 0, "nobody asked the provider");
}

#[test]
fn a_checkout_is_made_as_the_provider_wants_it() {
    let provider = provider();
    let world = selling(&provider);
    let cookie = sign_in(&world.client, EMAIL);
    let account = id_of(&world.client, &cookie);
    let yearly = r#"{"plan":"pro","interval":"yearly","colour":"red"}"#;
    let made = buy(&world.client, &cookie, Some("k1"), yearly);
    assert_eq!((made.status, made.header("idempotency-replayed")), (200, "false"), "{}", made.body);
    assert_eq!(made.json()["url"], "https://pay.example/x");
    let post = provider.posts()[0].clone();
    assert_eq!(post.path, "/v1/checkout/sessions");
    assert_eq!(post.header("authorization"), Some("Bearer sk_test_tests"));
    assert!(post.header("stripe-version").is_some());
    for (field, value) in [
        ("mode", "subscription"),
        ("line_items[0][price]", "price_pro_y"),
        ("line_items[0][quantity]", "1"),
        ("client_reference_id", account.as_str()),
        ("customer_email", EMAIL),
        ("metadata[user_id]", account.as_str()),
        ("metadata[plan]", "pro"),
        ("subscription_data[metadata][user_id]", account.as_str()),
    ] {
        assert_eq!(post.field(field), Some(value), "{field}");
    }
    let again = buy(&world.client, &cookie, Some("k1"), yearly);
    assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &made.body));
    assert_eq!(provider.posts().len(), 1);
    let other = buy(&world.client, &cookie, Some("k1"), r#"{"plan":"agency"}"#);
    assert_eq!(error(&other), refused(422, "idempotency_key_reused"));

    let plain = buy(&world.client, &cookie, None, r#"{"plan":"agency"}"#).json();
    let repeated = buy(&world.client, &cookie, None, r#"{"plan":"agency"}"#).json();
    assert_eq!(plain, repeated, "one session for one account and day");
    let different = buy(&world.client, &cookie, None, r#"{"plan":"pro"}"#).json();
    assert_ne!(plain["id"], different["id"]);
}

#[test]
fn a_provider_that_fails_frees_the_key_and_is_asked_under_the_same_name() {
    let replies = [
        FormReply::json(500, "{}"),
        FormReply::json(402, r#"{"id":"cs_1","url":"https://pay.example"}"#),
        FormReply::json(200, "nonsense"),
        FormReply::json(200, r#"{"id":"cs_1","url":"javascript:alert(1)"}"#),
        FormReply::json(200, r#"{"id":"cs_1"}"#),
        FormReply::Hangup,
        FormReply::json(200, r#"{"id":"cs_1","url":"https://pay.example/"}"#),
    ];
    let failures = replies.len() - 1;
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let provider = block_on(FormServer::start(move |_| {
        replies[asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst)].clone()
    }));
    let world = selling(&provider);
    let cookie = sign_in(&world.client, EMAIL);
    for _ in 0..failures {
        let failed = buy(&world.client, &cookie, Some("k"), r#"{"plan":"pro"}"#);
        assert_eq!(error(&failed), refused(502, "provider_error"));
    }
    let made = buy(&world.client, &cookie, Some("k"), r#"{"plan":"pro"}"#);
    assert_eq!(made.status, 200, "{}", made.body);
    let names: std::collections::BTreeSet<_> = provider
        .posts()
        .iter()
        .map(|post| post.header("idempotency-key").unwrap().to_owned())
        .collect();
    assert_eq!(names.len(), 1, "the provider knows it as one request");
}

#[test]
fn a_plan_starts_changes_and_ends_with_the_providers_word() {
    let provider = provider();
    let world = selling(&provider);
    let client = &world.client;
    let cookie = sign_in(client, EMAIL);
    let account = id_of(client, &cookie);
    let start = now();
    let of = |status: &str, price: &str, days: i64| {
        subscription(&account, status, price, start + days * DAY)
    };
    let created = event(
        "evt_1",
        "customer.subscription.created",
        start,
        &of("incomplete", "price_pro_m", 30),
    );
    assert!(!told(client, &created));
    assert_eq!(plan(client, &cookie), "free", "nothing was paid");
    let session = json!({
        "id": "cs_1", "customer": format!("cus_{account}"), "client_reference_id": account,
        "payment_status": "paid", "subscription": format!("sub_{account}"),
    });
    assert!(!told(client, &event("evt_2", "checkout.session.completed", start + 1, &session)));
    let active = event(
        "evt_3",
        "customer.subscription.updated",
        start + 2,
        &of("active", "price_pro_m", 30),
    );
    assert!(!told(client, &active));
    assert_eq!(plan(client, &cookie), "pro");
    assert!(told(client, &active), "the second time says nothing new");

    let second = buy(client, &cookie, None, r#"{"plan":"agency"}"#);
    assert_eq!(error(&second), refused(400, "invalid_plan"));
    assert!(second.json()["message"].as_str().unwrap().contains("/billing/portal"));
    assert_eq!(portal(client, &cookie).status, 200);
    let post = provider.posts().last().unwrap().clone();
    assert_eq!(post.path, "/v1/billing_portal/sessions");
    assert_eq!(post.field("customer"), Some(format!("cus_{account}").as_str()));

    let url = json!({ "url": world.url("/") }).to_string();
    let watched = client.send("POST", "/monitors", &[JSON, ("cookie", &cookie)], Some(&url));
    assert_eq!(watched.status, 201, "{}", watched.body);

    let larger = event(
        "evt_4",
        "customer.subscription.updated",
        start + 10,
        &of("active", "price_agency_m", 30),
    );
    told(client, &larger);
    assert_eq!(plan(client, &cookie), "agency");
    let late = event(
        "evt_5",
        "customer.subscription.updated",
        start + 5,
        &of("canceled", "price_pro_m", 30),
    );
    assert!(!told(client, &late));
    assert_eq!(plan(client, &cookie), "agency", "what is older than what is known is ignored");
    let unknown = event("evt_6", "customer.created", start + 11, &json!({ "id": "cus_x" }));
    assert!(!told(client, &unknown));
    let strange = event(
        "evt_7",
        "customer.subscription.updated",
        start + 12,
        &of("active", "price_other", 30),
    );
    told(client, &strange);
    assert_eq!(plan(client, &cookie), "free", "a price that is not known buys nothing");
    told(
        client,
        &event(
            "evt_8",
            "customer.subscription.updated",
            start + 13,
            &of("active", "price_agency_m", 30),
        ),
    );
    let unpaid = json!({
        "id": "in_1", "customer": format!("cus_{account}"), "subscription": format!("sub_{account}"),
        "lines": { "data": [{ "period": { "end": start + 60 * DAY } }] },
    });
    told(client, &event("evt_9", "invoice.payment_failed", start + 14, &unpaid));
    assert_eq!(plan(client, &cookie), "agency", "the plan lives on for a while");
    told(
        client,
        &event(
            "evt_10",
            "customer.subscription.deleted",
            start + 15,
            &of("active", "price_agency_m", 30),
        ),
    );
    assert_eq!(plan(client, &cookie), "free");
    assert_eq!(one(world.data(), "SELECT status FROM monitors"), "inactive");
    let again = buy(client, &cookie, None, r#"{"plan":"pro"}"#);
    assert_eq!(again.status, 200, "{}", again.body);
    let post = provider.posts().last().unwrap().clone();
    assert_eq!(post.field("customer"), Some(format!("cus_{account}").as_str()), "known by now");
    let mails = outbox(&world);
    assert!(mails.contains("Payment failed for your Agency plan"), "{mails}");
    assert!(mails.contains("Your Agency plan has ended"), "{mails}");
}

/// The page on which a developer sees the mails.
fn outbox(world: &World) -> String {
    let read = || world.client.send_raw("GET", "/dev/outbox", &[], None).body;
    crate::world::eventually("the mails are there", || read().contains("plan has ended"));
    read()
}

#[test]
fn a_plan_ends_with_its_period_and_three_days_later_where_a_payment_is_overdue() {
    let provider = provider();
    let world = selling(&provider);
    let client = &world.client;
    for (email, status, days, expected) in [
        ("a@people.example", "active", 1, "pro"),
        ("b@people.example", "active", -1, "free"),
        ("c@people.example", "trialing", 1, "pro"),
        ("d@people.example", "past_due", -2, "pro"),
        ("e@people.example", "past_due", -4, "free"),
        ("f@people.example", "unpaid", 1, "free"),
        ("g@people.example", "canceled", 1, "free"),
        ("h@people.example", "incomplete", 1, "free"),
        ("i@people.example", "incomplete_expired", 1, "free"),
        ("j@people.example", "something_new", 1, "free"),
    ] {
        let cookie = sign_in(client, email);
        let account = id_of(client, &cookie);
        let object = subscription(&account, status, "price_pro_m", now() + days * DAY);
        told(
            client,
            &event(&format!("evt_{email}"), "customer.subscription.updated", now(), &object),
        );
        assert_eq!(plan(client, &cookie), expected, "{status} {days}");
    }
}

#[test]
fn only_what_the_provider_signed_is_believed() {
    let provider = provider();
    let world = selling(&provider);
    let client = &world.client;
    let cookie = sign_in(client, EMAIL);
    let account = id_of(client, &cookie);
    let object = subscription(&account, "active", "price_pro_m", now() + DAY);
    let body = event("evt_1", "customer.subscription.created", now(), &object);
    let good = sign(SECRET, now(), body.as_bytes());
    let invalid = refused(400, "invalid_signature");
    for signature in [
        String::new(),
        "nonsense".to_owned(),
        good.replace("v1=", "v0="),
        sign("whsec_other", now(), body.as_bytes()),
        sign(SECRET, now() - 310, body.as_bytes()),
        sign(SECRET, now() + 310, body.as_bytes()),
        sign(SECRET, now(), format!("{body} ").as_bytes()),
    ] {
        assert_eq!(error(&send(client, &signature, &body)), invalid, "{signature}");
    }
    let bare = client.send("POST", "/payments/webhook", &[JSON], Some(&body));
    assert_eq!(error(&bare), invalid);
    let two = [("payment-signature", good.as_str()), ("payment-signature", good.as_str())];
    assert_eq!(error(&client.send("POST", "/payments/webhook", &two, Some(&body))), invalid);
    assert_eq!(plan(client, &cookie), "free");

    assert_eq!(error(&tell(client, "{}")), refused(400, "invalid_request"));
    let large = event("evt_0", "x", now(), &json!("x".repeat(1_000_000)));
    assert!(!told(client, &large), "an event may have a megabyte");
    let larger = event("evt_0", "x", now(), &json!("x".repeat((1 << 20) + 1)));
    assert_eq!(error(&tell(client, &larger)), refused(413, "body_too_large"));

    let cross_site = [("sec-fetch-site", "cross-site"), ("stripe-signature", good.as_str())];
    let answer = client.send("POST", "/payments/webhook", &cross_site, Some(&body));
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(plan(client, &cookie), "pro");
}

/// A page of the simulated provider, as a browser would ask for it.
fn visit(method: &str, url: &str) -> String {
    let (host, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let head = format!("{method} /{path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_developer_buys_and_ends_a_plan_at_the_simulated_provider() {
    let world = World::with(dev);
    let client = &world.client;
    let cookie = sign_in(client, EMAIL);
    let made = buy(client, &cookie, Some("k"), r#"{"plan":"agency"}"#);
    assert_eq!(made.status, 200, "{}", made.body);
    let url = made.json()["url"].as_str().unwrap().to_owned();
    assert!(visit("GET", &url).contains("Complete the payment"));
    assert!(visit("POST", &format!("{url}/cancel")).starts_with("HTTP/1.1 303"));
    assert_eq!(plan(client, &cookie), "free");
    let done = visit("POST", &format!("{url}/complete"));
    assert!(done.contains("/account?checkout=done"), "{done}");
    assert_eq!(plan(client, &cookie), "agency");

    let portal = portal(client, &cookie).json()["url"].as_str().unwrap().to_owned();
    let page = visit("GET", &portal);
    let action = |act: &str| {
        let mut parts = page.split('"');
        let path = parts.find(|part| part.starts_with("/portal/sub_") && part.ends_with(act));
        let host = portal.split("/portal/").next().unwrap();
        visit("POST", &format!("{host}{}", path.unwrap()))
    };
    action("/fail");
    assert_eq!(plan(client, &cookie), "agency", "for three more days");
    action("/pay");
    assert_eq!(plan(client, &cookie), "agency");
    action("/end");
    assert_eq!(plan(client, &cookie), "free");
    assert!(
        visit("GET", &format!("{}/v1/subscriptions/x", portal.split("/portal/").next().unwrap()))
            .contains(" 401 ")
    );
}
