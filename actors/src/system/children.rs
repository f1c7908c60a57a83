//! The permanent actors as children of the supervisor.

use std::sync::Arc;

use citable_schema::Store;

use super::{Handles, SystemSettings};
use crate::address::Address;
use crate::bell::{Bell, BellArgs};
use crate::billing::BillingArgs;
use crate::chain::{ChainArgs, chain_child};
use crate::clock::{ClockKeeper, SharedClock};
use crate::fetch::{FetchError, Gather, Links, Outbound};
use crate::human_check::HumanCheckArgs;
use crate::idempotency::{Idempotency, IdempotencyArgs};
use crate::janitor::Janitor;
use crate::ledger::Ledger;
use crate::mail::Mail;
use crate::monitors::{Rounds, monitor_limits, scheduler_child};
use crate::object_sweeper::ObjectSweeper;
use crate::outbox::{Kind, OutboxMessage, OutboxNode, outbox_child};
use crate::provider::Provider;
use crate::render::Renderer;
use crate::routine::routine_child;
use crate::scan::ScanContext;
use crate::scans::{Scans, ScansArgs, ScansLimits};
use crate::snapshots::Snapshots;
use crate::supervision::{Child, Health};
use crate::tracking::Tracking;
use crate::webhooks::Webhooks;
use crate::worker::worker_child;

/// What the actors begin with.
pub(super) struct Parts<'a> {
    pub(super) settings: &'a SystemSettings,
    pub(super) store: &'a Store,
    pub(super) handles: &'a Handles,
    pub(super) snapshots: &'a Snapshots,
    pub(super) clock: &'a SharedClock,
    pub(super) health: &'a Health,
    /// Names this process.
    pub(super) boot_id: String,
}

