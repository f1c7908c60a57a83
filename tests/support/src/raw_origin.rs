//! An origin that answers with bytes as they are written down, HTTP or not.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

use crate::authority::Authority;

/// How every request head ends.
const HEAD_END: &[u8] = b"\r\n\r\n";

/// What follows the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterBytes {
    /// The connection is closed.
    Close,
    /// The connection stays open, and nothing more comes.
    Hang,
}

/// A TLS listener that reads each request's head and then writes the same bytes.
#[derive(Debug)]
pub struct RawOrigin {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl RawOrigin {
    /// An origin on that address with a certificate for these names.
    pub async fn start_on(
        address: IpAddr,
        authority: &Authority,
        names: &[&str],
        bytes: impl Into<Vec<u8>>,
        after: AfterBytes,
    ) -> Self {
        let listener = TcpListener::bind((address, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let tls = TlsAcceptor::from(authority.server_config(names, &["http/1.1"]));
        let bytes: Arc<[u8]> = bytes.into().into();
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(answer(stream, tls.clone(), Arc::clone(&bytes), after));
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
    bytes: Arc<[u8]>,
    after: AfterBytes,
) -> std::io::Result<()> {
    let mut stream = tls.accept(stream).await?;
    let mut head = Vec::new();
    while !head.ends_with(HEAD_END) {
        head.push(stream.read_u8().await?);
    }
    stream.write_all(&bytes).await?;
    stream.flush().await?;
    match after {
        AfterBytes::Close => stream.shutdown().await,
        AfterBytes::Hang => std::future::pending().await,
    }
}
