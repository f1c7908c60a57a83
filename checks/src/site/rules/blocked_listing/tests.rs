use crate::site::facts::{PageFacts, Standing};
use crate::site::finding::Severity;
use crate::site::rule::Rule;
use crate::site::test_site::{findings, listed, page, paths, site, summaries};

const RULE: Rule = Rule::BlockedListing;
const ALL: [&str; 5] = ["google", "chatgpt", "perplexity", "claude", "copilot"];

#[test]
fn a_rule_that_blocks_listed_pages_fails() {
    let blocked = |path: &str| page(path).blocked(4, "Disallow: /guides", &ALL);
    let pages = [blocked("/guides/a"), blocked("/guides/b"), page("/c")];
    let found = findings(&listed(&pages, &["/guides/a", "/c"]), RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].summary,
        "Line 4 of robots.txt (`Disallow: /guides`) keeps all 5 engines from 2 pages, 1 of them in a \
         sitemap."
    );
    assert_eq!(
        (found[0].severity, paths(&found[0])),
        (Severity::Fail, vec!["/guides/a", "/guides/b"])
    );
    assert_eq!(found[0].pages[0].detail, "listed in a sitemap");
}

#[test]
fn pages_that_nothing_lists_warn_and_rules_are_apart() {
    let pages = [
        page("/a").blocked(4, "Disallow: /a", &["claude", "chatgpt"]),
        page("/b").blocked(9, "Disallow: /b", &["copilot"]),
    ];
    let found = findings(&site(&pages), RULE);
    assert!(found.iter().all(|one| one.severity == Severity::Warn));
    let said: Vec<&str> = found.iter().map(|one| one.summary.as_str()).collect();
    assert_eq!(
        said,
        [
            "Line 4 of robots.txt (`Disallow: /a`) keeps ChatGPT and Claude from 1 page.",
            "Line 9 of robots.txt (`Disallow: /b`) keeps Microsoft Copilot from 1 page.",
        ]
    );
    let all = summaries(&listed(&pages[..1], &["/a"]), RULE);
    assert!(all[0].ends_with("from 1 page, which is in a sitemap."), "{}", all[0]);
}

#[test]
fn pages_that_should_not_be_indexed_lose_nothing() {
    let blocked = |path: &str| page(path).blocked(4, "Disallow: /", &["claude"]);
    let pages = [
        PageFacts { standing: Standing::Noindex, ..blocked("/a") },
        blocked("/b").canonical("/c"),
        PageFacts { standing: Standing::Gone, ..blocked("/d") },
        page("/c"),
    ];
    assert_eq!(findings(&site(&pages), RULE), []);
}
