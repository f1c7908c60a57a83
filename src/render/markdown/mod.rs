//! A report as Markdown (CommonMark with GitHub's tables).
//!
//! Text of the page is untrusted: it stands in code spans, where neither Markdown nor HTML, links
//! or mentions mean anything, and where nobody takes it for ours; all other strings are escaped.
//! What is to be copied stands in code blocks.

mod checks;
mod comparison;
mod escape;
mod fixes;
mod rendering;
pub mod site;

use std::fmt::Write as _;

use citable_checks::report::Report;

use super::headline::headline;
use super::{LOCAL_FILE, WHAT_THE_SCORE_SAYS, is_known, labels};
use escape::{begin, code, escape, say, say_advice};

pub use comparison::comparison;
pub(super) use fixes::fenced;

/// The report as a document of its own, with a line feed at the end.
pub fn report(report: &Report) -> String {
    let mut page = Page(String::new());
    page.head(report);
    page.engines(report);
    page.caps(report);
    page.fixes(report);
    page.categories(report);
    page.rendering(report);
    page.checks(report);
    page.foot(report);
    page.0
}

struct Page(String);

impl Page {
    fn head(&mut self, report: &Report) {
        self.line(&format!("# Citable report: {}", labels::score(report)));
        self.line("");
        self.line(&say(&headline(report)));
        self.line("");
        let address = match is_known(&report.url) {
            true => code(&report.url),
            false => LOCAL_FILE.to_owned(),
        };
        self.line(&format!("- Page: {address}"));
        if report.final_url != report.url {
            self.line(&format!("- Final URL: {}", code(&report.final_url)));
        }
        if !report.page.title.is_empty() {
            self.line(&format!("- Title: {}", code(&report.page.title)));
        }
        self.line(&format!("- Kind: {}", escape(&labels::page(report))));
        self.line(&format!("- Scanned: {}", escape(&labels::scanned_at(report))));
        self.line("");
        self.line(&labels::coverage(report));
    }

    fn engines(&mut self, report: &Report) {
        self.title("Answer engines");
        self.line("| Engine | Verdict | Reach | Why |");
        self.line("|---|---|---:|---|");
        for engine in &report.engines {
            let reasons = labels::reasons(engine, report);
            let (verdict, reach) = match labels::known_verdict(engine, report) {
                Some(verdict) => (labels::verdict(verdict), format!("{}%", engine.reach)),
                None => ("not known", String::new()),
            };
            self.line(&format!("| {} | {verdict} | {reach} | {reasons} |", escape(&engine.name)));
        }
    }

    fn caps(&mut self, report: &Report) {
        let length = labels::length(report);
        if report.caps.is_empty() && length.is_none() {
            return;
        }
        self.title("What limits the score");
        if let Some(length) = length {
            self.line(&format!("- Length: {length} ({})", code("citable explain length")));
        }
        for cap in &report.caps {
            let checks: Vec<String> = cap.check_ids.iter().map(|id| code(id)).collect();
            let (reason, checks) = (say(&cap.reason), checks.join(", "));
            self.line(&format!("- At most {}: {reason} ({checks})", cap.limit));
        }
        if !report.caps.is_empty() {
            self.line("");
            self.line(&labels::uncapped(report));
        }
    }

    fn categories(&mut self, report: &Report) {
        self.title("Categories");
        self.line("| Category | Score | Weight | Pass | Warn | Fail | N/A | Standing |");
        self.line("|---|---:|---:|---:|---:|---:|---:|---|");
        for category in &report.categories {
            self.line(&format!(
                "| {} | {} | {} | {} | {} | {} | {} | {} |",
                escape(&category.title),
                labels::score_or(category.score, "–"),
                category.weight,
                category.passed,
                category.warned,
                category.failed,
                category.not_applicable,
                labels::standing(report, category.id).unwrap_or_default(),
            ));
        }
        if let Some(note) = labels::compared_with(report) {
            self.line("");
            self.line(&escape(&note));
        }
    }

    fn foot(&mut self, report: &Report) {
        self.line("");
        self.line(WHAT_THE_SCORE_SAYS);
        self.line("");
        self.line(&format!(
            "Catalogue {}, crawler list {}, snapshot {}.",
            escape(&report.catalogue_version),
            escape(&report.registry_version),
            code(&report.snapshot_hash)
        ));
    }

    fn title(&mut self, title: &str) {
        self.line("");
        self.line(&format!("## {title}"));
        self.line("");
    }

    fn line(&mut self, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{line}");
    }
}

#[cfg(test)]
mod tests {
    use citable_checks::compare::Comparison;
    use citable_checks::report::Recommendation;
    use citable_checks::viewer::Allowance;
    use proptest::prelude::*;

    use super::*;
    use crate::render::sample;

    #[test]
    fn a_report_is_a_document() {
        insta::assert_snapshot!(report(&sample::report()));
    }

    #[test]
    fn a_fix_that_may_not_suit_the_page_says_so() {
        let text = report(&sample::conditional());
        assert!(
            text.contains("- Gain: up to +4 points, if it suits the page, for a score"),
            "{text}"
        );
        assert!(text.contains("rank as if they gained a third"), "{text}");
    }

    #[test]
    fn locked_fixes_are_told_by_their_titles() {
        insta::assert_snapshot!(report(&sample::gated()));
    }

    #[test]
    fn a_comparison_is_a_section() {
        let compared = Comparison::of(&sample::report(), &sample::later(), Allowance::First(1));
        insta::assert_snapshot!(comparison(&compared));
        let same = Comparison::of(&sample::report(), &sample::report(), Allowance::All);
        insta::assert_snapshot!(comparison(&same));
    }

    #[test]
    fn a_failed_page_is_a_document() {
        insta::assert_snapshot!(report(&sample::unavailable()));
    }

    proptest! {
        #[test]
        fn a_text_adds_no_line(text in any::<String>()) {
            let lines = report(&sample::with_text("x")).lines().count();
            prop_assert_eq!(report(&sample::with_text(&format!("x{text}"))).lines().count(), lines);
        }

        #[test]
        fn a_snippet_is_closed_only_by_its_own_fence(text in "[`~a\n ]{1,60}") {
            let mut pasted = sample::report();
            pasted.recommendations.truncate(1);
            let Recommendation::Full(fix) = &mut pasted.recommendations[0] else { unreachable!() };
            fix.snippet = Some(format!("begin\n{text}\nend"));
            let document = report(&pasted);
            let lines: Vec<&str> = document.lines().collect();
            let opened = lines.iter().position(|line| *line == "begin").unwrap() - 1;
            let ended = lines.iter().position(|line| *line == "end").unwrap();
            let fence = lines[opened];
            prop_assert_eq!(fence, "`".repeat(fence.len()));
            let closes = |line: &str| {
                let line = line.trim();
                line.len() >= fence.len() && line.chars().all(|char| char == '`')
            };
            prop_assert!(!lines[opened + 1..=ended].iter().any(|line| closes(line)));
            prop_assert_eq!(lines[ended + 1], fence);
        }
    }
}
