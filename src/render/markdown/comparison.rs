//! What changed between two reports, as Markdown.

use citable_checks::compare::{ComparedFix, ComparedScan, Comparison};

use super::{Page, begin, code, escape, say};
use crate::render::labels::rendering::RENDERED_ONCE;
use crate::render::{LOCAL_FILE, is_known, labels};

/// One section, whose heading is of level 2, with a line feed at the end.
pub fn comparison(comparison: &Comparison) -> String {
    let mut page = Page(String::new());
    page.compared_head(comparison);
    page.compared_categories(comparison);
    page.flips(comparison);
    page.compared_fixes(comparison);
    page.0
}

impl Page {
    fn compared_head(&mut self, comparison: &Comparison) {
        let Comparison { from, to, score_delta, .. } = comparison;
        let delta = labels::delta(*score_delta);
        self.line(&format!("## Score {} to {} ({delta})", from.score, to.score));
        self.line("");
        let address = match is_known(&comparison.url) {
            true => code(&comparison.url),
            false => LOCAL_FILE.to_owned(),
        };
        let scan = |scan: &ComparedScan| {
            format!(
                "{} of 100, {}, {}",
                scan.score,
                escape(&labels::instant(&scan.scanned_at)),
                code(&scan.id)
            )
        };
        self.line(&format!("- Page: {address}"));
        self.line(&format!("- Before: {}", scan(from)));
        self.line(&format!("- Now: {}", scan(to)));
        if let Some(length) = labels::compared_length(comparison) {
            self.line(&format!("- Length: {length}"));
        }
        if let Some(kind) = labels::compared_kind(comparison) {
            self.line(&format!("- Kind: {kind}"));
        }
        if comparison.rendered_once() {
            self.line("");
            self.line(RENDERED_ONCE);
        }
    }

    fn compared_categories(&mut self, comparison: &Comparison) {
        self.subtitle("Categories");
        self.line("| Category | Before | Now | Change |");
        self.line("|---|---:|---:|---:|");
        for category in &comparison.categories {
            let delta = category.delta.map_or_else(|| "–".to_owned(), labels::delta);
            self.line(&format!(
                "| {} | {} | {} | {delta} |",
                escape(&category.title),
                labels::score_or(category.from, "–"),
                labels::score_or(category.to, "–"),
            ));
        }
    }

    fn flips(&mut self, comparison: &Comparison) {
        self.subtitle("Changed checks");
        if comparison.flipped_checks.is_empty() && comparison.moved_checks.is_empty() {
            self.line("None.");
            return;
        }
        self.line("| Check | Before | Now |");
        self.line("|---|---|---|");
        for check in &comparison.flipped_checks {
            let (title, id) = (say(&check.title), code(&check.id));
            let (before, now) = (labels::status(check.from), labels::status(check.to));
            self.line(&format!("| {title} ({id}) | {before} | {now} |"));
        }
        for check in &comparison.moved_checks {
            let (title, id) = (say(&check.title), code(&check.id));
            self.line(&format!("| {title} ({id}) | {} points | {} points |", check.from, check.to));
        }
    }

    fn compared_fixes(&mut self, comparison: &Comparison) {
        for (title, fixes) in labels::compared_fixes(&comparison.recommendations) {
            self.subtitle(&format!("{title} ({})", fixes.len()));
            if fixes.is_empty() {
                self.line("None.");
            }
            for fix in fixes {
                self.line(&format!("- {}", compared_fix(fix)));
            }
        }
        if comparison.withheld > 0 {
            self.line("");
            self.line(&labels::withheld(comparison.withheld));
        }
    }

    fn subtitle(&mut self, title: &str) {
        self.line("");
        self.line(&format!("### {title}"));
        self.line("");
    }
}

fn compared_fix(fix: &ComparedFix) -> String {
    let checks: Vec<String> = fix.check_ids.iter().map(|id| code(id)).collect();
    match &fix.title {
        Some(title) => format!("{} ({})", begin(&say(title)), checks.join(", ")),
        None => format!("locked ({})", checks.join(", ")),
    }
}
