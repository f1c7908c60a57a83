//! The fixes of a report, as every form shows them.

use citable_checks::report::{LockedFix, Recommendation, RecommendedFix, Report};
use citable_checks::weights::NO_MEASURED_EFFECT;

/// The heading over the fixes, which names their order.
pub(super) const TITLE: &str = "Top fixes, best first";

/// The heading over those that change nothing in the rounded score once the others are done.
pub(super) const LEVEL_TITLE: &str = "Fixes that gain less than a point";

/// The heading over fixes without a measured effect.
pub(super) const IDLE_TITLE: &str = "Optional fixes, without a measured effect";

/// The heading over those that are shown by their titles.
pub(super) const LOCKED_TITLE: &str = "Locked fixes";

/// The fixes, best first in each list.
pub(super) struct Fixes<'a> {
    /// Those that gain points, or open checks that could.
    pub(super) wins: Vec<&'a RecommendedFix>,
    /// Those that gain no point.
    pub(super) level: Vec<&'a RecommendedFix>,
    /// Those of which no effect has been measured.
    pub(super) idle: Vec<&'a RecommendedFix>,
    /// Those that the viewer sees by their title.
    pub(super) locked: Vec<&'a LockedFix>,
}

impl<'a> Fixes<'a> {
    /// The fixes of that report.
    pub(super) fn of(report: &'a Report) -> Self {
        let mut fixes =
            Self { wins: Vec::new(), level: Vec::new(), idle: Vec::new(), locked: Vec::new() };
        for recommendation in &report.recommendations {
            match recommendation {
                Recommendation::Full(fix) if is_idle(fix) => fixes.idle.push(fix),
                Recommendation::Full(fix) if fix.gain == Some(0) => fixes.level.push(fix),
                Recommendation::Full(fix) => fixes.wins.push(fix),
                Recommendation::Locked(fix) => fixes.locked.push(fix),
            }
        }
        fixes
    }

    /// The lists that are shown in full, each with its heading; none that is empty.
    pub(super) fn lists(&self) -> impl Iterator<Item = (&'static str, &[&'a RecommendedFix])> {
        let lists =
            [(TITLE, &self.wins[..]), (LEVEL_TITLE, &self.level[..]), (IDLE_TITLE, &self.idle[..])];
        lists.into_iter().filter(|(_, fixes)| !fixes.is_empty())
    }

    /// How many are shown in full.
    pub(super) fn shown(&self) -> usize {
        self.wins.len() + self.level.len() + self.idle.len()
    }
}

fn is_idle(fix: &RecommendedFix) -> bool {
    let mut checks = fix.check_ids.iter();
    !fix.check_ids.is_empty() && checks.all(|id| NO_MEASURED_EFFECT.contains(&id.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample;

    #[test]
    fn each_fix_is_in_one_list() {
        let report = sample::report();
        let fixes = Fixes::of(&report);
        let ranks =
            |fixes: &[&RecommendedFix]| -> Vec<u32> { fixes.iter().map(|fix| fix.rank).collect() };
        assert_eq!((ranks(&fixes.wins), ranks(&fixes.idle)), (vec![1, 2, 3], vec![4]));
        assert!(fixes.level.is_empty() && fixes.locked.is_empty());
    }

    #[test]
    fn a_fix_without_gain_is_no_win() {
        let mut report = sample::report();
        let Recommendation::Full(fix) = &mut report.recommendations[1] else { unreachable!() };
        fix.gain = Some(0);
        let fixes = Fixes::of(&report);
        let titles: Vec<&str> = fixes.lists().map(|(title, _)| title).collect();
        assert_eq!(titles, [TITLE, LEVEL_TITLE, IDLE_TITLE]);
        assert!(fixes.wins.iter().all(|fix| fix.gain != Some(0)));
        assert_eq!(fixes.level[0].id, fix_id(&report, 1));
    }

    fn fix_id(report: &Report, place: usize) -> String {
        report.recommendations[place].full().unwrap().id.clone()
    }
}
