//! The least that stores the same: one connection, one transaction per group, and the statements
//! of the units of work, without queue, savepoints and anybody who waits.

use std::path::Path;

use citable_schema::{Admission, Begin, Bucket, FirstAnswer, NewScan, Prefix, Spend, new_id};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use tables::{idempotency_keys, quota_counters, quota_ledger, scan_events, scans};

/// The first instant.
pub(crate) const NOW: i64 = 1_790_000_000_000;
/// Whose quotas are charged.
const SPENDERS: u64 = 256;
/// The first instants of the day and of the month.
const DAY: i64 = NOW - NOW % 86_400_000;
const MONTH: i64 = DAY - 86_400_000;

/// The tables as the store sees them.
#[path = "../../schema/src/store/tables.rs"]
mod tables;

/// A scan to admit, charged to the caller of that number.
pub(crate) fn admission(number: u64) -> Admission {
    let id = new_id(Prefix::Scan);
    let subject = format!("client:192.0.2.{}", number % SPENDERS);
    let bucket = |period| Bucket { period, limit: i64::MAX };
    // Time goes on, so that indexes grow at their end as they do in the service.
    let now = NOW + i64::try_from(number).unwrap();
    Admission {
        scan: NewScan {
            url: format!("https://www.example.com/{id}"),
            url_hash: "0".repeat(64),
            host: "www.example.com".to_owned(),
            account_id: None,
            monitor_id: None,
            id,
        },
        spend: Spend {
            subject: Some(subject),
            day: bucket(DAY),
            month: bucket(MONTH),
            budget: i64::MAX,
        },
        answer: None,
        now,
    }
}

/// Opens a database that the store has made, as the store's writer does.
pub(crate) fn open(path: &Path) -> SqliteConnection {
    let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    let pragmas = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; \
         PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; \
         PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 67108864;";
    connection.batch_execute(pragmas).unwrap();
    connection
}

/// Does all of that in one transaction.
pub(crate) fn commit<T>(
    connection: &mut SqliteConnection,
    group: impl IntoIterator<Item = T>,
    each: impl Fn(&mut SqliteConnection, T) -> QueryResult<()>,
) {
    let committed = connection.immediate_transaction(|connection| {
        group.into_iter().try_for_each(|one| each(connection, one))
    });
    committed.unwrap();
}

/// What an admission stores.
pub(crate) fn admit(connection: &mut SqliteConnection, admission: &Admission) -> QueryResult<()> {
    let (scan, spend) = (&admission.scan, &admission.spend);
    let subject = spend.subject.as_deref().unwrap();
    let counters = [("service", "day", DAY), (subject, "month", MONTH), (subject, "day", DAY)];
    for (subject, bucket, period) in counters {
        hold_counter(connection, subject, bucket, period)?;
    }
    diesel::insert_into(quota_ledger::table)
        .values((
            quota_ledger::scan_id.eq(&scan.id),
            quota_ledger::subject.eq(Some(subject)),
            quota_ledger::day.eq(DAY),
            quota_ledger::month.eq(MONTH),
            quota_ledger::spent_at.eq(admission.now),
        ))
        .execute(connection)?;
    for counter in counters {
        diesel::update(quota_counters::table.find(counter))
            .set(quota_counters::used.eq(quota_counters::used + 1))
            .execute(connection)?;
    }
    insert_scan(connection, admission)?;
    insert_event(connection, admission)
}

fn hold_counter(
    connection: &mut SqliteConnection,
    subject: &str,
    bucket: &str,
    period: i64,
) -> QueryResult<i64> {
    diesel::insert_into(quota_counters::table)
        .values((
            quota_counters::subject.eq(subject),
            quota_counters::bucket.eq(bucket),
            quota_counters::period.eq(period),
            quota_counters::used.eq(0_i64),
        ))
        .on_conflict((quota_counters::subject, quota_counters::bucket, quota_counters::period))
        .do_update()
        .set(quota_counters::used.eq(quota_counters::used))
        .returning(quota_counters::used)
        .get_result(connection)
}

fn insert_scan(connection: &mut SqliteConnection, admission: &Admission) -> QueryResult<usize> {
    let scan = &admission.scan;
    diesel::insert_into(scans::table)
        .values((
            scans::id.eq(&scan.id),
            scans::url.eq(&scan.url),
            scans::url_hash.eq(&scan.url_hash),
            scans::host.eq(&scan.host),
            scans::account_id.eq(scan.account_id.as_deref()),
            scans::status.eq("queued"),
            scans::stage.eq("queued"),
            scans::attempt.eq(0),
            scans::created_at.eq(admission.now),
        ))
        .execute(connection)
}

fn insert_event(connection: &mut SqliteConnection, admission: &Admission) -> QueryResult<()> {
    diesel::insert_into(scan_events::table)
        .values((
            scan_events::scan_id.eq(&admission.scan.id),
            scan_events::seq.eq(1_i64),
            scan_events::at.eq(admission.now),
            scan_events::status.eq("pending"),
            scan_events::stage.eq("queued"),
            scan_events::completed_checks.eq(0),
            scan_events::check_id.eq(None::<String>),
            scan_events::check_status.eq(None::<String>),
            scan_events::score.eq(None::<i32>),
            scan_events::error_code.eq(None::<String>),
            scan_events::error_message.eq(None::<String>),
        ))
        .execute(connection)?;
    Ok(())
}

/// What the beginning of a request stores, and what it reads where the request comes again.
pub(crate) fn begin(connection: &mut SqliteConnection, begin: &Begin) -> QueryResult<()> {
    let request = &begin.fence.request;
    let begun = diesel::insert_into(idempotency_keys::table)
        .values((
            idempotency_keys::credential.eq(&request.credential),
            idempotency_keys::idempotency_key.eq(&request.key),
            idempotency_keys::fingerprint.eq(&begin.fingerprint),
            idempotency_keys::owner.eq(&begin.fence.owner),
            idempotency_keys::lease_until.eq(begin.lease_until),
            idempotency_keys::expires_at.eq(begin.lease_until),
        ))
        .on_conflict((idempotency_keys::credential, idempotency_keys::idempotency_key))
        .do_nothing()
        .execute(connection)?;
    if begun == 0 {
        let known: (String, String, i64, Option<Vec<u8>>, i64) = idempotency_keys::table
            .find((&request.credential, &request.key))
            .select((
                idempotency_keys::fingerprint,
                idempotency_keys::owner,
                idempotency_keys::lease_until,
                idempotency_keys::answer,
                idempotency_keys::expires_at,
            ))
            .first(connection)?;
        assert!(known.3.is_some(), "it was answered");
    }
    Ok(())
}

/// What the answer of a request stores.
pub(crate) fn keep(connection: &mut SqliteConnection, first: &FirstAnswer) -> QueryResult<()> {
    let request = &first.fence.request;
    let running = idempotency_keys::table
        .filter(idempotency_keys::credential.eq(&request.credential))
        .filter(idempotency_keys::idempotency_key.eq(&request.key))
        .filter(idempotency_keys::owner.eq(&first.fence.owner))
        .filter(idempotency_keys::answer.is_null());
    let kept = diesel::update(running)
        .set((
            idempotency_keys::answer.eq(&first.answer),
            idempotency_keys::expires_at.eq(first.expires_at),
        ))
        .execute(connection)?;
    assert_eq!(kept, 1, "it was begun");
    Ok(())
}
