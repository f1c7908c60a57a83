//! The checks that exist, in catalogue order.

use crate::check::{Check, Context, Finding};
use crate::checks::{access, extraction, indexing};
use crate::report::{CheckResult, EvidenceStrength, Status};
use crate::weights::{CheckSpec, spec_of};

/// Every check that runs.
pub static CHECKS: [&dyn Check; 15] = [
    &access::http_fetch::HttpFetch,
    &access::robots_search_bots::RobotsSearchBots,
    &access::robots_user_fetchers::RobotsUserFetchers,
    &access::edge_bot_parity::EdgeBotParity,
    &access::content_signals::ContentSignals,
    &indexing::indexable::Indexable,
    &indexing::snippet_eligible::SnippetEligible,
    &indexing::canonical::Canonical,
    &indexing::sitemap_entry::SitemapEntryCheck,
    &indexing::ai_text_alternates::AiTextAlternates,
    &extraction::raw_html_content::RawHtmlContent,
    &extraction::main_content::MainContentCheck,
    &extraction::html_budget::HtmlBudget,
    &extraction::content_wall::ContentWall,
    &extraction::language::Language,
];

/// What a reader may want to know of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Its place and weight.
    pub spec: &'static CheckSpec,
    /// What it asks for.
    pub title: &'static str,
    /// How well its rule is supported.
    pub evidence_strength: EvidenceStrength,
    /// What a fix takes: 1, 2, 3 or 5.
    pub effort: u8,
    /// Its public page, in Markdown.
    pub doc: &'static str,
}

/// Explains the check with that id, if it exists.
pub fn explain(id: &str) -> Option<Explanation> {
    explanations().find(|explanation| explanation.spec.id == id)
}

/// Explains every check that runs, in catalogue order.
pub fn explanations() -> impl Iterator<Item = Explanation> {
    CHECKS.iter().filter_map(|check| {
        let about = check.about();
        Some(Explanation {
            spec: spec_of(about.id)?,
            title: about.title,
            evidence_strength: about.strength,
            effort: about.effort,
            doc: about.doc,
        })
    })
}

/// Runs every check. Where `http-fetch` fails there is no page, and the checks that need one do
/// not apply. The flag tells whether any check could not see what it needed.
pub(crate) fn run(context: &Context<'_>) -> (Vec<CheckResult>, bool) {
    let mut results: Vec<CheckResult> = Vec::with_capacity(CHECKS.len());
    let mut unsure = false;
    for check in CHECKS {
        let Some(spec) = spec_of(check.about().id) else { continue };
        let gone = results.first().is_some_and(|first| first.status == Status::Fail);
        let finding = match gone && check.about().needs_page {
            true => Finding::not_applicable(
                "page-unavailable: the address does not answer with a page.",
            ),
            false => check.judge(context),
        };
        unsure |= finding.unsure;
        results.push(result(spec, check, finding));
    }
    (results, unsure)
}

fn result(spec: &CheckSpec, check: &dyn Check, finding: Finding) -> CheckResult {
    CheckResult {
        id: spec.id.to_owned(),
        number: spec.number,
        title: check.about().title.to_owned(),
        category: spec.category,
        status: finding.status,
        value: finding.value,
        weight: spec.weight,
        evidence_strength: check.about().strength,
        summary: finding.summary,
        details: finding.details,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_its_place_and_its_page() {
        assert_eq!(explanations().count(), CHECKS.len());
        let numbers: Vec<u8> = explanations().map(|explanation| explanation.spec.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        for explanation in explanations() {
            assert!([1, 2, 3, 5].contains(&explanation.effort));
            assert!(explanation.doc.starts_with(&format!("# `{}`", explanation.spec.id)));
            for part in ["Pass", "Warn", "Fail", "Not applicable", "How to fix", "Limits"] {
                assert!(explanation.doc.contains(part), "{}: {part}", explanation.spec.id);
            }
        }
        assert_eq!(CHECKS[0].about().id, "http-fetch", "the others depend on it");
    }

    #[test]
    fn only_known_checks_are_explained() {
        assert_eq!(explain("canonical").map(|explanation| explanation.spec.number), Some(8));
        assert_eq!(explain("no-such-check"), None);
    }
}
