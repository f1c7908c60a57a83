//! The `api_keys` table, and what changes it.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::accounts::account::{AccountQueries, AccountRow};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::{queries, stored_words};
use crate::store::reader::reads;
use crate::store::tables::{accounts, api_keys};
use crate::store::unit::Unit;

stored_words! {
    /// Who made a key.
    pub enum KeySource {
        /// The account itself.
        Account = "account",
        /// A connected app; such keys do not count towards the account's limit.
        App = "app",
    }
}

/// A stored key. Instants are milliseconds since 1970 in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = api_keys)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct KeyRow {
    /// `key_…`.
    pub id: String,
    /// The name its owner gave it.
    pub name: String,
    /// The last four characters of the token.
    pub last4: String,
    /// Words separated by spaces.
    pub scopes: String,
    /// Who made it.
    pub source: KeySource,
    /// When it was made.
    pub created_at: i64,
    /// When it was last used, to the minute or so.
    pub last_used_at: Option<i64>,
}

/// A key to store.
#[derive(Debug, Clone, PartialEq, Eq, Insertable)]
#[diesel(table_name = api_keys)]
pub struct NewKey {
    /// `key_…`.
    pub id: String,
    /// Whose.
    pub account_id: String,
    /// The name its owner gives it.
    pub name: String,
    /// The hash of the token.
    pub hash: String,
    /// The last four characters of the token.
    pub last4: String,
    /// Words separated by spaces.
    pub scopes: String,
    /// Who makes it.
    pub source: KeySource,
    /// The instant.
    pub created_at: i64,
}

/// Stores a key, within the account's limit.
///
/// # Errors
/// [`StoreError::Conflict`] where the id or token is taken; [`StoreError::Contention`] where the
/// account is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyCreation {
    /// The key.
    pub key: NewKey,
    /// How many live keys of its own the account may have; none for a key that does not count.
    pub limit: Option<i64>,
}

/// What became of a key to store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyCreated {
    /// It is stored.
    Created,
    /// The account has as many as it may.
    LimitReached,
}

impl Unit for KeyCreation {
    type Answer = KeyCreated;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<KeyCreated, StoreError> {
        let account = conn.lock_account(&self.key.account_id).await?;
        account.ok_or_else(StoreError::vanished)?;
        if let Some(limit) = self.limit
            && conn.count_own_keys(&self.key.account_id).await? >= limit
        {
            return Ok(KeyCreated::LimitReached);
        }
        conn.insert_key(&self.key).await?;
        Ok(KeyCreated::Created)
    }
}

/// Ends a key for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRevocation {
    /// Whose.
    pub account_id: String,
    /// Which.
    pub key_id: String,
    /// The instant.
    pub now: i64,
}

impl Unit for KeyRevocation {
    /// Whether the account had such a live key.
    type Answer = bool;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<bool, StoreError> {
        Ok(conn.revoke_key(&self.account_id, &self.key_id, self.now).await? > 0)
    }
}

/// Notes that a key was used, at most once in a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyUse {
    /// Which.
    pub key_id: String,
    /// The instant of the use.
    pub now: i64,
    /// A use noted after this instant is recent enough.
    pub unless_since: i64,
}

impl Unit for KeyUse {
    type Answer = ();
    const CHANGES_LAST: bool = true;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        conn.touch_key(&self.key_id, self.now, self.unless_since).await?;
        Ok(())
    }
}

queries! {
    /// Statements on `api_keys`.
    trait KeyQueries {
        fn insert_key(key: &NewKey) -> changed {
            diesel::insert_into(api_keys::table).values(key)
        }

        /// The live key of that hash, and whose it is.
        fn live_key(hash: &str) -> first (KeyRow, AccountRow) {
            api_keys::table
                .inner_join(accounts::table)
                .filter(api_keys::hash.eq(hash))
                .filter(api_keys::revoked_at.is_null())
                .select((KeyRow::as_select(), AccountRow::as_select()))
        }

        /// The live keys of an account, oldest first.
        fn keys_of(account_id: &str) -> all KeyRow {
            api_keys::table
                .filter(api_keys::account_id.eq(account_id))
                .filter(api_keys::revoked_at.is_null())
                .order((api_keys::created_at, api_keys::id))
                .select(KeyRow::as_select())
        }

        /// How many live keys the account made itself.
        fn count_own_keys(account_id: &str) -> one i64 {
            api_keys::table
                .filter(api_keys::account_id.eq(account_id))
                .filter(api_keys::revoked_at.is_null())
                .filter(api_keys::source.eq(KeySource::Account))
                .count()
        }

        fn revoke_key(account_id: &str, key_id: &str, now: i64) -> changed {
            let live = api_keys::table
                .find(key_id)
                .filter(api_keys::account_id.eq(account_id))
                .filter(api_keys::revoked_at.is_null());
            diesel::update(live).set(api_keys::revoked_at.eq(now))
        }

        fn touch_key(key_id: &str, now: i64, unless_since: i64) -> changed {
            let stale = api_keys::table.find(key_id).filter(
                api_keys::last_used_at.is_null().or(api_keys::last_used_at.le(unless_since)),
            );
            diesel::update(stale).set(api_keys::last_used_at.eq(now))
        }
    }
}

reads! {
    /// The live API key of that hash, and whose it is.
    fn live_key(hash: &str) -> Option<(KeyRow, AccountRow)>;

    /// The live keys of an account, oldest first.
    fn keys_of(account_id: &str) -> Vec<KeyRow>;
}
