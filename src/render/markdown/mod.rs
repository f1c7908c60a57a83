//! A report as Markdown (CommonMark with GitHub's tables).
//!
//! Text of the page is untrusted: it stands in code spans, where neither Markdown nor HTML, links
//! or mentions mean anything, and where nobody takes it for ours; all other strings are escaped.

mod comparison;
mod fixes;

use std::fmt::Write as _;

use citable_checks::quoted::{Piece, pieces, span};
use citable_checks::report::{CheckResult, Report, Status};

use super::{NO_ADDRESS, WHAT_THE_SCORE_SAYS, advice, labels, sentence, untrusted};

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
    for (status, title) in labels::GROUPS {
        page.group(report, status, title);
    }
    page.foot(report);
    page.0
}

struct Page(String);

impl Page {
    fn head(&mut self, report: &Report) {
        let band = labels::band(report.band);
        self.line(&format!("# Citable report: {} of 100, {band}", report.score));
        self.line("");
        let address = match report.url.starts_with(NO_ADDRESS) {
            true => "a local file without an address".to_owned(),
            false => code(&report.url),
        };
        self.line(&format!("- Page: {address}"));
        if report.final_url != report.url {
            self.line(&format!("- Answered at: {}", code(&report.final_url)));
        }
        if !report.page.title.is_empty() {
            self.line(&format!("- Title: {}", code(&report.page.title)));
        }
        self.line(&format!("- Kind: {}", escape(&labels::page(report))));
        if !report.caps.is_empty() {
            self.line(&format!("- Score without its caps: {}", report.raw_score));
        }
        self.line(&format!("- Scanned: {}", escape(&report.scanned_at)));
        self.line("");
        self.line(&labels::coverage(report));
    }

    fn engines(&mut self, report: &Report) {
        self.title("Answer engines");
        self.line("| Engine | Verdict | Reach | Why |");
        self.line("|---|---|---:|---|");
        for engine in &report.engines {
            let (name, verdict) = (escape(&engine.name), labels::verdict(engine.verdict));
            let reasons = labels::reasons(&engine.reasons);
            self.line(&format!("| {name} | {verdict} | {} | {reasons} |", engine.reach));
        }
    }

    fn caps(&mut self, report: &Report) {
        if report.caps.is_empty() {
            return;
        }
        self.title("What caps the score");
        for cap in &report.caps {
            let checks: Vec<String> = cap.check_ids.iter().map(|id| code(id)).collect();
            let (reason, checks) = (say(&cap.reason), checks.join(", "));
            self.line(&format!("- At most {}: {reason} ({checks})", cap.limit));
        }
    }

    fn categories(&mut self, report: &Report) {
        self.title("Categories");
        self.line("| Category | Score | Weight | Pass | Warn | Fail | N/A |");
        self.line("|---|---:|---:|---:|---:|---:|---:|");
        for category in &report.categories {
            let score = labels::score_or(category.score, "–");
            self.line(&format!(
                "| {} | {score} | {} | {} | {} | {} | {} |",
                escape(&category.title),
                category.weight,
                category.passed,
                category.warned,
                category.failed,
                category.not_applicable
            ));
        }
        if !report.standing.is_empty() {
            self.line("");
        }
        for one in &report.standing {
            self.line(&format!("- {}", escape(&labels::standing(one, report))));
        }
    }

    fn group(&mut self, report: &Report, status: Status, title: &str) {
        let checks: Vec<_> = report.checks.iter().filter(|check| check.status == status).collect();
        if checks.is_empty() {
            return;
        }
        self.title(title);
        for check in checks {
            self.check(check);
        }
    }

    fn check(&mut self, check: &CheckResult) {
        let (title, id) = (say(&check.title), code(&check.id));
        let summary = say(&check.summary);
        self.line(&format!("- **{title}** ({id}, weight {}): {summary}", check.weight));
        for detail in &check.details {
            let quoted = match detail.excerpt.is_empty() {
                true => String::new(),
                false => format!(": {}", code(&detail.excerpt)),
            };
            let notes: Vec<String> = labels::notes(detail).iter().map(|note| say(note)).collect();
            let notes = match notes.is_empty() {
                true => String::new(),
                false => format!(" ({})", notes.join("; ")),
            };
            self.line(&format!("  - {}{quoted}{notes}", begin(&say(&detail.label))));
        }
    }

