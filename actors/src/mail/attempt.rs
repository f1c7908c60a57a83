//! One attempt to send one mail, from its row to its end in the store.

use std::sync::{Mutex, PoisonError};

use citable_metrics::MAIL_ATTEMPTS;
use citable_schema::{EndMail, MailEnd, MailFence, MailRow, Reader, Store, StoreError, Writer};

use crate::clock::SharedClock;
use crate::outbox::store_end;
use crate::secrets::Secrets;

use super::development::{DevelopmentMail, Shelf};
use super::letter::Leave;
use super::settings::{MailSettings, MailTransport, SmtpSettings};
use super::smtp::{SmtpError, Taken, hand_over};
use crate::mail::desk::Desk;
use crate::mail::mime::compose;

/// The outbox of mails: what every attempt needs.
pub(crate) struct Mail {
    pub(super) settings: MailSettings,
    pub(super) desk: Desk,
    pub(super) shelf: Mutex<Shelf>,
    pub(super) reader: Reader,
    pub(super) writer: Writer,
    pub(super) clock: SharedClock,
}

/// How an attempt went, before it is stored.
enum Tried {
    Taken(Option<Taken>),
    TooLate,
    Unwanted,
    Refused(String),
    Later(String),
}

impl Mail {
    /// Links of mails begin with `base_url`, the public address of the service.
    pub(crate) fn new(
        settings: MailSettings,
        secrets: Secrets,
        base_url: &str,
        store: &Store,
        clock: SharedClock,
    ) -> Self {
        let (reader, writer) = (store.reader(), store.writer());
        let (desk, shelf) = (Desk::new(secrets, base_url), Mutex::default());
        Self { settings, desk, shelf, reader, writer, clock }
    }

    /// Tries to send a claimed mail, and stores how that went.
    pub(super) async fn send_once(&self, mail: MailRow) {
        let Some(fence) = mail.fence() else { return };
        let (outcome, taken) = match self.try_to_send(&mail).await {
            Tried::Taken(taken) => (MailEnd::Sent, taken),
            Tried::TooLate | Tried::Unwanted => (MailEnd::Dropped, None),
            Tried::Refused(error) => (MailEnd::Failed { error }, None),
            Tried::Later(error) => (self.after(mail.attempt, error), None),
        };
        tell(&mail, &outcome);
        self.store(fence, outcome).await;
        if let Some(taken) = taken {
            taken.close().await;
        }
    }

    async fn try_to_send(&self, mail: &MailRow) -> Tried {
        let now_ms = self.clock.now_ms();
        if mail.not_after.is_some_and(|not_after| now_ms > not_after) {
            return Tried::TooLate;
        }
        // The attempts before this one did not even fail: whoever made them died.
        if self.settings.schedule.len() < attempts(mail.attempt) {
            return Tried::Refused("too many attempts were interrupted".to_owned());
        }
        let letter = match self.desk.write(mail) {
            Ok(letter) => letter,
            Err(error) => return Tried::Refused(error.to_string()),
        };
        match self.is_wanted(letter.leave.as_ref()).await {
            Ok(true) => {}
            Ok(false) => return Tried::Unwanted,
            Err(error) => return Tried::Later(error.to_string()),
        }
        match &self.settings.transport {
            MailTransport::NotConfigured => Tried::Later("email isn't configured".to_owned()),
            MailTransport::Development => {
                let shown = DevelopmentMail::new(mail, letter, now_ms);
                self.shelf.lock().unwrap_or_else(PoisonError::into_inner).put(shown);
                Tried::Taken(None)
            }
            MailTransport::Smtp(server) => match compose(mail, letter, &server.from, now_ms) {
                Ok(message) => send(server, &message).await,
                Err(error) => Tried::Refused(error.to_string()),
            },
        }
    }

    /// Whether the reader of a notification still wants it: it may have waited since before they
    /// said otherwise. What cannot be turned off is always wanted.
    async fn is_wanted(&self, leave: Option<&Leave>) -> Result<bool, StoreError> {
        let Some(leave) = leave else { return Ok(true) };
        let preferences = self.reader.preferences_behind_link(&leave.token_hash).await?;
        Ok(preferences.is_some_and(|preferences| preferences.allows(leave.kind)))
    }

    /// What follows from a failed attempt: the next one, or none.
    fn after(&self, attempt: i32, error: String) -> MailEnd {
        match self.settings.schedule.get(attempts(attempt)) {
            Some(pause) => {
                let pause = i64::try_from(pause.as_millis()).unwrap_or(i64::MAX);
                MailEnd::Retry { at: self.clock.now_ms().saturating_add(pause), error }
            }
            None => MailEnd::Failed { error },
        }
    }

    async fn store(&self, fence: MailFence, outcome: MailEnd) {
        let id = &fence.id;
        let end = || {
            let (fence, now, outcome) = (fence.clone(), self.clock.now_ms(), outcome.clone());
            EndMail { fence, now, outcome }
        };
        match store_end(&self.writer, end).await {
            Ok(()) => {}
            Err(error @ StoreError::Fenced) => {
                tracing::warn!(mail = id, %error, "another process took over an email");
            }
            Err(error) => {
                tracing::error!(mail = id, %error, "couldn't store the outcome of an email")
            }
        }
    }
}

async fn send(server: &SmtpSettings, message: &lettre::Message) -> Tried {
    match hand_over(server, message).await {
        Ok(taken) => Tried::Taken(Some(taken)),
        Err(SmtpError::Refused(error)) => Tried::Refused(error),
        Err(SmtpError::Later(error)) => Tried::Later(error),
    }
}

/// How many attempts a row counts.
fn attempts(attempt: i32) -> usize {
    usize::try_from(attempt).unwrap_or(0)
}

/// Says how it went, and never whom it was for.
fn tell(mail: &MailRow, outcome: &MailEnd) {
    let (id, template, attempt) = (mail.id.as_str(), mail.template.as_str(), mail.attempt);
    MAIL_ATTEMPTS.one([match outcome {
        MailEnd::Sent => "sent",
        MailEnd::Dropped => "dropped",
        MailEnd::Failed { .. } => "failed",
        MailEnd::Retry { .. } => "retry",
    }]);
    match outcome {
        MailEnd::Sent => tracing::info!(mail = id, template, attempt, "an email was sent"),
        MailEnd::Dropped => {
            tracing::warn!(mail = id, template, "an email expired and was dropped");
        }
        MailEnd::Failed { error } => {
            tracing::error!(mail = id, template, attempt, error, "an email failed for good");
        }
        MailEnd::Retry { error, .. } => {
            tracing::warn!(
                mail = id,
                template,
                attempt,
                error,
                "an email wasn't sent; it will be retried"
            );
        }
    }
}
