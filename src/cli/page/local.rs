//! A snapshot of a page that is at hand: a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use citable_actors::fetch::FetchLimits;
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{Exchange, FileFetch, FileOutcome, Snapshot, Source};
use url::Url;

use crate::cli::output;
use crate::http::MIB;
use crate::render::NO_ADDRESS;

/// The status that a local page is assumed to have.
const ANSWERED: u16 = 200;

/// Reads the page from the file, or from standard input where none is named, as the one of that
/// URL where it is known.
///
/// The outer error is the machine's; the inner one says that what was read is empty or no HTML.
pub(in crate::cli) fn snapshot(
    url: Option<&Url>,
    path: Option<&Path>,
    fetched_at: i64,
) -> anyhow::Result<Result<Snapshot, ScanFailure>> {
    let limit = FetchLimits::default().page_bytes;
    let name = path.map_or_else(|| "Standard input".to_owned(), |path| path.display().to_string());
    let (body, truncated) = match path {
        Some(path) => read_file(path, limit)?,
        None => read(io::stdin().lock(), limit).context("can't read standard input")?,
    };
    let snapshot = of_bytes(&name, url, body, fetched_at)?.map(|mut snapshot| {
        snapshot.page.truncated = truncated;
        snapshot
    });
    if snapshot.is_ok() && truncated {
        let most = limit / MIB;
        output::note(&format!("{name} is larger than {most} MiB; only the first {most} MiB count"));
    }
    Ok(snapshot)
}

/// The page of those bytes, as the one of that URL where it is known. `name` says what they are,
/// where they are no page.
pub(crate) fn of_bytes(
    name: &str,
    url: Option<&Url>,
    body: Vec<u8>,
    fetched_at: i64,
) -> Result<Result<Snapshot, ScanFailure>, url::ParseError> {
    if let Err(failure) = refuse_what_is_no_page(name, &body) {
        return Ok(Err(failure));
    }
    let (source, url) = match url {
        Some(url) => (Source::File, url.clone()),
        None => (Source::FileWithoutAddress, Url::parse(NO_ADDRESS)?),
    };
    let mut snapshot = Snapshot::of_answer(answer(&url, "text/html"), body, fetched_at);
    snapshot.source = source;
    Ok(Ok(snapshot))
}

/// A command before ours in a pipe may have failed, and left nothing or its error.
fn refuse_what_is_no_page(name: &str, body: &[u8]) -> Result<(), ScanFailure> {
    let fault = match other_format(body) {
        _ if body.trim_ascii().is_empty() => "is empty".to_owned(),
        Some(format) => format!("is {format}, not HTML"),
        None if !has_tag(body) => "isn't HTML".to_owned(),
        None => return Ok(()),
    };
    let message = format!("{name} {fault}. Expected the HTML of a page.");
    Err(ScanFailure::new(FailureCode::NotHtml, message))
}

/// What else people hand over for a page, by its first bytes.
fn other_format(body: &[u8]) -> Option<&'static str> {
    const FORMATS: [(&[u8], &str); 5] = [
        (b"%PDF-", "a PDF"),
        (b"PK\x03\x04", "a ZIP archive or an Office document"),
        (b"\x89PNG", "an image"),
        (b"\xff\xd8\xff", "an image"),
        (b"GIF8", "an image"),
    ];
    let known = FORMATS.into_iter().find(|(begin, _)| body.starts_with(begin));
    let is_json = || serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok();
    known.map(|(_, format)| format).or_else(|| is_json().then_some("JSON"))
}

/// Whether there is a tag anywhere. Null bytes are those of UTF-16.
fn has_tag(body: &[u8]) -> bool {
    let text: Vec<u8> = body.iter().copied().filter(|byte| *byte != 0).collect();
    let begins_tag =
        |pair: &[u8]| pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || pair[1] == b'!');
    text.windows(2).any(begins_tag)
}

/// The robots.txt in that file, as the one of the page's host.
pub(in crate::cli) fn given_robots(
    path: &Path,
    page: &Url,
    fetched_at: i64,
) -> anyhow::Result<FileFetch> {
    let (body, truncated) = read_file(path, FetchLimits::default().robots_bytes)?;
    let url = page.join("/robots.txt")?;
    let exchanges = vec![answer(&url, "text/plain")];
    let outcome = FileOutcome::Answered { body, truncated };
    Ok(FileFetch { url, fetched_at, exchanges, outcome })
}

fn answer(url: &Url, content_type: &str) -> Exchange {
    let headers = vec![("content-type".to_owned(), content_type.to_owned())];
    Exchange { url: url.clone(), status: ANSWERED, headers }
}

fn read_file(path: &Path, limit: usize) -> anyhow::Result<(Vec<u8>, bool)> {
    if path.is_dir() {
        bail!("{} is a folder; pass the file of one page", path.display());
    }
    let unreadable = || format!("can't read {}", path.display());
    read(File::open(path).with_context(unreadable)?, limit).with_context(unreadable)
}

/// At most `limit` bytes, and whether there were more.
fn read(source: impl Read, limit: usize) -> io::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    let one_more = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    source.take(one_more).read_to_end(&mut bytes)?;
    let truncated = bytes.len() > limit;
    bytes.truncate(limit);
    Ok((bytes, truncated))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_cut_at_the_limit() {
        assert_eq!(read(&b"abcd"[..], 4).unwrap(), (b"abcd".to_vec(), false));
        assert_eq!(read(&b"abcde"[..], 4).unwrap(), (b"abcd".to_vec(), true));
    }

    #[test]
    fn a_folder_and_a_missing_file_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let message = |path: &Path| format!("{:#}", read_file(path, 4).unwrap_err());
        assert!(message(folder.path()).contains("is a folder"));
        assert!(message(&folder.path().join("robots.txt")).contains("can't read"));
    }

    #[test]
    fn only_html_is_a_page() {
        let refused =
            |body: &str| refuse_what_is_no_page("a.html", body.as_bytes()).unwrap_err().message;
        for body in ["", " \n\t"] {
            assert_eq!(refused(body), "a.html is empty. Expected the HTML of a page.");
        }
        for (body, told) in [
            ("curl: (6) Could not resolve host: www.example.com", "isn't HTML"),
            ("3 < 4, and 5 <6", "isn't HTML"),
            (r##"{"html": "<p>Tea</p>"}"##, "is JSON, not HTML"),
            ("%PDF-1.7\n<a", "is a PDF, not HTML"),
            ("PK\u{3}\u{4}<a", "is a ZIP archive or an Office document, not HTML"),
        ] {
            assert!(refused(body).contains(told), "{body}");
        }
        let png = refuse_what_is_no_page("a.png", b"\x89PNG\r\n\x1a\n<a").unwrap_err();
        assert!(png.message.contains("is an image, not HTML"), "{}", png.message);
        let utf16: Vec<u8> = "<p>Tea".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for body in [&b"<p>Tea"[..], b"Tea <b>is</b> hot", b"<!doctype html>", &utf16] {
            assert_eq!(refuse_what_is_no_page("a.html", body), Ok(()));
        }
    }

    #[test]
    fn a_given_robots_file_is_that_of_the_pages_host() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "User-agent: *\n").unwrap();
        let page = Url::parse("https://example.org/a/b?q=1").unwrap();
        let robots = given_robots(file.path(), &page, 5).unwrap();
        assert_eq!(robots.url.as_str(), "https://example.org/robots.txt");
        assert_eq!((robots.status(), robots.fetched_at), (Some(ANSWERED), 5));
    }
}
