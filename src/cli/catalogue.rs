//! `citable checks` and `citable explain`.

use std::fmt::Write as _;

use anyhow::bail;
use citable_checks::registry::{Explanation, explain as explained, explanations};
use citable_checks::report::{Category, EvidenceStrength};
use citable_checks::weights::{CATALOGUE, CATALOGUE_VERSION, CHECKS_TOTAL, CheckSpec, spec_of};
use clap::Args;
use serde::Serialize;

use super::nearest::nearest;
use super::{Exit, output};
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
        return output::print(&markdown());
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
    let _ = writeln!(list, "\n{}", how_many_run());
    output::print(&list)
}

/// Prints one check's page.
pub(super) fn explain(args: &ExplainArgs) -> anyhow::Result<Exit> {
    let wanted = args.check.trim().to_ascii_lowercase();
    if let Some(check) = explained(&wanted) {
        return output::print(check.doc);
    }
    if spec_of(&wanted).is_some() {
        bail!(
            "the check `{wanted}` is in the catalogue but does not run yet; see `citable checks`"
        );
    }
    let names = nearest(&wanted, explanations().map(|check| check.spec.id));
    bail!("there is no check `{}`; did you mean {}?", args.check, names.join(", "))
}

fn how_many_run() -> String {
    format!("{} of the {CHECKS_TOTAL} checks of the catalogue run today.", explanations().count())
}

/// The page `docs/checks.md`.
fn markdown() -> String {
    let mut page = format!(
        "# The checks\n\n\
         {} Catalogue version {CATALOGUE_VERSION}. The weights of all {CHECKS_TOTAL} sum to 100; a \
         check that does not apply leaves the mean.\n\n\
         | Number | Check | What it asks for | Category | Weight | Evidence |\n\
         |---:|---|---|---|---:|---|\n",
        how_many_run()
    );
    for check in explanations() {
        let CheckSpec { number, id, category, weight } = *check.spec;
        let (category, title) = (labels::category(category), check.title);
        let strength = labels::strength(check.evidence_strength);
        let _ = writeln!(
            page,
            "| {number} | [`{id}`](#{}) | {title} | {category} | {weight} | {strength} |",
            anchor(check.doc)
        );
    }
    for check in explanations() {
        let _ = write!(page, "\n{}", one_level_down(check.doc));
    }
    page.push_str(
        "\n## Not run yet\n\n| Number | Check | Category | Weight |\n|---:|---|---|---:|\n",
    );
    for spec in CATALOGUE.iter().filter(|spec| explained(spec.id).is_none()) {
        let category = labels::category(spec.category);
        let _ =
            writeln!(page, "| {} | `{}` | {category} | {} |", spec.number, spec.id, spec.weight);
    }
    page
}

/// The name by which a page's heading is linked to, as GitHub makes it.
fn anchor(doc: &str) -> String {
    let heading = doc.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
    heading
        .to_lowercase()
        .chars()
        .filter_map(|char| match char {
            ' ' => Some('-'),
            char if char.is_alphanumeric() || char == '-' || char == '_' => Some(char),
            _ => None,
        })
        .collect()
}

fn one_level_down(doc: &str) -> String {
    let down = |line: &str| match line.starts_with('#') {
        true => format!("#{line}\n"),
        false => format!("{line}\n"),
    };
    doc.lines().map(down).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_page_is_that_of_the_catalogue() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/checks.md");
        let committed = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            committed == markdown(),
            "docs/checks.md is not up to date: run `citable checks --markdown > docs/checks.md`"
        );
    }

    #[test]
    fn an_unknown_check_is_answered_with_the_nearest_names() {
        let ask = |check: &str| explain(&ExplainArgs { check: check.to_owned() }).unwrap_err();
        assert!(ask("cannonical").to_string().contains("did you mean canonical"));
        assert!(ask("freshness").to_string().contains("does not run yet"));
    }

    #[test]
    fn headings_are_linked_to_as_github_names_them() {
        assert_eq!(
            anchor("# `http-fetch`: it answers, at once\nx"),
            "http-fetch-it-answers-at-once"
        );
    }
}
