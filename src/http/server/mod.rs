//! Sockets: who may connect, for how long, and how the server stops.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use citable_metrics::HTTP_CONNECTIONS;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue};
use hyper::service::{Service, service_fn};
use hyper::{Request, Version};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::access::Access;
use super::activity::{Activity, Tracked};
use super::call::Peer;
use super::client_address;
use super::drain::{Drain, DrainSwitch};
use super::edge::Edge;
use super::places::{Place, Places};
use super::reply::Response;
use super::room::{Room, Supply};
use super::settings::HttpSettings;
use super::shares::Shares;

/// Serves one inner service on many connections.
pub(crate) struct Server<S> {
    settings: HttpSettings,
    edge: Edge,
    inner: S,
    drain: Drain,
    /// Both versions of the protocol.
    http: Builder<TokioExecutor>,
    /// HTTP/1 alone.
    http1: Builder<TokioExecutor>,
    places: Places,
    supply: Supply,
}

impl<S> Server<TowerToHyperService<S>> {
    /// A server around a service of the tower kind, such as `warp::service`.
    pub(crate) fn new(settings: HttpSettings, edge: Edge, inner: S, drain: Drain) -> Self {
        Server::around(settings, edge, TowerToHyperService::new(inner), drain)
    }
}

impl<S> Server<S> {
    pub(crate) fn around(settings: HttpSettings, edge: Edge, inner: S, drain: Drain) -> Self {
        let http = protocol(&settings);
        let http1 = http.clone().http1_only();
        let places = Places::new(&settings);
        let supply = Supply {
            memory: Shares::new(settings.max_body_memory, settings.max_body_memory_per_network),
            requests: Shares::new(usize::MAX, settings.max_requests_per_network),
        };
        Self { settings, edge, inner, drain, http, http1, places, supply }
    }
}

