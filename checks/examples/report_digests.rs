//! A digest of the report of every real page: whoever compares two lists sees which reports a
//! change has touched.
//!
//! ```sh
//! cargo run --release -p citable-checks --example report_digests > before
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

use citable_checks::evaluate::evaluate;
use sha2::{Digest, Sha256};
use support::{cases, data_folder, in_parallel, snapshot};

fn main() {
    let lines = in_parallel(cases(&data_folder()), |case| {
        let report = evaluate("00000000", &snapshot(&case), &mut |_| {});
        let json = match &report {
            Ok(report) => serde_json::to_vec(report).unwrap(),
            Err(refusal) => format!("{refusal:?}").into_bytes(),
        };
        let digest: String =
            Sha256::digest(json).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let score = report.map_or("-".to_owned(), |report| report.score.to_string());
        format!("{} {score} {digest}", case.id)
    });
    lines.iter().for_each(|line| println!("{line}"));
}
