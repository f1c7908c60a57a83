//! Requests that were under way when the process died, sent again with the keys they had.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use citable_test_support::client::Answer;

use super::*;

const EMAIL: &str = "ada@people.example";
/// Requests under way at once.
const SENDERS: usize = 4;

/// One request of a round, known by its number.
struct Request<'a> {
    origin: &'a HttpsOrigin,
    bearer: &'a str,
    round: u64,
    number: usize,
}

impl Request<'_> {
    fn send(&self, client: &Client) -> Option<Answer> {
        let host = HOSTS[self.number % HOSTS.len()];
        let url = self.origin.url(host, &format!("/{}/{}", self.round, self.number));
        let key = format!("{}-{}", self.round, self.number);
        let headers = [("authorization", self.bearer), ("idempotency-key", &key)];
        let body = json!({ "url": url }).to_string();
        client.try_post_with("/api/v1/scan", &headers, &body)
    }

    /// Sends it until it is answered.
    fn settle(&self, client: &Client) -> String {
        loop {
            let answer = self.send(client).unwrap();
            match answer.status {
                202 => return id_of(&answer),
                409 | 503 => std::thread::yield_now(),
                status => panic!("{status}: {}", answer.body),
            }
        }
    }
}

fn id_of(answer: &Answer) -> String {
    answer.json()["id"].as_str().unwrap().to_owned()
}

/// Sends requests until the process dies: how many there were, and the ids of those answered.
fn send_until_death(
    client: &Client,
    origin: &HttpsOrigin,
    bearer: &str,
    round: u64,
) -> (usize, BTreeMap<usize, String>) {
    let next = AtomicUsize::new(0);
    let sender = || {
        let mut answered = BTreeMap::new();
        loop {
            let number = next.fetch_add(1, Ordering::SeqCst);
            if number >= SCANS {
                return answered;
            }
            match (Request { origin, bearer, round, number }).send(client) {
                Some(answer) if answer.status == 202 => {
                    answered.insert(number, id_of(&answer));
                }
                _ => return answered,
            }
        }
    };
    let answered = std::thread::scope(|scope| {
        let senders: Vec<_> = (0..SENDERS).map(|_| scope.spawn(sender)).collect();
        senders.into_iter().flat_map(|sender| sender.join().unwrap()).collect()
    });
    (next.into_inner().min(SCANS), answered)
}

#[test]
fn a_request_sent_again_after_a_kill_is_one_scan_and_one_charge() {
    let runtime = Runtime::new().unwrap();
    let origin = runtime.block_on(HttpsOrigin::start(&HOSTS));
    let data = TempDir::new().unwrap();
    admin(&data, &["account", "create", EMAIL, "--plan", "pro"]);
    let issued = admin(&data, &["key", "issue", EMAIL, "--name", "k", "--scopes", "scan"]);
    let bearer = format!("Bearer {}", issued["token"].as_str().unwrap());
    let page = "<html lang=en><title>A page</title><main><h1>A page</h1><p>Its text.</main>";
    let mut ids = BTreeSet::new();
    let mut sent_in_all = 0;
    for round in 0..rounds() {
        for number in 0..SCANS {
            let path = format!("/{round}/{number}");
            origin.route(HOSTS[number % HOSTS.len()], &path, Reply::html(page));
        }
        let program = start(&origin, &data);
        let client = Client::of(program.base());
        let life = Duration::from_millis(5 + random(LONGEST_LIFE));
        let killer = std::thread::spawn(move || {
            std::thread::sleep(life);
            program.kill()
        });
        let (sent, answered) = send_until_death(&client, &origin, &bearer, round);
        killer.join().unwrap();

        let program = start(&origin, &data);
        let client = Client::of(program.base());
        for number in 0..sent {
            let id = Request { origin: &origin, bearer: &bearer, round, number }.settle(&client);
            if let Some(known) = answered.get(&number) {
                assert_eq!(*known, id, "an answer that was given is given again");
            }
            assert!(ids.insert(id), "no two requests are one scan");
        }
        sent_in_all += sent;
        let given_back = ids.iter().filter(|id| is_ours(&client.finished(id))).count();
        let headers = [("authorization", bearer.as_str())];
        let usage = client.send("GET", "/account/usage", &headers, None).json();
        let used = usage["usage"]["month"]["used"].as_u64().unwrap();
        assert_eq!(used, (sent_in_all - given_back) as u64, "each is charged once");
        assert_eq!(ids.len(), sent_in_all);
        let unanswered = sent - answered.len();
        println!("round {round}: {sent} sent, {unanswered} unanswered, {given_back} given back");
        program.kill();
    }
    let scans = count(&data, "select count(*) from scans");
    assert_eq!(scans, sent_in_all, "no scan that nobody asked for");
    let kept = count(&data, "select count(*) from quota_ledger where returned_at is null");
    let counters = "select sum(used) from quota_counters where subject='service' and bucket='day'";
    assert_eq!(kept, count(&data, counters), "the service's counter is the ledger's sum");
}

/// Whether a scan ended in a fault of ours, so that its charge was given back.
fn is_ours(answer: &Answer) -> bool {
    let code = &answer.json()["reason"]["code"];
    *code == json!("scan_interrupted") || *code == json!("internal")
}

/// How often a scan is begun before it is given up.
const ATTEMPTS: usize = 2;

#[test]
fn the_charge_of_a_scan_that_dies_with_every_process_is_given_back() {
    let runtime = Runtime::new().unwrap();
    let origin = runtime.block_on(HttpsOrigin::start(&HOSTS));
    origin.route(HOSTS[0], "/", Reply::never());
    let data = TempDir::new().unwrap();
    admin(&data, &["account", "create", EMAIL, "--plan", "pro"]);
    let issued = admin(&data, &["key", "issue", EMAIL, "--name", "k", "--scopes", "scan"]);
    let bearer = format!("Bearer {}", issued["token"].as_str().unwrap());
    let headers = [("authorization", bearer.as_str()), ("idempotency-key", "k")];
    let body = json!({ "url": origin.url(HOSTS[0], "/") }).to_string();
    let used = |client: &Client| {
        let usage = client.send("GET", "/account/usage", &headers[..1], None).json();
        usage["usage"]["month"]["used"].as_u64().unwrap()
    };
    let mut program = start(&origin, &data);
    let client = Client::of(program.base());
    let accepted = client.try_post_with("/api/v1/scan", &headers, &body).unwrap();
    let id = id_of(&accepted);
    assert_eq!(used(&client), 1);
    for attempt in 1..=ATTEMPTS {
        let pages = || origin.paths(HOSTS[0]).iter().filter(|path| *path == "/").count();
        let patience = Instant::now() + Duration::from_secs(60);
        while pages() < attempt {
            assert!(Instant::now() < patience, "the page is asked for in every attempt");
            std::thread::yield_now();
        }
        program.kill();
        program = start(&origin, &data);
    }
    let client = Client::of(program.base());
    let failed = client.finished(&id).json();
    assert_eq!(failed["reason"]["code"], "scan_interrupted", "{failed:#}");
    assert_eq!(used(&client), 0, "we failed, so nothing was spent");
    let again = client.try_post_with("/api/v1/scan", &headers, &body).unwrap();
    assert_eq!(again.header("idempotency-replayed"), "true", "the answer stays what it was");
    assert_eq!((id_of(&again), used(&client)), (id, 0));
    program.kill();
    let returned = "select count(*) from quota_ledger where returned_at is not null";
    assert_eq!(count(&data, returned), 1);
}
