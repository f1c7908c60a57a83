//! A report in the words and numbers that its page shows.

mod fix;
mod sentence;

use std::cmp::Reverse;

use citable_checks::report::{
    Band, CategoryScore, CheckResult, EngineVerdict, Report, Status, Verdict,
};

use crate::render::fixes::{Fixes, IDLE_TITLE, TITLE};
use crate::render::{WHAT_THE_SCORE_SAYS, labels, untrusted};

pub(crate) use fix::{FixView, Link, LockedView};
pub(crate) use sentence::Sentence;

/// A report, ready to be put into templates. All of its texts still have to be escaped, but for
/// sentences, which are HTML.
pub(crate) struct View {
    pub(crate) score: u8,
    /// The score without its caps, where there are caps.
    pub(crate) raw_score: Option<u8>,
    pub(crate) band: &'static str,
    /// The class of the ring.
    pub(crate) band_class: &'static str,
    pub(crate) page: Link,
    /// Where the page answered, if that is another address.
    pub(crate) answered_at: Option<Link>,
    /// The page's title, in its own words.
    pub(crate) title: String,
    pub(crate) kind: String,
    pub(crate) coverage: String,
    pub(crate) scanned_at: String,
    pub(crate) engines: Vec<EngineView>,
    pub(crate) caps: Vec<CapView>,
    pub(crate) fixes_title: &'static str,
    pub(crate) fixes: Vec<FixView>,
    pub(crate) idle_title: &'static str,
    pub(crate) idle_fixes: Vec<FixView>,
    pub(crate) locked_line: String,
    pub(crate) locked: Vec<LockedView>,
    pub(crate) categories: Vec<CategoryView>,
    pub(crate) standing: Vec<String>,
    pub(crate) groups: Vec<GroupView>,
    pub(crate) note: &'static str,
    pub(crate) catalogue_version: String,
    pub(crate) registry_version: String,
    pub(crate) snapshot_hash: String,
}

pub(crate) struct EngineView {
    pub(crate) name: String,
    pub(crate) mark: &'static str,
    pub(crate) class: &'static str,
    pub(crate) verdict: &'static str,
    pub(crate) reach: u8,
    pub(crate) reasons: String,
}

pub(crate) struct CapView {
    pub(crate) limit: u8,
    pub(crate) reason: Sentence,
    pub(crate) checks: String,
}

pub(crate) struct CategoryView {
    pub(crate) title: String,
    /// The check of it that most needs a look.
    pub(crate) first: Option<String>,
    /// How long the bar is, of 100.
    pub(crate) bar: u8,
    pub(crate) score: String,
    pub(crate) weight: u8,
    pub(crate) passed: u8,
    pub(crate) warned: u8,
    pub(crate) failed: u8,
    pub(crate) not_applicable: u8,
}

pub(crate) struct GroupView {
    pub(crate) title: &'static str,
    /// Whether it is shown only when asked for.
    pub(crate) folded: bool,
    pub(crate) checks: Vec<CheckView>,
}

pub(crate) struct CheckView {
    pub(crate) anchor: String,
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) class: &'static str,
    pub(crate) mark: &'static str,
    pub(crate) status: &'static str,
    pub(crate) category: &'static str,
    pub(crate) weight: u8,
    pub(crate) strength: &'static str,
    pub(crate) summary: Sentence,
    pub(crate) details: Vec<DetailView>,
}

pub(crate) struct DetailView {
    pub(crate) label: Sentence,
    pub(crate) excerpt: String,
    /// None where there are none.
    pub(crate) notes: Option<Sentence>,
}

impl View {
    /// The view of a report that is already the viewer's.
    pub(crate) fn of(report: &Report) -> Self {
        let fixes = Fixes::of(report);
        let locked = fixes.locked.iter();
        Self {
            score: report.score.min(100),
            raw_score: (!report.caps.is_empty()).then_some(report.raw_score),
            band: labels::band(report.band),
            band_class: band_class(report.band),
            page: Link::page(&report.url),
            answered_at: (report.final_url != report.url).then(|| Link::page(&report.final_url)),
            title: untrusted(&report.page.title),
            kind: untrusted(&labels::page(report)),
            coverage: labels::coverage(report),
            scanned_at: untrusted(&report.scanned_at),
            engines: report.engines.iter().map(EngineView::of).collect(),
            caps: caps(report),
            fixes_title: TITLE,
            fixes: fixes.measured.iter().map(|fix| FixView::of(fix)).collect(),
            idle_title: IDLE_TITLE,
            idle_fixes: fixes.idle.iter().map(|fix| FixView::of(fix)).collect(),
            locked_line: fixes.locked_line(),
            locked: locked.map(|fix| LockedView::of(fix)).collect(),
            categories: report.categories.iter().map(|one| CategoryView::of(one, report)).collect(),
            standing: report.standing.iter().map(|one| labels::standing(one, report)).collect(),
            groups: groups(report),
            note: WHAT_THE_SCORE_SAYS,
            catalogue_version: untrusted(&report.catalogue_version),
            registry_version: untrusted(&report.registry_version),
            snapshot_hash: untrusted(&report.snapshot_hash),
        }
    }
}

