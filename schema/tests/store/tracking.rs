//! Questions to answer engines: who may be asked, who asks, and that no call is made uncounted.

use citable_schema::{
    AnnounceRun, AskAnswer, AskEnd, AskRow, AskState, BeginAsks, Bucket, ClaimAsk, ClaimedAsk,
    Consent, EndAsk, Lead, Leftover, MonitorLimits, NewAccount, NewAsk, NewMonitor, OpenAccount,
    Plan, SetConsent, Spend, StartRuns, Store, StoreError, Sweep, Unwatch, WEEK_MS, Watch, Watched,
};
use futures_util::future::join_all;

use crate::fixture::{Fixture, NOW, claim_all, completion, execute};
use crate::on_both_databases;

on_both_databases! {
    a_run_is_asked_about_as_its_owner_consents,
    two_nodes_at_once_ask_nothing_twice_and_no_more_than_the_week_has,
    a_question_is_given_up_after_its_attempts,
    an_attempt_that_was_taken_over_says_nothing_more,
    a_refused_key_ends_what_waits_for_that_engine,
    what_waits_for_an_engine_waits_as_long_as_it_wants,
    what_waits_ends_with_the_consent,
    the_next_run_replaces_what_was_asked,
    what_is_old_goes,
}

const USER: &str = "usr_ada";
const MONITOR: &str = "mon_page";
const WEEK: i64 = 7;
const LEASE_MS: i64 = 300_000;
const MINUTE_MS: i64 = 60_000;

/// An account with a monitor, whose owner consents to those engines.
async fn watched(fixture: &Fixture, engines: &str) {
    let account = NewAccount {
        id: USER.to_owned(),
        email: "ada@people.example".to_owned(),
        email_key: "ada@people.example".to_owned(),
    };
    let writer = fixture.store.writer();
    writer.run(OpenAccount { account, plan: Some((Plan::Agency, None)), now: NOW }).await.unwrap();
    let watch = Watch {
        monitor: NewMonitor {
            id: MONITOR.to_owned(),
            account_id: USER.to_owned(),
            url: "https://page.example/".to_owned(),
            url_hash: "hash of page".to_owned(),
            host: "page.example".to_owned(),
        },
        limit: 20,
        consent: Some(consent(engines)),
        now: NOW,
    };
    let watched = writer.run(watch).await.unwrap();
    let Watched::Active(monitor) = watched else { panic!("{watched:?}") };
    assert_eq!(monitor.asks, []);
}

fn consent(engines: &str) -> Consent {
    Consent { engines: engines.to_owned(), ip: "192.0.2.7".to_owned() }
}

async fn set_consent(fixture: &Fixture, engines: Option<&str>) {
    let change = SetConsent {
        account_id: USER.to_owned(),
        id: MONITOR.to_owned(),
        consent: engines.map(consent),
        now: NOW,
    };
    assert!(fixture.store.writer().run(change).await.unwrap().is_some());
}

/// Runs the monitor in the week that begins then, and announces the run with two questions to each
/// engine, of which the third is not there.
async fn announced(fixture: &Fixture, now: i64) {
    let (writer, reader) = (fixture.store.writer(), fixture.store.reader());
    let task = "monitors".to_owned();
    let lead = Lead { task, holder: "one".to_owned(), now, lease: 15_000, take_foreign: true };
    let leader = writer.run(lead).await.unwrap().unwrap();
    let bucket = Bucket { period: 0, limit: 0 };
    let start = StartRuns {
        leader: leader.clone(),
        scan_ids: vec![format!("scn_{now}")],
        limits: MonitorLimits { free: 0, pro: 2, agency: 20 },
        spend: Spend { subject: None, day: bucket, month: bucket, budget: 100 },
        budget_renewed_at: now,
        now,
    };
    assert_eq!(writer.run(start).await.unwrap().started, 1);
    for scan in claim_all(&fixture.store, "node", now, &[]).await.scans {
        writer.run(completion(scan.row.fence().unwrap(), now, 2)).await.unwrap();
    }
    let run = reader.unannounced_runs(Vec::new(), 10).await.unwrap().remove(0);
    let asks = ["engine_1", "engine_2", "engine_3"].map(|engine| {
        (1..=2).map(move |number| NewAsk {
            id: format!("ask_{now}_{engine}_{number}"),
            engine: engine.to_owned(),
            engine_name: format!("Name of {engine}"),
            number,
            question: format!("Question {number}?"),
            is_available: engine != "engine_3",
        })
    });
    let announce = AnnounceRun {
        leader,
        account_id: USER.to_owned(),
        scan_id: run.scan_id.clone(),
        notice: None,
        asks: Some(BeginAsks {
            monitor_id: MONITOR.to_owned(),
            period_start: run.period_start,
            page_url: "https://www.page.example/".to_owned(),
            asks: asks.into_iter().flatten().collect(),
        }),
        report_due_at: now,
        now,
    };
    for _ in 0..2 {
        writer.run(announce.clone()).await.unwrap();
    }
}

