//! The HTTP side: a server with limits, one table of routes, and one way to refuse.
//!
//! A request passes three layers: [`server`] owns sockets and the stop, [`edge`] owns what every
//! answer carries, [`dispatch`] owns the order in which a request is judged before its handler
//! sees it.

pub(crate) mod accept;
mod access;
mod activity;
pub(crate) mod body;
pub(crate) mod call;
pub(crate) mod caller;
mod client_address;
pub(crate) mod conditional;
mod cross_site;
pub(crate) mod dispatch;
mod drain;
mod edge;
pub(crate) mod errors;
mod form;
mod guard;
pub(crate) mod idempotency;
pub mod openapi;
mod places;
pub mod problem;
pub(crate) mod query;
pub(crate) mod rate_limit;
pub(crate) mod reply;
mod room;
mod router;
pub(crate) mod scrape;
mod server;
mod settings;
mod shares;
pub(crate) mod sse;
pub(crate) mod table;

use std::sync::Arc;
use std::time::Instant;

use citable_actors::Handles;
use citable_actors::clock::SharedClock;
use citable_actors::fetch::FetchSettings;
use citable_actors::quota::Limits;
use ipnet::IpNet;
use tokio::net::TcpListener;
use url::Url;

pub use call::Peer;
pub use settings::HttpSettings;
pub(crate) use settings::MIB;

/// What every request may need.
#[derive(Clone)]
pub struct App {
    /// The actors.
    pub handles: Handles,
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

/// Serves until `shutdown` completes, then lets the requests in flight finish.
///
/// From then on event streams are told to come back, and requests that still arrive are answered
/// with `draining`, but for those that ask how the service is. Returns when the last connection is gone, or
/// after [`HttpSettings::drain_timeout`].
pub async fn serve(listener: TcpListener, app: Arc<App>, shutdown: impl Future<Output = ()>) {
    let settings = app.http.clone();
    let edge = edge::Edge::new(&app);
    let (switch, drain) = drain::DrainSwitch::new();
    let site = dispatch::Site::new(app, drain.clone());
    let filter = dispatch::filter(Arc::new(site));
    let server = server::Server::new(settings, edge, warp::service(filter), drain);
    server.run(listener, switch, shutdown).await;
}
