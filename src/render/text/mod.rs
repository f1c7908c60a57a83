//! A report for a terminal.
//!
//! Text of the page is untrusted: control characters, which could move the cursor or rename the
//! window, are taken out of every string before it is written. It stands in code spans, but for the
//! address that was asked for.

mod comparison;
mod fixes;

use std::fmt::Write as _;

use citable_checks::report::{CheckResult, Report, Status, Verdict};

use super::{NO_ADDRESS, WHAT_THE_SCORE_SAYS, labels, quote, sentence, untrusted};

pub use comparison::comparison;

/// Whether colour is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    Never,
    /// ANSI escape sequences (ECMA-48).
    Always,
}

/// The parameters of "select graphic rendition" (ECMA-48 section 8.3.117).
const BOLD: &str = "1";
const DIM: &str = "2";
const RED: &str = "31";
const GREEN: &str = "32";
const YELLOW: &str = "33";

/// The report, with a line feed at the end.
pub fn report(report: &Report, colour: Colour) -> String {
    let mut page = Page { text: String::new(), colour };
    page.head(report);
    page.engines(report);
    page.caps(report);
    page.fixes(report);
    page.categories(report);
    for (status, title) in labels::GROUPS {
        page.group(report, status, title);
    }
    page.foot(report);
    page.text
}

struct Page {
    text: String,
    colour: Colour,
}

impl Page {
    fn head(&mut self, report: &Report) {
        let address = match report.url.starts_with(NO_ADDRESS) {
            true => "A local file without an address".to_owned(),
            false => untrusted(&report.url),
        };
        let address = self.paint(BOLD, &address);
        self.line(&address);
        if report.final_url != report.url {
            self.line(&format!("Answered at {}", quote(&report.final_url)));
        }
        if !report.page.title.is_empty() {
            self.line(&format!("Title: {}", quote(&report.page.title)));
        }
        let kind = self.paint(DIM, &untrusted(&labels::page(report)));
        self.line(&kind);
        let score = self.paint(BOLD, &labels::score(report));
        let raw = match report.caps.is_empty() {
            true => String::new(),
            false => format!(" ({} without its caps)", report.raw_score),
        };
        self.line("");
        self.line(&format!("{score}{raw}"));
        self.line(&labels::coverage(report));
    }

    fn engines(&mut self, report: &Report) {
        self.title("Answer engines");
        let names = report.engines.iter().map(|engine| untrusted(&engine.name).chars().count());
        let width = names.max().unwrap_or(0);
        for engine in &report.engines {
            let style = match engine.verdict {
                Verdict::Eligible => GREEN,
                Verdict::Limited => YELLOW,
                Verdict::Blocked => RED,
            };
            let verdict = self.paint(style, &format!("{:<9}", labels::verdict(engine.verdict)));
            let reasons = labels::reasons(&engine.reasons);
            let name = untrusted(&engine.name);
            let line = format!("  {name:<width$}  {verdict} reach {:>3}  {reasons}", engine.reach);
            self.line(line.trim_end());
        }
    }

    fn caps(&mut self, report: &Report) {
        if report.caps.is_empty() {
            return;
        }
        self.title("What caps the score");
        for cap in &report.caps {
            let checks = untrusted(&cap.check_ids.join(", "));
            self.line(&format!("  {:>3}  {} ({checks})", cap.limit, sentence(&cap.reason)));
        }
    }

    fn categories(&mut self, report: &Report) {
        self.title("Categories");
        self.line("                   score  weight  pass  warn  fail  n/a");
        for category in &report.categories {
            let score = labels::score_or(category.score, "-");
            let title = untrusted(&category.title);
            self.line(&format!(
                "  {title:<16} {score:>5}  {:>6}  {:>4}  {:>4}  {:>4}  {:>3}",
                category.weight,
                category.passed,
                category.warned,
                category.failed,
                category.not_applicable
            ));
        }
        for one in &report.standing {
            self.line(&format!("  {}", untrusted(&labels::standing(one, report))));
        }
    }

    fn group(&mut self, report: &Report, status: Status, title: &str) {
        let checks: Vec<_> = report.checks.iter().filter(|check| check.status == status).collect();
        if checks.is_empty() {
            return;
        }
        self.title(&format!("{title} ({})", checks.len()));
        for check in checks {
            self.check(check);
        }
    }