fn claim(owner: &str, now: i64) -> ClaimAsk {
    ClaimAsk {
        owner: owner.to_owned(),
        now,
        lease_until: now + LEASE_MS,
        take_foreign: false,
        engines: vec!["engine_1".to_owned(), "engine_2".to_owned()],
        attempts: 3,
        week: WEEK,
        calls_per_week: 60,
    }
}

async fn claimed(fixture: &Fixture, owner: &str, now: i64) -> AskRow {
    match fixture.store.writer().run(claim(owner, now)).await.unwrap() {
        ClaimedAsk::Ask { ask, url } => {
            assert_eq!(url, "https://page.example/");
            *ask
        }
        other => panic!("{other:?}"),
    }
}

async fn end(store: &Store, ask: &AskRow, now: i64, outcome: AskEnd) -> Result<(), StoreError> {
    store.writer().run(EndAsk { fence: ask.fence().unwrap(), now, outcome }).await
}

fn answer() -> AskEnd {
    AskEnd::Answered(AskAnswer {
        position: Some(2),
        cited_url: Some("https://page.example/?utm_source=openai".to_owned()),
        others: r#"["other.example"]"#.to_owned(),
    })
}

fn retry(at: i64, for_all: bool) -> AskEnd {
    AskEnd::Retry { at, reason: "rate_limited".to_owned(), for_all }
}

async fn asks(fixture: &Fixture) -> Vec<AskRow> {
    fixture.store.reader().asks_of_account(USER).await.unwrap()
}

async fn states(fixture: &Fixture) -> Vec<(String, i32, AskState, Option<String>)> {
    let asks = asks(fixture).await.into_iter();
    asks.map(|ask| (ask.engine, ask.number, ask.state, ask.reason)).collect()
}

async fn calls(fixture: &Fixture) -> i64 {
    fixture.store.reader().tracking_calls(USER, WEEK).await.unwrap()
}

async fn a_run_is_asked_about_as_its_owner_consents(fixture: Fixture) {
    watched(&fixture, "engine_1 engine_3").await;
    announced(&fixture, NOW).await;
    let not_there = || Some("not_configured".to_owned());
    let expected = [
        ("engine_1".to_owned(), 1, AskState::Waiting, None),
        ("engine_1".to_owned(), 2, AskState::Waiting, None),
        ("engine_3".to_owned(), 1, AskState::Unavailable, not_there()),
        ("engine_3".to_owned(), 2, AskState::Unavailable, not_there()),
    ];
    assert_eq!(states(&fixture).await, expected, "once, however often it is announced");
    let ask = claimed(&fixture, "one", NOW).await;
    assert_eq!((ask.attempts, ask.page_url.as_str()), (1, "https://www.page.example/"));
    end(&fixture.store, &ask, NOW + 1, answer()).await.unwrap();
    let other = claimed(&fixture, "one", NOW).await;
    assert_ne!(other.id, ask.id);
    let none = fixture.store.writer().run(claim("one", NOW)).await.unwrap();
    assert_eq!(none, ClaimedAsk::Nothing { next_due: Some(NOW + LEASE_MS) });
    assert_eq!(calls(&fixture).await, 2);
    let monitors = fixture.store.reader().tracked_monitors(USER).await.unwrap();
    let shown = &monitors[0].asks[0];
    assert_eq!((monitors[0].asks.len(), shown.state), (4, AskState::Answered));
    assert_eq!((shown.cited, shown.position, shown.ended_at), (Some(true), Some(2), Some(NOW + 1)));
}

