//! Checks in the words that a page shows.

use citable_checks::report::{CheckResult, Detail, Report, Status};

use super::Sentence;
use crate::render::groups::{groups, needs_work};
use crate::render::{labels, untrusted};

/// The details of one check that are shown at once; the rest is folded.
const DETAILS_MAX: usize = 6;

pub(crate) struct GroupView {
    /// The name by which it is linked to within the page.
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    /// Whether it is shown only when asked for.
    pub(crate) folded: bool,
    pub(crate) checks: Vec<CheckView>,
}

pub(crate) struct CheckView {
    pub(crate) anchor: String,
    pub(crate) id: String,
    /// What is wrong, or what the check asks for where nothing is.
    pub(crate) heading: Sentence,
    /// The other one of the two.
    pub(crate) other: Sentence,
    pub(crate) needs_work: bool,
    pub(crate) class: &'static str,
    pub(crate) mark: &'static str,
    pub(crate) status: &'static str,
    pub(crate) category: &'static str,
    pub(crate) weight: u8,
    pub(crate) strength: &'static str,
    pub(crate) details: Vec<DetailView>,
    /// Further details.
    pub(crate) more: Vec<DetailView>,
}

pub(crate) struct DetailView {
    pub(crate) label: Sentence,
    pub(crate) excerpt: String,
    /// None where there are none.
    pub(crate) notes: Option<Sentence>,
}

/// What failed stands first, worst first, and what needs no look is folded.
pub(super) fn groups_of(report: &Report) -> Vec<GroupView> {
    let view = |group: crate::render::groups::Group<'_>| GroupView {
        id: group_id(group.status),
        title: group.title,
        folded: !needs_work(group.status),
        checks: group.checks.into_iter().map(CheckView::of).collect(),
    };
    groups(report).map(view).collect()
}

const fn group_id(status: Status) -> &'static str {
    match status {
        Status::Fail => "failed",
        Status::Warn => "warnings",
        Status::Pass => "passed",
        Status::Na => "not-applicable",
    }
}

/// The name by which a check is linked to within the page.
pub(super) fn anchor(id: &str) -> String {
    let letters = |char: &char| char.is_ascii_alphanumeric() || *char == '-';
    format!("check-{}", id.chars().filter(letters).collect::<String>())
}

impl CheckView {
    fn of(check: &CheckResult) -> Self {
        let (mark, status) = match check.status {
            Status::Fail => ("✗", "Failed"),
            Status::Warn => ("!", "Warning"),
            Status::Pass => ("✓", "Passed"),
            Status::Na => ("–", "Not applicable"),
        };
        let needs_work = needs_work(check.status);
        let (heading, other) = match needs_work {
            true => (&check.summary, &check.title),
            false => (&check.title, &check.summary),
        };
        let mut details: Vec<DetailView> = check.details.iter().map(DetailView::of).collect();
        let more = details.split_off(details.len().min(DETAILS_MAX));
        Self {
            anchor: anchor(&check.id),
            id: untrusted(&check.id),
            heading: Sentence::of(heading),
            other: Sentence::of(other),
            needs_work,
            class: labels::status_id(check.status),
            mark,
            status,
            category: labels::category(check.category),
            weight: check.weight,
            strength: labels::strength(check.evidence_strength),
            details,
            more,
        }
    }
}

impl DetailView {
    fn of(detail: &Detail) -> Self {
        Self {
            label: Sentence::of(&detail.label),
            excerpt: untrusted(&detail.excerpt),
            notes: Sentence::listed(&labels::notes(detail)),
        }
    }
}
