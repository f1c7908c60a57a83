//! A site for a terminal: what to fix, what only the site shows, the lowest pages, and the scores.

use citable_checks::report::{Band, Status};
use citable_checks::site::{Cause, Severity, SiteFinding};

use super::wrap::{Run, columns, runs};
use super::{BOLD, DIM, GREEN, Layout, Page, RED, YELLOW};
use crate::render::numbers::number_of;
use crate::render::site::overview::{EngineCount, Overview, SinceBaseline};
use crate::render::site::words;
use crate::render::{labels, sentence, untrusted};

/// Causes that are shown; the verbose report shows all.
const CAUSES: usize = 10;
/// Findings of the rules of a site that are shown, likewise.
const FINDINGS: usize = 8;
/// Pages that each of them names.
const PAGES: usize = 3;
/// Lines of a list, likewise.
const LISTED: usize = 10;
/// The columns of a band's bar.
const BAR: usize = 20;
/// The columns before what belongs to a cause.
const INDENT: usize = 6;

/// What is said of a site, with a line feed at the end.
pub fn site(overview: &Overview, layout: Layout) -> String {
    let mut page = Page::new(layout);
    page.flow(&[], &[Run::painted(BOLD, untrusted(&overview.target))], 2);
    page.say("", &words::summary(overview), 0);
    page.bands(overview);
    page.reach(overview);
    page.causes(&overview.causes);
    page.across(overview);
    page.lowest(overview);
    if let Some(since) = &overview.since_baseline {
        page.since(since);
    }
    let failures = overview.failures.iter();
    page.list(
        words::NOT_SCANNED,
        "page",
        failures.map(|page| format!("{}: {}", untrusted(&page.url), sentence(&page.message))),
    );
    page.list(words::IGNORED, "check", overview.ignored.iter().map(words::ignored));
    page.list(words::NOTES, "note", overview.notes.iter().map(|note| untrusted(note)));
    page.line("");
    page.flow(&[], &[Run::painted(DIM, words::NO_SCORE)], 0);
    page.text
}

impl Page {
    fn bands(&mut self, overview: &Overview) {
        if overview.scanned == 0 {
            return;
        }
        self.title("Scores");
        let digits = overview.scanned.to_string().len();
        for band in &overview.bands {
            let style = match band.band {
                Band::Excellent | Band::Good => GREEN,
                Band::Fair => YELLOW,
                Band::Poor | Band::VeryWeak => RED,
            };
            let share = u8::try_from(band.pages * 100 / overview.scanned).unwrap_or(100);
            let bar = self.bar(share, BAR, style);
            let range = format!("{} to {}", band.from, band.to);
            self.line(&format!(
                "  {range:<9}  {:<9}  {:>digits$}  {bar}",
                labels::band(band.band),
                band.pages
            ));
        }
        if let Some(rest) = words::without_band(overview) {
            self.say("  ", &rest, 2);
        }
    }

    fn reach(&mut self, overview: &Overview) {
        if overview.engines.is_empty() {
            return;
        }
        self.title("Answer engines");
        // Without a URL, all that is known may be that nothing is.
        let without_url = overview.without_url;
        let says_nothing = |engine: &EngineCount| engine.blocked + engine.limited == 0;
        let engines: Vec<&EngineCount> =
            overview.engines.iter().filter(|one| !without_url || !says_nothing(one)).collect();
        let name = engines.iter().map(|engine| columns(&engine.name)).max().unwrap_or(0);
        for engine in engines {
            let (mark, style) = match (engine.blocked, engine.limited, engine.unknown) {
                (0, 0, 0) => ("✓", GREEN),
                (0, 0, _) => ("?", DIM),
                (0, ..) => ("!", YELLOW),
                _ => ("✗", RED),
            };
            let before = [
                Run::plain("  "),
                Run::painted(style, mark),
                Run::plain(format!(" {:<name$}  ", untrusted(&engine.name))),
            ];
            self.flow(&before, &[Run::plain(words::engine(engine))], 4);
        }
        if let Some(why) = words::why_not_known(overview) {
            self.say("  ", why, 2);
        }
    }