    /// What is well needs no proof here: details are shown where something is to be done.
    fn check(&mut self, check: &CheckResult) {
        let (mark, style) = match check.status {
            Status::Fail => ("✗", RED),
            Status::Warn => ("!", YELLOW),
            Status::Pass => ("✓", GREEN),
            Status::Na => ("-", DIM),
        };
        let mark = self.paint(style, mark);
        let (id, title) = (untrusted(&check.id), sentence(&check.title));
        let weight = self.paint(DIM, &format!("({id}, weight {})", check.weight));
        self.line(&format!("  {mark} {title} {weight}"));
        self.line(&format!("    {}", sentence(&check.summary)));
        if !matches!(check.status, Status::Fail | Status::Warn) {
            return;
        }
        for detail in &check.details {
            let notes = labels::notes(detail);
            let quoted = match detail.excerpt.is_empty() {
                true => String::new(),
                false => format!(": {}", quote(&detail.excerpt)),
            };
            let notes = match notes.is_empty() {
                true => String::new(),
                false => self.paint(DIM, &format!(" ({})", notes.join("; "))),
            };
            self.line(&format!("      {}{quoted}{notes}", sentence(&detail.label)));
        }
    }

    fn foot(&mut self, report: &Report) {
        self.line("");
        self.line(WHAT_THE_SCORE_SAYS);
        let versions = format!(
            "Scanned {}, catalogue {}, crawlers {}, snapshot {}",
            report.scanned_at,
            report.catalogue_version,
            report.registry_version,
            report.snapshot_hash
        );
        let versions = self.paint(DIM, &untrusted(&versions));
        self.line(&versions);
    }

    fn title(&mut self, title: &str) {
        let title = self.paint(BOLD, title);
        self.line("");
        self.line(&title);
    }

    fn line(&mut self, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn paint(&self, style: &str, text: &str) -> String {
        match self.colour {
            Colour::Never => text.to_owned(),
            Colour::Always => format!("\u{1b}[{style}m{text}\u{1b}[0m"),
        }
    }
}

#[cfg(test)]
mod tests {
    use citable_checks::compare::Comparison;
    use citable_checks::viewer::Allowance;
    use proptest::prelude::*;

    use super::*;
    use crate::render::sample;

    #[test]
    fn a_report_reads_well() {
        insta::assert_snapshot!(report(&sample::report(), Colour::Never));
    }

    #[test]
    fn locked_fixes_are_told_by_their_titles() {
        insta::assert_snapshot!(report(&sample::gated(), Colour::Never));
    }

    #[test]
    fn a_comparison_reads_well() {
        let compared = Comparison::of(&sample::report(), &sample::later(), Allowance::First(1));
        insta::assert_snapshot!(comparison(&compared, Colour::Never));
        let same = Comparison::of(&sample::report(), &sample::report(), Allowance::All);
        insta::assert_snapshot!(comparison(&same, Colour::Never));
    }

    #[test]
    fn a_file_without_address_is_named_so() {
        insta::assert_snapshot!(report(&sample::unavailable(), Colour::Never));
    }

    #[test]
    fn colour_adds_escapes_and_nothing_else() {
        let coloured = report(&sample::report(), Colour::Always);
        let mut plain = coloured.replace("\u{1b}[0m", "");
        for style in [BOLD, DIM, RED, GREEN, YELLOW] {
            plain = plain.replace(&format!("\u{1b}[{style}m"), "");
        }
        assert!(coloured.contains('\u{1b}'));
        assert_eq!(plain, report(&sample::report(), Colour::Never));
    }

    proptest! {
        #[test]
        fn no_text_of_a_page_reaches_the_terminal_raw(text in any::<String>()) {
            let lines = report(&sample::with_text("x"), Colour::Never).lines().count();
            let hostile = report(&sample::with_text(&format!("x{text}\u{1b}[2J\n")), Colour::Never);
            prop_assert!(!hostile.chars().any(|char| char.is_control() && char != '\n'));
            prop_assert_eq!(hostile.lines().count(), lines);
        }
    }
}
