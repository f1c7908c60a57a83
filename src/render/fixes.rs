//! The fixes of a report, as every form shows them.

use citable_checks::report::{LockedFix, Recommendation, RecommendedFix, Report};
use citable_checks::weights::NO_MEASURED_EFFECT;

/// The heading over the fixes.
pub(super) const TITLE: &str = "Biggest wins";

/// The heading over those that nobody has shown to help.
pub(super) const IDLE_TITLE: &str = "No measured effect";

/// The fixes, best first in each list.
pub(super) struct Fixes<'a> {
    /// Those with an effect.
    pub(super) measured: Vec<&'a RecommendedFix>,
    /// Those of which no effect has been measured.
    pub(super) idle: Vec<&'a RecommendedFix>,
    /// Those that the viewer sees by their title.
    pub(super) locked: Vec<&'a LockedFix>,
}

impl<'a> Fixes<'a> {
    /// The fixes of that report.
    pub(super) fn of(report: &'a Report) -> Self {
        let mut fixes = Self { measured: Vec::new(), idle: Vec::new(), locked: Vec::new() };
        for recommendation in &report.recommendations {
            match recommendation {
                Recommendation::Full(fix) if is_idle(fix) => fixes.idle.push(fix),
                Recommendation::Full(fix) => fixes.measured.push(fix),
                Recommendation::Locked(fix) => fixes.locked.push(fix),
            }
        }
        fixes
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.measured.is_empty() && self.idle.is_empty() && self.locked.is_empty()
    }

    /// How many are locked, in words.
    pub(super) fn locked_line(&self) -> String {
        let more = if self.measured.is_empty() && self.idle.is_empty() { "" } else { "more " };
        match self.locked.len() {
            1 => format!("1 {more}fix is locked:"),
            count => format!("{count} {more}fixes are locked:"),
        }
    }
}

fn is_idle(fix: &RecommendedFix) -> bool {
    let mut checks = fix.check_ids.iter();
    !fix.check_ids.is_empty() && checks.all(|id| NO_MEASURED_EFFECT.contains(&id.as_str()))
}

#[cfg(test)]
mod tests {
    use citable_checks::viewer::Allowance;

    use super::*;
    use crate::render::sample;

    #[test]
    fn each_fix_is_in_one_list() {
        let report = sample::report();
        let fixes = Fixes::of(&report);
        let ranks =
            |fixes: &[&RecommendedFix]| -> Vec<u32> { fixes.iter().map(|fix| fix.rank).collect() };
        assert_eq!((ranks(&fixes.measured), ranks(&fixes.idle)), (vec![1, 2, 3], vec![4]));
        assert!(fixes.locked.is_empty());
    }

    #[test]
    fn what_is_locked_is_counted_honestly() {
        for (shown, line) in [
            (3, "1 more fix is locked:"),
            (1, "3 more fixes are locked:"),
            (0, "4 fixes are locked:"),
        ] {
            let gated = sample::report().for_viewer(Allowance::First(shown));
            assert_eq!(Fixes::of(&gated).locked_line(), line);
        }
    }
}
