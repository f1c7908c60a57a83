//! The small files of an origin, kept for the scans that follow.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use citable_actors::fetch::Gather;
use citable_checks::page::snapshot::Snapshot;
use citable_test_support::reply::Reply;
use futures_util::future::join;

use crate::site::{HOST, NOW, Site};

const MINUTE: i64 = 60_000;
const FILES: [&str; 3] = ["/robots.txt", "/sitemap.xml", "/llms.txt"];

async fn site() -> Site {
    let site = Site::start().await;
    site.page("/robots.txt", Reply::text("User-agent: *\nAllow: /\n"));
    site.page("/llms.txt", Reply::text("# Tea\n\n- [a](https://site.test/a)\n"));
    for path in ["/a", "/b"] {
        site.page(path, Reply::html(&format!("<main>{path}")));
    }
    let entry = |path: &str| {
        format!(
            "<url><loc>{}</loc><lastmod>2023-11-01</lastmod></url>",
            site.origin.url(HOST, path)
        )
    };
    let others: String = (0..2_000).map(|number| entry(&format!("/other/{number}"))).collect();
    let sitemap = format!("<urlset>{others}{}{}</urlset>", entry("/a"), entry("/b"));
    site.page("/sitemap.xml", Reply::new(200).header("content-type", "text/xml").body(sitemap));
    site
}

fn times(site: &Site) -> [usize; 3] {
    FILES.map(|path| site.times(HOST, path))
}

fn is_listed(snapshot: &Snapshot) -> bool {
    let survey = snapshot.supporting.sitemaps.as_ref().unwrap();
    survey.sitemaps.iter().filter_map(|fetch| fetch.facts()).any(|facts| {
        facts.matches.iter().any(|entry| entry.exact && entry.address == snapshot.requested_url)
    })
}

#[tokio::test]
async fn the_files_of_an_origin_are_fetched_once_in_ten_minutes() {
    let site = site().await;
    let fetcher = site.fetcher();
    let first = site.scan_at(&fetcher, "/a", NOW).await;
    let second = site.scan_at(&fetcher, "/b", NOW + 9 * MINUTE).await;
    assert_eq!(times(&site), [1, 1, 1]);
    assert_eq!(second.robots, first.robots, "with the instant of their fetch");
    assert_eq!(second.supporting.llms_txt, first.supporting.llms_txt);
    let fetched_at =
        |snapshot: &Snapshot| snapshot.supporting.sitemaps.as_ref().unwrap().sitemaps[0].fetched_at;
    assert_eq!(fetched_at(&second), fetched_at(&first));
    assert!(is_listed(&first) && is_listed(&second), "another page, and the same sitemap");

    let third = site.scan_at(&fetcher, "/a", NOW + 11 * MINUTE).await;
    assert_eq!(times(&site), [2, 2, 2]);
    assert!(third.robots[0].fetched_at >= NOW + 11 * MINUTE);
    assert!(is_listed(&third));
}

#[tokio::test]
async fn another_fetcher_knows_nothing_of_it() {
    let site = site().await;
    site.scan_at(&site.fetcher(), "/a", NOW).await;
    site.scan_at(&site.fetcher(), "/a", NOW).await;
    assert_eq!(times(&site), [2, 2, 2]);
}

#[tokio::test]
async fn scans_at_the_same_time_share_one_fetch() {
    let site = site().await;
    site.page("/robots.txt", Reply::text("").after(Duration::from_millis(100)));
    let fetcher = site.fetcher();
    let (a, b) =
        join(site.scan_at(&fetcher, "/a", NOW), site.scan_at(&fetcher, "/b", NOW + 1)).await;
    assert_eq!(times(&site), [1, 1, 1]);
    assert_eq!(a.robots, b.robots);
    assert!(is_listed(&a) && is_listed(&b));
}

#[tokio::test]
async fn what_may_be_about_the_moment_is_not_kept() {
    for fault in [
        Reply::text("").status(500),
        Reply::text("").status(503),
        Reply::text("").status(429),
        Reply::never(),
    ] {
        let mut site = site().await;
        site.settings.limits.request = Duration::from_secs(2);
        let fetcher = site.fetcher();
        for file in FILES {
            site.page(file, fault.clone());
        }
        site.scan_at(&fetcher, "/a", NOW).await;
        let before = times(&site);
        for file in FILES {
            site.page(file, Reply::text("# now\n"));
        }
        let again = site.scan_at(&fetcher, "/a", NOW + 1).await;
        let after = times(&site);
        assert!(before.iter().zip(after).all(|(before, after)| after == before + 1), "{fault:?}");
        assert_eq!(again.robots[0].status(), Some(200));
    }
}

#[tokio::test]
async fn what_every_client_gets_is_kept() {
    let site = site().await;
    site.page("/robots.txt", Reply::redirect(302, "/robots.txt"));
    site.page("/llms.txt", Reply::new(404));
    let fetcher = site.fetcher();
    site.scan_at(&fetcher, "/a", NOW).await;
    site.scan_at(&fetcher, "/b", NOW + MINUTE).await;
    assert_eq!(times(&site), [1, 1, 1]);
}

#[tokio::test]
async fn whoever_waited_for_a_fetch_without_luck_tries_itself() {
    let mut site = site().await;
    site.settings.limits.request = Duration::from_secs(2);
    let asked = AtomicUsize::new(0);
    site.origin.route_with(HOST, "/robots.txt", move |_| {
        match asked.fetch_add(1, Ordering::Relaxed) {
            0 => Reply::never(),
            _ => Reply::text("# here\n"),
        }
    });
    let fetcher = site.fetcher();
    let (a, b) = join(site.scan_at(&fetcher, "/a", NOW), site.scan_at(&fetcher, "/b", NOW)).await;
    let mut statuses = [a.robots[0].status(), b.robots[0].status()];
    statuses.sort_unstable();
    assert_eq!(statuses, [None, Some(200)]);
    assert_eq!(site.times(HOST, "/robots.txt"), 2);
}

#[tokio::test]
async fn a_scan_that_is_given_up_leaves_the_others_their_fetch() {
    let site = site().await;
    let asked = Arc::new(tokio::sync::Notify::new());
    let asks = Arc::clone(&asked);
    let times = AtomicUsize::new(0);
    site.origin.route_with(HOST, "/robots.txt", move |_| {
        asks.notify_one();
        match times.fetch_add(1, Ordering::Relaxed) {
            0 => Reply::never(),
            _ => Reply::text("# here\n"),
        }
    });
    let fetcher = site.fetcher();
    let target = site.target(HOST, "/a");
    let mut given_up = fetcher.gather(&target, NOW, Arc::new(|_| {}));
    tokio::select! {
        _ = &mut given_up => panic!("it never ends"),
        () = asked.notified() => {}
    }
    let second = async { site.scan_at(&fetcher, "/b", NOW).await };
    tokio::pin!(second);
    tokio::select! {
        biased;
        _ = &mut second => panic!("it waits for the first"),
        () = tokio::task::yield_now() => {}
    }
    drop(given_up);
    assert_eq!(second.await.robots[0].status(), Some(200));
}

#[tokio::test]
async fn without_room_nothing_is_kept() {
    let mut site = site().await;
    site.settings.limits.kept_bytes = 0;
    let fetcher = site.fetcher();
    site.scan_at(&fetcher, "/a", NOW).await;
    site.scan_at(&fetcher, "/b", NOW).await;
    assert_eq!(times(&site), [2, 2, 2]);
}
