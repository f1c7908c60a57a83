//! Floods of HTTP/2 frames (RFC 9113), without a handshake of TLS.

use std::net::SocketAddr;

use super::under_watch;
use crate::people::dev;
use crate::raw::{Raw, address_of};
use crate::world::World;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const CONTINUATION: u8 = 9;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = vec![length[1], length[2], length[3], kind, flags];
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// A block of header fields that asks for a path, in literals of the static table (RFC 7541).
fn block(path: &str) -> Vec<u8> {
    let mut block = vec![0x82, 0x86, 0x44, u8::try_from(path.len()).unwrap()];
    block.extend(path.as_bytes());
    block.extend(*b"\x41\x01x");
    block
}

/// A connection that has begun; `window` is what each stream may send.
async fn begun(to: SocketAddr, source: u8, window: u32) -> Raw {
    let mut raw = Raw::from(source, to).await;
    let mut setting = vec![0, 4];
    setting.extend(window.to_be_bytes());
    raw.send(PREFACE).await;
    raw.send(frame(SETTINGS, 0, 0, &setting)).await;
    raw
}

/// Ids of the streams of a client.
fn streams() -> impl Iterator<Item = u32> {
    (1..).step_by(2)
}

#[test]
fn floods_of_frames_end_their_connection() {
    let world = World::with(dev);
    let to = address_of(&world);
    let health = block("/api/v1/healthz");
    under_watch(&world, "rapid reset", async {
        let mut raw = begun(to, 2, 65_535).await;
        let mut all = Vec::new();
        for stream in streams().take(20_000) {
            all.extend(frame(HEADERS, END_HEADERS | END_STREAM, stream, &health));
            all.extend(frame(RST_STREAM, 0, stream, &8_u32.to_be_bytes()));
        }
        assert!(raw.flood(&all, 1).await, "rapid reset is borne");
    });
    under_watch(&world, "continuations without end", async {
        let mut raw = begun(to, 3, 65_535).await;
        raw.send(frame(HEADERS, END_STREAM, 1, &health)).await;
        let more = frame(CONTINUATION, 0, 1, b"\x00\x01x\x01y".repeat(3_000).as_slice());
        assert!(raw.flood(&more, 10_000).await, "continuations are borne");
    });
    under_watch(&world, "pings and settings", async {
        for kind in [frame(PING, 0, 0, b"01234567"), frame(SETTINGS, 0, 0, b"")] {
            let mut raw = begun(to, 4, 65_535).await;
            raw.pour(&kind.repeat(100), 1_000).await;
        }
    });
    under_watch(&world, "frames that are none", async {
        for broken in [
            frame(DATA, 0, 0, b"x"),
            frame(DATA, 0, 7, b"x"),
            frame(HEADERS, END_HEADERS, 2, &health),
            frame(HEADERS, END_HEADERS | END_STREAM, 1, b"\xff\xff\xff\xff"),
            frame(RST_STREAM, 0, 0, &[0; 4]),
            vec![0xff; 20_000],
        ] {
            let mut raw = begun(to, 5, 65_535).await;
            assert!(raw.flood(&broken, 1).await, "{:?}", &broken[..9]);
        }
    });
}

/// What is asked for and never taken is as good as not asked for: it costs the same once or often.
#[test]
fn streams_without_a_window_are_bounded() {
    let world = World::with(dev);
    let to = address_of(&world);
    let document = block("/api/v1/openapi.json");
    under_watch(&world, "streams without a window", async {
        let mut open = Vec::new();
        for source in 2..22 {
            let mut raw = begun(to, source, 0).await;
            for stream in streams().take(100) {
                raw.send(frame(HEADERS, END_HEADERS | END_STREAM, stream, &document)).await;
            }
            open.push(raw);
        }
        for raw in &mut open {
            raw.some().await;
        }
        assert_eq!(world.client.get("/openapi.json").status, 200);
    });
}
