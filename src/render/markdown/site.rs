//! A site as Markdown: what a reviewer reads in a job summary.

use citable_checks::site::{Cause, SiteFinding};

use super::escape::{code, escape, say};
use super::{Page, labels};
use crate::render::numbers::number_of;
use crate::render::site::overview::{LOWEST_SHOWN, Overview, SinceBaseline};
use crate::render::site::words;

/// Causes and findings that are shown.
const SHOWN: usize = 20;
/// Pages that each of them names.
const PAGES: usize = 3;
/// Pages of a list.
const LISTED: usize = 20;

/// What is said of a site, with a line feed at the end.
pub fn site(overview: &Overview) -> String {
    let mut page = Page(String::new());
    page.line("# Citable site report");
    page.line("");
    page.line(&format!("{}: {}", code(&overview.target), escape(&words::summary(overview))));
    page.missed(overview);
    if let Some(since) = &overview.since_baseline {
        page.since(since);
    }
    page.scores(overview);
    page.causes(&overview.causes);
    page.across(overview);
    page.lowest(overview);
    let failures = overview.failures.iter();
    let failures =
        failures.map(|page| format!("{}: {}", code(&page.url), say(&page.message))).collect();
    page.list(words::NOT_SCANNED, failures);
    let ignored = overview.ignored.iter().map(|one| say(&words::ignored(one)));
    page.list(words::IGNORED, ignored.collect());
    page.list(words::NOTES, overview.notes.iter().map(|note| escape(note)).collect());
    page.line("");
    page.line(words::NO_SCORE);
    page.0
}

impl Page {
    fn heading(&mut self, title: &str) {
        self.line("");
        self.line(&format!("## {title}"));
        self.line("");
    }

    fn list(&mut self, title: &str, items: Vec<String>) {
        if items.is_empty() {
            return;
        }
        self.heading(title);
        let more = items.len().saturating_sub(LISTED);
        for item in items.into_iter().take(LISTED) {
            self.line(&format!("- {item}"));
        }
        if more > 0 {
            self.line(&format!("- and {more} more"));
        }
    }

    fn missed(&mut self, overview: &Overview) {
        let missed = overview.missed.iter().map(|missed| {
            let pages: Vec<String> =
                missed.pages.iter().take(PAGES).map(|page| code(page)).collect();
            match pages.is_empty() {
                true => escape(&missed.message),
                false => format!("{}: {}", escape(&missed.message), pages.join(", ")),
            }
        });
        self.list("Missed thresholds", missed.collect());
    }

    fn since(&mut self, since: &SinceBaseline) {
        self.heading("Since the baseline");
        self.line(&format!(
            "{} worse, {} better, {} unchanged, {} new, {} gone.",
            since.worse.len(),
            since.better,
            since.same,
            since.new.len(),
            since.gone.len()
        ));
        if !since.worse.is_empty() {
            self.line("");
        }
        for page in since.worse.iter().take(LISTED) {
            self.line(&format!("- {}: {}", code(&page.url), escape(&page.changes.join(", "))));
        }
    }

    fn scores(&mut self, overview: &Overview) {
        self.heading("Scores");
        self.line("| Score | Band | Pages |");
        self.line("|---|---|---:|");
        for band in &overview.bands {
            let name = labels::band(band.band);
            self.line(&format!("| {} to {} | {name} | {} |", band.from, band.to, band.pages));
        }
        self.line("");
        if let Some(rest) = words::without_band(overview) {
            self.line(&rest);
            self.line("");
        }
        for engine in &overview.engines {
            self.line(&format!("- {}: {}", escape(&engine.name), words::engine(engine)));
        }
        if let Some(why) = words::why_not_known(overview) {
            self.line(&format!("- {}", escape(why)));
        }
    }

    fn causes(&mut self, causes: &[Cause]) {
        if causes.is_empty() {
            return;
        }
        self.heading(words::CAUSES);
        for (number, cause) in (1..).zip(causes.iter().take(SHOWN)) {
            let cost = words::cost(cause).map(|cost| format!(" ({cost})")).unwrap_or_default();
            self.line(&format!("{number}. {}{cost}", say(&cause.summary)));
            if !cause.fix.title.is_empty() {
                self.line(&format!("   - {}", say(&words::fix(cause))));
            }
            let pages: Vec<String> =
                cause.pages.iter().take(PAGES).map(|page| code(page)).collect();
            let checks: Vec<String> = cause.checks.iter().map(|check| code(check)).collect();
            let checks = match checks.as_slice() {
                [one] => format!("Check {one}"),
                all => format!("Checks {}", all.join(", ")),
            };
            let more = match cause.total.saturating_sub(pages.len()) {
                0 => String::new(),
                more => format!(" and {}", number_of(more, "more page")),
            };
            self.line(&format!("   - {checks}: {}{more}", pages.join(", ")));
        }
        if causes.len() > SHOWN {
            self.line("");
            let more = number_of(causes.len() - SHOWN, "more problem");
            self.line(&format!("And {more}."));
        }
    }

    fn across(&mut self, overview: &Overview) {
        let judged = &overview.site;
        if judged.findings.is_empty() && judged.not_judged.is_empty() {
            return;
        }
        self.heading(words::ACROSS);
        for finding in judged.findings.iter().take(SHOWN) {
            self.site_finding(finding);
        }
        if judged.findings.len() > SHOWN {
            self.line(&format!("- and {} more", judged.findings.len() - SHOWN));
        }
        for not in &judged.not_judged {
            self.line(&format!("- not judged: {} ({})", say(&not.reason), code(not.rule.id())));
        }
    }

    fn site_finding(&mut self, finding: &SiteFinding) {
        let severity = words::severity(finding.severity);
        let rule = code(finding.rule.id());
        self.line(&format!("- {severity}: {} ({rule})", say(&finding.summary)));
        self.line(&format!("  - Fix: {}", say(&finding.fix)));
        for page in finding.pages.iter().take(PAGES) {
            let url = code(&page.url);
            match page.detail.is_empty() {
                true => self.line(&format!("  - {url}")),
                false => self.line(&format!("  - {url}: {}", say(&page.detail))),
            }
        }
    }

    fn lowest(&mut self, overview: &Overview) {
        if overview.lowest_pages.is_empty() {
            return;
        }
        self.heading(words::LOWEST);
        self.line("| Score | Page | First fix |");
        self.line("|---:|---|---|");
        for page in overview.lowest_pages.iter().take(LOWEST_SHOWN) {
            let said = page.capped.iter().chain(&page.fix).map(|text| say(text));
            let fix = said.collect::<Vec<_>>().join(" ");
            // A bar in a code span would end the cell (GitHub's tables).
            let (url, fix) = (code(&page.url).replace('|', "\\|"), fix.replace('|', "\\|"));
            let url = match page.low_confidence {
                true => format!("{url} {}", words::UNSURE),
                false => url,
            };
            self.line(&format!("| {} | {url} | {fix} |", page.score));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{sample as hostile, site::sample};

    #[test]
    fn a_site_is_a_document() {
        insta::assert_snapshot!(site(&sample::overview()));
    }

    #[test]
    fn a_hostile_page_adds_no_line() {
        let lines = site(&sample::with_text("x").0).lines().count();
        for text in hostile::HOSTILE {
            assert_eq!(site(&sample::with_text(text).0).lines().count(), lines, "{text}");
        }
    }
}
