//! Every setting of the service in one structure.

use std::sync::Arc;

use citable_actors::SystemSettings;
use citable_actors::fetch::FetchSettings;
use clap::Args;

use super::{
    BillingArgs, ChainArgs, CoreArgs, DatabaseArgs, EngineArgs, FetchArgs, HttpArgs,
    HumanCheckArgs, LogSettings, MailArgs, PlanArgs, RenderArgs, SecretArgs, ServiceSettings,
    SettingsError, SnapshotArgs, TestHooks,
};

/// Every setting of the service.
#[derive(Args, Clone, Debug)]
pub struct Settings {
    /// What the service is and where it keeps its data.
    #[command(flatten)]
    pub service: ServiceSettings,
    /// How PostgreSQL is used.
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// Where snapshots are kept.
    #[command(flatten)]
    pub snapshots: SnapshotArgs,
    /// What clients may take.
    #[command(flatten)]
    pub http: HttpArgs,
    /// What scans may reach.
    #[command(flatten)]
    pub fetch: FetchArgs,
    /// How pages are read.
    #[command(flatten)]
    pub cores: CoreArgs,
    /// How pages are rendered.
    #[command(flatten)]
    pub render: RenderArgs,
    /// What plans allow.
    #[command(flatten)]
    pub plans: PlanArgs,
    /// What the service makes its own secrets from.
    #[command(flatten)]
    pub secrets: SecretArgs,
    /// How mail is sent.
    #[command(flatten)]
    pub mail: MailArgs,
    /// Who checks for humans.
    #[command(flatten)]
    pub human_check: HumanCheckArgs,
    /// Who takes payments.
    #[command(flatten)]
    pub billing: BillingArgs,
    /// Who is asked about monitored addresses.
    #[command(flatten)]
    pub engines: EngineArgs,
    /// Which repository the chain board shows.
    #[command(flatten)]
    pub chain: ChainArgs,
    /// What is logged.
    #[command(flatten)]
    pub log: LogSettings,
    /// What only tests of the whole program need.
    #[command(flatten)]
    pub hooks: TestHooks,
}

impl Settings {
    /// What the actors need; `development` is whether the service runs for its developer alone.
    ///
    /// # Errors
    /// Those about secrets, mail and the chain.
    pub fn system(
        &self,
        fetch: Arc<FetchSettings>,
        development: bool,
    ) -> Result<SystemSettings, SettingsError> {
        let service = &self.service;
        let ca_file = self.fetch.fetch_extra_ca_file.as_deref();
        if self.plans.unlimited && !self.billing.names_nobody() {
            return Err(SettingsError::UnlimitedWithBilling);
        }
        Ok(SystemSettings {
            role: service.role()?,
            max_concurrent_scans: service.max_concurrent_scans.get(),
            scan_queue: service.scan_queue.get(),
            cores: self.cores.cores(),
            renderer: self.render.renderer(),
            limits: self.plans.limits(),
            mail: self.mail.settings(development, ca_file)?,
            billing: self.billing.settings()?,
            tracking: Arc::new(self.engines.settings()?),
            human_check: self.human_check.settings()?,
            chain: self.chain.settings()?,
            snapshots: self.snapshots.settings()?,
            secrets: self.secrets.secrets(service)?,
            ..SystemSettings::new(self.database.store(service)?, fetch)
        })
    }
}
