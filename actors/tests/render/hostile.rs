//! Pages that mean no good: each ends, and the next page is rendered as if nothing had been.

use std::pin::pin;
use std::time::{Duration, Instant};

use citable_actors::render::{Resource, Resources};
use citable_checks::page::snapshot::RenderEnd;
use citable_test_support::processes::descendants;
use futures_util::future::BoxFuture;
use tokio::sync::Notify;
use url::Url;

use crate::attacks::{ATTACKS, page};
use crate::browsers::{PAGE, one, render, render_with, renderer, settings};

const GOOD: &str =
    "<!doctype html><p id=a></p><script>a.textContent = 'All ' + 'is well';</script>";
/// How long a page may take: its time, the capture's and the end of a browser.
const MOST: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread")]
async fn every_attack_ends_and_harms_no_other_page() {
    let Some(program) = one() else { return };
    let mut settings = settings(program);
    settings.limits.page = Duration::from_secs(4);
    settings.limits.capture = Duration::from_secs(4);
    let renderer = renderer(settings).await;
    for (name, script) in ATTACKS {
        let begun = Instant::now();
        let seen = render(&renderer, &page(script)).await;
        let took = begun.elapsed();
        assert!(took < MOST, "{name}: {took:?}");
        let is_available = !matches!(seen.end, RenderEnd::NotAvailable { .. });
        assert!(is_available, "{name}: {:?}", seen.end);
        eprintln!("{name}: {:?} after {took:?}, {} bytes", seen.end, seen.html.len());
        let good = render(&renderer, GOOD).await;
        assert!(good.html.contains("All is well"), "after {name}: {good:?}");
    }
    renderer.stop().await;
}

/// An origin that never answers, and tells that it was asked.
#[derive(Default)]
struct Silent(Notify);

impl Resources for Silent {
    fn get<'a>(&'a self, _url: &'a Url) -> BoxFuture<'a, Option<Resource>> {
        self.0.notify_one();
        Box::pin(std::future::pending())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_is_killed_in_mid_page_is_replaced() {
    let Some(program) = one() else { return };
    let mut settings = settings(program);
    // Tells its browsers from those of tests at the same time.
    settings.limits.process_bytes += 2 << 20;
    let mark = format!("--data={}", settings.limits.process_bytes);
    let renderer = renderer(settings).await;
    let silent = Silent::default();
    let page = "<!doctype html><p>Before</p><script src=/never.js></script>";
    let mut rendered = pin!(render_with(&renderer, page, &silent));
    tokio::select! {
        seen = &mut rendered => panic!("it was never asked: {seen:?}"),
        () = silent.0.notified() => kill_browsers(&mark),
    }
    let seen = rendered.await;
    assert_eq!(seen.end, RenderEnd::Crashed, "{seen:?}");
    assert!(render(&renderer, GOOD).await.html.contains("All is well"));
    renderer.stop().await;
}

/// Kills the browsers that this process started with that argument.
fn kill_browsers(mark: &str) {
    for process in descendants(std::process::id()) {
        if process.words.iter().any(|word| word == mark) {
            process.kill();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_asks_for_itself_for_ever_is_asked_little() {
    let Some(program) = one() else { return };
    let renderer = renderer(settings(program)).await;
    let page = "<!doctype html><script>for (let i = 0; i < 300; i++) fetch('/x' + i)\
        .catch(() => {});</script>";
    let seen = render(&renderer, page).await;
    let fetches = seen.requests.iter().find(|count| count.kind == "fetch").unwrap();
    assert_eq!((fetches.answered, fetches.refused), (0, 300), "{PAGE}");
    assert_eq!(seen.failed.len(), 20);
    renderer.stop().await;
}
