//! `citable checks` and `citable explain`.

mod docs;

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::bail;
use citable_checks::registry::{Explanation, explain as explained, explanations};
use citable_checks::report::{Category, EvidenceStrength};
use citable_checks::weights::{CATALOGUE_VERSION, CHECKS_TOTAL, CheckSpec};
use clap::Args;
use serde::Serialize;

use super::nearest::nearest;
use super::output;
use crate::cli::exit::Exit;
use crate::render::labels;

/// Which form the list has.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(super) struct ChecksArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the page docs/checks.md
    #[arg(long)]
    markdown: bool,
    /// Write the pages on checks and scoring below that folder
    #[arg(long, value_name = "FOLDER", hide = true)]
    write: Option<PathBuf>,
}

/// Which check is explained.
#[derive(Args, Debug)]
pub(super) struct ExplainArgs {
    /// The check's id, such as `robots-search-bots`; `citable checks` lists them
    check: String,
}

/// The list as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    catalogue_version: &'static str,
    checks_total: u8,
    checks: Vec<ListedCheck>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedCheck {
    number: u8,
    id: &'static str,
    title: &'static str,
    category: Category,
    weight: u8,
    evidence_strength: EvidenceStrength,
    effort: u8,
}

impl From<Explanation> for ListedCheck {
    fn from(check: Explanation) -> Self {
        let CheckSpec { number, id, category, weight } = *check.spec;
        let (title, evidence_strength, effort) =
            (check.title, check.evidence_strength, check.effort);
        Self { number, id, title, category, weight, evidence_strength, effort }
    }
}

/// Lists the checks that run.
pub(super) fn checks(args: &ChecksArgs) -> anyhow::Result<Exit> {
    if args.json {
        let listed = Listed {
            catalogue_version: CATALOGUE_VERSION,
            checks_total: CHECKS_TOTAL,
            checks: explanations().map(ListedCheck::from).collect(),
        };
        return output::print(&format!("{}\n", serde_json::to_string_pretty(&listed)?));
    }
    if args.markdown {
        return output::print(&docs::index());
    }
    if let Some(folder) = &args.write {
        docs::write(folder)?;
        return Ok(Exit::Good);
    }
    let mut list = String::new();
    for check in explanations() {
        let _ = writeln!(
            list,
            "{:<22} {:<10} weight {}  {}",
            check.spec.id,
            labels::category(check.spec.category),
            check.spec.weight,
            check.title
        );
    }
    output::print(&list)
}

/// Prints one check's page.
pub(super) fn explain(args: &ExplainArgs) -> anyhow::Result<Exit> {
    let wanted = args.check.trim().to_ascii_lowercase();
    if let Some(check) = explained(&wanted) {
        return output::print(check.doc);
    }
    let names = nearest(&wanted, explanations().map(|check| check.spec.id));
    bail!("there is no check `{}`; did you mean {}?", args.check, names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_check_is_answered_with_the_nearest_names() {
        let ask = |check: &str| explain(&ExplainArgs { check: check.to_owned() }).unwrap_err();
        assert!(ask("cannonical").to_string().contains("did you mean canonical"));
    }
}
