//! Every setting of the program: one structure, read from flags and from the environment.
//!
//! The command line, `citable config`, `docs/config.md` and `.env.example` all come from the
//! definitions here.

mod billing;
mod chain;
mod cores;
mod engines;
mod error;
mod http;
mod plans;
mod secrets;
mod show;
mod values;

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use citable_actors::SystemSettings;
use citable_actors::clock::{FileClock, SharedClock, SystemClock};
use citable_actors::fault::{FaultPoint, arm};
use citable_actors::fetch::{FetchSettings, ResolveOverrides};
use citable_actors::store::{StoreSettings, StoreUrl};
use clap::Args;
use ipnet::IpNet;
use url::Url;

use crate::http::Operator;

pub use billing::BillingArgs;
pub use chain::{ChainArgs, Repository};
pub use cores::CoreArgs;
pub use engines::{EngineArgs, EngineOne, EngineThree, EngineTwo};
pub use error::SettingsError;
pub use http::HttpArgs;
pub use plans::{AgencyPlan, AnonymousPlan, FreePlan, PlanArgs, ProPlan, SeenFixes};
pub(crate) use secrets::KEY_FILE;
pub use secrets::{HumanCheckArgs, MailArgs, SecretArgs};
pub use show::{Shown, effective, env_example, markdown};
pub use values::{LogFormat, OnOff};
pub(crate) use values::{base_url, is_loopback};

/// The embedded database's file in the data folder.
pub(crate) const DATABASE_FILE: &str = "citable.sqlite";

/// Every setting of the service.
#[derive(Args, Clone, Debug)]
pub struct Settings {
    /// What the service is and where it keeps its data.
    #[command(flatten)]
    pub service: ServiceSettings,
    /// What clients may take.
    #[command(flatten)]
    pub http: HttpArgs,
    /// What scans may reach.
    #[command(flatten)]
    pub fetch: FetchArgs,
    /// How pages are read.
    #[command(flatten)]
    pub cores: CoreArgs,
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

/// Where the service listens, what it is called, where its data is, and how much it takes on.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Service")]
pub struct ServiceSettings {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, env = "CITABLE_LISTEN", default_value = "127.0.0.1:8080", value_name = "IP:PORT", value_parser = values::socket)]
    pub listen: SocketAddr,

    /// Address and port on which Prometheus finds `/metrics`, such as `127.0.0.1:9464`; without it
    /// nothing is measured. Anybody who reaches it can read it
    #[arg(long, env = "CITABLE_METRICS_LISTEN", value_name = "IP:PORT", value_parser = values::socket)]
    pub metrics_listen: Option<SocketAddr>,

    /// Public address of the site and the API; without it `http://` and the address listened on
    #[arg(long, env = "CITABLE_BASE_URL", value_name = "URL", value_parser = values::base_url)]
    pub base_url: Option<Url>,

    /// Public address of the host at which agents reach the MCP endpoints, where it is not that of
    /// the site
    #[arg(long, env = "CITABLE_MCP_URL", value_name = "URL", value_parser = values::base_url)]
    pub mcp_url: Option<Url>,

    /// Folder of the embedded database, its lock file and the secret key; made if missing, and closed
    /// to other users
    #[arg(long, env = "CITABLE_DATA_DIR", default_value = "./citable-data", value_name = "FOLDER")]
    pub data_dir: PathBuf,

    /// Database, as `sqlite:<path>` or `postgres://<user>@<host>/<database>`; without it SQLite in
    /// the data folder
    #[arg(long, env = "CITABLE_DATABASE_URL", value_name = "URL", value_parser = values::database, hide_env_values = true)]
    pub database_url: Option<StoreUrl>,

    /// File with the same
    #[arg(long, env = "CITABLE_DATABASE_URL_FILE", value_name = "FILE", value_parser = values::database_in_file, conflicts_with = "database_url")]
    pub database_url_file: Option<StoreUrl>,

    /// Networks whose `X-Forwarded-For` is believed, such as `10.0.0.0/8,::1/128`
    #[arg(long, env = "CITABLE_TRUSTED_PROXIES", value_name = "CIDR,…", value_parser = values::networks)]
    pub trusted_proxies: Option<List<IpNet>>,

    /// Where to write about a weakness, as `mailto:security@example.org` or an https address; shown
    /// in `/.well-known/security.txt`, which is not there without it, and on `/bot`
    #[arg(long, env = "CITABLE_SECURITY_CONTACT", value_name = "URI", value_parser = values::contact)]
    pub security_contact: Option<Url>,

    /// Networks that scans come from, for owners of sites; shown on `/bot`
    #[arg(long, env = "CITABLE_BOT_ADDRESSES", value_name = "CIDR,…", value_parser = values::networks)]
    pub bot_addresses: Option<List<IpNet>>,

    /// Scans that run at once
    #[arg(long, env = "CITABLE_MAX_CONCURRENT_SCANS", default_value = "64", value_name = "NUMBER", value_parser = values::count)]
    pub max_concurrent_scans: NonZeroUsize,

    /// Scans that may wait for their turn; one more is answered with 503
    #[arg(long, env = "CITABLE_SCAN_QUEUE", default_value = "1000", value_name = "NUMBER", value_parser = values::count)]
    pub scan_queue: NonZeroUsize,
}

