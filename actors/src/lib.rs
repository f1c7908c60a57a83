//! Every supervised process of Citable, and everything that talks to the outside world.
//!
//! Each actor owns one concern; nothing else touches that concern's state. The program above
//! holds [`Handles`] and never sees an actor, a message or the store.

pub mod address;
pub mod assess;
mod bell;
pub mod billing;
mod bounded;
pub mod call;
pub mod chain;
mod claims;
pub mod clock;
pub mod cores;
pub mod fault;
pub mod fetch;
#[cfg(any(test, debug_assertions))]
pub mod fuzzing;
pub mod history;
pub mod human_check;
pub mod idempotency;
pub mod identity;
pub mod janitor;
pub mod ledger;
pub mod mail;
pub mod monitors;
pub mod notifications;
mod object_sweeper;
mod outbox;
mod provider;
pub mod quota;
pub mod reader;
pub mod render;
mod routine;
pub mod scan;
pub mod scans;
pub mod secrets;
pub mod snapshots;
mod stored_report;
pub mod supervision;
pub mod system;
pub mod tasks;
#[cfg(test)]
mod test_kit;
mod timer;
pub mod tracking;
pub mod webhooks;
mod worker;

/// Random identifiers with a prefix that says what they name.
pub mod ids {
    pub use citable_schema::{Prefix, is_id, new_id};
}

/// Where everything durable lives; the program opens and migrates it through these.
pub mod store {
    pub use citable_schema::{
        Backup, PauseRow, PostgresLimits, PreparedStatements, Restored, ServeLock, StoreError,
        StoreSettings, StoreUrl, backup, migrate, restore,
    };
}

pub use bounded::calls_waiting;
pub use call::CallError;
pub use ledger::{AdmitScan, LedgerError, LedgerHandle};
pub use reader::{CACHE_LIFETIME, CachedReport, ReaderHandle, ScanStatus, ScanView};
pub use scan::event::LifecycleEvent;
pub use scans::{EventStream, Resume, ScansError, ScansHandle, SubmitScan};
pub use system::{
    Handles, Readiness, ReadinessHandle, Role, StartError, StoreOnly, System, SystemSettings,
};
pub use worker::AskError;
