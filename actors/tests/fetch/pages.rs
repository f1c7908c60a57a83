//! What an answer becomes in a snapshot.

use std::sync::atomic::{AtomicUsize, Ordering};

use citable_checks::page::snapshot::{PageEnd, SNAPSHOT_FORMAT, Source};
use citable_test_support::reply::Reply;

use crate::site::{HOST, NOW, Site, chain};

#[tokio::test]
async fn a_snapshot_keeps_the_answer_as_it_came() {
    let site = Site::start().await;
    let reply = Reply::html("<p>Caf\u{e9}").header("X-Robots-Tag", "noindex");
    site.page("/p", reply.header("x-robots-tag", "nosnippet"));
    let snapshot = site.scan("/p").await.unwrap();
    assert_eq!((snapshot.format, snapshot.source), (SNAPSHOT_FORMAT, Source::Web));
    assert_eq!(snapshot.fetched_at, NOW);
    let answer = snapshot.page.exchanges.last().unwrap();
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    let tags: Vec<&str> = answer.header_values("x-robots-tag").collect();
    assert_eq!(tags, ["noindex", "nosnippet"]);
    assert_eq!(snapshot.page.body, "<p>Caf\u{e9}".as_bytes());
}

#[tokio::test]
async fn refusals_are_answers_and_are_not_asked_for_again() {
    let site = Site::start().await;
    for status in [401, 403, 404, 410, 429, 451] {
        site.page("/", Reply::html("<p>No").status(status));
        let before = site.origin.paths(HOST).len();
        let snapshot = site.scan("/").await.unwrap();
        assert_eq!(chain(&snapshot), (vec![status], &PageEnd::Answered));
        assert_eq!(snapshot.page.body, b"<p>No");
        assert_eq!(site.origin.paths(HOST)[before..], ["/robots.txt", "/"]);
    }
}

#[tokio::test]
async fn a_server_error_is_asked_for_once_more() {
    let site = Site::start().await;
    let asked = AtomicUsize::new(0);
    site.origin.route_with(HOST, "/", move |_| match asked.fetch_add(1, Ordering::Relaxed) {
        0 => Reply::html("<p>Busy").status(503).header("retry-after", "0"),
        _ => Reply::html("<p>Page"),
    });
    let snapshot = site.scan("/").await.unwrap();
    assert_eq!(chain(&snapshot), (vec![200], &PageEnd::Answered));
    assert_eq!(snapshot.page.body, b"<p>Page");
}

#[tokio::test]
async fn a_server_error_that_stays_is_the_answer() {
    let site = Site::start().await;
    for status in [500, 502, 503, 599] {
        site.page("/", Reply::html("<p>Down").status(status));
        let before = site.origin.paths(HOST).len();
        let snapshot = site.scan("/").await.unwrap();
        assert_eq!(chain(&snapshot), (vec![status], &PageEnd::Answered));
        assert_eq!(site.origin.paths(HOST)[before..], ["/robots.txt", "/", "/"]);
    }
}

#[tokio::test]
async fn a_long_retry_after_is_not_awaited() {
    let mut site = Site::start().await;
    site.settings.limits.longest_retry_pause = std::time::Duration::from_millis(10);
    site.page("/", Reply::new(503).header("retry-after", "3600"));
    let snapshot = site.scan("/").await.unwrap();
    assert_eq!(chain(&snapshot), (vec![503], &PageEnd::Answered));
    assert_eq!(site.origin.paths(HOST), ["/robots.txt", "/", "/"]);
}

#[tokio::test]
async fn an_empty_answer_is_an_answer() {
    let site = Site::start().await;
    site.page("/", Reply::new(200));
    let snapshot = site.scan("/").await.unwrap();
    assert_eq!(chain(&snapshot), (vec![200], &PageEnd::Answered));
    assert!(snapshot.page.body.is_empty() && !snapshot.page.truncated);
}
