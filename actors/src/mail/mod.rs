//! The outbox of mails, and the actor that empties it.
//!
//! **Owns** the outbox, from a mail that waits in the store to the mail server that took it.
//! **Invariants** a mail is written by the unit that promises it, so none is sent for a change
//! that was not stored, and none is lost. A mail that a server took is not sent again, unless the
//! process dies between the server's word and ours; all attempts carry one `Message-ID`. Links
//! are derived while a mail is sent and stored nowhere; no address and no link is logged. A
//! notification that its reader turned off while it waited is not sent.
//! **Messages** those of every [`Outbox`](crate::outbox::Outbox); call [`Shown`].
//! **Restart** as of every outbox.
//! **Backpressure** as of every outbox: few mails are being sent at once.

mod attempt;
mod desk;
mod development;
mod letter;
mod mime;
pub(crate) mod news;
mod notices;
mod settings;
mod smtp;
#[cfg(test)]
mod tests;
mod words;

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use citable_schema::{ClaimMails, MailRow, StoreError};
use ractor::RpcReplyPort;

use crate::address::Address;
use crate::bell::Word;
use crate::call::{CallError, answer};
use crate::clock::SharedClock;
use crate::outbox::{ClaimOrder, Claimed, Kind, NextPoll, OutboxMessage};
use crate::tasks::{TaskPanicked, Tasks};

pub(crate) use attempt::Mail;
pub use desk::SIGN_IN_LINK;
pub use development::DevelopmentMail;
pub use settings::{MailSettings, MailSettingsError, MailTransport, RETRY_SCHEDULE, SmtpSettings};

/// How long a caller waits for the mails that were shown.
const OUTBOX_DEADLINE: Duration = Duration::from_secs(2);
/// Mails that are being sent at once, and so connections to the mail server.
const SENDING_AT_ONCE: usize = 4;

/// Messages of the actor.
pub(crate) type MailMessage = OutboxMessage<Mail>;

/// Asks for the mails that were shown instead of sent.
pub(crate) struct Shown(RpcReplyPort<Vec<DevelopmentMail>>);

/// How the rest of the program reaches the mails.
#[derive(Clone, Debug)]
pub struct MailHandle {
    address: Address<MailMessage>,
    configured: bool,
}

impl MailHandle {
    pub(crate) fn new(address: Address<MailMessage>, settings: &MailSettings) -> Self {
        let configured = !matches!(settings.transport, MailTransport::NotConfigured);
        Self { address, configured }
    }

    /// Whether mails go anywhere.
    pub fn is_configured(&self) -> bool {
        self.configured
    }

    /// Says that a mail was committed.
    pub fn wake(&self) {
        self.address.wake();
    }

    /// The last mails that were shown instead of sent, oldest first; empty unless mails are for
    /// development.
    ///
    /// # Errors
    /// Every [`CallError`].
    pub async fn outbox(&self) -> Result<Vec<DevelopmentMail>, CallError> {
        self.address.call(OUTBOX_DEADLINE, |reply| MailMessage::Ask(Shown(reply))).await
    }
}

impl Kind for Mail {
    const NAME: &'static str = "Mail";
    const WORD: Word = Word::Mail;
    const POLL_EVERY: Duration = Duration::from_secs(15);
    type Row = MailRow;
    type Question = Shown;

    fn clock(&self) -> &SharedClock {
        &self.clock
    }

    fn most_in_flight(&self) -> usize {
        match self.settings.transport {
            MailTransport::NotConfigured => 0,
            MailTransport::Development | MailTransport::Smtp(_) => SENDING_AT_ONCE,
        }
    }

    fn longest_attempt(&self) -> Duration {
        smtp::ATTEMPT
    }

    async fn claim(&self, order: ClaimOrder) -> Result<Claimed<MailRow>, StoreError> {
        let ClaimOrder { owner, now, lease_until, limit, take_foreign } = order;
        let claim = ClaimMails { owner, now, lease_until, limit, take_foreign };
        let claimed = self.writer.run(claim).await?;
        Ok(Claimed { rows: claimed.mails, next_poll: NextPoll::At(claimed.next_due) })
    }

    fn claim_failed(&self, error: &StoreError) {
        tracing::error!(%error, "couldn't claim emails that are due");
    }

    fn id(mail: &MailRow) -> &str {
        &mail.id
    }

    async fn attempt(&self, mail: MailRow) {
        self.send_once(mail).await;
    }

    fn broke_off(&self, id: &str, error: TaskPanicked) {
        tracing::error!(mail = id, %error, "an attempt to send an email was interrupted");
    }

    fn asked(self: &Arc<Self>, Shown(reply): Shown, _tasks: &mut Tasks) {
        answer(reply, self.shelf.lock().unwrap_or_else(PoisonError::into_inner).all());
    }
}
