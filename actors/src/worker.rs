//! The frame of actors that hold no more than what their work needs, such as their end of the
//! store: each does what it is asked beside itself and within a bound.

use std::marker::PhantomData;
use std::time::Duration;

use citable_schema::{StoreError, Unit, Writer};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort};
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

type Begin<S> = Box<dyn FnOnce(&mut S) -> BoxFuture<'static, ()> + Send + 'static>;

/// Something to do with what an actor holds, which answers its caller by itself.
pub(crate) struct Work<S> {
    begin: Begin<S>,
    /// None if there is no caller.
    permit: Option<OwnedSemaphorePermit>,
}

impl<S> Work<S> {
    /// Work that answers a caller with what it brings, and then gives back the permit of the call.
    pub(crate) fn answering<T, F>(
        reply: RpcReplyPort<T>,
        permit: OwnedSemaphorePermit,
        begin: impl FnOnce(&mut S) -> F + Send + 'static,
    ) -> Self
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        let begin = |held: &mut S| {
            let work = begin(held);
            async move { answer(reply, work.await) }.boxed()
        };
        Self { begin: Box::new(begin), permit: Some(permit) }
    }
}

/// The actor, which begins each piece of work with what it holds.
pub(crate) struct Worker<S>(PhantomData<fn(S)>);

pub(crate) struct WorkerState<S> {
    held: S,
    tasks: Tasks,
}

/// The actor as a child of the supervisor; it holds `held` at each start.
pub(crate) fn worker_child<S: Clone + Send + Sync + 'static>(
    name: &'static str,
    address: &Address<Work<S>>,
    held: S,
) -> Child {
    Child::of(name, address, || Worker(PhantomData), held)
}

impl<S: Send + 'static> Actor for Worker<S> {
    type Msg = Work<S>;
    type State = WorkerState<S>;
    type Arguments = S;

    async fn pre_start(
        &self,
        _myself: ActorRef<Self::Msg>,
        held: S,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(WorkerState { held, tasks: Tasks::default() })
    }

    async fn handle(
        &self,
        _myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        let Work { begin, permit } = message;
        let work = begin(&mut state.held);
        state.tasks.run(async move {
            work.await;
            drop(permit);
        });
        Ok(())
    }
}

/// How such an actor is asked.
pub(crate) type WorkAddress<S> = BoundedAddress<Work<S>>;

impl<S: Send + 'static> WorkAddress<S> {
    /// Does something with what the actor holds. It is done to its end even where the caller
    /// leaves.
    ///
    /// # Errors
    /// Every [`CallError`].
    pub(crate) async fn have<T, F>(
        &self,
        deadline: Duration,
        begin: impl FnOnce(&mut S) -> F + Send + 'static,
    ) -> Result<T, CallError>
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        self.call(deadline, |reply, permit| Work::answering(reply, permit, begin)).await
    }
}

impl<S: Clone + Send + 'static> WorkAddress<S> {
    /// The same with the store.
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
        let begin = |store: &mut S| {
            let store = store.clone();
            async move { work(store).await }
        };
        Ok(self.have(deadline, begin).await??)
    }

    /// Does something with the store without a reply. It is lost while the actor restarts.
    pub(crate) fn tell<F: Future<Output = ()> + Send + 'static>(
        &self,
        work: impl FnOnce(S) -> F + Send + 'static,
    ) {
        let begin = Box::new(|store: &mut S| work(store.clone()).boxed());
        self.cast(Work { begin, permit: None });
    }
}

impl WorkAddress<Writer> {
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