async fn two_nodes_at_once_ask_nothing_twice_and_no_more_than_the_week_has(fixture: Fixture) {
    watched(&fixture, "engine_1 engine_2").await;
    announced(&fixture, NOW).await;
    let other = fixture.store_with(|_| {}).await;
    let claims = (0..12).map(|number| {
        let store = if number % 2 == 0 { fixture.store.clone() } else { other.clone() };
        let order = ClaimAsk { calls_per_week: 3, ..claim(&format!("node {}", number % 2), NOW) };
        async move { store.writer().run(order).await.unwrap() }
    });
    let claims = join_all(claims).await;
    let mut asked: Vec<&str> = claims
        .iter()
        .filter_map(|claimed| match claimed {
            ClaimedAsk::Ask { ask, .. } => Some(ask.id.as_str()),
            _ => None,
        })
        .collect();
    asked.sort_unstable();
    asked.dedup();
    let of_calls = calls(&fixture).await;
    // A node that found the last question locked saw nothing; it looks again.
    let last = ClaimAsk { calls_per_week: 3, ..claim("node 0", NOW) };
    while fixture.store.writer().run(last.clone()).await.unwrap() == ClaimedAsk::Settled {}
    assert_eq!((asked.len(), of_calls, calls(&fixture).await), (3, 3, 3), "{claims:?}");
    let over = states(&fixture).await.into_iter().filter(|state| state.2 == AskState::OverLimit);
    let over: Vec<_> = over.map(|state| state.3).collect();
    assert_eq!(over, [Some("weekly_limit".to_owned())]);
    let next_week =
        ClaimAsk { week: WEEK + 1, calls_per_week: 3, ..claim("node 0", NOW + LEASE_MS) };
    let again = fixture.store.writer().run(next_week).await.unwrap();
    assert!(matches!(again, ClaimedAsk::Ask { .. }), "the next week has its own: {again:?}");
}

async fn a_question_is_given_up_after_its_attempts(fixture: Fixture) {
    watched(&fixture, "engine_1").await;
    announced(&fixture, NOW).await;
    execute(&fixture.url, "DELETE FROM tracking_asks WHERE number = 2").await;
    let mut now = NOW;
    for attempt in 1..=2 {
        let ask = claimed(&fixture, "one", now).await;
        assert_eq!(ask.attempts, attempt);
        let retry = retry(now + MINUTE_MS, false);
        end(&fixture.store, &ask, now, retry).await.unwrap();
        let early = fixture.store.writer().run(claim("one", now)).await.unwrap();
        now += MINUTE_MS;
        assert_eq!(early, ClaimedAsk::Nothing { next_due: Some(now) });
    }
    claimed(&fixture, "one", now).await;
    let lapsed = claim("two", now + LEASE_MS);
    assert_eq!(fixture.store.writer().run(lapsed).await.unwrap(), ClaimedAsk::Settled);
    let given_up = ("engine_1".to_owned(), 1, AskState::Failed, Some("interrupted".to_owned()));
    assert_eq!(states(&fixture).await, [given_up]);
    assert_eq!(calls(&fixture).await, 3);
}

async fn an_attempt_that_was_taken_over_says_nothing_more(fixture: Fixture) {
    watched(&fixture, "engine_1").await;
    announced(&fixture, NOW).await;
    let late = claimed(&fixture, "one", NOW).await;
    let by_another = claim("two", NOW);
    let other = fixture.store.writer().run(by_another).await.unwrap();
    assert!(matches!(other, ClaimedAsk::Ask { ask, .. } if ask.id != late.id), "it is held");
    let foreign = ClaimAsk { take_foreign: true, ..claim("three", NOW + 1) };
    let taken = fixture.store.writer().run(foreign).await.unwrap();
    let ClaimedAsk::Ask { ask: taken, .. } = taken else { panic!("{taken:?}") };
    assert_eq!((taken.id.as_str(), taken.attempts), (late.id.as_str(), 2));
    let refused = end(&fixture.store, &late, NOW, answer()).await;
    assert!(matches!(refused, Err(StoreError::Fenced)), "{refused:?}");
    end(&fixture.store, &taken, NOW, answer()).await.unwrap();
    let twice = end(&fixture.store, &taken, NOW, answer()).await;
    assert!(matches!(twice, Err(StoreError::Fenced)), "{twice:?}");
}

async fn a_refused_key_ends_what_waits_for_that_engine(fixture: Fixture) {
    watched(&fixture, "engine_1 engine_2").await;
    announced(&fixture, NOW).await;
    let ask = claimed(&fixture, "one", NOW).await;
    let refused = AskEnd::Failed { reason: "key_refused".to_owned(), for_all: true };
    end(&fixture.store, &ask, NOW, refused).await.unwrap();
    let (of_engine, of_other): (Vec<_>, Vec<_>) =
        states(&fixture).await.into_iter().partition(|state| state.0 == ask.engine);
    assert!(of_engine.iter().all(|state| state.2 == AskState::Failed), "{of_engine:?}");
    assert!(of_other.iter().all(|state| state.2 == AskState::Waiting), "{of_other:?}");
    assert_eq!((of_engine.len(), of_other.len(), calls(&fixture).await), (2, 2, 1));
}

