//! Where the actors live, and how the program reaches them.

use std::sync::Arc;

use super::SystemSettings;
use super::addresses::Addresses;
use super::readiness::ReadinessHandle;
use crate::bell::BellHandle;
use crate::billing::BillingHandle;
use crate::chain::ChainHandle;
use crate::clock::SharedClock;
use crate::history::HistoryHandle;
use crate::human_check::HumanCheckHandle;
use crate::idempotency::IdempotencyHandle;
use crate::identity::IdentityHandle;
use crate::ledger::LedgerHandle;
use crate::mail::MailHandle;
use crate::monitors::MonitorsHandle;
use crate::notifications::NotificationsHandle;
use crate::reader::ReaderHandle;
use crate::scans::ScansHandle;
use crate::tracking::TrackingHandle;
use crate::webhooks::{WebhooksHandle, WebhooksParts};

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
    /// Notification preferences.
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
                BellHandle::new(addresses.bell.clone()),
                waiting,
                Arc::clone(clock),
            ),
            tracking: TrackingHandle::new(addresses.tracking.clone(), &settings.tracking),
            billing: BillingHandle::new(
                addresses.billing.clone(),
                waiting,
                settings.billing.is_some(),
            ),
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

    /// How actors tell the other nodes what is new.
    pub(super) fn bell(&self) -> BellHandle {
        BellHandle::new(self.addresses.bell.clone())
    }

    /// Whether every permanent actor is alive.
    pub fn ready(&self) -> bool {
        self.addresses.are_settled()
    }
}
