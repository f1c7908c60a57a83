//! One request on its way to a handler.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, OnceLock};

use citable_actors::identity::Account;
use citable_actors::quota::Spender;
use citable_checks::viewer::Allowance;
use hyper::header::HeaderMap;
use hyper::http::request::Parts;
use serde::de::DeserializeOwned;

use super::body::Content;
use super::caller::Caller;
use super::idempotency::Slot;
use super::problem::Problem;
use super::room::Room;
use super::{App, client_address, query};
use crate::http::site::Site;

/// Who is at the other end of the socket: the client, or a proxy in front of it.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// The socket's address.
    pub address: SocketAddr,
    /// Whether the connection was taken although there are too many, for one request that is
    /// refused unless it asks for health.
    pub is_spare: bool,
}

/// Everything of a request but its body.
#[derive(Debug)]
pub(crate) struct Head {
    /// Method, path, headers; the extensions hold the [`Peer`].
    pub(crate) parts: Parts,
    /// The id that answer and log carry.
    pub(crate) request_id: String,
    /// The template of its route, once that is known.
    pub(crate) route: Arc<OnceLock<&'static str>>,
    /// The memory that its body and its answer take.
    pub(crate) room: Arc<Room>,
}

impl Head {
    pub(crate) fn new(parts: Parts, request_id: String, room: Room) -> Self {
        Self { parts, request_id, route: Arc::default(), room: Arc::new(room) }
    }

    /// The request has found its route.
    pub(crate) fn matched(&self, route: &'static str) {
        tracing::Span::current().record("route", route);
        // It finds one route.
        let _known_already = self.route.set(route);
    }
}

impl Head {
    /// Whether it came on a connection for one request, which is refused unless it asks for health.
    pub(crate) fn is_spare(&self) -> bool {
        self.parts.extensions.get().is_some_and(|peer: &Peer| peer.is_spare)
    }

    /// The client's address.
    pub(crate) fn client(&self, app: &App) -> IpAddr {
        let nowhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
        let peer = self.parts.extensions.get().map_or(nowhere, |peer: &Peer| peer.address);
        client_address::of(peer, &self.parts.headers, &app.http.trusted_proxies)
    }
}

/// One request that passed the gate.
pub(crate) struct Call {
    pub(crate) site: Arc<Site>,
    pub(crate) head: Arc<Head>,
    pub(crate) params: Vec<(String, String)>,
    pub(crate) content: Content,
    /// Who calls.
    pub(crate) caller: Caller,
    /// From which address.
    pub(crate) client: IpAddr,
    /// Where the reservation is, if the request named an idempotency key.
    pub(crate) slot: Option<Slot>,
}

impl Call {
    pub(crate) fn app(&self) -> &App {
        &self.site.app
    }

    pub(crate) fn headers(&self) -> &HeaderMap {
        &self.head.parts.headers
    }

    /// Whose call it is, on a route that needs a caller.
    ///
    /// # Errors
    /// A fault of ours on any other.
    pub(crate) fn account(&self) -> Result<&Account, Problem> {
        self.caller.account().ok_or_else(Problem::internal)
    }

    /// How much of a report this caller sees.
    pub(crate) fn allowance(&self) -> Allowance {
        self.caller.allowance(&self.app().limits)
    }

    /// Whose buckets this caller's scans are charged to.
    pub(crate) fn spender(&self) -> Spender {
        self.caller.spender(self.client, &self.app().limits)
    }

    /// The part of the path that the route names so; empty where it names none.
    pub(crate) fn param(&self, name: &str) -> &str {
        let named = self.params.iter().find(|(key, _)| key == name);
        named.map_or("", |(_, value)| value)
    }

    /// The query parameter of that name.
    pub(crate) fn query(&self, name: &str) -> Result<Option<Cow<'_, str>>, Problem> {
        query::one(self.head.parts.uri.query().unwrap_or_default(), name)
    }

    /// The fields of the body.
    pub(crate) fn fields<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        self.content.fields()
    }
}
