//! The fixes of a report, as Markdown.

use citable_checks::quoted::longest_run;
use citable_checks::report::{Evidence, RecommendedFix, Report};

use super::{Page, begin, code, escape, say, say_advice};
use crate::render::fixes::{Fixes, LOCKED_TITLE};
use crate::render::{labels, link, snippet};

/// The shortest fence of a code block (CommonMark section 4.5).
const SHORTEST_FENCE: usize = 3;

impl Page {
    pub(super) fn fixes(&mut self, report: &Report) {
        let fixes = Fixes::of(report);
        for (title, fixes) in fixes.lists() {
            self.title(title);
            for (place, fix) in fixes.iter().enumerate() {
                if place > 0 {
                    self.line("");
                }
                self.fix(fix, report);
            }
            if fixes.iter().any(|fix| fix.conditional) {
                self.line("");
                self.line(labels::WHY_BEHIND);
            }
        }
        if fixes.locked.is_empty() {
            return;
        }
        self.title(LOCKED_TITLE);
        for fix in &fixes.locked {
            self.line(&format!("- {}\\. {}", fix.rank, say(&fix.title)));
        }
    }

    fn fix(&mut self, fix: &RecommendedFix, report: &Report) {
        self.line(&format!("### {}. {}", fix.rank, say(&fix.title)));
        self.line("");
        let checks: Vec<String> = fix.check_ids.iter().map(|id| code(id)).collect();
        self.line(&format!("- Gain: {}", labels::gain_and_score(fix, report)));
        self.line(&format!("- Effort: {}", labels::effort(fix.effort)));
        self.line(&format!("- Checks: {}", checks.join(", ")));
        if !fix.why.is_empty() {
            self.line(&format!("- Why: {}", say_advice(&fix.why)));
        }
        self.line("");
        for (number, step) in (1..).zip(&fix.steps) {
            self.line(&format!("{number}. {}", begin(&say_advice(step))));
        }
        if !fix.steps.is_empty() {
            self.line("");
        }
        if let Some(text) = &fix.snippet {
            self.line(&fenced(&snippet(text)));
            self.line("");
        }
        self.line(&format!("Verify: {}", say_advice(&fix.verify)));
        if !fix.evidence.is_empty() {
            let sources: Vec<String> = fix.evidence.iter().map(source).collect();
            self.line("");
            self.line(&format!("Evidence: {}", sources.join("; ")));
        }
    }
}

/// A code block. Nothing in it has a meaning, and it ends only with its own fence.
pub(in crate::render) fn fenced(lines: &[String]) -> String {
    let longest = lines.iter().map(|line| longest_run(line)).max().unwrap_or(0);
    let fence = "`".repeat(SHORTEST_FENCE.max(longest + 1));
    let mut block = vec![fence.as_str()];
    block.extend(lines.iter().map(String::as_str));
    block.push(&fence);
    block.join("\n")
}

fn source(source: &Evidence) -> String {
    let (title, strength) = (escape(&source.title), labels::strength(source.strength));
    match link(&source.url) {
        Some(url) => format!("[{title}](<{url}>) ({strength})"),
        None => format!("{title}, {} ({strength})", code(&source.url)),
    }
}