    /// How many entries of a list of that length are shown.
    fn shown(&self, most: usize) -> usize {
        if self.layout.verbose { usize::MAX } else { most }
    }

    /// Says how many of the things with that name aren't shown.
    fn more(&mut self, left: usize, name: &str) {
        if left > 0 {
            let more = number_of(left, &format!("more {name}"));
            let note = format!("and {more}. Use --verbose for all.");
            self.flow(&[Run::plain("  ")], &[Run::painted(DIM, note)], 2);
        }
    }

    fn causes(&mut self, causes: &[Cause]) {
        if causes.is_empty() {
            return;
        }
        self.title(words::CAUSES);
        let shown = self.shown(CAUSES);
        for (number, cause) in (1..).zip(causes.iter().take(shown)) {
            self.cause(number, cause);
        }
        self.more(causes.len().saturating_sub(shown), "problem");
    }

    fn cause(&mut self, number: usize, cause: &Cause) {
        let (mark, style) = match cause.status {
            Status::Fail => ("✗", RED),
            _ => ("!", YELLOW),
        };
        let before =
            [Run::plain(format!("  {number:>2}. ")), Run::painted(style, mark), Run::plain(" ")];
        self.flow(&before, &runs(&sentence(&cause.summary), None), INDENT);
        if !cause.fix.title.is_empty() {
            let mut fix = runs(&words::fix(cause), None);
            if let Some(cost) = words::cost(cause) {
                fix.push(Run::painted(GREEN, format!(" ({cost})")));
            }
            self.flow(&[Run::plain(" ".repeat(INDENT))], &fix, INDENT + 2);
        }
        let shown = self.shown(PAGES);
        let checks: Vec<String> = cause.checks.iter().map(|check| untrusted(check)).collect();
        let pages: Vec<String> =
            cause.pages.iter().take(shown).map(|page| untrusted(page)).collect();
        let more = cause.total.saturating_sub(pages.len());
        let more = match more {
            0 => String::new(),
            _ => format!(" and {}", number_of(more, "more page")),
        };
        let pages = format!("{}: {}{more}", checks.join(", "), pages.join(" "));
        self.flow(&[Run::plain(" ".repeat(INDENT))], &[Run::painted(DIM, pages)], INDENT + 2);
    }

    fn across(&mut self, overview: &Overview) {
        let judged = &overview.site;
        if judged.findings.is_empty() && judged.not_judged.is_empty() {
            return;
        }
        self.title(words::ACROSS);
        let shown = self.shown(FINDINGS);
        for finding in judged.findings.iter().take(shown) {
            self.site_finding(finding);
        }
        self.more(judged.findings.len().saturating_sub(shown), "finding");
        // Rules with one reason share a line.
        for alike in judged.not_judged.chunk_by(|one, other| one.reason == other.reason) {
            let rules: Vec<&str> = alike.iter().map(|not| not.rule.id()).collect();
            let reason = alike.first().map(|not| sentence(&not.reason)).unwrap_or_default();
            let text = format!("{}: {reason}", rules.join(", "));
            self.flow(&[Run::plain("  - ")], &[Run::painted(DIM, text)], 4);
        }
    }

    fn site_finding(&mut self, finding: &SiteFinding) {
        let (mark, style) = match finding.severity {
            Severity::Fail => ("✗", RED),
            Severity::Warn => ("!", YELLOW),
        };
        let before = [Run::plain("  "), Run::painted(style, mark), Run::plain(" ")];
        self.flow(&before, &runs(&sentence(&finding.summary), None), 4);
        self.say("    ", &format!("Fix: {}", sentence(&finding.fix)), 6);
        for page in finding.pages.iter().take(self.shown(PAGES)) {
            self.say("      ", &words::found(page), 8);
        }
        let rest = finding.total.saturating_sub(self.shown(PAGES));
        let rule = match (rest, finding.pages.is_empty()) {
            (0, _) | (_, true) => finding.rule.to_string(),
            _ => format!("and {} ({})", number_of(rest, "more page"), finding.rule),
        };
        self.flow(&[Run::plain("      ")], &[Run::painted(DIM, rule)], 6);
    }

