//! The protocol's library around our servers.

use std::convert::Infallible;
use std::sync::Arc;

use http_body_util::Full;
use http_body_util::combinators::BoxBody;
use hyper::body::Bytes;
use hyper::{Request, Response};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::docs::DocsServer;
use super::endpoint::Endpoint;
use super::server::Server;
use crate::http::App;

/// The names of this machine, for itself.
const LOOPBACK_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The protocol's library around one of our servers.
type Service<S> = StreamableHttpService<S, NeverSessionManager>;

/// What the library answers with.
pub(super) type Answer = Response<BoxBody<Bytes, Infallible>>;

/// What all messages share.
pub(crate) struct McpSite {
    scans: Service<Server>,
    docs: Service<DocsServer>,
}

impl McpSite {
    pub(crate) fn new(app: &App) -> Self {
        let hosts = [&app.mcp_url, &app.base_url].into_iter().filter_map(|url| url.host_str());
        let hosts = hosts.chain(LOOPBACK_HOSTS).map(str::to_owned);
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
    pub(super) async fn handle(&self, endpoint: Endpoint, request: Request<Full<Bytes>>) -> Answer {
        match endpoint {
            Endpoint::Scans | Endpoint::ChatGpt => self.scans.handle(request).await,
            Endpoint::Docs => self.docs.handle(request).await,
        }
    }
}
