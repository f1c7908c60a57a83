//! The actor that knows who people are.
//!
//! **Owns** the writes of accounts, sign-in tokens, sessions and API keys.
//! **Invariants** a token is used once, whoever races; of tokens, cookies and keys only hashes are
//! kept.
//! **Messages** calls `RequestLink`, `SignIn`, `SignOut`, `CreateKey`, `RevokeKey`, `OpenAccount`;
//! cast `KeyUsed`; `Over` comes back from its tasks.
//! **Restart** permanent; it has no state.
//! **Backpressure** a permit travels in each call.

mod account;
mod client;
mod email;
mod error;
mod handle;
mod keys;
mod token;

use citable_schema::{
    AccountRow, KeyCreated, KeyCreation, LinkRequest, LinkRequested, NewAccount, Plan, SignIn,
    SignedIn, StoreError, Writer,
};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort};
use tokio::sync::OwnedSemaphorePermit;

use crate::call::answer;
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

type Answer<T> = RpcReplyPort<Result<T, StoreError>>;

/// A change that a caller waits for.
pub(crate) enum Change {
    RequestLink {
        request: LinkRequest,
        reply: Answer<LinkRequested>,
    },
    SignIn {
        sign_in: SignIn,
        reply: Answer<SignedIn>,
    },
    SignOut {
        session_hash: String,
        reply: Answer<()>,
    },
    CreateKey {
        creation: KeyCreation,
        reply: Answer<KeyCreated>,
    },
    RevokeKey {
        account_id: String,
        key_id: String,
        now: i64,
        reply: Answer<bool>,
    },
    OpenAccount {
        account: NewAccount,
        plan: Option<(Plan, Option<i64>)>,
        now: i64,
        reply: Answer<AccountRow>,
    },
}

pub(crate) enum IdentityMessage {
    /// Change something.
    Change(Box<Change>, OwnedSemaphorePermit),
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
                    make(&writer, *change).await;
                    drop(permit);
                };
                state.tasks.attach(&myself, work, |_| IdentityMessage::Over);
            }
            IdentityMessage::KeyUsed { key_id, now, unless_since } => {
                let work = async move {
                    if let Err(error) = writer.note_key_use(key_id, now, unless_since).await {
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

async fn make(writer: &Writer, change: Change) {
    match change {
        Change::RequestLink { request, reply } => {
            answer(reply, writer.request_link(request).await);
        }
        Change::SignIn { sign_in, reply } => answer(reply, writer.sign_in(sign_in).await),
        Change::SignOut { session_hash, reply } => {
            answer(reply, writer.sign_out(session_hash).await);
        }
        Change::CreateKey { creation, reply } => answer(reply, writer.create_key(creation).await),
        Change::RevokeKey { account_id, key_id, now, reply } => {
            answer(reply, writer.revoke_key(account_id, key_id, now).await);
        }
        Change::OpenAccount { account, plan, now, reply } => {
            answer(reply, writer.open_account(account, plan, now).await);
        }
    }
}
