//! What MCP costs above REST: the same facts of the same service over one kept connection each.
//!
//! The service runs as a process of its own. `get_scan` is held against `GET /scan/{id}`, and
//! `list_checks` against `GET /docs/checks.md`, which tells the same as Markdown, and against
//! `GET /sandbox`, a route of the API that reads no store either. `ping` is what the protocol costs
//! alone.
#![expect(clippy::unwrap_used, reason = "a bench that cannot be set up fails")]

use std::hint::black_box;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;

use citable_test_support::client::Client;
use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::program::Program;
use citable_test_support::reply::Reply;
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

const BINARY: &str = env!("CARGO_BIN_EXE_citable");
const HOST: &str = "pages.citable-test.net";
const PAGE: &str = "<!doctype html><html lang=en><head><title>Tides explained</title></head><body>\
<main><h1>Tides explained</h1><p>Tides are the rise and fall of sea levels, caused by the gravity \
of the Moon and the Sun and by the rotation of the Earth.</p></main></body></html>";

/// One connection that is kept.
struct Line {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Line {
    fn to(base: &str) -> Self {
        let host = base.trim_start_matches("http://").to_owned();
        let stream = TcpStream::connect(&host).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: BufReader::new(stream), host }
    }

    /// Sends a request and reads the whole answer.
    fn ask(&mut self, method: &str, path: &str, body: &str) -> Vec<u8> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\naccept: application/json, text/event-stream\r\n\
             content-type: application/json\r\nmcp-protocol-version: 2025-11-25\r\n\
             content-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let mut length = 0;
        for number in 0.. {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            assert!(number > 0 || line.starts_with("HTTP/1.1 200"), "{line}");
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).unwrap();
        answer
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Vec<u8> {
        self.send("tools/call", &json!({ "name": tool, "arguments": arguments }))
    }

    fn send(&mut self, method: &str, params: &Value) -> Vec<u8> {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        self.ask("POST", "/mcp", &message.to_string())
    }
}

/// A service that may reach the origin.
fn serve(origin: &HttpsOrigin, data: &Path) -> Program {
    let address = origin.address();
    Program::serve(BINARY, data, |command| {
        command
            .env("CITABLE_FETCH_EXTRA_CA_FILE", origin.ca_file())
            .env("CITABLE_FETCH_RESOLVE", format!("{HOST}={}", address.ip()))
            .env("CITABLE_FETCH_ALLOW_CIDRS", "127.0.0.0/8")
            .env("CITABLE_FETCH_ALLOW_PORTS", address.port().to_string());
    })
}

fn mcp(criterion: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let origin = runtime.block_on(HttpsOrigin::start(&[HOST]));
    origin.route(HOST, "/", Reply::html(PAGE));
    let data = TempDir::new().unwrap();
    let program = serve(&origin, data.path());
    let client = Client::of(program.base());
    let scan = client.scan(&origin.url(HOST, "/"));
    assert_eq!(client.finished(&scan).status, 200);
    let mut line = Line::to(program.base());

    let mut group = criterion.benchmark_group("mcp");
    for (name, path) in [("page", "/docs/checks.md"), ("sandbox", "/api/v1/sandbox")] {
        group.bench_function(format!("list/rest/{name}"), |bencher| {
            bencher.iter(|| black_box(line.ask("GET", path, "")));
        });
    }
    group.bench_function("ping", |bencher| {
        bencher.iter(|| black_box(line.send("ping", &json!({}))));
    });
    group.bench_function("list/mcp", |bencher| {
        bencher.iter(|| black_box(line.call("list_checks", &json!({}))));
    });
    let report = format!("/api/v1/scan/{scan}");
    group.bench_function("scan/rest", |bencher| {
        bencher.iter(|| black_box(line.ask("GET", &report, "")));
    });
    for detail in ["failures", "full"] {
        let arguments = json!({ "scanId": scan, "detail": detail });
        group.bench_function(format!("scan/mcp/{detail}"), |bencher| {
            bencher.iter(|| black_box(line.call("get_scan", &arguments)));
        });
    }
    group.finish();
    program.kill();
}

criterion_group!(benches, mcp);
criterion_main!(benches);
