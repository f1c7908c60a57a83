//! The actor that reads.
//!
//! **Owns** every read of the store on behalf of a caller.
//! **Invariants** a read runs to its end even when its caller is gone: a connection whose query
//! was dropped half-way cannot be used again.
//! **Messages** `Read`, one per question; `ReadOver` comes back from its task.
//! **Restart** permanent; it has no state.
//! **Backpressure** a permit travels in each message; without a free one the caller is told
//! [`CallError::Overloaded`](crate::CallError::Overloaded).

mod handle;
mod views;

use futures_util::future::BoxFuture;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use tokio::sync::OwnedSemaphorePermit;

use crate::tasks::Tasks;

pub use crate::scan::event::ScanStatus;
pub use handle::{ReaderError, ReaderHandle};
pub use views::{CACHE_LIFETIME, CachedReport, ScanView};

/// A question to the store that answers its caller by itself.
pub(crate) type Read =
    Box<dyn FnOnce(citable_schema::Reader) -> BoxFuture<'static, ()> + Send + 'static>;

pub(crate) enum ReaderMessage {
    /// A caller asks.
    Read(Read, OwnedSemaphorePermit),
    /// A read is over; its answer went to the caller from the task.
    ReadOver,
}

/// The actor.
pub(crate) struct Reader;

pub(crate) struct ReaderArgs {
    pub(crate) store: citable_schema::Reader,
}

pub(crate) struct ReaderState {
    store: citable_schema::Reader,
    tasks: Tasks,
}

impl Actor for Reader {
    type Msg = ReaderMessage;
    type State = ReaderState;
    type Arguments = ReaderArgs;

    async fn pre_start(
        &self,
        _myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(ReaderState { store: args.store, tasks: Tasks::default() })
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ReaderMessage::Read(read, permit) => {
                let answered = read(state.store.clone());
                let read = async move {
                    answered.await;
                    drop(permit);
                };
                state.tasks.attach(&myself, read, |_| ReaderMessage::ReadOver);
            }
            ReaderMessage::ReadOver => {}
        }
        Ok(())
    }
}
