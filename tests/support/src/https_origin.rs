//! An HTTPS origin on loopback that serves any host names.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::authority::Authority;
use crate::reply::{Reply, ReplyStream};

/// A host in a route that stands for every host.
pub const ANY_HOST: &str = "*";

/// A request as the origin saw it.
#[derive(Clone, Debug)]
pub struct SeenRequest {
    /// The name in the TLS handshake.
    pub server_name: Option<String>,
    /// The host asked for, without its port.
    pub host: String,
    /// The method.
    pub method: String,
    /// Path and query.
    pub path: String,
    /// Header fields, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl SeenRequest {
    /// The first value of that header (lower-case name).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

type Handler = Arc<dyn Fn(&SeenRequest) -> Reply + Send + Sync>;

#[derive(Default)]
struct State {
    routes: Mutex<HashMap<(String, String), Handler>>,
    seen: Mutex<Vec<SeenRequest>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running origin; it stops when dropped. What has no route is a 404.
pub struct HttpsOrigin {
    address: SocketAddr,
    authority: Arc<Authority>,
    state: Arc<State>,
    task: JoinHandle<()>,
}

impl HttpsOrigin {
    /// An origin on 127.0.0.1 with a certificate for these names, by an authority of its own.
    pub async fn start(names: &[&str]) -> Self {
        Self::start_on((Ipv4Addr::LOCALHOST, 0).into(), Arc::default(), names).await
    }

    /// An origin on that address with a certificate for these names by that authority.
    pub async fn start_on(address: SocketAddr, authority: Arc<Authority>, names: &[&str]) -> Self {
        Self::start_with(address, authority, names, Manners::Kept).await
    }

    /// The same; but it goes away after each answer, without TLS's farewell (`close_notify`).
    pub async fn start_rude_on(
        address: SocketAddr,
        authority: Arc<Authority>,
        names: &[&str],
    ) -> Self {
        Self::start_with(address, authority, names, Manners::Rude).await
    }

    async fn start_with(
        address: SocketAddr,
        authority: Arc<Authority>,
        names: &[&str],
        manners: Manners,
    ) -> Self {
        let listener = TcpListener::bind(address).await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let tls = TlsAcceptor::from(authority.server_config(names, &["h2", "http/1.1"]));
        let state = Arc::<State>::default();
        let task = tokio::spawn(accept(listener, tls, Arc::clone(&state), manners));
        Self { address, authority, state, task }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The PEM file of the authority to trust.
    pub fn ca_file(&self) -> PathBuf {
        self.authority.ca_file()
    }

    /// The address of that path on that host, with this origin's port.
    pub fn url(&self, host: &str, path: &str) -> String {
        format!("https://{host}:{}{path}", self.address.port())
    }

    /// What that host answers for that path; the path may carry a query.
    pub fn route(&self, host: &str, path: &str, reply: Reply) {
        self.route_with(host, path, move |_| reply.clone());
    }

    /// The same, decided for each request.
    pub fn route_with(
        &self,
        host: &str,
        path: &str,
        handler: impl Fn(&SeenRequest) -> Reply + Send + Sync + 'static,
    ) {
        lock(&self.state.routes).insert((host.to_owned(), path.to_owned()), Arc::new(handler));
    }

    /// Every request so far.
    pub fn requests(&self) -> Vec<SeenRequest> {
        lock(&self.state.seen).clone()
    }

    /// The paths of every request to that host so far.
    pub fn paths(&self, host: &str) -> Vec<String> {
        let seen = lock(&self.state.seen);
        seen.iter().filter(|seen| seen.host == host).map(|seen| seen.path.clone()).collect()
    }
}

impl Drop for HttpsOrigin {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// How connections end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manners {
    Kept,
    Rude,
}

async fn accept(listener: TcpListener, tls: TlsAcceptor, state: Arc<State>, manners: Manners) {
    let mut connections = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        connections.spawn(serve(stream, tls.clone(), Arc::clone(&state), manners));
    }
}

async fn serve(stream: TcpStream, tls: TlsAcceptor, state: Arc<State>, manners: Manners) {
    let Ok(stream) = tls.accept(stream).await else { return };
    let server_name = stream.get_ref().1.server_name().map(str::to_owned);
    let answered = Arc::new(Notify::new());
    let answers = Arc::clone(&answered);
    let service = service_fn(move |request| {
        let (state, server_name) = (Arc::clone(&state), server_name.clone());
        let answers = Arc::clone(&answers);
        async move {
            let answer = answer(request, server_name, &state).await;
            answers.notify_one();
            answer
        }
    });
    let builder = auto::Builder::new(TokioExecutor::new());
    let stream = TokioIo::new(Mannered { stream, manners });
    let mut connection = pin!(builder.serve_connection(stream, service));
    if manners == Manners::Rude {
        tokio::select! {
            _ = connection.as_mut() => return,
            () = answered.notified() => connection.as_mut().graceful_shutdown(),
        }
    }
    // A client that breaks off is part of what is tested.
    let _ = connection.await;
}

/// A connection whose TLS may hear nothing of its end.
struct Mannered {
    stream: TlsStream<TcpStream>,
    manners: Manners,
}

impl AsyncRead for Mannered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Mannered {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.manners {
            Manners::Kept => Pin::new(&mut self.stream).poll_shutdown(context),
            Manners::Rude => Pin::new(self.stream.get_mut().0).poll_shutdown(context),
        }
    }
}

async fn answer(
    request: Request<Incoming>,
    server_name: Option<String>,
    state: &State,
) -> io::Result<Response<ReplyStream>> {
    let mut seen = seen(&request, server_name);
    let body = request.into_body().collect().await.map_err(io::Error::other)?;
    seen.body = String::from_utf8_lossy(&body.to_bytes()).into_owned();
    lock(&state.seen).push(seen.clone());
    let reply = handler(&seen, state).map_or_else(|| Reply::new(404), |handler| handler(&seen));
    reply.into_response().await
}

/// The route of the host, else that of every host; with its query, else without.
fn handler(seen: &SeenRequest, state: &State) -> Option<Handler> {
    let routes = lock(&state.routes);
    let bare = seen.path.split('?').next().unwrap_or_default();
    [seen.host.as_str(), ANY_HOST]
        .into_iter()
        .flat_map(|host| [seen.path.as_str(), bare].map(|path| (host.to_owned(), path.to_owned())))
        .find_map(|route| routes.get(&route).cloned())
}

fn seen(request: &Request<Incoming>, server_name: Option<String>) -> SeenRequest {
    let headers: Vec<(String, String)> = request
        .headers()
        .iter()
        .map(|(name, value)| {
            (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
        })
        .collect();
    let named = headers.iter().find(|(name, _)| name == "host").map(|(_, value)| value.as_str());
    let authority = request.uri().authority().map(http::uri::Authority::as_str).or(named);
    let authority = authority.unwrap_or_default();
    SeenRequest {
        server_name,
        host: authority.rsplit_once(':').map_or(authority, |(host, _)| host).to_owned(),
        method: request.method().to_string(),
        path: request.uri().path_and_query().map_or_else(String::new, ToString::to_string),
        headers,
        body: String::new(),
    }
}
