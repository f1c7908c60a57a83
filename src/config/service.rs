//! The settings of the service itself.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use citable_actors::Role;
use citable_actors::store::StoreUrl;
use clap::Args;
use ipnet::IpNet;
use url::Url;

use super::error::SettingsError;
use super::list::{List, items};
use super::values::{self, NodeRole};
use crate::data_folder::DATABASE_FILE;
use crate::http::Operator;

/// Where the service listens, what it is called, where its data is, and how much it takes on.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Service")]
pub struct ServiceSettings {
    /// IP address and port to listen on. Port 0 picks a free one
    #[arg(long, env = "CITABLE_LISTEN", default_value = "127.0.0.1:8080", value_name = "IP:PORT", value_parser = values::socket)]
    pub listen: SocketAddr,

    /// IP address and port of `/metrics` for Prometheus, such as `127.0.0.1:9464`. Off by default.
    /// `/metrics` has no access control
    #[arg(long, env = "CITABLE_METRICS_LISTEN", value_name = "IP:PORT", value_parser = values::socket)]
    pub metrics_listen: Option<SocketAddr>,

    /// Public URL of the site and the API. Default: `http://` and the listen address
    #[arg(long, env = "CITABLE_BASE_URL", value_name = "URL", value_parser = values::base_url)]
    pub base_url: Option<Url>,

    /// Public URL of the host that serves the MCP endpoints. Default: the base URL
    #[arg(long, env = "CITABLE_MCP_URL", value_name = "URL", value_parser = values::base_url)]
    pub mcp_url: Option<Url>,

    /// Folder of the embedded database, its lock file and the secret key. Created if missing,
    /// readable by its owner only
    #[arg(long, env = "CITABLE_DATA_DIR", default_value = "./citable-data", value_name = "FOLDER")]
    pub data_dir: PathBuf,

    /// Database: `sqlite:<path>` or `postgres://<user>@<host>/<database>`. Default: SQLite in the
    /// data folder
    #[arg(long, env = "CITABLE_DATABASE_URL", value_name = "URL", value_parser = values::database, hide_env_values = true)]
    pub database_url: Option<StoreUrl>,

    /// File that contains the database URL
    #[arg(long, env = "CITABLE_DATABASE_URL_FILE", value_name = "FILE", value_parser = values::database_in_file, conflicts_with = "database_url")]
    pub database_url_file: Option<StoreUrl>,

    /// What this node does. `api` answers requests, `worker` runs scans, deliveries, emails and
    /// monitors, and `all` does both. `api` and `worker` need PostgreSQL, and each other
    #[arg(long, env = "CITABLE_ROLE", default_value = "all", value_name = "ROLE")]
    pub role: NodeRole,

    /// Networks of proxies whose `X-Forwarded-For` is trusted, such as `10.0.0.0/8,::1/128`
    #[arg(long, env = "CITABLE_TRUSTED_PROXIES", value_name = "CIDR,…", value_parser = values::networks)]
    pub trusted_proxies: Option<List<IpNet>>,

    /// Contact for security reports, such as `mailto:security@example.org`, or an https URL. Shown
    /// in `/.well-known/security.txt` and on `/bot`. Without it, there is no `security.txt`
    #[arg(long, env = "CITABLE_SECURITY_CONTACT", value_name = "URI", value_parser = values::contact)]
    pub security_contact: Option<Url>,

    /// Networks that scans come from, shown to site owners on `/bot`
    #[arg(long, env = "CITABLE_BOT_ADDRESSES", value_name = "CIDR,…", value_parser = values::networks)]
    pub bot_addresses: Option<List<IpNet>>,

    /// Number of scans that run at once
    #[arg(long, env = "CITABLE_MAX_CONCURRENT_SCANS", default_value = "64", value_name = "NUMBER", value_parser = values::count)]
    pub max_concurrent_scans: NonZeroUsize,

    /// Number of scans that may wait. Further requests get 503
    #[arg(long, env = "CITABLE_SCAN_QUEUE", default_value = "1000", value_name = "NUMBER", value_parser = values::count)]
    pub scan_queue: NonZeroUsize,
}

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

    /// What this node does.
    ///
    /// # Errors
    /// [`SettingsError::RoleNeedsPostgres`].
    pub fn role(&self) -> Result<Role, SettingsError> {
        match (self.role, self.database()) {
            (NodeRole::Api | NodeRole::Worker, StoreUrl::Sqlite(_)) => {
                Err(SettingsError::RoleNeedsPostgres)
            }
            (role, _) => Ok(role.into()),
        }
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
