//! Ten weeks of fifty monitors, with a process that dies when they are due: each runs once a week.

use citable_test_support::moved_clock::{MovedClock, milliseconds};

use super::*;

const EMAIL: &str = "ada@people.example";
const MONITORS: usize = 50;
const WEEKS: i64 = 10;
const WEEK_MS: i64 = 7 * 24 * 60 * 60 * 1_000;
const MINUTE_MS: i64 = 60 * 1_000;
/// Deaths at each due time, at most.
const DEATHS: u64 = 3;
/// How long the runs of one week may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What stays while processes come and go.
struct Town {
    origin: HttpsOrigin,
    data: TempDir,
    clock: MovedClock,
    began_at: i64,
}

impl Town {
    fn start(&self) -> Program {
        Program::serve(BINARY, self.data.path(), |command| {
            reach(command, &self.origin);
            self.clock.give_to(command);
        })
    }

    /// Lets the clock stand a little after the due time of a week, and a little before it first.
    fn enter_week(&self, week: i64) {
        let due = self.began_at + week * WEEK_MS;
        let steps = [MINUTE_MS, -MINUTE_MS, 10 * MINUTE_MS];
        for step in steps {
            self.clock.set_ms(due + step);
            let program = self.start();
            std::thread::sleep(Duration::from_millis(5 + random(LONGEST_LIFE)));
            program.kill();
        }
        for _ in 0..random(DEATHS + 1) {
            let program = self.start();
            std::thread::sleep(Duration::from_millis(5 + random(LONGEST_LIFE)));
            program.kill();
        }
    }
}

/// How many monitors have ended a run since then.
fn ran_since(client: &Client, bearer: &str, since: i64) -> usize {
    let list = client.send("GET", "/monitors", &[("authorization", bearer)], None).json();
    let monitors = list["monitors"].as_array().unwrap();
    let ended = monitors.iter().filter_map(|monitor| monitor["lastRunAt"].as_str());
    ended.filter(|at| milliseconds(at) >= since).count()
}

#[test]
fn every_monitor_runs_once_a_week_whenever_the_process_dies() {
    let runtime = Runtime::new().unwrap();
    let town = Town {
        origin: runtime.block_on(HttpsOrigin::start(&HOSTS)),
        data: TempDir::new().unwrap(),
        clock: MovedClock::new(),
        began_at: milliseconds("2027-01-04T09:00:00Z"),
    };
    let page = "<html lang=en><title>A page</title><main><h1>A page</h1><p>Its text.</main>";
    town.clock.set_ms(town.began_at);
    admin(&town.data, &["account", "create", EMAIL, "--plan", "agency"]);
    let issued = admin(&town.data, &["key", "issue", EMAIL, "--name", "k", "--scopes", "monitors"]);
    let bearer = format!("Bearer {}", issued["token"].as_str().unwrap());
    let program = town.start();
    let client = Client::of(program.base());
    for number in 0..MONITORS {
        let (host, path) = (HOSTS[number % HOSTS.len()], format!("/{number}"));
        town.origin.route(host, &path, Reply::html(page));
        let body = json!({ "url": town.origin.url(host, &path) }).to_string();
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        assert_eq!(client.send("POST", "/monitors", &headers, Some(&body)).status, 201);
    }
    program.kill();
    for week in 0..WEEKS {
        town.enter_week(week);
        let program = town.start();
        let client = Client::of(program.base());
        let due = town.began_at + week * WEEK_MS;
        let since = if week == 0 { 0 } else { due - WEEK_MS / 2 };
        let patience = Instant::now() + PATIENCE;
        while ran_since(&client, &bearer, since) < MONITORS {
            assert!(Instant::now() < patience, "week {week}: not every monitor ran");
            std::thread::yield_now();
        }
        program.kill();
    }
    let twice = "select count(*) from (select monitor_id from monitor_runs group by monitor_id \
        having count(*) <> 10 or sum(missed) <> 0 or count(distinct period_start) <> 10)";
    let unfinished = "select count(*) from monitor_runs where finished_at is null";
    let scans = "select count(*) from scans where monitor_id is not null";
    let kept = "select count(*) from quota_ledger where returned_at is null";
    let charged = "select sum(used) from quota_counters where subject='service'";
    let strange = count(&town.data, twice);
    assert_eq!(strange, 0, "monitors that did not run once in each of ten weeks");
    assert_eq!(count(&town.data, unfinished), 0);
    assert_eq!(count(&town.data, scans), MONITORS * 10);
    assert_eq!(count(&town.data, kept), count(&town.data, charged), "each is charged once");
}
