//! What accounts have scanned, held against a model.

use citable_schema::{
    Admission, Fence, ForgetPage, ForgetScan, Forgotten, HistoryCursor, HistoryEntryRow, NewScan,
    ScanStatus, Store, migrate,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::fixture::{Fixture, NOW, admission, claim_all, completion, execute, failure};
use crate::on_both_databases;

on_both_databases! {
    a_history_tells_what_became_of_each_scan,
    the_sums_are_what_counting_gives_after_any_admissions_and_deletes,
    pages_of_a_list_show_what_was_there_at_its_beginning_once,
    what_is_being_scanned_is_not_deleted,
    a_deleted_scan_leaves_nothing_behind,
    nobody_deletes_what_others_have,
    scans_at_once_and_deletes_at_once_leave_exact_sums,
    scans_of_before_are_in_the_history,
}

const ALL: usize = 1_000;

/// A scan of a page for an account.
fn scan_of(account: &str, page: &str, id: &str, now: i64) -> Admission {
    let scan = NewScan {
        id: id.to_owned(),
        url: format!("https://example.com/{page}"),
        url_hash: page.to_owned(),
        host: format!("{id}.example.com"),
        account_id: Some(account.to_owned()),
        monitor_id: None,
    };
    Admission { scan, ..admission(id, "", now) }
}

async fn add(store: &Store, account: &str, page: &str, id: &str, now: i64) {
    store.writer().run(scan_of(account, page, id, now)).await.unwrap();
}

/// Ends every scan that waits.
async fn end_all(store: &Store) {
    for scan in claim_all(store, "boot", NOW, &[]).await.scans {
        finish(store, scan.row.fence().unwrap()).await;
    }
}

async fn finish(store: &Store, fence: Fence) {
    store.writer().run(completion(fence, NOW, 2)).await.unwrap();
}

async fn forget_page(store: &Store, account: &str, page: &str) -> Forgotten {
    let order = ForgetPage { account_id: account.to_owned(), url_hash: page.to_owned() };
    store.writer().run(order).await.unwrap()
}

async fn forget_scan(store: &Store, account: &str, id: &str) -> Forgotten {
    let order = ForgetScan { account_id: account.to_owned(), scan_id: id.to_owned() };
    store.writer().run(order).await.unwrap()
}

/// Page, number of its scans, the newest of them.
type Line = (String, i64, String);

fn line(row: &HistoryEntryRow) -> Line {
    assert_eq!(row.page.url, format!("https://example.com/{}", row.page.url_hash));
    (row.page.url_hash.clone(), row.page.versions, row.scan.id.clone())
}

async fn lines(store: &Store, account: &str) -> Vec<Line> {
    let rows = store.reader().history(account, None, ALL).await.unwrap();
    rows.iter().map(line).collect()
}

async fn ids_of(store: &Store, account: &str, page: &str) -> Vec<String> {
    let scans = store.reader().history_scans(account, page, None, ALL).await.unwrap();
    scans.into_iter().map(|scan| scan.id).collect()
}

/// Every scan there is: account, page and id, in the order of their admission.
#[derive(Default)]
struct Model(Vec<(String, String, String)>);

impl Model {
    fn scans(&self, account: &str, page: &str) -> Vec<String> {
        let of_page = |scan: &&(String, String, String)| scan.0 == account && scan.1 == page;
        self.0.iter().rev().filter(of_page).map(|scan| scan.2.clone()).collect()
    }

    fn lines(&self, account: &str) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for (_, page, id) in self.0.iter().rev().filter(|scan| scan.0 == account) {
            match lines.iter_mut().find(|line| line.0 == *page) {
                Some(line) => line.1 += 1,
                None => lines.push((page.clone(), 1, id.clone())),
            }
        }
        lines
    }
}

