//! Claims of what waits in the store: one at a time, and none after a drain.

use ractor::RpcReplyPort;

use crate::call::answer;

/// What an actor that claims knows of its claims.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    under_way: bool,
    again: bool,
    draining: bool,
    drained: Vec<RpcReplyPort<()>>,
}

impl Claims {
    /// Begins a claim, unless there is no room for what it would bring. Where one is under way, its
    /// end says that another one is wanted.
    pub(crate) fn begin(&mut self, room: usize) -> bool {
        if room == 0 || self.draining {
            return false;
        }
        self.again = self.under_way;
        self.under_way = true;
        !self.again
    }

    /// Whether a claim is under way.
    pub(crate) fn are_under_way(&self) -> bool {
        self.under_way
    }

    /// A claim is over; answers whether another one was wanted meanwhile.
    pub(crate) fn end(&mut self) -> bool {
        self.under_way = false;
        std::mem::take(&mut self.again)
    }

    /// Claims no more; `reply` is answered when nothing is in flight.
    pub(crate) fn drain(&mut self, reply: RpcReplyPort<()>) {
        self.draining = true;
        self.drained.push(reply);
    }

    /// Whether nothing is claimed any more.
    pub(crate) fn are_draining(&self) -> bool {
        self.draining
    }

    /// Answers those who wait for the end of what is in flight, if this is it.
    pub(crate) fn answer_drained(&mut self, in_flight: usize) {
        if self.draining && in_flight == 0 && !self.under_way {
            for reply in self.drained.drain(..) {
                answer(reply, ());
            }
        }
    }
}
