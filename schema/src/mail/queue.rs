//! Who sends a mail, and how each attempt ends.

use crate::mail::mails::{MailClaimQueries, MailFence, MailQueries, MailRow, MailStatus, NewMail};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::unit::Unit;

/// Stores a mail that belongs to no other change. One that does is written by that change's unit.
///
/// # Errors
/// [`StoreError::Conflict`] where the id is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueMail {
    /// The mail.
    pub mail: NewMail,
    /// The instant; the mail is due at once.
    pub now: i64,
}

impl Unit for QueueMail {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        conn.insert_mail(&self.mail, self.now).await?;
        Ok(())
    }
}

/// Claims mails that are due, the one that is due the longest first. A claim that is over counts
/// as none: its mail is claimed again, and what its owner still has to say is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimMails {
    /// Who will send them.
    pub owner: String,
    /// The instant of the claim.
    pub now: i64,
    /// When the claim is over. It is never renewed.
    pub lease_until: i64,
    /// How many at most.
    pub limit: i64,
    /// Claims of every other owner count as over: right only where no other owner can be alive,
    /// on a single node.
    pub take_foreign: bool,
}

/// What was claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedMails {
    /// The mails, the one that was due the longest first.
    pub mails: Vec<MailRow>,
    /// When the next mail is due, or the next claim is over. In the past where more are due than
    /// the limit, or where another node is claiming them.
    pub next_due: Option<i64>,
}

impl Unit for ClaimMails {
    type Answer = ClaimedMails;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<ClaimedMails, StoreError> {
        let foreign_to = self.take_foreign.then_some(self.owner.as_str());
        let ids = conn.due_mails(self.now, foreign_to, self.limit).await?;
        let mut mails = match ids.is_empty() {
            true => Vec::new(),
            false => conn.start_mails(&ids, &self.owner, self.lease_until).await?,
        };
        mails.sort_by(|a, b| (a.next_attempt_at, &a.id).cmp(&(b.next_attempt_at, &b.id)));
        Ok(ClaimedMails { mails, next_due: conn.next_mail_due().await? })
    }
}

/// Ends one attempt to send a mail.
///
/// # Errors
/// [`StoreError::Fenced`] where the mail is no longer held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndMail {
    /// The attempt.
    pub fence: MailFence,
    /// The instant of its end.
    pub now: i64,
    /// How it ended.
    pub outcome: MailEnd,
}

/// How an attempt to send a mail ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailEnd {
    /// A mail server took the mail.
    Sent,
    /// It will never be taken.
    Failed {
        /// Why.
        error: String,
    },
    /// It was of no use any more, and was not sent.
    Dropped,
    /// It is to be tried again.
    Retry {
        /// When.
        at: i64,
        /// Why.
        error: String,
    },
}

impl Unit for EndMail {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        let (fence, now) = (&self.fence, self.now);
        let ended = match &self.outcome {
            MailEnd::Sent => conn.end_mail(fence, MailStatus::Sent, None, now).await?,
            MailEnd::Failed { error } => {
                conn.end_mail(fence, MailStatus::Failed, Some(error), now).await?
            }
            MailEnd::Dropped => conn.end_mail(fence, MailStatus::Dropped, None, now).await?,
            MailEnd::Retry { at, error } => conn.retry_mail(fence, *at, error).await?,
        };
        if ended == 0 { Err(StoreError::Fenced) } else { Ok(()) }
    }
}