async fn a_history_tells_what_became_of_each_scan(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    add(store, "ada", "p", "done", NOW).await;
    add(store, "ada", "p", "failed", NOW).await;
    let monitored = scan_of("ada", "p", "waiting", NOW - 5);
    let scan = NewScan { monitor_id: Some("mon_1".to_owned()), ..monitored.scan };
    for scan in claim_all(store, "boot", NOW, &[]).await.scans {
        let fence = scan.row.fence().unwrap();
        let end = match &*scan.row.id {
            "done" => completion(fence, NOW + 9, 2),
            _ => failure(fence, NOW + 8, 2),
        };
        store.writer().run(end).await.unwrap();
    }
    store.writer().run(Admission { scan, ..monitored }).await.unwrap();

    // The clock went back before the last one; it is the newest all the same.
    let scans = store.reader().history_scans("ada", "p", None, ALL).await.unwrap();
    let told: Vec<_> = scans
        .iter()
        .map(|scan| (scan.id.as_str(), scan.status, scan.score, scan.scanned_at, scan.finished_at))
        .collect();
    let expected = [
        ("waiting", ScanStatus::Queued, None, None, None),
        ("failed", ScanStatus::Error, None, None, Some(NOW + 8)),
        ("done", ScanStatus::Done, Some(87), Some(NOW + 8), Some(NOW + 9)),
    ];
    assert_eq!(told, expected);
    assert_eq!(scans[0].created_at, NOW - 5);
    let monitors: Vec<_> = scans.iter().map(|scan| scan.monitor_id.as_deref()).collect();
    assert_eq!(monitors, [Some("mon_1"), None, None]);
    assert_eq!(lines(store, "ada").await, [("p".to_owned(), 3, "waiting".to_owned())]);
    let page = store.reader().history_page("ada", "p").await.unwrap().unwrap();
    assert_eq!((page.url.as_str(), page.versions), ("https://example.com/p", 3));
    assert_eq!(store.reader().history_page("grace", "p").await.unwrap(), None);
    assert_eq!(lines(store, "grace").await, []);
}

async fn the_sums_are_what_counting_gives_after_any_admissions_and_deletes(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for seed in 0..3 {
        let mut random = StdRng::seed_from_u64(seed);
        let accounts = [format!("ada{seed}"), format!("grace{seed}")];
        let mut model = Model::default();
        for step in 0..60 {
            let account = &accounts[random.random_range(0..2)];
            let page = format!("page{}", random.random_range(0..5));
            match random.random_range(0..10) {
                0 => {
                    let had = model.scans(account, &page).len();
                    let expected = match had {
                        0 => Forgotten::Unknown,
                        had => Forgotten::Deleted(had),
                    };
                    assert_eq!(forget_page(store, account, &page).await, expected);
                    model.0.retain(|scan| scan.0 != *account || scan.1 != page);
                }
                1..4 if !model.0.is_empty() => {
                    let gone = model.0.remove(random.random_range(0..model.0.len()));
                    assert_eq!(forget_scan(store, &gone.0, &gone.2).await, Forgotten::Deleted(1));
                }
                _ => {
                    // Some at one instant, and some with a clock that went back.
                    let now = NOW + random.random_range(-2..3);
                    let id = format!("scan{}", random.random::<u64>());
                    add(store, account, &page, &id, now).await;
                    model.0.push((account.clone(), page, id));
                    end_all(store).await;
                }
            }
            for account in &accounts {
                assert_eq!(lines(store, account).await, model.lines(account), "{seed} {step}");
            }
        }
        for account in &accounts {
            for page in (0..5).map(|page| format!("page{page}")) {
                assert_eq!(ids_of(store, account, &page).await, model.scans(account, &page));
            }
        }
    }
}