async fn what_waits_for_an_engine_waits_as_long_as_it_wants(fixture: Fixture) {
    watched(&fixture, "engine_1 engine_2").await;
    announced(&fixture, NOW).await;
    let ask = claimed(&fixture, "one", NOW).await;
    end(&fixture.store, &ask, NOW, retry(NOW + MINUTE_MS, true)).await.unwrap();
    for _ in 0..2 {
        assert_ne!(claimed(&fixture, "one", NOW).await.engine, ask.engine, "it is left alone");
    }
    let none = fixture.store.writer().run(claim("one", NOW)).await.unwrap();
    assert_eq!(none, ClaimedAsk::Nothing { next_due: Some(NOW + MINUTE_MS) });
    for _ in 0..2 {
        assert_eq!(claimed(&fixture, "one", NOW + MINUTE_MS).await.engine, ask.engine);
    }
}

async fn what_waits_ends_with_the_consent(fixture: Fixture) {
    watched(&fixture, "engine_1 engine_2").await;
    announced(&fixture, NOW).await;
    let (done, under_way) =
        (claimed(&fixture, "one", NOW).await, claimed(&fixture, "one", NOW).await);
    end(&fixture.store, &done, NOW, answer()).await.unwrap();
    assert_eq!((done.engine.as_str(), under_way.engine.as_str()), ("engine_1", "engine_1"));
    set_consent(&fixture, Some("engine_1")).await;
    assert_eq!(states(&fixture).await.len(), 2, "engine_2 is not asked");
    set_consent(&fixture, None).await;
    let left = asks(&fixture).await;
    assert_eq!(left.iter().map(|ask| &ask.id).collect::<Vec<_>>(), [&done.id]);
    let late = end(&fixture.store, &under_way, NOW, answer()).await;
    assert!(matches!(late, Err(StoreError::Fenced)), "what comes later is not kept: {late:?}");

    // The plan that shrinks ends monitors past the consent.
    set_consent(&fixture, Some("engine_1 engine_2")).await;
    announced(&fixture, NOW + WEEK_MS).await;
    execute(&fixture.url, "UPDATE monitors SET status = 'inactive', next_run_at = NULL").await;
    for _ in 0..4 {
        let claimed = fixture.store.writer().run(claim("one", NOW + WEEK_MS)).await.unwrap();
        assert_eq!(claimed, ClaimedAsk::Settled);
    }
    assert_eq!((asks(&fixture).await, calls(&fixture).await), (Vec::new(), 2));
}

async fn the_next_run_replaces_what_was_asked(fixture: Fixture) {
    watched(&fixture, "engine_1").await;
    announced(&fixture, NOW).await;
    let late = claimed(&fixture, "one", NOW).await;
    announced(&fixture, NOW + WEEK_MS).await;
    assert!(asks(&fixture).await.iter().all(|ask| ask.period_start == NOW + WEEK_MS));
    let gone = end(&fixture.store, &late, NOW, answer()).await;
    assert!(matches!(gone, Err(StoreError::Fenced)), "{gone:?}");
    set_consent(&fixture, None).await;
    announced(&fixture, NOW + 2 * WEEK_MS).await;
    assert_eq!(asks(&fixture).await, [], "without consent nothing is asked and nothing is left");
    let gone = fixture
        .store
        .writer()
        .run(Unwatch { account_id: USER.to_owned(), id: MONITOR.to_owned() })
        .await;
    assert!(gone.unwrap());
}

async fn what_is_old_goes(fixture: Fixture) {
    watched(&fixture, "engine_1").await;
    announced(&fixture, NOW).await;
    claimed(&fixture, "one", NOW).await;
    let writer = fixture.store.writer();
    let sweep = |what, until| Sweep { what, until, limit: 10, now: NOW };
    assert_eq!(writer.run(sweep(Leftover::Ask, NOW - 1)).await.unwrap(), 0);
    assert_eq!(writer.run(sweep(Leftover::AskCalls, WEEK - 1)).await.unwrap(), 0);
    assert_eq!(writer.run(sweep(Leftover::Ask, NOW)).await.unwrap(), 2);
    assert_eq!(writer.run(sweep(Leftover::AskCalls, WEEK)).await.unwrap(), 1);
    assert_eq!((asks(&fixture).await, calls(&fixture).await), (Vec::new(), 0));
}
