//! The fixes of a report, for a terminal.

use citable_checks::report::{RecommendedFix, Report};

use super::{BOLD, DIM, Page};
use crate::render::fixes::{Fixes, IDLE_TITLE, TITLE};
use crate::render::{advice, labels, sentence, snippet, untrusted};

impl Page {
    pub(super) fn fixes(&mut self, report: &Report) {
        let fixes = Fixes::of(report);
        if fixes.is_empty() {
            return;
        }
        self.title(TITLE);
        for fix in &fixes.measured {
            self.fix(fix);
        }
        if !fixes.idle.is_empty() {
            self.line(&format!("  {IDLE_TITLE}:"));
        }
        for fix in &fixes.idle {
            self.fix(fix);
        }
        if fixes.locked.is_empty() {
            return;
        }
        self.line(&format!("  {}", fixes.locked_line()));
        for fix in &fixes.locked {
            self.line(&format!("  {:>2}. {}", fix.rank, sentence(&fix.title)));
        }
    }

    fn fix(&mut self, fix: &RecommendedFix) {
        let title = self.paint(BOLD, &sentence(&fix.title));
        self.line(&format!("  {:>2}. {title}", fix.rank));
        let gain = labels::gain_and_score(fix);
        let effort = labels::effort(fix.effort);
        let checks = self.paint(DIM, &format!("({})", untrusted(&fix.check_ids.join(", "))));
        self.line(&format!("      Gain: {gain}. Effort: {effort}. {checks}"));
        if !fix.why.is_empty() {
            self.line(&format!("      Why: {}", advice(&fix.why)));
        }
        for (number, step) in (1..).zip(&fix.steps) {
            self.line(&format!("      {number}) {}", advice(step)));
        }
        if let Some(text) = &fix.snippet {
            self.snippet(text);
        }
        self.line(&format!("      Verify: {}", advice(&fix.verify)));
        for source in &fix.evidence {
            let strength = labels::strength(source.strength);
            let (title, url) = (untrusted(&source.title), untrusted(&source.url));
            let line = self.paint(DIM, &format!("Evidence ({strength}): {title}, {url}"));
            self.line(&format!("      {line}"));
        }
    }

    fn snippet(&mut self, text: &str) {
        self.line("      To paste:");
        self.line("");
        for line in snippet(text) {
            match line.is_empty() {
                true => self.line(""),
                false => self.line(&format!("          {line}")),
            }
        }
        self.line("");
    }
}
