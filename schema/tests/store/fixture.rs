//! A fresh store per test, and the words the tests are written in.

use citable_schema::{
    Admission, Bucket, Claim, Claimed, Completion, EventStatus, Fence, NewEvent, NewScan, Outcome,
    Progress, Reclaim, ScanRow, Spend, Store, StoreSettings, StoreUrl,
};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use tempfile::TempDir;

/// The instant the tests begin at.
pub(crate) const NOW: i64 = 1_790_000_000_000;

pub(crate) struct Fixture {
    pub(crate) store: Store,
    pub(crate) url: StoreUrl,
    folder: TempDir,
}

impl Fixture {
    pub(crate) async fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = StoreUrl::Sqlite(folder.path().join("citable.sqlite"));
        Self::open(url, folder).await
    }

    /// `None` where there is no PostgreSQL on this machine.
    pub(crate) async fn postgres() -> Option<Self> {
        let url = new_postgres_database()?;
        Some(Self::open(url, tempfile::tempdir().unwrap()).await)
    }

    async fn open(url: StoreUrl, folder: TempDir) -> Self {
        let store = Store::open(StoreSettings::new(url.clone())).await.unwrap();
        Self { store, url, folder }
    }

    pub(crate) fn settings(&self) -> StoreSettings {
        StoreSettings::new(self.url.clone())
    }

    /// Another store over the same database.
    pub(crate) async fn store_with(&self, change: impl FnOnce(&mut StoreSettings)) -> Store {
        let mut settings = self.settings();
        change(&mut settings);
        Store::open(settings).await.unwrap()
    }

    /// A database of the same kind without a schema.
    pub(crate) fn empty_database(&self) -> StoreUrl {
        match &self.url {
            StoreUrl::Sqlite(_) => StoreUrl::Sqlite(self.folder.path().join("empty.sqlite")),
            StoreUrl::Postgres(_) => new_postgres_database().unwrap(),
        }
    }

    /// Holds off every writer until released.
    pub(crate) async fn block_writes(&self) -> WriteLock {
        match &self.url {
            StoreUrl::Sqlite(path) => {
                let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
                connection.batch_execute("BEGIN IMMEDIATE").unwrap();
                WriteLock::Sqlite(connection)
            }
            StoreUrl::Postgres(url) => {
                let mut connection = direct(url).await;
                connection
                    .batch_execute("BEGIN; LOCK TABLE scans IN EXCLUSIVE MODE")
                    .await
                    .unwrap();
                WriteLock::Postgres(Box::new(connection))
            }
        }
    }
}

fn new_postgres_database() -> Option<StoreUrl> {
    let cluster = citable_test_support::postgres::cluster()?;
    Some(StoreUrl::Postgres(cluster.create_database()))
}

/// A connection past the store, and past what stands before the server.
pub(crate) async fn direct(url: &str) -> AsyncPgConnection {
    let cluster = citable_test_support::postgres::cluster().unwrap();
    AsyncPgConnection::establish(&cluster.direct_url(url)).await.unwrap()
}

pub(crate) enum WriteLock {
    Sqlite(SqliteConnection),
    Postgres(Box<AsyncPgConnection>),
}

impl WriteLock {
    pub(crate) async fn release(self) {
        match self {
            Self::Sqlite(mut connection) => connection.batch_execute("COMMIT").unwrap(),
            Self::Postgres(mut connection) => connection.batch_execute("COMMIT").await.unwrap(),
        }
    }
}

/// Runs statements past the store.
pub(crate) async fn execute(url: &StoreUrl, statements: &str) {
    match url {
        StoreUrl::Sqlite(path) => {
            let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
            connection
                .batch_execute("PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;")
                .unwrap();
            connection.batch_execute(statements).unwrap();
        }
        StoreUrl::Postgres(url) => {
            let mut connection = direct(url).await;
            connection.batch_execute(statements).await.unwrap();
        }
    }
}

pub(crate) fn admission(id: &str, host: &str, now: i64) -> Admission {
    let scan = NewScan {
        id: id.to_owned(),
        url: format!("https://{host}/{id}"),
        url_hash: format!("hash of {id}"),
        host: host.to_owned(),
        account_id: None,
        monitor_id: None,
    };
    let bucket = Bucket { period: 0, limit: i64::MAX };
    let spend = Spend { subject: None, day: bucket, month: bucket, budget: i64::MAX };
    Admission { scan, spend, answer: None, now }
}

pub(crate) async fn admit(store: &Store, id: &str, host: &str, now: i64) {
    store.writer().run(admission(id, host, now)).await.unwrap();
}

/// A claim of up to a thousand scans for 75 seconds.
pub(crate) fn claim(owner: &str, now: i64, busy_hosts: &[&str]) -> Claim {
    Claim {
        owner: owner.to_owned(),
        now,
        lease_until: now + 75_000,
        limit: 1_000,
        busy_hosts: busy_hosts.iter().map(ToString::to_string).collect(),
    }
}

pub(crate) async fn claim_all(
    store: &Store,
    owner: &str,
    now: i64,
    busy_hosts: &[&str],
) -> Claimed {
    store.writer().run(claim(owner, now, busy_hosts)).await.unwrap()
}

/// Claims the one scan that waits.
pub(crate) async fn claim_one(store: &Store, owner: &str, now: i64) -> ScanRow {
    let mut scans = claim_all(store, owner, now, &[]).await.scans;
    assert_eq!(scans.len(), 1, "{scans:?}");
    scans.remove(0).row
}

pub(crate) fn progress(fence: &Fence, seq: i64, stage: &str) -> Progress {
    Progress { fence: fence.clone(), events: vec![NewEvent::entered(seq, NOW, stage)] }
}

/// A finished scan with the result of one check and the terminal event, from place `seq` on.
pub(crate) fn completion(fence: Fence, now: i64, seq: i64) -> Completion {
    let check = NewEvent {
        check_id: Some("http-fetch".to_owned()),
        check_status: Some("pass".to_owned()),
        completed_checks: 1,
        ..NewEvent::entered(seq, now, "saving")
    };
    let done = NewEvent {
        status: EventStatus::Done,
        score: Some(87),
        ..NewEvent::entered(seq + 1, now, "done")
    };
    let outcome = Outcome::Done {
        score: 87,
        scanned_at: now - 1,
        report: vec![0, 159, 146, 150],
        snapshot_hash: "s256".to_owned(),
        snapshot: vec![0, 255, 10],
        object: None,
    };
    Completion { fence, now, outcome, give_back: false, events: vec![check, done], delivery: None }
}

/// A scan that ended without a report.
pub(crate) fn failure(fence: Fence, now: i64, seq: i64) -> Completion {
    let (code, message) = ("not_html".to_owned(), "The page is an image.".to_owned());
    let events = vec![NewEvent::failed(seq, now, code.clone(), message.clone())];
    let outcome = Outcome::Failed {
        code,
        message,
        status: Some(200),
        content_type: Some("image/png".to_owned()),
    };
    Completion { fence, now, outcome, give_back: false, events, delivery: None }
}

/// A take-over with two attempts per scan.
pub(crate) fn reclaim(owner: &str, now: i64) -> Reclaim {
    Reclaim {
        now,
        owner: owner.to_owned(),
        take_foreign: false,
        running_here: Vec::new(),
        max_attempts: 2,
        interrupted_code: "scan_interrupted".to_owned(),
        interrupted_message: "The scan was interrupted.".to_owned(),
    }
}
