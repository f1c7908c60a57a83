//! Requests that are none, that hide others, or that are too much.

use std::net::SocketAddr;

use super::{CLOSE, get, under_watch};
use crate::people::dev;
use crate::raw::{Raw, address_of, answer, statuses};
use crate::world::World;

fn post(path: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST /api/v1{path} HTTP/1.1\r\n{CLOSE}Content-Type: application/json\r\n\
         Content-Length: {length}\r\n{headers}\r\n{body}"
    )
}

/// Holds one answer against what is expected of it.
async fn expect(to: SocketAddr, what: &str, request: impl AsRef<[u8]>, expected: &[u16]) {
    let told = answer(2_u8, to, request).await;
    let got = statuses(&told);
    let fits = match got.as_slice() {
        [] => expected.is_empty(),
        [one] => expected.contains(one),
        _ => false,
    };
    assert!(fits, "{what}: {got:?}, not {expected:?}: {told:.300}");
}

#[test]
fn requests_that_are_none_are_refused_and_the_connection_ends() {
    let world = World::with(dev);
    let to = address_of(&world);
    under_watch(&world, "nonsense", async {
        let head = |more: &str| get("/api/v1/healthz", more);
        // HTTP/0.9, other protocols, nothing at all.
        for nonsense in ["GET /\r\n\r\n", "\0\0\0\0\r\n\r\n", "HELO there\r\n\r\n", "\r\n\r\n\r\n"]
        {
            let mut raw = Raw::from(2_u8, to).await;
            raw.send(nonsense).await;
            raw.finish().await;
            let told = raw.rest().await.expect("the connection ends");
            assert!(matches!(statuses(&told)[..], [] | [400]), "{nonsense:?}: {told}");
        }
        expect(to, "TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", &[400]).await;
        // Heads.
        let huge = format!("X: {}\r\n", "x".repeat(1 << 20));
        expect(to, "a huge header", head(&huge), &[431]).await;
        expect(to, "many headers", head(&"X: x\r\n".repeat(1_000)), &[431]).await;
        let long = get(&format!("/api/v1/{}", "x".repeat(1 << 20)), "");
        expect(to, "a huge address", long, &[414, 431]).await;
        expect(to, "a null byte in a header", head("X: \0\r\n"), &[400]).await;
        expect(to, "a folded header", head("X: a\r\n b\r\n"), &[400]).await;
        expect(to, "a space before the colon", head("X : a\r\n"), &[400]).await;
        // Paths.
        for path in ["/api/v1/%00", "/api/v1/%ff%fe", "/api/v1/scan/%2e%2e%2f", "/%", "/api/v1/../"]
        {
            expect(to, path, get(path, ""), &[404]).await;
        }
        let mut bytes = b"GET /api/v1/scan/\xff\xfe HTTP/1.1\r\n".to_vec();
        bytes.extend_from_slice(format!("{CLOSE}\r\n").as_bytes());
        expect(to, "a path that is no text", &bytes, &[400, 404]).await;
        let mut bytes = b"GET /api/v1/healthz HTTP/1.1\r\nX-Request-Id: \xff\r\n".to_vec();
        bytes.extend_from_slice(format!("{CLOSE}\r\n").as_bytes());
        expect(to, "a header that is no text", &bytes, &[200]).await;
        let query = get("/api/v1/healthz?%ff=%ff&\u{1}=%00&deep=%zz", "");
        expect(to, "a query that is no text", query, &[400]).await;
        // Forms of the target, and other protocols.
        let absolute = get("http://elsewhere.example/api/v1/healthz", "");
        expect(to, "an absolute address", absolute, &[200]).await;
        let connect = format!("CONNECT elsewhere.example:443 HTTP/1.1\r\n{CLOSE}\r\n");
        expect(to, "CONNECT", connect, &[400, 404, 405]).await;
        expect(to, "OPTIONS *", format!("OPTIONS * HTTP/1.1\r\n{CLOSE}\r\n"), &[404]).await;
        let upgrade = "GET /api/v1/healthz HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\n";
        for protocol in ["websocket", "h2c", "TLS/1.0"] {
            let asked = format!("{upgrade}Upgrade: {protocol}\r\nHTTP2-Settings: AAMAAABk\r\n\r\n");
            expect(to, protocol, asked, &[200]).await;
        }
    });
}

