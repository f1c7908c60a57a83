//! What callers may spend, and what they are told of it.

use std::collections::BTreeSet;

use citable_test_support::client::Answer;
use citable_test_support::database::rows;
use citable_test_support::foreign::{Foreign, Packages, said};
use citable_test_support::program::workspace;
use serde_json::{Value, json};

use crate::people::{MovedClock, admin, crowd, error, key_of, milliseconds, post_scan, together};
use crate::world::World;

/// A reader of structured fields.
const LIBRARY: Packages =
    Packages { name: "structured-fields", python: &["http-sfv==0.9.9"], javascript: &[] };
const DAY_SECONDS: i64 = 86_400;

/// A member of a rate-limit field.
#[derive(Debug, PartialEq, Eq)]
struct Member {
    name: String,
    first: i64,
    second: i64,
}

/// Reads the two fields: the members of both must be `day` and `month`.
fn read(value: &str, first: &str, second: &str) -> [Member; 2] {
    let member = |text: &str| {
        let mut parts = text.split(';');
        let name = parts.next().unwrap().trim().trim_matches('"').to_owned();
        let mut number = |key: &str| {
            let (name, value) = parts.next().unwrap().split_once('=').unwrap();
            assert_eq!(name, key, "{value}");
            value.parse().unwrap()
        };
        Member { name, first: number(first), second: number(second) }
    };
    let members: Vec<Member> = value.split(',').map(member).collect();
    let members: [Member; 2] = members.try_into().unwrap();
    assert_eq!(members.each_ref().map(|member| &*member.name), ["day", "month"]);
    members
}

fn left(answer: &Answer) -> [Member; 2] {
    read(answer.header("ratelimit"), "r", "t")
}

fn policy(answer: &Answer) -> [Member; 2] {
    read(answer.header("ratelimit-policy"), "q", "w")
}

fn count(answers: &[Answer], expected: (u16, &str)) -> usize {
    let is = |answer: &&Answer| {
        let told = answer.json();
        (answer.status, told["error"].as_str().unwrap_or("")) == expected
    };
    answers.iter().filter(is).count()
}

#[test]
fn two_hundred_at_once_spend_no_more_than_an_account_has() {
    const LIMIT: u32 = 20;
    let world = World::with(|command| {
        crowd(command);
        command.env("CITABLE_PLAN_PRO_SCANS_PER_DAY", LIMIT.to_string());
    });
    let (_, bearer) = key_of(&world, "ada@people.example", "pro", "scan");
    let headers = [("authorization", bearer.as_str())];
    let post =
        |number: usize| post_scan(&world.client, &world.url(&format!("/{number}")), &headers);
    let answers = together(200, post);
    assert_eq!(count(&answers, (202, "")), 20);
    assert_eq!(count(&answers, (429, "quota_exceeded")), 180);
    let accepted = answers.iter().filter(|answer| answer.status == 202);
    let told: BTreeSet<i64> = accepted.map(|answer| left(answer)[0].first).collect();
    assert_eq!(told, (0..i64::from(LIMIT)).collect(), "each is told its own place");
    for refused in answers.iter().filter(|answer| answer.status == 429) {
        assert_eq!(refused.header("ratelimit-remaining"), "0");
        assert_eq!(left(refused)[0].first, 0);
    }
    let usage = world.client.send("GET", "/account/usage", &headers, None).json();
    assert_eq!(usage["usage"]["day"]["used"], LIMIT);
    assert_eq!(usage["usage"]["month"]["used"], LIMIT);
    let query = "select used from quota_counters where subject like 'usr_%'";
    let counters = rows(world.data(), query);
    assert_eq!(counters, [json!([LIMIT]), json!([LIMIT])]);
    let scans = rows(world.data(), "select count(*) from scans");
    assert_eq!(scans, [json!([LIMIT])]);
}

