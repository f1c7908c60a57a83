//! The documentation in the binary: guides, and a page for each check.
//!
//! Paths are the same as in the docs folder, so relative links between pages work.

pub(crate) mod dates;
pub(crate) mod site;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::LazyLock;

use citable_checks::registry::explanations;

use crate::config;

/// The guides, in listing order.
const GUIDES: [(&str, &str); 26] = [
    ("cli", include_str!("../../docs/cli.md")),
    ("site", include_str!("../../docs/site.md")),
    ("fix", include_str!("../../docs/fix.md")),
    ("frameworks", include_str!("../../docs/frameworks.md")),
    ("ci", include_str!("../../docs/ci.md")),
    ("logs", include_str!("../../docs/logs.md")),
    ("scoring", include_str!("../../docs/scoring.md")),
    ("rendering", include_str!("../../docs/rendering.md")),
    ("checks", include_str!("../../docs/checks.md")),
    ("site-rules", include_str!("../../docs/site-rules.md")),
    ("catalogue-changes", include_str!("../../docs/catalogue-changes.md")),
    ("accounts", include_str!("../../docs/accounts.md")),
    ("billing", include_str!("../../docs/billing.md")),
    ("monitors", include_str!("../../docs/monitors.md")),
    ("notifications", include_str!("../../docs/notifications.md")),
    ("webhooks", include_str!("../../docs/webhooks.md")),
    ("clients", include_str!("../../docs/clients.md")),
    ("mcp", include_str!("../../docs/mcp.md")),
    ("tracking", include_str!("../../docs/tracking.md")),
    ("operating", include_str!("../../docs/operating.md")),
    ("postgresql", include_str!("../../docs/postgresql.md")),
    ("snapshot-store", include_str!("../../docs/snapshot-store.md")),
    ("backups", include_str!("../../docs/backups.md")),
    ("metrics", include_str!("../../docs/metrics.md")),
    ("chain", include_str!("../../docs/chain.md")),
    ("errors", include_str!("../../docs/errors.md")),
];

/// Prefix of the ids of check pages.
const CHECKS: &str = "checks/";

/// Guides that only whoever runs the service needs: `llms.txt` leaves them out.
const FOR_OPERATORS: [&str; 1] = ["chain"];

/// A documentation page.
pub(crate) struct Page {
    /// Stable id, such as `webhooks` or `checks/canonical`.
    pub(crate) id: String,
    /// Text in Markdown.
    pub(crate) text: Cow<'static, str>,
}

impl Page {
    /// Returns the path of the page, from the root of the site.
    pub(crate) fn path(&self) -> String {
        format!("/docs/{}.md", self.id)
    }

    /// Returns the title: the first line, as plain text.
    pub(crate) fn title(&self) -> String {
        let heading = self.text.lines().next().unwrap_or_default();
        heading.trim_start_matches("# ").replace('`', "")
    }
}

/// Returns every page.
pub(crate) fn pages() -> &'static [Page] {
    static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| {
        let page = |id: &str, text| Page { id: id.to_owned(), text };
        let guides = GUIDES.iter().map(|(name, text)| page(name, Cow::Borrowed(*text)));
        let settings = page("config", Cow::Owned(config::markdown()));
        let checks = explanations()
            .map(|check| page(&format!("{CHECKS}{}", check.spec.id), Cow::Borrowed(check.doc)));
        guides.chain([settings]).chain(checks).collect()
    });
    &PAGES
}

/// Returns the page with that id.
#[cfg(test)]
pub(crate) fn page(id: &str) -> Option<&'static Page> {
    pages().iter().find(|page| page.id == id)
}

/// Returns the pages as sections of `llms.txt`.
pub(crate) fn map(site: &str) -> String {
    let mut text = String::new();
    let is_check = |page: &&Page| page.id.starts_with(CHECKS);
    let listed = pages().iter().filter(|page| !FOR_OPERATORS.contains(&page.id.as_str()));
    let (checks, guides): (Vec<&Page>, Vec<&Page>) = listed.partition(is_check);
    for (heading, pages) in [("Guides", guides), ("Checks", checks)] {
        let _infallible = write!(text, "\n## {heading}\n\n");
        for page in pages {
            let _infallible = writeln!(text, "- [{}]({site}{})", page.title(), page.path());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use url::Url;

    use super::*;
    use crate::routes::openapi;

    #[test]
    fn the_guide_to_errors_has_every_code_with_its_status() {
        let text = &page("errors").unwrap().text;
        let document = openapi::document(&Url::parse("https://citable.test/").unwrap());
        // Routes say nothing of the methods that they do not have, and MCP isn't among them.
        let mut rows = BTreeSet::from(
            ["| 405 | `method_not_allowed` | ", "| 403 | `origin_not_allowed` | "]
                .map(|row| format!("\n{row}")),
        );
        for item in document["paths"].as_object().unwrap().values() {
            let operations = item.as_object().unwrap().values();
            for (status, answer) in
                operations.flat_map(|one| one["responses"].as_object()).flatten()
            {
                let shared = answer["$ref"].as_str().and_then(|to| to.strip_prefix('#'));
                let answer = shared.and_then(|to| document.pointer(to)).unwrap_or(answer);
                let schema = &answer["content"]["application/json"]["schema"];
                for code in schema["properties"]["error"]["enum"].as_array().into_iter().flatten() {
                    rows.insert(format!("\n| {status} | `{}` | ", code.as_str().unwrap()));
                }
            }
        }
        assert!(rows.len() > 40, "{rows:?}");
        for row in &rows {
            assert!(text.contains(row), "{row}");
        }
        let told = text.lines().filter(|line| ["| 4", "| 5"].iter().any(|s| line.starts_with(s)));
        assert_eq!(told.count(), rows.len(), "a code is told that no route answers with");
        let reasons = &document["components"]["schemas"]["ScanFailureCode"]["enum"];
        assert!(reasons.as_array().unwrap().len() > 10);
        for reason in reasons.as_array().unwrap() {
            let reason = reason.as_str().unwrap();
            assert!(text.contains(&format!("\n| `{reason}` | ")), "{reason}");
        }
    }

    #[test]
    fn agents_are_sent_to_every_page_but_those_for_operators() {
        let listed = map("https://citable.test");
        for page in pages() {
            let is_listed = listed.contains(&format!("(https://citable.test{})", page.path()));
            assert_ne!(is_listed, FOR_OPERATORS.contains(&page.id.as_str()), "{}", page.id);
        }
    }

    #[test]
    fn links_among_the_pages_lead_somewhere() {
        let mut links = 0;
        for page in pages() {
            let folder = page.id.rsplit_once('/').map_or("", |(folder, _)| folder);
            for link in page.text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let Some((name, _)) = link.split_once(".md") else { continue };
                if link.contains("://") {
                    continue;
                }
                let target = format!("{folder}/{name}");
                assert!(
                    super::page(target.trim_start_matches('/')).is_some(),
                    "{}: {link}",
                    page.id
                );
                links += 1;
            }
        }
        assert!(links > 40, "{links}");
    }
}
