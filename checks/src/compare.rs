//! What changed between two reports of one page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report::{Category, CheckResult, Recommendation, RecommendedFix, Report, Status};
use crate::viewer::Allowance;

/// What changed between two reports of one page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The normalised address of both.
    pub url: String,
    /// The baseline.
    pub from: ComparedScan,
    /// The newer one.
    pub to: ComparedScan,
    /// Points won or lost.
    pub score_delta: i16,
    /// The categories in catalogue order.
    pub categories: Vec<CategoryDelta>,
    /// Every check whose verdict is another now.
    pub flipped_checks: Vec<FlippedCheck>,
    /// What became of the fixes.
    pub recommendations: RecommendationChanges,
    /// How many fixes are withheld from this viewer.
    pub withheld: u32,
}

/// One of two compared scans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparedScan {
    /// The scan's id.
    pub id: String,
    /// 0 to 100.
    pub score: u8,
    /// When the page was fetched (RFC 3339, UTC, milliseconds).
    pub scanned_at: String,
}

/// How a category's score changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryDelta {
    /// The category.
    pub id: Category,
    /// Its name.
    pub title: String,
    /// Its score before, or null where no check of it applied.
    pub from: Option<u8>,
    /// Its score now, or null where no check of it applies.
    pub to: Option<u8>,
    /// Points won or lost; null where one of the two is.
    pub delta: Option<i16>,
}

/// A check whose verdict is another now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlippedCheck {
    /// The check's id.
    pub id: String,
    /// What it asks for.
    pub title: String,
    /// Its category.
    pub category: Category,
    /// Its verdict before.
    pub from: Status,
    /// Its verdict now.
    pub to: Status,
}

/// What became of the fixes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecommendationChanges {
    /// Asked for before, and no longer.
    pub resolved: Vec<ComparedFix>,
    /// Asked for now, and not before.
    pub new: Vec<ComparedFix>,
    /// Asked for before and now.
    pub open: Vec<ComparedFix>,
}

/// One fix in a comparison. It is shown if and only if the viewer sees it in the report that it
/// comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparedFix {
    /// The checks that it mends, in catalogue order.
    pub check_ids: Vec<String>,
    /// Whether its title is withheld.
    pub locked: bool,
    /// What to do; null where it is withheld.
    pub title: Option<String>,
}

impl Comparison {
    /// Compares two whole reports of one page for that viewer.
    #[must_use]
    pub fn of(from: &Report, to: &Report, allowance: Allowance) -> Self {
        let recommendations = changes(from, to, allowance);
        let RecommendationChanges { resolved, new, open } = &recommendations;
        let withheld = [resolved, new, open].into_iter().flatten().filter(|fix| fix.locked).count();
        Self {
            url: to.url.clone(),
            from: scan(from),
            to: scan(to),
            score_delta: i16::from(to.score) - i16::from(from.score),
            categories: categories(from, to),
            flipped_checks: flipped(from, to).collect(),
            recommendations,
            withheld: u32::try_from(withheld).unwrap_or(u32::MAX),
        }
    }
}

fn scan(report: &Report) -> ComparedScan {
    let Report { id, score, scanned_at, .. } = report;
    ComparedScan { id: id.clone(), score: *score, scanned_at: scanned_at.clone() }
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

fn flip(before: &CheckResult, now: &CheckResult) -> FlippedCheck {
    FlippedCheck {
        id: now.id.clone(),
        title: now.title.clone(),
        category: now.category,
        from: before.status,
        to: now.status,
    }
}

/// Fixes are the same where they mend a check in common.
fn changes(from: &Report, to: &Report, allowance: Allowance) -> RecommendationChanges {
    let is_in = |fix: &RecommendedFix, report: &Report| {
        let mut mended = report.recommendations.iter().filter_map(Recommendation::full);
        mended.any(|other| other.check_ids.iter().any(|id| fix.check_ids.contains(id)))
    };
    let of = |report: &Report, wanted: &dyn Fn(&RecommendedFix) -> bool| {
        let fixes = report.recommendations.iter().filter_map(Recommendation::full);
        fixes.filter(|fix| wanted(fix)).map(|fix| compared(fix, allowance)).collect()
    };
    RecommendationChanges {
        resolved: of(from, &|fix| !is_in(fix, to)),
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
