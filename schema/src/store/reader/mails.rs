//! Mails, and what people want to be told.

use super::{ReadPool, Reader};
use crate::mail::mails::{MailQueries, MailRow};
use crate::mail::notifications::{NotificationQueries, PreferencesRow};
use crate::store::connection::check_out;
use crate::store::error::StoreError;

impl Reader {
    /// One mail.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn mail(&self, id: &str) -> Result<Option<MailRow>, StoreError> {
        let id = id.to_owned();
        read!(self, |conn| conn.mail(&id))
    }

    /// What an account wants to be told; everything, as long as it did not say otherwise.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn preferences(&self, account_id: &str) -> Result<PreferencesRow, StoreError> {
        let account_id = account_id.to_owned();
        let stored: Result<_, StoreError> = read!(self, |conn| conn.preferences(&account_id));
        Ok(stored?.unwrap_or_default())
    }

    /// What the owner of an unsubscribe link, live or spent, wants to be told; none where the link
    /// has no account.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn preferences_behind_link(
        &self,
        token_hash: &str,
    ) -> Result<Option<PreferencesRow>, StoreError> {
        let token_hash = token_hash.to_owned();
        read!(self, |conn| conn.preferences_behind_link(&token_hash))
    }

    /// How many mails have not ended.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn mails_waiting(&self) -> Result<i64, StoreError> {
        read!(self, |conn| conn.count_unsent())
    }

    /// When the next mail is due, or the next claim of one is over.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn next_mail_due(&self) -> Result<Option<i64>, StoreError> {
        read!(self, |conn| conn.next_mail_due())
    }
}
