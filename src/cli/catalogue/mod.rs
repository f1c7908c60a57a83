//! `citable checks` and `citable explain`.

mod docs;
mod scoring;
mod site_rules;

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Error, bail};
use citable_checks::registry::{Explanation, explain as explained, explanations};
use citable_checks::report::{Category, EvidenceStrength};
use citable_checks::site::Rule;
use citable_checks::weights::{CATALOGUE_VERSION, CATEGORIES, CHECKS_TOTAL, CheckSpec};
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
    /// Check (canonical or 8), category (access), rule (orphan), caps, gain, kind, terms
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
    output::print(&table(explanations()))
}

/// One line for each check.
fn table(checks: impl Iterator<Item = Explanation>) -> String {
    let mut list = String::new();
    for check in checks {
        let _ = writeln!(
            list,
            "{:>2}  {:<22} {:<15} weight {:>2}  {}",
            check.spec.number,
            check.spec.id,
            labels::category(check.spec.category),
            check.spec.weight,
            check.title
        );
    }
    list
}

/// Prints the page of one check or rule for sites, or the checks of a category.
pub(super) fn explain(args: &ExplainArgs) -> anyhow::Result<Exit> {
    let wanted = args.check.trim().to_ascii_lowercase();
    // Thresholds name a verdict, too, as in `canonical:warn`.
    let wanted = match wanted.rsplit_once(':') {
        Some((check, "warn" | "fail" | "pass" | "na")) => check.to_owned(),
        _ => wanted,
    };
    if let Some(section) = scoring::section(&wanted) {
        return output::print(&without_files(&section));
    }
    if let Some(check) = named(&wanted)? {
        return output::print(&without_files(check.doc));
    }
    // Outputs of `citable site` mark its rules, as in `site:orphan`.
    if let Some(rule) = Rule::parse(wanted.strip_prefix("site:").unwrap_or(&wanted)) {
        return output::print(&without_files(rule.doc()));
    }
    if let Some((category, title)) = category(&wanted) {
        let of_category = || explanations().filter(|check| check.spec.category == category);
        let first = of_category().next().map_or("", |check| check.spec.id);
        let list = table(of_category());
        return output::print(&format!(
            "{title} is a category. Its checks:\n\n{list}\nTo explain one: citable explain {first}\n"
        ));
    }
    let rules = Rule::ALL.map(Rule::id);
    let bare = wanted.strip_prefix("site:").unwrap_or(&wanted);
    let names = nearest(bare, explanations().map(|check| check.spec.id).chain(rules));
    let words = "`citable explain terms` explains the words of reports";
    bail!("no such check or word: {}. {}; {words}", args.check, meant(&names))
}

/// The text of a page without its links to other pages of the documentation and to parts of itself,
/// which a terminal can't follow: “see [caps](#caps)” becomes “see caps”.
fn without_files(page: &str) -> String {
    let mut text = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("](") {
        let link = before.rfind('[').zip(after.find(')'));
        match link.filter(|_| !after.starts_with("http")) {
            Some((start, end)) => {
                text.push_str(&before[..start]);
                text.push_str(&before[start + 1..]);
                rest = &after[end + 1..];
            }
            None => {
                text.push_str(before);
                text.push_str("](");
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

/// The advice for a name that is unknown.
pub(super) fn meant(names: &[&str]) -> String {
    match names {
        [] => "`citable checks` lists all checks".to_owned(),
        names => format!("Did you mean {}?", names.join(", ")),
    }
}

/// The category of that ID or title.
fn category(wanted: &str) -> Option<(Category, &'static str)> {
    let is_meant = |(id, title): &&(Category, &'static str)| {
        labels::category_id(*id) == wanted || title.to_ascii_lowercase() == wanted
    };
    CATEGORIES.iter().find(is_meant).copied()
}

/// The check of that id or number.
fn named(wanted: &str) -> anyhow::Result<Option<Explanation>> {
    match number(wanted) {
        Some(number) => numbered(number).map(Some).map_err(Error::msg),
        None => Ok(explained(wanted)),
    }
}

/// The number in `8` or `#8`.
pub(super) fn number(wanted: &str) -> Option<u8> {
    wanted.trim_start_matches('#').parse().ok()
}

/// The check of that number.
pub(super) fn numbered(number: u8) -> Result<Explanation, String> {
    let check = explanations().find(|check| check.spec.number == number);
    check.ok_or_else(|| format!("no check {number}. Use 1 to {CHECKS_TOTAL}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_check_is_answered_with_the_nearest_names() {
        let ask = |check: &str| explain(&ExplainArgs { check: check.to_owned() }).unwrap_err();
        assert!(ask("cannonical").to_string().contains("Did you mean canonical?"));
        let told = ask("zebra").to_string();
        assert_eq!(
            told,
            "no such check or word: zebra. `citable checks` lists all checks; `citable explain terms` \
             explains the words of reports"
        );
        assert!(ask("orphans").to_string().contains("Did you mean orphan?"));
        assert!(ask("site:orphans").to_string().contains("Did you mean orphan?"));
    }

    #[test]
    fn only_links_to_the_web_are_printed() {
        let page = "See [caps](#caps), [Google](https://g.example) and [`lang`](language.md), [1].";
        let printed = "See caps, [Google](https://g.example) and `lang`, [1].";
        assert_eq!(without_files(page), printed);
    }

    #[test]
    fn a_verdict_behind_a_name_is_left_out() {
        for check in ["canonical:warn", "access:fail", "site:orphan:warn", "caps", "reach"] {
            assert!(explain(&ExplainArgs { check: check.to_owned() }).is_ok(), "{check}");
        }
        assert!(explain(&ExplainArgs { check: "canonical:good".to_owned() }).is_err());
    }

    #[test]
    fn a_rule_for_sites_is_explained_by_either_of_its_names() {
        for rule in Rule::ALL {
            for check in [rule.id().to_owned(), format!("site:{rule}")] {
                assert!(explain(&ExplainArgs { check }).is_ok(), "{rule}");
            }
        }
    }

    #[test]
    fn a_category_is_known_by_its_id_and_its_title() {
        assert_eq!(category("access"), Some((Category::Access, "Access")));
        assert_eq!(category("schema"), Some((Category::Schema, "Structured data")));
        assert_eq!(category("structured data"), Some((Category::Schema, "Structured data")));
        assert_eq!(category("canonical"), None);
    }

    #[test]
    fn the_columns_of_the_table_line_up() {
        let table = table(explanations());
        let places: Vec<Option<usize>> = table.lines().map(|line| line.find(" weight ")).collect();
        assert!(places.iter().all(|place| place.is_some() && *place == places[0]), "{table}");
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
