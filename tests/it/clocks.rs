//! Clocks that are wrong, and that somebody corrects while the service runs.

use std::process::Command;
use std::time::Duration;

use citable_test_support::client::{Client, get_from};
use citable_test_support::database::{lead_to, rows};
use citable_test_support::postgres::{self, Cluster};
use citable_test_support::program::Program;
use citable_test_support::reply::Reply;
use serde_json::json;
use tempfile::TempDir;

use crate::people::{MovedClock, error, milliseconds, post_scan};
use crate::world::{BINARY, GOOD_PAGE, HOST, OTHER_HOST, PLENTY, World, eventually, reach};

const HOUR_MS: i64 = 60 * 60 * 1_000;
/// A page takes so long that every node looks for lapsed scans meanwhile, and for a leader.
const SLOW: Duration = Duration::from_secs(8);

/// One number of a node; 0 where it is not there yet.
fn number(metrics: &str, sample: &str) -> f64 {
    let text = get_from(metrics).body;
    let line = text.lines().find_map(|line| line.strip_prefix(sample)?.strip_prefix(' '));
    line.map_or(0.0, |value| value.parse().unwrap())
}

/// Two nodes over one database, each with a clock of its own.
struct Nodes {
    first: World,
    second: Option<Program>,
    second_client: Client,
    cluster: &'static Cluster,
    database: String,
    _folder: TempDir,
}

impl Nodes {
    /// `None` where there is no PostgreSQL on this machine.
    fn start(first: &MovedClock, second: &MovedClock) -> Option<Self> {
        let cluster = postgres::cluster()?;
        let database = cluster.create_database_with_clock();
        let serve = |command: &mut Command, clock: &MovedClock| {
            lead_to(command, cluster, &database);
            clock.give_to(command);
            command.env("CITABLE_METRICS_LISTEN", "127.0.0.1:0").env("CITABLE_EDGE_PROBES", "off");
        };
        let first = World::with(|command| serve(command, first));
        let folder = TempDir::new().unwrap();
        let plenty = PLENTY.to_string();
        let second = Program::serve(BINARY, folder.path(), |command| {
            reach(command, &first.origin);
            serve(command, second);
            command
                .env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY", &plenty)
                .env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_MONTH", &plenty);
        });
        let second_client = Client::of(second.base());
        let second = Some(second);
        Some(Self { first, second, second_client, cluster, database, _folder: folder })
    }

    /// Where the numbers of each are.
    fn metrics(&self) -> [&str; 2] {
        [self.first.program(), self.second.as_ref().unwrap()].map(Program::metrics)
    }

    fn sum(&self, sample: &str) -> f64 {
        self.metrics().map(|metrics| number(metrics, sample)).iter().sum()
    }

    /// Since which change of the leader that of the monitors leads.
    fn term(&self) -> String {
        self.cluster.ask(&self.database, "SELECT term FROM leaders WHERE task = 'monitors'")
    }

    /// Both nodes run scans for some seconds: none runs twice, and one node leads all the time.
    fn is_one_service(&self) {
        let term = self.term();
        let mut scans = Vec::new();
        for (client, host, path) in [
            (&self.first.client, HOST, "/first"),
            (&self.second_client, HOST, "/second"),
            (&self.first.client, OTHER_HOST, "/first"),
            (&self.second_client, OTHER_HOST, "/second"),
        ] {
            self.first.origin.route(host, path, Reply::html(GOOD_PAGE).after(SLOW));
            let accepted = post_scan(client, &self.first.origin.url(host, path), &[]);
            assert_eq!(accepted.status, 202, "{}", accepted.body);
            scans.push(accepted.json()["id"].as_str().unwrap().to_owned());
        }
        let ends: Vec<_> = scans.iter().map(|id| self.first.client.finished(id).json()).collect();
        for host in [HOST, OTHER_HOST] {
            let asked = self.first.origin.paths(host);
            for path in ["/first", "/second"] {
                let times = asked.iter().filter(|asked| *asked == path).count();
                assert_eq!(times, 1, "{host}{path} was scanned {times} times");
            }
        }
        assert!(ends.iter().all(|end| end["status"] == "done"), "{ends:#?}");
        assert_eq!(self.sum("citable_monitor_leader"), 1.0, "one node leads");
        assert_eq!(self.term(), term, "and it is the same all the time");
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        if let Some(second) = self.second.take() {
            second.kill();
        }
    }
}

