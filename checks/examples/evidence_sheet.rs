//! Failed and warned pages of each check, with what the verdict rests on, to be read by eye.
//!
//! ```sh
//! cargo run --release -p citable-checks --example evidence_sheet -- [id of a check…] > sheet.md
//! ```
//!
//! Ten pages of each verdict, spread over all of those that have it. The pages lie in
//! `../shared/data` beside the project, or where `CITABLE_TEST_DATA` says.
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
use support::{Case, cases, data_folder, in_parallel, snapshot};

/// Pages of each verdict.
const PAGES: usize = 10;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let reports = in_parallel(cases(&data_folder()), |case| {
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
        for (status, name) in [(Status::Fail, "Failed"), (Status::Warn, "Warned")] {
            let found: Vec<(&Case, &Report, &CheckResult)> = reports
                .iter()
                .filter_map(|(case, report)| {
                    let result = report.checks.iter().find(|check| check.id == id)?;
                    (result.status == status).then_some((case, report, result))
                })
                .collect();
            println!("### {name}: {}\n", found.len());
            let step = (found.len() / PAGES).max(1);
            for (case, report, result) in found.iter().step_by(step).take(PAGES) {
                show(case, report, result);
            }
        }
    }
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
