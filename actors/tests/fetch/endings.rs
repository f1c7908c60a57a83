//! Answers that are complete although their connection ends badly, and others that are not.

use std::sync::Arc;
use std::time::Duration;

use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::PageEnd;
use citable_test_support::authority::{Authority, TlsVersion};
use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::raw_origin::{AfterBytes, RawReply};
use citable_test_support::reply::Reply;

use crate::raw::{BOTH, GZIP, HTML, Raw, chunked, gzip, page, until_close, with_length};
use crate::site::{HOST, PUBLIC, Site};

/// How often each answer is scanned: what goes wrong here went wrong now and then.
const ROUNDS: usize = 16;
/// The same where every round takes two connections.
const BROKEN_ROUNDS: usize = 4;
/// A close that comes after everything was read.
const LATER: AfterBytes = AfterBytes::CloseRudelyAfter(Duration::from_millis(20));

/// What came of every scan of such an answer; nothing but the bodies and the reasons.
async fn outcomes(
    version: TlsVersion,
    bytes: &[u8],
    after: AfterBytes,
    rounds: usize,
) -> Vec<Result<Vec<u8>, ScanFailure>> {
    let raw = Raw::start(&[version], bytes, after).await;
    let mut outcomes = Vec::new();
    for _ in 0..rounds {
        outcomes.push(raw.scan().await.map(|snapshot| snapshot.page.body));
    }
    outcomes
}

async fn expect_whole(
    version: TlsVersion,
    what: &str,
    bytes: &[u8],
    after: AfterBytes,
    body: &str,
) {
    let outcomes = outcomes(version, bytes, after, ROUNDS).await;
    let whole = outcomes
        .iter()
        .filter(|outcome| outcome.as_ref().is_ok_and(|came| came.as_slice() == body.as_bytes()));
    let failed: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert_eq!(whole.count(), ROUNDS, "{version:?} {what} {after:?}: {failed:?}");
}

async fn expect_broken(what: &str, bytes: &[u8], after: AfterBytes) {
    let message = format!(
        "The connection to `{HOST}` closed before the response was complete. Answer engines may \
         get a different response."
    );
    let expected = ScanFailure::new(FailureCode::ConnectFailed, message);
    for version in BOTH {
        for outcome in outcomes(version, bytes, after, BROKEN_ROUNDS).await {
            let outcome = outcome.map(|body| body.len());
            assert_eq!(outcome, Err(expected.clone()), "{version:?} {what} {after:?}");
        }
    }
}

/// The ends of a connection after which all that was sent has arrived.
const RUDE: [AfterBytes; 2] = [AfterBytes::CloseRudely, LATER];

#[tokio::test]
async fn a_declared_length_that_came_is_a_whole_answer() {
    for version in BOTH {
        for size in [0, 4_000, 300_000] {
            let text = page(size);
            for after in RUDE {
                let what = format!("{size} bytes");
                let bytes = with_length(HTML, text.as_bytes());
                expect_whole(version, &what, &bytes, after, &text).await;
                let bytes = with_length(GZIP, &gzip(text.as_bytes()));
                expect_whole(version, "gzip", &bytes, after, &text).await;
            }
        }
        // More may still be on its way when the connection is reset.
        let text = page(4_000);
        let bytes = with_length(HTML, text.as_bytes());
        expect_whole(version, "4 kB", &bytes, AfterBytes::Reset, &text).await;
    }
}

#[tokio::test]
async fn the_last_chunk_makes_a_whole_answer() {
    for version in BOTH {
        for size in [0, 4_000, 300_000] {
            let text = page(size);
            for after in RUDE {
                let what = format!("{size} bytes");
                let bytes = chunked(HTML, text.as_bytes());
                expect_whole(version, &what, &bytes, after, &text).await;
                let bytes = chunked(GZIP, &gzip(text.as_bytes()));
                expect_whole(version, "gzip", &bytes, after, &text).await;
            }
        }
        let text = page(4_000);
        let bytes = chunked(HTML, text.as_bytes());
        expect_whole(version, "4 kB", &bytes, AfterBytes::Reset, &text).await;
    }
}

