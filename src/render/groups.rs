//! The checks of a report in groups, as every form for people shows them.

use std::cmp::Reverse;

use citable_checks::report::{CheckResult, Report, Status};

/// The groups in the order in which they matter, each with its heading.
const GROUPS: [(Status, &str); 4] = [
    (Status::Fail, "Failed"),
    (Status::Warn, "Warnings"),
    (Status::Pass, "Passed"),
    (Status::Na, "Not applicable"),
];

/// Checks of one verdict.
pub(super) struct Group<'a> {
    /// The verdict.
    pub(super) status: Status,
    /// The heading.
    pub(super) title: &'static str,
    /// What asks for work is worst first, the rest in catalogue order.
    pub(super) checks: Vec<&'a CheckResult>,
}

/// The groups of that report; none that is empty.
pub(super) fn groups(report: &Report) -> impl Iterator<Item = Group<'_>> {
    let groups = GROUPS.into_iter().map(|(status, title)| {
        let checks = report.checks.iter().filter(|check| check.status == status);
        let mut checks: Vec<&CheckResult> = checks.collect();
        if needs_work(status) {
            checks.sort_by_key(|check| worst_first(check));
        }
        Group { status, title, checks }
    });
    groups.filter(|group| !group.checks.is_empty())
}

/// Whether a check with that verdict asks for work.
pub(super) const fn needs_work(status: Status) -> bool {
    matches!(status, Status::Fail | Status::Warn)
}

/// The place of that verdict among the groups.
pub(super) fn place(status: Status) -> usize {
    GROUPS.iter().position(|(group, _)| *group == status).unwrap_or(GROUPS.len())
}

/// By the weight that is lost.
pub(super) fn worst_first(check: &CheckResult) -> (Reverse<u32>, u8) {
    let lost = 100 - u32::from(check.value.unwrap_or(100).min(100));
    (Reverse(lost * u32::from(check.weight)), check.number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample;

    #[test]
    fn the_worst_stands_first() {
        let mut report = sample::report();
        report.checks[0].status = Status::Fail;
        report.checks[0].value = Some(25);
        report.checks[0].weight = 8;
        let failed = groups(&report).next().unwrap();
        let order: Vec<&str> = failed.checks.iter().map(|check| check.id.as_str()).collect();
        assert_eq!((failed.status, order), (Status::Fail, vec!["http-fetch", "canonical"]));
    }

    #[test]
    fn no_group_is_empty() {
        let report = sample::unavailable();
        let titles: Vec<&str> = groups(&report).map(|group| group.title).collect();
        assert_eq!(titles, ["Failed"]);
    }
}