    fn lowest(&mut self, overview: &Overview) {
        if overview.lowest_pages.is_empty() {
            return;
        }
        let title = if self.layout.verbose { words::PAGES } else { words::LOWEST };
        self.title(title);
        for page in &overview.lowest_pages {
            let before = [Run::plain(format!("  {:>3}  ", page.score))];
            let mut address = vec![Run::plain(untrusted(&page.url))];
            if page.low_confidence {
                address.push(Run::painted(DIM, format!(" {}", words::UNSURE)));
            }
            self.flow(&before, &address, 7);
            if let Some(capped) = &page.capped {
                self.flow(&[Run::plain("       ")], &runs(&sentence(capped), Some(YELLOW)), 9);
            }
            if let Some(fix) = &page.fix {
                self.flow(&[Run::plain("       ")], &runs(&sentence(fix), Some(DIM)), 9);
            }
        }
    }

    fn since(&mut self, since: &SinceBaseline) {
        self.title("Since the baseline");
        self.line(&format!(
            "  {} worse, {} better, {} unchanged, {} new, {} gone",
            since.worse.len(),
            since.better,
            since.same,
            since.new.len(),
            since.gone.len()
        ));
        let shown = self.shown(LISTED);
        for page in since.worse.iter().take(shown) {
            let text = format!("{}: {}", untrusted(&page.url), untrusted(&page.changes.join(", ")));
            let before = [Run::plain("  "), Run::painted(RED, "✗"), Run::plain(" ")];
            self.flow(&before, &[Run::plain(text)], 4);
        }
        self.more(since.worse.len().saturating_sub(shown), "page");
        let gone: Vec<String> = since.gone.iter().take(shown).map(|page| untrusted(page)).collect();
        if !gone.is_empty() {
            let text = format!("Gone: {}", gone.join(" "));
            self.flow(&[Run::plain("  ")], &[Run::painted(DIM, text)], 4);
        }
    }

    fn list(&mut self, title: &str, name: &str, items: impl ExactSizeIterator<Item = String>) {
        let (all, shown) = (items.len(), self.shown(LISTED));
        if all == 0 {
            return;
        }
        self.title(title);
        for item in items.take(shown) {
            self.say("  - ", &item, 4);
        }
        self.more(all.saturating_sub(shown), name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{sample as hostile, site::sample};

    #[test]
    fn a_site_reads_well() {
        insta::assert_snapshot!(site(&sample::overview(), Layout::PLAIN));
    }

    #[test]
    fn without_a_url_only_obstacles_in_the_pages_are_named() {
        let mut overview = sample::overview();
        overview.without_url = true;
        let shown = site(&overview, Layout::PLAIN);
        assert!(shown.contains("Answer engines\n  Whether crawlers may fetch these"), "{shown}");
        assert!(!shown.contains("eligible"), "{shown}");
        let google = &mut overview.engines[0];
        (google.blocked, google.unknown, google.eligible) = (1, google.eligible, 0);
        let shown = site(&overview, Layout::PLAIN);
        assert!(shown.contains("✗ Google  1 blocked, 3 not known\n  Whether"), "{shown}");
    }

    #[test]
    fn a_hostile_page_does_not_act_on_the_terminal() {
        for text in hostile::HOSTILE {
            let shown = site(&sample::with_text(text).0, Layout::PLAIN);
            assert!(!shown.chars().any(|char| char.is_control() && char != '\n'), "{shown}");
        }
    }
}
