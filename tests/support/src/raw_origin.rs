//! An origin that answers with bytes as they are written down, HTTP or not.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::authority::{Authority, TlsVersion};

/// How every request head ends.
const HEAD_END: &[u8] = b"\r\n\r\n";

/// What follows the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterBytes {
    /// The connection is closed in order: TLS's farewell (`close_notify`) comes first.
    Close,
    /// The connection is closed at once, without TLS's farewell.
    CloseRudely,
    /// The same a while later.
    CloseRudelyAfter(Duration),
    /// The connection is reset at once.
    Reset,
    /// The connection stays open, and nothing more comes.
    Hang,
}

/// One answer.
#[derive(Clone, Debug)]
pub struct RawReply {
    /// What is written.
    pub bytes: Arc<[u8]>,
    /// What follows.
    pub after: AfterBytes,
}

impl RawReply {
    /// These bytes, and what follows them.
    pub fn new(bytes: impl Into<Vec<u8>>, after: AfterBytes) -> Self {
        Self { bytes: bytes.into().into(), after }
    }

    /// What most sites have for a file that they do not have, ended in order.
    pub fn not_found() -> Self {
        Self::new("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", AfterBytes::Close)
    }
}

/// A TLS listener that reads one request for each connection, and then writes bytes.
#[derive(Debug)]
pub struct RawOrigin {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl RawOrigin {
    /// An origin on that address with a certificate for these names, with one answer to all.
    pub async fn start_on(
        address: IpAddr,
        authority: &Authority,
        names: &[&str],
        bytes: impl Into<Vec<u8>>,
        after: AfterBytes,
    ) -> Self {
        let reply = RawReply::new(bytes, after);
        let versions = [TlsVersion::Tls12, TlsVersion::Tls13];
        Self::start_with(address, authority, names, &versions, move |_| reply.clone()).await
    }

    /// An origin that speaks these versions of TLS, and answers by the path (in lower case) that is
    /// asked for.
    pub async fn start_with(
        address: IpAddr,
        authority: &Authority,
        names: &[&str],
        versions: &[TlsVersion],
        reply: impl Fn(&str) -> RawReply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind((address, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let config = authority.server_config_of(names, &["http/1.1"], versions);
        let tls = TlsAcceptor::from(config);
        let reply: Arc<dyn Fn(&str) -> RawReply + Send + Sync> = Arc::new(reply);
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(answer(stream, tls.clone(), Arc::clone(&reply)));
            }
        });
        Self { address, task }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for RawOrigin {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(
    stream: TcpStream,
    tls: TlsAcceptor,
    reply: Arc<dyn Fn(&str) -> RawReply + Send + Sync>,
) -> std::io::Result<()> {
    let mut stream = tls.accept(stream).await?;
    let mut head = Vec::new();
    while !head.ends_with(HEAD_END) {
        head.push(stream.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
    let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
    let mut body = vec![0; length.and_then(|length| length.parse().ok()).unwrap_or_default()];
    stream.read_exact(&mut body).await?;
    let reply = reply(head.split(' ').nth(1).unwrap_or_default());
    stream.write_all(&reply.bytes).await?;
    stream.flush().await?;
    match reply.after {
        AfterBytes::Close => stream.shutdown().await,
        AfterBytes::CloseRudely => close_rudely(stream).await,
        AfterBytes::CloseRudelyAfter(pause) => {
            tokio::time::sleep(pause).await;
            close_rudely(stream).await
        }
        AfterBytes::Reset => stream.get_ref().0.set_zero_linger(),
        AfterBytes::Hang => std::future::pending().await,
    }
}

/// Ends the connection below TLS, which hears nothing of it.
async fn close_rudely(stream: TlsStream<TcpStream>) -> std::io::Result<()> {
    stream.into_inner().0.shutdown().await
}
