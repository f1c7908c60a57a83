//! What agents speak with: the Model Context Protocol over Streamable HTTP, without sessions.
//!
//! A message passes the [`gate`], which owns what the protocol's library does not do, then that
//! library, then [`server`], which looks it up: tools in the [`table`], [`prompts`],
//! [`resources`], [`completions`]. All of them ask the same functions as the REST routes. The
//! protocol is <https://modelcontextprotocol.io/specification/2026-07-28>; clients that begin with
//! `initialize`, up to 2025-11-25, are served at the same addresses.

mod answers;
mod completions;
mod cut;
mod docs;
mod failure;
pub(crate) mod gate;
mod limits;
pub(crate) mod message;
mod page_text;
mod prompts;
mod refusal;
mod resources;
mod schema;
mod server;
mod table;
mod tools;

#[cfg(test)]
pub(crate) use tools::own_voice;

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use citable_actors::identity::{Account, Scope};
use citable_actors::quota::Spender;
use citable_checks::viewer::Allowance;
use http_body_util::Full;
use http_body_util::combinators::BoxBody;
use hyper::body::Bytes;
use hyper::{Request, Response};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::http::caller::{self, Caller};
use crate::http::dispatch::Site;
use crate::http::problem::Problem;
use crate::http::{App, join};
use docs::DocsServer;
use server::Server;

/// The protocol's library around one of our servers.
type Service<S> = StreamableHttpService<S, NeverSessionManager>;

/// Where MCP is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endpoint {
    /// Scans and what belongs to them.
    Scans,
    /// The same at a second address.
    ChatGpt,
    /// The documentation.
    Docs,
}

impl Endpoint {
    const ALL: [Self; 3] = [Self::Scans, Self::ChatGpt, Self::Docs];

    /// The endpoint at that path.
    pub(crate) fn at(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|endpoint| endpoint.path() == path)
    }

    /// Its path.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Scans => "/mcp",
            Self::ChatGpt => "/chatgpt/mcp",
            Self::Docs => "/docs/mcp",
        }
    }

    /// Whether it looks at credentials at all.
    const fn has_accounts(self) -> bool {
        !matches!(self, Self::Docs)
    }

    /// Where the metadata of its protected resource are (RFC 9728).
    fn metadata(self, app: &App) -> String {
        join(&app.mcp_url, &format!("/.well-known/oauth-protected-resource{}", self.path()))
    }
}

/// What the library answers with.
type Answer = Response<BoxBody<Bytes, Infallible>>;

/// What all messages share.
pub(crate) struct McpSite {
    scans: Service<Server>,
    docs: Service<DocsServer>,
}

impl McpSite {
    pub(crate) fn new(app: &App) -> Self {
        let hosts = [&app.mcp_url, &app.base_url].into_iter().filter_map(|url| url.host_str());
        let hosts = hosts.chain(gate::LOOPBACK_HOSTS).map(str::to_owned);
        // Origins are the gate's, which refuses a foreign one before it reads anything.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(app.http.max_body_bytes)
            .with_allowed_hosts(hosts);
        let (scans, docs) = (Server::new(app), DocsServer::new(app));
        Self {
            scans: Service::new(move || Ok(scans.clone()), Arc::default(), config.clone()),
            docs: Service::new(move || Ok(docs.clone()), Arc::default(), config),
        }
    }

    /// Gives a message to the server at that endpoint.
    async fn handle(&self, endpoint: Endpoint, request: Request<Full<Bytes>>) -> Answer {
        match endpoint {
            Endpoint::Scans | Endpoint::ChatGpt => self.scans.handle(request).await,
            Endpoint::Docs => self.docs.handle(request).await,
        }
    }
}

/// Who sent a message, and what it may use.
#[derive(Clone)]
pub(crate) struct Visitor {
    site: Arc<Site>,
    caller: Caller,
    client: IpAddr,
    request_id: String,
}

impl Visitor {
    fn app(&self) -> &App {
        &self.site.app
    }

    /// How much of a report this caller sees.
    fn allowance(&self) -> Allowance {
        self.caller.allowance(&self.app().limits)
    }

    /// Whose buckets this caller's scans are charged to.
    fn spender(&self) -> Spender {
        self.caller.spender(self.client, &self.app().limits)
    }

    /// Whether a key, where one was sent, may be used for that.
    fn permit(&self, scope: Scope) -> Result<(), Problem> {
        self.caller.key().map_or(Ok(()), |key| caller::key_carries(key, scope))
    }

    /// Whose call it is, where that is needed.
    fn account(&self) -> Result<&Account, Problem> {
        self.caller.account().ok_or_else(failure::no_account)
    }
}
