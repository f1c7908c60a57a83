//! Slow work beside an actor.
//!
//! An actor's `handle` awaits nothing longer than a local query. Whatever takes longer runs in a
//! task and comes back as a past-tense message. This is the only place where actors spawn.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use ractor::{ActorRef, Message};
use tokio::task::JoinSet;

/// The task panicked; the panic itself was printed by the panic hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the task panicked")]
pub(crate) struct TaskPanicked;

/// The tasks of one actor. Dropping it aborts them all.
#[derive(Debug, Default)]
pub(crate) struct Tasks {
    running: JoinSet<()>,
}

impl Tasks {
    /// Runs `work` beside the actor and sends it exactly one message when the work is over,
    /// whether it finished or panicked. No message is sent for work that was aborted.
    pub(crate) fn attach<M, T>(
        &mut self,
        myself: &ActorRef<M>,
        work: impl Future<Output = T> + Send + 'static,
        on_done: impl FnOnce(Result<T, TaskPanicked>) -> M + Send + 'static,
    ) where
        M: Message,
        T: Send + 'static,
    {
        while self.running.try_join_next().is_some() {}
        let myself = myself.clone();
        self.running.spawn(async move {
            let result = AssertUnwindSafe(work).catch_unwind().await.map_err(|_| TaskPanicked);
            let _actor_is_gone = myself.send_message(on_done(result));
        });
    }

    /// Runs `work` that tells whoever waits for it by itself. A panic ends it silently, but for the
    /// panic hook's words: whoever waits is told by what the work held.
    pub(crate) fn run(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        while self.running.try_join_next().is_some() {}
        self.running.spawn(work);
    }

    /// Aborts every task.
    pub(crate) fn abort_all(&mut self) {
        self.running.abort_all();
    }
}
