use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};

use crate::monitors::ScheduleSettings;
use crate::test_kit::Universe;

/// Longer than any test: what happens meanwhile happens in one round, or in one right after it.
const EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long a busy machine may take for them.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs of one monitor that failed, as many as several rounds announce, and nobody was told yet.
const RUNS: &str = "
    INSERT INTO accounts (id, email, email_key, plan, created_at)
        VALUES ('usr_ada', 'ada@people.example', 'ada@people.example', 'agency', 1);
    INSERT INTO monitors
        (id, account_id, url, url_hash, host, status, created_at, anchor, next_run_at)
        VALUES ('mon_1', 'usr_ada', 'https://a.example/', 'hash', 'a.example', 'active', 1, 1,
            1900000000000);
    INSERT INTO monitor_runs
        (monitor_id, period_start, account_id, scan_id, started_at, missed, finished_at,
            failure_message)
        WITH RECURSIVE weeks (week) AS
            (SELECT 1 UNION ALL SELECT week + 1 FROM weeks WHERE week < 350)
        SELECT 'mon_1', week, 'usr_ada', 'scn_' || week, week, 0, week, 'It failed.' FROM weeks;
";

#[tokio::test(start_paused = true)]
async fn what_one_round_can_not_announce_does_not_wait_for_the_next_one() {
    let schedule = ScheduleSettings { first: EVERY, every: EVERY };
    let universe = Universe::with(|settings| settings.schedule = schedule).await;
    let database = universe.database();
    let mut connection = SqliteConnection::establish(database.to_str().unwrap()).unwrap();
    connection.batch_execute("PRAGMA busy_timeout = 5000").unwrap();
    connection.batch_execute(RUNS).unwrap();
    let left = async || universe.store().unannounced_runs(Vec::new(), 1_000).await.unwrap().len();
    assert_eq!(left().await, 350);

    universe.advance(EVERY).await;
    // The clock of the rounds stands still meanwhile, however long this takes.
    let begun = Instant::now();
    while left().await > 0 {
        assert!(begun.elapsed() < PATIENCE, "{} runs wait for the next round", left().await);
    }
}
