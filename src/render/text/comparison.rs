//! What changed between two reports, for a terminal.

use citable_checks::compare::{ComparedFix, ComparedScan, Comparison};
use citable_checks::report::Status;

use super::{BOLD, GREEN, Layout, Page, RED, Run};
use crate::render::labels::rendering::RENDERED_ONCE;
use crate::render::{LOCAL_FILE, is_known, labels, sentence, untrusted};

/// The comparison, with a line feed at the end.
pub fn comparison(comparison: &Comparison, layout: Layout) -> String {
    let mut page = Page::new(layout);
    page.compared_head(comparison);
    page.compared_categories(comparison);
    page.flips(comparison);
    page.compared_fixes(comparison);
    page.text
}

impl Page {
    fn compared_head(&mut self, comparison: &Comparison) {
        let address = match is_known(&comparison.url) {
            true => untrusted(&comparison.url),
            false => LOCAL_FILE.to_owned(),
        };
        self.flow(&[], &[Run::painted(BOLD, address)], 2);
        let scan = |scan: &ComparedScan| {
            format!(
                "{:>3}  {} ({})",
                scan.score,
                labels::instant(&scan.scanned_at),
                untrusted(&scan.id)
            )
        };
        self.line(&format!("Before  {}", scan(&comparison.from)));
        self.line(&format!("Now     {}", scan(&comparison.to)));
        let change = labels::delta(comparison.score_delta);
        let change = match comparison.score_delta {
            0 => change,
            1.. => self.paint(GREEN, &change),
            _ => self.paint(RED, &change),
        };
        self.line(&format!("Score   {change}"));
        if let Some(length) = labels::compared_length(comparison) {
            self.say("Length  ", &length, 8);
        }
        if let Some(kind) = labels::compared_kind(comparison) {
            self.say("Kind    ", &kind, 8);
        }
        if comparison.rendered_once() {
            self.say("", RENDERED_ONCE, 0);
        }
    }

    fn compared_categories(&mut self, comparison: &Comparison) {
        self.title("Categories");
        self.line("                   before  now  change");
        for category in &comparison.categories {
            let delta = category.delta.map_or_else(|| "-".to_owned(), labels::delta);
            self.line(&format!(
                "  {:<16} {:>6}  {:>3}  {delta:>6}",
                untrusted(&category.title),
                labels::score_or(category.from, "-"),
                labels::score_or(category.to, "-"),
            ));
        }
    }

    fn flips(&mut self, comparison: &Comparison) {
        self.title("Changed checks");
        if comparison.flipped_checks.is_empty() && comparison.moved_checks.is_empty() {
            self.line("  none");
        }
        for check in &comparison.flipped_checks {
            let style = match check.to {
                Status::Pass => GREEN,
                Status::Fail => RED,
                Status::Warn | Status::Na => BOLD,
            };
            let (before, title) = (labels::status(check.from), sentence(&check.title));
            let before = [
                Run::plain(format!("  {before} to ")),
                Run::painted(style, labels::status(check.to)),
                Run::plain(": "),
            ];
            let what = format!("{title} ({})", untrusted(&check.id));
            self.flow(&before, &[Run::plain(what)], 4);
        }
        for check in &comparison.moved_checks {
            let style = if check.to > check.from { GREEN } else { RED };
            let before = [
                Run::plain(format!("  {} to ", check.from)),
                Run::painted(style, format!("{} points", check.to)),
                Run::plain(": "),
            ];
            let what = format!("{} ({})", sentence(&check.title), untrusted(&check.id));
            self.flow(&before, &[Run::plain(what)], 4);
        }
    }

    fn compared_fixes(&mut self, comparison: &Comparison) {
        for (title, fixes) in labels::compared_fixes(&comparison.recommendations) {
            self.title(&format!("{title} ({})", fixes.len()));
            for fix in fixes {
                self.say("  - ", &compared_fix(fix), 4);
            }
        }
        if comparison.withheld > 0 {
            self.line("");
            self.say("", &labels::withheld(comparison.withheld), 0);
        }
    }
}

fn compared_fix(fix: &ComparedFix) -> String {
    let checks = untrusted(&fix.check_ids.join(", "));
    match &fix.title {
        Some(title) => format!("{} ({checks})", sentence(title)),
        None => format!("locked ({checks})"),
    }
}
