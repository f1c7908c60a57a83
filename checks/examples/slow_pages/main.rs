//! Looks for pages that cost more than their size explains: pages made of one repeated unit, varied
//! at random, the slowest of which are varied again. The slowest are then made as large as a page
//! may be, and each is held against an ordinary page of the same size.
//!
//! `cargo run --release -p citable-checks --example slow_pages -- --minutes 20 --seed 7`
#![expect(clippy::expect_used, clippy::print_stdout, reason = "a search that cannot run stops")]

mod grammar;
mod known;
mod measure;
mod search;

#[path = "../../../benches/read/made.rs"]
#[expect(dead_code, reason = "the bench reads the rest")]
mod made;

use std::process::ExitCode;
use std::time::Duration;

use crate::measure::{Cost, Yardstick};
use crate::search::{Search, Slow};

/// What a known page may cost, as a multiple of an ordinary page of its size.
const RATIO_MAX: f64 = 12.0;
/// What a page may cost that this run found. No two runs try the same pages, so this is where a page
/// starves others; one between the two limits is named, to be mended and made a known one.
const FOUND_RATIO_MAX: f64 = 36.0;
/// Bytes of a page at the cap of what is decoded.
const FULL_BYTES: usize = 5 << 20;
/// Pages that are made as large as a page may be.
const FINALISTS: usize = 8;

struct Arguments {
    time: Duration,
    seed: u64,
}

/// The value after that flag.
fn flag(name: &str) -> Option<u64> {
    let mut words = std::env::args().skip_while(|word| word != name);
    words.nth(1).map(|value| value.parse().expect("a whole number"))
}

fn arguments() -> Arguments {
    let minutes = Duration::from_secs(60 * flag("--minutes").unwrap_or(1));
    let time = flag("--seconds").map_or(minutes, Duration::from_secs);
    Arguments { time, seed: flag("--seed").unwrap_or(1) }
}

/// The page at its full size, beside an ordinary one.
fn judge(slow: &Slow, ordinary: &Yardstick) -> (Cost, f64) {
    let cost = measure::best(&slow.page, FULL_BYTES);
    (cost, cost.over(ordinary))
}

fn main() -> ExitCode {
    let Arguments { time, seed } = arguments();
    let mut search = Search::new(seed);
    let found = search.run(time, FINALISTS);
    println!("{} pages tried, seed {seed}", search.tried());

    let ordinary = Yardstick::of(FULL_BYTES);
    println!("an ordinary page of 5 MiB: {ordinary}");
    let known = known::pages().into_iter().map(|page| (Slow::untried(page), RATIO_MAX));
    let found = found.into_iter().map(|slow| (slow, FOUND_RATIO_MAX));
    let mut too_slow = 0;
    for (slow, limit) in known.chain(found) {
        let (cost, ratio) = judge(&slow, &ordinary);
        let mark = if ratio > limit {
            "  TOO SLOW"
        } else if ratio > RATIO_MAX {
            "  slow"
        } else {
            ""
        };
        too_slow += usize::from(ratio > limit);
        println!("{ratio:6.2} times an ordinary page, {cost}{mark}: {}", slow.page);
    }
    println!(
        "{too_slow} pages too slow: over {RATIO_MAX} times an ordinary page of their size, or over \
         {FOUND_RATIO_MAX} times if this run found them"
    );
    if too_slow == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
