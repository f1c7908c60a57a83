//! The `mails` table: mails that are to be sent, and how those sent ended.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::queries::{locking_queries, queries, stored_words};
use crate::store::reader::reads;
use crate::store::tables::mails;

stored_words! {
    /// Where a mail is in its life.
    pub enum MailStatus {
        /// Waits for its next attempt.
        Waiting = "waiting",
        /// Held by an owner until its lease is over.
        Sending = "sending",
        /// A mail server took it.
        Sent = "sent",
        /// Given up.
        Failed = "failed",
        /// Of no use any more before it could be sent.
        Dropped = "dropped",
    }
}

/// A stored mail. Instants are milliseconds since 1970 in UTC.
#[derive(Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = mails)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct MailRow {
    /// `msg_…`.
    pub id: String,
    /// What it says.
    pub template: String,
    /// The address; empty once the mail has ended.
    pub recipient: String,
    /// What the template needs, as JSON; empty once the mail has ended.
    pub data: String,
    /// When it was stored.
    pub created_at: i64,
    /// After this instant it is of no use.
    pub not_after: Option<i64>,
    /// Where it is in its life.
    pub status: MailStatus,
    /// How often it was claimed.
    pub attempt: i32,
    /// When it is due, if it waits.
    pub next_attempt_at: i64,
    /// Who sends it.
    pub owner: Option<String>,
    /// When its owner's claim is over.
    pub lease_until: Option<i64>,
    /// When it ended.
    pub ended_at: Option<i64>,
    /// Why the last attempt that failed did so.
    pub last_error: Option<String>,
}

/// Never shows whom a mail is for, nor its data: they may make a sign-in link.
impl std::fmt::Debug for MailRow {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("MailRow")
            .field("id", &self.id)
            .field("template", &self.template)
            .field("status", &self.status)
            .field("attempt", &self.attempt)
            .finish_non_exhaustive()
    }
}

impl MailRow {
    /// The right to end this attempt, if the mail is being sent.
    #[must_use]
    pub fn fence(&self) -> Option<MailFence> {
        let owner = self.owner.clone()?;
        Some(MailFence { id: self.id.clone(), owner, attempt: self.attempt })
    }
}

/// A mail to be sent. It is written by the unit that promises it, in the same transaction.
#[derive(Clone, PartialEq, Eq)]
pub struct NewMail {
    /// `msg_…`.
    pub id: String,
    /// What it says.
    pub template: String,
    /// The address.
    pub recipient: String,
    /// What the template needs, as JSON. No secret belongs here: of a link, what it can be made
    /// from again.
    pub data: String,
    /// After this instant it is not sent any more.
    pub not_after: Option<i64>,
}

impl std::fmt::Debug for NewMail {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("NewMail")
            .field("id", &self.id)
            .field("template", &self.template)
            .finish_non_exhaustive()
    }
}

/// The right to end one attempt to send a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailFence {
    /// The mail.
    pub id: String,
    /// Who claimed it.
    pub owner: String,
    /// Which attempt it is.
    pub attempt: i32,
}

/// The claimed mail that a fence names.
#[diesel::dsl::auto_type]
fn held<'a>(fence: &'a MailFence) -> _ {
    let id: &'a str = fence.id.as_str();
    let owner: &'a str = fence.owner.as_str();
    let attempt: i32 = fence.attempt;
    let sending: MailStatus = MailStatus::Sending;
    mails::table
        .filter(mails::id.eq(id))
        .filter(mails::status.eq(sending))
        .filter(mails::owner.eq(owner))
        .filter(mails::attempt.eq(attempt))
}

