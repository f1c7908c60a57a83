//! The actor that knows who people are.
//!
//! **Owns** the writes of accounts, sign-in tokens, sessions and API keys.
//! **Invariants** a token is used once, whoever races; of tokens, cookies and keys only hashes are
//! kept.
//! **Messages** `Change`, a unit of the store with whoever waits for it; cast `KeyUsed`; `Over` comes
//! back from its tasks.
//! **Restart** permanent; it has no state.
//! **Backpressure** a permit travels in each call.

mod account;
mod client;
mod email;
mod error;
mod handle;
mod keys;
mod token;

use citable_schema::{KeyUse, Writer};
use futures_util::future::BoxFuture;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use tokio::sync::OwnedSemaphorePermit;

use crate::tasks::Tasks;

pub use account::Account;
pub use citable_schema::{KeySource, Plan as AccountPlan};
pub use client::network_of;
pub use email::{EmailAddress, InvalidEmail};
pub use error::{IdentityError, TooManyLinks};
pub use handle::{IdentityHandle, IdentitySettings, NewSession, RequestedLink};
pub use keys::{ApiKey, CreateKey, CreatedKey, KeyHolder, Scope, Scopes};
pub(crate) use token::is_key_token;
pub use token::{KEY_PREFIX, SessionCookie};

/// A change that a caller waits for, who is answered by it.
pub(crate) type Change = Box<dyn FnOnce(Writer) -> BoxFuture<'static, ()> + Send>;

pub(crate) enum IdentityMessage {
    /// Change something.
    Change(Change, OwnedSemaphorePermit),
    /// A key was used; a use after the second instant was noted recently enough.
    KeyUsed { key_id: String, now: i64, unless_since: i64 },
    /// A change is stored, or not.
    Over,
}

/// The actor.
pub(crate) struct Identity;

pub(crate) struct IdentityArgs {
    pub(crate) writer: Writer,
}

pub(crate) struct IdentityState {
    writer: Writer,
    tasks: Tasks,
}

impl Actor for Identity {
    type Msg = IdentityMessage;
    type State = IdentityState;
    type Arguments = IdentityArgs;

    async fn pre_start(
        &self,
        _myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(IdentityState { writer: args.writer, tasks: Tasks::default() })
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        let writer = state.writer.clone();
        match message {
            IdentityMessage::Change(change, permit) => {
                let work = async move {
                    change(writer).await;
                    drop(permit);
                };
                state.tasks.attach(&myself, work, |_| IdentityMessage::Over);
            }
            IdentityMessage::KeyUsed { key_id, now, unless_since } => {
                let work = async move {
                    if let Err(error) = writer.run(KeyUse { key_id, now, unless_since }).await {
                        tracing::debug!(%error, "the use of a key was not noted");
                    }
                };
                state.tasks.attach(&myself, work, |_| IdentityMessage::Over);
            }
            IdentityMessage::Over => {}
        }
        Ok(())
    }
}