impl EngineView {
    fn of(engine: &EngineVerdict) -> Self {
        let (mark, class) = match engine.verdict {
            Verdict::Eligible => ("✓", "pass"),
            Verdict::Limited => ("!", "warn"),
            Verdict::Blocked => ("✗", "fail"),
        };
        Self {
            name: untrusted(&engine.name),
            mark,
            class,
            verdict: labels::verdict(engine.verdict),
            reach: engine.reach,
            reasons: labels::reasons(&engine.reasons),
        }
    }
}

impl CategoryView {
    fn of(category: &CategoryScore, report: &Report) -> Self {
        let checks = report.checks.iter().filter(|check| check.category == category.id);
        let first = checks.min_by_key(|check| (place(check.status), worst_first(check)));
        Self {
            title: untrusted(&category.title),
            first: first.map(|check| anchor(&check.id)),
            bar: category.score.unwrap_or(0).min(100),
            score: labels::score_or(category.score, "–"),
            weight: category.weight,
            passed: category.passed,
            warned: category.warned,
            failed: category.failed,
            not_applicable: category.not_applicable,
        }
    }
}

impl CheckView {
    fn of(check: &CheckResult) -> Self {
        let (mark, status) = match check.status {
            Status::Fail => ("✗", "Failed"),
            Status::Warn => ("!", "Warning"),
            Status::Pass => ("✓", "Passed"),
            Status::Na => ("–", "Not applicable"),
        };
        let details = check.details.iter().map(|detail| DetailView {
            label: Sentence::of(&detail.label),
            excerpt: untrusted(&detail.excerpt),
            notes: Sentence::listed(&labels::notes(detail)),
        });
        Self {
            anchor: anchor(&check.id),
            id: untrusted(&check.id),
            title: untrusted(&check.title),
            class: labels::status_id(check.status),
            mark,
            status,
            category: labels::category(check.category),
            weight: check.weight,
            strength: labels::strength(check.evidence_strength),
            summary: Sentence::of(&check.summary),
            details: details.collect(),
        }
    }
}

fn caps(report: &Report) -> Vec<CapView> {
    let caps = report.caps.iter().map(|cap| CapView {
        limit: cap.limit,
        reason: Sentence::of(&cap.reason),
        checks: untrusted(&cap.check_ids.join(", ")),
    });
    caps.collect()
}

/// What failed stands first, worst first, and what needs no look is folded.
fn groups(report: &Report) -> Vec<GroupView> {
    let groups = labels::GROUPS.into_iter().map(|(status, title)| {
        let checks = report.checks.iter().filter(|check| check.status == status);
        let mut checks: Vec<&CheckResult> = checks.collect();
        if matches!(status, Status::Fail | Status::Warn) {
            checks.sort_by_key(|check| worst_first(check));
        }
        GroupView {
            title,
            folded: matches!(status, Status::Pass | Status::Na),
            checks: checks.into_iter().map(CheckView::of).collect(),
        }
    });
    groups.filter(|group| !group.checks.is_empty()).collect()
}

/// By the weight that is lost.
fn worst_first(check: &CheckResult) -> (Reverse<u32>, u8) {
    let lost = 100 - u32::from(check.value.unwrap_or(100).min(100));
    (Reverse(lost * u32::from(check.weight)), check.number)
}

fn place(status: Status) -> usize {
    labels::GROUPS.iter().position(|(group, _)| *group == status).unwrap_or(labels::GROUPS.len())
}

/// The name by which a check is linked to within the page.
fn anchor(id: &str) -> String {
    let letters = |char: &char| char.is_ascii_alphanumeric() || *char == '-';
    format!("check-{}", id.chars().filter(letters).collect::<String>())
}

const fn band_class(band: Band) -> &'static str {
    match band {
        Band::Excellent | Band::Good => "pass",
        Band::Fair => "warn",
        Band::Poor | Band::VeryWeak => "fail",
    }
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
        let view = View::of(&report);
        let order: Vec<&str> = view.groups[0].checks.iter().map(|check| &*check.id).collect();
        assert_eq!(order, ["http-fetch", "canonical"]);
        assert_eq!(view.categories[0].first.as_deref(), Some("check-http-fetch"));
    }

    #[test]
    fn what_needs_no_look_is_folded() {
        let view = View::of(&sample::report());
        let folded: Vec<bool> = view.groups.iter().map(|group| group.folded).collect();
        assert_eq!(folded, [false, false, true, true]);
    }
}
