//! The budget of the whole service, which every scan is charged to.
//!
//! A counter is held until its transaction is on the disk. With one counter for the service, nodes on
//! PostgreSQL would admit one scan after the other, however many nodes there are. So the budget is
//! divided there: each stripe is a counter with a share of its own, and a charge takes any one that
//! has room. All shares together are the budget, so it is never passed.

use rand::seq::IndexedRandom as _;

use crate::quota::counters::{DAY, QuotaQueries};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::reader::Reader;

/// Counters of a budget on PostgreSQL, at most.
const STRIPES_MOST: i64 = 16;
/// Scans that a stripe holds, at least: of a small budget, few stripes would have room.
const SHARE_LEAST: i64 = 100;

/// A counter of the budget, held until the end of the transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stripe {
    /// Which one.
    pub(crate) number: i32,
    /// How many scans it still holds: at least one.
    pub(crate) room: i64,
    /// How many all of them hold, as far as is known.
    pub(crate) left: i64,
}

/// Holds a stripe that has room; none where the budget of the day is spent.
///
/// # Errors
/// [`StoreError::Contention`]: others took what room there was.
pub(crate) async fn hold_stripe(
    conn: &mut Connection<'_>,
    day: i64,
    budget: i64,
) -> Result<Option<Stripe>, StoreError> {
    let stripes = match conn {
        Connection::Sqlite(_) => 1,
        Connection::Postgres(_) => (budget / SHARE_LEAST).clamp(1, STRIPES_MOST),
    };
    let budget = Budget { scans: budget, stripes };
    let mut used = conn.budget_counters(day, &subjects()).await?;
    if budget.was_larger(&used) {
        // Shares say no longer what is left, so one charge after the other looks at all of them.
        conn.hold_counter(&subject(0), DAY, day).await?;
        used = conn.budget_counters(day, &subjects()).await?;
    }
    let left = budget.left(&used);
    let has_room = |number: &i64| used_of(&used, *number) < budget.share(*number);
    let open: Vec<i64> = (0..stripes).filter(has_room).collect();
    let Some(&number) = open.choose(&mut rand::rng()).filter(|_| left > 0) else {
        return Ok(None);
    };
    let used = conn.hold_counter(&subject(number), DAY, day).await?;
    let room = left.min(budget.share(number) - used);
    match room > 0 {
        true => Ok(Some(Stripe { number: i32::try_from(number).unwrap_or_default(), room, left })),
        false => Err(StoreError::Contention("a stripe of the budget filled up".to_owned())),
    }
}

/// How many scans there may be in a day, and over how many stripes they are divided.
#[derive(Debug, Clone, Copy)]
struct Budget {
    scans: i64,
    stripes: i64,
}

/// What each subject has spent.
type Counters = [(String, i64)];

impl Budget {
    /// How many scans a stripe holds.
    fn share(self, number: i64) -> i64 {
        if number >= self.stripes {
            return 0;
        }
        self.scans / self.stripes + i64::from(number < self.scans % self.stripes)
    }

    fn left(self, used: &Counters) -> i64 {
        used.iter().fold(self.scans, |left, (_, used)| left.saturating_sub(*used))
    }

    /// Whether a stripe has spent more than its share, as of a budget that was lowered meanwhile.
    fn was_larger(self, used: &Counters) -> bool {
        (0..STRIPES_MOST).any(|number| used_of(used, number) > self.share(number))
    }
}

fn used_of(used: &Counters, number: i64) -> i64 {
    let subject = subject(number);
    used.iter().find(|(other, _)| *other == subject).map_or(0, |(_, used)| *used)
}

/// The subject under which a stripe is counted.
pub(crate) fn subject(number: impl Into<i64>) -> String {
    match number.into() {
        0 => "service".to_owned(),
        number => format!("service/{number}"),
    }
}

/// Of every stripe that there may be.
pub(crate) fn subjects() -> Vec<String> {
    (0..STRIPES_MOST).map(subject).collect()
}

impl Reader {
    /// How many scans the whole service has run in a day, named by its first instant.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn budget_used(&self, day: i64) -> Result<i64, StoreError> {
        let used = self.read(move |conn| {
            Box::pin(async move { conn.budget_counters(day, &subjects()).await })
        });
        Ok(used.await?.into_iter().map(|(_, used)| used).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_the_budget() {
        for budget in [0, 1, 99, 100, 101, 1_599, 5_000, 5_003, i64::MAX] {
            let stripes = (budget / SHARE_LEAST).clamp(1, STRIPES_MOST);
            let whole = Budget { scans: budget, stripes };
            let shares: Vec<i64> = (0..STRIPES_MOST).map(|one| whole.share(one)).collect();
            assert_eq!(shares.iter().sum::<i64>(), budget, "{shares:?}");
            let shares = shares.iter().filter(|share| **share > 0);
            let (least, most) = (shares.clone().min(), shares.max());
            assert!(most.unwrap_or(&0) - least.unwrap_or(&0) <= 1, "{budget}");
        }
    }
}
