//! Monitors, their weeks, and who runs them.

use citable_schema::{
    AnnounceRun, Bucket, Lead, LeaderFence, MonitorLimits, MonitorRow, NewAccount, NewMonitor,
    Notice, NoticeKind, OpenAccount, Pause, Plan, Resume, RunRow, RunsStarted, SendReport, Spend,
    StartRuns, StoreError, Unwatch, WEEK_MS, Watch, Watched,
};
use futures_util::future::join_all;

use crate::fixture::{Fixture, NOW, claim_one, completion, execute, failure, reclaim};
use crate::on_both_databases;

on_both_databases! {
    the_last_place_goes_to_one_of_many,
    a_week_runs_once_whatever_the_clock_does,
    missed_weeks_are_made_up_for_once,
    a_run_put_off_by_a_fast_clock_comes_back,
    only_the_leader_begins_runs,
    none_begins_while_scans_are_paused,
    runs_wait_for_the_budget,
    the_oldest_monitors_stay_when_the_plan_shrinks,
    new_addresses_all_day_long_do_not_scan_all_day_long,
    the_end_of_a_scan_is_the_end_of_its_run,
    a_run_is_announced_once_and_reported_weekly,
}

const HOUR_MS: i64 = 60 * 60 * 1_000;

async fn account(fixture: &Fixture, plan: Plan) -> String {
    let account = NewAccount {
        id: "usr_ada".to_owned(),
        email: "ada@people.example".to_owned(),
        email_key: "ada@people.example".to_owned(),
    };
    fixture
        .store
        .writer()
        .run(OpenAccount { account, plan: Some((plan, None)), now: NOW })
        .await
        .unwrap()
        .id
}

fn watch(path: &str, limit: i64, now: i64) -> Watch {
    Watch {
        monitor: NewMonitor {
            id: format!("mon_{path}"),
            account_id: "usr_ada".to_owned(),
            url: format!("https://{path}.example/"),
            url_hash: format!("hash of {path}"),
            host: format!("{path}.example"),
        },
        limit,
        consent: None,
        now,
    }
}

async fn watched(fixture: &Fixture, path: &str, now: i64) -> MonitorRow {
    match fixture.store.writer().run(watch(path, 20, now)).await.unwrap() {
        Watched::Active(monitor) => monitor.row,
        Watched::LimitReached => panic!("no place for {path}"),
    }
}

fn lead(holder: &str, now: i64) -> Lead {
    let (task, holder) = ("monitors".to_owned(), holder.to_owned());
    Lead { task, holder, now, lease: 15_000, take_foreign: false }
}

async fn leader(fixture: &Fixture, holder: &str, now: i64) -> LeaderFence {
    fixture.store.writer().run(lead(holder, now)).await.unwrap().unwrap()
}

/// At most four runs, with ids of their own for each call.
fn start(leader: &LeaderFence, call: &str, now: i64) -> StartRuns {
    let bucket = Bucket { period: 0, limit: 0 };
    StartRuns {
        leader: leader.clone(),
        scan_ids: (0..4).map(|number| format!("scn_{call}_{number}")).collect(),
        limits: MonitorLimits { free: 0, pro: 2, agency: 20 },
        spend: Spend { subject: None, day: bucket, month: bucket, budget: 100 },
        budget_renewed_at: NOW + HOUR_MS,
        now,
    }
}

async fn begun(fixture: &Fixture, leader: &LeaderFence, call: &str, now: i64) -> usize {
    fixture.store.writer().run(start(leader, call, now)).await.unwrap().started
}

async fn monitor(fixture: &Fixture, path: &str) -> MonitorRow {
    fixture.store.reader().monitor(&format!("mon_{path}")).await.unwrap().unwrap()
}

async fn the_last_place_goes_to_one_of_many(fixture: Fixture) {
    account(&fixture, Plan::Pro).await;
    let other = fixture.store_with(|_| {}).await;
    let asked = (0..20).map(|number| {
        let store = if number % 2 == 0 { fixture.store.clone() } else { other.clone() };
        async move { store.writer().run(watch(&format!("p{number}"), 5, NOW)).await }
    });
    let answers = join_all(asked).await;
    let active = answers.iter().filter(|answer| matches!(answer, Ok(Watched::Active(_)))).count();
    assert_eq!(active, 5, "{answers:?}");
    assert_eq!(fixture.store.reader().count_active_monitors("usr_ada").await.unwrap(), 5);
}

