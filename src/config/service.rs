//! The settings of the service itself.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use citable_actors::store::StoreUrl;
use clap::Args;
use ipnet::IpNet;
use url::Url;

use super::error::SettingsError;
use super::list::{List, items};
use super::values;
use crate::data_folder::DATABASE_FILE;
use crate::http::Operator;

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
