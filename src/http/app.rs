//! What every request may need of the program.

use std::sync::Arc;
use std::time::Instant;

use citable_actors::clock::SharedClock;
use citable_actors::fetch::FetchSettings;
use citable_actors::quota::Limits;
use citable_actors::{Handles, Role};
use ipnet::IpNet;
use url::Url;

use super::settings::HttpSettings;

/// What every request may need.
#[derive(Clone)]
pub struct App {
    /// The actors.
    pub handles: Handles,
    /// What this node does.
    pub role: Role,
    /// The clock that stored instants are compared with.
    pub clock: SharedClock,
    /// What may be scanned.
    pub fetch: Arc<FetchSettings>,
    /// The public address of the site and the API.
    pub base_url: Url,
    /// The public address of the agent endpoint's host.
    pub mcp_url: Url,
    /// What every plan allows.
    pub limits: Limits,
    /// Whether the service runs for its developer alone: secrets that are mailed elsewhere are in
    /// the answer.
    pub development: bool,
    /// Whether the scripts of pages are run in a browser.
    pub renders: bool,
    /// What the operator says of themself.
    pub operator: Operator,
    /// When the program started.
    pub started_at: Instant,
    /// The server's limits.
    pub http: HttpSettings,
}

/// What the operator says of themself to everybody.
#[derive(Clone, Debug, Default)]
pub struct Operator {
    /// Where to write about a weakness, or about the crawler.
    pub security_contact: Option<Url>,
    /// The networks that the crawler comes from.
    pub bot_addresses: Vec<IpNet>,
}

impl App {
    /// The absolute address of a path that starts with a slash.
    pub(crate) fn link(&self, path: &str) -> String {
        join(&self.base_url, path)
    }
}

/// The address of `path` below `base`, whether or not the latter ends with a slash.
pub(crate) fn join(base: &Url, path: &str) -> String {
    format!("{}{path}", base.as_str().trim_end_matches('/'))
}
