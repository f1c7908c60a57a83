//! How long reading and judging a page may go on.
//!
//! Nothing here reads a clock: whoever asks for a report says when it has been enough. What is
//! broken off leaves no report, so that a verdict never depends on how fast a machine is. Only
//! counted steps cut a page (`page/limits.rs`).

use std::cell::Cell;
use std::fmt;

use crate::failure::{FailureCode, NO_VERDICT, ScanFailure};

/// Calls of [`Patience::is_spent_by_now`] for each question whether to go on: a look at the
/// time costs as much as a few tags.
const CALLS_PER_QUESTION: u32 = 64;

/// Asks whether work on one page may go on. Once the answer was no it stays no, so nobody takes
/// what was broken off for the whole.
pub struct Patience<'a> {
    may_go_on: &'a dyn Fn() -> bool,
    calls: Cell<u32>,
    is_spent: Cell<bool>,
}

/// Work on a page was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the page exceeded the work limit")]
pub struct Spent;

impl<'a> Patience<'a> {
    /// Patience that lasts as long as `may_go_on` says so.
    pub fn new(may_go_on: &'a dyn Fn() -> bool) -> Self {
        Self { may_go_on, calls: Cell::new(0), is_spent: Cell::new(false) }
    }

    /// Patience without end.
    pub fn unlimited() -> Self {
        Self::new(&|| true)
    }

    /// The same for somebody else.
    pub(crate) fn shared(&self) -> Self {
        Self { is_spent: self.is_spent.clone(), ..Self::new(self.may_go_on) }
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// [`Spent`] where not.
    pub fn ask(&self) -> Result<(), Spent> {
        if !self.is_spent.get() {
            self.is_spent.set(!(self.may_go_on)());
        }
        if self.is_spent.get() { Err(Spent) } else { Ok(()) }
    }

    /// Whether the work must end, for loops that turn often: most calls ask nobody.
    pub(crate) fn is_spent_by_now(&self) -> bool {
        let calls = self.calls.get();
        self.calls.set((calls + 1) % CALLS_PER_QUESTION);
        if calls == 0 { self.ask().is_err() } else { self.is_spent.get() }
    }
}

impl fmt::Debug for Patience<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Patience").field("is_spent", &self.is_spent).finish_non_exhaustive()
    }
}

impl From<Spent> for ScanFailure {
    fn from(_: Spent) -> Self {
        Self::new(FailureCode::Internal, format!("The page took too long to analyze. {NO_VERDICT}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_stays_spent() {
        let answers = Cell::new(3);
        let may_go_on = || {
            answers.set(answers.get() - 1);
            answers.get() != 1
        };
        let patience = Patience::new(&may_go_on);
        assert_eq!(patience.ask(), Ok(()));
        assert_eq!(patience.ask(), Err(Spent));
        assert_eq!(patience.ask(), Err(Spent), "nobody is asked again");
        assert_eq!(answers.get(), 1);
    }

    #[test]
    fn a_loop_asks_at_its_first_turn_and_then_now_and_then() {
        let asked = Cell::new(0);
        let may_go_on = || {
            asked.set(asked.get() + 1);
            asked.get() < 3
        };
        let patience = Patience::new(&may_go_on);
        let turns = (0..).take_while(|_| !patience.is_spent_by_now()).count();
        assert_eq!((turns, asked.get()), (2 * CALLS_PER_QUESTION as usize, 3));
        assert!(patience.is_spent_by_now());
    }
}
