//! Questions to answer engines by a process that dies at any moment: no account makes more calls
//! than its week has, no answer is given twice, and every question ends.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use citable_test_support::form_server::{FormReply, FormServer};
use citable_test_support::moved_clock::MovedClock;

use super::*;

const EMAIL: &str = "ada@people.example";
/// One for each host.
const MONITORS: usize = HOSTS.len();
/// Deaths in each round.
const DEATHS: usize = 4;
/// Calls of a week: fewer than the questions of a round and their repetitions need.
const CAP: usize = 25;
/// 2027-03-03T10:00:00Z, a Wednesday: a round does not reach the next week.
const START: i64 = 1_804_068_000_000;
const WEEK: i64 = 7 * 24 * 60 * 60 * 1_000;
/// Where a round begins behind its week's first instant: beyond the longest pause before a retry.
const STEP: i64 = 11 * 60 * 1_000;
/// How long a round may take to settle.
const PATIENCE: Duration = Duration::from_secs(120);

/// Answers, or does not.
fn answer(answered: &AtomicUsize) -> FormReply {
    let reply = match random(10) {
        0 => FormReply::json(429, "{}").header("retry-after", "30"),
        1 => FormReply::json(500, "{}"),
        2 => return FormReply::Hangup,
        3 => FormReply::json(200, "nonsense"),
        _ => {
            answered.fetch_add(1, Ordering::SeqCst);
            let message = json!({ "content": "So it is." });
            let urls = ["https://other.example.org/"];
            let answer = json!({ "choices": [{ "message": message }], "citations": urls });
            FormReply::json(200, &answer.to_string())
        }
    };
    reply.after(Duration::from_millis(random(150)))
}

/// What stays while processes come and go.
struct Office {
    origin: HttpsOrigin,
    engines: [FormServer; 2],
    data: TempDir,
    clock: MovedClock,
}

impl Office {
    fn start(&self) -> (Program, Client) {
        let program = Program::serve(BINARY, self.data.path(), |command| {
            reach(command, &self.origin);
            self.clock.give_to(command);
            command.arg("--dev").env("CITABLE_TRACKING_CALLS_PER_WEEK", CAP.to_string());
            for (number, engine) in (1..).zip(&self.engines) {
                command
                    .env(format!("CITABLE_ENGINE_{number}_KIND"), "perplexity")
                    .env(format!("CITABLE_ENGINE_{number}_API_URL"), engine.url("/"))
                    .env(format!("CITABLE_ENGINE_{number}_API_KEY"), "key")
                    .env(format!("CITABLE_ENGINE_{number}_MODEL"), "model");
            }
        });
        let client = Client::of(program.base());
        (program, client)
    }

    /// Signs in, and monitors every page with consent.
    fn watch(&self, client: &Client) {
        let asked = client.post("/auth/request-link", &json!({ "email": EMAIL }).to_string());
        let link = asked.json()["link"].as_str().unwrap().to_owned();
        let token = link.split_once("token=").unwrap().1;
        let confirmed = client.post("/auth/callback", &json!({ "token": token }).to_string());
        let cookie = confirmed.header("set-cookie").split(';').next().unwrap().to_owned();
        admin(&self.data, &["plan", "grant", EMAIL, "agency"]);
        for host in HOSTS {
            let url = self.origin.url(host, "/tides");
            let consent = json!({ "engines": ["engine_1", "engine_2"] });
            let body = json!({ "url": url, "trackingConsent": consent }).to_string();
            let headers = [("content-type", "application/json"), ("cookie", cookie.as_str())];
            let made = client.send("POST", "/monitors", &headers, Some(&body));
            assert_eq!(made.status, 201, "{}", made.body);
        }
    }

    fn calls(&self) -> usize {
        self.engines.iter().map(|engine| engine.posts().len()).sum()
    }

