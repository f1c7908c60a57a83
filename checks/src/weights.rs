//! Every number of the catalogue, in one place: weights and thresholds are judgement and will be
//! tuned.

use crate::report::{Band, Category};

/// Version of checks, weights and thresholds. Any change that can move a score changes it.
pub const CATALOGUE_VERSION: &str = "2026.11-2";

/// A check's place in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckSpec {
    /// Its number, 1 to 34.
    pub number: u8,
    /// Its id.
    pub id: &'static str,
    /// Its category.
    pub category: Category,
    /// Its weight of 100; 0 is information only.
    pub weight: u8,
}

const fn spec(number: u8, id: &'static str, category: Category, weight: u8) -> CheckSpec {
    CheckSpec { number, id, category, weight }
}

/// The whole catalogue, in order.
pub const CATALOGUE: [CheckSpec; 34] = {
    use Category::{Access, Evidence, Extraction, Indexing, Provenance, Schema, Structure};
    [
        spec(1, "http-fetch", Access, 3),
        spec(2, "robots-search-bots", Access, 8),
        spec(3, "robots-user-fetchers", Access, 1),
        spec(4, "edge-bot-parity", Access, 0),
        spec(5, "content-signals", Access, 2),
        spec(6, "indexable", Indexing, 5),
        spec(7, "snippet-eligible", Indexing, 4),
        spec(8, "canonical", Indexing, 2),
        spec(9, "sitemap-entry", Indexing, 2),
        spec(10, "ai-text-alternates", Indexing, 1),
        spec(11, "raw-html-content", Extraction, 8),
        spec(12, "main-content", Extraction, 3),
        spec(13, "html-budget", Extraction, 1),
        spec(14, "content-wall", Extraction, 3),
        spec(15, "language", Extraction, 2),
        spec(16, "page-metadata", Structure, 2),
        spec(17, "title-h1-match", Structure, 5),
        spec(18, "heading-outline", Structure, 3),
        spec(19, "answer-first", Structure, 6),
        spec(20, "section-length", Structure, 4),
        spec(21, "lists-tables", Structure, 2),
        spec(22, "content-depth", Structure, 2),
        spec(23, "statistics", Evidence, 5),
        spec(24, "outbound-citations", Evidence, 4),
        spec(25, "quotations", Evidence, 2),
        spec(26, "prose-readability", Evidence, 3),
        spec(27, "keyword-stuffing", Evidence, 1),
        spec(28, "author-byline", Provenance, 3),
        spec(29, "dates-declared", Provenance, 2),
        spec(30, "freshness", Provenance, 4),
        spec(31, "publisher-identity", Provenance, 2),
        spec(32, "jsonld-valid", Schema, 1),
        spec(33, "schema-type-complete", Schema, 3),
        spec(34, "schema-matches-page", Schema, 1),
    ]
};

/// How many checks the catalogue has.
pub const CHECKS_TOTAL: u8 = 34;

/// The categories in catalogue order, with the names that reports show.
pub const CATEGORIES: [(Category, &str); 7] = [
    (Category::Access, "Access"),
    (Category::Indexing, "Indexing"),
    (Category::Extraction, "Extraction"),
    (Category::Structure, "Structure"),
    (Category::Evidence, "Evidence"),
    (Category::Provenance, "Provenance"),
    (Category::Schema, "Structured data"),
];

/// The place of that check in the catalogue.
pub fn spec_of(id: &str) -> Option<&'static CheckSpec> {
    CATALOGUE.iter().find(|spec| spec.id == id)
}

/// Sum of the weights of one category.
pub fn category_weight(category: Category) -> u8 {
    CATALOGUE.iter().filter(|spec| spec.category == category).map(|spec| spec.weight).sum()
}

/// Word equivalents of main content under which a page says next to nothing: an error page, a
/// challenge, an empty shell.
pub const HARDLY_ANY_TEXT: usize = 50;

/// `http-fetch`: redirect hops that still pass.
pub const HOPS_PASS: usize = 1;

/// `http-fetch`: a meta refresh of at most this many seconds to another address is a redirect.
pub const REFRESH_SECONDS: u32 = 5;

/// `snippet-eligible`: `max-snippet` from which a quotation has room.
pub const SNIPPET_PASS: i64 = 160;

/// `snippet-eligible`: `max-snippet` under which no sentence fits.
pub const SNIPPET_FAIL_UNDER: i64 = 50;

/// `snippet-eligible`: percent of the main content inside `data-nosnippet` from which it matters.
pub const NOSNIPPET_WARN_PERCENT: usize = 10;

/// `snippet-eligible`: percent of the main content inside `data-nosnippet` over which it fails.
pub const NOSNIPPET_FAIL_OVER_PERCENT: usize = 50;

/// Word equivalents from which a page of no particular kind informs.
pub const INFORMATIONAL_FROM: usize = 250;

