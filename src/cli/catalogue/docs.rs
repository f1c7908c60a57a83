//! Generates the pages about checks and scoring from the catalogue.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context;
use citable_checks::applicability::{EXEMPTIONS, Exemption};
use citable_checks::engines::ENGINES;
use citable_checks::registry::explanations;
use citable_checks::report::{Category, PageKind};
use citable_checks::weights::{
    CANONICAL_ELSEWHERE_CAP, CATALOGUE_VERSION, CATEGORIES, CHECKS_TOTAL, CheckSpec,
    EMPTY_CONTENT_CAP, HARDLY_ANY_TEXT, LENGTH_PERCENT, REACH_CAP_FLOOR, REFRESH_SECONDS,
    category_weight,
};

use super::site_rules;
use crate::render::labels;
use crate::render::numbers::grouped;

/// The page with tables between markers, in the docs folder.
const SCORING: &str = "scoring.md";

/// The columns of the table of page kinds.
const KINDS: [(PageKind, &str); 7] = [
    (PageKind::Article, "Article"),
    (PageKind::Docs, "Docs"),
    (PageKind::Qa, "Q&A"),
    (PageKind::Product, "Product"),
    (PageKind::Listing, "Listing"),
    (PageKind::Home, "Home"),
    (PageKind::Other, "Other"),
];

/// Returns every generated page in that folder, with its text.
pub(super) fn pages(folder: &Path) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let scoring = folder.join(SCORING);
    let text = std::fs::read_to_string(&scoring)
        .with_context(|| format!("{} cannot be read", scoring.display()))?;
    let mut pages = vec![
        (folder.join("checks.md"), index()),
        (folder.join("site-rules.md"), site_rules::page()),
        (scoring, with_tables(&text)),
    ];
    for check in explanations() {
        let path = folder.join("checks").join(format!("{}.md", check.spec.id));
        pages.push((path, check.doc.to_owned()));
    }
    Ok(pages)
}

/// Writes every generated page.
pub(super) fn write(folder: &Path) -> anyhow::Result<()> {
    for (path, text) in pages(folder)? {
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&path, text))
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

/// Returns the page `docs/checks.md`.
pub(super) fn index() -> String {
    let mut page = format!(
        "# The {CHECKS_TOTAL} checks\n\n\
         Look up what each check asks for, how much it weighs, and which pages it applies to. Each \
         check's own page says why answer engines care and how to fix what it finds; so does the \
         command line:\n\n\
         ```sh\ncitable explain canonical\n```\n\n\
         These are the checks in version {CATALOGUE_VERSION} of the \
         [catalogue](catalogue-changes.md), the set of all checks with their weights and \
         thresholds. The weights add up to 100. A check that doesn't apply to a page is left out \
         of the page's score: see [How the score is calculated](scoring.md).\n\n\
         | Number | Check | Passes if | Category | Weight | Strength of evidence | Effort |\n\
         |---:|---|---|---|---:|---|---:|\n"
    );
    for check in explanations() {
        let CheckSpec { number, id, category, weight } = *check.spec;
        let (category, title, effort) = (labels::category(category), check.title, check.effort);
        let strength = labels::strength(check.evidence_strength);
        let _ = writeln!(
            page,
            "| {number} | [`{id}`](checks/{id}.md) | {title} | {category} | {weight} | {strength} | {effort} |"
        );
    }
    page.push_str(
        "\n- **Strength of evidence** says how well documentation and studies support the check.\n\
         - **Effort** is what a fix takes: 1 is a line of configuration, 2 a template, 3 the text \
         of the page, 5 engineering.\n\
         - **Weight** 0 means the check is informational.\n\
         \n## Which checks apply to which pages\n\n\
         \"–\" means the check doesn't apply to this kind of page. The last two columns apply in \
         addition to the column of the page's kind: \"News\" to news articles, and \"Scholarly, \
         reports, laws\" to pages whose structured data says `ScholarlyArticle`, `Report` or \
         `Legislation`. A check applies to such a page only if all of the page's columns have a \
         ✓.\n\n\
         A check that isn't in this table applies to all kinds of pages. Any check can still be \
         left out for other reasons, which its page lists.\n\n",
    );
    page.push_str(&kinds());
    page
}

/// Returns the text with every table between its markers regenerated.
fn with_tables(text: &str) -> String {
    let tables = [
        ("weights", weights()),
        ("length", length()),
        ("engines", engines()),
        ("caps", caps()),
        ("kinds", kinds()),
    ];
    tables.iter().fold(text.to_owned(), |text, (name, table)| with_table(&text, name, table))
}

