//! A report for a terminal.
//!
//! Text of the page is untrusted: control characters, which could move the cursor or rename the
//! window, are taken out of every string before it is written. It stands in code spans, but for the
//! URL that was asked for.

mod checks;
mod colour;
mod comparison;
mod fixes;
mod rendering;
pub mod site;
mod wrap;

use std::fmt::Write as _;

use citable_checks::report::{Band, EngineVerdict, Report, Verdict};

use super::headline::headline;
use super::{LOCAL_FILE, WHAT_THE_SCORE_SAYS, is_known, labels, quote, untrusted};
use colour::{BOLD, DIM, GREEN, RED, YELLOW};
use wrap::{Run, columns, runs, wrapped};

pub use colour::Colour;
pub use comparison::comparison;

/// How a report is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Whether colour is used.
    pub colour: Colour,
    /// Columns of a line. Longer words are cut, but for URLs and what is to be pasted.
    pub width: usize,
    /// Whether fixes are shown with their steps, and checks that need no work too.
    pub verbose: bool,
}

impl Layout {
    /// The layout if the output is no terminal.
    pub const PLAIN: Self = Self { colour: Colour::Never, width: 80, verbose: false };
}

/// The columns of the score's bar, and of a category's.
const SCORE_BAR: usize = 20;
const CATEGORY_BAR: usize = 10;

/// The report, with a line feed at the end.
pub fn report(report: &Report, layout: Layout) -> String {
    let mut page = Page::new(layout);
    page.head(report);
    page.engines(report);
    page.caps(report);
    page.fixes(report);
    page.categories(report);
    page.rendering(report);
    page.checks(report);
    page.foot(report);
    page.text
}

struct Page {
    text: String,
    layout: Layout,
}

impl Page {
    fn new(layout: Layout) -> Self {
        Self { text: String::new(), layout }
    }

    fn head(&mut self, report: &Report) {
        let address = match is_known(&report.url) {
            true => untrusted(&report.url),
            false => LOCAL_FILE.to_owned(),
        };
        self.flow(&[], &[Run::painted(BOLD, address)], 2);
        if report.final_url != report.url {
            self.say("", &format!("Final URL: {}", quote(&report.final_url)), 2);
        }
        if !report.page.title.is_empty() {
            self.say("", &format!("Title: {}", quote(&report.page.title)), 2);
        }
        let about = format!("{}, scanned {}", labels::page(report), labels::scanned_at(report));
        self.flow(&[], &[Run::painted(DIM, about)], 2);
        if let Some(reason) = labels::kind_reason(report).filter(|_| self.layout.verbose) {
            self.flow(&[], &runs(&reason, Some(DIM)), 2);
        }
        self.line("");
        self.score(report);
        self.say("", &headline(report), 0);
        self.flow(&[], &[Run::painted(DIM, labels::coverage(report))], 0);
    }

    fn score(&mut self, report: &Report) {
        let style = match report.band {
            Band::Excellent | Band::Good => GREEN,
            Band::Fair => YELLOW,
            Band::Poor | Band::VeryWeak => RED,
        };
        let score = format!("Score {}", labels::score(report));
        let bar = self.bar(report.score, SCORE_BAR, style);
        let fits = columns(&score) + 2 + SCORE_BAR <= self.layout.width;
        let between = if fits { "  " } else { "\n" };
        let score = self.paint(BOLD, &score);
        self.line(&format!("{score}{between}{bar}"));
    }

    fn bar(&self, score: u8, columns: usize, style: &str) -> String {
        let full = (usize::from(score.min(100)) * columns + 50) / 100;
        let (full, rest) = ("█".repeat(full), "░".repeat(columns - full));
        format!("{}{}", self.paint(style, &full), self.paint(DIM, &rest))
    }

    fn engines(&mut self, report: &Report) {
        self.title("Answer engines");
        let names = report.engines.iter().map(|engine| columns(&labels::engine(engine)));
        let name = names.max().unwrap_or(0);
        let verdicts =
            report.engines.iter().map(|engine| columns(&labels::verdict_and_reach(engine, report)));
        let verdict = verdicts.max().unwrap_or(0);
        for engine in &report.engines {
            self.engine(engine, report, name, verdict);
        }
    }

    fn engine(&mut self, engine: &EngineVerdict, report: &Report, name: usize, verdict: usize) {
        let (mark, style) = match labels::known_verdict(engine, report) {
            Some(Verdict::Eligible) => ("✓", GREEN),
            Some(Verdict::Limited) => ("!", YELLOW),
            Some(Verdict::Blocked) => ("✗", RED),
            None => ("?", DIM),
        };
        let before = [
            Run::plain("  "),
            Run::painted(style, mark),
            Run::plain(format!(" {:<name$}  ", labels::engine(engine))),
            Run::painted(style, format!("{:<verdict$}", labels::verdict_and_reach(engine, report))),
            Run::plain("  "),
        ];
        self.flow(&before, &[Run::plain(labels::reasons(engine, report))], 4);
    }

