//! The actor, a store, and what it says in its log.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use citable_schema::{MailRow, NewMail, QueueMail};
use tracing::field::{Field, Visit};
use tracing::span;

use super::super::*;
use crate::clock::Clock as _;
use crate::ids::{Prefix, new_id};
use crate::outbox::{OutboxNode, outbox_child};
use crate::secrets::Purpose;
use crate::secrets::Secrets;
use crate::test_kit::{Cage, listen};

const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct World {
    pub(super) cage: Cage,
    pub(super) handle: MailHandle,
    pub(super) secrets: Secrets,
    pub(super) settings: MailSettings,
    pub(super) address: Address<MailMessage>,
    boots: u32,
}

impl World {
    /// A store and no actor yet.
    pub(super) async fn new(settings: MailSettings) -> Self {
        let address = Address::vacant();
        Self {
            cage: Cage::open().await,
            handle: MailHandle::new(address.clone(), &settings),
            secrets: Secrets::ephemeral(),
            settings,
            address,
            boots: 0,
        }
    }

    pub(super) async fn start(settings: MailSettings) -> Self {
        let mut world = Self::new(settings).await;
        world.boot().await;
        world
    }

    /// The actor, as a new process would start it.
    pub(super) async fn boot(&mut self) {
        self.boots += 1;
        let (settings, clock) = (self.settings.clone(), self.cage.clock.clone());
        let base_url = "https://citable.example";
        let mail = Mail::new(settings, self.secrets.clone(), base_url, &self.cage.store, clock);
        let process = format!("boot_{}", self.boots);
        self.cage.start(outbox_child(&self.address, mail, process, OutboxNode::alone())).await;
    }

    /// Commits a sign-in mail and says so; answers its id and token.
    pub(super) async fn queue(&self, recipient: &str) -> (String, String) {
        let made = self.secrets.new_token(Purpose::SignInLinks);
        let now = self.cage.clock.now_ms();
        let data = serde_json::json!({"seed": made.seed, "expiresAt": now + 900_000});
        let id = self.queue_data(recipient, &data.to_string()).await;
        (id, made.token)
    }

    pub(super) async fn queue_data(&self, recipient: &str, data: &str) -> String {
        let now = self.cage.clock.now_ms();
        let mail = NewMail {
            id: new_id(Prefix::Message),
            template: SIGN_IN_LINK.to_owned(),
            recipient: recipient.to_owned(),
            data: data.to_owned(),
            not_after: Some(now + 900_000),
        };
        let id = mail.id.clone();
        self.cage.store.writer().run(QueueMail { mail, now }).await.unwrap();
        self.handle.wake();
        id
    }

    pub(super) async fn row(&self, id: &str) -> MailRow {
        self.cage.store.reader().mail(id).await.unwrap().unwrap()
    }

    /// Waits until the mail's row is so.
    pub(super) async fn until(&self, id: &str, is_so: impl Fn(&MailRow) -> bool) -> MailRow {
        let waiting = async {
            loop {
                let row = self.row(id).await;
                if is_so(&row) {
                    return row;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.unwrap()
    }

    /// Waits until the mail has ended.
    pub(super) async fn ended(&self, id: &str) -> MailRow {
        self.until(id, |row| row.ended_at.is_some()).await
    }
}

/// Every attempt at once, six of them.
pub(super) fn at_once(transport: MailTransport) -> MailSettings {
    MailSettings { transport, schedule: vec![Duration::ZERO; RETRY_SCHEDULE.len()] }
}

pub(super) fn smtp(url: &str) -> MailTransport {
    let from = "Citable <citable@example.com>";
    MailTransport::Smtp(SmtpSettings::read(url, from, None).unwrap())
}

/// What was logged on this thread from information upwards.
#[derive(Clone, Default)]
pub(super) struct Log {
    lines: Arc<Mutex<Vec<String>>>,
}

impl Log {
    /// Listens until the guard is dropped.
    pub(super) fn listen() -> (Self, tracing::subscriber::DefaultGuard) {
        let log = Self::default();
        let guard = listen(log.clone());
        (log, guard)
    }

    pub(super) fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.push_str(&format!("{}={value:?} ", field.name()));
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        *metadata.level() <= tracing::Level::INFO
            && metadata.target().starts_with("citable_actors::mail")
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut line = Line(format!("{} ", event.metadata().level()));
        event.record(&mut line);
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(line.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}