#[tokio::test]
async fn a_large_page_is_whole_too() {
    let text = page(4_000_000);
    for bytes in [with_length(HTML, text.as_bytes()), chunked(HTML, text.as_bytes())] {
        let raw = Raw::start(&BOTH, &bytes, AfterBytes::CloseRudely).await;
        let snapshot = raw.scan().await.unwrap();
        assert!(snapshot.page.body == text.as_bytes());
    }
}

#[tokio::test]
async fn the_end_of_the_connection_ends_a_body_in_order_or_after_its_last_tag() {
    for version in BOTH {
        for size in [4_000, 300_000] {
            let text = page(size);
            let half = &text[..text.len() / 2];
            for after in [AfterBytes::Close, AfterBytes::CloseRudely, LATER] {
                let bytes = until_close(HTML, text.as_bytes());
                expect_whole(version, "whole", &bytes, after, &text).await;
                let bytes = until_close(GZIP, &gzip(text.as_bytes()));
                expect_whole(version, "gzip", &bytes, after, &text).await;
            }
            let bytes = until_close(HTML, half.as_bytes());
            expect_whole(version, "half", &bytes, AfterBytes::Close, half).await;
            // The end of a gzip stream shows that all of it came.
            let bytes = until_close(GZIP, &gzip(half.as_bytes()));
            expect_whole(version, "half in gzip", &bytes, AfterBytes::CloseRudely, half).await;
        }
    }
}

#[tokio::test]
async fn what_did_not_come_whole_fails_for_one_reason() {
    for size in [4_000, 300_000] {
        let text = page(size);
        let cut = |bytes: Vec<u8>, less: usize| bytes[..bytes.len() - less].to_vec();
        for after in [AfterBytes::Close, AfterBytes::CloseRudely, LATER] {
            let length = cut(with_length(HTML, text.as_bytes()), 1);
            expect_broken("length", &length, after).await;
            let chunks = cut(chunked(HTML, text.as_bytes()), "0\r\n\r\n".len());
            expect_broken("chunks", &chunks, after).await;
            let packed = cut(with_length(GZIP, &gzip(text.as_bytes())), 9);
            expect_broken("gzip", &packed, after).await;
        }
        for after in RUDE {
            let half = until_close(HTML, &text.as_bytes()[..text.len() / 2]);
            expect_broken("until close", &half, after).await;
            let packed = cut(until_close(GZIP, &gzip(text.as_bytes())), 9);
            expect_broken("gzip until close", &packed, after).await;
        }
    }
    for after in [AfterBytes::CloseRudely, LATER, AfterBytes::Close, AfterBytes::Reset] {
        expect_broken("header", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", after).await;
        expect_broken("nothing", b"", after).await;
    }
}

#[tokio::test]
async fn an_origin_that_speaks_http2_may_be_rude_too() {
    let authority = Arc::<Authority>::default();
    let origin = HttpsOrigin::start_rude_on((PUBLIC, 0).into(), authority, &[HOST]).await;
    let mut site = Site::start().await;
    site.settings.extra_ca_file = Some(origin.ca_file());
    site.settings.allow_ports = vec![origin.address().port()];
    site.settings.edge_probes = false;
    site.origin = origin;
    let text = page(4_000);
    site.page("/", Reply::html(&text));
    for _ in 0..ROUNDS {
        let page = site.scan("/").await.unwrap().page;
        assert!(page.body == text.as_bytes());
    }
}

#[tokio::test]
async fn a_redirect_counts_however_its_connection_ends() {
    let raw = Raw::answering(&BOTH, |path| match path {
        "/" => RawReply::new(
            "HTTP/1.1 301 Moved\r\nLocation: /there\r\nContent-Length: 2\r\n\r\nok",
            AfterBytes::CloseRudely,
        ),
        "/there" => RawReply::new(chunked(HTML, b"<p>There"), AfterBytes::CloseRudely),
        _ => RawReply::not_found(),
    })
    .await;
    for _ in 0..ROUNDS {
        let page = raw.scan().await.unwrap().page;
        assert_eq!((page.body.as_slice(), page.end), (&b"<p>There"[..], PageEnd::Answered));
        assert_eq!(page.exchanges.iter().map(|e| e.status).collect::<Vec<_>>(), [301, 200]);
    }
}
