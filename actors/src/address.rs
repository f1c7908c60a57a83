//! Where an actor can be reached, across its restarts.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use citable_metrics::ACTOR_CALL_TIMEOUTS;
use ractor::rpc::CallResult;
use ractor::{ActorRef, Message, RpcReplyPort};

use crate::call::CallError;

/// A clonable reference to whatever actor holds a place right now.
///
/// Holders keep the address; a supervisor swaps the actor behind it, so nobody keeps a dead
/// reference. While the place is vacant every message is refused with [`CallError::Unavailable`].
pub struct Address<M> {
    occupant: Arc<RwLock<Option<ActorRef<M>>>>,
    name: Name,
    left_out: Arc<AtomicBool>,
}

/// What the actor at an address is called, once somebody may live there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Name(Arc<OnceLock<&'static str>>);

impl Name {
    pub(crate) fn get(&self) -> &'static str {
        self.0.get().copied().unwrap_or("unnamed")
    }
}

impl<M> Clone for Address<M> {
    fn clone(&self) -> Self {
        Self {
            occupant: Arc::clone(&self.occupant),
            name: self.name.clone(),
            left_out: Arc::clone(&self.left_out),
        }
    }
}

impl<M> fmt::Debug for Address<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Address").finish_non_exhaustive()
    }
}

impl<M: Message> Address<M> {
    /// An address without an actor.
    pub(crate) fn vacant() -> Self {
        Self {
            occupant: Arc::new(RwLock::new(None)),
            name: Name::default(),
            left_out: Arc::default(),
        }
    }

    /// Says what the actor is called that will live here.
    pub(crate) fn give_name(&self, name: &'static str) {
        // An actor that is started again keeps its name.
        let _named_already = self.name.0.set(name);
    }

    pub(crate) fn name(&self) -> &Name {
        &self.name
    }

    /// Puts an actor at the address.
    pub(crate) fn occupy(&self, actor: ActorRef<M>) {
        *self.occupant.write().unwrap_or_else(PoisonError::into_inner) = Some(actor);
    }

    /// Takes the actor away from the address.
    pub(crate) fn vacate(&self) {
        *self.occupant.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Says that no actor is to live here on this node.
    pub(crate) fn leave_out(&self) {
        self.left_out.store(true, Ordering::Relaxed);
    }

    /// Whether an actor lives at the address, or none is to.
    pub(crate) fn is_settled(&self) -> bool {
        self.left_out.load(Ordering::Relaxed) || self.occupant().is_ok()
    }

    /// Sends a message and waits for its answer, at most for `deadline`.
    ///
    /// # Errors
    /// Every [`CallError`].
    pub(crate) async fn call<T: Send + 'static>(
        &self,
        deadline: Duration,
        message: impl FnOnce(RpcReplyPort<T>) -> M,
    ) -> Result<T, CallError> {
        match self.occupant()?.call(message, Some(deadline)).await {
            Ok(CallResult::Success(answer)) => Ok(answer),
            Ok(CallResult::Timeout) => {
                ACTOR_CALL_TIMEOUTS.one([self.name.get()]);
                Err(CallError::TimedOut)
            }
            Ok(CallResult::SenderError) => Err(CallError::Broken),
            Err(_) => Err(CallError::Unavailable),
        }
    }

    /// Sends a message that is not answered.
    ///
    /// # Errors
    /// [`CallError::Unavailable`].
    pub(crate) fn cast(&self, message: M) -> Result<(), CallError> {
        self.occupant()?.send_message(message).map_err(|_stopped| CallError::Unavailable)
    }

    /// The actor that lives here.
    ///
    /// # Errors
    /// [`CallError::Unavailable`].
    pub(crate) fn occupant(&self) -> Result<ActorRef<M>, CallError> {
        let occupant = self.occupant.read().unwrap_or_else(PoisonError::into_inner);
        occupant.clone().ok_or(CallError::Unavailable)
    }
}