#[test]
fn no_request_is_hidden_in_another() {
    let world = World::with(dev);
    let to = address_of(&world);
    let hidden = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
    under_watch(&world, "smuggling", async {
        let both = |transfer: &str| {
            format!(
                "POST /api/v1/scan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                 Content-Length: 5\r\n{transfer}\r\n\r\n0\r\n\r\n{hidden}"
            )
        };
        for transfer in [
            "Transfer-Encoding: chunked",
            "transfer-encoding: Chunked",
            "Transfer-Encoding: chunked, identity",
            "Transfer-Encoding: identity, chunked",
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding:\x0bchunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
        ] {
            let told = answer(2_u8, to, both(transfer)).await;
            assert_eq!(statuses(&told), [400], "{transfer:?}: {told:.300}");
        }
        for lengths in [
            "Content-Length: 5\r\nContent-Length: 6",
            "Content-Length: +5",
            "Content-Length: 5, 6",
            "Content-Length: -1",
            "Content-Length: 0x5",
            "Content-Length: 99999999999999999999999",
        ] {
            let request =
                format!("POST /api/v1/scan HTTP/1.1\r\nHost: x\r\n{lengths}\r\n\r\n{hidden}");
            let told = answer(2_u8, to, request).await;
            assert_eq!(statuses(&told), [400], "{lengths:?}: {told:.300}");
        }
        for chunks in [
            "ZZ\r\n{}\r\n0\r\n\r\n",
            "-1\r\n\r\n",
            "FFFFFFFFFFFFFFFFF\r\n{}",
            "2;\n{}\r\n0\r\n\r\n",
        ] {
            let request = format!(
                "POST /api/v1/scan HTTP/1.1\r\n{CLOSE}Content-Type: application/json\r\n\
                 Transfer-Encoding: chunked\r\n\r\n{chunks}"
            );
            expect(to, chunks, request, &[400]).await;
        }
    });
}

#[test]
fn bodies_are_bounded_in_length_time_and_depth() {
    let world = World::with(dev);
    let to = address_of(&world);
    under_watch(&world, "bodies", async {
        let deep = "[".repeat(60_000);
        expect(to, "deep JSON", post("/scan", "", &deep), &[400]).await;
        let nested = format!("{}1{}", r#"{"url":"#.repeat(5_000), "}".repeat(5_000));
        expect(to, "deep objects", post("/scan", "", &nested), &[400]).await;
        let keys: Vec<String> = (0..10_000).map(|key| format!("\"{key}\":0")).collect();
        let wide = format!("{{{}}}", keys.join(","));
        for path in ["/scan", "/auth/request-link", "/auth/callback"] {
            expect(to, path, post(path, "", &wide), &[400, 401, 413]).await;
        }
        let number = format!("{{\"url\":1{}}}", "0".repeat(60_000));
        expect(to, "a long number", post("/scan", "", &number), &[400]).await;
        expect(to, "a null byte", post("/scan", "", "{\"url\":\"a\0\"}"), &[400]).await;
        expect(to, "a null character", post("/scan", "", r#"{"url":"a\u0000"}"#), &[400]).await;
        expect(to, "half a pair", post("/scan", "", r#"{"url":"\ud800"}"#), &[400]).await;
        let mut bytes = post("/scan", "", "{\"url\":\"??\"}").into_bytes();
        let at = bytes.iter().rposition(|byte| *byte == b'?').unwrap();
        bytes[at] = 0xff;
        expect(to, "a body that is no text", &bytes, &[400]).await;
        expect(to, "too long", post("/scan", "", &"x".repeat(100_000)), &[413]).await;
        let endless = "POST /api/v1/scan HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
        let mut raw = Raw::from(3_u8, to).await;
        raw.send(endless).await;
        let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
        assert!(raw.flood(chunk.as_bytes(), 10_000).await, "chunks without end");
        let expecting = post("/scan", "Expect: 100-continue\r\n", "{}");
        let (head, body) = expecting.split_once("\r\n\r\n").unwrap();
        let mut raw = Raw::from(3_u8, to).await;
        raw.send(format!("{head}\r\n\r\n")).await;
        let told = String::from_utf8(raw.some().await).unwrap();
        assert_eq!(statuses(&told), [100], "{told}");
        raw.send(body).await;
        assert_eq!(statuses(&raw.rest().await.unwrap()), [400]);
    });
}

#[test]
fn many_requests_in_one_go_are_answered_in_order() {
    let world = World::with(dev);
    let to = address_of(&world);
    under_watch(&world, "pipelining", async {
        let one = "GET /api/v1/healthz HTTP/1.1\r\nHost: x\r\n\r\n";
        let nothing = "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n";
        let last = get("/api/v1/healthz", "");
        let all = format!("{one}{nothing}").repeat(500) + &last;
        let got = statuses(&answer(2_u8, to, all).await);
        assert_eq!(got.len(), 1_001);
        assert!(got.chunks(2).all(|pair| matches!(pair, [200, 404] | [200])), "{got:?}");
    });
}
