//! The frame of actors that empty an outbox of the store: they look for what is due, claim as much
//! as there is room for, look again when the next is due, and end without breaking anything off.

use std::time::Duration;

use ractor::{ActorRef, Message, MessagingErr, RpcReplyPort};
use tokio::task::JoinHandle;

use crate::call::answer;

/// The shortest pause before a look for what should be due already: another node may be at it.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// How much longer a claim lasts than the longest attempt and the storing of its end.
pub(crate) const LEASE_MARGIN: Duration = Duration::from_secs(50);

/// What such an actor knows of its outbox; `M` is what it hears.
#[derive(Debug)]
pub(crate) struct Outbox<M> {
    at_once: usize,
    look_every: Duration,
    under_way: usize,
    claiming: bool,
    claim_again: bool,
    draining: bool,
    drained: Vec<RpcReplyPort<()>>,
    next_look: Option<JoinHandle<Result<(), MessagingErr<M>>>>,
}

impl<M: Message> Outbox<M> {
    /// An outbox with at most `at_once` attempts under way, which is looked at `look_every` at the
    /// latest: another process may have put something in.
    pub(crate) fn new(at_once: usize, look_every: Duration) -> Self {
        Self {
            at_once,
            look_every,
            under_way: 0,
            claiming: false,
            claim_again: false,
            draining: false,
            drained: Vec::new(),
            next_look: None,
        }
    }

    /// Begins a claim: how many there is room for. None where nothing is to be claimed now; where
    /// a claim is under way, its end says that another one is wanted.
    pub(crate) fn claim(&mut self) -> Option<usize> {
        let room = self.at_once.saturating_sub(self.under_way);
        // The end of an attempt looks again.
        if room == 0 || self.draining {
            return None;
        }
        if self.claiming {
            self.claim_again = true;
            return None;
        }
        self.claiming = true;
        Some(room)
    }

    /// A claim is over. Returns whether another one was wanted meanwhile.
    pub(crate) fn claimed(&mut self) -> bool {
        self.claiming = false;
        std::mem::take(&mut self.claim_again)
    }

    /// An attempt began.
    pub(crate) fn began(&mut self) {
        self.under_way += 1;
    }

    /// An attempt is over.
    pub(crate) fn ended(&mut self) {
        self.under_way = self.under_way.saturating_sub(1);
    }

    /// Claims no more; `reply` is answered when nothing is under way.
    pub(crate) fn drain(&mut self, reply: RpcReplyPort<()>) {
        self.draining = true;
        self.drained.push(reply);
        self.answer_drained();
    }

    /// Answers those who wait for the end, if this is it.
    pub(crate) fn answer_drained(&mut self) {
        if self.draining && self.under_way == 0 && !self.claiming {
            for reply in self.drained.drain(..) {
                answer(reply, ());
            }
        }
    }

    /// Looks again when the next is due, instead of whenever it would have before. Instants are
    /// milliseconds since 1970.
    pub(crate) fn look_at(
        &mut self,
        myself: &ActorRef<M>,
        now: i64,
        next_due: Option<i64>,
        look: impl FnOnce() -> M + Send + 'static,
    ) {
        let until = next_due.map_or(self.look_every, |due| {
            Duration::from_millis(u64::try_from(due.saturating_sub(now)).unwrap_or(0))
        });
        let next = myself.send_after(until.clamp(LOOK_AGAIN, self.look_every), look);
        if let Some(before) = self.next_look.replace(next) {
            before.abort();
        }
    }
}

impl<M> Drop for Outbox<M> {
    fn drop(&mut self) {
        if let Some(next) = self.next_look.take() {
            next.abort();
        }
    }
}
