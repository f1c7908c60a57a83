//! How much of a report a viewer sees.

use crate::report::{LockedFix, Recommendation, Report};

/// How many fixes a viewer sees in full; the others are locked by their title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// The first ones, by rank.
    First(u32),
    /// Every one.
    All,
}

impl Allowance {
    /// Whether the fix of that rank is shown.
    #[must_use]
    pub fn shows(self, rank: u32) -> bool {
        match self {
            Self::First(count) => rank <= count,
            Self::All => true,
        }
    }
}

impl Report {
    /// The report as that viewer sees it. Every form of a report is made from this one, so what is
    /// locked is in none of them.
    #[must_use]
    pub fn for_viewer(mut self, allowance: Allowance) -> Self {
        for recommendation in &mut self.recommendations {
            let rank = recommendation.rank();
            if !allowance.shows(rank) {
                let title = recommendation.title().to_owned();
                *recommendation = Recommendation::Locked(LockedFix { rank, locked: true, title });
            }
        }
        let locked = self.recommendations.iter().filter(|one| one.full().is_none()).count();
        self.recommendations_locked = u32::try_from(locked).unwrap_or(u32::MAX);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_ones_by_rank_are_shown() {
        let shown = |allowance: Allowance| (1..=4).filter(|rank| allowance.shows(*rank)).count();
        assert_eq!(shown(Allowance::First(0)), 0);
        assert_eq!(shown(Allowance::First(1)), 1);
        assert_eq!(shown(Allowance::First(3)), 3);
        assert_eq!(shown(Allowance::All), 4);
    }
}
