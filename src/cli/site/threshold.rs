//! When a site is not good enough.

use citable_checks::report::{Category, Status};
use citable_checks::site::{FoundCheck, SiteFinding};
use citable_checks::weights::spec_of;

use super::baseline::{Baseline, found_by};
use super::options::{FailOn, Thresholds};
use crate::cli::scan;
use crate::render::labels;
use crate::render::site::overview::{Missed, SinceBaseline};
use crate::render::site::row::{PageRow, PageScan};

/// Pages that a missed threshold names.
const PAGES_NAMED: usize = 1_000;

/// The pages that are held against thresholds.
pub(super) struct Held<'a> {
    thresholds: &'a Thresholds,
    baseline: Option<&'a Baseline>,
    below: Pages,
    /// Pages that fail each of the checks and categories that may not fail.
    failed: Vec<(scan::FailOn, Pages)>,
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
        let wanted = thresholds.fail_on.iter().filter_map(|wanted| match wanted {
            FailOn::Page(wanted) => Some((*wanted, Pages::default())),
            FailOn::Site(_) => None,
        });
        Self { thresholds, baseline, below: Pages::default(), failed: wanted.collect() }
    }

    /// Holds a page against what is for single pages. With a baseline, a page that was there is
    /// only held against itself, and a new one only against the score.
    pub(super) fn page(&mut self, row: &PageRow, scan: &PageScan) {
        if self.baseline.is_some_and(|baseline| baseline.has(&row.url)) {
            return;
        }
        if self.thresholds.fail_under.is_some_and(|least| scan.score < least) {
            self.below.add(&row.url);
        }
        if self.baseline.is_some() {
            return;
        }
        for (wanted, pages) in &mut self.failed {
            let mut failed = scan.findings.iter().filter(|found| found.status == Status::Fail);
            if failed.any(|found| is_meant(*wanted, found)) {
                pages.add(&row.url);
            }
        }
    }

    /// Every threshold that is missed.
    pub(super) fn missed(
        self,
        findings: &[SiteFinding],
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
            missed.push(Missed { message, pages: self.below.names });
        }
        for (wanted, pages) in self.failed.into_iter().filter(|(_, pages)| pages.count > 0) {
            let what = match wanted {
                scan::FailOn::Check(id) => format!("check {id} fails"),
                scan::FailOn::Category(category) => {
                    format!("a check of {} fails", labels::category_id(category))
                }
            };
            let message = format!("{what} on {} {}", pages.count, pages.noun());
            missed.push(Missed { message, pages: pages.names });
        }
        for wanted in &self.thresholds.fail_on {
            let FailOn::Site(rule) = *wanted else { continue };
            let now = found_by(findings, rule);
            let message = match self.baseline.map(|baseline| baseline.found_by(rule)) {
                None if now > 0 => format!("site:{rule} finds {now} pages"),
                Some(before) if now > before => {
                    format!("site:{rule} finds {now} pages, {before} in the baseline")
                }
                _ => continue,
            };
            let of_rule = findings.iter().filter(|finding| finding.rule == rule);
            let pages = of_rule.flat_map(|finding| &finding.pages).map(|page| page.url.clone());
            missed.push(Missed { message, pages: pages.collect() });
        }
        if let Some(since) = since.filter(|since| !since.worse.is_empty()) {
            let mut pages = Pages::default();
            since.worse.iter().for_each(|page| pages.add(&page.url));
            let message = format!("{} {} got worse since the baseline", pages.count, pages.noun());
            missed.push(Missed { message, pages: pages.names });
        }
        missed
    }
}

fn is_meant(wanted: scan::FailOn, found: &FoundCheck) -> bool {
    match wanted {
        scan::FailOn::Check(id) => found.check == id,
        scan::FailOn::Category(category) => category_of(found) == Some(category),
    }
}

fn category_of(found: &FoundCheck) -> Option<Category> {
    spec_of(&found.check).map(|spec| spec.category)
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
        held.missed(findings, None).into_iter().map(|missed| missed.message).collect()
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
    fn checks_categories_and_rules_may_not_fail() {
        assert_eq!(missed(&on(&["canonical"]), &[]), ["check canonical fails on 3 pages"]);
        assert_eq!(missed(&on(&["indexing"]), &[]), ["a check of indexing fails on 3 pages"]);
        assert!(missed(&on(&["access"]), &[]).is_empty());
        let findings = sample::overview().site.findings;
        assert_eq!(findings[0].rule, Rule::DuplicateHead);
        let told = missed(&on(&["site:duplicate-head"]), &findings);
        assert_eq!(told, ["site:duplicate-head finds 3 pages"]);
        assert!(missed(&on(&["site:orphan"]), &findings).is_empty());
    }
}
