//! What the program throws away, and what it never does.

use citable_test_support::database::{count, rows};
use serde_json::{Value, json};

use crate::people::{MovedClock, admin, confirm, dev, error, link_token, post_scan, sign_in};
use crate::world::{OTHER_HOST, World, eventually};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
const EMAIL: &str = "ada@people.example";

/// Stops the program, moves its clock and starts it again, which sweeps soon.
fn begin_again(world: &mut World, clock: &MovedClock, days: i64) {
    let program = world.take_program();
    program.terminate();
    assert_eq!(program.wait().0.code(), Some(0));
    clock.move_by(days * DAY_MS);
    world.restart_with(|command| {
        dev(command);
        clock.give_to(command);
    });
}

fn seqs(world: &World, id: &str, after: i64) -> Vec<i64> {
    let after = after.to_string();
    let (_, events) = world.client.events(id, &[("last-event-id", &after)]);
    events.iter().map(|event| event.id.parse().unwrap()).collect()
}

#[test]
fn old_things_go_and_what_belongs_to_somebody_stays() {
    let clock = MovedClock::new();
    let mut world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let cookie = sign_in(&world.client, EMAIL);
    let token = link_token(&world.client, "nobody@people.example");
    admin(&world, Some(&clock), &["account", "create", "idle@people.example"]);
    let stray = world.client.scan(&world.url("/"));
    assert_eq!(world.client.finished(&stray).status, 200);
    let url = world.origin.url(OTHER_HOST, "/");
    let owned = post_scan(&world.client, &url, &[("cookie", &cookie)]);
    let owned = owned.json()["id"].as_str().unwrap().to_owned();
    let report = world.client.finished(&owned).json();
    let last = *seqs(&world, &stray, 0).last().unwrap();
    assert!(last > 10);

    // After a week a log is its end, and whoever comes back is told that.
    begin_again(&mut world, &clock, 8);
    for id in [&stray, &owned] {
        eventually("the log is cut", || seqs(&world, id, 0) == [last]);
        assert_eq!(seqs(&world, id, 5), [last]);
        let (_, events) = world.client.events(id, &[]);
        let told: Value = serde_json::from_str(&events[0].data).unwrap();
        assert_eq!((events.len(), &told["status"]), (1, &json!("done")));
        let (head, none) = world.client.events(id, &[("last-event-id", &last.to_string())]);
        assert_eq!((head.status, none.len()), (204, 0));
        assert_eq!(world.client.get(&format!("/scan/{id}")).status, 200);
    }
    eventually("the token is unknown, and not only too old", || {
        error(&confirm(&world.client, &token)) == (401, "token_invalid".to_owned())
    });
    let me = world.client.send("GET", "/auth/me", &[("cookie", &cookie)], None).json();
    assert_eq!(me["authenticated"], true);

    // After a month, what belongs to nobody is gone.
    begin_again(&mut world, &clock, 31);
    eventually("the scan is gone", || world.client.get(&format!("/scan/{stray}")).status == 404);
    assert_eq!(world.client.get(&format!("/scan/{owned}")).json(), report);
    let (head, _) = world.client.events(&owned, &[]);
    assert_eq!(head.status, 200);
    let emails = || rows(world.data(), "select email from accounts");
    eventually("only one account is left", || emails() == [json!([EMAIL])]);
    let left = |table: &str| count(world.data(), &format!("select count(*) from {table}"));
    for table in ["snapshots", "reports", "scans", "scan_events"] {
        assert_eq!(left(table), 1, "{table}");
    }
    for table in ["sessions", "sign_in_tokens", "sign_in_rates"] {
        assert_eq!(left(table), 0, "{table}");
    }
    admin(&world, Some(&clock), &["plan", "grant", EMAIL, "pro"]);
    let cookie = sign_in(&world.client, EMAIL);
    let history = world.client.send("GET", "/history", &[("cookie", &cookie)], None).json();
    assert_eq!(history["entries"][0]["latest"]["id"], json!(owned));
    assert_eq!(history["entries"][0]["latest"]["scannedAt"], report["scannedAt"]);
}
