//! The actor that stores notification preferences.
//!
//! **Owns** the writes of notification preferences, and the use of unsubscribe links.
//! **Invariants** only flags that are named are written; a link is used once, whoever races, and
//! turns off the master switch alone; of its token only the hash is known.
//! **Messages** units of the store, one per change.
//! **Restart** permanent; it has no state.
//! **Backpressure** a permit travels in each call.

use std::time::Duration;

use citable_schema::{ChangePreferences, Unsubscribe, Writer};

use crate::address::Address;
use crate::clock::SharedClock;
use crate::secrets::{hash_of, is_derived_token};
use crate::worker::{AskError, Work, WorkAddress};

pub use citable_schema::{PreferencesPatch, PreferencesRow as Preferences};

/// How long a caller waits for a change.
const DEADLINE: Duration = Duration::from_secs(5);

/// How the rest of the program reaches the preferences.
#[derive(Clone, Debug)]
pub struct NotificationsHandle {
    address: WorkAddress<Writer>,
    clock: SharedClock,
}

impl NotificationsHandle {
    pub(crate) fn new(
        address: Address<Work<Writer>>,
        most_waiting: usize,
        clock: SharedClock,
    ) -> Self {
        Self { address: WorkAddress::new(address, most_waiting), clock }
    }

    /// Writes the flags that the patch names; answers all of them.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn change(
        &self,
        account_id: String,
        patch: PreferencesPatch,
    ) -> Result<Preferences, AskError> {
        self.address.run(DEADLINE, ChangePreferences { account_id, patch }).await
    }

    /// Uses the token of an unsubscribe link. Whether it was live, spent or never one is told to
    /// nobody.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn unsubscribe(&self, token: &str) -> Result<(), AskError> {
        if !is_derived_token(token) {
            return Ok(());
        }
        let spend = Unsubscribe { token_hash: hash_of(token), now: self.clock.now_ms() };
        self.address.run(DEADLINE, spend).await.map(|_live| ())
    }
}
