//! The fixes of a report, for a terminal.

use citable_checks::report::{GainKind, RecommendedFix, Report};

use super::wrap::{Run, columns, runs};
use super::{BOLD, DIM, GREEN, Page};
use crate::render::fixes::{Fixes, LOCKED_TITLE};
use crate::render::{advice, labels, sentence, snippet, untrusted};

/// The columns before what belongs to a fix.
const INDENT: usize = 5;

/// What gains below one with "up to" rest on.
const OPEN_GAINS: &str =
    "If a gain says “up to”, the gains listed below it assume that the fix gains the full amount.";

/// The columns before a line to paste.
const SNIPPET_INDENT: usize = 9;

impl Page {
    pub(super) fn fixes(&mut self, report: &Report) {
        let fixes = Fixes::of(report);
        for (title, fixes) in fixes.lists() {
            self.title(title);
            let widest = |text: fn(&RecommendedFix) -> String| {
                fixes.iter().map(|fix| columns(&text(fix))).max().unwrap_or(0)
            };
            let widths = (widest(labels::gain_column), widest(effort));
            for fix in fixes {
                self.fix(fix, report, widths);
            }
            if rest_on_open_gain(fixes) {
                self.say("  ", OPEN_GAINS, 2);
            }
            if fixes.iter().any(|fix| fix.conditional) {
                self.say("  ", labels::WHY_BEHIND, 2);
            }
        }
        if fixes.locked.is_empty() {
            return;
        }
        self.title(LOCKED_TITLE);
        for fix in &fixes.locked {
            self.say(&format!("  {:>2}. ", fix.rank), &sentence(&fix.title), INDENT + 1);
        }
    }

    fn fix(&mut self, fix: &RecommendedFix, report: &Report, widths: (usize, usize)) {
        let (gain, effort_width) = widths;
        let before = [
            Run::plain(format!("  {:>2}. ", fix.rank)),
            Run::painted(GREEN, format!("{:>gain$}", labels::gain_column(fix))),
            Run::painted(DIM, format!("  {:<effort_width$}  ", effort(fix))),
        ];
        let style = self.layout.verbose.then_some(BOLD);
        let mut title = runs(&sentence(&fix.title), style);
        if fix.conditional && !self.layout.verbose {
            title.push(Run::painted(DIM, format!(" ({})", labels::IF_SUITED)));
        }
        self.flow(&before, &title, INDENT + 1);
        if self.layout.verbose {
            self.how(fix, report);
        }
    }

    fn how(&mut self, fix: &RecommendedFix, report: &Report) {
        let checks = untrusted(&fix.check_ids.join(", "));
        let gain = format!("Gain: {} ({checks})", labels::gain_and_score(fix, report));
        self.part(&gain);
        if !fix.why.is_empty() {
            self.part(&format!("Why: {}", advice(&fix.why)));
        }
        for (number, step) in (1..).zip(&fix.steps) {
            self.say(&format!("      {number}. "), &advice(step), INDENT + 4);
        }
        if let Some(text) = &fix.snippet {
            self.snippet(text);
        }
        self.part(&format!("Verify: {}", advice(&fix.verify)));
        for source in &fix.evidence {
            let strength = labels::strength(source.strength);
            let (title, url) = (untrusted(&source.title), untrusted(&source.url));
            let source = format!("Evidence ({strength}): {title}, {url}");
            self.flow(&[Run::plain("      ")], &[Run::painted(DIM, source)], INDENT + 3);
        }
        self.line("");
    }

    fn part(&mut self, sentence: &str) {
        self.say("      ", sentence, INDENT + 3);
    }

    /// Lines to paste are not wrapped, so that they can be copied.
    fn snippet(&mut self, text: &str) {
        self.line("      To paste:");
        self.line("");
        for line in snippet(text) {
            let indent = if line.is_empty() { 0 } else { SNIPPET_INDENT };
            self.line(&format!("{}{line}", " ".repeat(indent)));
        }
        self.line("");
    }
}

/// Whether a gain of that list rests on one above it that may be less than it says.
fn rest_on_open_gain(fixes: &[&RecommendedFix]) -> bool {
    let below = fixes.iter().skip_while(|fix| fix.gain_kind != GainKind::AtMost).skip(1);
    below.into_iter().any(|fix| fix.gain.is_some_and(|gain| gain > 0))
}

fn effort(fix: &RecommendedFix) -> String {
    labels::effort(fix.effort).to_owned()
}
