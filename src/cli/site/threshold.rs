//! When a site is not good enough.

use citable_checks::site::{FoundCheck, SiteFinding};

use super::baseline::{Baseline, found_by};
use super::options::{FailOn, Thresholds};
use crate::cli::scan;
use crate::render::labels;
use crate::render::numbers::number_of;
use crate::render::site::overview::{Missed, SinceBaseline};
use crate::render::site::row::{PageRow, PageScan};

/// Pages that a missed threshold names.
const PAGES_NAMED: usize = 1_000;

/// The pages to check against the thresholds.
pub(super) struct Held<'a> {
    thresholds: &'a Thresholds,
    baseline: Option<&'a Baseline>,
    below: Pages,
    wanted: Vec<Wanted>,
}

/// A check or category that may not fail, and the pages where it does.
struct Wanted {
    name: scan::FailOn,
    failed: Pages,
    /// Pages of the baseline among those that are as bad as they were.
    known: usize,
    /// Pages where it warns and that doesn't count.
    warned: usize,
}

/// How many pages, and the first of them.
#[derive(Debug, Default)]
struct Pages {
    count: usize,
    names: Vec<String>,
}

impl Pages {
    fn add(&mut self, name: &str) {
        self.count += 1;
        if self.names.len() < PAGES_NAMED {
            self.names.push(name.to_owned());
        }
    }

    fn noun(&self) -> &'static str {
        if self.count == 1 { "page" } else { "pages" }
    }
}

impl<'a> Held<'a> {
    pub(super) fn new(thresholds: &'a Thresholds, baseline: Option<&'a Baseline>) -> Self {
        let wanted = thresholds.fail_on.iter().filter_map(|wanted| match *wanted {
            FailOn::Page(name) => {
                Some(Wanted { name, failed: Pages::default(), known: 0, warned: 0 })
            }
            FailOn::Site(_) => None,
        });
        Self { thresholds, baseline, below: Pages::default(), wanted: wanted.collect() }
    }

    /// Holds a page against what is for single pages. With a baseline, a page that was there is
    /// only held against itself.
    pub(super) fn page(&mut self, row: &PageRow, scan: &PageScan) {
        let is_known = self.baseline.is_some_and(|baseline| baseline.has(&row.url));
        if !is_known && self.thresholds.fail_under.is_some_and(|least| scan.score < least) {
            self.below.add(&row.url);
        }
        for wanted in &mut self.wanted {
            let name = wanted.name;
            let counts = |found: &FoundCheck| name.counts(&found.check, found.status);
            match scan.findings.iter().any(counts) {
                true if is_known => wanted.known += 1,
                true => wanted.failed.add(&row.url),
                false => {
                    let warns = |found: &FoundCheck| name.what.is(&found.check);
                    wanted.warned += usize::from(scan.findings.iter().any(warns));
                }
            }
        }
    }

