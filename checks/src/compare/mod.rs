//! What changed between two reports of one page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report::{
    Category, CheckResult, PageKind, Recommendation, RecommendedFix, RenderingState, Report,
    ScoreLength, Status,
};
use crate::viewer::Allowance;

/// Comparison of two reports of one URL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// Normalized URL of both scans.
    pub url: String,
    /// Baseline scan.
    pub from: ComparedScan,
    /// Newer scan.
    pub to: ComparedScan,
    /// Change of the score in points.
    #[schemars(range(min = -100, max = 100))]
    pub score_delta: i16,
    /// Changes by category, in catalogue order.
    pub categories: Vec<CategoryDelta>,
    /// Checks whose verdict changed.
    pub flipped_checks: Vec<FlippedCheck>,
    /// Checks that warn in both scans and whose points changed. Empty in older comparisons.
    #[serde(default)]
    pub moved_checks: Vec<MovedCheck>,
    /// Fixes, split into resolved, no longer applicable, new and open.
    pub recommendations: RecommendationChanges,
    /// Number of fixes whose titles are withheld.
    pub withheld: u32,
}

/// One of two compared scans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparedScan {
    /// ID of the scan.
    pub id: String,
    /// Score from 0 to 100.
    #[schemars(range(max = 100))]
    pub score: u8,
    /// Time at which the page was fetched.
    pub scanned_at: String,
    /// Kind of page. If this differs, other checks apply to the page. Null in older comparisons.
    #[serde(default)]
    pub kind: Option<PageKind>,
    /// Whether the page was rendered. If this differs, the scores measure JavaScript differently.
    #[serde(default)]
    pub rendering: RenderingState,
    /// Length of the text, and the share of the score that it leaves; null if length doesn't count.
    #[serde(default)]
    pub length: Option<ScoreLength>,
}

/// Change of one category's score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryDelta {
    /// ID of the category.
    pub id: Category,
    /// Display name of the category.
    pub title: String,
    /// Score in the baseline; null if no check applied.
    #[schemars(range(max = 100))]
    pub from: Option<u8>,
    /// Score in the newer scan; null if no check applied.
    #[schemars(range(max = 100))]
    pub to: Option<u8>,
    /// Change in points; null if either score is.
    #[schemars(range(min = -100, max = 100))]
    pub delta: Option<i16>,
}

/// Check whose verdict changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlippedCheck {
    /// ID of the check.
    pub id: String,
    /// Title of the check: the good state.
    pub title: String,
    /// Category of the check.
    pub category: Category,
    /// Verdict in the baseline.
    pub from: Status,
    /// Verdict in the newer scan.
    pub to: Status,
}

/// Check that warns in both scans and whose points changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedCheck {
    /// ID of the check.
    pub id: String,
    /// Title of the check: the good state.
    pub title: String,
    /// Category of the check.
    pub category: Category,
    /// Points of 100 in the baseline.
    #[schemars(range(max = 100))]
    pub from: u8,
    /// Points of 100 in the newer scan.
    #[schemars(range(max = 100))]
    pub to: u8,
}

/// Fixes of two reports, split by what changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecommendationChanges {
    /// Fixes recommended before, but no longer: their checks pass, or have other fixes now.
    pub resolved: Vec<ComparedFix>,
    /// Fixes recommended before whose checks no longer apply to the page. Nothing was resolved.
    #[serde(default)]
    pub no_longer_applicable: Vec<ComparedFix>,
    /// Fixes recommended now, but not before.
    pub new: Vec<ComparedFix>,
    /// Fixes recommended in both reports.
    pub open: Vec<ComparedFix>,
}

/// Fix in a comparison. Its title is shown only if the viewer may see the fix in full in the report
/// it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparedFix {
    /// IDs of the checks it fixes, in catalogue order.
    pub check_ids: Vec<String>,
    /// True if the title is withheld.
    pub locked: bool,
    /// What to do; null if withheld.
    pub title: Option<String>,
}

impl Comparison {
    /// Compares two whole reports of one page for that viewer.
    #[must_use]
    pub fn of(from: &Report, to: &Report, allowance: Allowance) -> Self {
        let recommendations = changes(from, to, allowance);
        let RecommendationChanges { resolved, no_longer_applicable, new, open } = &recommendations;
        let all = [resolved, no_longer_applicable, new, open].into_iter().flatten();
        let withheld = all.filter(|fix| fix.locked).count();
        Self {
            url: to.url.clone(),
            from: scan(from),
            to: scan(to),
            score_delta: i16::from(to.score) - i16::from(from.score),
            categories: categories(from, to),
            flipped_checks: flipped(from, to).collect(),
            moved_checks: moved(from, to).collect(),
            recommendations,
            withheld: u32::try_from(withheld).unwrap_or(u32::MAX),
        }
    }

