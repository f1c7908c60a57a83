//! A snapshot of a page that is at hand: a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use citable_actors::fetch::FetchLimits;
use citable_checks::page::snapshot::{Exchange, FileFetch, FileOutcome, Snapshot, Source};
use url::Url;

/// Stands in for the address of a page whose own is not known.
const NO_ADDRESS: &str = "https://file.invalid/";

/// The status that a page at hand is taken to have answered with.
const ANSWERED: u16 = 200;

/// Reads the page from the file, or from standard input where none is named, as the one of that
/// address where it is known.
pub(in crate::cli) fn snapshot(
    url: Option<&Url>,
    path: Option<&Path>,
    fetched_at: i64,
) -> anyhow::Result<Snapshot> {
    let limit = FetchLimits::default().page_bytes;
    let (body, truncated) = match path {
        Some(path) => read_file(path, limit)?,
        None => read(io::stdin().lock(), limit).context("standard input cannot be read")?,
    };
    let (source, url) = match url {
        Some(url) => (Source::File, url.clone()),
        None => (Source::FileWithoutAddress, Url::parse(NO_ADDRESS)?),
    };
    let mut snapshot = Snapshot::of_answer(answer(&url, "text/html"), body, fetched_at);
    snapshot.source = source;
    snapshot.page.truncated = truncated;
    Ok(snapshot)
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
        bail!("{} is a folder; give the file of one page", path.display());
    }
    let unreadable = || format!("{} cannot be read", path.display());
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
        assert!(message(&folder.path().join("robots.txt")).contains("cannot be read"));
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