    /// What `--fail-on` names and doesn't count, so that nobody takes silence for success.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for Wanted { name, known, warned, .. } in &self.wanted {
            if *known > 0 {
                notes.push(format!(
                    "`{}` {} on {} in the baseline; these count only if they got worse",
                    name.what.name(),
                    name.verb(),
                    number_of(*known, "page")
                ));
            }
            if *warned > 0 {
                notes.push(name.hint(&format!(" on {}", number_of(*warned, "page"))));
            }
        }
        notes
    }

    /// Every threshold that is missed; `before` is what the rules for sites find in the baseline.
    pub(super) fn missed(
        self,
        findings: &[SiteFinding],
        before: Option<&[SiteFinding]>,
        since: Option<&SinceBaseline>,
    ) -> Vec<Missed> {
        let mut missed = Vec::new();
        let allowed = usize::try_from(self.thresholds.allow.unwrap_or(0)).unwrap_or(usize::MAX);
        if let Some(least) = self.thresholds.fail_under
            && self.below.count > allowed
        {
            let (count, noun) = (self.below.count, self.below.noun());
            let new = if self.baseline.is_some() { "new " } else { "" };
            let verb = if count == 1 { "scores" } else { "score" };
            let allowed = match allowed {
                0 => String::new(),
                allowed => format!(", {allowed} allowed"),
            };
            let message = format!("{count} {new}{noun} {verb} below {least}{allowed}");
            missed.push(Missed { message, pages: self.below.names, rule: None });
        }
        for Wanted { name, failed: pages, .. } in self.wanted {
            if pages.count == 0 {
                continue;
            }
            let what = match name.what {
                scan::Meant::Check(id) => format!("check {id}"),
                scan::Meant::Category(category) => {
                    format!("a check of {}", labels::category_id(category))
                }
            };
            let (verb, count, noun) = (name.verb(), pages.count, pages.noun());
            let new = if self.baseline.is_some() { "new " } else { "" };
            let message = format!("{what} {verb} on {count} {new}{noun}");
            missed.push(Missed { message, pages: pages.names, rule: None });
        }
        for wanted in &self.thresholds.fail_on {
            let FailOn::Site(rule) = *wanted else { continue };
            let now = found_by(findings, rule);
            let message = match before.map(|before| found_by(before, rule)) {
                None if now > 0 => format!("site:{rule} fails on {}", number_of(now, "page")),
                Some(before) if now > before => format!(
                    "site:{rule} fails on {}, {before} in the baseline",
                    number_of(now, "page")
                ),
                _ => continue,
            };
            let of_rule = findings.iter().filter(|finding| finding.rule == rule);
            let pages = of_rule.flat_map(|finding| &finding.pages).map(|page| page.url.clone());
            missed.push(Missed { message, pages: pages.collect(), rule: Some(rule) });
        }
        if let Some(since) = since.filter(|since| !since.worse.is_empty()) {
            let mut pages = Pages::default();
            since.worse.iter().for_each(|page| pages.add(&page.url));
            let message = format!("{} {} got worse since the baseline", pages.count, pages.noun());
            missed.push(Missed { message, pages: pages.names, rule: None });
        }
        missed
    }
}

#[cfg(test)]
mod tests {
    use citable_checks::site::Rule;

    use super::*;
    use crate::render::site::sample;

    fn missed(thresholds: &Thresholds, findings: &[SiteFinding]) -> Vec<String> {
        let mut held = Held::new(thresholds, None);
        for row in sample::rows() {
            if let Some(scan) = &row.scan {
                held.page(&row, scan);
            }
        }
        held.missed(findings, None, None).into_iter().map(|missed| missed.message).collect()
    }

    fn on(names: &[&str]) -> Thresholds {
        let fail_on = names.iter().map(|name| name.parse().unwrap()).collect();
        Thresholds { fail_on, ..Thresholds::default() }
    }

    #[test]
    fn pages_may_not_score_below_a_limit() {
        let under = |fail_under, allow| Thresholds {
            fail_under: Some(fail_under),
            allow,
            ..Thresholds::default()
        };
        assert_eq!(missed(&under(75, None), &[]), ["2 pages score below 75"]);
        assert_eq!(missed(&under(75, Some(1)), &[]), ["2 pages score below 75, 1 allowed"]);
        assert!(missed(&under(75, Some(2)), &[]).is_empty());
        assert_eq!(missed(&under(41, None), &[]), ["1 page scores below 41"]);
    }

    #[test]
    fn a_warning_that_does_not_count_is_told() {
        let thresholds = on(&["canonical"]);
        let mut held = Held::new(&thresholds, None);
        let mut row = sample::row("/a", 50);
        row.scan.as_mut().unwrap().findings[0].status = citable_checks::report::Status::Warn;
        held.page(&row, row.scan.as_ref().unwrap());
        let notes = held.notes();
        assert!(notes[0].starts_with("`canonical` warns on 1 page."), "{notes:?}");
        assert!(notes[0].contains("--fail-on canonical:warn"), "{notes:?}");
        assert!(held.missed(&[], None, None).is_empty());
    }

    #[test]
    fn checks_categories_and_rules_may_not_fail() {
        assert_eq!(missed(&on(&["canonical"]), &[]), ["check canonical fails on 3 pages"]);
        assert_eq!(missed(&on(&["indexing"]), &[]), ["a check of indexing fails on 3 pages"]);
        assert_eq!(
            missed(&on(&["canonical:warn"]), &[]),
            ["check canonical fails or warns on 3 pages"]
        );
        assert!(missed(&on(&["access"]), &[]).is_empty());
        let findings = sample::overview().site.findings;
        assert_eq!(findings[0].rule, Rule::DuplicateHead);
        let told = missed(&on(&["site:duplicate-head"]), &findings);
        assert_eq!(told, ["site:duplicate-head fails on 3 pages"]);
        assert!(missed(&on(&["site:orphan"]), &findings).is_empty());
    }
}
