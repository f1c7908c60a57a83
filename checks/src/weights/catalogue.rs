//! The checks in catalogue order, and what each weighs.

use crate::report::Category;

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
        spec(1, "http-fetch", Access, 1),
        spec(2, "robots-search-bots", Access, 4),
        spec(3, "robots-user-fetchers", Access, 1),
        spec(4, "edge-bot-parity", Access, 0),
        spec(5, "content-signals", Access, 1),
        spec(6, "indexable", Indexing, 2),
        spec(7, "snippet-eligible", Indexing, 2),
        spec(8, "canonical", Indexing, 3),
        spec(9, "sitemap-entry", Indexing, 2),
        spec(10, "ai-text-alternates", Indexing, 1),
        spec(11, "raw-html-content", Extraction, 5),
        spec(12, "main-content", Extraction, 3),
        spec(13, "html-budget", Extraction, 1),
        spec(14, "content-wall", Extraction, 2),
        spec(15, "language", Extraction, 2),
        spec(16, "page-metadata", Structure, 3),
        spec(17, "title-h1-match", Structure, 6),
        spec(18, "heading-outline", Structure, 4),
        spec(19, "answer-first", Structure, 8),
        spec(20, "section-length", Structure, 5),
        spec(21, "lists-tables", Structure, 2),
        spec(22, "content-depth", Structure, 3),
        spec(23, "statistics", Evidence, 6),
        spec(24, "outbound-citations", Evidence, 6),
        spec(25, "quotations", Evidence, 2),
        spec(26, "prose-readability", Evidence, 4),
        spec(27, "keyword-stuffing", Evidence, 1),
        spec(28, "author-byline", Provenance, 4),
        spec(29, "dates-declared", Provenance, 3),
        spec(30, "freshness", Provenance, 5),
        spec(31, "publisher-identity", Provenance, 3),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_a_hundred_in_the_agreed_shares() {
        assert_eq!(CATALOGUE.iter().map(|spec| u32::from(spec.weight)).sum::<u32>(), 100);
        let shares: Vec<u8> =
            CATEGORIES.iter().map(|(category, _)| category_weight(*category)).collect();
        assert_eq!(shares, [7, 10, 13, 31, 19, 15, 5]);
    }

    #[test]
    fn numbers_run_and_ids_are_unique() {
        for (index, spec) in CATALOGUE.iter().enumerate() {
            assert_eq!(usize::from(spec.number), index + 1);
            assert_eq!(spec_of(spec.id), Some(spec));
        }
        assert_eq!(CATALOGUE.len(), usize::from(CHECKS_TOTAL));
    }
}