async fn a_week_runs_once_whatever_the_clock_does(fixture: Fixture) {
    account(&fixture, Plan::Agency).await;
    watched(&fixture, "page", NOW).await;
    let leader = leader(&fixture, "one", NOW).await;
    assert_eq!(begun(&fixture, &leader, "a", NOW - 1).await, 0, "not yet");
    assert_eq!(begun(&fixture, &leader, "b", NOW).await, 1, "at once");
    for (call, now) in [("c", NOW), ("d", NOW - 5_000), ("e", NOW + WEEK_MS - 1)] {
        assert_eq!(begun(&fixture, &leader, call, now).await, 0, "{call}: the week has its run");
    }
    assert_eq!(begun(&fixture, &leader, "f", NOW + WEEK_MS).await, 1);
    assert_eq!(begun(&fixture, &leader, "g", NOW + WEEK_MS - 10).await, 0, "a step back");
    assert_eq!(begun(&fixture, &leader, "h", NOW + WEEK_MS + 10).await, 0, "and forth again");
    assert_eq!(begun(&fixture, &leader, "i", NOW + 2 * WEEK_MS).await, 1);
    let weeks = monitor(&fixture, "page").await;
    assert_eq!(weeks.next_run_at, Some(NOW + 3 * WEEK_MS));
}

async fn missed_weeks_are_made_up_for_once(fixture: Fixture) {
    account(&fixture, Plan::Agency).await;
    watched(&fixture, "page", NOW).await;
    let leader = leader(&fixture, "one", NOW).await;
    assert_eq!(begun(&fixture, &leader, "a", NOW).await, 1);
    let late = NOW + 4 * WEEK_MS + HOUR_MS;
    assert_eq!(begun(&fixture, &leader, "b", late).await, 1);
    assert_eq!(begun(&fixture, &leader, "c", late).await, 0);
    let next = monitor(&fixture, "page").await.next_run_at;
    assert_eq!(next, Some(NOW + 5 * WEEK_MS), "its weeks begin where they began");
    end_all(&fixture, late).await;
    let runs = fixture.store.reader().unannounced_runs(Vec::new(), 10).await.unwrap();
    let missed: Vec<(i64, i32)> = runs.iter().map(|run| (run.period_start, run.missed)).collect();
    assert_eq!(missed, [(NOW, 0), (NOW + 4 * WEEK_MS, 3)]);
}

async fn a_run_put_off_by_a_fast_clock_comes_back(fixture: Fixture) {
    account(&fixture, Plan::Agency).await;
    watched(&fixture, "page", NOW).await;
    let fast = NOW + 52 * WEEK_MS;
    let wrong = leader(&fixture, "one", fast).await;
    assert_eq!(begun(&fixture, &wrong, "a", fast).await, 1);
    let right = leader(&fixture, "two", NOW + HOUR_MS).await;
    assert!(fixture.store.reader().is_any_monitor_due(NOW + HOUR_MS).await.unwrap());
    assert_eq!(begun(&fixture, &right, "b", NOW + HOUR_MS).await, 0);
    assert_eq!(monitor(&fixture, "page").await.next_run_at, Some(NOW + WEEK_MS));
    assert_eq!(begun(&fixture, &right, "c", NOW + WEEK_MS).await, 1);
}

async fn only_the_leader_begins_runs(fixture: Fixture) {
    account(&fixture, Plan::Agency).await;
    watched(&fixture, "page", NOW).await;
    let writer = fixture.store.writer();
    let one = leader(&fixture, "one", NOW).await;
    assert_eq!(writer.run(lead("two", NOW + 14_999)).await.unwrap(), None, "it is led");
    assert_eq!(writer.run(lead("one", NOW + 1_000)).await.unwrap(), Some(one.clone()));
    assert_eq!(writer.run(lead("two", NOW + 15_999)).await.unwrap(), None, "it was renewed");
    let two = writer.run(lead("two", NOW + 16_000)).await.unwrap().unwrap();
    assert!(two.term > one.term);
    let zombie = writer.run(start(&one, "a", NOW + 16_000)).await;
    assert_eq!(zombie, Err(StoreError::Fenced));
    assert_eq!(begun(&fixture, &two, "b", NOW + 16_000).await, 1);
    let seen = fixture.store.reader().leader_renewed_at("monitors").await.unwrap();
    assert_eq!(seen, Some(NOW + 16_000));

    let many = (0..16).map(|number| {
        let lead = lead(&format!("node {number}"), NOW + HOUR_MS);
        let writer = fixture.store.writer();
        async move { writer.run(lead).await.unwrap() }
    });
    let leaders = join_all(many).await.into_iter().flatten().count();
    assert_eq!(leaders, 1, "of many that ask at once one leads");
    let taken = Lead { take_foreign: true, ..lead("boot", NOW + HOUR_MS) };
    assert!(writer.run(taken).await.unwrap().is_some(), "where no other can be alive");
}

