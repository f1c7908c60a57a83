//! Generates the page about the rules for sites.

use std::fmt::Write as _;

use citable_checks::site::Rule;

/// Returns the page `docs/site-rules.md`.
pub(super) fn page() -> String {
    let mut page = format!(
        "# The {} rules for sites\n\n\
         Find what only shows when pages are compared: duplicate titles, broken canonicals, pages \
         that nothing links to. `citable site` applies these rules in addition to the checks of \
         each page. They don't change any page's score. To read about one rule:\n\n\
         ```sh\ncitable explain canonical-chain\n```\n\n\
         A page is *indexable* if it returns status 200, is HTML, has no `noindex`, and robots.txt \
         allows Googlebot.\n\n\
         | Rule | Passes if |\n|---|---|\n",
        Rule::ALL.len()
    );
    for rule in Rule::ALL {
        let _ = writeln!(page, "| [`{0}`](#{0}) | {1} |", rule.id(), rule.title());
    }
    for rule in Rule::ALL {
        let _ = write!(page, "\n## {}\n\n**{}**\n", rule.id(), rule.title());
        // The first line is the heading that stands above.
        let rest = rule.doc().split_once('\n').map_or("", |(_, rest)| rest);
        for line in rest.trim_end().lines() {
            let level = if line.starts_with("## ") { "#" } else { "" };
            let _ = writeln!(page, "{level}{line}");
        }
    }
    page
}