#[test]
fn strangers_are_counted_by_address_and_networks_share() {
    let world = World::with(|command| {
        crowd(command);
        command.env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY", "5");
    });
    let from = |hops: &str, path: &str| {
        post_scan(&world.client, &world.url(path), &[("x-forwarded-for", hops)])
    };
    let answers = together(200, |number| from("203.0.113.7", &format!("/{number}")));
    assert_eq!(count(&answers, (202, "")), 5);
    assert_eq!(count(&answers, (429, "rate_limited")), 195);
    let refused = answers.iter().find(|answer| answer.status == 429).unwrap();
    assert_eq!(refused.json()["plan"], "anonymous");
    assert_eq!(error(&from("198.51.100.1, 203.0.113.7", "/forged")).0, 429, "a forged hop");
    assert_eq!(from("203.0.113.8", "/neighbour").status, 202);

    let network = together(100, |number| {
        from(&format!("2001:db8:1:2:{number:x}::{number:x}"), &format!("/six/{number}"))
    });
    assert_eq!(count(&network, (202, "")), 5, "one customer has one /64");
    assert_eq!(count(&network, (429, "rate_limited")), 95);
    assert_eq!(from("2001:db8:1:3::1", "/next").status, 202);
    assert_eq!(from("::ffff:203.0.113.7", "/mapped").status, 429, "the same address");
}

#[test]
fn the_services_own_budget_ends_at_midnight() {
    let clock = MovedClock::new();
    clock.set("2027-03-05T22:00:00Z");
    let world = World::with(|command| {
        clock.give_to(command);
        crowd(command);
        command.env("CITABLE_DAILY_SCAN_BUDGET", "10");
    });
    let answers =
        together(50, |number| post_scan(&world.client, &world.url(&format!("/{number}")), &[]));
    assert_eq!(count(&answers, (202, "")), 10);
    assert_eq!(count(&answers, (503, "daily_budget_exhausted")), 40);
    let refused = answers.iter().find(|answer| answer.status == 503).unwrap();
    let body = refused.json();
    assert_eq!(body["resetAt"], "2027-03-06T00:00:00.000Z");
    let wait = body["retryAfterSec"].as_i64().unwrap();
    assert!((6_900..=7_200).contains(&wait), "{wait}");
    assert_eq!(refused.header("retry-after"), wait.to_string());
    assert_eq!(left(refused)[0].first, 100_000 - 10, "the refusal cost its caller nothing");

    let done = answers.iter().find(|answer| answer.status == 202).unwrap().json();
    world.client.finished(done["id"].as_str().unwrap());
    let url = done["url"].as_str().unwrap();
    assert_eq!(post_scan(&world.client, url, &[]).status, 200, "the cache needs no budget");
    clock.set("2027-03-06T00:00:01Z");
    assert_eq!(post_scan(&world.client, &world.url("/tomorrow"), &[]).status, 202);
}

#[test]
fn answers_from_the_cache_and_answers_given_again_cost_nothing() {
    let world = World::start();
    let (_, bearer) = key_of(&world, "ada@people.example", "pro", "scan");
    let key = ("authorization", bearer.as_str());
    let used = || {
        let usage = world.client.send("GET", "/account/usage", &[key], None).json();
        usage["usage"]["day"]["used"].as_u64().unwrap()
    };
    let named = [key, ("idempotency-key", "k1")];
    let first = post_scan(&world.client, &world.url("/"), &named);
    assert_eq!((first.status, left(&first)[0].first, used()), (202, 39, 1));
    world.client.finished(first.json()["id"].as_str().unwrap());
    let cached = post_scan(&world.client, &world.url("/"), &[key]);
    assert_eq!((cached.status, left(&cached)[0].first, used()), (200, 39, 1));
    let again = post_scan(&world.client, &world.url("/"), &named);
    assert_eq!((again.status, again.header("ratelimit"), used()), (202, "", 1));
    let body = json!({ "url": world.url("/"), "refresh": true }).to_string();
    let headers = [crate::people::JSON, key];
    let anew = world.client.send("POST", "/scan", &headers, Some(&body));
    assert_eq!((anew.status, left(&anew)[0].first, used()), (202, 38, 2), "refreshing does");
}