impl Parts<'_> {
    /// All of them, in the order in which they start.
    ///
    /// # Errors
    /// The settings or the machine do not permit a client.
    pub(super) fn children(
        &self,
        keeper: ClockKeeper,
        gather: Arc<dyn Gather>,
    ) -> Result<Vec<Child>, FetchError> {
        let (at, store) = (&self.handles.addresses, self.store);
        let provider = Provider::new(self.settings.fetch.extra_ca_file.as_deref())?;
        let human_check = self.human_check(provider.clone());
        let mut children = vec![
            routine_child(&at.clock_keeper, keeper),
            worker_child("Reader", &at.reader, store.reader()),
            self.scans(gather),
            worker_child("Ledger", &at.ledger, self.ledger()),
            Child::of("Idempotency", &at.idempotency, || Idempotency, self.idempotency()),
            worker_child("Identity", &at.identity, store.writer()),
            worker_child("Monitors", &at.monitors, store.writer()),
            worker_child("History", &at.history, store.writer()),
            self.outbox(&at.mail, self.mail()),
            worker_child("Notifications", &at.notifications, store.writer()),
            worker_child("Endpoints", &at.endpoints, store.writer()),
            self.outbox(&at.webhooks, self.webhooks()?),
            worker_child("HumanCheck", &at.human_check, human_check),
            worker_child("Billing", &at.billing, Arc::new(self.billing(provider.clone()))),
            worker_child("Probe", &at.probe, store.writer()),
            self.outbox(&at.tracking, self.tracking()?),
        ];
        children.extend(self.bell());
        if self.settings.role.works() {
            // Whoever renders is there before the first scan.
            children.splice(..0, self.renderer());
            children.extend(self.workers(provider));
        } else {
            at.scheduler.leave_out();
            at.chain.leave_out();
            at.janitor.leave_out();
        }
        children.extend(self.object_sweeper());
        Ok(children)
    }

    /// Actors that nobody calls and that only work.
    fn workers(&self, provider: Provider) -> [Child; 3] {
        let at = &self.handles.addresses;
        [
            scheduler_child(&at.scheduler, self.settings.schedule, self.rounds()),
            chain_child(&at.chain, self.chain(provider)),
            routine_child(&at.janitor, self.janitor()),
        ]
    }

    /// None where nobody works, or nothing is outside the database.
    fn object_sweeper(&self) -> Option<Child> {
        let at = &self.handles.addresses.object_sweeper;
        let (Some(objects), Some(settings), true) =
            (self.snapshots.objects(), &self.settings.snapshots, self.settings.role.works())
        else {
            at.leave_out();
            return None;
        };
        let sweeper = ObjectSweeper {
            settings: settings.sweeps,
            objects: objects.clone(),
            reader: self.store.reader(),
            writer: self.store.writer(),
            clock: Arc::clone(self.clock),
        };
        Some(routine_child(at, sweeper))
    }

    fn renderer(&self) -> Option<Child> {
        let renderer = self.settings.renderer.as_ref()?;
        Some(Child::of("Renderer", renderer.address(), || Renderer, renderer.args()))
    }

    /// None where the store has no other nodes.
    fn bell(&self) -> Option<Child> {
        let at = &self.handles.addresses;
        let Some(bell) = self.store.bell() else {
            at.bell.leave_out();
            return None;
        };
        let args = BellArgs { bell, hear: at.hear(self.settings.role) };
        Some(Child::of("Bell", &at.bell, || Bell, args))
    }

    fn outbox<K: Kind>(&self, address: &Address<OutboxMessage<K>>, kind: K) -> Child {
        let left_to = (!self.settings.role.works()).then(|| self.handles.bell());
        let node = OutboxNode { single: self.store.is_single_node(), left_to };
        outbox_child(address, kind, self.boot_id.clone(), node)
    }

    fn scans(&self, gather: Arc<dyn Gather>) -> Child {
        let settings = self.settings;
        let context = ScanContext {
            reader: self.store.reader(),
            writer: self.store.writer(),
            gather,
            fetch: Arc::clone(&settings.fetch),
            cores: settings.cores.clone(),
            snapshots: self.snapshots.clone(),
            clock: Arc::clone(self.clock),
            bell: self.handles.bell(),
            webhooks: self.handles.webhooks.clone(),
            deadline: settings.scan_deadline,
            webhooks_of_every_plan: settings.limits.unlimited,
        };
        let limits = ScansLimits {
            running: if settings.role.works() { settings.max_concurrent_scans } else { 0 },
            waiting: settings.scan_queue,
            lease: settings.scan_lease(),
        };
        let (single_node, health) = (self.store.is_single_node(), self.health.clone());
        let address = &self.handles.addresses.scans;
        Child::claiming("Scans", address, self.boot_id.clone(), move |owner| {
            let (context, health) = (context.clone(), health.clone());
            (Scans, ScansArgs { context, limits, owner, single_node, health })
        })
    }

    fn ledger(&self) -> Ledger {
        let budget = self.settings.limits.daily_budget;
        Ledger::new(self.store.writer(), Arc::clone(self.clock), budget)
    }

    fn idempotency(&self) -> IdempotencyArgs {
        IdempotencyArgs {
            writer: self.store.writer(),
            clock: Arc::clone(self.clock),
            single_node: self.store.is_single_node(),
        }
    }

    fn rounds(&self) -> Rounds {
        let (settings, handles) = (self.settings, self.handles);
        Rounds {
            writer: self.store.writer(),
            reader: self.store.reader(),
            scans: handles.scans.clone(),
            mail: handles.mail.clone(),
            tracking: handles.tracking.clone(),
            snapshots: self.snapshots.clone(),
            cores: settings.cores.clone(),
            secrets: settings.secrets.clone(),
            limits: settings.limits,
            clock: Arc::clone(self.clock),
            holder: self.boot_id.clone(),
            single_node: self.store.is_single_node(),
            unannounceable: Arc::default(),
            unsendable: Arc::default(),
        }
    }

    fn mail(&self) -> Mail {
        let settings = self.settings;
        let (secrets, base_url) = (settings.secrets.clone(), &settings.fetch.base_url);
        Mail::new(settings.mail.clone(), secrets, base_url, self.store, Arc::clone(self.clock))
    }

    fn webhooks(&self) -> Result<Webhooks, FetchError> {
        let settings = self.settings;
        Ok(Webhooks {
            settings: Arc::clone(&settings.webhooks),
            base_url: settings.fetch.base_url.clone(),
            secrets: settings.secrets.clone(),
            courier: Arc::new(Outbound::new(&settings.fetch)?),
            reader: self.store.reader(),
            writer: self.store.writer(),
            clock: Arc::clone(self.clock),
            mail: self.handles.mail.clone(),
            health: self.health.clone(),
            to_every_plan: settings.limits.unlimited,
        })
    }

    fn tracking(&self) -> Result<Tracking, FetchError> {
        let settings = self.settings;
        Ok(Tracking {
            settings: Arc::clone(&settings.tracking),
            provider: Provider::sending_once(settings.fetch.extra_ca_file.as_deref())?,
            links: Arc::new(Links::new(&settings.fetch)?),
            writer: self.store.writer(),
            clock: Arc::clone(self.clock),
        })
    }

    fn chain(&self, provider: Provider) -> ChainArgs {
        ChainArgs {
            settings: self.settings.chain.clone(),
            provider,
            reader: self.store.reader(),
            writer: self.store.writer(),
            clock: Arc::clone(self.clock),
            holder: self.boot_id.clone(),
            single_node: self.store.is_single_node(),
        }
    }

    fn human_check(&self, provider: Provider) -> HumanCheckArgs {
        HumanCheckArgs {
            settings: self.settings.human_check.clone(),
            provider,
            writer: self.store.writer(),
            clock: Arc::clone(self.clock),
        }
    }

    fn billing(&self, provider: Provider) -> BillingArgs {
        let settings = self.settings;
        BillingArgs {
            settings: settings.billing.clone(),
            base_url: settings.fetch.base_url.clone(),
            monitors: monitor_limits(&settings.limits),
            provider,
            reader: self.store.reader(),
            writer: self.store.writer(),
            secrets: settings.secrets.clone(),
            mail: self.handles.mail.clone(),
            webhooks: self.handles.webhooks.clone(),
            clock: Arc::clone(self.clock),
        }
    }

    fn janitor(&self) -> Janitor {
        Janitor::new(self.settings.janitor, self.store.writer(), Arc::clone(self.clock))
    }
}
