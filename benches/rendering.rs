//! What rendering costs, in each build of Chromium that is installed, and what hostile pages cost.
//! Run by hand, as root where the browsers are to run as another user:
//!
//! ```sh
//! cargo bench --bench rendering [-- costs|growth|hostile]
//! ```
//!
//! CPU time and memory (PSS) are those of the browser's processes.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench prints, and stops at a fault"
)]

#[path = "../actors/tests/render/attacks.rs"]
mod attacks;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use citable_actors::render::{
    BrowserSource, Document, NoResources, RenderSettings, RendererHandle,
};
use citable_checks::page::snapshot::{RenderEnd, RenderFetch};
use citable_test_support::processes::{Process, descendants};

const BUILDS: [&str; 2] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
/// The page of an article whose text a script brings.
const PAGE: &str = "<!doctype html><html lang=en><title>Tides</title><div id=root></div><script>\
    root.innerHTML = '<main><h1>Tides</h1>' + '<p>The sea rises and falls twice a day on most \
    coasts, and the Moon is to blame.</p>'.repeat(100) + '</main>';</script></html>";
const PAGES: u32 = 60;
const MIB: u64 = 1 << 20;
/// How often the memory is looked at while a page runs.
const LOOK: Duration = Duration::from_millis(50);

fn browsers() -> Vec<Process> {
    descendants(std::process::id())
}

fn memory() -> u64 {
    browsers().iter().filter_map(Process::memory).sum::<u64>() / MIB
}

/// CPU seconds of everything below this process; a browser that ends takes its own along.
fn cpu() -> f64 {
    let own = browsers();
    own.iter().map(Process::cpu).sum::<Duration>().as_secs_f64()
}

async fn renderer(build: &str, pages: usize) -> RendererHandle {
    let mut settings = RenderSettings::new(BrowserSource::Program(PathBuf::from(build)));
    settings.pages = NonZeroUsize::new(pages).unwrap();
    settings.limits.wait = settings.limits.start;
    settings.limits.whole += settings.limits.start;
    settings.limits.pages_of_a_browser = u32::MAX;
    settings.limits.growth_of_a_browser = u64::MAX;
    let renderer = RendererHandle::new(settings);
    renderer.start_alone().await.unwrap();
    renderer
}

async fn render(renderer: &RendererHandle, html: &str) -> RenderFetch {
    let at = "https://www.example.org/page".parse().unwrap();
    let document = Document::of_file(at, html.as_bytes().to_vec(), 1_793_491_200_000);
    renderer.render(&document, &NoResources).await
}

/// Renders that many pages, one after the other.
async fn pages(renderer: &RendererHandle, number: u32) {
    for _ in 0..number {
        assert_eq!(render(renderer, PAGE).await.end, RenderEnd::Settled);
    }
}

async fn costs(build: &str) {
    let begun = Instant::now();
    let one = renderer(build, 1).await;
    pages(&one, 1).await;
    println!("{build}\n  start and first page: {:.2} s", begun.elapsed().as_secs_f64());
    println!("  memory, idle: {} MiB", memory());
    let (begun, used) = (Instant::now(), cpu());
    pages(&one, PAGES).await;
    let per_page = |all: f64| all / f64::from(PAGES);
    println!(
        "  a page: {:.3} s, {:.3} s of CPU; memory after {PAGES}: {} MiB",
        per_page(begun.elapsed().as_secs_f64()),
        per_page(cpu() - used),
        memory()
    );
    one.stop().await;
    let two = renderer(build, 2).await;
    tokio::join!(pages(&two, 1), pages(&two, 1));
    let begun = Instant::now();
    tokio::join!(pages(&two, PAGES), pages(&two, PAGES));
    let a_minute = f64::from(2 * PAGES) * 60.0 / begun.elapsed().as_secs_f64();
    println!("  two at once: {a_minute:.0} pages a minute, {} MiB", memory());
    two.stop().await;
}

async fn growth(build: &str) {
    let one = renderer(build, 1).await;
    println!("{build}, memory in MiB");
    for (number, after) in [(1, 1), (49, 50), (50, 100), (100, 200)] {
        pages(&one, number).await;
        println!("  after {after} pages: {}", memory());
    }
    one.stop().await;
}

/// The most memory that is in use until this is stopped, in MiB.
fn watch(over: Arc<AtomicBool>) -> std::thread::JoinHandle<u64> {
    let most = AtomicU64::new(0);
    std::thread::spawn(move || {
        while !over.load(Ordering::Relaxed) {
            most.fetch_max(memory(), Ordering::Relaxed);
            std::thread::sleep(LOOK);
        }
        most.into_inner()
    })
}

async fn hostile(build: &str) {
    println!("{build}\n| Page | End | Time | Memory |\n|---|---|---:|---:|");
    for (name, script) in attacks::ATTACKS {
        let one = renderer(build, 1).await;
        pages(&one, 1).await;
        let over = Arc::<AtomicBool>::default();
        let watched = watch(Arc::clone(&over));
        let begun = Instant::now();
        let seen = render(&one, &attacks::page(script)).await;
        let took = begun.elapsed().as_secs_f64();
        over.store(true, Ordering::Relaxed);
        println!("| {name} | {:?} | {took:.1} s | {} MiB |", seen.end, watched.join().unwrap());
        pages(&one, 1).await;
        one.stop().await;
    }
}

#[tokio::main]
async fn main() {
    let named: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let asked = |part: &str| named.is_empty() || named.iter().any(|word| word == part);
    for build in BUILDS.into_iter().filter(|build| std::path::Path::new(build).is_file()) {
        if asked("costs") {
            costs(build).await;
        }
        if asked("growth") {
            growth(build).await;
        }
        if asked("hostile") {
            hostile(build).await;
        }
    }
}
