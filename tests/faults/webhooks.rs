//! Deliveries to an endpoint that does all it can, by a process that dies at any moment: every
//! finished run of a monitor arrives at least once, under one id.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use citable_test_support::https_origin::SeenRequest;
use citable_test_support::moved_clock::MovedClock;
use citable_test_support::standard_webhooks::is_signed_with;

use super::*;

const EMAIL: &str = "ada@people.example";
const MONITORS: usize = 4;
/// Deaths in each round.
const DEATHS: usize = 3;
/// The host of the endpoint; the pages are on the others.
const RECEIVER: &str = HOSTS[3];
/// How far the clock goes on between two looks: beyond the longest pause before a retry.
const STEP_MS: i64 = 13 * 60 * 60 * 1_000;
/// How often it does so in a round.
const STEPS: i64 = 4;
/// How long what waits may take to arrive at a healthy endpoint.
const PATIENCE: Duration = Duration::from_secs(120);

/// An endpoint that takes a message, or does not.
#[derive(Default)]
struct Receiver {
    healthy: AtomicBool,
    /// What was taken.
    taken: Mutex<Vec<SeenRequest>>,
}

impl Receiver {
    fn answer(&self, request: &SeenRequest) -> Reply {
        let reply = match random(9) {
            _ if self.healthy.load(Ordering::SeqCst) => None,
            0 => Some(Reply::new(500)),
            1 => Some(Reply::new(429).header("retry-after", "1")),
            2 => Some(Reply::redirect(307, "https://www.wikipedia.org/")),
            3 => Some(Reply::hangup()),
            4 => Some(Reply::new(410)),
            5 => Some(Reply::new(503).after(Duration::from_millis(300))),
            _ => None,
        };
        reply.unwrap_or_else(|| {
            self.taken.lock().unwrap().push(request.clone());
            Reply::new(204).after(Duration::from_millis(random(50)))
        })
    }
}

/// What stays while processes come and go.
struct Office {
    origin: HttpsOrigin,
    data: TempDir,
    clock: MovedClock,
    moved_by: i64,
    bearer: String,
}

impl Office {
    fn start(&self) -> (Program, Client) {
        let program = Program::serve(BINARY, self.data.path(), |command| {
            reach(command, &self.origin);
            self.clock.give_to(command);
        });
        let client = Client::of(program.base());
        (program, client)
    }

    fn send(&self, client: &Client, path: &str, body: Option<&Value>) -> Value {
        let headers =
            [("authorization", self.bearer.as_str()), ("content-type", "application/json")];
        let headers = if body.is_some() { &headers[..] } else { &headers[..1] };
        let body = body.map(Value::to_string);
        let answer = client.send("POST", path, headers, body.as_deref());
        assert!(matches!(answer.status, 200 | 201), "{path}: {}", answer.body);
        answer.json()
    }

    fn waiting(&self) -> usize {
        let unsent = "select (select count(*) from deliveries where ended_at is null) + \
            (select count(*) from monitor_runs where finished_at is null)";
        count(&self.data, unsent)
    }

    /// Holds the endpoint until nothing is under way to it.
    fn hold(&self, client: &Client) {
        self.send(client, "/webhooks/disable", None);
        let under_way = "select count(*) from deliveries where status = 'sending'";
        let patience = Instant::now() + PATIENCE;
        while count(&self.data, under_way) > 0 {
            assert!(Instant::now() < patience, "what is under way does not end");
        }
    }

    /// Lets the clock go on until everything arrived or was given up.
    fn settle(&mut self, client: &Client) {
        let patience = Instant::now() + PATIENCE;
        let until = self.moved_by + STEPS * STEP_MS;
        while self.waiting() > 0 {
            assert!(Instant::now() < patience, "what waits does not arrive");
            // Also wakes whoever delivers, so that the clock is looked at.
            self.send(client, "/webhooks/enable", None);
            if self.moved_by < until {
                self.moved_by += STEP_MS;
                self.clock.move_by(self.moved_by);
            }
        }
    }
}

