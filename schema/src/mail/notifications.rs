//! The `notification_preferences` and `unsubscribe_tokens` tables: what accounts want to be told by
//! mail, and the links that end it.
//!
//! The unit that tells of something asks what the account wants; the sender asks once more, by the
//! hash of the link's token.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::mail::mails::{MailQueries, NewMail};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::{Reader, reads};
use crate::store::tables::{accounts, notification_preferences, unsubscribe_tokens};
use crate::store::unit::Unit;

/// What an account can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeKind {
    /// How the monitored pages did this week.
    WeeklyReport,
    /// A monitored page lost points.
    ScoreDrop,
    /// A monitored page could not be scanned.
    MonitorFailure,
    /// No more webhooks are sent.
    WebhookPaused,
    /// Something about the subscription.
    Billing,
}

impl NoticeKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::WeeklyReport,
        Self::ScoreDrop,
        Self::MonitorFailure,
        Self::WebhookPaused,
        Self::Billing,
    ];

    /// Reads the word of a mail's template; none for a mail that is no notification.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    /// The word of its mail's template.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WeeklyReport => "weekly_report",
            Self::ScoreDrop => "score_drop",
            Self::MonitorFailure => "monitor_failure",
            Self::WebhookPaused => "webhook_paused",
            Self::Billing => "billing",
        }
    }
}

/// What an account wants to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = notification_preferences)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct PreferencesRow {
    /// The master switch.
    pub everything: bool,
    /// [`NoticeKind::WeeklyReport`].
    pub weekly_report: bool,
    /// [`NoticeKind::ScoreDrop`].
    pub score_drop: bool,
    /// [`NoticeKind::MonitorFailure`].
    pub monitor_failure: bool,
    /// [`NoticeKind::WebhookPaused`].
    pub webhook_paused: bool,
    /// [`NoticeKind::Billing`].
    pub billing: bool,
}

impl Default for PreferencesRow {
    /// Everything, as long as nobody said otherwise.
    fn default() -> Self {
        Self {
            everything: true,
            weekly_report: true,
            score_drop: true,
            monitor_failure: true,
            webhook_paused: true,
            billing: true,
        }
    }
}

impl PreferencesRow {
    /// Whether it is told.
    #[must_use]
    pub fn allows(&self, kind: NoticeKind) -> bool {
        self.everything
            && match kind {
                NoticeKind::WeeklyReport => self.weekly_report,
                NoticeKind::ScoreDrop => self.score_drop,
                NoticeKind::MonitorFailure => self.monitor_failure,
                NoticeKind::WebhookPaused => self.webhook_paused,
                NoticeKind::Billing => self.billing,
            }
    }
}

/// A mail to the owner of an account, written by the unit that has something to tell.
#[derive(Clone, PartialEq, Eq)]
pub struct Notice {
    /// `msg_…`.
    pub mail_id: String,
    /// What it is about.
    pub kind: NoticeKind,
    /// What the template needs, as JSON.
    pub data: String,
    /// The hash of the token of its link that ends all notifications.
    pub token_hash: String,
    /// After this instant it is not sent any more.
    pub not_after: Option<i64>,
}

impl std::fmt::Debug for Notice {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Notice")
            .field("mail_id", &self.mail_id)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// Tells an account something, unless it does not want to know or is gone; as a part of a larger
/// unit.
pub(crate) async fn notify(
    conn: &mut Connection<'_>,
    account_id: &str,
    notice: &Notice,
    now: i64,
) -> Result<(), StoreError> {
    let preferences = conn.preferences(account_id).await?.unwrap_or_default();
    let Some(recipient) = conn.email_of_account(account_id).await? else { return Ok(()) };
    if !preferences.allows(notice.kind) {
        return Ok(());
    }
    conn.insert_unsubscribe_token(&notice.token_hash, account_id, now).await?;
    let mail = NewMail {
        id: notice.mail_id.clone(),
        template: notice.kind.as_str().to_owned(),
        recipient,
        data: notice.data.clone(),
        not_after: notice.not_after,
    };
    conn.insert_mail(&mail, now).await?;
    Ok(())
}

/// Tells an account something that belongs to no other change, unless it does not want to know or is
/// gone.
///
/// # Errors
/// [`StoreError::Conflict`] where the mail's id or the link's token is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notify {
    /// Whom.
    pub account_id: String,
    /// What.
    pub notice: Notice,
    /// The instant.
    pub now: i64,
}

impl Unit for Notify {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        notify(conn, &self.account_id, &self.notice, self.now).await
    }
}

queries! {
    /// Statements on `notification_preferences` and `unsubscribe_tokens`.
    trait NotificationQueries {
        fn preferences(account_id: &str) -> first PreferencesRow {
            notification_preferences::table.find(account_id).select(PreferencesRow::as_select())
        }

        fn email_of_account(account_id: &str) -> first String {
            accounts::table.find(account_id).select(accounts::email)
        }

        /// What the owner of an unsubscribe link wants to be told; none where the link has no
        /// account any more.
        fn preferences_behind_link(token_hash: &str) -> own Option<PreferencesRow> |conn| {
            let same = unsubscribe_tokens::account_id.eq(notification_preferences::account_id);
            let row: Option<Option<PreferencesRow>> = unsubscribe_tokens::table
                .left_join(notification_preferences::table.on(same))
                .filter(unsubscribe_tokens::hash.eq(token_hash))
                .select(Option::<PreferencesRow>::as_select())
                .first(conn)
                .await
                .optional()?;
            Ok(row.map(Option::unwrap_or_default))
        }

        fn insert_unsubscribe_token(hash: &str, account_id: &str, now: i64) -> changed {
            diesel::insert_into(unsubscribe_tokens::table)
                .values((
                    unsubscribe_tokens::hash.eq(hash),
                    unsubscribe_tokens::account_id.eq(account_id),
                    unsubscribe_tokens::created_at.eq(now),
                ))
        }
    }
}

reads! {
    /// What the owner of an unsubscribe link, live or spent, wants to be told; none where the link
    /// has no account.
    fn preferences_behind_link(token_hash: &str) -> Option<PreferencesRow>;
}

impl Reader {
    /// What an account wants to be told; everything, as long as it did not say otherwise.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn preferences(&self, account_id: &str) -> Result<PreferencesRow, StoreError> {
        let account_id = account_id.to_owned();
        Ok(self
            .read(move |conn| Box::pin(async move { conn.preferences(&account_id).await }))
            .await?
            .unwrap_or_default())
    }
}
