//! The checks of a report, as Markdown.

use citable_checks::report::{CheckResult, Detail, Report};

use super::{Page, begin, code, say};
use crate::render::groups::{groups, needs_work};
use crate::render::labels;

impl Page {
    pub(super) fn checks(&mut self, report: &Report) {
        for group in groups(report) {
            self.title(&format!("{} ({})", group.title, group.checks.len()));
            for check in group.checks {
                match needs_work(group.status) {
                    true => self.finding(check),
                    false => self.settled(check),
                }
            }
        }
    }

    /// The finding comes before its check.
    fn finding(&mut self, check: &CheckResult) {
        let (title, id) = (say(&check.title), code(&check.id));
        let summary = say(&check.summary);
        self.line(&format!("- **{summary}** {title} ({id}, weight {})", check.weight));
        for detail in &check.details {
            self.line(&format!("  - {}", line(detail)));
        }
    }

    /// What needs no work needs no proof here.
    fn settled(&mut self, check: &CheckResult) {
        let (title, id, summary) = (say(&check.title), code(&check.id), say(&check.summary));
        self.line(&format!("- {} ({id}): {summary}", begin(&title)));
    }
}

fn line(detail: &Detail) -> String {
    let quoted = match detail.excerpt.is_empty() {
        true => String::new(),
        false => format!(": {}", code(&detail.excerpt)),
    };
    let notes: Vec<String> = labels::notes(detail).iter().map(|note| say(note)).collect();
    let notes = match notes.is_empty() {
        true => String::new(),
        false => format!(" ({})", notes.join("; ")),
    };
    format!("{}{quoted}{notes}", begin(&say(&detail.label)))
}