/// Word equivalents under which home pages, products and lists say next to nothing.
pub const HARDLY_ANY_TEXT_OF_LISTS: usize = 25;

/// `raw-html-content`: word equivalents from which the text is there.
pub const RAW_TEXT_PASS: usize = 150;

/// `raw-html-content`: the same for home pages, products and lists.
pub const RAW_TEXT_PASS_OF_LISTS: usize = 60;

/// `raw-html-content`: characters of text that an application shows before its scripts run, at most.
pub const SHELL_CHARACTERS: usize = 400;

/// `main-content`: percent of the main content that its landmark holds.
pub const LANDMARK_HOLDS_PERCENT: usize = 80;

/// `main-content`: percent of links in the main content over which it is a menu.
pub const LINKS_FAIL_OVER_PERCENT: usize = 50;

/// `html-budget`: bytes up to the end of the main content that pass.
pub const HTML_WARN_OVER_BYTES: usize = 1_000_000;

/// `html-budget`: bytes that Googlebot reads.
pub const HTML_FAIL_OVER_BYTES: usize = 2_097_152;

/// `html-budget`: percent of data before the end of the content over which there is too much of it.
pub const DATA_WARN_OVER_PERCENT: usize = 60;

/// `html-budget`: bytes of data under which it does not matter.
pub const DATA_WARN_FROM_BYTES: usize = 500_000;

/// `content-wall`: word equivalents under which the text of a page that is not free is only its
/// beginning.
pub const PAID_TEXT_FAIL_UNDER: usize = 200;

/// `content-wall`: word equivalents under which a page for signing in has nothing else to say.
pub const REDIRECT_TEXT_FAIL_UNDER: usize = 150;

/// `content-wall`: percent of the text in a part that is not free over which it matters.
pub const PAID_PART_WARN_OVER_PERCENT: usize = 50;

/// `content-wall`: characters at the end of the text in which a teaser is looked for.
pub const TEASER_CHARACTERS: usize = 400;
/// `edge-bot-parity`: percent of the page's text from which an answer to a crawler is the same page.
pub const PROBE_TEXT_PERCENT: usize = 80;

/// `edge-bot-parity`: percent of the page's text from which crawlers are given more of it.
pub const PROBE_PRERENDERED_PERCENT: usize = 150;

/// `sitemap-entry`: days by which `lastmod` and the page's own date may differ.
pub const LASTMOD_APART_DAYS: i64 = 30;

/// `sitemap-entry`: hours that `lastmod` may lie in the future.
pub const LASTMOD_AHEAD_HOURS: i64 = 24;

/// `sitemap-entry`: so many equal values of `lastmod` and no other are the date of a build.
pub const LASTMODS_ALIKE: u32 = 20;

/// `ai-text-alternates`: percent of the main content by which a Markdown copy may be longer or
/// shorter.
pub const MARKDOWN_APART_PERCENT: usize = 30;

/// The score cap where no engine can use the page.
pub const REACH_CAP_FLOOR: u64 = 10;

/// The cap where there is hardly any text.
pub const EMPTY_CONTENT_CAP: u8 = 40;

/// The cap where the canonical names another site.
pub const CANONICAL_ELSEWHERE_CAP: u8 = 60;

/// Coverage under which a report is of low confidence.
pub const CONFIDENT_COVERAGE: u8 = 60;

/// The score in a word.
pub const fn band(score: u8) -> Band {
    match score {
        90.. => Band::Excellent,
        75..=89 => Band::Good,
        55..=74 => Band::Fair,
        30..=54 => Band::Poor,
        _ => Band::VeryWeak,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_a_hundred_in_the_agreed_shares() {
        assert_eq!(CATALOGUE.iter().map(|spec| u32::from(spec.weight)).sum::<u32>(), 100);
        let shares: Vec<u8> =
            CATEGORIES.iter().map(|(category, _)| category_weight(*category)).collect();
        assert_eq!(shares, [14, 14, 17, 24, 15, 11, 5]);
    }

    #[test]
    fn numbers_run_and_ids_are_unique() {
        for (index, spec) in CATALOGUE.iter().enumerate() {
            assert_eq!(usize::from(spec.number), index + 1);
            assert_eq!(spec_of(spec.id), Some(spec));
        }
        assert_eq!(CATALOGUE.len(), usize::from(CHECKS_TOTAL));
    }

    #[test]
    fn bands_begin_where_the_catalogue_says() {
        let bands = [100, 90, 89, 75, 74, 55, 54, 30, 29, 0].map(band);
        use Band::{Excellent, Fair, Good, Poor, VeryWeak};
        assert_eq!(
            bands,
            [Excellent, Excellent, Good, Good, Fair, Fair, Poor, Poor, VeryWeak, VeryWeak]
        );
    }
}