fn with_table(text: &str, name: &str, table: &str) -> String {
    let (open, close) = (format!("<!-- generated: {name} -->\n"), "<!-- end -->");
    let Some((before, rest)) = text.split_once(&open) else { return text.to_owned() };
    let Some((_, after)) = rest.split_once(close) else { return text.to_owned() };
    format!("{before}{open}\n{table}\n{close}{after}")
}

fn weights() -> String {
    let mut table = "| Category | Weight | Checks |\n|---|---:|---|\n".to_owned();
    for (category, title) in CATEGORIES {
        let _ = writeln!(
            table,
            "| {title} | {} | {} |",
            category_weight(category),
            checks_of(category).join(", ")
        );
    }
    table
}

fn checks_of(category: Category) -> Vec<String> {
    explanations()
        .filter(|check| check.spec.category == category)
        .map(|check| format!("[`{0}`](checks/{0}.md) {1}", check.spec.id, check.spec.weight))
        .collect()
}

fn engines() -> String {
    let mut table = "| Engine | Share | Crawler | Also needs |\n|---|---:|---|---|\n".to_owned();
    for engine in ENGINES {
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} |",
            engine.name,
            engine.share,
            engine.search_token,
            engine.user_token.unwrap_or("–")
        );
    }
    table
}

fn length() -> String {
    let mut table = "| Words | Part of the raw score that is left |\n|---:|---:|\n".to_owned();
    let last = LENGTH_PERCENT.len() - 1;
    for (row, (words, percent)) in LENGTH_PERCENT.into_iter().enumerate() {
        let or = match row {
            0 => " or fewer",
            row if row == last => " or more",
            _ => "",
        };
        let _ = writeln!(table, "| {}{or} | {percent}% |", grouped(words));
    }
    table
}

fn caps() -> String {
    format!(
        "| Fault | Highest possible score |\n|---|---|\n\
         | `http-fetch` fails, for example because the page doesn't exist | 0 |\n\
         | No engine can use the page | {REACH_CAP_FLOOR} |\n\
         | Some engines can't use the page, or can't use it fully | {REACH_CAP_FLOOR} + {} · R, rounded down |\n\
         | The text needs JavaScript (`raw-html-content` fails), and the main content has fewer than {HARDLY_ANY_TEXT} words in the HTML | {EMPTY_CONTENT_CAP} |\n\
         | Citable stopped at a limit (bytes, nesting depth, elements, attributes or parsing steps) before it had read {HARDLY_ANY_TEXT} words | {EMPTY_CONTENT_CAP} |\n\
         | The page has fewer than {HARDLY_ANY_TEXT} words and a meta refresh that sends visitors to another URL within {REFRESH_SECONDS} seconds | {EMPTY_CONTENT_CAP} |\n\
         | The canonical points to another site or a staging host | {CANONICAL_ELSEWHERE_CAP} |\n",
        100 - REACH_CAP_FLOOR
    )
}

/// Returns the table of page kinds and checks.
fn kinds() -> String {
    let names: Vec<&str> = KINDS.iter().map(|(_, name)| *name).collect();
    let mut table = format!(
        "| Check | {} | News | Scholarly, reports, laws |\n|---|{}:-:|:-:|\n",
        names.join(" | "),
        ":-:|".repeat(KINDS.len())
    );
    for row in EXEMPTIONS {
        let _ = writeln!(table, "| [`{0}`](checks/{0}.md) | {1} |", row.check, cells(row));
    }
    table
}

fn cells(row: &Exemption) -> String {
    let mark = |is_exempt: bool| if is_exempt { "–" } else { "✓" };
    let kinds = KINDS.iter().map(|(kind, _)| mark(row.kinds.contains(kind)));
    let article = row.kinds.contains(&PageKind::Article);
    let sub_kinds = [mark(row.news || article), mark(row.records)];
    kinds.chain(sub_kinds).collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
    }

    #[test]
    fn the_committed_pages_are_those_of_the_catalogue() {
        for (path, text) in pages(&folder()).unwrap() {
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(committed == text, "{} is not up to date: run `just docs`", path.display());
        }
    }

    #[test]
    fn there_is_no_page_of_a_check_that_is_gone() {
        let made: BTreeSet<PathBuf> =
            pages(&folder()).unwrap().into_iter().map(|(path, _)| path).collect();
        for entry in std::fs::read_dir(folder().join("checks")).unwrap() {
            let path = entry.unwrap().path();
            assert!(made.contains(&path), "{} is of no check", path.display());
        }
    }

    #[test]
    fn the_page_on_scoring_has_every_table() {
        let text = std::fs::read_to_string(folder().join(SCORING)).unwrap();
        for name in ["weights", "length", "engines", "caps", "kinds"] {
            assert!(text.contains(&format!("<!-- generated: {name} -->")), "{name}");
        }
        assert_eq!(with_tables(&with_tables(&text)), with_tables(&text));
    }
}