/// What scans may reach, and how.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Fetching")]
pub struct FetchArgs {
    /// PEM file of certificates that are trusted besides the system's
    #[arg(long, env = "CITABLE_FETCH_EXTRA_CA_FILE", value_name = "FILE")]
    pub fetch_extra_ca_file: Option<PathBuf>,

    /// Addresses used before the name servers are asked, such as `pages.test=127.0.0.2`; only with
    /// a loopback base URL
    #[arg(long, env = "CITABLE_FETCH_RESOLVE", value_name = "NAME=IP,…")]
    pub fetch_resolve: Option<ResolveOverrides>,

    /// Name servers; without it the system's
    #[arg(long, env = "CITABLE_FETCH_DNS_SERVERS", value_name = "IP:PORT,…", value_parser = values::name_servers)]
    pub fetch_dns_servers: Option<List<SocketAddr>>,

    /// Networks that scans may reach although they are not public; only with a loopback base URL
    #[arg(long, env = "CITABLE_FETCH_ALLOW_CIDRS", value_name = "CIDR,…", value_parser = values::networks)]
    pub fetch_allow_cidrs: Option<List<IpNet>>,

    /// Ports that scans may reach besides 443; only with a loopback base URL
    #[arg(long, env = "CITABLE_FETCH_ALLOW_PORTS", value_name = "PORT,…", value_parser = values::ports)]
    pub fetch_allow_ports: Option<List<u16>>,

    /// Whether a page is asked for once more with agents that look like AI crawlers and name this
    /// service as well: `on` or `off`
    #[arg(long, env = "CITABLE_EDGE_PROBES", default_value = "on", value_name = "SWITCH")]
    pub edge_probes: OnOff,
}

/// What is logged, to standard error.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Logging")]
pub struct LogSettings {
    /// What is logged: a level of the service itself (`error`, `warn`, `info`, `debug`, `trace`,
    /// `off`), or levels by module such as `info,citable::http=debug`. Libraries log errors alone,
    /// unless they are named, as in `info,isahc=debug`
    #[arg(long, env = "CITABLE_LOG", default_value = "info", value_name = "FILTER", value_parser = values::log_filter)]
    pub log: String,

    /// How it is logged: `auto` is text on a terminal and JSON elsewhere
    #[arg(long, env = "CITABLE_LOG_FORMAT", default_value = "auto", value_name = "FORMAT")]
    pub log_format: LogFormat,
}

/// What only tests of the whole program need.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Test hooks")]
pub struct TestHooks {
    /// Permits the settings that are for tests only; never set it on a public service
    #[arg(long, env = "CITABLE_ALLOW_TEST_HOOKS", action = clap::ArgAction::SetTrue, value_parser = values::switch)]
    pub allow_test_hooks: bool,

    /// File with a signed number of milliseconds by which the machine's clock is moved, as the
    /// program sees it; needs `CITABLE_ALLOW_TEST_HOOKS=1`
    #[arg(long, env = "CITABLE_TEST_CLOCK_FILE", value_name = "FILE")]
    pub test_clock_file: Option<PathBuf>,

    /// Place where the process dies as soon as it gets there; needs `CITABLE_ALLOW_TEST_HOOKS=1`
    #[arg(long, env = "CITABLE_TEST_CRASH_AT", value_name = "PLACE")]
    pub test_crash_at: Option<FaultPoint>,
}

/// A list that stands in one value, separated by commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List<T>(pub Vec<T>);

impl ServiceSettings {
    /// The public address, given the one listened on.
    ///
    /// # Errors
    /// [`SettingsError::NoBaseUrl`].
    pub fn base_url(&self, listening: SocketAddr) -> Result<Url, SettingsError> {
        match &self.base_url {
            Some(url) => Ok(url.clone()),
            None => Url::parse(&format!("http://{listening}"))
                .map_err(|_| SettingsError::NoBaseUrl(listening)),
        }
    }

