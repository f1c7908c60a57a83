//! The rules for a site, by name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a site is judged by beside its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Pages with the same title or description.
    DuplicateHead,
    /// Pages with almost the same text.
    NearDuplicateText,
    /// Canonicals that lead on, or to a page that can't be indexed.
    CanonicalChain,
    /// Pages that no sitemap lists, and entries that shouldn't be listed.
    SitemapCoverage,
    /// Pages that robots.txt keeps crawlers from.
    BlockedListing,
    /// Pages that no other page links to.
    Orphan,
    /// Links to pages that the folder doesn't have.
    BrokenLink,
    /// Translations that don't name each other.
    HreflangReturn,
    /// Publishers and authors that are written in several ways.
    Identity,
}

/// A name that no rule has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` isn't a rule for sites. Use one of: {}", Rule::ALL.map(Rule::id).join(", "))]
pub struct UnknownRule {
    /// The name.
    pub name: String,
}

impl Rule {
    /// Every rule, in the order of reports.
    pub const ALL: [Self; 9] = [
        Self::DuplicateHead,
        Self::NearDuplicateText,
        Self::CanonicalChain,
        Self::SitemapCoverage,
        Self::BlockedListing,
        Self::Orphan,
        Self::BrokenLink,
        Self::HreflangReturn,
        Self::Identity,
    ];

    /// Its ID, in kebab-case, such as `canonical-chain`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::DuplicateHead => "duplicate-head",
            Self::NearDuplicateText => "near-duplicate-text",
            Self::CanonicalChain => "canonical-chain",
            Self::SitemapCoverage => "sitemap-coverage",
            Self::BlockedListing => "blocked-listing",
            Self::Orphan => "orphan",
            Self::BrokenLink => "broken-link",
            Self::HreflangReturn => "hreflang-return",
            Self::Identity => "identity",
        }
    }

    /// The good state, as a short statement.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::DuplicateHead => "Titles and descriptions are unique",
            Self::NearDuplicateText => "Each text has one URL",
            Self::CanonicalChain => "Canonicals point directly to indexable pages",
            Self::SitemapCoverage => "Sitemaps list exactly the indexable pages",
            Self::BlockedListing => "Crawlers may fetch the listed pages",
            Self::Orphan => "Every page is linked",
            Self::BrokenLink => "Links lead to existing pages",
            Self::HreflangReturn => "Translations link to each other",
            Self::Identity => "Publisher and authors are named consistently",
        }
    }

    /// Its public page, in Markdown.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Self::DuplicateHead => include_str!("rules/duplicate_head/page.md"),
            Self::NearDuplicateText => include_str!("rules/near_duplicate_text/page.md"),
            Self::CanonicalChain => include_str!("rules/canonical_chain/page.md"),
            Self::SitemapCoverage => include_str!("rules/sitemap_coverage/page.md"),
            Self::BlockedListing => include_str!("rules/blocked_listing/page.md"),
            Self::Orphan => include_str!("rules/orphan/page.md"),
            Self::BrokenLink => include_str!("rules/broken_link/page.md"),
            Self::HreflangReturn => include_str!("rules/hreflang_return/page.md"),
            Self::Identity => include_str!("rules/identity/page.md"),
        }
    }

    /// The rule with that ID.
    #[must_use]
    pub fn parse(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.id() == id)
    }
}

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        Self::parse(name).ok_or_else(|| UnknownRule { name: name.to_owned() })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_known_by_its_id() {
        for rule in Rule::ALL {
            assert_eq!(rule.id().parse(), Ok(rule));
            assert_eq!(serde_json::to_value(rule).unwrap(), rule.id());
        }
        let error = "canonical".parse::<Rule>().unwrap_err().to_string();
        assert!(
            error.starts_with("`canonical` isn't a rule for sites. Use one of: duplicate-head,")
        );
    }

    #[test]
    fn every_rule_has_its_folder_and_its_page() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/site/rules");
        for rule in Rule::ALL {
            assert!(root.join(rule.id().replace('-', "_")).join("mod.rs").exists(), "{rule}");
            let heading = rule.doc().lines().next().unwrap();
            assert_eq!(heading, format!("# `{}`: {}", rule.id(), rule.title()));
            let headings = rule.doc().lines().filter_map(|line| line.strip_prefix("## "));
            assert_eq!(
                headings.collect::<Vec<_>>(),
                [
                    "What it looks at",
                    "Why engines care",
                    "Verdicts",
                    "How to fix",
                    "Example",
                    "Limits"
                ],
                "{rule}"
            );
        }
    }
}