impl<S> Server<S>
where
    S: Service<Request<Incoming>, Response = Response, Error = Infallible>,
    S: Send + Sync + 'static,
    S::Future: Send + 'static,
{
    /// Accepts until `shutdown` completes and for [`HttpSettings::shutdown_delay`] after it, then
    /// drains. While requests that came before are
    /// answered, connections are still taken, for one request each: whoever asks how the service
    /// is must not be left to guess.
    pub(crate) async fn run(
        self,
        listener: TcpListener,
        switch: DrainSwitch,
        shutdown: impl Future<Output = ()>,
    ) {
        let server = Arc::new(self);
        let mut open = JoinSet::new();
        tokio::select! {
            () = shutdown => {}
            () = Arc::clone(&server).accept(&listener, &mut open) => {}
        }
        switch.announce();
        tokio::select! {
            () = tokio::time::sleep(server.settings.shutdown_delay) => {}
            () = Arc::clone(&server).accept(&listener, &mut open) => {}
        }
        switch.start();
        let mut late = JoinSet::new();
        tokio::select! {
            () = server.drained(&mut open) => {}
            () = Arc::clone(&server).accept(&listener, &mut late) => {}
        }
        drop(listener);
        late.shutdown().await;
    }

    /// Waits until the connections are gone, or have had their time.
    async fn drained(&self, open: &mut JoinSet<()>) {
        let gone = async { while open.join_next().await.is_some() {} };
        if tokio::time::timeout(self.settings.drain_timeout, gone).await.is_err() {
            tracing::warn!(
                connections = open.len(),
                "shutdown ended requests that were still running"
            );
            open.shutdown().await;
        }
    }

    /// Takes connections for ever. Those that have no place are closed at once: nobody is to wait
    /// for an answer that does not come.
    async fn accept(self: Arc<Self>, listener: &TcpListener, open: &mut JoinSet<()>) {
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                Some(_) = open.join_next() => continue,
            };
            match accepted {
                Ok((stream, address)) => {
                    if let Some(place) = self.places.take(address.ip()) {
                        open.spawn(Arc::clone(&self).connection(stream, address, place));
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "couldn't accept a connection");
                    tokio::time::sleep(self.settings.accept_pause).await;
                }
            }
        }
    }

    async fn connection(self: Arc<Self>, stream: TcpStream, address: SocketAddr, place: Place) {
        let _open = HTTP_CONNECTIONS.hold();
        let peer = Peer { address, is_spare: place.is_spare };
        let served = self.serve(stream, peer);
        if !place.is_spare {
            served.await;
        } else if tokio::time::timeout(self.settings.spare_timeout, served).await.is_err() {
            tracing::debug!("closed an unused spare connection");
        }
    }

    /// Serves one connection until it is over, or after its first request is to be.
    async fn serve(self: &Arc<Self>, stream: TcpStream, peer: Peer) {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "responses may be delayed");
        }
        let mut drain = self.drain.clone();
        let is_for_one = drain.is_on() || peer.is_spare;
        let opened = Instant::now();
        let Some(http) = self.protocol_of(&stream, &mut drain, is_for_one).await else { return };
        let for_head = self.settings.header_timeout.saturating_sub(opened.elapsed());
        let activity = Arc::new(Activity::default());
        let service = service_fn(|request: Request<Incoming>| {
            let (server, begun) = (Arc::clone(self), activity.begin());
            async move {
                // On the heap, so that neither a request that waits for its turn nor an answer that
                // waits for its client takes the memory that is needed in between.
                let (response, access) = Box::pin(server.answer(peer, request)).await;
                Ok::<_, Infallible>(response.map(|body| Tracked::new(body, begun, access)))
            }
        });
        let mut connection = std::pin::pin!(http.serve_connection(TokioIo::new(stream), service));
        let ended = tokio::select! {
            ended = connection.as_mut() => Some(ended),
            () = activity.stalled(self.settings.stall_timeout) => {
                tracing::debug!("closed a connection whose client doesn't read");
                return;
            }
            () = drain.started(), if !is_for_one => None,
            () = activity.began(), if is_for_one => None,
            () = activity.ceased(for_head, self.settings.idle_timeout) => None,
        };
        let ended = match ended {
            Some(ended) => ended,
            None => {
                connection.as_mut().graceful_shutdown();
                let rest = tokio::time::timeout(self.settings.stall_timeout, connection).await;
                rest.unwrap_or(Ok(()))
            }
        };
        if let Err(error) = ended {
            tracing::debug!(error, "a connection broke");
        }
    }

    /// The protocol of a connection, once its first byte is there; None if the client sends nothing in
    /// time. To tell the versions apart, the library reads 24 bytes (RFC 9113, section 3.4) and hands
    /// them on by themselves, which doubles the buffer that HTTP/1 keeps for as long as the connection
    /// lives. Only what begins as HTTP/2 does needs that.
    async fn protocol_of(
        &self,
        stream: &TcpStream,
        drain: &mut Drain,
        is_for_one: bool,
    ) -> Option<&Builder<TokioExecutor>> {
        let mut first = [0];
        let peeked = tokio::select! {
            biased;
            peeked = stream.peek(&mut first) => peeked,
            () = drain.started(), if !is_for_one => return None,
            () = tokio::time::sleep(self.settings.header_timeout) => return None,
        };
        match (peeked, first) {
            (Ok(0) | Err(_), _) => None,
            (Ok(_), [b'P']) => Some(&self.http),
            (Ok(_), _) => Some(&self.http1),
        }
    }

    /// Answers one request; what is returned besides lives until the answer was sent.
    async fn answer(&self, peer: Peer, request: Request<Incoming>) -> (Response, Access) {
        let can_be_told = request.version() < Version::HTTP_2;
        let trusted = &self.settings.trusted_proxies;
        let client = client_address::of(peer.address, request.headers(), trusted);
        let room = Room::new(&self.supply, client_address::network(client, trusted));
        let (mut response, access) = self.edge.answer(&self.inner, peer, room, request).await;
        // A client that is not told would send its next request into a closed connection.
        if can_be_told && (peer.is_spare || self.drain.is_on()) {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        (response, access)
    }
}

/// Both versions of the protocol, each with its timer: without one the limits are inert.
fn protocol(settings: &HttpSettings) -> Builder<TokioExecutor> {
    let mut http = Builder::new(TokioExecutor::new());
    http.http1()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.header_timeout)
        .max_buf_size(settings.max_header_bytes);
    http.http2()
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(settings.max_header_bytes).unwrap_or(u32::MAX))
        .max_concurrent_streams(settings.max_streams)
        .keep_alive_interval(settings.ping_interval)
        .keep_alive_timeout(settings.ping_timeout);
    http
}

#[cfg(test)]
mod tests;
