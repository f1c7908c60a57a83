//! How often each check passes, warns, fails and does not apply on real pages, by type of page.
//!
//! ```sh
//! cargo run -p citable-checks --example check_rates -- [id of a check [status]]
//! ```
//!
//! The pages lie in `../shared/data` beside the project, or where `CITABLE_TEST_DATA` says. With
//! the id of a check, the pages that do not pass it (or have that status) are listed.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a tool for the desk: it stops at what it did not foresee, and prints"
)]

#[expect(dead_code, reason = "what people noted down is not looked at here")]
mod support;

use std::collections::BTreeMap;

use citable_checks::evaluate::evaluate;
use citable_checks::report::{CheckResult, Status};
use support::{Case, cases, data_folder, snapshot};

/// Word equivalents.
const HARDLY_ANY_TEXT: usize = 50;

const STATUSES: [(Status, &str); 4] =
    [(Status::Pass, "pass"), (Status::Warn, "warn"), (Status::Fail, "fail"), (Status::Na, "na")];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut scores: Vec<u8> = Vec::new();
    let mut rates: BTreeMap<(u8, String, String), [usize; STATUSES.len()]> = BTreeMap::new();
    let mut misread: BTreeMap<(String, &str), Vec<u8>> = BTreeMap::new();
    let mut short: Vec<String> = Vec::new();
    for case in cases(&data_folder()) {
        let Ok(report) = evaluate("00000000", &snapshot(&case), &mut |_| {}) else {
            println!("{} {}: no report", case.id, case.url);
            continue;
        };
        scores.push(report.score);
        let read_as = (case.kind.clone(), report.page.kind.as_str());
        misread.entry(read_as).or_default().push(report.score);
        if report.page.word_equivalents < HARDLY_ANY_TEXT {
            let page = &report.page;
            short.push(format!(
                "  {} {} words, score {} (uncapped {}), {} read as {}",
                case.id,
                page.word_equivalents,
                report.score,
                report.raw_score,
                case.kind,
                page.kind.as_str()
            ));
        }
        for check in &report.checks {
            let place = STATUSES.iter().position(|(status, _)| *status == check.status).unwrap();
            for kind in [case.kind.as_str(), "(all)"] {
                let key = (check.number, check.id.clone(), kind.to_owned());
                rates.entry(key).or_default()[place] += 1;
            }
            show(&arguments, &case, check, STATUSES[place].1);
        }
    }
    scores.sort_unstable();
    let quartiles = [0, 1, 2, 3, 4].map(|quarter| scores.get(quarter * (scores.len() - 1) / 4));
    println!("score: minimum, quartiles, maximum {quartiles:?}");
    tell_misread(&misread);
    println!("Pages with hardly any text:\n{}", short.join("\n"));
    println!(
        "{:22} {:14} {}",
        "check",
        "type",
        STATUSES.map(|(_, name)| format!("{name:>6}")).concat()
    );
    for ((_, id, kind), counts) in rates {
        let counts: String = counts.iter().map(|count| format!("{count:>6}")).collect();
        println!("{id:22} {kind:14} {counts}");
    }
}

/// Whether a page scores more for being taken for what it is not.
fn tell_misread(scores: &BTreeMap<(String, &str), Vec<u8>>) {
    println!("{:14} {:10} {:>5} {:>6}", "type", "read as", "pages", "mean");
    for ((kind, read), scores) in scores {
        let sum: usize = scores.iter().copied().map(usize::from).sum();
        let mean = sum as f64 / scores.len() as f64;
        println!("{kind:14} {read:10} {:>5} {mean:>6.1}", scores.len());
    }
}

fn show(arguments: &[String], case: &Case, check: &CheckResult, status: &str) {
    let wanted = match arguments {
        [id] => *id == check.id && check.status != Status::Pass,
        [id, only] => *id == check.id && only == status,
        _ => false,
    };
    if wanted {
        println!("{} {} {status} {}\n  {}", case.id, case.kind, case.url, check.summary);
        for detail in &check.details {
            println!("    {detail:?}");
        }
    }
}
