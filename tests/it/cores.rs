//! The machine's cores: what becomes of scans that wait for one, and of pages that take too much.

use citable_test_support::client::Answer;
use citable_test_support::database::rows;
use citable_test_support::reply::Reply;
use serde_json::{Value, json};

use crate::people::{key_of, post_scan};
use crate::world::{GOOD_PAGE, HOST, OTHER_HOST, World, eventually};

/// So often two scans are tried until one is read while the other wants its core.
const ROUNDS: usize = 10;
/// Bytes of a page that takes a while: as many as are read of one.
const LONG_PAGE: usize = 5 << 20;

/// An ordinary page, but for its length.
fn long_page() -> String {
    let mut page = "<!doctype html><html lang=en><title>Tides of 2026</title><main>".to_owned();
    let mut number = 0;
    while page.len() < LONG_PAGE {
        number += 1;
        page.push_str(&format!(
            "<h2>Harbour {number}</h2><p>On <time datetime=2026-03-01>1 March 2026</time> the water \
             climbed {number} cm higher than in the year before, says <a href=/h/{number}>the \
             harbour office</a>.</p><ul><li>High water at noon<li>Low water at six</ul>"
        ));
    }
    page
}

/// Somebody whose scans are counted.
struct Account<'w> {
    world: &'w World,
    bearer: String,
}

impl<'w> Account<'w> {
    fn new(world: &'w World) -> Self {
        let (_, bearer) = key_of(world, "ada@people.example", "pro", "read,scan");
        Self { world, bearer }
    }

    fn scan(&self, url: &str) -> String {
        let accepted = post_scan(&self.world.client, url, &[("authorization", &self.bearer)]);
        assert_eq!(accepted.status, 202, "{}", accepted.body);
        accepted.json()["id"].as_str().unwrap().to_owned()
    }

    fn used(&self) -> Value {
        let headers = [("authorization", self.bearer.as_str())];
        let usage = self.world.client.send("GET", "/account/usage", &headers, None).json();
        usage["usage"]["day"]["used"].clone()
    }
}

fn reason(answer: &Answer) -> (u16, Value) {
    (answer.status, answer.json()["reason"]["code"].clone())
}

/// Waits until the page of a scan is being read.
fn is_read(world: &World, id: &str) {
    let mut stream = world.client.stream(&format!("/scan/{id}/events"), &[]);
    while let Some(event) = stream.next_event() {
        let event: Value = serde_json::from_str(&event.data).unwrap();
        assert_eq!(event["status"], "pending", "{event}");
        if event["stage"] == "reading" {
            return;
        }
    }
    panic!("{id} was never read");
}

#[test]
fn a_scan_that_no_core_is_free_for_fails_as_our_fault_and_costs_nothing() {
    let world = World::with(|command| {
        command.env("CITABLE_CORES", "1").env("CITABLE_CORE_WAIT", "0s");
    });
    let account = Account::new(&world);
    world.origin.route(HOST, "/long", Reply::html(&long_page()));
    let mut refused = None;
    for round in 0..ROUNDS {
        let long = world.client.scan(&world.url(&format!("/long?{round}")));
        is_read(&world, &long);
        let used = account.used();
        let id = account.scan(&world.origin.url(OTHER_HOST, &format!("/?{round}")));
        let end = world.client.finished(&id);
        let stage = world.client.get(&format!("/scan/{long}")).json()["stage"].clone();
        world.client.finished(&long);
        // Else the page was read before the other one came.
        if ["reading", "checking"].map(Value::from).contains(&stage) {
            refused = Some((end, used));
            break;
        }
    }
    let (end, used) = refused.expect("a page that takes longer than another one's fetch");
    assert_eq!(reason(&end), (500, json!("internal")), "{}", end.body);
    assert_eq!(account.used(), used, "the slot came back");

    let again = account.scan(&world.origin.url(OTHER_HOST, "/?again"));
    let end = world.client.finished(&again);
    assert_eq!(end.status, 200, "the core is free: {}", end.body);
    assert_eq!(account.used(), used.as_u64().unwrap() + 1);
}

#[test]
fn a_page_that_takes_more_than_its_cpu_time_is_not_cut_but_fails_as_our_fault() {
    let mut world = World::with(|command| {
        command.env("CITABLE_PAGE_CPU", "100ms");
    });
    let account = Account::new(&world);
    world.origin.route(HOST, "/long", Reply::html(&long_page()));
    let end = world.client.finished(&account.scan(&world.url("/long")));
    assert_eq!(reason(&end), (500, json!("internal")), "{}", end.body);
    assert_eq!(account.used(), 0, "the slot came back");
    let end = world.client.finished(&account.scan(&world.url("/")));
    assert_eq!(end.status, 200, "a small page has time enough: {}", end.body);
    let log = world.take_program().kill();
    assert_eq!(log.matches("used up its CPU time (CITABLE_PAGE_CPU)").count(), 1, "{log}");
}

#[test]
fn a_claim_lasts_as_long_as_a_scan_may_with_its_wait_for_a_core() {
    let world = World::start();
    world.origin.route(HOST, "/never", Reply::never());
    world.client.scan(&world.url("/never"));
    eventually("the page is asked for", || world.origin.paths(HOST).contains(&"/never".to_owned()));
    let lease = "select lease_until - started_at from scans where status = 'running'";
    assert_eq!(rows(world.data(), lease), [json!([(60 + 30 + 15) * 1_000])]);
    world.origin.route(HOST, "/never", Reply::html(GOOD_PAGE));
}
