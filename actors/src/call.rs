//! What can go wrong between a caller and an actor.

use ractor::RpcReplyPort;

/// Why a call brought no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// As many calls wait as may; nothing was sent.
    #[error("too many requests wait for this part of the service; try again in a few seconds")]
    Overloaded,
    /// The actor is being restarted; nothing was sent.
    #[error("this part of the service is restarting; try again in a moment")]
    Unavailable,
    /// The actor stopped before it answered; the work may or may not have been done.
    #[error("this part of the service stopped before it answered")]
    Broken,
    /// No answer came in time; the work may still be done.
    #[error("this part of the service did not answer in time")]
    TimedOut,
}

/// Answers a call. A caller that gave up is no fault of the actor, so nothing is returned.
pub(crate) fn answer<T>(reply: RpcReplyPort<T>, value: T) {
    let _gone = reply.send(value);
}