    fn caps(&mut self, report: &Report) {
        let length = labels::length(report);
        if report.caps.is_empty() && length.is_none() {
            return;
        }
        self.title("What limits the score");
        if let Some(length) = length {
            let check = Run::painted(DIM, " (citable explain length)");
            self.flow(&[Run::plain("  Length: ")], &[Run::plain(length), check], 4);
        }
        for cap in &report.caps {
            let mut text = runs(&super::sentence(&cap.reason), None);
            let checks = untrusted(&cap.check_ids.join(", "));
            text.push(Run::painted(DIM, format!(" ({checks})")));
            self.flow(&[Run::plain(format!("  At most {:>2}: ", cap.limit))], &text, 4);
        }
        if !report.caps.is_empty() {
            self.flow(&[Run::plain("  ")], &[Run::painted(DIM, labels::uncapped(report))], 2);
        }
    }

    fn categories(&mut self, report: &Report) {
        self.title("Categories");
        let titles = report.categories.iter().map(|category| columns(&untrusted(&category.title)));
        let width = titles.max().unwrap_or(0);
        for category in &report.categories {
            let title = untrusted(&category.title);
            let Some(score) = category.score else {
                let none = self.paint(DIM, "no check applied");
                self.line(&format!("  {title:<width$}    -  {none}"));
                continue;
            };
            let bar = self.bar(score, CATEGORY_BAR, BOLD);
            let row = format!("  {title:<width$}  {score:>3}  {bar}");
            let taken = 2 + width + 2 + 3 + 2 + CATEGORY_BAR;
            match labels::standing(report, category.id) {
                None => self.line(&row),
                Some(standing) if taken + 2 + columns(&standing) <= self.layout.width => {
                    let standing = self.paint(DIM, &standing);
                    self.line(&format!("{row}  {standing}"));
                }
                Some(standing) => {
                    self.line(&row);
                    self.flow(&[Run::plain("    ")], &[Run::painted(DIM, standing)], 4);
                }
            }
        }
        if let Some(note) = labels::compared_with(report) {
            self.flow(&[Run::plain("  ")], &[Run::painted(DIM, note)], 2);
        }
    }

    fn foot(&mut self, report: &Report) {
        self.line("");
        self.flow(&[], &[Run::plain(WHAT_THE_SCORE_SAYS)], 0);
        let versions = format!(
            "Catalogue {}, crawler list {}, snapshot {}",
            untrusted(&report.catalogue_version),
            untrusted(&report.registry_version),
            untrusted(&report.snapshot_hash)
        );
        self.flow(&[], &[Run::painted(DIM, versions)], 0);
    }

    fn title(&mut self, title: &str) {
        self.line("");
        self.flow(&[], &[Run::painted(BOLD, title)], 2);
    }

    /// A sentence, wrapped.
    fn say(&mut self, before: &str, sentence: &str, indent: usize) {
        self.flow(&[Run::plain(before)], &runs(sentence, None), indent);
    }

    /// Text, wrapped, behind what begins its first line.
    fn flow(&mut self, before: &[Run], text: &[Run], indent: usize) {
        for line in wrapped(before, text, indent, self.layout.width, self.layout.colour) {
            self.line(&line);
        }
    }

    fn line(&mut self, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn paint(&self, style: &str, text: &str) -> String {
        self.layout.colour.paint(Some(style), text)
    }
}

#[cfg(test)]
mod tests {
    use citable_checks::compare::Comparison;
    use citable_checks::report::{GainKind, Recommendation, Status};
    use citable_checks::viewer::Allowance;
    use proptest::prelude::*;

    use super::colour::CODE;
    use super::*;
    use crate::render::sample;

    #[test]
    fn a_report_reads_well() {
        insta::assert_snapshot!(report(&sample::report(), Layout::PLAIN));
    }

    #[test]
    fn a_verbose_report_reads_well() {
        let verbose = Layout { verbose: true, ..Layout::PLAIN };
        insta::assert_snapshot!(report(&sample::report(), verbose));
    }

    #[test]
    fn locked_fixes_are_told_by_their_titles() {
        insta::assert_snapshot!(report(&sample::gated(), Layout::PLAIN));
    }

    #[test]
    fn a_comparison_reads_well() {
        let compared = Comparison::of(&sample::report(), &sample::later(), Allowance::First(1));
        insta::assert_snapshot!(comparison(&compared, Layout::PLAIN));
        let same = Comparison::of(&sample::report(), &sample::report(), Allowance::All);
        insta::assert_snapshot!(comparison(&same, Layout::PLAIN));
    }

