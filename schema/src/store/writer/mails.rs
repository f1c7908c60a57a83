//! Mails, and what people want to be told.

use super::Writer;
use crate::mail::notifications::{Notice, Notify, PreferencesRow};
use crate::mail::preferences::{ChangePreferences, PreferencesPatch, Unsubscribe};
use crate::mail::queue::{ClaimMails, ClaimedMails, EndMail, QueueMail};
use crate::store::error::StoreError;

impl Writer {
    /// Stores a mail that is to be sent.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the id is taken.
    pub async fn queue_mail(&self, queue: QueueMail) -> Result<(), StoreError> {
        self.run(queue).await
    }

    /// Claims mails that are due.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn claim_mails(&self, claim: ClaimMails) -> Result<ClaimedMails, StoreError> {
        self.run(claim).await
    }

    /// Ends an attempt to send a mail.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the mail is no longer held.
    pub async fn end_mail(&self, end: EndMail) -> Result<(), StoreError> {
        self.run(end).await
    }

    /// Tells an account something that belongs to no other change, unless it does not want to know
    /// or is gone.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the mail's id or the link's token is taken.
    pub async fn notify(
        &self,
        account_id: String,
        notice: Notice,
        now: i64,
    ) -> Result<(), StoreError> {
        self.run(Notify { account_id, notice, now }).await
    }

    /// Writes what an account wants to be told; answers all of it.
    ///
    /// # Errors
    /// [`StoreError::Contention`] where the account is gone.
    pub async fn change_preferences(
        &self,
        account_id: String,
        patch: PreferencesPatch,
    ) -> Result<PreferencesRow, StoreError> {
        self.run(ChangePreferences { account_id, patch }).await
    }

    /// Uses an unsubscribe link; answers whether it was live.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn unsubscribe(&self, token_hash: String, now: i64) -> Result<bool, StoreError> {
        self.run(Unsubscribe { token_hash, now }).await
    }
}
