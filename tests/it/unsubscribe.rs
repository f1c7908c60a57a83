//! The link in each notification that ends them all.

use std::process::Command;

use chrono::Utc;
use citable_actors::ids::{Prefix, new_id};
use citable_actors::secrets::{DerivedToken, Purpose, Secrets, hash_of};
use citable_test_support::database::{execute, one, rows};
use serde_json::{Value, json};

use crate::notifications::{all_on, change, read};
use crate::people::{FORM, JSON, dev, error, link_token, sign_in};
use crate::world::{LOUD, World, eventually};

const EMAIL: &str = "ada@people.example";
/// The key of the program under test, so that a test can make links of its own.
const SECRET_KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
/// Where the link is served.
const PLACES: [&str; 3] = ["/unsubscribe", "/api/v1/unsubscribe", "/api/unsubscribe"];
/// What a mail program sends (RFC 8058, section 3.2).
const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

fn keyed(command: &mut Command) {
    dev(command);
    command.env("CITABLE_SECRET_KEY", SECRET_KEY);
}

/// Somebody with a session, and links of theirs.
struct Reader<'w> {
    world: &'w World,
    cookie: String,
    id: String,
}

impl<'w> Reader<'w> {
    fn of(world: &'w World) -> Self {
        let cookie = sign_in(&world.client, EMAIL);
        let me = world.client.send("GET", "/auth/me", &[("cookie", &cookie)], None).json();
        let id = me["user"]["id"].as_str().unwrap().to_owned();
        Self { world, cookie, id }
    }

    fn flags(&self) -> Value {
        read(&self.world.client, &self.cookie)
    }

    fn set(&self, body: &Value) {
        assert_eq!(change(&self.world.client, &self.cookie, &body.to_string()).status, 200);
    }

    /// A link as a mail holds it; none where Python is missing.
    fn link(&self) -> DerivedToken {
        let link = Secrets::parse(SECRET_KEY).unwrap().new_token(Purpose::UnsubscribeLinks);
        // An old one would be swept away.
        let made_at = Utc::now().timestamp_millis();
        let values = format!("'{}', '{}', {made_at}", hash_of(&link.token), self.id);
        let columns = "unsubscribe_tokens (hash, account_id, created_at)";
        write(self.world, &format!("INSERT INTO {columns} VALUES ({values})"));
        link
    }

    /// A notification that waits to be sent; answers its id.
    fn mail(&self, link: &DerivedToken) -> String {
        let page = json!({
            "url": "https://example.com/pricing", "scanId": "scn_0123456789abcdefghijkl",
            "score": 72, "previousScore": 78, "fixes": [],
        });
        let data = json!({ "seed": link.seed, "news": { "score_drop": page } });
        let id = new_id(Prefix::Message);
        let columns = "mails (id, template, recipient, data, created_at, status, attempt, \
            next_attempt_at)";
        let values = format!("'{id}', 'score_drop', '{EMAIL}', '{data}', 0, 'waiting', 0, 0");
        write(self.world, &format!("INSERT INTO {columns} VALUES ({values})"));
        // Whoever asks for a link wakes the actor that sends mails.
        link_token(&self.world.client, "grace@people.example");
        id
    }
}

/// Changes the database beside the program, as a unit that has something to tell would.
fn write(world: &World, statement: &str) {
    execute(world.data(), statement);
}

fn tokens(world: &World) -> Vec<Value> {
    rows(world.data(), "SELECT * FROM unsubscribe_tokens ORDER BY hash")
}

fn at(place: &str, token: &str) -> String {
    format!("{place}?token={token}")
}

#[test]
fn looking_at_a_link_changes_nothing_and_shows_the_same_page_for_all() {
    let world = World::with(keyed);
    let reader = Reader::of(&world);
    let link = reader.link();
    let before = tokens(&world);
    let expected = world.client.send("GET", "/unsubscribe", &[], None);
    assert_eq!(expected.status, 200);
    for (name, value) in [
        ("content-type", "text/html; charset=utf-8"),
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
    ] {
        assert_eq!(expected.header(name), value);
    }
    assert!(expected.header("content-security-policy").contains("form-action 'self'"));
    assert!(expected.body.contains("<form method=\"post\" data-once>"), "{}", expected.body);
    assert!(!expected.body.contains("name=\"token\""), "{}", expected.body);
    let unknown = "A".repeat(43);
    let queries =
        [link.token.as_str(), &unknown, "", "%00%ff%3Cscript%3E", "a&token=b", &"x".repeat(2_000)];
    for place in PLACES {
        for query in queries {
            let seen = world.client.send_raw("GET", &at(place, query), &[], None);
            assert_eq!((seen.status, &seen.body), (200, &expected.body), "{place} {query}");
        }
        for method in ["GET", "HEAD"] {
            for _ in 0..100 {
                let path = at(place, &link.token);
                assert_eq!(world.client.send_raw(method, &path, &[], None).status, 200);
            }
        }
    }
    assert_eq!(reader.flags(), all_on());
    assert_eq!(tokens(&world), before);
}

