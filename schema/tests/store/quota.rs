//! Charges: exact under any interleaving, and given back once.

use citable_schema::{Admission, Admitted, Bucket, Completion, NewScan, Spend, StoreError, Used};
use futures_util::future::join_all;

use crate::fixture::{Fixture, NOW, admission, claim_all, claim_one, completion, failure, reclaim};
use crate::on_both_databases;

on_both_databases! {
    as_many_scans_are_taken_as_the_day_holds,
    the_month_is_a_limit_of_its_own,
    the_budget_of_the_service_comes_last,
    a_charge_is_given_back_once,
    an_interrupted_scan_costs_nothing,
    what_the_service_does_by_itself_spends_its_budget_alone,
    the_last_place_goes_to_one_of_many,
    a_budget_is_spent_to_the_last_and_never_passed,
    a_budget_that_was_larger_in_the_morning_holds,
}

const DAY: i64 = 100;
const MONTH: i64 = 1;
/// How often a scan that others are in the way of is asked for.
const TRIES: usize = 100;

fn spending(id: &str, subject: &str, day: i64, month: i64, budget: i64) -> Admission {
    let spend = Spend {
        subject: Some(subject.to_owned()),
        day: Bucket { period: DAY, limit: day },
        month: Bucket { period: MONTH, limit: month },
        budget,
    };
    Admission { spend, ..admission(id, &format!("{id}.example"), NOW) }
}

async fn used(fixture: &Fixture, subject: &str) -> (i64, i64, i64) {
    let reader = fixture.store.reader();
    let Used { day, month } = reader.used(subject, DAY, MONTH).await.unwrap();
    (day, month, reader.budget_used(DAY).await.unwrap())
}

async fn as_many_scans_are_taken_as_the_day_holds(fixture: Fixture) {
    let writer = fixture.store.writer();
    let admitted = |id: &'static str| writer.run(spending(id, "a", 2, 9, 9));
    assert_eq!(admitted("1").await, Ok(Admitted::Taken(Used { day: 1, month: 1 })));
    assert_eq!(admitted("2").await, Ok(Admitted::Taken(Used { day: 2, month: 2 })));
    assert_eq!(admitted("3").await, Ok(Admitted::QuotaSpent(Used { day: 2, month: 2 })));
    assert_eq!(used(&fixture, "a").await, (2, 2, 2));
    assert_eq!(fixture.store.reader().scan("3").await.unwrap(), None);
    let other = writer.run(spending("4", "b", 2, 9, 9)).await;
    assert_eq!(other, Ok(Admitted::Taken(Used { day: 1, month: 1 })), "b has its own buckets");
}

async fn the_month_is_a_limit_of_its_own(fixture: Fixture) {
    let writer = fixture.store.writer();
    writer.run(spending("1", "a", 9, 1, 9)).await.unwrap();
    let refused = writer.run(spending("2", "a", 9, 1, 9)).await;
    assert_eq!(refused, Ok(Admitted::QuotaSpent(Used { day: 1, month: 1 })));
}

async fn the_budget_of_the_service_comes_last(fixture: Fixture) {
    let writer = fixture.store.writer();
    writer.run(spending("1", "a", 1, 9, 1)).await.unwrap();
    let own = writer.run(spending("2", "a", 1, 9, 1)).await.unwrap();
    assert!(matches!(own, Admitted::QuotaSpent(_)), "{own:?}");
    let of_all = writer.run(spending("3", "b", 1, 9, 1)).await;
    assert_eq!(of_all, Ok(Admitted::BudgetSpent(Used::default())));
    assert_eq!(used(&fixture, "b").await, (0, 0, 1));
}

async fn a_charge_is_given_back_once(fixture: Fixture) {
    let writer = fixture.store.writer();
    for id in ["kept", "returned"] {
        writer.run(spending(id, "a", 9, 9, 9)).await.unwrap();
    }
    for scan in claim_all(&fixture.store, "boot", NOW, &[]).await.scans {
        let fence = scan.row.fence().unwrap();
        let give_back = scan.row.id == "returned";
        writer.run(Completion { give_back, ..failure(fence, NOW, 2) }).await.unwrap();
    }
    assert_eq!(used(&fixture, "a").await, (1, 1, 1));
}

async fn an_interrupted_scan_costs_nothing(fixture: Fixture) {
    let writer = fixture.store.writer();
    writer.run(spending("1", "a", 9, 9, 9)).await.unwrap();
    for _attempt in 0..2 {
        claim_one(&fixture.store, "boot", NOW).await;
        writer.run(reclaim("boot", NOW + 75_000)).await.unwrap();
    }
    assert_eq!(used(&fixture, "a").await, (0, 0, 0));
    writer.run(reclaim("boot", NOW + 150_000)).await.unwrap();
    assert_eq!(used(&fixture, "a").await, (0, 0, 0));
}

