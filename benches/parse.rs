//! Our own tree sink beside `select`'s `Document::from`, over real pages, in one run.
#![expect(clippy::expect_used, clippy::print_stdout, reason = "a bench that cannot run stops")]

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use citable_checks::page::parse_only;
use criterion::Criterion;
use select::document::Document;

/// Pairs of measurements; the best of each counts.
const ROUNDS: usize = 7;

fn pages() -> Vec<String> {
    let folder = std::env::var_os("CITABLE_TEST_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let Ok(files) = std::fs::read_dir(folder.join("pages")) else { return Vec::new() };
    files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".html"))
        .filter_map(|path| std::fs::read(path).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .collect()
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let began = Instant::now();
    black_box(work());
    began.elapsed()
}

/// The summed best times of both, page by page in turn.
fn compare(pages: &[String]) -> (Duration, Duration) {
    pages.iter().fold((Duration::ZERO, Duration::ZERO), |(ours, plain), page| {
        let mut best = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            best.0 = best.0.min(timed(|| parse_only(page, false)));
            best.1 = best.1.min(timed(|| Document::from(page.as_str())));
        }
        (ours + best.0, plain + best.1)
    })
}

fn parse(criterion: &mut Criterion) {
    let pages = pages();
    if pages.is_empty() {
        println!("passed over: no real pages");
        return;
    }
    // `Document::from` recurses: it needs a larger stack than threads have by default.
    let sample = pages.clone();
    let compared = std::thread::Builder::new().stack_size(64 << 20).spawn(move || compare(&sample));
    let (ours, plain) = compared.expect("a thread").join().expect("both parse");
    println!(
        "{} pages: own sink / Document::from = {:.2}",
        pages.len(),
        ours.as_secs_f64() / plain.as_secs_f64()
    );
    criterion.bench_function("own sink, all pages", |bencher| {
        bencher
            .iter(|| pages.iter().map(|page| parse_only(page, false).0.nodes.len()).sum::<usize>());
    });
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    parse(&mut criterion);
    criterion.final_summary();
}