#[test]
fn one_click_turns_all_off_in_every_form_that_mail_programs_have() {
    let world = World::with(keyed);
    let reader = Reader::of(&world);
    reader.set(&json!({ "billing": false }));
    let (mut on, mut off) = (all_on(), all_on());
    on["billing"] = json!(false);
    off["billing"] = json!(false);
    off["all"] = json!(false);
    let parts = ("content-type", "multipart/form-data; boundary=r");
    let part = |name: &str, value: &str| {
        format!("--r\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let in_parts = part("List-Unsubscribe", "One-Click") + "--r--\r\n";
    // What another site may make a browser send, and credentials that are none, count for nothing.
    let noise = [
        ("sec-fetch-site", "cross-site"),
        ("origin", "null"),
        ("authorization", "Bearer nothing"),
        ("cookie", "sid=nothing"),
    ];
    let expected = world.client.send("POST", "/unsubscribe", &[], None);
    assert_eq!((expected.status, expected.header("set-cookie")), (200, ""));
    assert_eq!(expected.header("cache-control"), "no-store");
    assert_eq!(expected.header("referrer-policy"), "no-referrer");
    for place in PLACES {
        for (headers, body) in [
            (vec![FORM], Some(ONE_CLICK.to_owned())),
            (vec![parts], Some(in_parts.clone())),
            (vec![], None),
            (vec![FORM], Some(String::new())),
            ([&[FORM][..], &noise].concat(), Some(ONE_CLICK.to_owned())),
        ] {
            let link = reader.link();
            let path = at(place, &link.token);
            let sent = world.client.send_raw("POST", &path, &headers, body.as_deref());
            assert_eq!((sent.status, &sent.body), (200, &expected.body), "{headers:?}");
            assert_eq!(reader.flags(), off, "{place} {headers:?}");
            reader.set(&json!({ "all": true }));
        }
        for in_form in ["token", "parts"] {
            let link = reader.link();
            let (header, body) = match in_form {
                "token" => (FORM, format!("{ONE_CLICK}&token={}", link.token)),
                _ => (parts, part("token", &link.token) + &in_parts),
            };
            let sent = world.client.send_raw("POST", place, &[header], Some(&body));
            assert_eq!((sent.status, &sent.body), (200, &expected.body), "{in_form}");
            assert_eq!(reader.flags(), off, "{place} {in_form}");
            reader.set(&json!({ "all": true }));
        }
    }
    assert_eq!(reader.flags(), on);
}

#[test]
fn every_other_token_is_answered_alike_and_harms_nobody() {
    let world = World::with(keyed);
    let reader = Reader::of(&world);
    let (spent, live) = (reader.link(), reader.link());
    let done = world.client.send("POST", &at("/unsubscribe", &spent.token), &[], None);
    assert_eq!(reader.flags()["all"], false);
    reader.set(&json!({ "all": true }));
    let unknown = "A".repeat(43);
    let long = "x".repeat(2_000);
    let repeated = format!("{}&token={}", live.token, live.token);
    let cut = &live.token[1..];
    for token in [spent.token.as_str(), &unknown, "", "%00%ff%3Cscript%3E", &long, &repeated, cut] {
        for place in PLACES {
            let answer = world.client.send_raw("POST", &at(place, token), &[FORM], Some(ONE_CLICK));
            assert_eq!((answer.status, &answer.body), (200, &done.body), "{place} {token}");
        }
    }
    assert_eq!(reader.flags(), all_on());
    // Once more, the one that was never used.
    world.client.send("POST", &at("/unsubscribe", &live.token), &[], None);
    assert_eq!(reader.flags()["all"], false);
}

#[test]
fn the_link_is_a_page_and_takes_forms_alone() {
    let world = World::start();
    let post = |headers: &[(&str, &str)], body| {
        world.client.send("POST", "/unsubscribe", headers, Some(body))
    };
    for header in [JSON, ("content-type", "text/plain")] {
        assert_eq!(error(&post(&[header], "{}")), refused(415, "unsupported_media_type"));
    }
    let long = "x".repeat(70 << 10);
    assert_eq!(error(&post(&[FORM], &long)), refused(413, "body_too_large"));
    for place in PLACES {
        let deleted = world.client.send_raw("DELETE", place, &[], None);
        assert_eq!(error(&deleted), refused(405, "method_not_allowed"));
        assert_eq!(deleted.header("allow"), "GET, HEAD, POST, OPTIONS");
        let options = world.client.send_raw("OPTIONS", place, &[], None);
        assert_eq!((options.status, options.header("allow")), (204, "GET, HEAD, POST, OPTIONS"));
        let slash = world.client.send_raw("POST", &format!("{place}/"), &[], None);
        assert_eq!(slash.status, 404);
    }
}

#[test]
fn a_notification_brings_a_link_that_holds_back_the_next() {
    let mut world = World::with(|command| {
        keyed(command);
        command.env("CITABLE_LOG", LOUD);
    });
    let reader = Reader::of(&world);
    let (first, second) = (reader.link(), reader.link());
    reader.mail(&first);
    let outbox = || world.client.send_raw("GET", "/dev/outbox", &[], None).body;
    eventually("a notification in the outbox", || outbox().contains("Score dropped from 78 to 72"));
    let path = at("/unsubscribe", &first.token);
    assert!(outbox().contains(&path), "{}", outbox());
    let sent = world.client.send_raw("POST", &path, &[FORM], Some(ONE_CLICK));
    assert_eq!(sent.status, 200);
    assert_eq!(reader.flags()["all"], false);

    let held_back = reader.mail(&second);
    let status = format!("SELECT status FROM mails WHERE id = '{held_back}'");
    eventually("a notification that nobody wants is dropped", || {
        one(world.data(), &status) == "dropped"
    });
    assert!(!outbox().contains(&second.token));
    assert!(outbox().contains("Your sign-in link for Citable"), "links come all the same");

    let (used, unused) = (first.token.clone(), second.token.clone());
    drop(reader);
    let program = world.take_program();
    program.terminate();
    let (_, _, log) = program.wait();
    assert!(log.contains("DEBUG"), "debug lines are there");
    for secret in [&used, &unused, &hash_of(&used)] {
        assert!(!log.contains(secret.as_str()), "in the log: {secret}");
    }
}
