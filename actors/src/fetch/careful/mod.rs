//! Reading an answer that the usual client gives up on.
//!
//! That client loses what has arrived when a connection ends without TLS's farewell
//! (`close_notify`, RFC 8446 section 6.1), and gives up an answer for one header line that it cannot
//! read. Here a request goes out over HTTP/1.1 on a connection of its own, and its answer is read as
//! browsers do: what is complete counts, however the connection ends, and a header line that cannot
//! be read is passed over.

mod framing;
mod head;

use std::collections::HashSet;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::header::{CONTENT_LENGTH, HeaderName, HeaderValue};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::ServerName;
use url::Position;

use super::body::Source;
use super::failure::RequestError;
use super::settings::{FetchLimits, FetchSettings};
use super::target::TargetUrl;
use super::trust;
use crate::fetch::error::FetchError;
use framing::Framing;
pub(super) use head::Head;
use head::HeadReader;

/// Bytes that are read at a time while a header comes.
const READ_BYTES: usize = 16 * 1024;

/// Sends one request on one connection, to a pinned address.
pub(super) struct CarefulClient {
    tls: TlsConnector,
    limits: FetchLimits,
}

impl CarefulClient {
    /// # Errors
    /// The certificates do not permit a client.
    pub(super) fn new(settings: &FetchSettings) -> Result<Self, FetchError> {
        let tls = trust::careful_tls_config(settings.extra_ca_file.as_deref())?;
        Ok(Self { tls: TlsConnector::from(tls), limits: settings.limits.clone() })
    }

    /// Asks that address; the answer's body is still to come.
    pub(super) async fn get(
        &self,
        target: &TargetUrl,
        address: SocketAddr,
        fields: &[(HeaderName, HeaderValue)],
    ) -> Result<(Head, CarefulBody), RequestError> {
        self.send(target, address, request("GET", target, fields)).await
    }

    /// Sends that body to that address; the answer's body is still to come.
    pub(super) async fn post(
        &self,
        target: &TargetUrl,
        address: SocketAddr,
        fields: &[(HeaderName, HeaderValue)],
        body: &str,
    ) -> Result<(Head, CarefulBody), RequestError> {
        let length = (CONTENT_LENGTH, HeaderValue::from(body.len()));
        let mut request = request("POST", target, &[fields, &[length]].concat());
        request.extend_from_slice(body.as_bytes());
        self.send(target, address, request).await
    }

    async fn send(
        &self,
        target: &TargetUrl,
        address: SocketAddr,
        request: Vec<u8>,
    ) -> Result<(Head, CarefulBody), RequestError> {
        let connecting = timeout(self.limits.connect, self.connect(target, address));
        let stream = connecting.await.map_err(|_| RequestError::ConnectTimedOut)??;
        let answering = timeout(self.limits.first_byte, self.ask(stream, &request));
        answering.await.map_err(|_| RequestError::TimedOut)?
    }

    async fn connect(
        &self,
        target: &TargetUrl,
        address: SocketAddr,
    ) -> Result<TlsStream<TcpStream>, RequestError> {
        let name = match target.ip_address() {
            Some(address) => ServerName::from(address),
            // RFC 6066 section 3: without the dot that may end a name.
            None => ServerName::try_from(target.host().trim_end_matches('.').to_owned())
                .map_err(|_| RequestError::Unsendable)?,
        };
        let tcp = TcpStream::connect(address).await.map_err(|_| RequestError::Unreachable)?;
        self.tls.connect(name, tcp).await.map_err(|_| RequestError::Tls)
    }

    async fn ask(
        &self,
        mut stream: TlsStream<TcpStream>,
        request: &[u8],
    ) -> Result<(Head, CarefulBody), RequestError> {
        // An origin may have answered and gone before it took all of this, so its answer decides.
        let _broken_pipe = stream.write_all(request).await;
        let _broken_pipe = stream.flush().await;
        let mut reader = HeadReader::new(self.limits.header_bytes);
        let mut buffer = vec![0; READ_BYTES];
        loop {
            let Ok(length @ 1..) = stream.read(&mut buffer).await else {
                return Err(RequestError::Broken);
            };
            if let Some((head, taken)) = reader.feed(&buffer[..length])? {
                let framing = Framing::of(&head)?;
                buffer.truncate(length);
                buffer.drain(..taken);
                return Ok((head, CarefulBody { stream, framing, early: buffer, broke: false }));
            }
        }
    }
}

/// A request's header.
fn request(method: &str, target: &TargetUrl, fields: &[(HeaderName, HeaderValue)]) -> Vec<u8> {
    let url = target.url();
    let path = &url[Position::BeforePath..Position::AfterQuery];
    let host = &url[Position::BeforeHost..Position::AfterPort];
    let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n").into_bytes();
    for (name, value) in fields {
        for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
            request.extend_from_slice(part);
        }
    }
    request.extend_from_slice(b"\r\n");
    request
}

/// A body on its way.
pub(super) struct CarefulBody {
    stream: TlsStream<TcpStream>,
    framing: Framing,
    /// What came together with the header.
    early: Vec<u8>,
    broke: bool,
}

impl CarefulBody {
    /// Whether only the end of the connection ended the body, and that was no end in order: the
    /// body may be whole or not.
    pub(super) fn broke(&self) -> bool {
        self.broke
    }

    /// Bytes as they come, framing and all; none at the end of the connection.
    async fn raw(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.early.is_empty() {
            return self.stream.read(buffer).await;
        }
        let length = self.early.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.early[..length]);
        self.early.drain(..length);
        Ok(length)
    }
}

impl Source for CarefulBody {
    async fn read(&mut self, buffer: &mut [u8]) -> Result<usize, RequestError> {
        while !self.framing.is_over() {
            let length = match self.raw(buffer).await {
                Ok(length @ 1..) => length,
                end => {
                    self.broke = end.is_err();
                    return self.framing.end().map(|()| 0);
                }
            };
            let length = self.framing.strip(&mut buffer[..length])?;
            if length > 0 {
                return Ok(length);
            }
        }
        Ok(0)
    }
}

/// The origins of one scan whose answers only the careful client can read. They are spared a first
/// request in vain.
#[derive(Clone, Default)]
pub(super) struct CarefulOrigins(Arc<Mutex<HashSet<(String, u16)>>>);

impl CarefulOrigins {
    pub(super) fn contains(&self, target: &TargetUrl) -> bool {
        self.lock().contains(&key(target))
    }

    pub(super) fn add(&self, target: &TargetUrl) {
        self.lock().insert(key(target));
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<(String, u16)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(target: &TargetUrl) -> (String, u16) {
    (target.host().to_owned(), target.port())
}
