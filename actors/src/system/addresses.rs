//! Where the actors live.

use citable_schema::{Reader, Writer};

use crate::address::Address;
use crate::billing::BillingMessage;
use crate::chain::ChainMessage;
use crate::clock::ClockKeeperMessage;
use crate::human_check::HumanCheckMessage;
use crate::idempotency::IdempotencyMessage;
use crate::janitor::JanitorMessage;
use crate::ledger::LedgerMessage;
use crate::mail::MailMessage;
use crate::monitors::SchedulerMessage;
use crate::scans::ScansMessage;
use crate::store_actor::StoreMessage;
use crate::tracking::TrackingMessage;
use crate::webhooks::WebhooksMessage;

/// One address for each permanent actor.
macro_rules! addresses {
    ($($actor:ident: $message:ty,)*) => {
        /// Where each permanent actor lives.
        #[derive(Clone, Debug)]
        pub(super) struct Addresses {
            $(pub(super) $actor: Address<$message>,)*
        }

        impl Addresses {
            pub(super) fn vacant() -> Self {
                Self { $($actor: Address::vacant(),)* }
            }

            pub(super) fn are_occupied(&self) -> bool {
                $(self.$actor.is_occupied())&&*
            }
        }
    };
}

addresses! {
    clock_keeper: ClockKeeperMessage,
    reader: StoreMessage<Reader>,
    scans: ScansMessage,
    ledger: LedgerMessage,
    idempotency: IdempotencyMessage,
    identity: StoreMessage<Writer>,
    history: StoreMessage<Writer>,
    mail: MailMessage,
    webhooks: WebhooksMessage,
    endpoints: StoreMessage<Writer>,
    human_check: HumanCheckMessage,
    monitors: StoreMessage<Writer>,
    scheduler: SchedulerMessage,
    notifications: StoreMessage<Writer>,
    janitor: JanitorMessage,
    billing: BillingMessage,
    probe: StoreMessage<Writer>,
    tracking: TrackingMessage,
    chain: ChainMessage,
}
