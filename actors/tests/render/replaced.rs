//! When a browser makes room for a new one.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use citable_actors::render::{RenderLimits, Resource, Resources};
use citable_test_support::processes::descendants;
use futures_util::future::BoxFuture;
use url::Url;

use crate::browsers::{one, render_with, renderer, settings};

const PAGE: &str = "<!doctype html><p>Tides</p><script src=/app.js></script>";

/// Notes which browser asked.
struct Watcher {
    /// What is on the command line of this test's browsers alone.
    mark: String,
    seen: Mutex<Vec<u32>>,
}

impl Resources for Watcher {
    fn get<'a>(&'a self, _url: &'a Url) -> BoxFuture<'a, Option<Resource>> {
        let own = descendants(std::process::id());
        let browser = own.iter().find(|process| process.words.contains(&self.mark)).unwrap();
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).push(browser.id);
        Box::pin(async { None })
    }
}

/// The browsers of two pages that are rendered in turn.
async fn browsers(number: u64, limit: fn(&mut RenderLimits)) -> Option<(u32, u32)> {
    let mut settings = settings(one()?);
    settings.limits.process_bytes += number << 22;
    limit(&mut settings.limits);
    let mark = format!("--data={}", settings.limits.process_bytes);
    let renderer = renderer(settings).await;
    let watcher = Watcher { mark, seen: Mutex::default() };
    for _ in 0..2 {
        render_with(&renderer, PAGE, &watcher).await;
    }
    renderer.stop().await;
    let seen = watcher.seen.into_inner().unwrap_or_else(PoisonError::into_inner);
    let [first, second] = seen[..] else { panic!("{seen:?}") };
    Some((first, second))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_is_kept_until_it_reaches_a_limit() {
    let Some((first, second)) = browsers(2, |_| ()).await else { return };
    assert_eq!(first, second);
    let limits: [fn(&mut RenderLimits); 3] = [
        |limits| limits.pages_of_a_browser = 1,
        |limits| limits.age_of_a_browser = Duration::ZERO,
        |limits| limits.growth_of_a_browser = 0,
    ];
    for (number, limit) in (3..).zip(limits) {
        let (first, second) = browsers(number, limit).await.unwrap();
        assert_ne!(first, second, "limit {number}");
    }
}
