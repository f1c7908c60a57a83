//! The life of an account, from its first link to a plan that lapsed.

use citable_test_support::client::{Answer, Client};
use citable_test_support::reply::Reply;
use serde_json::{Value, json};

use crate::people::{
    FORM, JSON, MovedClock, admin, confirm, cookie_of, crowd, dev, error, link_token, post_scan,
    sign_in, together,
};
use crate::world::{HOST, World};

const EMAIL: &str = "ada@people.example";
const MINUTE_MS: i64 = 60_000;
/// A page with much to mend.
const POOR_PAGE: &str = "<!doctype html><html><head><title>Bees</title></head><body>\
<p>In this article we look at bees.</p></body></html>";

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

fn me(client: &Client, cookie: &str) -> Value {
    client.send("GET", "/auth/me", &[("cookie", cookie)], None).json()
}

#[test]
fn looking_at_a_link_uses_nothing_up_and_using_it_works_once() {
    let world = World::with(dev);
    let client = &world.client;
    let token = link_token(client, EMAIL);
    for method in ["GET", "HEAD"] {
        for _ in 0..50 {
            let path = format!("/login/confirm?token={token}");
            assert_eq!(client.send_raw(method, &path, &[], None).status, 200);
        }
    }
    let confirmed = confirm(client, &token);
    assert_eq!((confirmed.status, confirmed.json()), (200, json!({ "ok": true })));
    let (name, rest) = confirmed.header("set-cookie").split_once('=').unwrap();
    let (value, attributes) = rest.split_once("; ").unwrap();
    assert_eq!((name, value.len()), ("sid", 43), "256 bits in base64");
    assert_eq!(attributes, "Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000");

    let again = confirm(client, &token);
    assert_eq!(error(&again), refused(401, "token_used"));
    assert!(again.header("www-authenticate").starts_with("Bearer resource_metadata=\"http"));
    let me = me(client, &cookie_of(&confirmed));
    assert_eq!((&me["authenticated"], &me["user"]["email"]), (&json!(true), &json!(EMAIL)));
    assert_eq!((&me["plan"], &me["via"]), (&json!("free"), &json!("session")));
}

#[test]
fn the_cookie_is_for_https_alone_where_the_service_is() {
    let world = World::with(|command| {
        dev(command);
        command.env("CITABLE_BASE_URL", "https://127.0.0.1:8443");
    });
    let confirmed = confirm(&world.client, &link_token(&world.client, EMAIL));
    let attributes: Vec<_> = confirmed.header("set-cookie").split("; ").skip(1).collect();
    assert_eq!(attributes, ["Path=/", "HttpOnly", "SameSite=Lax", "Secure", "Max-Age=2592000"]);
}

