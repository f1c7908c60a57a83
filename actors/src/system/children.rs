//! The permanent actors as children of the supervisor.

use std::sync::Arc;

use citable_schema::Store;

use super::{Handles, SystemSettings};
use crate::address::Address;
use crate::billing::BillingArgs;
use crate::chain::ChainArgs;
use crate::clock::SharedClock;
use crate::cores::Cores;
use crate::fetch::{FetchError, Links, Outbound};
use crate::idempotency::{Idempotency, IdempotencyArgs, IdempotencyMessage};
use crate::ledger::{Ledger, LedgerArgs, LedgerMessage};
use crate::mail::Mail;
use crate::monitors::{Rounds, SchedulerArgs, monitor_limits};
use crate::provider::Provider;
use crate::scan::ScanContext;
use crate::scans::{Scans, ScansArgs, ScansLimits, ScansMessage};
use crate::supervision::{Child, Health};
use crate::tracking::Tracking;
use crate::webhooks::Webhooks;

pub(super) fn scans_child(
    address: &Address<ScansMessage>,
    settings: &SystemSettings,
    store: &Store,
    context: ScanContext,
    boot_id: &str,
    health: &Health,
) -> Child {
    let limits = ScansLimits {
        running: settings.max_concurrent_scans,
        waiting: settings.scan_queue,
        lease: settings.scan_lease(),
    };
    let (single_node, health) = (store.is_single_node(), health.clone());
    Child::claiming("Scans", address, boot_id.to_owned(), move |owner| {
        let args = ScansArgs {
            context: context.clone(),
            limits,
            owner,
            single_node,
            health: health.clone(),
        };
        (Scans, args)
    })
}

pub(super) fn ledger_child(
    address: &Address<LedgerMessage>,
    settings: &SystemSettings,
    store: &Store,
    clock: &SharedClock,
) -> Child {
    let (writer, clock) = (store.writer(), Arc::clone(clock));
    let daily_budget = settings.limits.daily_budget;
    Child::permanent("Ledger", address, move || {
        (Ledger, LedgerArgs { writer: writer.clone(), clock: Arc::clone(&clock), daily_budget })
    })
}

pub(super) fn idempotency_child(
    address: &Address<IdempotencyMessage>,
    store: &Store,
    clock: &SharedClock,
) -> Child {
    let args = IdempotencyArgs {
        writer: store.writer(),
        clock: Arc::clone(clock),
        single_node: store.is_single_node(),
    };
    Child::permanent("Idempotency", address, move || (Idempotency, args.clone()))
}

pub(super) fn mail(settings: &SystemSettings, store: &Store, clock: &SharedClock) -> Mail {
    let (secrets, base_url) = (settings.secrets.clone(), &settings.fetch.base_url);
    Mail::new(settings.mail.clone(), secrets, base_url, store, Arc::clone(clock))
}

pub(super) fn scheduler_args(
    settings: &SystemSettings,
    store: &Store,
    handles: &Handles,
    clock: &SharedClock,
    cores: &Cores,
    holder: String,
) -> SchedulerArgs {
    SchedulerArgs {
        settings: settings.schedule,
        rounds: Rounds {
            writer: store.writer(),
            reader: store.reader(),
            scans: handles.scans.clone(),
            mail: handles.mail.clone(),
            tracking: handles.tracking.clone(),
            cores: cores.clone(),
            secrets: settings.secrets.clone(),
            limits: settings.limits,
            clock: Arc::clone(clock),
            holder,
            single_node: store.is_single_node(),
            unannounceable: Arc::default(),
            unsendable: Arc::default(),
        },
    }
}

pub(super) fn webhooks(
    settings: &SystemSettings,
    store: &Store,
    handles: &Handles,
    clock: &SharedClock,
    courier: Arc<Outbound>,
    health: &Health,
) -> Webhooks {
    Webhooks {
        settings: Arc::clone(&settings.webhooks),
        base_url: settings.fetch.base_url.clone(),
        secrets: settings.secrets.clone(),
        courier,
        reader: store.reader(),
        writer: store.writer(),
        clock: Arc::clone(clock),
        mail: handles.mail.clone(),
        health: health.clone(),
    }
}

/// # Errors
/// The settings or the machine do not permit a client.
pub(super) fn tracking(
    settings: &SystemSettings,
    store: &Store,
    clock: &SharedClock,
) -> Result<Tracking, FetchError> {
    Ok(Tracking {
        settings: Arc::clone(&settings.tracking),
        provider: Provider::sending_once(settings.fetch.extra_ca_file.as_deref())?,
        links: Arc::new(Links::new(&settings.fetch)?),
        writer: store.writer(),
        clock: Arc::clone(clock),
    })
}

pub(super) fn chain_args(
    settings: &SystemSettings,
    store: &Store,
    clock: &SharedClock,
    provider: Provider,
    holder: String,
) -> ChainArgs {
    ChainArgs {
        settings: settings.chain.clone(),
        provider,
        reader: store.reader(),
        writer: store.writer(),
        clock: Arc::clone(clock),
        holder,
        single_node: store.is_single_node(),
    }
}

pub(super) fn billing_args(
    settings: &SystemSettings,
    store: &Store,
    handles: &Handles,
    clock: &SharedClock,
    provider: Provider,
) -> BillingArgs {
    BillingArgs {
        settings: settings.billing.clone(),
        base_url: settings.fetch.base_url.clone(),
        monitors: monitor_limits(&settings.limits),
        provider,
        reader: store.reader(),
        writer: store.writer(),
        secrets: settings.secrets.clone(),
        mail: handles.mail.clone(),
        webhooks: handles.webhooks.clone(),
        clock: Arc::clone(clock),
    }
}
