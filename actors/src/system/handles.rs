//! Where the actors live, and how the program reaches them.

use std::sync::Arc;

use super::SystemSettings;
use crate::address::Address;
use crate::billing::{BillingHandle, BillingMessage};
use crate::chain::{ChainHandle, ChainMessage};
use crate::clock::{ClockKeeperMessage, SharedClock};
use crate::history::{HistoryHandle, HistoryMessage};
use crate::human_check::{HumanCheckHandle, HumanCheckMessage};
use crate::idempotency::{IdempotencyHandle, IdempotencyMessage};
use crate::identity::{IdentityHandle, IdentityMessage};
use crate::janitor::JanitorMessage;
use crate::ledger::{LedgerHandle, LedgerMessage};
use crate::mail::{MailHandle, MailMessage};
use crate::monitors::{MonitorsHandle, MonitorsMessage, SchedulerMessage};
use crate::notifications::{NotificationsHandle, NotificationsMessage};
use crate::reader::{ReaderHandle, ReaderMessage};
use crate::scans::{ScansHandle, ScansMessage};
use crate::system::readiness::{ProbeMessage, ReadinessHandle};
use crate::tracking::{TrackingHandle, TrackingMessage};
use crate::webhooks::{EndpointsMessage, WebhooksHandle, WebhooksMessage, WebhooksParts};

/// Where each permanent actor lives.
#[derive(Clone, Debug)]
pub(super) struct Addresses {
    pub(super) clock_keeper: Address<ClockKeeperMessage>,
    pub(super) reader: Address<ReaderMessage>,
    pub(super) scans: Address<ScansMessage>,
    pub(super) ledger: Address<LedgerMessage>,
    pub(super) idempotency: Address<IdempotencyMessage>,
    pub(super) identity: Address<IdentityMessage>,
    pub(super) history: Address<HistoryMessage>,
    pub(super) mail: Address<MailMessage>,
    pub(super) webhooks: Address<WebhooksMessage>,
    pub(super) endpoints: Address<EndpointsMessage>,
    pub(super) human_check: Address<HumanCheckMessage>,
    pub(super) monitors: Address<MonitorsMessage>,
    pub(super) scheduler: Address<SchedulerMessage>,
    pub(super) notifications: Address<NotificationsMessage>,
    pub(super) janitor: Address<JanitorMessage>,
    pub(super) billing: Address<BillingMessage>,
    pub(super) probe: Address<ProbeMessage>,
    pub(super) tracking: Address<TrackingMessage>,
    pub(super) chain: Address<ChainMessage>,
}

impl Addresses {
    fn vacant() -> Self {
        Self {
            clock_keeper: Address::vacant(),
            reader: Address::vacant(),
            scans: Address::vacant(),
            ledger: Address::vacant(),
            idempotency: Address::vacant(),
            identity: Address::vacant(),
            history: Address::vacant(),
            mail: Address::vacant(),
            webhooks: Address::vacant(),
            endpoints: Address::vacant(),
            human_check: Address::vacant(),
            monitors: Address::vacant(),
            scheduler: Address::vacant(),
            notifications: Address::vacant(),
            janitor: Address::vacant(),
            billing: Address::vacant(),
            probe: Address::vacant(),
            tracking: Address::vacant(),
            chain: Address::vacant(),
        }
    }

    pub(super) fn are_occupied(&self) -> bool {
        self.clock_keeper.is_occupied()
            && self.reader.is_occupied()
            && self.scans.is_occupied()
            && self.ledger.is_occupied()
            && self.idempotency.is_occupied()
            && self.identity.is_occupied()
            && self.history.is_occupied()
            && self.mail.is_occupied()
            && self.webhooks.is_occupied()
            && self.endpoints.is_occupied()
            && self.human_check.is_occupied()
            && self.monitors.is_occupied()
            && self.scheduler.is_occupied()
            && self.notifications.is_occupied()
            && self.janitor.is_occupied()
            && self.billing.is_occupied()
            && self.probe.is_occupied()
            && self.tracking.is_occupied()
            && self.chain.is_occupied()
    }
}

