//! What can go wrong between a caller and an actor.

use ractor::RpcReplyPort;

/// Why a call brought no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// As many calls wait as may; nothing was sent.
    #[error(
        "too many requests are waiting for this part of the service; try again in a few seconds"
    )]
    Overloaded,
    /// The actor is being restarted; nothing was sent.
    #[error("this part of the service is restarting; try again in a moment")]
    Unavailable,
    /// The actor stopped before it answered; the work may or may not have been done.
    #[error("this part of the service stopped before it responded")]
    Broken,
    /// No answer came in time; the work may still be done.
    #[error("this part of the service didn't respond in time")]
    TimedOut,
}

/// Replies to a call. It is no error if the caller gave up.
pub(crate) fn answer<T>(reply: RpcReplyPort<T>, value: T) {
    let _gone = reply.send(value);
}
