//! How long a page of a history takes at a million scans, beside ten thousand.
//!
//! One account has so many scans, most of them spread over ten thousand pages and many of one page.
//! Each question is asked many times; the ratio is that of the medians. Beside it stands how SQLite
//! answers each statement, and how long it takes to delete the page with many scans. PostgreSQL is measured too where it is installed.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench that cannot run stops")]

use std::time::{Duration, Instant};

use citable_schema::{ForgetPage, HistoryCursor, Reader, Store, StoreSettings, StoreUrl};
use citable_test_support::postgres::{Cluster, cluster};
use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{Connection, QueryableByName, RunQueryDsl, SqliteConnection};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use tokio::runtime::Runtime;

/// Scans of the account in the two arms.
const SIZES: [i64; 2] = [10_000, 1_000_000];
/// Pages that it has scanned, as far as there are scans.
const PAGES: i64 = 10_000;
/// One scan of so many is of the one page that is scanned all the time.
const OF_ONE_PAGE: i64 = 10;
/// Lines of a page of the list.
const LIMIT: usize = 200;
/// Scans since the list began.
const SINCE: i64 = 100;
/// How often each question is asked.
const TURNS: usize = 101;
/// The ratio above which a list does not scale.
const TARGET: f64 = 4.0;

/// The instant of the first scan.
const NOW: i64 = 1_790_000_000_000;

/// Statements that fill a store: every n-th scan is of page 0, the others go round.
fn fill(scans: i64) -> String {
    let pages = PAGES.min(scans / 2);
    let page = format!("CASE WHEN n % {OF_ONE_PAGE} = 0 THEN 0 ELSE n % {pages} END");
    format!(
        "INSERT INTO scans (id, url, url_hash, host, account_id, status, stage, attempt, \
             created_at, started_at, finished_at, score, history_place) \
         SELECT 'scn_' || n, 'https://www.example.com/' || page, 'hash of page ' || page, \
             'www.example.com', 'usr_bench', 'done', 'done', 1, {NOW} + n, {NOW} + n, \
             {NOW} + n + 5, 50, n \
         FROM (WITH RECURSIVE numbers (n) AS \
                   (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {scans}) \
               SELECT n, {page} AS page FROM numbers) AS numbered; \
         INSERT INTO reports (scan_id, url_hash, scanned_at, score, body) \
         SELECT id, url_hash, created_at + 3, 50, CAST('a short report' AS {{bytes}}) FROM scans; \
         INSERT INTO history_places (account_id, last_place) VALUES ('usr_bench', {scans}); \
         INSERT INTO history_pages (account_id, url_hash, url, versions, latest_place, \
             latest_scan_id) \
         SELECT 'usr_bench', url_hash, MAX(url), COUNT(*), MAX(history_place), \
             'scn_' || MAX(history_place) \
         FROM scans GROUP BY url_hash;"
    )
}

