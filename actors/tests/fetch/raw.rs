//! Answers as they are written down, and an origin that gives them.

use std::io::Write;
use std::sync::Arc;

use citable_actors::fetch::{Fetcher, Gather, TargetUrl, parse_target};
use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::Snapshot;
use citable_test_support::authority::{Authority, TlsVersion};
use citable_test_support::raw_origin::{AfterBytes, RawOrigin, RawReply};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::site::{HOST, NOW, PUBLIC, Site};

/// Every version of TLS that is spoken.
pub(crate) const BOTH: [TlsVersion; 2] = [TlsVersion::Tls12, TlsVersion::Tls13];

/// A document of about that size.
pub(crate) fn page(bytes: usize) -> String {
    let text = "<p>A paragraph that stands here to be counted.</p>\n".repeat(bytes / 50);
    format!("<!doctype html><html><body>{text}</body></html>\n")
}

pub(crate) fn with_length(fields: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("HTTP/1.1 200 OK\r\n{fields}Content-Length: {length}\r\n\r\n");
    [head.as_bytes(), body].concat()
}

pub(crate) fn chunked(fields: &str, body: &[u8]) -> Vec<u8> {
    let mut answer =
        format!("HTTP/1.1 200 OK\r\n{fields}Transfer-Encoding: chunked\r\n\r\n").into_bytes();
    for chunk in body.chunks(9000) {
        answer.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
        answer.extend_from_slice(chunk);
        answer.extend_from_slice(b"\r\n");
    }
    [&answer, &b"0\r\n\r\n"[..]].concat()
}

pub(crate) fn until_close(fields: &str, body: &[u8]) -> Vec<u8> {
    [format!("HTTP/1.0 200 OK\r\n{fields}\r\n").as_bytes(), body].concat()
}

pub(crate) const HTML: &str = "Content-Type: text/html\r\n";
pub(crate) const GZIP: &str = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";

pub(crate) fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// An origin whose page is an answer as it is written down; other files it does not have.
pub(crate) struct Raw {
    fetcher: Fetcher,
    target: TargetUrl,
    _origin: RawOrigin,
}

impl Raw {
    pub(crate) async fn start(versions: &[TlsVersion], bytes: &[u8], after: AfterBytes) -> Self {
        let page = RawReply::new(bytes, after);
        Self::answering(versions, move |path| match path {
            "/" => page.clone(),
            _ => RawReply::not_found(),
        })
        .await
    }

    pub(crate) async fn answering(
        versions: &[TlsVersion],
        reply: impl Fn(&str) -> RawReply + Send + Sync + 'static,
    ) -> Self {
        let authority = Authority::new();
        let origin = RawOrigin::start_with(PUBLIC, &authority, &[HOST], versions, reply).await;
        let mut settings = Site::start().await.settings;
        settings.extra_ca_file = Some(authority.ca_file());
        settings.allow_ports.push(origin.address().port());
        settings.edge_probes = false;
        let address = format!("https://{HOST}:{}/", origin.address().port());
        let target = parse_target(&address, &settings).unwrap();
        Self { fetcher: Fetcher::new(settings).unwrap(), target, _origin: origin }
    }

    pub(crate) async fn scan(&self) -> Result<Snapshot, ScanFailure> {
        self.fetcher.gather(&self.target, NOW, Arc::new(|_| {})).await
    }
}
