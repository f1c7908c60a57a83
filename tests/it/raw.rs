//! Sockets without a protocol: what hostile clients are made of.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::world::World;

/// How long the end of a connection is waited for.
const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes of an answer that are looked at.
const LOOKED_AT: usize = 1 << 20;

/// One connection.
pub(crate) struct Raw {
    stream: TcpStream,
}

/// Where the program listens.
pub(crate) fn address_of(world: &World) -> SocketAddr {
    world.program().base().trim_start_matches("http://").parse().unwrap()
}

impl Raw {
    /// A connection from the address of that number in 127.0.0.0/16, so that nobody takes
    /// another's places.
    pub(crate) async fn from(source: impl Into<u16>, to: SocketAddr) -> Self {
        Self::with_window(source, to, None).await
    }

    /// The same with a receive buffer of that size.
    pub(crate) async fn with_window(
        source: impl Into<u16>,
        to: SocketAddr,
        window: Option<u32>,
    ) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        if let Some(window) = window {
            socket.set_recv_buffer_size(window).unwrap();
        }
        let [third, fourth] = source.into().to_be_bytes();
        socket.bind((Ipv4Addr::new(127, 0, third, fourth), 0).into()).unwrap();
        Self { stream: socket.connect(to).await.unwrap() }
    }

    /// Sends bytes; whether the other side took them.
    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        self.stream.write_all(bytes.as_ref()).await.is_ok()
    }

    /// Sends bytes, over and over, as often as they are taken without much delay.
    pub(crate) async fn pour(&mut self, bytes: &[u8], times: usize) {
        for _ in 0..times {
            let sent = timeout(Duration::from_secs(1), self.stream.write_all(bytes)).await;
            if !sent.is_ok_and(|sent| sent.is_ok()) {
                return;
            }
        }
    }

    /// The same; whether the other side makes an end of it.
    pub(crate) async fn flood(&mut self, bytes: &[u8], times: usize) -> bool {
        self.pour(bytes, times).await;
        let mut rest = Vec::new();
        timeout(PATIENCE, self.stream.read_to_end(&mut rest)).await.is_ok()
    }

    /// Sends without reading until the other side has closed the connection.
    pub(crate) async fn closed(&mut self) {
        while self.send([b'\n'; 1_024]).await {}
    }

    /// Sends nothing any more.
    pub(crate) async fn finish(&mut self) {
        let _already_closed = self.stream.shutdown().await;
    }

    /// Reads one chunk.
    pub(crate) async fn some(&mut self) -> Vec<u8> {
        let mut chunk = vec![0; 64 * 1024];
        let read = timeout(PATIENCE, self.stream.read(&mut chunk)).await;
        chunk.truncate(read.map_or(0, |read| read.unwrap_or(0)));
        chunk
    }

    /// Reads up to the end that the other side makes. What has come is there also where this is
    /// broken off.
    pub(crate) async fn rest_into(&mut self, bytes: &mut Vec<u8>) {
        let mut limited = (&mut self.stream).take(LOOKED_AT as u64);
        let _reset_counts_as_end = limited.read_to_end(bytes).await;
    }

    /// Everything up to the end that the other side makes; none where it makes none.
    pub(crate) async fn rest(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.stream).take(LOOKED_AT as u64);
        let ended = timeout(PATIENCE, limited.read_to_end(&mut bytes)).await;
        ended.ok().map(|_reset_counts_as_end| String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Sends a request as it stands, and reads up to the end of the connection.
pub(crate) async fn answer(
    source: impl Into<u16>,
    to: SocketAddr,
    request: impl AsRef<[u8]>,
) -> String {
    let mut raw = Raw::from(source, to).await;
    raw.send(request).await;
    raw.rest().await.unwrap()
}

/// The statuses of all answers in a text.
pub(crate) fn statuses(text: &str) -> Vec<u16> {
    let lines = text.split("HTTP/1.1 ").skip(1);
    lines.filter_map(|rest| rest.get(..3)?.parse().ok()).collect()
}
