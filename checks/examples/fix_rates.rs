//! What `citable fix` does to real pages: how often each edit is made and refused, and why, the
//! scores before and after, and whether a second run finds anything.
//!
//! ```sh
//! cargo run -p citable-checks --example fix_rates -- [folder for the pages before and after]
//! ```
//!
//! The pages lie in `../shared/data` beside the project, or where `CITABLE_TEST_DATA` says.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a tool for the desk: it stops at what it did not foresee, and prints"
)]

#[expect(dead_code, reason = "what people noted down is not looked at here")]
mod support;

use std::collections::BTreeMap;
use std::path::PathBuf;

use citable_checks::page::snapshot::Source;
use citable_checks::patch::{Patched, Wanted, patch};
use citable_checks::patience::Patience;
use support::{cases, data_folder, snapshot};

const WANTED: Wanted<'static> = Wanted { check: &|_| true, with_unsafe: false, is_public: false };

fn main() {
    let folder = std::env::args().nth(1).map(PathBuf::from);
    let mut before: Vec<u8> = Vec::new();
    let mut after: Vec<u8> = Vec::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut left, mut again_found) = (0, 0);
    for case in cases(&data_folder()) {
        let mut given = snapshot(&case);
        given.source = Source::File;
        let once = patch("scn_rates", &given, WANTED, &Patience::unlimited());
        let Ok(patched) = once else { continue };
        left += usize::from(patched.left.is_some());
        before.push(patched.before.score);
        after.push(patched.after.score);
        count(&patched, &mut counts);
        let changed = patched.body != given.page.body;
        if let Some(folder) = folder.as_ref().filter(|_| changed) {
            let name = case.id.replace('/', "-");
            std::fs::write(folder.join(format!("{name}.a.html")), &given.page.body).unwrap();
            std::fs::write(folder.join(format!("{name}.b.html")), &patched.body).unwrap();
        }
        if changed {
            given.page.body = patched.body;
            let again = patch("scn_rates", &given, WANTED, &Patience::unlimited()).unwrap();
            if !again.applied.is_empty() {
                again_found += 1;
                println!("{} {}: found again {:?}", case.id, case.url, again.applied);
            }
        }
    }
    for (what, count) in counts {
        println!("{count:>5} {what}");
    }
    println!("{left} pages left alone, {again_found} with edits in a second run");
    println!("before: {:?}\nafter:  {:?}", quartiles(&mut before), quartiles(&mut after));
}

fn count(patched: &Patched, counts: &mut BTreeMap<String, usize>) {
    for edit in &patched.applied {
        let title = edit.title.split([':', '"', '`']).next().unwrap_or_default();
        let title = title.trim_end_matches(|char: char| char.is_ascii_digit()).trim();
        *counts.entry(format!("applied {}: {title}", edit.rule)).or_default() += 1;
    }
    for edit in &patched.refused {
        *counts.entry(format!("refused {}: {}", edit.rule, edit.reason)).or_default() += 1;
    }
}

/// Minimum, quartiles, maximum, and the mean in tenths.
fn quartiles(scores: &mut [u8]) -> ([u8; 5], usize) {
    scores.sort_unstable();
    let sum: usize = scores.iter().map(|score| usize::from(*score)).sum();
    let at = |quarter: usize| scores[quarter * (scores.len() - 1) / 4];
    ([0, 1, 2, 3, 4].map(at), sum * 10 / scores.len())
}