async fn none_begins_while_scans_are_paused(fixture: Fixture) {
    account(&fixture, Plan::Agency).await;
    let due = watched(&fixture, "page", NOW).await;
    let leader = leader(&fixture, "one", NOW).await;
    fixture.store.writer().run(Pause { reason: None, now: NOW }).await.unwrap();
    assert_eq!(begun(&fixture, &leader, "a", NOW).await, 0);
    let put_off = fixture.store.reader().active_monitors("usr_ada").await.unwrap();
    assert_eq!(put_off, [due], "it stays due");
    fixture.store.writer().run(Resume).await.unwrap();
    assert_eq!(begun(&fixture, &leader, "b", NOW).await, 1);
}

async fn runs_wait_for_the_budget(fixture: Fixture) {
    account(&fixture, Plan::Agency).await;
    for path in ["a", "b", "c"] {
        watched(&fixture, path, NOW).await;
    }
    let leader = leader(&fixture, "one", NOW).await;
    let mut order = start(&leader, "a", NOW);
    order.spend.budget = 2;
    let begun = fixture.store.writer().run(order).await.unwrap();
    assert_eq!(begun, RunsStarted { seen: 3, started: 2 });
    assert_eq!(fixture.store.reader().budget_used(0).await.unwrap(), 2);
    let put_off = monitor(&fixture, "c").await;
    assert_eq!((put_off.next_run_at, put_off.last_week), (Some(NOW + HOUR_MS), None));
}

async fn the_oldest_monitors_stay_when_the_plan_shrinks(fixture: Fixture) {
    account(&fixture, Plan::Agency).await;
    for (number, path) in (0..).zip(["a", "b", "c"]) {
        watched(&fixture, path, NOW + number).await;
    }
    account(&fixture, Plan::Pro).await;
    let leader = leader(&fixture, "one", NOW).await;
    assert_eq!(begun(&fixture, &leader, "a", NOW + 10).await, 2);
    let active = fixture.store.reader().active_monitors("usr_ada").await.unwrap();
    let urls: Vec<&str> = active.iter().map(|monitor| monitor.url.as_str()).collect();
    assert_eq!(urls, ["https://a.example/", "https://b.example/"]);
}

async fn new_addresses_all_day_long_do_not_scan_all_day_long(fixture: Fixture) {
    account(&fixture, Plan::Pro).await;
    let leader = leader(&fixture, "one", NOW).await;
    let writer = fixture.store.writer();
    let mut at_once = 0;
    for number in 0..10 {
        let (path, now) = (format!("p{number}"), NOW + number);
        let asked = writer.run(watch(&path, 2, now)).await.unwrap();
        assert!(matches!(asked, Watched::Active(_)), "{asked:?}");
        at_once += begun(&fixture, &leader, &path, now).await;
        assert!(
            writer
                .run(Unwatch { account_id: "usr_ada".to_owned(), id: format!("mon_{path}") })
                .await
                .unwrap()
        );
    }
    assert_eq!(at_once, 4, "twice what the plan allows");
    let again = writer.run(watch("p0", 2, NOW + HOUR_MS)).await.unwrap();
    assert!(matches!(again, Watched::Active(_)));
    assert_eq!(begun(&fixture, &leader, "again", NOW + HOUR_MS).await, 0, "it ran this week");
}

/// Ends every scan that waits, with a score of 87.
async fn end_all(fixture: &Fixture, now: i64) {
    while fixture.store.reader().waiting().await.unwrap() > 0 {
        let claimed = fixture.store.writer().run(crate::fixture::claim("node", now, &[])).await;
        for scan in claimed.unwrap().scans {
            let end = completion(scan.row.fence().unwrap(), now, 2);
            fixture.store.writer().run(end).await.unwrap();
        }
    }
}

async fn the_end_of_a_scan_is_the_end_of_its_run(fixture: Fixture) {
    account(&fixture, Plan::Agency).await;
    watched(&fixture, "page", NOW).await;
    let leader = leader(&fixture, "one", NOW).await;
    let writer = fixture.store.writer();
    assert_eq!(begun(&fixture, &leader, "a", NOW).await, 1);
    let scan = claim_one(&fixture.store, "node", NOW).await;
    assert_eq!(scan.account_id.as_deref(), Some("usr_ada"));
    assert_eq!(scan.monitor_id.as_deref(), Some("mon_page"));
    writer.run(completion(scan.fence().unwrap(), NOW + 1, 2)).await.unwrap();
    let after = monitor(&fixture, "page").await;
    assert_eq!((after.last_score, after.previous_score), (Some(87), None));
    assert_eq!(after.last_scan_id, Some(scan.id));

    let second = NOW + WEEK_MS;
    assert_eq!(begun(&fixture, &leader, "b", second).await, 1);
    let scan = claim_one(&fixture.store, "node", second).await;
    writer.run(failure(scan.fence().unwrap(), second + 1, 2)).await.unwrap();
    let after = monitor(&fixture, "page").await;
    assert_eq!(after.last_score, Some(87), "a failure is no score");
    assert_eq!(after.last_run_at, Some(second + 1));

    let third = NOW + 2 * WEEK_MS;
    assert_eq!(begun(&fixture, &leader, "c", third).await, 1);
    for attempt in 0..2 {
        let claimed_at = third + attempt * 100_000;
        claim_one(&fixture.store, "dies", claimed_at).await;
        writer.run(reclaim("node", claimed_at + 80_000)).await.unwrap();
    }
    let runs = fixture.store.reader().unannounced_runs(Vec::new(), 10).await.unwrap();
    let ends: Vec<(Option<i32>, Option<i32>, bool)> = runs
        .iter()
        .map(|run| (run.score, run.previous_score, run.failure_message.is_some()))
        .collect();
    let failed = (None, Some(87), true);
    assert_eq!(ends, [(Some(87), None, false), failed, failed], "one interrupted for good too");
}