async fn pages_of_a_list_show_what_was_there_at_its_beginning_once(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for seed in 0..6 {
        let mut random = StdRng::seed_from_u64(seed);
        let account = format!("ada{seed}");
        let mut added = 0;
        let mut addition = async |random: &mut StdRng, pages: u32| {
            let page = format!("page{}", random.random_range(0..pages));
            let id = format!("scan{seed}of{added}x{}", random.random_range(0..1_000_u32));
            added += 1;
            add(store, &account, &page, &id, NOW).await;
        };
        for _ in 0..30 {
            addition(&mut random, 15).await;
        }
        let began: Vec<_> = lines(store, &account).await;
        let limit = random.random_range(1..6);
        let (mut seen, mut cursor) = (Vec::new(), None);
        loop {
            let rows = store.reader().history(&account, cursor, limit).await.unwrap();
            let Some(last) = rows.last() else { break };
            assert!(rows.len() <= limit);
            let newest = cursor.map_or(rows[0].scan.place(), |cursor: HistoryCursor| cursor.newest);
            cursor = Some(HistoryCursor { newest, after: last.scan.place() });
            seen.extend(rows.iter().map(line));
            for _ in 0..random.random_range(0..8) {
                // Pages that were there, and new ones.
                addition(&mut random, 20).await;
            }
        }
        let shown = |lines: &[Line]| -> Vec<_> {
            lines.iter().map(|(page, _, id)| (page.clone(), id.clone())).collect()
        };
        assert_eq!(shown(&seen), shown(&began), "{seed}");

        let page = &began[0].0;
        let before = ids_of(store, &account, page).await;
        let (mut seen, mut place) = (Vec::new(), None);
        loop {
            let scans = store.reader().history_scans(&account, page, place, 1).await.unwrap();
            let Some(last) = scans.last() else { break };
            place = Some(last.place());
            seen.push(last.id.clone());
            add(store, &account, page, &format!("late{seed}of{}", seen.len()), NOW).await;
        }
        assert_eq!(seen, before);
    }
}

async fn what_is_being_scanned_is_not_deleted(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    add(store, "ada", "p", "old", NOW).await;
    end_all(store).await;
    add(store, "ada", "p", "new", NOW).await;
    add(store, "ada", "q", "other", NOW).await;
    for _ in ["queued", "running"] {
        assert_eq!(forget_page(store, "ada", "p").await, Forgotten::Running);
        assert_eq!(forget_scan(store, "ada", "new").await, Forgotten::Running);
        let claimed = claim_all(store, "boot", NOW, &[]).await.scans;
        if claimed.is_empty() {
            break;
        }
    }
    let running = store.reader().scan("new").await.unwrap().unwrap();
    assert_eq!(running.status, ScanStatus::Running);
    assert_eq!(forget_scan(store, "ada", "old").await, Forgotten::Deleted(1));
    assert_eq!(ids_of(store, "ada", "p").await, ["new"]);
    finish(store, running.fence().unwrap()).await;
    assert_eq!(forget_page(store, "ada", "p").await, Forgotten::Deleted(1));
    assert_eq!(lines(store, "ada").await, [("q".to_owned(), 1, "other".to_owned())]);
}

async fn a_deleted_scan_leaves_nothing_behind(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for id in ["a", "b", "c"] {
        add(store, "ada", "p", id, NOW).await;
    }
    end_all(store).await;
    assert_eq!(forget_scan(store, "ada", "c").await, Forgotten::Deleted(1));
    assert_eq!(lines(store, "ada").await, [("p".to_owned(), 2, "b".to_owned())]);
    assert_eq!(forget_page(store, "ada", "p").await, Forgotten::Deleted(2));
    assert_eq!(forget_page(store, "ada", "p").await, Forgotten::Unknown);
    let reader = store.reader();
    for id in ["a", "b", "c"] {
        assert_eq!(reader.scan(id).await.unwrap(), None);
        assert_eq!(reader.report(id).await.unwrap(), None);
        assert_eq!(reader.snapshot(id).await.unwrap(), None);
        assert_eq!(reader.events_after(id, 0).await.unwrap(), []);
        assert_eq!(forget_scan(store, "ada", id).await, Forgotten::Unknown);
    }
    assert_eq!(reader.newest_reports("p", 9).await.unwrap(), []);
    // Its place is not given out again.
    add(store, "ada", "p", "d", NOW).await;
    assert_eq!(reader.history_scans("ada", "p", None, ALL).await.unwrap()[0].place(), 4);
}