    #[test]
    fn a_file_without_address_is_named_so() {
        insta::assert_snapshot!(report(&sample::unavailable(), Layout::PLAIN));
    }

    #[test]
    fn without_robots_txt_nobody_knows_which_engines_may_use_a_page() {
        let mut sample = sample::report();
        let engine = &mut sample.engines[0];
        (engine.verdict, engine.reasons) = (Verdict::Eligible, Vec::new());
        assert!(report(&sample, Layout::PLAIN).contains("  eligible"));
        for check in &mut sample.checks {
            if check.id == "robots-search-bots" {
                check.status = Status::Na;
            }
        }
        let text = report(&sample, Layout::PLAIN);
        assert!(text.contains("not known") && text.contains("robots.txt not read"), "{text}");
        assert!(!text.contains("  eligible"), "{text}");
        // Whoever ignores the check has not said that the file was not read.
        for check in &mut sample.checks {
            if check.id == "robots-search-bots" {
                check.summary = "Ignored: a proxy answers it".to_owned();
            }
        }
        assert!(report(&sample, Layout::PLAIN).contains("  eligible"));
    }

    #[test]
    fn what_rests_on_an_open_gain_says_so() {
        let mut sample = sample::report();
        assert!(!report(&sample, Layout::PLAIN).contains("Each gain below"));
        let Recommendation::Full(fix) = &mut sample.recommendations[2] else { unreachable!() };
        fix.gain_kind = GainKind::Exact;
        (fix.gain, fix.projected_score) = (Some(2), Some(86));
        let text = report(&sample, Layout { verbose: true, ..Layout::PLAIN });
        let gain = "Gain: +2 points, for a score of at most 86 after the fixes above";
        assert!(text.contains(gain) && text.contains("If a gain says “up to”"), "{text}");
    }

    #[test]
    fn a_fix_that_may_not_suit_the_page_says_so() {
        let sample = sample::conditional();
        let text = report(&sample, Layout { width: 200, ..Layout::PLAIN });
        let title = "Point the canonical to /guide (if it suits the page)";
        assert!(text.contains(title) && text.contains("rank as if they gained a third"), "{text}");
        let text = report(&sample, Layout { verbose: true, width: 200, ..Layout::PLAIN });
        assert!(
            text.contains("Gain: up to +4 points, if it suits the page, for a score"),
            "{text}"
        );
        assert!(!report(&sample::report(), Layout::PLAIN).contains("suits the page"));
    }

    #[test]
    fn colour_adds_escapes_and_nothing_else() {
        let coloured =
            report(&sample::report(), Layout { colour: Colour::Always, ..Layout::PLAIN });
        let mut plain = coloured.replace("\u{1b}[0m", "");
        for style in [BOLD, DIM, RED, GREEN, YELLOW, CODE] {
            plain = plain.replace(&format!("\u{1b}[{style}m"), "");
        }
        assert!(coloured.contains('\u{1b}'));
        assert_eq!(plain, report(&sample::report(), Layout::PLAIN));
    }

    #[test]
    fn a_report_fits_its_terminal() {
        for width in [40, 80, 120] {
            for verbose in [false, true] {
                let mut sample = sample::report();
                sample.recommendations.iter_mut().for_each(without_snippet);
                let text = report(&sample, Layout { width, verbose, ..Layout::PLAIN });
                // A URL is left whole, so that it can be copied.
                for line in text.lines().filter(|line| !line.trim().starts_with("https://")) {
                    assert!(columns(line) <= width, "{width}: {line}");
                }
            }
        }
    }

    /// What is to be pasted is not wrapped.
    fn without_snippet(fix: &mut Recommendation) {
        let Recommendation::Full(fix) = fix else { unreachable!() };
        fix.snippet = None;
    }

    #[test]
    fn what_needs_no_work_is_counted_and_listed_when_asked_for() {
        let brief = report(&sample::report(), Layout::PLAIN);
        assert!(brief.contains("1 passed, 1 not applicable. Use --verbose to list them"));
        assert!(!brief.contains("robots.txt wasn't fetched.") && !brief.contains("To paste:"));
        let whole = report(&sample::report(), Layout { verbose: true, ..Layout::PLAIN });
        assert!(whole.contains("robots.txt wasn't fetched.") && whole.contains("To paste:"));
        assert!(!whole.contains("--verbose"));
    }

    proptest! {
        #[test]
        fn no_text_of_a_page_reaches_the_terminal_raw(text in any::<String>()) {
            let wide = Layout { verbose: true, width: usize::MAX, ..Layout::PLAIN };
            let lines = report(&sample::with_text("x"), wide).lines().count();
            let hostile = report(&sample::with_text(&format!("x{text}\u{1b}[2J\n")), wide);
            prop_assert!(!hostile.chars().any(|char| char.is_control() && char != '\n'));
            prop_assert_eq!(hostile.lines().count(), lines);
        }
    }
}