    /// What is stored as answered, and when that was.
    fn answers(&self) -> BTreeMap<String, i64> {
        let query = "select coalesce(group_concat(id || ' ' || ended_at), '') from tracking_asks \
            where state = 'answered'";
        let stored = database::one(self.data.path(), query);
        let entry = |entry: &str| {
            let (id, at) = entry.split_once(' ')?;
            Some((id.to_owned(), at.parse().ok()?))
        };
        stored.as_str().unwrap().split(',').filter_map(entry).collect()
    }

    /// Lets the clock go on until so many runs were announced and every question ended. It is put
    /// forward where all that is left waits for a later instant.
    fn settle(&self, runs: usize) {
        let open = format!(
            "select (select count(*) from tracking_asks where ended_at is null) + {runs} - \
             (select count(*) from monitor_runs where announced_at is not null)"
        );
        let next = "select coalesce(min(case when state = 'waiting' then due_at else 0 end), 0) \
            from tracking_asks where ended_at is null";
        let patience = Instant::now() + PATIENCE;
        let mut reached = 0;
        while count(&self.data, &open) > 0 {
            assert!(Instant::now() < patience, "what waits does not end");
            let due = count(&self.data, next);
            if due > reached {
                reached = due;
                self.clock.forward_to(i64::try_from(due).unwrap());
            }
        }
    }
}

#[test]
fn no_call_is_made_beyond_the_week_and_none_is_answered_twice_whatever_dies() {
    let runtime = Runtime::new().unwrap();
    let answered = Arc::<AtomicUsize>::default();
    let engine = || {
        let answered = Arc::clone(&answered);
        runtime.block_on(FormServer::start(move |_| answer(&answered)))
    };
    let office = Office {
        origin: runtime.block_on(HttpsOrigin::start(&HOSTS)),
        engines: [engine(), engine()],
        data: TempDir::new().unwrap(),
        clock: MovedClock::new(),
    };
    let page = "<html lang=en><title>Tides</title><main><h1>Tides</h1><p>Their text.\
        <h2>Why is there a tide?</h2><p>The Moon.<h2>Spring tides</h2><p>The Sun.</main>";
    for host in HOSTS {
        office.origin.route(host, "/tides", Reply::html(page));
    }
    office.clock.set_ms(START);
    let (program, client) = office.start();
    office.watch(&client);
    program.kill();
    let mut before = 0;
    for (weeks, round) in (1..).zip(0..rounds()) {
        let start = START + i64::try_from(round).unwrap() * WEEK;
        office.clock.set_ms(start + STEP);
        let mut stored = BTreeMap::new();
        for _ in 0..DEATHS {
            let (program, _) = office.start();
            std::thread::sleep(Duration::from_millis(5 + random(LONGEST_LIFE * 4)));
            program.kill();
            let now = office.answers();
            check_kept(&stored, &now);
            stored = now;
        }
        let (program, _) = office.start();
        office.settle(weeks * MONITORS);
        program.kill();
        let now = office.answers();
        check_kept(&stored, &now);
        let calls = office.calls() - before;
        before = office.calls();
        assert!(calls <= CAP, "{calls} calls in a week that has {CAP}");
        let fresh = now.values().filter(|at| **at >= start).count();
        assert!(fresh <= answered.swap(0, Ordering::SeqCst), "an answer that nobody gave");
        let used = count(&office.data, "select used from tracking_calls order by week desc");
        assert!((calls..=CAP).contains(&used), "{used} counted, {calls} made");
        let asks = count(&office.data, "select count(*) from tracking_asks");
        let scored = "select count(distinct monitor_id) from monitor_runs where score is not null";
        let scored = count(&office.data, scored);
        assert_eq!(asks, scored * 2 * 3, "every page that was read was asked about");
        println!("round {round}: {fresh} answers, {calls} calls made, {used} counted");
    }
}

/// What was answered is not answered anew. Answers of the week before may have gone.
fn check_kept(stored: &BTreeMap<String, i64>, now: &BTreeMap<String, i64>) {
    for (id, at) in stored {
        assert!(now.get(id).is_none_or(|later| later == at), "{id} was answered twice");
    }
}
