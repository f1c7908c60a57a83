//! What [`super::Mail`] begins with, and what it hears.

use citable_schema::{ClaimedMails, Reader, StoreError, Writer};
use ractor::RpcReplyPort;

use super::development::DevelopmentMail;
use super::settings::MailSettings;
use crate::clock::SharedClock;
use crate::secrets::Secrets;
use crate::tasks::TaskPanicked;

#[derive(Clone)]
pub(crate) struct MailArgs {
    pub(crate) settings: MailSettings,
    /// The public address of the service, which links begin with.
    pub(crate) base_url: String,
    pub(crate) secrets: Secrets,
    pub(crate) reader: Reader,
    pub(crate) writer: Writer,
    pub(crate) clock: SharedClock,
    /// Names this incarnation: no two starts of the actor share it.
    pub(crate) owner: String,
    /// Whether no other node can hold mails of this store.
    pub(crate) single_node: bool,
}

pub(crate) enum MailMessage {
    /// A mail was committed.
    Wake,
    /// The mails that were shown instead of sent.
    Outbox { reply: RpcReplyPort<Vec<DevelopmentMail>> },
    /// Claim no more, answer when nothing is being sent.
    Drain { reply: RpcReplyPort<()> },
    /// Time to look for mails that are due.
    LookDue,
    /// Mails that are due were claimed.
    Claimed(Result<Result<ClaimedMails, StoreError>, TaskPanicked>),
    /// An attempt to send a mail is over, and its end stored.
    Attempted { id: String, panic: Option<TaskPanicked> },
}
