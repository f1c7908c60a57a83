//! Makes the reference set: how many real pages of each kind reach each score in the categories
//! that a page by itself can be compared in.
//!
//! ```sh
//! cargo run -p citable-checks --example reference -- "November 2026" > reference-set.json
//! mv reference-set.json checks/src/data/
//! ```
//!
//! The pages are those of WCXB, the Web Content eXtraction Benchmark (CC BY 4.0), and of the other
//! sets in `../shared/data`, or where `CITABLE_TEST_DATA` says.
#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a tool for the desk: it stops at what it did not foresee, and prints"
)]

#[expect(dead_code, reason = "what people noted down is not looked at here")]
mod support;

use std::collections::BTreeMap;

use citable_checks::evaluate::evaluate;
use citable_checks::reference::{COMPARED, compared_score};
use citable_checks::report::{Category, PageKind};
use serde_json::json;
use support::{cases, data_folder, in_parallel, snapshot};

type Scores = BTreeMap<PageKind, BTreeMap<u8, u32>>;

fn main() {
    let set = std::env::args().nth(1).expect("give the name of the set, such as a month");
    let reports = in_parallel(cases(&data_folder()), |case| {
        evaluate("scn_reference", &snapshot(&case), &mut |_| {}).ok()
    });
    let mut pages: BTreeMap<Category, Scores> = BTreeMap::new();
    for report in reports.into_iter().flatten() {
        for category in COMPARED {
            let Some(score) = compared_score(category, &report.checks) else { continue };
            let scores = pages.entry(category).or_default().entry(report.page.kind).or_default();
            *scores.entry(score).or_default() += 1;
        }
    }
    println!("{}", serde_json::to_string_pretty(&json!({ "set": set, "pages": pages })).unwrap());
}
