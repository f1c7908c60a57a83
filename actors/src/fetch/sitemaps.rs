//! The sitemaps of a page's origin, one after the other, until the page is found or enough is read.

use std::io::Write;

use citable_checks::page::snapshot::{FileFetch, FileOutcome};
use citable_checks::sitemap::{SitemapSurvey, Surveyor};
use flate2::Compression;
use flate2::write::GzEncoder;
use url::Url;

use super::file;
use super::session::Session;
use super::target::check_url;
use crate::fetch::kept::FileKind;
use crate::fetch::manners::Manners;

/// How each member of a gzip file starts (RFC 1952 section 2.3.1).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Sitemaps of more bytes are kept compressed.
const PACKED_BYTES: usize = 16 * 1024;

/// Asks for sitemaps as long as the surveyor wants one and there is time. `None` never comes in
/// practice: reading does not panic.
pub(super) async fn survey(
    session: &Session<'_>,
    manners: &Manners<'_>,
    mut surveyor: Surveyor,
) -> Option<SitemapSurvey> {
    while !session.is_over() {
        let Some(url) = surveyor.next_url() else { break };
        let waiting = session.waiting_for(&place(&surveyor));
        let file = fetch(&waiting, manners, url).await;
        let read = tokio::task::spawn_blocking(move || {
            surveyor.take(file);
            surveyor
        });
        surveyor = read.await.ok()?;
    }
    Some(surveyor.finish())
}

/// Which sitemap is fetched, of those that are known so far.
fn place(surveyor: &Surveyor) -> String {
    match surveyor.place() {
        (_, 1) => "sitemap".to_owned(),
        (number, total) => format!("sitemap {number} of {total}"),
    }
}

/// One sitemap, as scans keep it for each other.
pub(super) async fn fetch(session: &Session<'_>, manners: &Manners<'_>, url: Url) -> FileFetch {
    let Ok(target) = check_url(url.clone(), session.settings()) else {
        return file::blocked(session, url);
    };
    if let Some(refusal) = manners.objection(&target) {
        return file::unreachable(session, url, refusal);
    }
    let fetch = || async {
        let objection = |next: &_| manners.objection(next);
        packed(file::fetch(session, FileKind::Sitemap, &target, objection).await).await
    };
    file::kept(session, FileKind::Sitemap, &target, fetch).await
}

/// The file with a large body compressed: whoever reads a sitemap undoes that by content anyway.
/// Refusals and documents stay as they are, since challenges are looked for in them.
async fn packed(mut file: FileFetch) -> FileFetch {
    let success = file.status().is_some_and(|status| (200..300).contains(&status));
    let FileOutcome::Answered { body, .. } = &mut file.outcome else { return file };
    if !success || body.len() <= PACKED_BYTES || body.starts_with(&GZIP_MAGIC) || is_html(body) {
        return file;
    }
    let plain = std::mem::take(body);
    // Only a panic would lose the body, and there is none.
    *body = tokio::task::spawn_blocking(move || gzip(&plain)).await.unwrap_or_default();
    file
}

fn is_html(body: &[u8]) -> bool {
    let body = body.trim_ascii_start();
    [&b"<!doctype html"[..], b"<html"]
        .iter()
        .any(|start| body.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)))
}

fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail.
    let _written = encoder.write_all(plain);
    let mut packed = encoder.finish().unwrap_or_default();
    packed.shrink_to_fit();
    packed
}
