//! Answers without an end, without a beginning, or larger than they look.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use citable_actors::fetch::{FetchLimits, Fetcher, Gather, parse_target};
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{FileOutcome, Snapshot};
use citable_test_support::authority::Authority;
use citable_test_support::raw_origin::{AfterBytes, RawOrigin};
use citable_test_support::reply::Reply;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::site::{HOST, NOW, OTHER, PUBLIC, Site};

const CAP: usize = 100_000;
/// What is too slow for this anyway may be slower on a busy machine.
const SHORT: Duration = Duration::from_millis(400);
/// What is fast enough for this is so on a busy machine too.
const LONG: Duration = Duration::from_secs(1);

/// Fifty million times the letter a, in brotli.
const BROTLI_BOMB: &str = "cbffff3ff825c2e2b14020f7fe8fffff7ff04b00c4611180eefd1fffffffe0970088c30200ddfb3ffeffffc12f0110870500baf77ffcffff835f02200e0b0074effff20f5e0fbf04401c1600e8a0eb01";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn coded(coding: &str, body: Vec<u8>) -> Reply {
    Reply::html("").header("content-encoding", coding).body(body)
}

#[tokio::test]
async fn an_endless_page_is_cut() {
    let mut site = Site::start().await;
    site.settings.limits.page_bytes = CAP;
    site.page("/", Reply::html("").endless(vec![b'x'; 3000]));
    let page = site.scan("/").await.unwrap().page;
    assert_eq!((page.body.len(), page.truncated), (CAP, true));
}

#[tokio::test]
async fn an_endless_robots_txt_is_cut() {
    let mut site = Site::start().await;
    site.settings.limits.robots_bytes = CAP;
    site.page("/", Reply::html("<p>Page"));
    site.page("/robots.txt", Reply::text("").endless("# x\n".repeat(500)));
    let snapshot = site.scan("/").await.unwrap();
    let FileOutcome::Answered { body, truncated } = &snapshot.robots[0].outcome else {
        panic!("{:?}", snapshot.robots[0].outcome);
    };
    assert_eq!((body.len(), *truncated), (CAP, true));
    assert!(!snapshot.page.truncated);
}

#[tokio::test]
async fn bombs_are_cut_by_their_ratio_and_by_the_cap() {
    let bombs = [("gzip", gzip(&vec![b'a'; 50_000_000])), ("br", bytes_of(BROTLI_BOMB))];
    let site = Site::start().await;
    let limits = &site.settings.limits;
    for (coding, bomb) in bombs {
        site.page("/", coded(coding, bomb));
        let page = site.scan("/").await.unwrap().page;
        assert!(page.truncated, "{coding}");
        assert!(page.body.len() >= limits.ratio_floor, "{coding}: {}", page.body.len());
        assert!(page.body.len() < limits.page_bytes, "{coding}: {}", page.body.len());
    }
}

#[tokio::test]
async fn honest_compression_is_undone() {
    let site = Site::start().await;
    let text = "<p>Brotli text.</p>".repeat(40);
    for (coding, body) in [
        ("gzip", gzip(text.as_bytes())),
        (
            "br",
            bytes_of(
                "1bf702f82d0eec66ce67888d7a525c6f7cc9f302977420782524973e656fed92c646272a0c11f2c95ca64703",
            ),
        ),
        ("identity", text.clone().into_bytes()),
    ] {
        site.page("/", coded(coding, body));
        let page = site.scan("/").await.unwrap().page;
        assert_eq!((page.body.as_slice(), page.truncated), (text.as_bytes(), false), "{coding}");
    }
}

#[tokio::test]
async fn codings_that_were_not_asked_for_are_failures() {
    let site = Site::start().await;
    let twice = gzip(&gzip(b"<p>Page"));
    for (coding, body) in [
        ("gzip, gzip", twice),
        ("deflate", b"<p>Page".to_vec()),
        ("zstd", b"<p>Page".to_vec()),
        ("gzip", b"<p>not packed".to_vec()),
        ("br", b"<p>not packed".to_vec()),
        ("gzip", gzip(b"<p>Page")[..20].to_vec()),
    ] {
        site.page("/", coded(coding, body));
        assert_eq!(site.scan("/").await.unwrap_err().code, FailureCode::ConnectFailed, "{coding}");
    }
}

#[tokio::test]
async fn a_page_that_drips_is_given_up_at_the_deadline_of_the_request() {
    let mut site = Site::start().await;
    site.settings.limits.request = SHORT;
    site.page("/", Reply::html("").drip("x", Duration::from_millis(20)));
    assert_eq!(site.scan("/").await.unwrap_err().code, FailureCode::TimedOut);
}

#[tokio::test]
async fn a_page_that_drips_is_given_up_for_its_low_speed() {
    let mut site = Site::start().await;
    site.settings.limits.low_speed = SHORT;
    site.page("/", Reply::html("").drip("x", Duration::from_millis(20)));
    assert_eq!(site.scan("/").await.unwrap_err().code, FailureCode::TimedOut);
    site.page("/", Reply::html("").stalled("<p>Half a"));
    assert_eq!(site.scan("/").await.unwrap_err().code, FailureCode::TimedOut);
}

