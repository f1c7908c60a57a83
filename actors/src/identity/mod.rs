//! The actor that knows who people are.
//!
//! **Owns** the writes of accounts, sign-in tokens, sessions and API keys.
//! **Invariants** a token is used once, whoever races; of tokens, cookies and keys only hashes are
//! kept.
//! **Messages** units of the store, one per change; cast the use of a key.
//! **Restart** permanent; it has no state.
//! **Backpressure** a permit travels in each call.

mod account;
mod client;
mod email;
mod error;
mod handle;
mod keys;
mod settings;
mod token;

pub use account::Account;
pub use citable_schema::{KeySource, Plan as AccountPlan};
pub use client::network_of;
pub use email::{EmailAddress, InvalidEmail};
pub use error::{IdentityError, TooManyLinks};
pub use handle::{IdentityHandle, NewSession, RequestedLink};
pub use keys::{ApiKey, CreateKey, CreatedKey, KeyHolder, Scope, Scopes};
pub use settings::IdentitySettings;
pub(crate) use token::is_key_token;
pub use token::{KEY_PREFIX, SessionCookie};
