//! `citable checks` and `citable explain`.

mod docs;

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, bail};
use citable_checks::registry::{Explanation, explain as explained, explanations};
use citable_checks::report::{Category, EvidenceStrength};
use citable_checks::weights::{CATALOGUE_VERSION, CHECKS_TOTAL, CheckSpec};
use clap::Args;
use serde::Serialize;

use super::nearest::nearest;
use super::output;
use crate::cli::exit::Exit;
use crate::render::labels;

/// The arguments of `citable checks`.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(super) struct ChecksArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print docs/checks.md
    #[arg(long)]
    markdown: bool,
    /// Write the pages on checks and scoring to a folder
    #[arg(long, value_name = "FOLDER", hide = true)]
    write: Option<PathBuf>,
}

/// The arguments of `citable explain`.
#[derive(Args, Debug)]
pub(super) struct ExplainArgs {
    /// ID or number of the check, such as robots-search-bots or 8; `citable checks` lists them
    #[arg(value_name = "ID|NUMBER")]
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
            "{:>2}  {:<22} {:<10} weight {}  {}",
            check.spec.number,
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
    if let Some(check) = named(&wanted)? {
        return output::print(check.doc);
    }
    let names = nearest(&wanted, explanations().map(|check| check.spec.id));
    bail!("no such check: {}. Did you mean {}?", args.check, names.join(", "))
}

/// The check of that id or number.
fn named(wanted: &str) -> anyhow::Result<Option<Explanation>> {
    let Ok(number) = wanted.trim_start_matches('#').parse::<u8>() else {
        return Ok(explained(wanted));
    };
    let check = explanations().find(|check| check.spec.number == number);
    check.map(Some).with_context(|| format!("no check {number}. Use 1 to {CHECKS_TOTAL}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_check_is_answered_with_the_nearest_names() {
        let ask = |check: &str| explain(&ExplainArgs { check: check.to_owned() }).unwrap_err();
        assert!(ask("cannonical").to_string().contains("Did you mean canonical"));
    }

    #[test]
    fn a_check_is_named_by_its_id_or_its_number() {
        let id = |wanted: &str| named(wanted).unwrap().map(|check| check.spec.id);
        for check in explanations() {
            assert_eq!(id(&check.spec.number.to_string()), Some(check.spec.id));
            assert_eq!(id(check.spec.id), Some(check.spec.id));
        }
        assert_eq!(id("#1"), id("1"));
        assert!(named("99").err().unwrap().to_string().contains("Use 1 to 34"));
    }
}
