//! Slow work beside an actor.
//!
//! An actor's `handle` awaits nothing longer than a local query. Whatever takes longer runs in a
//! task and comes back as a past-tense message. This is the only place where actors spawn.
//!
//! What is logged there says on whose behalf: a message carries the span of its sender, and a task
//! that of the message. Actors that work for nobody in particular have a span of their own.

use std::panic::AssertUnwindSafe;

use citable_schema::StoreError;
use futures_util::FutureExt;
use ractor::{ActorRef, Message, RpcReplyPort};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinSet;
use tracing::{Instrument as _, Span};

use crate::call::answer;

/// The task panicked; the panic itself was printed by the panic hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the task panicked")]
pub(crate) struct TaskPanicked;

/// The tasks of one actor. Dropping it aborts them all.
#[derive(Debug, Default)]
pub(crate) struct Tasks {
    running: JoinSet<()>,
    /// None if tasks keep the span of the message's sender.
    own: Option<Span>,
}

impl Tasks {
    /// Tasks of an actor that works for nobody in particular, whoever woke it.
    pub(crate) fn apart(actor: &'static str) -> Self {
        let own = tracing::info_span!(parent: None, "actor", actor);
        Self { running: JoinSet::new(), own: Some(own) }
    }

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
        let myself = myself.clone();
        self.run(async move {
            let result = AssertUnwindSafe(work).catch_unwind().await.map_err(|_| TaskPanicked);
            let _actor_is_gone = myself.send_message(on_done(result));
        });
    }

    /// The same for what the store is asked: a panic is one more way for it to have failed.
    pub(crate) fn ask_store<M, T>(
        &mut self,
        myself: &ActorRef<M>,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
        on_done: impl FnOnce(Result<T, StoreError>) -> M + Send + 'static,
    ) where
        M: Message,
        T: Send + 'static,
    {
        self.attach(myself, work, |result| {
            on_done(result.unwrap_or_else(|panic| Err(StoreError::Database(panic.to_string()))))
        });
    }

    /// Answers a caller with what `work` brings, and only then gives back the permit of the call.
    pub(crate) fn answer<T: Send + 'static>(
        &mut self,
        reply: RpcReplyPort<T>,
        permit: OwnedSemaphorePermit,
        work: impl Future<Output = T> + Send + 'static,
    ) {
        self.run(async move {
            answer(reply, work.await);
            drop(permit);
        });
    }

    /// Runs `work` that tells whoever waits for it by itself. A panic ends it silently, but for the
    /// panic hook's words: whoever waits is told by what the work held.
    pub(crate) fn run(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        while self.running.try_join_next().is_some() {}
        let span = self.own.clone().unwrap_or_else(Span::current);
        self.running.spawn(work.instrument(span));
    }

    /// Aborts every task.
    pub(crate) fn abort_all(&mut self) {
        self.running.abort_all();
    }
}
