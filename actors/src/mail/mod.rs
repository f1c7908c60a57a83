//! The actor that sends mails.
//!
//! **Owns** the outbox, from a mail that waits in the store to the mail server that took it.
//! **Invariants** a mail is written by the unit that promises it, so none is sent for a change
//! that was not stored, and none is lost. A mail that a server took is not sent again, unless the
//! process dies between the server's word and ours; all attempts carry one `Message-ID`. Links
//! are derived while a mail is sent and stored nowhere; no address and no link is logged. A
//! notification that its reader turned off while it waited is not sent.
//! **Messages** cast `Wake` after a commit; calls `Outbox`, `Drain`; tick `LookDue`; `Claimed` and
//! `Attempted` come back from tasks.
//! **Restart** permanent. Attempts die with it; their mails are claimed again, on a single node
//! at once, elsewhere when the claim is over.
//! **Backpressure** few mails are being sent at once; the others wait in the store.

mod attempt;
mod desk;
mod development;
mod letter;
mod messages;
mod mime;
pub(crate) mod news;
mod news_letter;
mod settings;
mod smtp;
mod state;
#[cfg(test)]
mod tests;
mod words;

use std::time::Duration;

use ractor::{Actor, ActorProcessingErr, ActorRef};

use crate::address::Address;
use crate::call::CallError;
use crate::supervision::Child;

pub use desk::SIGN_IN_LINK;
pub use development::DevelopmentMail;
pub(crate) use messages::{MailArgs, MailMessage};
pub use settings::{MailSettings, MailSettingsError, MailTransport, RETRY_SCHEDULE, SmtpSettings};
pub(crate) use state::MailState;

/// How long a caller waits for the mails that were shown.
const OUTBOX_DEADLINE: Duration = Duration::from_secs(2);

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

    /// Says that a mail was committed. One that is not heard of is found a little later.
    pub fn wake(&self) {
        let _found_later = self.address.cast(MailMessage::Wake);
    }

    /// Claims no more mails, and returns when those being sent are over: a mail that is broken off
    /// after a server took it is sent again.
    ///
    /// # Errors
    /// Every [`CallError`].
    pub(crate) async fn drain(&self, deadline: Duration) -> Result<(), CallError> {
        self.address.call(deadline, |reply| MailMessage::Drain { reply }).await
    }

    /// The last mails that were shown instead of sent, oldest first; empty unless mails are for
    /// development.
    ///
    /// # Errors
    /// Every [`CallError`].
    pub async fn outbox(&self) -> Result<Vec<DevelopmentMail>, CallError> {
        self.address.call(OUTBOX_DEADLINE, |reply| MailMessage::Outbox { reply }).await
    }
}

/// The actor.
pub(crate) struct Mail;

/// The actor as a child of the supervisor. The owner in `args` is the process.
pub(crate) fn mail_child(address: &Address<MailMessage>, args: MailArgs) -> Child {
    Child::claiming("Mail", address, args.owner.clone(), move |owner| {
        (Mail, MailArgs { owner, ..args.clone() })
    })
}

impl Actor for Mail {
    type Msg = MailMessage;
    type State = MailState;
    type Arguments = MailArgs;

    async fn pre_start(
        &self,
        myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(MailState::begin(&myself, args))
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            MailMessage::Wake | MailMessage::LookDue => state.look(&myself),
            MailMessage::Outbox { reply } => state.shown(reply),
            MailMessage::Drain { reply } => state.drain(reply),
            MailMessage::Claimed(result) => state.claimed(&myself, result),
            MailMessage::Attempted { id, panic } => state.attempted(&myself, &id, panic),
        }
        Ok(())
    }
}
