//! The settings of the fetch.

use std::net::SocketAddr;
use std::path::PathBuf;

use citable_actors::fetch::{FetchSettings, ResolveOverrides};
use clap::Args;
use ipnet::IpNet;
use url::Url;

use super::error::SettingsError;
use super::hooks::TestHooks;
use super::list::{List, items};
use super::values::{self, OnOff};

/// What scans may reach, and how.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Fetching")]
pub struct FetchArgs {
    /// PEM file of certificates to trust besides the system's
    #[arg(long, env = "CITABLE_FETCH_EXTRA_CA_FILE", value_name = "FILE")]
    pub fetch_extra_ca_file: Option<PathBuf>,

    /// IP addresses to use instead of those in DNS, such as `pages.test=127.0.0.2`. Allowed only
    /// while the base URL is on a loopback address or, for tests, with `CITABLE_ALLOW_TEST_HOOKS=1`
    #[arg(long, env = "CITABLE_FETCH_RESOLVE", value_name = "NAME=IP,…")]
    pub fetch_resolve: Option<ResolveOverrides>,

    /// DNS servers. Default: the system's
    #[arg(long, env = "CITABLE_FETCH_DNS_SERVERS", value_name = "IP:PORT,…", value_parser = values::name_servers)]
    pub fetch_dns_servers: Option<List<SocketAddr>>,

    /// Private networks that scans may reach. Allowed only while the base URL is on a loopback
    /// address or, for tests, with `CITABLE_ALLOW_TEST_HOOKS=1`
    #[arg(long, env = "CITABLE_FETCH_ALLOW_CIDRS", value_name = "CIDR,…", value_parser = values::networks)]
    pub fetch_allow_cidrs: Option<List<IpNet>>,

    /// Ports that scans may reach besides 443. Allowed only while the base URL is on a loopback
    /// address or, for tests, with `CITABLE_ALLOW_TEST_HOOKS=1`
    #[arg(long, env = "CITABLE_FETCH_ALLOW_PORTS", value_name = "PORT,…", value_parser = values::ports)]
    pub fetch_allow_ports: Option<List<u16>>,

    /// Fetch each page again with a User-Agent that names an AI crawler and this service
    #[arg(long, env = "CITABLE_EDGE_PROBES", default_value = "on", value_name = "SWITCH")]
    pub edge_probes: OnOff,
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