fn notice(id: &str, kind: NoticeKind) -> Notice {
    Notice {
        mail_id: format!("msg_{id}"),
        kind,
        data: "{}".to_owned(),
        token_hash: format!("token of {id}"),
        not_after: None,
    }
}

fn announce(leader: &LeaderFence, run: &RunRow, id: &str, now: i64) -> AnnounceRun {
    AnnounceRun {
        leader: leader.clone(),
        account_id: run.account_id.clone(),
        scan_id: run.scan_id.clone(),
        notice: Some(notice(id, NoticeKind::ScoreDrop)),
        asks: None,
        report_due_at: now + HOUR_MS,
        now,
    }
}

async fn a_run_is_announced_once_and_reported_weekly(fixture: Fixture) {
    account(&fixture, Plan::Agency).await;
    watched(&fixture, "page", NOW).await;
    let leader = leader(&fixture, "one", NOW).await;
    let (writer, reader) = (fixture.store.writer(), fixture.store.reader());
    let mut due_at = Vec::new();
    for week in 0..3 {
        let now = NOW + week * WEEK_MS;
        assert_eq!(begun(&fixture, &leader, &week.to_string(), now).await, 1);
        assert_eq!(reader.unannounced_runs(Vec::new(), 10).await.unwrap(), [], "it is not over");
        end_all(&fixture, now).await;
        let run = reader.unannounced_runs(Vec::new(), 10).await.unwrap().remove(0);
        for time in ["first", "second"] {
            let id = format!("{week} {time}");
            writer.run(announce(&leader, &run, &id, now)).await.unwrap();
        }
        assert_eq!(reader.mails_waiting().await.unwrap(), week * 2 + 1, "told once");

        assert_eq!(reader.due_reports(now + HOUR_MS - 1, Vec::new(), 10).await.unwrap(), []);
        let report = reader.due_reports(now + HOUR_MS, Vec::new(), 10).await.unwrap().remove(0);
        due_at.push(report.due_at);
        let runs = reader.unreported_runs("usr_ada", now).await.unwrap();
        assert_eq!(runs.len(), 1, "each report holds its own week");
        for time in ["first", "second"] {
            let send = SendReport {
                leader: leader.clone(),
                report: report.clone(),
                notice: Some(notice(&format!("{week} report {time}"), NoticeKind::WeeklyReport)),
                until: now,
                now: now + HOUR_MS,
            };
            writer.run(send).await.unwrap();
        }
        assert_eq!(reader.mails_waiting().await.unwrap(), week * 2 + 2, "reported once");
    }
    assert_eq!(due_at, [0, 1, 2].map(|week| NOW + HOUR_MS + week * WEEK_MS));

    // A run in between waits for the next report, a week after the last one.
    let between = NOW + 2 * WEEK_MS + 24 * HOUR_MS;
    watched(&fixture, "other", between).await;
    assert_eq!(begun(&fixture, &leader, "between", between).await, 1);
    end_all(&fixture, between).await;
    let run = reader.unannounced_runs(Vec::new(), 10).await.unwrap().remove(0);
    let quiet = AnnounceRun { notice: None, ..announce(&leader, &run, "x", between) };
    writer.run(quiet).await.unwrap();
    assert_eq!(reader.due_reports(NOW + 3 * WEEK_MS, Vec::new(), 10).await.unwrap(), []);
    let next = reader.due_reports(NOW + 4 * WEEK_MS, Vec::new(), 10).await.unwrap();
    assert_eq!(next[0].due_at, NOW + 3 * WEEK_MS + HOUR_MS);
    execute(&fixture.url, "DELETE FROM accounts").await;
    assert_eq!(reader.due_reports(NOW + 4 * WEEK_MS, Vec::new(), 10).await.unwrap(), []);
}
