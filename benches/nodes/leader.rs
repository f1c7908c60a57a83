//! How many weekly runs the one node that leads can begin and announce in a second.
//!
//!     cargo bench -p citable-schema --bench leader [-- MONITORS RUNS]
//!
//! All monitors of a service have one leader, whatever the number of nodes. Here it has a table of
//! many monitors, of which some are due.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench that cannot run stops")]

#[path = "server.rs"]
#[expect(dead_code, reason = "another bench uses the rest")]
mod server;

use std::time::Instant;

use citable_schema::{
    AnnounceRun, Bucket, Lead, LeaderFence, MonitorLimits, Prefix, Spend, StartRuns, Store,
    StoreSettings, StoreUrl, new_id,
};
use citable_test_support::postgres::cluster;
use tokio::runtime::Runtime;

use server::Server;

const MONITORS: usize = 300_000;
const RUNS: usize = 3_000;
/// Monitors of one account.
const OF_ONE: usize = 200;
/// Runs that begin in one unit, as in the service.
const AT_ONCE: usize = 16;
const NOW: i64 = 1_790_000_000_000;

fn monitors(number: usize, due: usize) -> String {
    let accounts = number / OF_ONE + 1;
    format!(
        "INSERT INTO accounts (id, email, email_key, plan, created_at)
             SELECT 'usr_' || n, n || '@people.example', n || '@people.example', 'agency', 1
             FROM generate_series(0, {accounts}) n;
         INSERT INTO history_places SELECT id, 1 FROM accounts;
         INSERT INTO monitors
             (id, account_id, url, url_hash, host, status, created_at, anchor, next_run_at)
             SELECT 'mon_' || n, 'usr_' || n / {OF_ONE}, 'https://' || n || '.example/', 'hash ' || n,
                 n || '.example', 'active', 1, {NOW} - n, {NOW} + CASE WHEN n < {due} THEN -n
                 ELSE 1000000 + n END
             FROM generate_series(0, {number}) n;
         ANALYZE"
    )
}

async fn begin(store: &Store, leader: &LeaderFence) -> usize {
    let bucket = Bucket { period: 0, limit: 0 };
    let start = StartRuns {
        leader: leader.clone(),
        scan_ids: (0..AT_ONCE).map(|_| new_id(Prefix::Scan)).collect(),
        limits: MonitorLimits { free: 0, pro: 20, agency: 200 },
        spend: Spend { subject: None, day: bucket, month: bucket, budget: 1_000_000_000 },
        budget_renewed_at: NOW + 1_000_000,
        now: NOW,
    };
    store.writer().run(start).await.unwrap().started
}

async fn announce(store: &Store, leader: &LeaderFence) -> usize {
    let runs = store.reader().unannounced_runs(Vec::new(), 100).await.unwrap();
    for run in &runs {
        let announce = AnnounceRun {
            leader: leader.clone(),
            account_id: run.account_id.clone(),
            scan_id: run.scan_id.clone(),
            notice: None,
            asks: None,
            report_due_at: NOW + 1_000_000,
            now: NOW,
        };
        store.writer().run(announce).await.unwrap();
    }
    runs.len()
}

fn main() {
    let numbers: Vec<usize> =
        std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let number = numbers.first().copied().unwrap_or(MONITORS);
    let due = numbers.get(1).copied().unwrap_or(RUNS);
    let Some(cluster) = cluster() else {
        println!("left out: there is no PostgreSQL on this machine");
        return;
    };
    let runtime = Runtime::new().unwrap();
    let server = Server::of(cluster);
    runtime.block_on(async {
        let url = StoreUrl::Postgres(server.url.clone());
        let store = Store::open(StoreSettings::new(url)).await.unwrap();
        cluster.ask(&server.url, &monitors(number, due));
        let lead = Lead {
            task: "monitors".to_owned(),
            holder: "leader".to_owned(),
            now: NOW,
            lease: 15_000,
            take_foreign: false,
        };
        let leader = store.writer().run(lead).await.unwrap().unwrap();
        println!("{number} monitors, {due} due   a second   ms CPU of the server for each");
        let (began, cpu) = (Instant::now(), server.cpu());
        let mut begun = 0;
        loop {
            let more = begin(&store, &leader).await;
            begun += more;
            if more == 0 {
                break;
            }
        }
        show("runs begun", begun, began, server.cpu() - cpu);
        cluster.ask(&server.url, "UPDATE monitor_runs SET finished_at = started_at, score = 80");
        let (began, cpu) = (Instant::now(), server.cpu());
        let mut announced = 0;
        loop {
            let more = announce(&store, &leader).await;
            announced += more;
            if more == 0 {
                break;
            }
        }
        show("runs announced", announced, began, server.cpu() - cpu);
    });
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn show(what: &str, times: usize, began: Instant, cpu: f64) {
    let rate = times as f64 / began.elapsed().as_secs_f64();
    println!("{what:26} {rate:9.0}   {:9.2}", cpu * 1_000.0 / times as f64);
}
