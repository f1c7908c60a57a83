//! The words for what a report rests on: the page, its coverage, and the pages it is compared with.

use citable_checks::capitalised;
use citable_checks::report::{Category, Doubt, KIND_GIVEN, PageKind, Report, Standing, Status};
use citable_checks::weights::CONFIDENT_COVERAGE;

use crate::render::numbers::{number_of, size};
use crate::render::{is_known, untrusted};

pub(in crate::render) const fn kind(kind: PageKind) -> &'static str {
    match kind {
        PageKind::Home => "home page",
        PageKind::Article => "article",
        PageKind::Product => "product page",
        PageKind::Docs => "documentation",
        PageKind::Qa => "questions and answers",
        PageKind::Listing => "listing",
        PageKind::Other => "page",
    }
}

/// The same as it stands in a sentence: what the page is read as.
pub(in crate::render) const fn a_kind(kind: PageKind) -> &'static str {
    match kind {
        PageKind::Home => "a home page",
        PageKind::Article => "an article",
        PageKind::Product => "a product page",
        PageKind::Docs => "documentation",
        PageKind::Qa => "questions and answers",
        PageKind::Listing => "a listing",
        PageKind::Other => "a page of no known kind",
    }
}

/// What the page is, in one line.
pub(in crate::render) fn page(report: &Report) -> String {
    let page = &report.page;
    let given = if page.kind_reason == KIND_GIVEN { " (set with --kind)" } else { "" };
    let kind = capitalised(kind(page.kind));
    let language = match page.language.as_str() {
        "und" => "unknown language".to_owned(),
        language => format!("language {}", untrusted(language)),
    };
    let words = number_of(page.word_equivalents, "word");
    format!("{kind}{given}, {language}, {words}, {}", size(page.bytes))
}

/// Why the page was taken for its kind, unless somebody set it.
pub(in crate::render) fn kind_reason(report: &Report) -> Option<String> {
    let reason = report.page.kind_reason.as_str();
    let is_known = !reason.is_empty() && reason != KIND_GIVEN;
    let kind = match report.page.kind {
        PageKind::Other => "other",
        known => kind(known),
    };
    is_known.then(|| format!("Kind of page: {kind}. {}", untrusted(reason)))
}

/// What a report says of a file whose public URL nobody named.
const MORE_WITH_URL: &str =
    " With the page's public URL (--base-url), more checks apply and the score may change.";

/// How much of the catalogue the report rests on, and why its confidence is low if it is.
pub(in crate::render) fn coverage(report: &Report) -> String {
    let applied = report.checks.iter().filter(|check| check.status != Status::Na).count();
    let unnamed = if is_known(&report.final_url) { "" } else { MORE_WITH_URL };
    format!(
        "{applied} of {} checks applied, covering {}% of the weight for this kind of page.{}{unnamed}",
        report.checks_total,
        report.coverage,
        confidence(report)
    )
}

fn confidence(report: &Report) -> String {
    let reasons: Vec<String> =
        report.low_confidence_reasons.iter().map(|doubt| reason(*doubt)).collect();
    match (report.low_confidence, reasons.as_slice()) {
        (false, _) => String::new(),
        // Reports saved by earlier versions have no reasons.
        (true, []) => " Confidence: low.".to_owned(),
        (true, reasons) => {
            format!(" Confidence: low ({}), so the score has no band.", reasons.join("; "))
        }
    }
}

fn reason(doubt: Doubt) -> String {
    match doubt {
        Doubt::LowCoverage => format!("coverage is below {CONFIDENT_COVERAGE}%"),
        Doubt::PageCut => "only part of the page was read".to_owned(),
        Doubt::MainContentUnclear => "the main content is unclear".to_owned(),
        Doubt::NotSeen => "some checks couldn't read what they needed".to_owned(),
    }
}

