//! Something of which there is only so much, and how much of it one network may hold.
//!
//! While at least half is free, a network may hold its whole share. Below that it may hold an
//! eighth of its share, and of the last quarter a 32nd; whoever holds nothing always gets something
//! while there is any. So it takes many networks to use everything up, and a newcomer finds room
//! until then.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a share is divided by once less than half is free.
const SCARCE: usize = 8;
/// The same once less than a quarter is free. A default share of connections is two then: who comes
/// again has perhaps not quite gone yet.
const SCARCER: usize = 32;

/// Counts what each network holds. Clones count together.
#[derive(Clone, Debug)]
pub(crate) struct Shares(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    all: usize,
    share: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by_network: HashMap<Arc<str>, usize>,
}

/// A network as quotas count clients; none for a peer that speaks for many, which has no share.
pub(crate) type Network = Option<Arc<str>>;

/// Why nothing more can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Maximum for each.
    Full,
    /// The network holds as much as it may.
    Share,
}

/// What one holder has; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Portion {
    shares: Shares,
    network: Network,
    amount: usize,
}

impl Shares {
    /// So much in all, of which one network may hold `share`, and never more than half.
    pub(crate) fn new(all: usize, share: usize) -> Self {
        let share = share.min((all / 2).max(1));
        Self(Arc::new(Inner { all, share, taken: Mutex::default() }))
    }

    /// A portion of nothing yet.
    pub(crate) fn portion(&self, network: Network) -> Portion {
        Portion { shares: self.clone(), network, amount: 0 }
    }

    /// A portion of one.
    ///
    /// # Errors
    /// Every [`Refused`].
    pub(crate) fn one(&self, network: Network) -> Result<Portion, Refused> {
        let mut portion = self.portion(network);
        portion.hold(1)?;
        Ok(portion)
    }

    /// What one network may hold while so much is free.
    fn allowance(&self, free: usize) -> usize {
        if free >= self.0.all / 2 {
            self.0.share
        } else if free >= self.0.all / 4 {
            self.0.share / SCARCE
        } else {
            self.0.share / SCARCER
        }
    }

    /// The counts are never left half-changed, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Portion {
    /// Holds exactly so much from now on. Where that cannot be had, nothing changes.
    ///
    /// Whoever holds nothing may take more than its share at once, where it is free: what is
    /// needed in one piece must not be out of reach for ever.
    ///
    /// # Errors
    /// Every [`Refused`].
    pub(crate) fn hold(&mut self, amount: usize) -> Result<(), Refused> {
        let mut taken = self.shares.lock();
        if amount > self.amount {
            let more = amount - self.amount;
            let free = self.shares.0.all.saturating_sub(taken.all);
            if more > free && taken.all > 0 {
                return Err(Refused::Full);
            }
            if let Some(network) = &self.network {
                let held = taken.by_network.get(network).copied().unwrap_or_default();
                if held > 0 && held + more > self.shares.allowance(free) {
                    return Err(Refused::Share);
                }
            }
        }
        taken.change(self.network.as_ref(), self.amount, amount);
        drop(taken);
        self.amount = amount;
        Ok(())
    }

    /// Holds exactly so much from now on, whether or not it can be had.
    pub(crate) fn hold_anyway(&mut self, amount: usize) {
        self.shares.lock().change(self.network.as_ref(), self.amount, amount);
        self.amount = amount;
    }

    /// Whether there is hardly a point in asking for more: nothing is free, or its network holds
    /// nearly all of its share.
    pub(crate) fn is_hopeless(&self) -> bool {
        let Inner { all, share, .. } = *self.shares.0;
        let taken = self.shares.lock();
        let held = self.network.as_ref().and_then(|network| taken.by_network.get(network));
        taken.all >= all || held.is_some_and(|held| *held > share - share / SCARCE)
    }
}

impl Drop for Portion {
    fn drop(&mut self) {
        self.shares.lock().change(self.network.as_ref(), self.amount, 0);
    }
}

impl Taken {
    fn change(&mut self, network: Option<&Arc<str>>, from: usize, to: usize) {
        self.all = self.all - from + to;
        let Some(network) = network else { return };
        match self.by_network.entry(Arc::clone(network)) {
            Entry::Occupied(mut held) => {
                *held.get_mut() = *held.get() - from + to;
                if *held.get() == 0 {
                    held.remove();
                }
            }
            Entry::Vacant(place) if to > 0 => {
                place.insert(to);
            }
            Entry::Vacant(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