/// A node whose clock is so far off when it starts, and is then set right.
fn corrected(ahead_ms: i64) {
    let (right, wrong) = (MovedClock::new(), MovedClock::new());
    wrong.move_by(ahead_ms);
    let Some(nodes) = Nodes::start(&right, &wrong) else { return };
    assert_eq!(nodes.sum("citable_monitor_leader"), 1.0);
    wrong.move_by(0);
    let jumps = r#"citable_clock_jumps_total{clock="machine"}"#;
    eventually("the jump is counted", || number(nodes.metrics()[1], jumps) == 1.0);
    assert_eq!(number(nodes.metrics()[0], jumps), 0.0);
    nodes.is_one_service();
}

#[test]
fn a_node_that_was_an_hour_ahead_and_is_corrected_stays_one_of_two() {
    corrected(HOUR_MS);
}

#[test]
fn a_node_that_was_an_hour_behind_and_is_corrected_stays_one_of_two() {
    corrected(-HOUR_MS);
}

#[test]
fn a_database_whose_clock_jumps_is_followed_by_every_node() {
    let right = MovedClock::new();
    let Some(nodes) = Nodes::start(&right, &right) else { return };
    for (ahead_ms, jumps) in [(HOUR_MS, 1.0), (-HOUR_MS, 2.0)] {
        nodes.cluster.move_clock(&nodes.database, ahead_ms);
        for metrics in nodes.metrics() {
            let seen = || number(metrics, r#"citable_clock_jumps_total{clock="database"}"#);
            eventually("the jump is counted", || seen() == jumps);
        }
        let round = || nodes.cluster.ask(&nodes.database, "SELECT max(renewed_at) FROM leaders");
        let before = round();
        eventually("somebody leads", || round() != before);
    }
    eventually("and nobody else", || nodes.sum("citable_monitor_leader") == 1.0);
    assert_eq!(nodes.sum(r#"citable_clock_jumps_total{clock="machine"}"#), 0.0);
    nodes.is_one_service();
}

#[test]
fn a_scan_that_runs_when_the_clock_jumps_ahead_runs_once() {
    let clock = MovedClock::new();
    let world = World::with(|command| {
        clock.give_to(command);
        command.env("CITABLE_EDGE_PROBES", "off");
    });
    world.origin.route(HOST, "/slow", Reply::html(GOOD_PAGE).after(SLOW));
    let times = || world.origin.paths(HOST).iter().filter(|path| *path == "/slow").count();
    let id = world.client.scan(&world.url("/slow"));
    eventually("it runs", || times() == 1);
    clock.move_by(HOUR_MS);
    assert_eq!(world.client.finished(&id).json()["status"], "done");
    assert_eq!(times(), 1);
}

#[test]
fn what_is_charged_by_a_clock_that_was_ahead_is_no_burden_when_it_is_corrected() {
    let clock = MovedClock::new();
    clock.set("2027-03-05T22:00:00Z");
    let world = World::with(|command| clock.give_to(command));
    let scan = |path: &str| assert_eq!(post_scan(&world.client, &world.url(path), &[]).status, 202);
    scan("/before");
    clock.set("2027-03-06T01:00:00Z");
    scan("/meanwhile");
    clock.set("2027-03-05T22:01:00Z");
    scan("/after");
    let query = "select period, sum(used) from quota_counters \
        where subject || '/' like 'service/%' and bucket = 'day' group by period order by period";
    let days = ["2027-03-05T00:00:00Z", "2027-03-06T00:00:00Z"].map(milliseconds);
    assert_eq!(rows(world.data(), query), [json!([days[0], 2]), json!([days[1], 1])]);
}

#[test]
fn a_clock_that_steps_back_over_midnight_opens_no_other_day() {
    let clock = MovedClock::new();
    clock.set("2027-03-06T00:10:00Z");
    let world = World::with(|command| {
        clock.give_to(command);
        command.env("CITABLE_DAILY_SCAN_BUDGET", "1");
    });
    assert_eq!(post_scan(&world.client, &world.url("/one"), &[]).status, 202);
    clock.set("2027-03-05T23:10:00Z");
    let refused = post_scan(&world.client, &world.url("/two"), &[]);
    assert_eq!(error(&refused), (503, "daily_budget_exhausted".to_owned()));
}
