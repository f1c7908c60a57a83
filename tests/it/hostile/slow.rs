//! Clients that send or read as slowly as they can.

use std::time::{Duration, Instant};

use citable_test_support::reply::Reply;

use super::h2::{DATA, END_HEADERS, HEADERS, begun, frame, posting, streams};
use super::under_watch;
use crate::people::dev;
use crate::raw::{Raw, address_of, statuses};
use crate::world::{HOST, World, eventually};

#[test]
fn whoever_is_slow_is_sent_away() {
    let world = World::with(dev);
    let to = address_of(&world);
    under_watch(&world, "slow clients", async {
        let headers = async {
            let mut raw = Raw::from(2_u8, to).await;
            raw.send("GET /api/v1/healthz HTTP/1.1\r\nX: ").await;
            trickle(&mut raw, "x").await
        };
        let body = async {
            let mut raw = Raw::from(2_u8, to).await;
            raw.send(
                "POST /api/v1/scan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                 Content-Length: 1000\r\n\r\n",
            )
            .await;
            trickle(&mut raw, " ").await
        };
        let chunks = async {
            let mut raw = Raw::from(2_u8, to).await;
            raw.send(
                "POST /api/v1/scan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                 Transfer-Encoding: chunked\r\n\r\n",
            )
            .await;
            trickle(&mut raw, "1\r\n \r\n").await
        };
        let half_open = async {
            let mut raw = Raw::from(2_u8, to).await;
            raw.send("GET /api/v1/healthz HTTP/1.1\r\n").await;
            raw.finish().await;
            raw.rest().await.expect("the connection ends")
        };
        let silent = async { Raw::from(2_u8, to).await.rest().await.expect("it ends") };
        let (headers, body, chunks, half_open, silent) =
            tokio::join!(headers, body, chunks, half_open, silent);
        assert!(matches!(statuses(&headers)[..], [] | [408]), "{headers}");
        assert_eq!(statuses(&body), [408], "{body}");
        assert_eq!(statuses(&chunks), [408], "{chunks}");
        assert!(matches!(statuses(&half_open)[..], [] | [400]), "{half_open}");
        assert!(matches!(statuses(&silent)[..], [] | [408]), "{silent}");
    });
}

/// Sends a little at a time until the other side makes an end of it; what it said.
async fn trickle(raw: &mut Raw, little: &str) -> String {
    let begin = Instant::now();
    let mut said = Vec::new();
    loop {
        assert!(begin.elapsed() < Duration::from_secs(30), "it is borne for ever");
        let is_taken = raw.send(little).await;
        let rest = raw.rest_into(&mut said);
        let is_over = tokio::time::timeout(Duration::from_millis(300), rest).await.is_ok();
        if is_over || !is_taken {
            return String::from_utf8_lossy(&said).into_owned();
        }
    }
}

/// Each body is nearly as long as it may be, and never ends.
#[test]
fn bodies_that_never_end_take_little_memory() {
    let world = World::with(dev);
    let to = address_of(&world);
    let part = "x".repeat(60_000);
    let request = format!(
        "POST /api/v1/scan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
         Content-Length: 65000\r\n\r\n{part}"
    );
    let head = posting("/api/v1/scan");
    let chunk = part.as_bytes()[..15_000].to_vec();
    let figures = under_watch(&world, "bodies that never end, of one address", async {
        let mut open = Vec::new();
        for _ in 0..63 {
            let mut raw = begun(to, 2_u8, 65_535).await;
            let streams: Vec<u32> = streams().take(32).collect();
            let heads =
                streams.iter().flat_map(|stream| frame(HEADERS, END_HEADERS, *stream, &head));
            raw.send(heads.collect::<Vec<_>>()).await;
            let parts = streams.iter().flat_map(|stream| frame(DATA, 0, *stream, &chunk).repeat(4));
            raw.pour(&parts.collect::<Vec<_>>(), 1).await;
            open.push(raw);
        }
    });
    assert!(figures.most < 2 * figures.idle, "{} KiB over {} KiB", figures.most, figures.idle);
    under_watch(&world, "bodies that never end, of many addresses", async {
        let mut open = Vec::new();
        for number in 0..1_920_u16 {
            let mut raw = Raw::from(2 + number / 60, to).await;
            raw.send(&request).await;
            open.push(raw);
        }
        for raw in &mut open {
            let told = raw.rest().await.expect("it is not waited for");
            assert!(matches!(statuses(&told)[..], [] | [408 | 503]), "{told}");
        }
    });
}

#[test]
fn listeners_that_never_read_hold_up_nobody() {
    let world = World::with(dev);
    let to = address_of(&world);
    world.origin.route(HOST, "/never", Reply::never());
    let id = world.client.scan(&world.url("/never"));
    eventually("the page is asked for", || world.origin.paths(HOST).contains(&"/never".to_owned()));
    under_watch(&world, "listeners that never read", async {
        let mut deaf = Vec::new();
        let follow = format!("GET /api/v1/scan/{id}/events HTTP/1.1\r\nHost: x\r\n\r\n");
        // Documents without end for clients with hardly any window.
        let read = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(200);
        for number in 0..200_u32 {
            let source = u8::try_from(2 + number / 50).unwrap();
            let mut raw = Raw::with_window(source, to, Some(2_048)).await;
            raw.send(if number % 2 == 0 { &follow } else { &read }).await;
            deaf.push(raw);
        }
        let id = world.client.scan(&world.url("/"));
        assert_eq!(world.client.finished(&id).status, 200);
    });
}
