//! The actor that keeps monitors, and in [`scheduler`] the one that runs them every week.
//!
//! **Owns** which addresses are monitored, and what their owners consented to.
//! **Invariants** an account has no more active monitors than its plan allows, also when many are
//! asked for at once; one address is one monitor, however often it is asked for.
//! **Messages** one per change.
//! **Restart** permanent; it has no state.
//! **Backpressure** a permit travels in each message.

mod news;
mod put_off;
mod rounds;
mod scheduler;
mod task;
#[cfg(test)]
mod tests;
mod views;
mod weekly_report;

use std::net::IpAddr;
use std::time::Duration;

use citable_schema::{
    Consent, NewMonitor, RequestRun, SetConsent, TrackedMonitor, Unwatch, Watch, Watched,
    WithAnswer, Writer,
};

use crate::address::Address;
use crate::bell::{BellHandle, Word};
use crate::clock::SharedClock;
use crate::fetch::TargetUrl;
use crate::idempotency::Once;
use crate::ids::{Prefix, new_id};
use crate::routine::RoutineMessage;
use crate::worker::{AskError, Work, WorkAddress};

pub use crate::tracking::Engine;
pub(crate) use put_off::PutOff;
pub(crate) use rounds::{Rounds, monitor_limits};
pub use scheduler::ScheduleSettings;
pub(crate) use scheduler::{MonitorScheduler, scheduler_child};
pub(crate) use task::TASK;
pub use views::{Monitor, TrackingConsent};

/// How long a caller waits.
const DEADLINE: Duration = Duration::from_secs(10);

/// Why an address is not monitored.
#[derive(Debug, thiserror::Error)]
pub enum MonitorsError {
    /// The account has as many monitors as its plan allows.
    #[error("the account has as many monitors as its plan allows")]
    LimitReached,
    /// The store was asked in vain.
    #[error(transparent)]
    Ask(#[from] AskError),
}

/// An address to monitor.
#[derive(Clone, Debug)]
pub struct WatchUrl {
    /// For whom.
    pub account_id: String,
    /// The address.
    pub url: TargetUrl,
    /// How many monitors the account may have.
    pub limit: u32,
    /// What its owner consents to at the same time.
    pub consent: Option<NewConsent>,
}

/// That answer engines may be asked about an address.
#[derive(Clone, Debug)]
pub struct NewConsent {
    /// Which engines.
    pub engines: Vec<Engine>,
    /// The client address that said so.
    pub ip: IpAddr,
}

impl NewConsent {
    fn row(&self) -> Consent {
        Consent { engines: Engine::words(&self.engines), ip: self.ip.to_string() }
    }
}

/// How the rest of the program keeps monitors.
#[derive(Clone, Debug)]
pub struct MonitorsHandle {
    store: WorkAddress<Writer>,
    scheduler: Address<RoutineMessage<MonitorScheduler>>,
    bell: BellHandle,
    clock: SharedClock,
}

impl MonitorsHandle {
    pub(crate) fn new(
        store: Address<Work<Writer>>,
        scheduler: Address<RoutineMessage<MonitorScheduler>>,
        bell: BellHandle,
        most_waiting: usize,
        clock: SharedClock,
    ) -> Self {
        Self { store: WorkAddress::new(store, most_waiting), scheduler, bell, clock }
    }

    /// Starts or resumes monitoring of a URL. Its first run is due at once.
    ///
    /// # Errors
    /// Every [`MonitorsError`].
    pub async fn watch(
        &self,
        wanted: WatchUrl,
        once: Option<Once<Monitor>>,
    ) -> Result<Monitor, MonitorsError> {
        let now = self.clock.now_ms();
        let watch = Watch {
            monitor: NewMonitor {
                id: new_id(Prefix::Monitor),
                account_id: wanted.account_id,
                url: wanted.url.url().to_string(),
                url_hash: citable_checks::url::url_hash(wanted.url.url()),
                host: wanted.url.host().to_owned(),
            },
            limit: i64::from(wanted.limit),
            consent: wanted.consent.as_ref().map(NewConsent::row),
            now,
        };
        let answer = once.as_ref().map(|once| once.keep(now, made));
        match self.store.run(DEADLINE, WithAnswer { change: watch, answer }).await? {
            Watched::LimitReached => Err(MonitorsError::LimitReached),
            Watched::Active(row) => {
                once.into_iter().for_each(Once::answered);
                self.due();
                Ok(Monitor::from_rows(*row))
            }
        }
    }

    /// Says that a run is due. The scheduler of another node may be the one that leads.
    fn due(&self) {
        self.scheduler.wake();
        self.bell.say(Word::Monitors);
    }

    /// Ends a monitor; answers whether the account had such an active one.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn unwatch(&self, account_id: String, id: String) -> Result<bool, AskError> {
        self.store.run(DEADLINE, Unwatch { account_id, id }).await
    }

    /// Records what an owner consents to, or with none ends it; answers with the monitor, if the
    /// account has such an active one.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn set_consent(
        &self,
        account_id: String,
        id: String,
        consent: Option<NewConsent>,
        once: Option<Once<Monitor>>,
    ) -> Result<Option<Monitor>, AskError> {
        let now = self.clock.now_ms();
        let consent = consent.as_ref().map(NewConsent::row);
        let change = SetConsent { account_id, id, consent, now };
        let found = |rows: &Option<TrackedMonitor>| rows.clone().map(Monitor::from_rows);
        let answer = once.as_ref().map(|once| once.keep(now, found));
        let row = self.store.run(DEADLINE, WithAnswer { change, answer }).await?;
        if row.is_some() {
            once.into_iter().for_each(Once::answered);
        }
        Ok(row.map(Monitor::from_rows))
    }

    /// Asks for a run of a monitor outside its schedule; answers whether there is such an active
    /// one.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn request_run(&self, id: String) -> Result<bool, AskError> {
        let now = self.clock.now_ms();
        self.store.run(DEADLINE, RequestRun { id, now }).await
    }
}

fn made(outcome: &Watched) -> Option<Monitor> {
    match outcome {
        Watched::Active(row) => Some(Monitor::from_rows((**row).clone())),
        Watched::LimitReached => None,
    }
}