    /// The public address of the MCP endpoints' host, given that of the site.
    pub fn mcp_url(&self, base_url: &Url) -> Url {
        self.mcp_url.clone().unwrap_or_else(|| base_url.clone())
    }

    /// The database.
    pub fn database(&self) -> StoreUrl {
        self.database_url
            .clone()
            .or_else(|| self.database_url_file.clone())
            .unwrap_or_else(|| StoreUrl::Sqlite(self.data_dir.join(DATABASE_FILE)))
    }

    /// What the operator says of themself.
    pub fn operator(&self) -> Operator {
        Operator {
            security_contact: self.security_contact.clone(),
            bot_addresses: items(&self.bot_addresses),
        }
    }

    /// The networks of trusted proxies.
    pub fn proxies(&self) -> Vec<IpNet> {
        items(&self.trusted_proxies)
    }
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
        Ok(SystemSettings {
            max_concurrent_scans: service.max_concurrent_scans.get(),
            scan_queue: service.scan_queue.get(),
            cores: self.cores.cores(),
            limits: self.plans.limits(),
            mail: self.mail.settings(development, ca_file)?,
            billing: self.billing.settings()?,
            tracking: Arc::new(self.engines.settings()?),
            human_check: self.human_check.settings()?,
            chain: self.chain.settings()?,
            secrets: self.secrets.secrets(service)?,
            ..SystemSettings::new(StoreSettings::new(service.database()), fetch)
        })
    }
}

impl FetchArgs {
    /// The fetch's settings for a service of that address.
    ///
    /// # Errors
    /// [`SettingsError::WidensFetch`] where one of them is not for a public service.
    pub fn settings(
        &self,
        base_url: &Url,
        own_listeners: Vec<SocketAddr>,
        hooks: &TestHooks,
    ) -> Result<FetchSettings, SettingsError> {
        if let Some(setting) = self.widening()
            && !hooks.allow_test_hooks
            && !values::is_loopback(base_url)
        {
            return Err(SettingsError::WidensFetch { setting, base_url: base_url.clone() });
        }
        Ok(FetchSettings {
            base_url: base_url.as_str().trim_end_matches('/').to_owned(),
            extra_ca_file: self.fetch_extra_ca_file.clone(),
            resolve: self.fetch_resolve.clone().unwrap_or_default(),
            dns_servers: items(&self.fetch_dns_servers),
            allow_cidrs: items(&self.fetch_allow_cidrs),
            allow_ports: items(&self.fetch_allow_ports),
            own_listeners,
            edge_probes: self.edge_probes == OnOff::On,
            ..FetchSettings::default()
        })
    }

    /// The first setting that widens what may be reached.
    fn widening(&self) -> Option<&'static str> {
        if self.fetch_resolve.as_ref().is_some_and(|names| !names.is_empty()) {
            Some("CITABLE_FETCH_RESOLVE")
        } else if !items(&self.fetch_allow_cidrs).is_empty() {
            Some("CITABLE_FETCH_ALLOW_CIDRS")
        } else if !items(&self.fetch_allow_ports).is_empty() {
            Some("CITABLE_FETCH_ALLOW_PORTS")
        } else {
            None
        }
    }
}

impl TestHooks {
    /// Arms the place where the process dies, if one is named.
    ///
    /// # Errors
    /// [`SettingsError::TestHook`] where the switch for tests is not set.
    pub fn arm_fault(&self) -> Result<(), SettingsError> {
        match self.test_crash_at {
            None => Ok(()),
            Some(_) if !self.allow_test_hooks => {
                Err(SettingsError::TestHook { setting: "CITABLE_TEST_CRASH_AT" })
            }
            Some(point) => {
                arm(point);
                Ok(())
            }
        }
    }

    /// The clock.
    ///
    /// # Errors
    /// [`SettingsError::TestHook`] where it is to be moved and the switch for that is not set.
    pub fn clock(&self) -> Result<SharedClock, SettingsError> {
        match &self.test_clock_file {
            None => Ok(Arc::new(SystemClock)),
            Some(path) if self.allow_test_hooks => Ok(Arc::new(FileClock::new(path.clone()))),
            Some(_) => Err(SettingsError::TestHook { setting: "CITABLE_TEST_CLOCK_FILE" }),
        }
    }
}

fn items<T: Clone>(list: &Option<List<T>>) -> Vec<T> {
    list.as_ref().map(|list| list.0.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
