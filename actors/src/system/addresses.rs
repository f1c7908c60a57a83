//! Where the actors live.

use std::sync::Arc;

use citable_schema::{Reader, Writer};

use super::Role;
use crate::address::Address;
use crate::bell::{BellMessage, Hear, Word};
use crate::billing::BillingArgs;
use crate::chain::Chain;
use crate::clock::ClockKeeper;
use crate::human_check::HumanCheckArgs;
use crate::idempotency::IdempotencyMessage;
use crate::janitor::Janitor;
use crate::ledger::Ledger;
use crate::mail::MailMessage;
use crate::monitors::MonitorScheduler;
use crate::object_sweeper::ObjectSweeper;
use crate::routine::RoutineMessage;
use crate::scans::ScansMessage;
use crate::tracking::TrackingMessage;
use crate::webhooks::WebhooksMessage;
use crate::worker::Work;

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

            /// Whether every actor that is to live on this node does.
            pub(super) fn are_settled(&self) -> bool {
                $(self.$actor.is_settled())&&*
            }
        }
    };
}

addresses! {
    clock_keeper: RoutineMessage<ClockKeeper>,
    bell: BellMessage,
    reader: Work<Reader>,
    scans: ScansMessage,
    ledger: Work<Ledger>,
    idempotency: IdempotencyMessage,
    identity: Work<Writer>,
    history: Work<Writer>,
    mail: MailMessage,
    webhooks: WebhooksMessage,
    endpoints: Work<Writer>,
    human_check: Work<HumanCheckArgs>,
    monitors: Work<Writer>,
    scheduler: RoutineMessage<MonitorScheduler>,
    notifications: Work<Writer>,
    janitor: RoutineMessage<Janitor>,
    object_sweeper: RoutineMessage<ObjectSweeper>,
    billing: Work<Arc<BillingArgs>>,
    probe: Work<Writer>,
    tracking: TrackingMessage,
    chain: RoutineMessage<Chain>,
}

impl Addresses {
    /// Tells the actors of a node of that role what its other nodes say.
    pub(super) fn hear(&self, role: Role) -> Hear {
        let at = self.clone();
        Arc::new(move |word| match word {
            Word::Events(id) => {
                let _found_by_a_poll = at.scans.cast(ScansMessage::EventsStored { id });
            }
            _ if !role.works() => {}
            Word::Scans => {
                let _found_by_a_sweep = at.scans.cast(ScansMessage::WorkWaits);
            }
            Word::Mail => at.mail.wake(),
            Word::Webhooks => at.webhooks.wake(),
            Word::Tracking => at.tracking.wake(),
            Word::Monitors => at.scheduler.wake(),
        })
    }
}