async fn what_the_service_does_by_itself_spends_its_budget_alone(fixture: Fixture) {
    let writer = fixture.store.writer();
    let mut own = spending("1", "", 0, 0, 1);
    own.spend.subject = None;
    assert!(matches!(writer.run(own).await, Ok(Admitted::Taken(_))));
    assert_eq!(used(&fixture, "a").await, (0, 0, 1));
    let fence = claim_one(&fixture.store, "boot", NOW).await.fence().unwrap();
    writer.run(Completion { give_back: true, ..completion(fence, NOW, 2) }).await.unwrap();
    assert_eq!(used(&fixture, "a").await, (0, 0, 0));
}

async fn the_last_place_goes_to_one_of_many(fixture: Fixture) {
    const CALLERS: usize = 40;
    const LIMIT: i64 = 7;
    let other = fixture.store_with(|_| {}).await;
    let calls = (0..CALLERS).map(|number| {
        // Two stores over one database are two nodes, where the database allows it.
        let writer = if number % 2 == 0 { fixture.store.writer() } else { other.writer() };
        tokio::spawn(async move {
            writer.run(spending(&format!("{number:02}"), "a", LIMIT, 99, 99)).await
        })
    });
    let mut taken = 0;
    for outcome in join_all(calls).await {
        match outcome.unwrap().unwrap() {
            Admitted::Taken(_) => taken += 1,
            Admitted::QuotaSpent(used) => assert_eq!(used.day, LIMIT),
            refused => panic!("{refused:?}"),
        }
    }
    assert_eq!(taken, LIMIT);
    assert_eq!(used(&fixture, "a").await, (LIMIT, LIMIT, LIMIT));
    assert_eq!(fixture.store.reader().waiting().await.unwrap(), LIMIT);
}

/// Asks for so many scans at once on two nodes; answers how many were taken. Who is refused because
/// of others tries again.
async fn taken_of(fixture: &Fixture, scans: std::ops::Range<usize>, budget: i64) -> usize {
    let other = fixture.store_with(|_| {}).await;
    let calls = scans.map(|number| {
        let writer = if number % 2 == 0 { fixture.store.writer() } else { other.writer() };
        tokio::spawn(async move {
            let asked = spending(&format!("{number:03}"), &number.to_string(), 9, 9, budget);
            for _ in 0..TRIES {
                match writer.run(asked.clone()).await {
                    Ok(Admitted::Taken(_)) => return 1,
                    Ok(Admitted::BudgetSpent(_)) => return 0,
                    Err(StoreError::Contention(_)) => {}
                    other => panic!("{other:?}"),
                }
            }
            panic!("others are always in the way");
        })
    });
    join_all(calls).await.into_iter().map(Result::unwrap).sum()
}

async fn a_budget_is_spent_to_the_last_and_never_passed(fixture: Fixture) {
    // Three stripes where there are any, one of them a scan larger than the others.
    assert_eq!(taken_of(&fixture, 0..350, 301).await, 301);
    assert_eq!(fixture.store.reader().budget_used(DAY).await, Ok(301));
    let fence = claim_all(&fixture.store, "boot", NOW, &[]).await.scans[0].row.fence().unwrap();
    let returned = Completion { give_back: true, ..failure(fence, NOW, 2) };
    fixture.store.writer().run(returned).await.unwrap();
    assert_eq!(fixture.store.reader().budget_used(DAY).await, Ok(300));
    assert_eq!(taken_of(&fixture, 350..360, 301).await, 1, "what was given back is there again");
}

async fn a_budget_that_was_larger_in_the_morning_holds(fixture: Fixture) {
    assert_eq!(taken_of(&fixture, 0..120, 1_600).await, 120);
    assert_eq!(taken_of(&fixture, 120..150, 110).await, 0);
    assert_eq!(taken_of(&fixture, 120..150, 125).await, 5);
}

/// A scan of an account is in its name.
#[tokio::test(flavor = "multi_thread")]
async fn a_scan_keeps_its_account() {
    let fixture = Fixture::sqlite().await;
    let mut admission = admission("1", "a.example", NOW);
    admission.scan = NewScan { account_id: Some("usr_1".to_owned()), ..admission.scan };
    fixture.store.writer().run(admission).await.unwrap();
    let scan = fixture.store.reader().scan("1").await.unwrap().unwrap();
    assert_eq!(scan.account_id.as_deref(), Some("usr_1"));
}