    fn foot(&mut self, report: &Report) {
        self.line("");
        self.line(WHAT_THE_SCORE_SAYS);
        self.line("");
        self.line(&format!(
            "Catalogue {}, crawlers {}, snapshot {}.",
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

/// Text that shows as it is.
fn escape(text: &str) -> String {
    escape_line(&untrusted(text))
}

/// A sentence: its words show as they are, and its code spans are code spans.
fn say(text: &str) -> String {
    say_line(&sentence(text))
}

/// Advice, likewise.
fn say_advice(text: &str) -> String {
    say_line(&advice(text))
}

fn say_line(sentence: &str) -> String {
    let piece = |piece| match piece {
        Piece::Words(text) => escape_line(text),
        Piece::Code(text) => span(text),
    };
    pieces(sentence).into_iter().map(piece).collect()
}

/// Every character that could mean something is escaped, and so are the dots, colons and at-signs
/// by which GitHub recognises bare links and mentions.
fn escape_line(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, char) in text.char_indices() {
        let rest = &text[at + char.len_utf8()..];
        let acts = match char {
            '.' => ends_with_www(&text[..at]),
            ':' => rest.starts_with("//"),
            '@' => !rest.is_empty(),
            _ => "\\`*_[]<>#|~&!$".contains(char),
        };
        if acts {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped
}

fn ends_with_www(text: &str) -> bool {
    text.len()
        .checked_sub(3)
        .and_then(|at| text.get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case("www"))
}

/// Escaped text as the first on its line: it begins no list and underlines no heading.
fn begin(escaped: &str) -> String {
    if escaped.starts_with(['-', '+', '=']) {
        return format!("\\{escaped}");
    }
    let digits =
        escaped.len() - escaped.trim_start_matches(|char: char| char.is_ascii_digit()).len();
    match digits > 0 && escaped[digits..].starts_with(['.', ')']) {
        true => format!("{}\\{}", &escaped[..digits], &escaped[digits..]),
        false => escaped.to_owned(),
    }
}

/// A code span, fenced by more backticks than stand in a row in the text (CommonMark section
/// 6.1). Nothing in it has a meaning.
fn code(text: &str) -> String {
    span(&untrusted(text))
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
    fn a_text_begins_no_list_and_no_heading() {
        for (text, expected) in [
            ("- a", "\\- a"),
            ("+ a", "\\+ a"),
            ("===", "\\==="),
            ("12. a", "12\\. a"),
            ("1) a", "1\\) a"),
            ("# a", "\\# a"),
            ("1 a", "1 a"),
        ] {
            assert_eq!(begin(&escape(text)), expected);
        }
    }

    #[test]
    fn a_failed_page_is_a_document() {
        insta::assert_snapshot!(report(&sample::unavailable()));
    }

    #[test]
    fn text_of_the_page_means_nothing() {
        let hostile = "[x](javascript:alert) <img src=x> ![](http://e) | `a` @you www.e.com #1";
        insta::assert_snapshot!(escape(hostile), @r"\[x\](javascript:alert) \<img src=x\> \!\[\](http\://e) \| \`a\` \@you www\.e.com \#1");
        assert_eq!(code("a ``b`` c"), "```a ``b`` c```");
        assert_eq!(code("`"), "`` ` ``");
    }

    proptest! {
        #[test]
        fn a_code_span_is_closed_only_by_its_own_fence(text in "[`a <|\n]{1,40}") {
            let span = code(&text);
            prop_assume!(!span.is_empty());
            let fence = span.len() - span.trim_start_matches('`').len();
            let inner = &span[fence..span.len() - fence];
            prop_assert!(inner.split(|char| char != '`').all(|run| run.len() < fence));
            prop_assert!(!inner.starts_with('`') && !inner.ends_with('`'));
        }

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
