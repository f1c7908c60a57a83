//! HTTP/2 by hand (RFC 9113), without a handshake of TLS.

use std::net::SocketAddr;

use crate::raw::Raw;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
pub(super) const DATA: u8 = 0;
pub(super) const HEADERS: u8 = 1;
pub(super) const RST_STREAM: u8 = 3;
pub(super) const SETTINGS: u8 = 4;
pub(super) const PING: u8 = 6;
pub(super) const WINDOW_UPDATE: u8 = 8;
pub(super) const CONTINUATION: u8 = 9;
pub(super) const END_STREAM: u8 = 1;
pub(super) const END_HEADERS: u8 = 4;

pub(super) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = vec![length[1], length[2], length[3], kind, flags];
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// A block of header fields that asks for a path, in literals of the static table (RFC 7541).
pub(super) fn block(path: &str) -> Vec<u8> {
    let mut block = vec![0x82, 0x86, 0x44, u8::try_from(path.len()).unwrap()];
    block.extend(path.as_bytes());
    block.extend(*b"\x41\x01x");
    block
}

/// The same for a path that something is posted to.
pub(super) fn posting(path: &str) -> Vec<u8> {
    let mut posting = block(path);
    posting[0] = 0x83;
    posting
}

/// A connection that has begun; `window` is what each stream may send.
pub(super) async fn begun(to: SocketAddr, source: impl Into<u16>, window: u32) -> Raw {
    let mut raw = Raw::from(source, to).await;
    let mut setting = vec![0, 4];
    setting.extend(window.to_be_bytes());
    raw.send(PREFACE).await;
    raw.send(frame(SETTINGS, 0, 0, &setting)).await;
    raw
}

/// Ids of the streams of a client.
pub(super) fn streams() -> impl Iterator<Item = u32> {
    (1..).step_by(2)
}