/// How the program reaches the actors.
#[derive(Clone, Debug)]
pub struct Handles {
    /// Runs scans.
    pub scans: ScansHandle,
    /// Reads the store.
    pub reader: ReaderHandle,
    /// Charges and admits scans.
    pub ledger: LedgerHandle,
    /// Keeps first answers.
    pub idempotency: IdempotencyHandle,
    /// Knows who people are.
    pub identity: IdentityHandle,
    /// Shows what accounts have scanned, and deletes it.
    pub history: HistoryHandle,
    /// Sends mails.
    pub mail: MailHandle,
    /// Delivers to webhook endpoints.
    pub webhooks: WebhooksHandle,
    /// Checks for humans.
    pub human_check: HumanCheckHandle,
    /// Keeps monitors.
    pub monitors: MonitorsHandle,
    /// Knows what people want to be told.
    pub notifications: NotificationsHandle,
    /// Talks with the payment provider.
    pub billing: BillingHandle,
    /// Knows whether this node can take work.
    pub readiness: ReadinessHandle,
    /// Asks answer engines.
    pub tracking: TrackingHandle,
    /// Shows a mirrored repository.
    pub chain: ChainHandle,
    pub(super) addresses: Addresses,
}

impl Handles {
    pub(super) fn new(settings: &SystemSettings, clock: &SharedClock) -> Self {
        let addresses = Addresses::vacant();
        let (waiting, secrets) = (settings.calls_waiting, &settings.secrets);
        let reader = ReaderHandle::new(addresses.reader.clone(), waiting, Arc::clone(clock));
        let scans = ScansHandle::new(addresses.scans.clone(), reader.clone());
        let mail = MailHandle::new(addresses.mail.clone(), &settings.mail);
        let webhooks = WebhooksParts {
            address: addresses.webhooks.clone(),
            endpoints: addresses.endpoints.clone(),
            reader: reader.clone(),
            settings: Arc::clone(&settings.webhooks),
            secrets: secrets.clone(),
            clock: Arc::clone(clock),
        };
        Self {
            ledger: LedgerHandle::new(addresses.ledger.clone(), waiting, scans.clone()),
            idempotency: IdempotencyHandle::new(
                addresses.idempotency.clone(),
                waiting,
                secrets.clone(),
                Arc::clone(clock),
            ),
            identity: IdentityHandle::new(
                addresses.identity.clone(),
                waiting,
                settings.identity,
                secrets.clone(),
                mail.clone(),
                Arc::clone(clock),
            ),
            webhooks: WebhooksHandle::new(webhooks, waiting),
            history: HistoryHandle::new(
                addresses.history.clone(),
                waiting,
                reader.clone(),
                secrets.clone(),
            ),
            human_check: HumanCheckHandle::new(
                addresses.human_check.clone(),
                settings.human_check.clone(),
            ),
            monitors: MonitorsHandle::new(
                addresses.monitors.clone(),
                addresses.scheduler.clone(),
                waiting,
                Arc::clone(clock),
            ),
            tracking: TrackingHandle::new(addresses.tracking.clone(), &settings.tracking),
            billing: BillingHandle::new(addresses.billing.clone(), waiting),
            chain: ChainHandle::new(reader.clone(), settings.chain.as_ref(), Arc::clone(clock)),
            notifications: NotificationsHandle::new(
                addresses.notifications.clone(),
                waiting,
                Arc::clone(clock),
            ),
            readiness: ReadinessHandle::new(addresses.clone(), reader.clone()),
            scans,
            reader,
            mail,
            addresses,
        }
    }

    /// Whether every permanent actor is alive.
    pub fn ready(&self) -> bool {
        self.addresses.are_occupied()
    }
}
