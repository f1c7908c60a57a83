//! Every limit and setting of the actors.

use std::sync::Arc;
use std::time::Duration;

use citable_schema::StoreSettings;

use super::Role;
use crate::billing::BillingSettings;
use crate::chain::ChainSettings;
use crate::cores::{CoreLimits, Cores};
use crate::fetch::FetchSettings;
use crate::human_check::HumanCheckSettings;
use crate::identity::IdentitySettings;
use crate::janitor::JanitorSettings;
use crate::mail::{MailSettings, MailTransport};
use crate::monitors::ScheduleSettings;
use crate::quota::Limits;
use crate::render::RendererHandle;
use crate::secrets::Secrets;
use crate::snapshots::SnapshotStoreSettings;
use crate::tracking::TrackingSettings;
use crate::webhooks::WebhookSettings;

/// Every limit and setting of the actors.
#[derive(Clone, Debug)]
pub struct SystemSettings {
    /// What this node does.
    pub role: Role,
    /// Where the store is.
    pub store: StoreSettings,
    /// The rules for addresses; stored scans are held against them again.
    pub fetch: Arc<FetchSettings>,
    /// Scans that run at once on this node.
    pub max_concurrent_scans: usize,
    /// Scans that may wait.
    pub scan_queue: usize,
    /// Where pages are read, and how long that may take.
    pub cores: Cores,
    /// Who renders pages; none where nothing does.
    pub renderer: Option<RendererHandle>,
    /// How long one scan may take, its wait for a core left out.
    pub scan_deadline: Duration,
    /// How much longer a claim lasts than a scan may take with its wait for a core.
    pub lease_margin: Duration,
    /// Calls of each other actor that may wait or run.
    pub calls_waiting: usize,
    /// What plans allow.
    pub limits: Limits,
    /// The limits of signing in.
    pub identity: IdentitySettings,
    /// How mails are sent.
    pub mail: MailSettings,
    /// The limits of deliveries to webhooks.
    pub webhooks: Arc<WebhookSettings>,
    /// Who is asked about monitored addresses, and how hard.
    pub tracking: Arc<TrackingSettings>,
    /// The payment provider; none if payments aren't configured.
    pub billing: Option<BillingSettings>,
    /// The provider of the human check; none if it is off.
    pub human_check: Option<HumanCheckSettings>,
    /// Which repository is mirrored; none where none is.
    pub chain: Option<ChainSettings>,
    /// How rounds over the monitors follow each other.
    pub schedule: ScheduleSettings,
    /// Where bodies of snapshots are kept outside the database; none where they are in it.
    pub snapshots: Option<SnapshotStoreSettings>,
    /// How long things are kept.
    pub janitor: JanitorSettings,
    /// What the service makes its own secrets from.
    pub secrets: Secrets,
}

impl SystemSettings {
    /// The defaults, over that store and those rules for addresses; the secrets last as long as
    /// the process.
    pub fn new(store: StoreSettings, fetch: Arc<FetchSettings>) -> Self {
        Self {
            role: Role::All,
            store,
            fetch,
            max_concurrent_scans: 64,
            scan_queue: 1_000,
            cores: Cores::new(Cores::count(), CoreLimits::default()),
            renderer: None,
            scan_deadline: Duration::from_secs(60),
            lease_margin: Duration::from_secs(15),
            calls_waiting: 1_024,
            limits: Limits::default(),
            identity: IdentitySettings::default(),
            mail: MailSettings::new(MailTransport::NotConfigured),
            webhooks: Arc::default(),
            tracking: Arc::default(),
            billing: None,
            human_check: None,
            chain: None,
            schedule: ScheduleSettings::default(),
            snapshots: None,
            janitor: JanitorSettings::default(),
            secrets: Secrets::ephemeral(),
        }
    }

    /// How long a claim of a scan lasts.
    pub(super) fn scan_lease(&self) -> Duration {
        let keeping = self.snapshots.as_ref().map(|store| store.timeout).unwrap_or_default();
        self.scan_deadline + self.cores.longest_wait() + keeping + self.lease_margin
    }
}
