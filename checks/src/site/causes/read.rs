//! From a report to what causes are made from.

use super::cause::{FoundCheck, PageRowFindings};
use crate::engines::ENGINES;
use crate::report::{CheckResult, GainKind, ReachReason, RecommendedFix, Report, Status};
use crate::site::facts::PageFacts;

impl PageRowFindings {
    /// The checks of a report that failed or warned.
    #[must_use]
    pub fn of(report: &Report, facts: &PageFacts) -> Self {
        let is_found = |check: &&CheckResult| matches!(check.status, Status::Fail | Status::Warn);
        let found = report.checks.iter().filter(is_found);
        Self {
            url: facts.address().to_owned(),
            template: facts.template.clone(),
            kind: report.page.kind,
            low_confidence: report.low_confidence,
            findings: found.map(|check| found_check(report, check)).collect(),
        }
    }
}

fn found_check(report: &Report, check: &CheckResult) -> FoundCheck {
    let fixes = report.recommendations.iter().filter_map(|fix| fix.full());
    let mends = |fix: &&RecommendedFix| fix.check_ids.contains(&check.id);
    let fix = fixes.into_iter().find(mends);
    // Some lines are those of robots.txt.
    let lines = check.details.iter().filter(|detail| !detail.label.contains("robots.txt"));
    FoundCheck {
        check: check.id.clone(),
        status: check.status,
        value: check.value,
        line: lines.into_iter().find_map(|detail| detail.line),
        summary: check.summary.clone(),
        fix: fix.map_or_else(|| check.id.clone(), |fix| fix.id.clone()),
        fix_title: fix.map(|fix| fix.title.clone()).unwrap_or_default(),
        gain: fix.and_then(|fix| fix.gain),
        gain_kind: fix.map_or(GainKind::Exact, |fix| fix.gain_kind),
        reach_lost: reach_lost(report, &check.id),
    }
}

/// The reach that engines lose for what a check is about, of 100 by their shares.
fn reach_lost(report: &Report, check: &str) -> u8 {
    let lost = report.engines.iter().filter_map(|verdict| {
        let engine = ENGINES.iter().find(|engine| engine.id == verdict.id)?;
        let is_cause = verdict.reasons.iter().any(|reason| checks_of(*reason).contains(&check));
        is_cause.then(|| u32::from(engine.share) * u32::from(100 - verdict.reach.min(100)))
    });
    u8::try_from(lost.sum::<u32>() / 100).unwrap_or(100)
}

/// The checks that a reason for less reach is found by.
const fn checks_of(reason: ReachReason) -> &'static [&'static str] {
    match reason {
        ReachReason::RobotsBlocked => &["robots-search-bots", "robots-user-fetchers"],
        ReachReason::Noindex => &["indexable"],
        ReachReason::Nosnippet | ReachReason::SnippetLimited | ReachReason::Noarchive => {
            &["snippet-eligible"]
        }
        ReachReason::TextNeedsJavascript => &["raw-html-content"],
        ReachReason::Wall => &["content-wall"],
        ReachReason::PageUnavailable => &["http-fetch"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::spec_of;

    #[test]
    fn reasons_name_checks_that_exist() {
        for reason in [
            ReachReason::RobotsBlocked,
            ReachReason::Noindex,
            ReachReason::Nosnippet,
            ReachReason::TextNeedsJavascript,
            ReachReason::Wall,
            ReachReason::PageUnavailable,
        ] {
            for check in checks_of(reason) {
                assert!(spec_of(check).is_some(), "{check}");
            }
        }
    }
}