#[tokio::test]
async fn a_slow_beginning_is_no_low_speed() {
    let mut site = Site::start().await;
    site.settings.limits.low_speed = LONG;
    site.page("/", Reply::html("<p>Page").after(2 * LONG));
    assert_eq!(site.scan("/").await.unwrap().page.body, b"<p>Page");
    site.settings.limits.first_byte = SHORT / 2;
    assert_eq!(site.scan("/").await.unwrap_err().code, FailureCode::TimedOut);
}

#[tokio::test]
async fn a_body_that_keeps_its_pace_is_read_however_long_it_takes() {
    let mut site = Site::start().await;
    site.settings.limits.low_speed = LONG;
    // It takes twice as long.
    site.settings.limits.page_bytes = CAP;
    site.page("/", Reply::html("").drip("x".repeat(1000), LONG / 50));
    let page = site.scan("/").await.unwrap().page;
    assert_eq!((page.body.len(), page.truncated), (CAP, true));
}

#[tokio::test]
async fn an_answer_that_never_begins_or_never_ends_is_given_up() {
    let mut site = Site::start().await;
    site.settings.limits.request = SHORT;
    for reply in [Reply::never(), Reply::html("").stalled("<p>Half a")] {
        site.page("/", reply);
        assert_eq!(site.scan("/").await.unwrap_err().code, FailureCode::TimedOut);
    }
}

#[tokio::test]
async fn all_requests_together_have_a_deadline() {
    let mut site = Site::start().await;
    site.settings.limits.whole_fetch = SHORT;
    site.page("/", Reply::never());
    assert_eq!(site.scan("/").await.unwrap_err().code, FailureCode::TimedOut);
}

#[tokio::test]
async fn a_slow_file_beside_the_page_does_not_fail_the_page() {
    let mut site = Site::start().await;
    site.settings.limits.whole_fetch = Duration::from_secs(2);
    site.page("/", Reply::redirect(301, &site.origin.url(OTHER, "/")));
    site.origin.route(OTHER, "/", Reply::html("<p>Page"));
    site.origin.route(OTHER, "/robots.txt", Reply::never());
    let snapshot = site.scan("/").await.unwrap();
    let FileOutcome::Unreachable { failure } = &snapshot.robots[1].outcome else {
        panic!("{:?}", snapshot.robots[1].outcome);
    };
    assert_eq!(failure.code, FailureCode::TimedOut);
}

/// Scans an origin that writes these bytes whatever it is asked.
async fn scan_raw(bytes: Vec<u8>, after: AfterBytes) -> Result<Snapshot, ScanFailure> {
    scan_raw_within(FetchLimits::default().request, bytes, after).await
}

/// The same, each request within that time.
async fn scan_raw_within(
    request: Duration,
    bytes: Vec<u8>,
    after: AfterBytes,
) -> Result<Snapshot, ScanFailure> {
    let authority = Authority::new();
    let origin = RawOrigin::start_on(PUBLIC, &authority, &[HOST], bytes, after).await;
    let port = origin.address().port();
    let mut site = Site::start().await;
    site.settings.extra_ca_file = Some(authority.ca_file());
    site.settings.allow_ports.push(port);
    site.settings.limits.request = request;
    let target = parse_target(&format!("https://{HOST}:{port}/"), &site.settings).unwrap();
    let fetcher = Fetcher::new(site.settings).unwrap();
    fetcher.gather(&target, NOW, Arc::new(|_| {})).await
}

#[tokio::test]
async fn headers_that_never_end_are_given_up() {
    let half = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Half: ".to_vec();
    let outcome = scan_raw_within(SHORT, half, AfterBytes::Hang).await;
    assert_eq!(outcome.unwrap_err().code, FailureCode::TimedOut);
}

#[tokio::test]
async fn a_flood_of_headers_is_a_failure_and_many_headers_are_not() {
    let answer = |fields: usize| {
        let field = format!("X-Field: {}\r\n", "v".repeat(990));
        format!("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n{}\r\n<p>P", field.repeat(fields))
    };
    let many = scan_raw(answer(60).into_bytes(), AfterBytes::Close).await.unwrap();
    assert_eq!(many.page.exchanges[0].header_values("x-field").count(), 60);
    for fields in [200, 2000] {
        let outcome = scan_raw(answer(fields).into_bytes(), AfterBytes::Close).await;
        assert_eq!(outcome.unwrap_err().code, FailureCode::ConnectFailed, "{fields}");
    }
}

#[tokio::test]
async fn a_line_break_in_a_target_ends_the_header() {
    let bytes = b"HTTP/1.1 302 Found\r\nLocation: /a\r\nSet-Cookie: b\r\nContent-Length: 0\r\n\r\n";
    let snapshot = scan_raw(bytes.to_vec(), AfterBytes::Close).await.unwrap();
    assert_eq!(snapshot.page.exchanges[0].header("location"), Some("/a"));
}