queries! {
    /// Statements on `mails` that read the same on both databases.
    trait MailQueries {
        /// Stores a mail, due at once.
        fn insert_mail(mail: &NewMail, now: i64) -> changed {
            diesel::insert_into(mails::table)
                .values((
                    mails::id.eq(&mail.id),
                    mails::template.eq(&mail.template),
                    mails::recipient.eq(&mail.recipient),
                    mails::data.eq(&mail.data),
                    mails::created_at.eq(now),
                    mails::not_after.eq(mail.not_after),
                    mails::status.eq(MailStatus::Waiting),
                    mails::attempt.eq(0),
                    mails::next_attempt_at.eq(now),
                ))
        }

        fn mail(id: &str) -> first MailRow {
            mails::table.find(id).select(MailRow::as_select())
        }

        fn mails_waiting() -> one i64 {
            mails::table
                .filter(mails::status.eq_any([MailStatus::Waiting, MailStatus::Sending]))
                .count()
        }

        /// When the first mail that waits is due or the first claim is over.
        fn next_mail_due() -> own Option<i64> |conn| {
            let due: Option<i64> = mails::table
                .filter(mails::status.eq(MailStatus::Waiting))
                .select(diesel::dsl::min(mails::next_attempt_at))
                .get_result(&mut *conn)
                .await?;
            let lapses: Option<i64> = mails::table
                .filter(mails::status.eq(MailStatus::Sending))
                .select(diesel::dsl::min(mails::lease_until))
                .get_result(conn)
                .await?;
            Ok(due.into_iter().chain(lapses).min())
        }

        /// Gives mails to an owner.
        fn start_mails(ids: &[String], owner: &str, lease_until: i64) -> all MailRow {
            diesel::update(mails::table.filter(mails::id.eq_any(ids)))
                .set((
                    mails::status.eq(MailStatus::Sending),
                    mails::owner.eq(owner),
                    mails::attempt.eq(mails::attempt + 1),
                    mails::lease_until.eq(lease_until),
                ))
                .returning(MailRow::as_returning())
        }

        /// Ends a mail, and forgets whom it was for and what it said.
        fn end_mail(
            fence: &MailFence, status: MailStatus, error: Option<&str>, now: i64,
        ) -> changed {
            diesel::update(held(fence))
                .set((
                    mails::status.eq(status),
                    mails::recipient.eq(""),
                    mails::data.eq(""),
                    mails::owner.eq(None::<String>),
                    mails::lease_until.eq(None::<i64>),
                    mails::ended_at.eq(now),
                    error.map(|error| mails::last_error.eq(error)),
                ))
        }

        /// Lets a mail wait for its next attempt.
        fn retry_mail(fence: &MailFence, at: i64, error: &str) -> changed {
            diesel::update(held(fence))
                .set((
                    mails::status.eq(MailStatus::Waiting),
                    mails::next_attempt_at.eq(at),
                    mails::owner.eq(None::<String>),
                    mails::lease_until.eq(None::<i64>),
                    mails::last_error.eq(error),
                ))
        }
    }
}

reads! {
    /// One mail.
    fn mail(id: &str) -> Option<MailRow>;

    /// How many mails have not ended.
    fn mails_waiting() -> i64;

    /// When the next mail is due, or the next claim of one is over.
    fn next_mail_due() -> Option<i64>;
}

locking_queries! {
    /// Searches for mails to claim.
    trait MailClaimQueries {
        /// Ids of mails that wait and are due, or whose claim is over, the one that is due the
        /// longest first. Where `foreign_to` names an owner, claims of all others count as over; a
        /// comparison with no owner at all is never true, so its being none adds nothing.
        fn due_mails(now: i64, foreign_to: Option<&str>, limit: i64) -> String {
            let due = mails::status.eq(MailStatus::Waiting).and(mails::next_attempt_at.le(now));
            let lapsed = mails::status
                .eq(MailStatus::Sending)
                .and(mails::lease_until.le(now).or(mails::owner.ne(foreign_to)));
            mails::table
                .filter(due.or(lapsed))
                .order((mails::next_attempt_at, mails::id))
                .limit(limit)
                .select(mails::id)
        }
    }
}
