//! When a report is not good enough.

use std::path::Path;
use std::str::FromStr;

use anyhow::bail;
use citable_checks::compare::Comparison;
use citable_checks::registry;
use citable_checks::report::{Category, CheckResult, Report, Status};
use citable_checks::viewer::Allowance;
use citable_checks::weights::{CATEGORIES, spec_of};

use crate::cli::nearest::nearest;
use crate::cli::{catalogue, compare, output, saved};
use crate::render::{labels, text};

/// What turns a name into one whose warnings count.
const WARN: &str = ":warn";

/// A check or a category that may not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct FailOn {
    /// What is meant.
    pub(in crate::cli) what: Meant,
    /// Whether a warning counts too.
    pub(in crate::cli) warnings: bool,
}

/// One check, or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Meant {
    /// The check with that id.
    Check(&'static str),
    /// Every check of that category.
    Category(Category),
}

impl FromStr for FailOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim().to_ascii_lowercase();
        match wanted.strip_suffix(WARN) {
            Some(name) => Ok(Self { what: name.parse()?, warnings: true }),
            None => Ok(Self { what: wanted.parse()?, warnings: false }),
        }
    }
}

impl FromStr for Meant {
    type Err = String;

    fn from_str(wanted: &str) -> Result<Self, Self::Err> {
        if wanted.is_empty() {
            return Err(
                "use a check or category, such as canonical, canonical:warn or access".to_owned()
            );
        }
        let category = CATEGORIES.iter().find(|(id, _)| labels::category_id(*id) == wanted);
        if let Some((category, _)) = category {
            return Ok(Self::Category(*category));
        }
        if let Some(number) = catalogue::number(wanted) {
            return catalogue::numbered(number).map(|check| Self::Check(check.spec.id));
        }
        if let Some(check) = registry::explain(wanted) {
            return Ok(Self::Check(check.spec.id));
        }
        if spec_of(wanted).is_some() {
            return Err(format!(
                "`{wanted}` is planned but doesn't run yet. `citable checks` lists those that do"
            ));
        }
        let categories = CATEGORIES.iter().map(|(id, _)| labels::category_id(*id));
        let checks = registry::explanations().map(|check| check.spec.id);
        let names = nearest(wanted, checks.chain(categories));
        Err(format!("no such check or category. {}", catalogue::meant(&names)))
    }
}

impl Meant {
    /// Whether that check is meant.
    pub(in crate::cli) fn is(self, id: &str) -> bool {
        match self {
            Self::Check(check) => check == id,
            Self::Category(category) => spec_of(id).is_some_and(|spec| spec.category == category),
        }
    }

    /// The name, as it is written.
    pub(in crate::cli) fn name(self) -> &'static str {
        match self {
            Self::Check(id) => id,
            Self::Category(category) => labels::category_id(category),
        }
    }
}

impl FailOn {
    /// Whether a check that ended so counts.
    pub(in crate::cli) fn counts(self, id: &str, status: Status) -> bool {
        let is_bad = status == Status::Fail || (self.warnings && status == Status::Warn);
        is_bad && self.what.is(id)
    }

    /// What must not happen: "fails", or "fails or warns".
    pub(in crate::cli) const fn verb(self) -> &'static str {
        if self.warnings { "fails or warns" } else { "fails" }
    }

    /// How to count warnings, where a check warns that may not fail. `place` says on how many pages.
    pub(in crate::cli) fn hint(self, place: &str) -> String {
        let name = self.what.name();
        format!(
            "`{name}` warns{place}. --fail-on {name} counts failures only; --fail-on {name}{WARN} \
             counts warnings too"
        )
    }

    /// The message where the report fails it.
    pub(super) fn miss(self, report: &Report) -> Option<String> {
        let missed: Vec<&CheckResult> =
            report.checks.iter().filter(|check| self.counts(&check.id, check.status)).collect();
        match (self.what, missed.as_slice()) {
            (_, []) => None,
            (Meant::Check(id), [check, ..]) if check.status == Status::Warn => {
                Some(format!("check {id} warns"))
            }
            (Meant::Check(id), _) => Some(format!("check {id} fails")),
            (Meant::Category(category), missed) => {
                let ids: Vec<&str> = missed.iter().map(|check| check.id.as_str()).collect();
                let what = if self.warnings { "failing or warning" } else { "failing" };
                let name = labels::category_id(category);
                Some(format!("category {name} has {what} checks: {}", ids.join(", ")))
            }
        }
    }

    /// What to say where it is not missed, and either nothing could be judged that it is about, or
    /// something warns.
    pub(super) fn caution(self, report: &Report) -> Option<String> {
        let mut judged = report.checks.iter().filter(|check| check.status != Status::Na);
        let name = self.what.name();
        if self.what.is(labels::ROBOTS_CHECKS[0]) && !labels::knows_robots(report) {
            return Some(format!(
                "robots.txt wasn't read, so --fail-on {name} didn't check it. Pass it with --robots"
            ));
        }
        if !judged.any(|check| self.what.is(&check.id)) {
            return Some(format!(
                "`{name}` doesn't apply here, so --fail-on {name} checked nothing"
            ));
        }
        let warns = |check: &CheckResult| check.status == Status::Warn && self.what.is(&check.id);
        let is_near = !self.warnings && report.checks.iter().any(warns);
        (is_near && self.miss(report).is_none()).then(|| self.hint(""))
    }
}

/// The report to compare the page with.
pub(super) struct Baseline(Report);