#[test]
fn signing_in_anew_ends_the_session_that_the_browser_had() {
    let world = World::with(dev);
    let client = &world.client;
    let first = sign_in(client, EMAIL);
    let token = link_token(client, EMAIL);
    let body = json!({ "token": "x".repeat(43) }).to_string();
    let failed = client.send("POST", "/auth/callback", &[JSON, ("cookie", &first)], Some(&body));
    assert_eq!(error(&failed), refused(401, "token_invalid"));
    assert_eq!(me(client, &first)["authenticated"], true, "a failure ends nothing");
    let body = json!({ "token": token }).to_string();
    let second = client.send("POST", "/auth/callback", &[JSON, ("cookie", &first)], Some(&body));
    assert_eq!(me(client, &first)["authenticated"], false);
    let second = cookie_of(&second);
    assert_eq!(me(client, &second)["authenticated"], true);

    let out = client.send("POST", "/auth/logout", &[("cookie", &second)], None);
    assert_eq!((out.status, out.json()), (200, json!({ "ok": true })));
    assert_eq!(out.header("set-cookie"), "sid=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    assert_eq!(me(client, &second), json!({ "authenticated": false }));
}

#[test]
fn a_session_ends_after_thirty_days() {
    let clock = MovedClock::new();
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let cookie = sign_in(&world.client, EMAIL);
    clock.move_by(30 * 24 * 60 * MINUTE_MS - MINUTE_MS);
    assert_eq!(me(&world.client, &cookie)["authenticated"], true);
    clock.move_by(30 * 24 * 60 * MINUTE_MS);
    assert_eq!(me(&world.client, &cookie)["authenticated"], false);
    let usage = world.client.send("GET", "/account/usage", &[("cookie", &cookie)], None);
    assert_eq!(error(&usage), refused(401, "unauthorized"));
}

#[test]
fn a_link_is_good_for_a_quarter_of_an_hour() {
    let clock = MovedClock::new();
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let client = &world.client;
    let (early, late) = (link_token(client, EMAIL), link_token(client, EMAIL));
    clock.move_by(14 * MINUTE_MS);
    assert_eq!(confirm(client, &early).status, 200);
    clock.move_by(15 * MINUTE_MS);
    assert_eq!(error(&confirm(client, &late)), refused(401, "token_expired"));
    assert_eq!(error(&confirm(client, &"A".repeat(43))), refused(401, "token_invalid"));
    for body in ["", "{}", r#"{"token":null}"#, r#"{"token":""}"#, r#"{"token":7}"#, "[]"] {
        let answer = client.post("/auth/callback", body);
        assert_eq!(error(&answer), refused(401, "token_invalid"), "{body}");
    }
    assert_eq!(error(&client.post("/auth/callback", "{")), refused(400, "invalid_json"));
    let get = client.send("GET", "/auth/callback", &[], None);
    assert_eq!((get.status, get.header("allow")), (405, "POST, OPTIONS"));
}

#[test]
fn a_fifth_link_of_an_hour_waits_until_the_hour_turns() {
    let clock = MovedClock::new();
    clock.set("2027-03-01T10:20:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let ask = |email: &str| {
        world.client.post("/auth/request-link", &json!({ "email": email }).to_string())
    };
    for email in [EMAIL, "Ada@People.example", EMAIL, EMAIL] {
        let sent = ask(email).json();
        assert_eq!((&sent["ok"], &sent["expiresInSec"]), (&json!(true), &json!(900)));
    }
    let fifth = ask(EMAIL);
    assert_eq!(error(&fifth), refused(429, "rate_limited"));
    let body = fifth.json();
    assert_eq!((&body["limit"], &body["resetAt"]), (&json!(4), &json!("2027-03-01T11:00:00.000Z")));
    let wait = body["retryAfterSec"].as_i64().unwrap();
    assert!((2_200..=2_400).contains(&wait), "{wait}");
    assert_eq!(fifth.header("retry-after"), wait.to_string());
    assert_eq!(ask("grace@people.example").status, 200, "another address waits for nothing");
    clock.set("2027-03-01T11:00:01Z");
    assert_eq!(ask(EMAIL).status, 200);
    for email in ["", "ada", "ada@", "@people.example", "a b@people.example", "ada@people"] {
        assert_eq!(error(&ask(email)), refused(400, "invalid_email"), "{email}");
    }
}

#[test]
fn of_a_hundred_who_use_one_link_one_is_signed_in() {
    let world = World::with(|command| {
        dev(command);
        crowd(command);
    });
    let token = link_token(&world.client, EMAIL);
    let answers = together(100, |_| confirm(&world.client, &token));
    let signed_in = answers.iter().filter(|answer| answer.status == 200).count();
    let used = answers.iter().filter(|answer| error(answer) == refused(401, "token_used")).count();
    assert_eq!((signed_in, used), (1, 99));
}

#[test]
fn forms_work_without_scripts() {
    let clock = MovedClock::new();
    // In the middle of an hour, by which links are counted.
    clock.set("2027-03-01T10:20:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let client = &world.client;
    let post = |path: &str, form: &str| client.send("POST", path, &[FORM], Some(form));
    let sent = post("/auth/request-link", "email=ada%40people.example");
    assert_eq!((sent.status, sent.header("location")), (303, "/login?sent=1"));
    assert_eq!(sent.body, "", "the link is in no page");
    let bad = post("/auth/request-link", "email=ada");
    assert_eq!((bad.status, bad.header("location")), (303, "/login?error=invalid_email"));

    let token = link_token(client, EMAIL);
    let confirmed = post("/auth/callback", &format!("token={token}"));
    assert_eq!((confirmed.status, confirmed.header("location")), (303, "/login?signed-in=1"));
    assert_eq!(me(client, &cookie_of(&confirmed))["authenticated"], true);
    let again = post("/auth/callback", &format!("token={token}"));
    assert_eq!((again.status, again.header("location")), (303, "/login?error=token_used"));
    assert_eq!(again.header("set-cookie"), "");
    let page = client.send_raw("GET", "/login?error=token_used", &[], None);
    assert!(page.body.contains("That link was used before"), "{}", page.body);

    for _ in 0..2 {
        post("/auth/request-link", "email=ada%40people.example");
    }
    let fifth = post("/auth/request-link", "email=ada%40people.example");
    assert_eq!((fifth.status, fifth.header("location")), (303, "/login?error=rate_limited"));
    let evil = [FORM, ("origin", "https://evil.example")];
    let foreign = client.send("POST", "/auth/callback", &evil, Some(&format!("token={token}")));
    assert_eq!(error(&foreign), refused(401, "cross_site_request"));
}

#[test]
fn an_account_is_made_granted_a_plan_and_spends_it() {
    let world = World::with(|command| {
        dev(command);
        command.env("CITABLE_PLAN_PRO_SCANS_PER_DAY", "2");
    });
    let client = &world.client;
    let cookie = sign_in(client, EMAIL);
    let session = ("cookie", cookie.as_str());
    let create = || client.send("POST", "/keys", &[JSON, session], Some(r#"{"name":"ci"}"#));
    let free = create();
    assert_eq!(error(&free), refused(402, "plan_required"));
    assert_eq!(free.json()["reason"], "plan");
    let granted = admin(&world, None, &["plan", "grant", EMAIL, "pro"]);
    assert_eq!((&granted["plan"], &granted["until"]), (&json!("pro"), &json!(null)));

    let created = create();
    assert_eq!(created.status, 201, "{}", created.body);
    let (key, token) = (created.json()["key"].clone(), created.json()["token"].clone());
    let token = token.as_str().unwrap();
    assert!(token.starts_with("ctb_") && token.len() == 46, "{}", token.len());
    assert_eq!(key["scopes"], json!(["read", "scan"]));
    let bearer = format!("bearer {token}");
    let by_key = [("authorization", bearer.as_str())];

    for (path, left) in [("/", "1"), ("/robots.txt", "0")] {
        let accepted = post_scan(client, &world.url(path), &by_key);
        assert_eq!((accepted.status, accepted.header("ratelimit-remaining")), (202, left));
        client.finished(accepted.json()["id"].as_str().unwrap());
    }
    let spent = post_scan(client, &world.url("/more"), &by_key);
    assert_eq!(error(&spent), refused(429, "quota_exceeded"));
    let body = spent.json();
    assert_eq!((&body["bucket"], &body["plan"]), (&json!("day"), &json!("pro")));
    assert_eq!((&body["limit"], &body["used"]), (&json!(2), &json!(2)));
    assert_eq!(spent.header("retry-after"), body["retryAfterSec"].to_string());
    let usage = client.send("GET", "/account/usage", &by_key, None).json();
    let (day, keys) = (&usage["usage"]["day"], &usage["usage"]["apiKeys"]);
    assert_eq!((&day["used"], &day["remaining"], &keys["used"]), (&json!(2), &json!(0), &json!(1)));
    assert_eq!(day["resetAt"], body["resetAt"]);

    let listed = client.send("GET", "/keys", &[session], None).json();
    assert_eq!(listed["keys"][0]["id"], key["id"]);
    assert!(listed["keys"][0]["lastUsedAt"].is_string());
    let by_itself = client.send("DELETE", &format!("/keys/{}", key["id"]), &by_key, None);
    assert_eq!(error(&by_itself), refused(401, "session_required"));
    let path = format!("/keys/{}", key["id"].as_str().unwrap());
    assert_eq!(client.send("DELETE", &path, &[session], None).json(), json!({ "ok": true }));
    for (method, path) in [("GET", "/account/usage"), ("GET", "/auth/me"), ("POST", "/scan")] {
        let body = (method == "POST").then(|| json!({ "url": world.url("/") }).to_string());
        let headers = [JSON, by_key[0], session];
        let dead = client.send(method, path, &headers, body.as_deref());
        assert_eq!(error(&dead), refused(401, "invalid_api_key"), "{path}");
    }
    assert_eq!(error(&client.send("DELETE", &path, &[session], None)), refused(404, "not_found"));
}

#[test]
fn an_account_makes_five_keys_and_connected_apps_do_not_count() {
    let world = World::with(dev);
    let cookie = sign_in(&world.client, EMAIL);
    admin(&world, None, &["plan", "grant", EMAIL, "agency"]);
    for name in ["one", "two"] {
        admin(&world, None, &["key", "issue", EMAIL, "--name", name, "--app"]);
    }
    let headers = [JSON, ("cookie", cookie.as_str())];
    let answers = together(20, |number| {
        let body = json!({ "name": format!("key {number}") }).to_string();
        world.client.send("POST", "/keys", &headers, Some(&body))
    });
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(made, 5);
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        assert_eq!(error(answer), refused(409, "key_limit_reached"));
    }
    let listed = world.client.send("GET", "/keys", &headers[1..], None).json();
    assert_eq!((listed["keys"].as_array().unwrap().len(), &listed["limit"]), (7, &json!(5)));
}

/// How many fixes each form of a report shows in full: the report, its Markdown, the instructions,
/// a batch, a comparison.
fn seen(world: &World, id: &str, all: &[Value], headers: &[(&str, &str)]) -> [usize; 5] {
    let read = |path: &str, more: &[(&str, &str)]| -> Answer {
        world.client.send("GET", path, &[headers, more].concat(), None)
    };
    let open = |fixes: &Value| {
        fixes.as_array().unwrap().iter().filter(|fix| fix["locked"] != json!(true)).count()
    };
    // What a fix tells to do, without what Markdown would write differently.
    let told = |text: &str| {
        let plain = |text: &str| -> String {
            text.chars().filter(|letter| letter.is_ascii_alphanumeric()).collect()
        };
        let text = plain(text);
        let why = |fix: &&Value| text.contains(&plain(fix["verify"].as_str().unwrap()));
        all.iter().filter(why).count()
    };
    let markdown = [("accept", "text/markdown")];
    let compared = read(&format!("/compare?from={id}&to={id}"), &[]).json();
    [
        open(&read(&format!("/scan/{id}"), &[]).json()["recommendations"]),
        told(&read(&format!("/scan/{id}"), &markdown).body),
        told(&read(&format!("/scan/{id}/ai-instructions"), &[]).body),
        open(
            &read(&format!("/batch?ids={id}"), &[]).json()["results"][0]["body"]["recommendations"],
        ),
        open(&compared["recommendations"]["open"]),
    ]
}

#[test]
fn a_viewer_sees_what_the_plan_holds_and_a_lapsed_plan_is_free() {
    let clock = MovedClock::new();
    clock.set("2027-03-01T10:00:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    world.origin.route(HOST, "/poor", Reply::html(POOR_PAGE));
    let id = world.client.scan(&world.url("/poor"));
    world.client.finished(&id);
    let cookie = sign_in(&world.client, EMAIL);
    let session = [("cookie", cookie.as_str())];
    let grant = ["plan", "grant", EMAIL, "pro", "--until", "2027-03-10T00:00:00Z"];
    admin(&world, Some(&clock), &grant);
    let report = world.client.send("GET", &format!("/scan/{id}"), &session, None).json();
    let all = report["recommendations"].as_array().unwrap().clone();
    assert!(all.len() > 3 && all.iter().all(|fix| fix["verify"].is_string()), "{report:#}");

    let body = r#"{"name":"ci","scopes":["scan"]}"#;
    let headers = [JSON, session[0]];
    let created = world.client.send("POST", "/keys", &headers, Some(body)).json();
    let bearer = format!("Bearer {}", created["token"].as_str().unwrap());
    let key = [("authorization", bearer.as_str())];
    let free = sign_in(&world.client, "free@people.example");
    assert_eq!(seen(&world, &id, &all, &[]), [1; 5], "nobody");
    assert_eq!(seen(&world, &id, &all, &[("cookie", &free)]), [3; 5], "free");
    assert_eq!(seen(&world, &id, &all, &session), [all.len(); 5], "pro");
    assert_eq!(seen(&world, &id, &all, &key), [all.len(); 5], "a key of pro");

    clock.set("2027-03-10T00:00:01Z");
    assert_eq!(me(&world.client, &cookie)["plan"], "free");
    assert_eq!(seen(&world, &id, &all, &session), [3; 5], "lapsed");
    assert_eq!(seen(&world, &id, &all, &key), [3; 5], "a key of a lapsed plan");
    let usage = world.client.send("GET", "/account/usage", &key, None).json();
    assert_eq!((&usage["plan"], &usage["limits"]["scansPerDay"]), (&json!("free"), &json!(3)));
    assert_eq!(world.client.send("GET", "/keys", &session, None).status, 200);
    let more = world.client.send("POST", "/keys", &headers, Some("nonsense"));
    assert_eq!(more.status, 400, "unreadable JSON comes before the plan");
    let more = world.client.send("POST", "/keys", &headers, Some(r#"{"name":7}"#));
    assert_eq!(error(&more), refused(402, "plan_required"), "the plan comes before the fields");
}