async fn nobody_deletes_what_others_have(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    add(store, "ada", "p", "hers", NOW).await;
    add(store, "grace", "q", "his", NOW).await;
    store.writer().run(admission("nobodys", "example.com", NOW)).await.unwrap();
    end_all(store).await;
    for id in ["hers", "nobodys", "never"] {
        assert_eq!(forget_scan(store, "grace", id).await, Forgotten::Unknown);
    }
    assert_eq!(forget_page(store, "grace", "p").await, Forgotten::Unknown);
    assert_eq!(forget_page(store, "nobody", "p").await, Forgotten::Unknown);
    for id in ["hers", "his", "nobodys"] {
        assert!(store.reader().scan(id).await.unwrap().is_some());
    }
}

async fn scans_at_once_and_deletes_at_once_leave_exact_sums(fixture: Fixture) {
    let others = [fixture.store_with(|_| ()).await, fixture.store_with(|_| ()).await];
    let additions = (0..60).map(|number| {
        let store = others[number % 2].clone();
        tokio::spawn(async move {
            add(&store, "ada", &format!("page{}", number % 3), &format!("scan{number}"), NOW).await;
        })
    });
    for addition in additions.collect::<Vec<_>>() {
        addition.await.unwrap();
    }
    end_all(&fixture.store).await;
    let deletes = (0..60).map(|number| {
        let store = others[number % 2].clone();
        tokio::spawn(async move {
            match number % 20 {
                0 => forget_page(&store, "ada", "page0").await,
                _ => forget_scan(&store, "ada", &format!("scan{}", number % 30)).await,
            }
        })
    });
    let mut gone = 0;
    for delete in deletes.collect::<Vec<_>>() {
        if let Forgotten::Deleted(deleted) = delete.await.unwrap() {
            gone += deleted;
        }
    }
    let lines = lines(&fixture.store, "ada").await;
    let left: i64 = lines.iter().map(|line| line.1).sum();
    assert_eq!(left, 60 - i64::try_from(gone).unwrap(), "{lines:?}");
    for (page, versions, newest) in lines {
        let ids = ids_of(&fixture.store, "ada", &page).await;
        assert_eq!((i64::try_from(ids.len()).unwrap(), &ids[0]), (versions, &newest), "{page}");
    }
}

async fn scans_of_before_are_in_the_history(fixture: Fixture) {
    let Fixture { store, url, .. } = &fixture;
    for (account, page, id) in
        [("ada", "p", "1"), ("ada", "q", "2"), ("grace", "p", "3"), ("ada", "p", "4")]
    {
        add(store, account, page, id, NOW).await;
    }
    store.writer().run(admission("nobodys", "example.com", NOW)).await.unwrap();
    let before = lines(store, "ada").await;
    execute(
        url,
        "DROP INDEX scans_of_page; ALTER TABLE scans DROP COLUMN history_place; \
         DROP TABLE history_pages; DROP TABLE history_places; \
         DELETE FROM __diesel_schema_migrations WHERE version = '0020'",
    )
    .await;
    assert_eq!(migrate(url).await.unwrap(), ["0020"]);
    assert_eq!(lines(store, "ada").await, before);
    assert_eq!(lines(store, "grace").await, [("p".to_owned(), 1, "3".to_owned())]);
    add(store, "ada", "q", "5", NOW).await;
    let expected = [("q".to_owned(), 2, "5".to_owned()), ("p".to_owned(), 2, "4".to_owned())];
    assert_eq!(lines(store, "ada").await, expected);
}
