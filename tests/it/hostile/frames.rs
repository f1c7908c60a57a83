//! Floods of HTTP/2 frames.

use super::h2::{
    CONTINUATION, DATA, END_HEADERS, END_STREAM, HEADERS, PING, RST_STREAM, SETTINGS,
    WINDOW_UPDATE, begun, block, frame, streams,
};
use super::under_watch;
use crate::people::dev;
use crate::raw::address_of;
use crate::world::World;

#[test]
fn floods_of_frames_end_their_connection() {
    let world = World::with(dev);
    let to = address_of(&world);
    let health = block("/api/v1/healthz");
    under_watch(&world, "rapid reset", async {
        let mut raw = begun(to, 2_u8, 65_535).await;
        let mut all = Vec::new();
        for stream in streams().take(20_000) {
            all.extend(frame(HEADERS, END_HEADERS | END_STREAM, stream, &health));
            all.extend(frame(RST_STREAM, 0, stream, &8_u32.to_be_bytes()));
        }
        assert!(raw.flood(&all, 1).await, "rapid reset is borne");
    });
    under_watch(&world, "continuations without end", async {
        let mut raw = begun(to, 3_u8, 65_535).await;
        raw.send(frame(HEADERS, END_STREAM, 1, &health)).await;
        let more = frame(CONTINUATION, 0, 1, b"\x00\x01x\x01y".repeat(3_000).as_slice());
        assert!(raw.flood(&more, 10_000).await, "continuations are borne");
    });
    under_watch(&world, "pings and settings", async {
        for kind in [frame(PING, 0, 0, b"01234567"), frame(SETTINGS, 0, 0, b"")] {
            let mut raw = begun(to, 4_u8, 65_535).await;
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
            let mut raw = begun(to, 5_u8, 65_535).await;
            assert!(raw.flood(&broken, 1).await, "{:?}", &broken[..9]);
        }
    });
}

#[test]
fn games_with_windows_end_their_connection_or_cost_nothing() {
    let world = World::with(dev);
    let to = address_of(&world);
    let document = block("/api/v1/openapi.json");
    let ask = |stream| frame(HEADERS, END_HEADERS | END_STREAM, stream, &document);
    let grow = |stream, by: u32| frame(WINDOW_UPDATE, 0, stream, &by.to_be_bytes());
    let initial = |window: u32| {
        let mut setting = vec![0, 4];
        setting.extend(window.to_be_bytes());
        frame(SETTINGS, 0, 0, &setting)
    };
    under_watch(&world, "windows that are none", async {
        for broken in [
            grow(0, 0),
            grow(0, 0x7fff_ffff),
            initial(0x8000_0000),
            frame(WINDOW_UPDATE, 0, 0, &[0; 3]),
            [ask(1), initial(0x7fff_ffff), grow(1, 0x7fff_ffff), grow(0, 0x7fff_ffff)].concat(),
        ] {
            let mut raw = begun(to, 2_u8, 65_535).await;
            assert!(raw.flood(&broken, 1).await, "{:?}", &broken[..13]);
        }
    });
    under_watch(&world, "windows that open and close", async {
        let mut raw = begun(to, 3_u8, 0).await;
        raw.send(streams().take(32).flat_map(ask).collect::<Vec<_>>()).await;
        let game = [initial(1), initial(0), initial(65_535), initial(0)].concat();
        raw.pour(&game.repeat(100), 1_000).await;
        let mut raw = begun(to, 3_u8, 0).await;
        raw.send(streams().take(32).flat_map(ask).collect::<Vec<_>>()).await;
        let drops: Vec<u8> = streams().take(32).flat_map(|stream| grow(stream, 1)).collect();
        raw.pour(&drops, 1_000).await;
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
        for source in 2..22_u8 {
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