    /// Whether JavaScript was seen to run in one of the two scans alone.
    #[must_use]
    pub fn rendered_once(&self) -> bool {
        let is_seen = |scan: &ComparedScan| scan.rendering == RenderingState::Seen;
        is_seen(&self.from) != is_seen(&self.to)
    }
}

fn scan(report: &Report) -> ComparedScan {
    let Report { id, score, scanned_at, page, rendering, length, .. } = report;
    ComparedScan {
        id: id.clone(),
        score: *score,
        scanned_at: scanned_at.clone(),
        kind: Some(page.kind),
        rendering: rendering.state,
        length: *length,
    }
}

fn categories(from: &Report, to: &Report) -> Vec<CategoryDelta> {
    let pairs = to.categories.iter().map(|now| {
        let before = from.categories.iter().find(|before| before.id == now.id);
        (before.and_then(|before| before.score), now)
    });
    pairs
        .map(|(from, now)| CategoryDelta {
            id: now.id,
            title: now.title.clone(),
            from,
            to: now.score,
            delta: from.zip(now.score).map(|(from, to)| i16::from(to) - i16::from(from)),
        })
        .collect()
}

fn flipped(from: &Report, to: &Report) -> impl Iterator<Item = FlippedCheck> {
    to.checks.iter().filter_map(|now| {
        let before = from.checks.iter().find(|before| before.id == now.id)?;
        (before.status != now.status).then(|| flip(before, now))
    })
}

fn moved(from: &Report, to: &Report) -> impl Iterator<Item = MovedCheck> {
    to.checks.iter().filter_map(|now| {
        let before = from.checks.iter().find(|before| before.id == now.id)?;
        let (old, new) = before.value.zip(now.value)?;
        (before.status == now.status && old != new).then(|| MovedCheck {
            id: now.id.clone(),
            title: now.title.clone(),
            category: now.category,
            from: old,
            to: new,
        })
    })
}

fn flip(before: &CheckResult, now: &CheckResult) -> FlippedCheck {
    FlippedCheck {
        id: now.id.clone(),
        title: now.title.clone(),
        category: now.category,
        from: before.status,
        to: now.status,
    }
}

/// A fix is in another report if that has one of its ID, or fixes for all of its checks: they may
/// be mended together with others, or apart. Checks that don't apply there don't count.
fn changes(from: &Report, to: &Report, allowance: Allowance) -> RecommendationChanges {
    let is_in = |fix: &RecommendedFix, report: &Report| {
        let others = || report.recommendations.iter().filter_map(Recommendation::full);
        let applies = |id: &&String| {
            report.checks.iter().any(|check| check.id == **id && check.status != Status::Na)
        };
        let mut ids = fix.check_ids.iter().filter(applies).peekable();
        others().any(|other| other.id == fix.id)
            || (ids.peek().is_some() && ids.all(|id| others().any(|it| it.check_ids.contains(id))))
    };
    let of = |report: &Report, wanted: &dyn Fn(&RecommendedFix) -> bool| {
        let fixes = report.recommendations.iter().filter_map(Recommendation::full);
        fixes.filter(|fix| wanted(fix)).map(|fix| compared(fix, allowance)).collect()
    };
    // What isn't judged any more wasn't mended.
    let applies = |fix: &RecommendedFix| {
        let mut judged = to.checks.iter().filter(|check| fix.check_ids.contains(&check.id));
        judged.any(|check| check.status != Status::Na)
    };
    RecommendationChanges {
        resolved: of(from, &|fix| !is_in(fix, to) && applies(fix)),
        no_longer_applicable: of(from, &|fix| !is_in(fix, to) && !applies(fix)),
        new: of(to, &|fix| !is_in(fix, from)),
        open: of(to, &|fix| is_in(fix, from)),
    }
}

fn compared(fix: &RecommendedFix, allowance: Allowance) -> ComparedFix {
    let shown = allowance.shows(fix.rank);
    ComparedFix {
        check_ids: fix.check_ids.clone(),
        locked: !shown,
        title: shown.then(|| fix.title.clone()),
    }
}

#[cfg(test)]
mod tests;