impl Baseline {
    /// Reads it from a file.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        saved::report(path).map(Self)
    }

    /// In what the page got worse. What changed is shown on standard error.
    ///
    /// # Errors
    /// When the baseline is of another page.
    pub(super) fn regressions(&self, report: &Report) -> anyhow::Result<Vec<String>> {
        let Self(baseline) = self;
        if baseline.url != report.url {
            bail!(
                "the baseline is a report of {}, but this page is {}. Use a report of the same page; \
                 --base-url sets the URL of a file",
                saved::page_of(baseline),
                saved::page_of(report)
            );
        }
        for caution in compare::cautions(baseline, report) {
            output::note(&caution);
        }
        let comparison = Comparison::of(baseline, report, Allowance::All);
        output::tell(&text::comparison(&comparison, text::Layout::PLAIN));
        let mut worse = Vec::new();
        if comparison.score_delta < 0 {
            let (before, now) = (comparison.from.score, comparison.to.score);
            worse.push(format!("score fell from {before} to {now}"));
        }
        let flips = comparison.flipped_checks.iter();
        worse.extend(flips.filter(|check| badness(check.to) > badness(check.from)).map(|check| {
            let (before, now) = (labels::status(check.from), labels::status(check.to));
            format!("check {} went from {before} to {now}", check.id)
        }));
        Ok(worse)
    }
}

/// A check that does not apply is as good as one that passes: it asks for nothing.
const fn badness(status: Status) -> u8 {
    match status {
        Status::Pass | Status::Na => 0,
        Status::Warn => 1,
        Status::Fail => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample;

    #[test]
    fn a_name_is_a_check_or_a_category() {
        let fails = |what| Ok(FailOn { what, warnings: false });
        assert_eq!("Access".parse(), fails(Meant::Category(Category::Access)));
        assert_eq!("schema".parse(), fails(Meant::Category(Category::Schema)));
        assert_eq!(" canonical".parse(), fails(Meant::Check("canonical")));
        let what = Meant::Check("canonical");
        assert_eq!("canonical:WARN".parse(), Ok(FailOn { what, warnings: true }));
        assert!(":warn".parse::<FailOn>().unwrap_err().contains("check or category"));
        assert!("cannonical".parse::<FailOn>().unwrap_err().contains("Did you mean canonical"));
        assert_eq!("8".parse(), fails(Meant::Check("canonical")));
        assert_eq!("#8".parse(), fails(Meant::Check("canonical")));
        assert!("35".parse::<FailOn>().unwrap_err().contains("Use 1 to 34"));
        assert!("zebra".parse::<FailOn>().unwrap_err().ends_with("lists all checks"));
        assert!("acces".parse::<FailOn>().unwrap_err().contains("access"));
    }

    #[test]
    fn only_what_fails_is_missed() {
        let report = sample::report();
        let on = |name: &str| name.parse::<FailOn>().unwrap();
        let miss = |name: &str| on(name).miss(&report);
        assert_eq!(miss("canonical").unwrap(), "check canonical fails");
        assert_eq!(miss("robots-search-bots"), None, "it warns");
        assert_eq!(miss("robots-search-bots:warn").unwrap(), "check robots-search-bots warns");
        let hint = on("robots-search-bots").caution(&report).unwrap();
        assert!(hint.contains("--fail-on robots-search-bots:warn counts warnings too"), "{hint}");
        assert_eq!(on("robots-search-bots:warn").caution(&report), None);
        assert_eq!(miss("robots-user-fetchers:warn"), None, "it does not apply");
        assert_eq!(miss("indexing").unwrap(), "category indexing has failing checks: canonical");
        assert_eq!(miss("schema"), None);
    }

    #[test]
    fn what_could_not_be_judged_is_said_to_be_unchecked() {
        let mut report = sample::report();
        let on = |name: &str| name.parse::<FailOn>().unwrap();
        let told = on("robots-user-fetchers").caution(&report).unwrap();
        assert!(told.ends_with("--fail-on robots-user-fetchers checked nothing"), "{told}");
        for check in &mut report.checks {
            if check.id == "robots-search-bots" {
                check.status = Status::Na;
            }
        }
        for name in ["access", "robots-search-bots"] {
            let told = on(name).caution(&report).unwrap();
            assert!(told.contains("robots.txt wasn't read") && told.contains("--robots"), "{told}");
        }
    }

    #[test]
    fn a_page_got_worse_by_its_score_or_by_a_check() {
        let (before, after) = (sample::report(), sample::later());
        let regressions = |from: &Report, to: &Report| Baseline(from.clone()).regressions(to);
        assert_eq!(
            regressions(&before, &after).unwrap(),
            ["check http-fetch went from pass to warn"]
        );
        assert_eq!(
            regressions(&after, &before).unwrap(),
            ["score fell from 80 to 73", "check canonical went from pass to fail"]
        );
        assert!(regressions(&before, &before).unwrap().is_empty());
    }

    #[test]
    fn what_begins_or_ceases_to_apply() {
        let before = sample::report();
        let mut after = sample::report();
        after.checks[3].status = Status::Na;
        after.checks[2].status = Status::Fail;
        assert_eq!(
            Baseline(before).regressions(&after).unwrap(),
            ["check robots-user-fetchers went from n/a to fail"]
        );
    }

    #[test]
    fn another_page_is_no_baseline() {
        let error = Baseline(sample::report()).regressions(&sample::unavailable()).unwrap_err();
        assert!(error.to_string().contains("--base-url"));
    }
}
