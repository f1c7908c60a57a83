//! An address whose mailbox cannot grow without bound.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use citable_metrics::ACTOR_CALLS_REFUSED;
use ractor::{Message, RpcReplyPort};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::address::{Address, Name};
use crate::call::CallError;

/// An [`Address`] that takes so many calls at once. Each message carries its permit, which the
/// actor drops when the work is over; without a free one the caller is told at once.
pub(crate) struct BoundedAddress<M> {
    address: Address<M>,
    places: Arc<Semaphore>,
    most: usize,
}

impl<M> Clone for BoundedAddress<M> {
    fn clone(&self) -> Self {
        Self { address: self.address.clone(), places: Arc::clone(&self.places), most: self.most }
    }
}

impl<M> fmt::Debug for BoundedAddress<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundedAddress").finish_non_exhaustive()
    }
}

impl<M: Message> BoundedAddress<M> {
    pub(crate) fn new(address: Address<M>, most_waiting: usize) -> Self {
        let places = Arc::new(Semaphore::new(most_waiting));
        Bound::watch(address.name(), &places, most_waiting);
        Self { address, places, most: most_waiting }
    }

    /// Calls that wait or run.
    pub(crate) fn waiting(&self) -> usize {
        self.most.saturating_sub(self.places.available_permits())
    }

    /// Sends a message and waits for its answer, at most for `deadline`.
    ///
    /// # Errors
    /// Every [`CallError`].
    pub(crate) async fn call<T: Send + 'static>(
        &self,
        deadline: Duration,
        message: impl FnOnce(RpcReplyPort<T>, OwnedSemaphorePermit) -> M,
    ) -> Result<T, CallError> {
        let permit = Arc::clone(&self.places).try_acquire_owned();
        let permit = permit.map_err(|_none_free| {
            ACTOR_CALLS_REFUSED.one([self.address.name().get()]);
            CallError::Overloaded
        })?;
        self.address.call(deadline, |reply| message(reply, permit)).await
    }

    /// Sends a message without a reply. It is lost while the actor restarts.
    pub(crate) fn cast(&self, message: M) {
        let _actor_is_away = self.address.cast(message);
    }
}

/// Every bound of the process, for the metrics.
static BOUNDS: Mutex<Vec<Bound>> = Mutex::new(Vec::new());

struct Bound {
    name: Name,
    places: Weak<Semaphore>,
    most: usize,
}

impl Bound {
    fn watch(name: &Name, places: &Arc<Semaphore>, most: usize) {
        let mut bounds = BOUNDS.lock().unwrap_or_else(PoisonError::into_inner);
        bounds.retain(|bound| bound.places.strong_count() > 0);
        bounds.push(Self { name: name.clone(), places: Arc::downgrade(places), most });
    }
}

/// How many calls wait or run, by actor, in the whole process.
pub fn calls_waiting() -> BTreeMap<&'static str, usize> {
    let mut waiting = BTreeMap::new();
    for bound in BOUNDS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        let Some(places) = bound.places.upgrade() else { continue };
        let taken = bound.most.saturating_sub(places.available_permits());
        *waiting.entry(bound.name.get()).or_default() += taken;
    }
    waiting
}
