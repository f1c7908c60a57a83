//! The checks of a report, for a terminal.

use citable_checks::report::{CheckResult, Detail, Report, Status};

use super::wrap::{Run, runs};
use super::{DIM, GREEN, Page, RED, YELLOW};
use crate::render::groups::{groups, needs_work};
use crate::render::{labels, quote, sentence, untrusted};

/// The details of one check that are shown where not all are asked for.
const DETAILS_MAX: usize = 5;

impl Page {
    pub(super) fn checks(&mut self, report: &Report) {
        for group in groups(report) {
            if needs_work(group.status) || self.layout.verbose {
                self.title(&format!("{} ({})", group.title, group.checks.len()));
                group.checks.iter().for_each(|check| self.check(check));
            }
        }
        if !self.layout.verbose {
            self.rest(report);
        }
    }

    /// The finding comes before its check. Only failures and warnings show their evidence.
    fn check(&mut self, check: &CheckResult) {
        let (mark, style) = match check.status {
            Status::Fail => ("✗", RED),
            Status::Warn => ("!", YELLOW),
            Status::Pass => ("✓", GREEN),
            Status::Na => ("-", DIM),
        };
        let before = [Run::plain("  "), Run::painted(style, mark), Run::plain(" ")];
        self.flow(&before, &runs(&sentence(&check.summary), None), 4);
        let (title, id) = (sentence(&check.title), untrusted(&check.id));
        let about = format!("{title} ({id}, weight {})", check.weight);
        self.flow(&[Run::plain("    ")], &runs(&about, Some(DIM)), 4);
        if needs_work(check.status) {
            self.details(check);
        }
    }

    /// Details with an expected value come first.
    fn details(&mut self, check: &CheckResult) {
        let (missing, other): (Vec<&Detail>, Vec<&Detail>) =
            check.details.iter().partition(|detail| detail.expected.is_some());
        let shown = if self.layout.verbose { usize::MAX } else { DETAILS_MAX };
        for detail in missing.into_iter().chain(other).take(shown) {
            self.detail(detail);
        }
        let more = check.details.len().saturating_sub(shown);
        if more > 0 {
            let more = format!("and {more} more (--verbose)");
            self.flow(&[Run::plain("      ")], &[Run::painted(DIM, more)], 8);
        }
    }

    fn detail(&mut self, detail: &Detail) {
        let mut text = runs(&sentence(&detail.label), None);
        if !detail.excerpt.is_empty() {
            text.push(Run::plain(": "));
            text.extend(runs(&quote(&detail.excerpt), None));
        }
        let notes = labels::notes(detail);
        if !notes.is_empty() {
            text.extend(runs(&format!(" ({})", notes.join("; ")), Some(DIM)));
        }
        self.flow(&[Run::plain("      ")], &text, 8);
    }

    /// How many checks need no work, and how they are shown.
    fn rest(&mut self, report: &Report) {
        let count = |status| report.checks.iter().filter(|check| check.status == status).count();
        let (passed, not_applicable) = (count(Status::Pass), count(Status::Na));
        self.line("");
        let rest = format!("{passed} passed, {not_applicable} not applicable.");
        let hint = match report.recommendations.is_empty() {
            true => " Use --verbose to list them.",
            false => " Use --verbose to list them and to show how to apply each fix.",
        };
        self.flow(&[], &[Run::plain(rest), Run::painted(DIM, hint)], 0);
    }
}