#[test]
fn every_run_arrives_under_one_id_whatever_dies() {
    let runtime = Runtime::new().unwrap();
    let mut office = Office {
        origin: runtime.block_on(HttpsOrigin::start(&HOSTS)),
        data: TempDir::new().unwrap(),
        clock: MovedClock::new(),
        moved_by: 0,
        bearer: String::new(),
    };
    let receiver = Arc::<Receiver>::default();
    let endpoint = Arc::clone(&receiver);
    office.origin.route_with(RECEIVER, "/hook", move |request| endpoint.answer(request));
    let page = "<html lang=en><title>A page</title><main><h1>A page</h1><p>Its text.</main>";
    for number in 0..MONITORS {
        office.origin.route(HOSTS[number % 3], &format!("/{number}"), Reply::html(page));
    }
    admin(&office.data, &["account", "create", EMAIL, "--plan", "agency"]);
    let issued = admin(&office.data, &["key", "issue-legacy", EMAIL]);
    office.bearer = format!("Bearer {}", issued["token"].as_str().unwrap());

    let (program, client) = office.start();
    let url = office.origin.url(RECEIVER, "/hook");
    let made = office.send(&client, "/webhooks", Some(&json!({ "url": url })));
    let mut secrets = vec![made["secret"].as_str().unwrap().to_owned()];
    let mut monitors = Vec::new();
    for number in 0..MONITORS {
        let url = office.origin.url(HOSTS[number % 3], &format!("/{number}"));
        let made = office.send(&client, "/monitors", Some(&json!({ "url": url })));
        monitors.push(made["monitor"]["id"].as_str().unwrap().to_owned());
    }
    program.kill();
    for round in 0..rounds() {
        receiver.healthy.store(false, Ordering::SeqCst);
        for _ in 0..DEATHS {
            let (program, client) = office.start();
            let first = usize::try_from(random(MONITORS as u64)).unwrap();
            for number in [first, (first + 1) % MONITORS] {
                admin(&office.data, &["monitor", "run-now", &monitors[number]]);
            }
            // What is paused is enabled in half of the lives.
            if random(2) == 0 {
                office.send(&client, "/webhooks/enable", None);
            }
            std::thread::sleep(Duration::from_millis(5 + random(LONGEST_LIFE * 3)));
            program.kill();
        }
        let (program, client) = office.start();
        // What began before the rotation was signed before it.
        office.hold(&client);
        let so_far = receiver.taken.lock().unwrap().len();
        let rotated = office.send(&client, "/webhooks/rotate-secret", None);
        secrets.push(rotated["secret"].as_str().unwrap().to_owned());
        receiver.healthy.store(true, Ordering::SeqCst);
        office.settle(&client);
        program.kill();
        check_signatures(&receiver.taken.lock().unwrap()[so_far..], &secrets);
        let failed = "select count(*) from delivery_attempts where error is not null";
        let failed = count(&office.data, failed);
        let taken = receiver.taken.lock().unwrap().len();
        println!("round {round}: {taken} messages taken, {failed} attempts failed");
    }
    check(&office, &receiver.taken.lock().unwrap(), &secrets);
}

/// What arrived after a rotation was signed with the new secret.
fn check_signatures(taken: &[SeenRequest], secrets: &[String]) {
    for request in taken {
        let signed = secrets.iter().filter(|secret| is_signed_with(secret, request)).count();
        assert!((1..=2).contains(&signed), "{request:?}");
        assert!(is_signed_with(secrets.last().unwrap(), request), "{request:?}");
    }
}

/// Every finished run was taken, each under one id, and everything was signed.
fn check(office: &Office, taken: &[SeenRequest], secrets: &[String]) {
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for request in taken {
        assert!(secrets.iter().any(|secret| is_signed_with(secret, request)), "{request:?}");
        let message: Value = serde_json::from_str(&request.body).unwrap();
        let scan = message["data"]["scanId"].as_str().unwrap().to_owned();
        let id = request.header("webhook-id").unwrap().to_owned();
        ids.entry(scan).or_default().insert(id);
    }
    for (scan, ids) in &ids {
        assert_eq!(ids.len(), 1, "{scan}: {ids:?}");
    }
    let done = "select count(*) from scans where monitor_id is not null and status='done'";
    let done = count(&office.data, done);
    assert_eq!(ids.len(), done, "every finished run arrived");
    assert!(done >= MONITORS);
    let given_up = "select count(*) from deliveries where status <> 'delivered'";
    assert_eq!(count(&office.data, given_up), 0);
}

#[test]
fn what_was_taken_before_a_death_comes_again_under_its_id() {
    let runtime = Runtime::new().unwrap();
    let origin = runtime.block_on(HttpsOrigin::start(&HOSTS));
    let data = TempDir::new().unwrap();
    origin.route(RECEIVER, "/hook", Reply::new(200));
    origin.route(HOSTS[0], "/", Reply::html("<p>A page"));
    admin(&data, &["account", "create", EMAIL, "--plan", "agency"]);
    let issued = admin(&data, &["key", "issue-legacy", EMAIL]);
    let bearer = format!("Bearer {}", issued["token"].as_str().unwrap());
    let arrived = || -> Vec<String> {
        let hooks = origin.requests().into_iter().filter(|seen| seen.path == "/hook");
        hooks.map(|seen| seen.header("webhook-id").unwrap().to_owned()).collect()
    };
    let wait_for = |count: usize| {
        let patience = Instant::now() + PATIENCE;
        while arrived().len() < count {
            assert!(Instant::now() < patience, "{count} messages");
            std::thread::yield_now();
        }
    };
    let program = Program::serve(BINARY, data.path(), |command| {
        reach(command, &origin);
        command.env("CITABLE_ALLOW_TEST_HOOKS", "1").env("CITABLE_TEST_CRASH_AT", "after-delivery");
    });
    let client = Client::of(program.base());
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    for (path, url) in
        [("/webhooks", origin.url(RECEIVER, "/hook")), ("/monitors", origin.url(HOSTS[0], "/"))]
    {
        let body = json!({ "url": url }).to_string();
        assert_eq!(client.send("POST", path, &headers, Some(&body)).status, 201);
    }
    wait_for(1);
    let (status, ..) = program.wait();
    assert!(!status.success(), "it died after the endpoint's word");
    let program = start(&origin, &data);
    wait_for(2);
    let ids = arrived();
    assert_eq!(ids[0], ids[1]);
    let client = Client::of(program.base());
    let patience = Instant::now() + PATIENCE;
    let delivered = || {
        let read = client.send("GET", "/webhooks", &headers[..1], None).json();
        read["endpoint"]["lastDelivery"]["ok"] == json!(true)
    };
    while !delivered() {
        assert!(Instant::now() < patience, "the end of the delivery is stored");
        std::thread::yield_now();
    }
    program.kill();
    assert_eq!(arrived().len(), 2);
}
