//! What [`super::Mail`] knows, and what it does about it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use citable_schema::{ClaimMails, ClaimedMails, MailRow, StoreError};
use ractor::{ActorRef, RpcReplyPort};

use crate::call::answer;
use crate::clock::milliseconds;
use crate::outbox::{LEASE_MARGIN, Outbox};
use crate::tasks::{TaskPanicked, Tasks};

use super::attempt::{STORING, Sender};
use super::development::{DevelopmentMail, Shelf};
use super::settings::MailTransport;
use super::{MailArgs, MailMessage, smtp};
use crate::mail::desk::Desk;

/// Mails that are being sent at once, and so connections to the mail server.
const SENDING_AT_ONCE: usize = 4;
/// The longest pause between two looks: another process may have written a mail.
const LOOK_EVERY: Duration = Duration::from_secs(15);
/// Longer than an attempt and the storing of its end.
const LEASE: Duration =
    Duration::from_secs(smtp::ATTEMPT.as_secs() + STORING.as_secs() + LEASE_MARGIN.as_secs());

pub(crate) struct MailState {
    sender: Sender,
    owner: String,
    single_node: bool,
    tasks: Tasks,
    outbox: Outbox<MailMessage>,
}

type Myself = ActorRef<MailMessage>;

impl MailState {
    pub(super) fn begin(myself: &Myself, args: MailArgs) -> Self {
        let sender = Sender {
            desk: Desk::new(args.secrets, &args.base_url),
            settings: args.settings,
            shelf: Arc::new(Mutex::new(Shelf::default())),
            reader: args.reader,
            writer: args.writer,
            clock: args.clock,
        };
        let mut state = Self {
            sender,
            owner: args.owner,
            single_node: args.single_node,
            tasks: Tasks::apart("Mail"),
            outbox: Outbox::new(SENDING_AT_ONCE, LOOK_EVERY),
        };
        state.look(myself);
        state
    }

    /// Claims as many mails as there is room for, if any is due.
    pub(super) fn look(&mut self, myself: &Myself) {
        if !self.goes_anywhere() {
            return;
        }
        let Some(room) = self.outbox.claim() else { return };
        let now = self.sender.clock.now_ms();
        let order = ClaimMails {
            owner: self.owner.clone(),
            now,
            lease_until: now.saturating_add(milliseconds(LEASE)),
            limit: i64::try_from(room).unwrap_or(i64::MAX),
            take_foreign: self.single_node,
        };
        let writer = self.sender.writer.clone();
        let claim = async move { writer.run(order).await };
        self.tasks.attach(myself, claim, MailMessage::Claimed);
    }

    pub(super) fn claimed(
        &mut self,
        myself: &Myself,
        result: Result<Result<ClaimedMails, StoreError>, TaskPanicked>,
    ) {
        let again = self.outbox.claimed();
        let result = result.unwrap_or_else(|panic| Err(StoreError::Database(panic.to_string())));
        match result {
            Ok(claimed) => {
                for mail in claimed.mails {
                    self.send(myself, mail);
                }
                self.look_at(myself, claimed.next_due);
            }
            Err(error) => {
                tracing::error!(%error, "mails that are due could not be claimed");
                self.look_at(myself, None);
            }
        }
        if again {
            self.look(myself);
        }
        self.outbox.answer_drained();
    }

    pub(super) fn attempted(&mut self, myself: &Myself, id: &str, panic: Option<TaskPanicked>) {
        self.outbox.ended();
        if let Some(error) = panic {
            // It is tried again when its claim is over.
            tracing::error!(mail = id, %error, "an attempt to send a mail broke off");
        }
        self.look(myself);
        self.outbox.answer_drained();
    }

    pub(super) fn drain(&mut self, reply: RpcReplyPort<()>) {
        self.outbox.drain(reply);
    }

    pub(super) fn shown(&self, reply: RpcReplyPort<Vec<DevelopmentMail>>) {
        answer(reply, self.sender.shelf.lock().unwrap_or_else(PoisonError::into_inner).all());
    }

    fn send(&mut self, myself: &Myself, mail: MailRow) {
        self.outbox.began();
        let id = mail.id.clone();
        let attempt = self.sender.clone().attempt(mail);
        self.tasks
            .attach(myself, attempt, |result| MailMessage::Attempted { id, panic: result.err() });
    }

    fn goes_anywhere(&self) -> bool {
        !matches!(self.sender.settings.transport, MailTransport::NotConfigured)
    }

    fn look_at(&mut self, myself: &Myself, next_due: Option<i64>) {
        let now = self.sender.clock.now_ms();
        self.outbox.look_at(myself, now, next_due, || MailMessage::LookDue);
    }
}
