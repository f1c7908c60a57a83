//! Where the actors live.

use citable_schema::Writer;

use crate::address::Address;
use crate::billing::BillingMessage;
use crate::chain::ChainMessage;
use crate::clock::ClockKeeperMessage;
use crate::history::HistoryMessage;
use crate::human_check::HumanCheckMessage;
use crate::idempotency::IdempotencyMessage;
use crate::identity::IdentityMessage;
use crate::janitor::JanitorMessage;
use crate::ledger::LedgerMessage;
use crate::mail::MailMessage;
use crate::monitors::{MonitorsMessage, SchedulerMessage};
use crate::notifications::NotificationsMessage;
use crate::reader::ReaderMessage;
use crate::scans::ScansMessage;
use crate::store_actor::StoreMessage;
use crate::tracking::TrackingMessage;
use crate::webhooks::{EndpointsMessage, WebhooksMessage};

/// What the actor hears that asks whether the store can be written.
pub(super) type ProbeMessage = StoreMessage<Writer>;

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
    pub(super) fn vacant() -> Self {
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
