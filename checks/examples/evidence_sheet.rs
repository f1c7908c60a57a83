//! Pages of each verdict of each check, with what the verdict rests on, to be read by eye.
//!
//! ```sh
//! cargo run --release -p citable-checks --example evidence_sheet -- \
//!     [--seed WORD] [id of a check…] > sheet.md
//! ```
//!
//! Ten failed and ten warned pages, spread over all of those that have the verdict. With a seed,
//! pages are drawn by it from the odd half, on which no rule was tuned: ten failed, ten warned and
//! ten passed ones, and five to which the check does not apply. The pages lie in `../shared/data`
//! beside the project, or where `CITABLE_TEST_DATA` says.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a tool for the desk: it stops at what it did not foresee, and prints"
)]

#[expect(dead_code, reason = "what people noted down is not looked at here")]
mod support;

use citable_checks::evaluate::evaluate;
use citable_checks::registry::explanations;
use citable_checks::report::{CheckResult, Report, Status};
use sha2::{Digest as _, Sha256};
use support::{Case, cases, data_folder, in_parallel, snapshot};

/// Pages of each verdict.
const PAGES: usize = 10;

/// Verdicts, their titles, and how many pages are drawn of each.
const DRAWN: [(Status, &str, usize); 4] = [
    (Status::Fail, "Failed", 10),
    (Status::Warn, "Warned", 10),
    (Status::Pass, "Passed", 10),
    (Status::Na, "Not applicable", 5),
];

type Found<'a> = (&'a Case, &'a Report, &'a CheckResult);

fn main() {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let flag = wanted.iter().position(|word| word == "--seed");
    let seed = flag.and_then(|at| wanted.drain(at..at + 2).nth(1));
    let mut pages = cases(&data_folder());
    if seed.is_some() {
        pages = pages
            .into_iter()
            .enumerate()
            .filter_map(|(n, case)| (n % 2 == 1).then_some(case))
            .collect();
    }
    let reports = in_parallel(pages, |case| {
        let report = evaluate("scn_sheet", &snapshot(&case), &mut |_| {}).ok();
        report.map(|report| (case, report))
    });
    let reports: Vec<(Case, Report)> = reports.into_iter().flatten().collect();
    println!("# What the verdicts rest on\n\n{} pages.\n", reports.len());
    for check in explanations() {
        let id = check.spec.id;
        if !wanted.is_empty() && !wanted.iter().any(|one| one == id) {
            continue;
        }
        println!("## {} `{id}`\n", check.spec.number);
        let shown = if seed.is_some() { DRAWN.len() } else { 2 };
        for (status, name, count) in DRAWN.into_iter().take(shown) {
            let found: Vec<Found<'_>> = reports
                .iter()
                .filter_map(|(case, report)| {
                    let result = report.checks.iter().find(|check| check.id == id)?;
                    (result.status == status).then_some((case, report, result))
                })
                .collect();
            println!("### {name}: {}\n", found.len());
            let found = match &seed {
                Some(seed) => drawn(found, seed, count),
                None => spread(found),
            };
            for (case, report, result) in found {
                show(case, report, result);
            }
        }
    }
}

fn spread(found: Vec<Found<'_>>) -> Vec<Found<'_>> {
    let step = (found.len() / PAGES).max(1);
    found.into_iter().step_by(step).take(PAGES).collect()
}

/// As many as wanted; which ones follows from the seed alone.
fn drawn<'a>(mut found: Vec<Found<'a>>, seed: &str, count: usize) -> Vec<Found<'a>> {
    found.sort_by_cached_key(|(case, _, check)| {
        Sha256::digest(format!("{seed} {} {}", check.id, case.id)).to_vec()
    });
    found.truncate(count);
    found
}

fn show(case: &Case, report: &Report, result: &CheckResult) {
    let page = &report.page;
    println!(
        "- **{}** {} ({}, {} words): {}",
        case.id,
        case.url,
        page.kind.as_str(),
        page.word_equivalents,
        result.summary
    );
    for detail in &result.details {
        let parts = [
            Some(detail.excerpt.as_str()).filter(|text| !text.is_empty()),
            detail.measured.as_deref(),
            detail.expected.as_deref(),
        ];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        println!("  - {}: {}", detail.label, parts.join(" | "));
    }
}