/// How the page compares in that category with pages of its kind, if that is known.
pub(in crate::render) fn standing(report: &Report, category: Category) -> Option<String> {
    let one = report.standing.iter().find(|one| one.category == category)?;
    let score = report.categories.iter().find(|other| other.id == category)?.score;
    Some(standing_of(one, score == Some(100)))
}

/// On a tie with the lowest, "better than 0%" would sound like the last place.
fn standing_of(one: &Standing, is_full: bool) -> String {
    let pages = format!("{} {}", one.of, pages_of(one.kind));
    match (one.better_than, is_full) {
        // Where most pages reach 100, “better than 3%” would sound like one of the last places.
        (..50, true) => format!("as high as any of {pages}"),
        // Rounded down: of 240 pages 2 may score lower.
        (0, false) if one.of > 100 => format!("fewer than 1% of {pages} score lower"),
        (0, false) => format!("none of {pages} scores lower"),
        (percent, _) => format!("better than {percent}% of {pages}"),
    }
}

/// What the page is compared with, where it is.
pub(in crate::render) fn compared_with(report: &Report) -> Option<String> {
    let one = report.standing.first()?;
    let without = match report.standing.iter().any(|one| one.category == Category::Provenance) {
        true => " Provenance is compared without freshness.",
        false => "",
    };
    Some(format!("Compared with the {} reference set.{without}", untrusted(&one.set)))
}

const fn pages_of(kind: PageKind) -> &'static str {
    match kind {
        PageKind::Home => "home pages",
        PageKind::Article => "articles",
        PageKind::Product => "product pages",
        PageKind::Docs => "documentation pages",
        PageKind::Qa => "question-and-answer pages",
        PageKind::Listing => "listings",
        PageKind::Other => "pages of no special kind",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample;

    #[test]
    fn checks_that_do_not_apply_are_not_counted() {
        assert!(coverage(&sample::report()).starts_with("3 of 34 checks applied, covering 13%"));
    }

    #[test]
    fn low_confidence_names_every_reason() {
        let mut report = sample::report();
        assert!(
            coverage(&report)
                .ends_with(" Confidence: low (coverage is below 60%), so the score has no band.")
        );
        report.low_confidence_reasons =
            vec![Doubt::PageCut, Doubt::MainContentUnclear, Doubt::NotSeen];
        let said = coverage(&report);
        assert!(
            said.ends_with(
                " Confidence: low (only part of the page was read; the main content is unclear; \
                 some checks couldn't read what they needed), so the score has no band."
            ),
            "{said}"
        );
        report.low_confidence_reasons.clear();
        assert!(coverage(&report).ends_with(" Confidence: low."), "a report of an older version");
        report.low_confidence = false;
        assert!(!coverage(&report).contains("Confidence"));
    }

    #[test]
    fn a_kind_that_was_given_is_marked() {
        let mut report = sample::report();
        report.page.kind = PageKind::Product;
        assert!(page(&report).starts_with("Product page, language en"));
        report.page.kind_reason = KIND_GIVEN.to_owned();
        assert!(page(&report).starts_with("Product page (set with --kind), language en"));
        assert_eq!(kind_reason(&report), None);
    }

    #[test]
    fn nothing_is_better_than_no_page() {
        let mut report = sample::report();
        let said = |report: &Report| standing(report, Category::Access).unwrap();
        assert_eq!(said(&report), "better than 64% of 240 pages of no special kind");
        let own = report.categories[0].score.replace(100);
        assert_eq!(said(&report), "better than 64% of 240 pages of no special kind");
        report.standing[0].better_than = 3;
        assert_eq!(said(&report), "as high as any of 240 pages of no special kind");
        report.categories[0].score = own;
        report.standing[0].better_than = 0;
        assert_eq!(said(&report), "fewer than 1% of 240 pages of no special kind score lower");
        report.standing[0].of = 57;
        assert_eq!(said(&report), "none of 57 pages of no special kind scores lower");
        report.categories[0].score = Some(100);
        assert_eq!(said(&report), "as high as any of 57 pages of no special kind");
    }
}
