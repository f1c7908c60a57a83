//! Lists of pages that are at hand: one URL a line, or a sitemap in a file.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};
use citable_checks::sitemap::{SitemapEnd, list_sitemap};
use citable_checks::url::normalise;
use url::Url;

use super::choice::Limits;
use super::listed::Gathered;
use super::page::PageSource;
use super::sitemap::Listing;

/// Bytes of a list that are read.
const LIST_BYTES: u64 = 64 << 20;
/// Bytes that tell a sitemap from a list.
const START_BYTES: usize = 64;
/// How a gzip file starts (RFC 1952 section 2.3.1).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Whether the file is a sitemap rather than a list.
///
/// # Errors
/// When it can't be read.
pub(in crate::cli::site) fn is_sitemap(path: &Path) -> anyhow::Result<bool> {
    let unreadable = || format!("can't read {}", path.display());
    let mut start = Vec::new();
    let file = File::open(path).with_context(unreadable)?;
    let most = u64::try_from(START_BYTES).unwrap_or(u64::MAX);
    file.take(most).read_to_end(&mut start).with_context(unreadable)?;
    Ok(start.starts_with(&GZIP_MAGIC) || start.trim_ascii_start().starts_with(b"<"))
}

/// The URLs of a list. Empty lines and lines that begin with `#` are left out.
///
/// # Errors
/// If a line isn't a URL (with its number), or if there are no URLs.
pub(in crate::cli::site) fn list(name: &str, source: impl Read) -> anyhow::Result<Gathered> {
    let mut gathered = Gathered::default();
    let lines = BufReader::new(source.take(LIST_BYTES)).split(b'\n');
    for (number, line) in (1_usize..).zip(lines) {
        let line = line.with_context(|| format!("can't read {name}"))?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_start_matches('\u{FEFF}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(url) = url(line) else {
            bail!(
                "{name}, line {number}: `{line}` isn't the URL of a page. Use one URL per line, such \
                 as https://www.example.org/guide"
            );
        };
        gathered.pages.push(PageSource::of_url(url, None));
    }
    if gathered.pages.is_empty() {
        bail!("{name} lists no URLs. Use one URL per line");
    }
    Ok(gathered)
}

/// The pages that a sitemap in a file lists.
///
/// # Errors
/// If the file can't be read or isn't a sitemap.
pub(in crate::cli::site) fn sitemap_file(
    path: &Path,
    limits: &Limits,
    most: usize,
) -> anyhow::Result<Gathered> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("can't read {name}"))?;
    let (reading, entries) = list_sitemap(file, false);
    if let SitemapEnd::Defective { defect, line } = reading.facts.end {
        bail!("{name} {}, on line {line}. Use a sitemap, or one URL per line", defect.as_clause());
    }
    if !reading.children.is_empty() {
        bail!("{name} is an index of sitemaps. Use its URL, so that they can be fetched");
    }
    let mut listing = Listing::new(limits, most);
    listing.take(entries, reading.facts.end == SitemapEnd::Cut);
    Ok(listing.finish(0))
}

/// The URL in that line; `https://` may be left out.
fn url(line: &str) -> Option<Url> {
    let whole = if line.contains("://") { line.to_owned() } else { format!("https://{line}") };
    let url = Url::parse(&whole).ok()?;
    let may_be_a_host = url.host_str().is_some_and(|host| host.contains(['.', ':']));
    (matches!(url.scheme(), "https" | "http") && may_be_a_host).then(|| normalise(&url))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::site::options::Options;

    #[test]
    fn a_list_has_a_url_on_each_line() {
        let text = "# pages\n\nhttps://example.org/a#top\r\nexample.org/b\n";
        let gathered = list("pages.txt", text.as_bytes()).unwrap();
        let names: Vec<&str> = gathered.pages.iter().map(|page| page.name.as_str()).collect();
        assert_eq!(names, ["https://example.org/a", "https://example.org/b"]);
    }

    #[test]
    fn a_bad_line_is_named() {
        let told = |text: &str| list("pages.txt", text.as_bytes()).unwrap_err().to_string();
        assert!(told("example.org\nftp://x/\n").starts_with("pages.txt, line 2: `ftp://x/`"));
        assert!(told("not a page").contains("line 1"));
        assert!(told("# nothing\n").contains("lists no URLs"));
    }

    #[test]
    fn a_sitemap_in_a_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.xml");
        let entry = |path| format!("<url><loc>https://example.org/{path}</loc></url>");
        let text = format!("<urlset>{}{}</urlset>", entry("a"), entry("b"));
        std::fs::write(&path, text).unwrap();
        assert!(is_sitemap(&path).unwrap());
        let limits = Limits::of(&Options::default()).unwrap();
        let gathered = sitemap_file(&path, &limits, 1).unwrap();
        assert_eq!((gathered.pages.len(), gathered.listed.len()), (1, 2));
        assert_eq!(gathered.notes, ["1 listed page is left out by --max-pages 1"]);
        std::fs::write(&path, "<!doctype html><p>x").unwrap();
        assert!(
            sitemap_file(&path, &limits, 1).unwrap_err().to_string().contains("is an HTML page")
        );
    }
}