#[test]
fn buckets_roll_over_with_the_days_and_months() {
    let clock = MovedClock::new();
    clock.set("2027-01-31T23:59:00Z");
    let world = World::with(|command| clock.give_to(command));
    admin(&world, Some(&clock), &["account", "create", "ada@people.example", "--plan", "pro"]);
    let issue = ["key", "issue", "ada@people.example", "--name", "k", "--scopes", "scan"];
    let issued = admin(&world, Some(&clock), &issue);
    let bearer = format!("Bearer {}", issued["token"].as_str().unwrap());
    let key = [("authorization", bearer.as_str())];
    let scan = |path: &str| {
        let answer = post_scan(&world.client, &world.url(path), &key);
        assert_eq!(answer.status, 202, "{}", answer.body);
        answer
    };
    for (eve, morrow, days, next_days) in [
        ("2027-01-31", "2027-02-01", 31, 28),
        ("2027-04-30", "2027-05-01", 30, 31),
        ("2027-12-31", "2028-01-01", 31, 31),
        ("2028-02-29", "2028-03-01", 29, 31),
        ("2029-02-28", "2029-03-01", 28, 31),
    ] {
        clock.set(&format!("{eve}T23:59:00Z"));
        let before = scan(&format!("/{eve}/before"));
        assert_eq!(policy(&before).map(|member| member.second), [DAY_SECONDS, days * DAY_SECONDS]);
        let [day, month] = left(&before);
        assert_eq!([day.first, month.first], [39, 599], "{eve}");
        assert_eq!(day.second, month.second, "both end at midnight");
        assert!((1..=60).contains(&day.second), "{}", day.second);

        // The clock goes on, so this one falls on either side of midnight, and must be of one side.
        clock.set(&format!("{eve}T23:59:59.900Z"));
        let at_the_turn = scan(&format!("/{eve}/turn"));
        let [day, month] = left(&at_the_turn);
        let window = policy(&at_the_turn)[1].second;
        if window == days * DAY_SECONDS && day.second <= 1 {
            assert_eq!([day.first, month.first, month.second], [38, 598, 1], "{eve}");
        } else {
            assert_eq!([day.first, month.first, window], [39, 599, next_days * DAY_SECONDS]);
            assert!(DAY_SECONDS - day.second < 60, "{}", day.second);
        }
        let spent_after = i64::from(day.first == 39);

        clock.set(&format!("{morrow}T00:00:00Z"));
        let after = scan(&format!("/{eve}/after"));
        let [day, month] = left(&after);
        let expected = 39 - spent_after;
        assert_eq!([day.first, month.first], [expected, expected + 560], "{morrow}");
        let ends = |seconds: i64, days: i64| (days * DAY_SECONDS - seconds) < 60;
        assert!(ends(day.second, 1) && ends(month.second, next_days), "{}", month.second);
        let usage = world.client.send("GET", "/account/usage", &key, None).json();
        let reset = usage["usage"]["month"]["resetAt"].as_str().unwrap();
        let length = milliseconds(reset) - milliseconds(&format!("{morrow}T00:00:00Z"));
        assert_eq!(length, next_days * DAY_SECONDS * 1_000, "{morrow}");
    }
}

#[test]
fn the_fields_are_lists_to_a_reader_that_others_have_written() {
    let Some(library) = LIBRARY.installed() else { return };
    let world = World::with(|command| {
        command.env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY", "1");
        command.env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_MONTH", "3");
    });
    let dead = [("authorization", "Bearer nonsense")];
    for answer in [
        post_scan(&world.client, &world.url("/"), &[]),
        post_scan(&world.client, &world.url("/two"), &[]),
        post_scan(&world.client, "http://example.org/", &[]),
        post_scan(&world.client, &world.url("/"), &dead),
    ] {
        let told = foreign_reading(&library, &answer);
        let [day, month] = left(&answer);
        let [day_policy, month_policy] = policy(&answer);
        let item = |name: &str, keys: [&str; 2], member: &Member| {
            json!([name, [[keys[0], member.first], [keys[1], member.second]]])
        };
        let expected = json!({
            "ratelimit": [item("day", ["r", "t"], &day), item("month", ["r", "t"], &month)],
            "ratelimit-policy":
                [item("day", ["q", "w"], &day_policy), item("month", ["q", "w"], &month_policy)],
        });
        assert_eq!(told, expected, "{}", answer.status);
        assert_eq!((day_policy.first, month_policy.first), (1, 3));
        assert!(month_policy.second % DAY_SECONDS == 0 && month_policy.second >= 28 * DAY_SECONDS);
        for old in ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"] {
            assert!(answer.header(old).parse::<u64>().is_ok(), "{old}");
        }
    }
    let elsewhere = world.client.get("/healthz");
    assert!(!elsewhere.headers.keys().any(|name| name.starts_with("ratelimit")));
}

fn foreign_reading(library: &Foreign, answer: &Answer) -> Value {
    let mut reader = library.python();
    reader.arg(workspace().join("tests/it/fields.py"));
    let sent = json!({
        "ratelimit": answer.header("ratelimit"),
        "ratelimit-policy": answer.header("ratelimit-policy"),
    });
    serde_json::from_str(&said(reader, &sent.to_string())).unwrap()
}