/// Asks a question many times; the median.
fn measure<F: Future<Output = usize>>(runtime: &Runtime, ask: impl Fn() -> F) -> Duration {
    let mut times: Vec<Duration> = (0..TURNS)
        .map(|_| {
            let began = Instant::now();
            assert!(runtime.block_on(ask()) > 0, "there is something to read");
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[TURNS / 2]
}

/// The three questions: the first page of the list, one from its middle while scans were added, and
/// one of the page with very many scans.
fn questions(runtime: &Runtime, reader: &Reader, scans: i64) -> [Duration; 3] {
    let all = runtime.block_on(reader.history("usr_bench", None, usize::MAX >> 1)).unwrap();
    let middle = all[all.len() / 2].scan.place();
    let cursor = HistoryCursor { newest: scans - SINCE, after: middle };
    let busy = "hash of page 0";
    [
        measure(runtime, || async {
            reader.history("usr_bench", None, LIMIT).await.unwrap().len()
        }),
        measure(runtime, || async {
            reader.history("usr_bench", Some(cursor), LIMIT).await.unwrap().len()
        }),
        measure(runtime, || async {
            let half = Some(scans / 2);
            reader.history_scans("usr_bench", busy, half, LIMIT).await.unwrap().len()
        }),
    ]
}

/// Deletes the page with very many scans, which nobody can do faster than this.
fn delete(runtime: &Runtime, store: &Store) {
    let page =
        ForgetPage { account_id: "usr_bench".to_owned(), url_hash: "hash of page 0".to_owned() };
    let began = Instant::now();
    let forgotten = runtime.block_on(store.writer().run(page));
    println!("  delete of a page: {forgotten:?} in {:.2?}", began.elapsed());
}

fn tell(database: &str, times: [[Duration; 3]; 2]) {
    let names = ["first page", "middle page", "scans of one page"];
    for (place, name) in names.into_iter().enumerate() {
        let (few, many) = (times[0][place], times[1][place]);
        let ratio = many.as_secs_f64() / few.as_secs_f64();
        println!(
            "{database}, {name}: {few:.2?} at {}, {many:.2?} at {}, ratio {ratio:.2} (target \
             {TARGET})",
            SIZES[0], SIZES[1]
        );
    }
}

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// The statements as the store makes them, in short.
const STATEMENTS: [(&str, &str); 3] = [
    (
        "pages",
        "SELECT * FROM history_pages INNER JOIN scans ON scans.id = history_pages.latest_scan_id \
         LEFT OUTER JOIN reports ON reports.scan_id = scans.id \
         WHERE history_pages.account_id = 'usr_bench' AND history_pages.latest_place < 5000 \
         ORDER BY history_pages.latest_place DESC LIMIT 200",
    ),
    (
        "pages that were scanned since",
        "SELECT * FROM history_pages INNER JOIN scans ON scans.id = (SELECT earlier.id \
         FROM scans AS earlier WHERE earlier.account_id = history_pages.account_id \
         AND earlier.url_hash = history_pages.url_hash AND earlier.history_place <= 9900 \
         ORDER BY earlier.history_place DESC LIMIT 1) \
         LEFT OUTER JOIN reports ON reports.scan_id = scans.id \
         WHERE history_pages.account_id = 'usr_bench' AND history_pages.latest_place > 9900 \
         AND scans.history_place < 5000 ORDER BY scans.history_place DESC LIMIT 200",
    ),
    (
        "scans of one page",
        "SELECT * FROM scans LEFT OUTER JOIN reports ON reports.scan_id = scans.id \
         WHERE scans.account_id = 'usr_bench' AND scans.url_hash = 'hash of page 0' \
         AND scans.history_place < 5000 ORDER BY scans.history_place DESC LIMIT 200",
    ),
];

fn explain(connection: &mut SqliteConnection) {
    for (name, statement) in STATEMENTS {
        let plan = diesel::sql_query(format!("EXPLAIN QUERY PLAN {statement}"));
        let steps: Vec<Step> = plan.load(connection).unwrap();
        for step in steps {
            println!("  {name}: {}", step.detail);
        }
    }
}

fn sqlite(runtime: &Runtime) {
    let folder = tempfile::tempdir().unwrap();
    let times = SIZES.map(|scans| {
        let path = folder.path().join(format!("{scans}.sqlite"));
        let url = StoreUrl::Sqlite(path.clone());
        let store = runtime.block_on(Store::open(StoreSettings::new(url))).unwrap();
        let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
        let fill = fill(scans).replace("{bytes}", "BLOB");
        connection.batch_execute(&format!("BEGIN; {fill} COMMIT")).unwrap();
        explain(&mut connection);
        let times = questions(runtime, &store.reader(), scans);
        delete(runtime, &store);
        times
    });
    tell("SQLite", times);
}

fn postgres(runtime: &Runtime, cluster: &Cluster) {
    let times = SIZES.map(|scans| {
        let url = cluster.create_database();
        let settings = StoreSettings::new(StoreUrl::Postgres(url.clone()));
        let store = runtime.block_on(Store::open(settings)).unwrap();
        runtime.block_on(async {
            let mut connection =
                AsyncPgConnection::establish(&cluster.direct_url(&url)).await.unwrap();
            let fill = fill(scans).replace("{bytes}", "BYTEA");
            connection.batch_execute(&format!("{fill} ANALYZE")).await.unwrap();
        });
        let times = questions(runtime, &store.reader(), scans);
        delete(runtime, &store);
        times
    });
    tell("PostgreSQL", times);
}

fn main() {
    let runtime = Runtime::new().unwrap();
    sqlite(&runtime);
    if let Some(cluster) = cluster() {
        postgres(&runtime, cluster);
    }
}
