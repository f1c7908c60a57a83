//! Who says what they want to be told: by a patch, or by the link in a mail.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::accounts::account::AccountQueries;
use crate::mail::notifications::{NotificationQueries, PreferencesRow};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::tables::{notification_preferences, unsubscribe_tokens};
use crate::store::unit::Unit;

/// The flags to write; the others stay as they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, AsChangeset)]
#[diesel(table_name = notification_preferences)]
pub struct PreferencesPatch {
    /// The master switch.
    pub everything: Option<bool>,
    /// How the monitored pages did this week.
    pub weekly_report: Option<bool>,
    /// A monitored page lost points.
    pub score_drop: Option<bool>,
    /// A monitored page could not be scanned.
    pub monitor_failure: Option<bool>,
    /// No more webhooks are sent.
    pub webhook_paused: Option<bool>,
    /// Something about the subscription.
    pub billing: Option<bool>,
}

impl PreferencesPatch {
    /// What turns the master switch off.
    const NOTHING: Self = Self {
        everything: Some(false),
        weekly_report: None,
        score_drop: None,
        monitor_failure: None,
        webhook_paused: None,
        billing: None,
    };
}

/// Writes flags of an account.
///
/// # Errors
/// [`StoreError::Contention`] where the account is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangePreferences {
    /// Whose.
    pub account_id: String,
    /// What is written.
    pub patch: PreferencesPatch,
}

impl Unit for ChangePreferences {
    type Answer = PreferencesRow;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<PreferencesRow, StoreError> {
        conn.lock_account(&self.account_id).await?.ok_or_else(StoreError::vanished)?;
        change(conn, &self.account_id, &self.patch).await
    }
}

/// Spends the token of an unsubscribe link: its one use turns the master switch of its account off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsubscribe {
    /// The hash of the link's token.
    pub token_hash: String,
    /// The instant.
    pub now: i64,
}

impl Unit for Unsubscribe {
    /// Whether the token was live.
    type Answer = bool;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<bool, StoreError> {
        // The account is locked before its token, as where an account is deleted.
        let account = conn.account_of_unsubscribe_token(&self.token_hash).await?;
        let Some(account_id) = account else { return Ok(false) };
        conn.lock_account(&account_id).await?.ok_or_else(StoreError::vanished)?;
        if conn.spend_unsubscribe_token(&self.token_hash, self.now).await? == 0 {
            return Ok(false);
        }
        change(conn, &account_id, &PreferencesPatch::NOTHING).await?;
        Ok(true)
    }
}

/// Writes flags of an account that is locked.
async fn change(
    conn: &mut Connection<'_>,
    account_id: &str,
    patch: &PreferencesPatch,
) -> Result<PreferencesRow, StoreError> {
    // A statement that sets nothing is none.
    if *patch == PreferencesPatch::default() {
        return Ok(conn.preferences(account_id).await?.unwrap_or_default());
    }
    conn.insert_default_preferences(account_id).await?;
    Ok(conn.patch_preferences(account_id, patch).await?)
}

queries! {
    /// Changes of `notification_preferences` and `unsubscribe_tokens`.
    trait PreferenceQueries {
        fn insert_default_preferences(account_id: &str) -> changed {
            let all = PreferencesRow::default();
            diesel::insert_into(notification_preferences::table)
                .values((
                    notification_preferences::account_id.eq(account_id),
                    notification_preferences::everything.eq(all.everything),
                    notification_preferences::weekly_report.eq(all.weekly_report),
                    notification_preferences::score_drop.eq(all.score_drop),
                    notification_preferences::monitor_failure.eq(all.monitor_failure),
                    notification_preferences::webhook_paused.eq(all.webhook_paused),
                    notification_preferences::billing.eq(all.billing),
                ))
                .on_conflict(notification_preferences::account_id)
                .do_nothing()
        }

        fn patch_preferences(account_id: &str, patch: &PreferencesPatch) -> one PreferencesRow {
            diesel::update(notification_preferences::table.find(account_id))
                .set(patch)
                .returning(PreferencesRow::as_returning())
        }

        fn account_of_unsubscribe_token(hash: &str) -> first String {
            unsubscribe_tokens::table.find(hash).select(unsubscribe_tokens::account_id)
        }

        fn spend_unsubscribe_token(hash: &str, now: i64) -> changed {
            let live = unsubscribe_tokens::table
                .filter(unsubscribe_tokens::hash.eq(hash))
                .filter(unsubscribe_tokens::used_at.is_null());
            diesel::update(live).set(unsubscribe_tokens::used_at.eq(now))
        }
    }
}
