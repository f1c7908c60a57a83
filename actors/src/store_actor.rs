//! The frame of actors that know nothing but the store: each does what it is asked with its end of
//! it, beside itself and within a bound.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use citable_schema::{StoreError, Unit, Writer};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use tokio::sync::OwnedSemaphorePermit;

use crate::address::Address;
use crate::bounded::BoundedAddress;
use crate::call::{CallError, answer};
use crate::supervision::Child;
use crate::tasks::Tasks;

/// Why the store was asked in vain.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The actor gave no answer.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

type Work<S> = Box<dyn FnOnce(S) -> BoxFuture<'static, ()> + Send + 'static>;

/// Something to do with the store, which answers its caller by itself.
pub(crate) struct StoreMessage<S> {
    work: Work<S>,
    /// None if there is no caller.
    permit: Option<OwnedSemaphorePermit>,
}

/// The actor; `S` is the store's reader or its writer.
pub(crate) struct StoreActor<S>(PhantomData<fn(S)>);

pub(crate) struct StoreActorState<S> {
    store: S,
    tasks: Tasks,
}

/// The actor as a child of the supervisor.
pub(crate) fn store_child<S: Clone + Send + Sync + 'static>(
    name: &'static str,
    address: &Address<StoreMessage<S>>,
    store: S,
) -> Child {
    Child::of(name, address, || StoreActor(PhantomData), store)
}

impl<S: Clone + Send + Sync + 'static> Actor for StoreActor<S> {
    type Msg = StoreMessage<S>;
    type State = StoreActorState<S>;
    type Arguments = S;

    async fn pre_start(
        &self,
        _myself: ActorRef<Self::Msg>,
        store: S,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(StoreActorState { store, tasks: Tasks::default() })
    }

    async fn handle(
        &self,
        _myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        let StoreMessage { work, permit } = message;
        let answered = work(state.store.clone());
        state.tasks.run(async move {
            answered.await;
            drop(permit);
        });
        Ok(())
    }
}

/// How such an actor is asked.
pub(crate) struct StoreAddress<S> {
    address: BoundedAddress<StoreMessage<S>>,
}

impl<S> Clone for StoreAddress<S> {
    fn clone(&self) -> Self {
        Self { address: self.address.clone() }
    }
}

impl<S> fmt::Debug for StoreAddress<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoreAddress").finish_non_exhaustive()
    }
}

impl<S: Send + 'static> StoreAddress<S> {
    pub(crate) fn new(address: Address<StoreMessage<S>>, most_waiting: usize) -> Self {
        Self { address: BoundedAddress::new(address, most_waiting) }
    }

    /// How many calls wait or run.
    pub(crate) fn waiting(&self) -> usize {
        self.address.waiting()
    }

    /// Does something with the store. It is done to its end even where the caller leaves.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub(crate) async fn ask<T, F>(
        &self,
        deadline: Duration,
        work: impl FnOnce(S) -> F + Send + 'static,
    ) -> Result<T, AskError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let message = |reply, permit| {
            let work = |store| async move { answer(reply, work(store).await) }.boxed();
            StoreMessage { work: Box::new(work), permit: Some(permit) }
        };
        Ok(self.address.call(deadline, message).await??)
    }

    /// Does something with the store without a reply. It is lost while the actor restarts.
    pub(crate) fn cast<F: Future<Output = ()> + Send + 'static>(
        &self,
        work: impl FnOnce(S) -> F + Send + 'static,
    ) {
        let work = Box::new(|store| work(store).boxed());
        self.address.cast(StoreMessage { work, permit: None });
    }
}

impl StoreAddress<Writer> {
    /// Has a unit of work stored, even where the caller leaves.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub(crate) async fn run<U: Unit>(
        &self,
        deadline: Duration,
        unit: U,
    ) -> Result<U::Answer, AskError> {
        self.ask(deadline, |writer: Writer| async move { writer.run(unit).await }).await
    }
}
