//! Pages that mean no good: each ends, and the next page is rendered as if nothing had been.

use std::pin::pin;
use std::time::{Duration, Instant};

use citable_actors::render::{Resource, Resources};
use citable_checks::page::snapshot::RenderEnd;
use futures_util::future::BoxFuture;
use tokio::sync::Notify;
use url::Url;

use crate::browsers::{PAGE, one, render, render_with, renderer, settings};

const GOOD: &str =
    "<!doctype html><p id=a></p><script>a.textContent = 'All ' + 'is well';</script>";
/// How long a page may take: its time, the capture's and the end of a browser.
const MOST: Duration = Duration::from_secs(60);

/// What hostile pages do, and whether their document can be read all the same.
const ATTACKS: [(&str, &str); 13] = [
    ("endless loop", "for (;;);"),
    ("endless microtasks", "const again = () => Promise.resolve().then(again); again();"),
    ("endless timers", "const again = () => setTimeout(again, 0); again();"),
    ("endless frames", "const again = () => requestAnimationFrame(again); again();"),
    ("memory", "const held = []; for (;;) held.push(new Uint8Array(1 << 26).fill(1));"),
    ("strings", "let text = 'x'; for (;;) text += text;"),
    ("elements", "for (;;) document.body.append(document.createElement('p'));"),
    ("dialogs", "for (let i = 0; i < 20; i++) { alert(i); confirm(i); prompt(i); }"),
    ("popups", "for (let i = 0; i < 50; i++) open('https://www.example.org/popup' + i);"),
    ("navigation", "setInterval(() => location = '/' + Math.random(), 1);"),
    ("reloads", "setInterval(() => location.reload(), 1);"),
    ("requests", "for (let i = 0; i < 20000; i++) fetch('/x' + i).catch(() => {});"),
    (
        "workers",
        "const url = URL.createObjectURL(new Blob(['for (;;);']));\
         for (let i = 0; i < 8; i++) new Worker(url);",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_attack_ends_and_harms_no_other_page() {
    let Some(program) = one() else { return };
    let mut settings = settings(program);
    settings.limits.page = Duration::from_secs(4);
    settings.limits.capture = Duration::from_secs(4);
    let renderer = renderer(settings).await;
    for (name, script) in ATTACKS {
        let page = format!("<!doctype html><body><p>Before</p><script>{script}</script></body>");
        let begun = Instant::now();
        let seen = render(&renderer, &page).await;
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
    let own = std::process::id().to_string();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let pid = entry.file_name().to_string_lossy().into_owned();
        let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
        let arguments = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let is_marked = arguments.split(|byte| *byte == 0).any(|word| word == mark.as_bytes());
        if is_marked && parent.is_some_and(|parent| parent.trim() == own) {
            let killed = std::process::Command::new("kill").args(["-9", &pid]).status().unwrap();
            assert!(killed.success());
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
