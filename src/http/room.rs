//! The memory that the bodies of a request and of its answer take, until they were sent, and the
//! turn that it has until it is answered.
//!
//! What all callers share, such as the API description, counts for nobody.

use std::sync::{Mutex, PoisonError};

use citable_metrics::HTTP_ANSWERS_REFUSED;

use super::problem::Problem;
use super::shares::{Network, Portion, Shares};

/// Bytes that are not counted: what a request costs besides is more, and that is bounded by the
/// number of requests. Health, refusals and most answers are smaller.
const UNCOUNTED: usize = 4 * 1024;

/// Of what all requests share, how much there is.
#[derive(Clone, Debug)]
pub(crate) struct Supply {
    /// Bytes of bodies.
    pub(crate) memory: Shares,
    /// Requests that are worked on.
    pub(crate) requests: Shares,
}

/// A request's turn to be worked on, until it is dropped.
pub(crate) type Turn = Portion;

/// What one request takes. Dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Room {
    requests: Shares,
    network: Network,
    held: Mutex<Held>,
}

#[derive(Debug)]
struct Held {
    portion: Portion,
    bytes: usize,
}

impl Room {
    /// Nothing yet, for a client of that network.
    pub(crate) fn new(supply: &Supply, network: Network) -> Self {
        let held = Held { portion: supply.memory.portion(network.clone()), bytes: 0 };
        Self { requests: supply.requests.clone(), network, held: Mutex::new(held) }
    }

    /// A turn: however many requests a client sends at once, others find the actors free.
    ///
    /// # Errors
    /// `overloaded` where its network has had enough of them.
    pub(crate) fn turn(&self) -> Result<Turn, Problem> {
        self.requests.one(self.network.clone()).map_err(|_refused| Problem::overloaded())
    }

    /// Makes room for so many bytes more.
    ///
    /// # Errors
    /// `overloaded` where there is none.
    pub(crate) fn grow(&self, more: usize) -> Result<(), Problem> {
        self.change(|bytes| bytes + more)
    }

    /// Makes room for exactly so many bytes.
    ///
    /// # Errors
    /// `overloaded` where there is none.
    pub(crate) fn fit(&self, bytes: usize) -> Result<(), Problem> {
        self.change(|_| bytes)
    }

    /// Counts exactly so many bytes, whether or not there is room: for the answer to a request that
    /// was acted on.
    pub(crate) fn fit_anyway(&self, bytes: usize) {
        self.with(|held| {
            held.portion.hold_anyway(counted(bytes));
            held.bytes = bytes;
        });
    }

    /// Whether it makes sense to do anything for this client, before answers that were asked for
    /// earlier are taken.
    ///
    /// # Errors
    /// `overloaded` where it does not.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        match self.with(|held| held.portion.is_hopeless()) {
            true => Err(refused()),
            false => Ok(()),
        }
    }

    fn change(&self, to: impl FnOnce(usize) -> usize) -> Result<(), Problem> {
        self.with(|held| {
            let bytes = to(held.bytes);
            held.portion.hold(counted(bytes)).map_err(|_refused| refused())?;
            held.bytes = bytes;
            Ok(())
        })
    }

    /// It is never left half-changed, so a poisoned lock is as good as any.
    fn with<T>(&self, act: impl FnOnce(&mut Held) -> T) -> T {
        act(&mut self.held.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
impl Default for Room {
    /// For peers without a limit.
    fn default() -> Self {
        let plenty = Shares::new(usize::MAX, usize::MAX);
        Self::new(&Supply { memory: plenty.clone(), requests: plenty }, None)
    }
}

fn counted(bytes: usize) -> usize {
    if bytes > UNCOUNTED { bytes } else { 0 }
}

fn refused() -> Problem {
    HTTP_ANSWERS_REFUSED.one();
    Problem::unread()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::problem::Code;

    fn network(name: &str) -> Network {
        Some(name.into())
    }

    fn room(memory: &Shares, network: Network) -> Room {
        let requests = Shares::new(8, 4);
        Room::new(&Supply { memory: memory.clone(), requests }, network)
    }

    #[test]
    fn a_network_has_its_turns_and_leaves_the_others() {
        let memory = Shares::new(1_000, 1_000);
        let supply = Supply { memory, requests: Shares::new(usize::MAX, 4) };
        let many = Room::new(&supply, network("many"));
        let turns: Vec<_> = (0..4).map(|_| many.turn().unwrap()).collect();
        assert_eq!(many.turn().unwrap_err().code(), Code::Overloaded);
        let other = Room::new(&supply, network("other")).turn().unwrap();
        drop(turns);
        assert!(many.turn().is_ok());
        drop(other);
    }

    #[test]
    fn one_network_has_its_share_and_gets_it_back() {
        let shares = Shares::new(1_000_000, 100_000);
        let first = room(&shares, network("a"));
        first.grow(60_000).unwrap();
        let second = room(&shares, network("a"));
        assert_eq!(second.fit(60_000).unwrap_err().code(), Code::Overloaded);
        room(&shares, network("b")).fit(60_000).unwrap();
        assert!(first.check().is_ok());
        first.grow(30_000).unwrap();
        assert_eq!(second.check().unwrap_err().code(), Code::Overloaded);
        drop(first);
        second.check().unwrap();
        second.fit(60_000).unwrap();
    }

    #[test]
    fn an_answer_to_what_was_done_is_kept_and_counts() {
        let shares = Shares::new(100_000, 50_000);
        let done = room(&shares, network("a"));
        done.fit_anyway(60_000);
        let next = room(&shares, network("a"));
        assert!(next.check().is_err());
        drop(done);
        next.check().unwrap();
    }

    #[test]
    fn what_is_small_always_fits() {
        let shares = Shares::new(10_000, 5_000);
        let all = room(&shares, None);
        all.fit(10_000).unwrap();
        let small = room(&shares, network("a"));
        small.grow(UNCOUNTED).unwrap();
        assert!(small.grow(1).is_err());
        small.fit(10).unwrap();
        all.fit(10).unwrap();
        small.fit(5_000).unwrap();
    }
}
