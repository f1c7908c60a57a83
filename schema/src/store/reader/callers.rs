//! Who calls: accounts, sessions, keys, and what they have spent.

use super::{ReadPool, Reader};
use crate::accounts::account::{AccountQueries, AccountRow};
use crate::accounts::api_keys::{KeyQueries, KeyRow};
use crate::quota::counters::{DAY, MONTH, QuotaQueries, SERVICE, Used};
use crate::requests::human_check_tokens::TokenQueries;
use crate::store::connection::check_out;
use crate::store::error::StoreError;

impl Reader {
    /// The live API key of that hash, and whose it is.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn live_key(&self, hash: &str) -> Result<Option<(KeyRow, AccountRow)>, StoreError> {
        let hash = hash.to_owned();
        read!(self, |conn| conn.live_key(&hash))
    }

    /// The account of a session that has not expired.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn account_of_session(
        &self,
        hash: &str,
        now: i64,
    ) -> Result<Option<AccountRow>, StoreError> {
        let hash = hash.to_owned();
        read!(self, |conn| conn.account_of_session(&hash, now))
    }

    /// The account of a sign-in token that can still be used; the token stays unused.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn account_of_sign_in_token(
        &self,
        hash: &str,
        now: i64,
    ) -> Result<Option<AccountRow>, StoreError> {
        let hash = hash.to_owned();
        read!(self, |conn| conn.account_of_sign_in_token(&hash, now))
    }

    /// The account of a mail address, as it is compared.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn account_of_email(
        &self,
        email_key: &str,
    ) -> Result<Option<AccountRow>, StoreError> {
        let email_key = email_key.to_owned();
        read!(self, |conn| conn.account_of_email(&email_key))
    }

    /// The live keys of an account, oldest first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn keys_of(&self, account_id: &str) -> Result<Vec<KeyRow>, StoreError> {
        let account_id = account_id.to_owned();
        read!(self, |conn| conn.keys_of(&account_id))
    }

    /// What a subject has spent in a day and a month, each named by its first instant.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn used(&self, subject: &str, day: i64, month: i64) -> Result<Used, StoreError> {
        let (of_day, of_month) = (subject.to_owned(), subject.to_owned());
        let day: Result<Option<i64>, StoreError> =
            read!(self, |conn| conn.counter(&of_day, DAY, day));
        let month: Result<Option<i64>, StoreError> =
            read!(self, |conn| conn.counter(&of_month, MONTH, month));
        Ok(Used { day: day?.unwrap_or(0), month: month?.unwrap_or(0) })
    }

    /// How many scans the whole service has run in a day, named by its first instant.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn budget_used(&self, day: i64) -> Result<i64, StoreError> {
        let used: Result<Option<i64>, StoreError> =
            read!(self, |conn| conn.counter(SERVICE, DAY, day));
        Ok(used?.unwrap_or(0))
    }

    /// How many human-check tokens are remembered.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn used_tokens(&self) -> Result<i64, StoreError> {
        read!(self, |conn| conn.count_tokens())
    }
}
