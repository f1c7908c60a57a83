//! What always fails, or fails for a moment, and must not hold up what is behind it.

use std::sync::Mutex;
use std::sync::mpsc;

use citable_test_support::database::{
    allow_updates, count, execute, is_elsewhere, one, refuse_updates,
};
use citable_test_support::reply::Reply;
use serde_json::json;

use crate::people::{JSON, MovedClock, admin, dev, sign_in};
use crate::world::{GOOD_PAGE, HOST, World, eventually};

const EMAIL: &str = "ada@people.example";
const OTHER: &str = "grace@people.example";

/// Somebody with a paid plan monitors an address.
fn watch(world: &World, clock: &MovedClock, email: &str, path: &str) {
    let cookie = sign_in(&world.client, email);
    admin(world, Some(clock), &["plan", "grant", email, "pro"]);
    let headers = [JSON, ("cookie", cookie.as_str())];
    let body = json!({ "url": world.url(path) }).to_string();
    let created = world.client.send("POST", "/monitors", &headers, Some(&body));
    assert_eq!(created.status, 201, "{}", created.body);
}

/// Runs of the address with that path of which that holds.
fn runs(world: &World, path: &str, which: &str) -> usize {
    let url = world.url(path);
    count(
        world.data(),
        &format!(
            "select count(*) from monitor_runs join monitors on monitors.id = monitor_id \
             where url = '{url}' and {which}"
        ),
    )
}

#[test]
fn a_run_that_cannot_be_announced_holds_up_no_other() {
    let clock = MovedClock::new();
    clock.set("2027-03-01T10:00:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    world.origin.route(HOST, "/stuck", Reply::html(GOOD_PAGE));
    let url = world.url("/stuck");
    let its_runs = format!("new.monitor_id in (select id from monitors where url = '{url}')");
    refuse_updates(world.data(), "monitor_runs", "announced_at", &its_runs);
    watch(&world, &clock, EMAIL, "/stuck");
    eventually("the first run is over", || runs(&world, "/stuck", "finished_at is not null") == 1);
    watch(&world, &clock, EMAIL, "/");
    eventually("the one behind it is announced", || {
        runs(&world, "/", "announced_at is not null") == 1
    });
    assert_eq!(runs(&world, "/stuck", "announced_at is null"), 1);
    allow_updates(world.data(), "monitor_runs");
    eventually("it is tried again", || runs(&world, "/stuck", "announced_at is not null") == 1);
}

#[test]
fn a_weekly_report_that_cannot_be_sent_holds_up_no_other() {
    let clock = MovedClock::new();
    clock.set("2027-03-01T10:00:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let account = |email: &str| format!("(select id from accounts where email = '{email}')");
    watch(&world, &clock, EMAIL, "/");
    let due = |email: &str, which: &str| {
        let account = account(email);
        let reports = format!("select count(*) from weekly_reports where account_id = {account}");
        count(world.data(), &format!("{reports} and {which}"))
    };
    eventually("a report is due", || due(EMAIL, "due_at is not null") == 1);
    clock.set("2027-03-01T10:01:00Z");
    watch(&world, &clock, OTHER, "/");
    eventually("another one is due later", || due(OTHER, "due_at is not null") == 1);
    let its_report = format!("new.due_at is null and new.account_id = {}", account(EMAIL));
    refuse_updates(world.data(), "weekly_reports", "due_at", &its_report);
    clock.set("2027-03-01T11:30:00Z");
    eventually("the later one is sent", || due(OTHER, "last_due_at is not null") == 1);
    assert_eq!(due(EMAIL, "due_at is not null"), 1);
    allow_updates(world.data(), "weekly_reports");
    eventually("it is tried again", || due(EMAIL, "last_due_at is not null") == 1);
}

#[test]
fn a_scan_begins_although_its_log_cannot_be_read_just_then() {
    if is_elsewhere() {
        return;
    }
    let world = World::start();
    let (open, gate) = mpsc::channel::<()>();
    let gate = Mutex::new(gate);
    world.origin.route_with(HOST, "/first", move |_| {
        tokio::task::block_in_place(|| gate.lock().unwrap().recv().unwrap());
        Reply::html(GOOD_PAGE)
    });
    let first = world.client.scan(&world.url("/first"));
    eventually("the page is asked for", || world.origin.paths(HOST).contains(&"/first".to_owned()));
    let second = world.client.scan(&world.url("/"));
    let queued = format!("scan_events where scan_id = '{second}'");
    assert_eq!(one(world.data(), &format!("select count(*) from {queued}")), 1, "it waits");
    execute(
        world.data(),
        &format!(
            "pragma ignore_check_constraints = on; \
             update scan_events set status = 'unreadable' where scan_id = '{second}'"
        ),
    );
    open.send(()).unwrap();
    assert_eq!(world.client.finished(&first).status, 200);
    let state = || world.client.get(&format!("/scan/{second}"));
    eventually("the other one is over", || state().json()["status"] != "pending");
    assert_eq!(state().status, 200, "{}", state().body);
}
