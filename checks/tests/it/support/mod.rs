//! What several tests of this crate read pages with.

use citable_checks::page::Page;
use citable_checks::page::snapshot::{Exchange, Snapshot};
use url::Url;

/// The page with that HTML, as if it had been fetched from that address with these header fields
/// beside its type.
pub(crate) fn read_page(url: &str, headers: &[(&str, &str)], html: &str) -> Page {
    Page::read(&snapshot(url, headers, html))
}

/// What a scan of that page would have fetched.
pub(crate) fn snapshot(url: &str, headers: &[(&str, &str)], html: &str) -> Snapshot {
    let url = Url::parse(url).unwrap();
    let kind = ("content-type", "text/html; charset=utf-8");
    let fields = std::iter::once(&kind).chain(headers);
    let headers = fields.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let answer = Exchange { url, status: 200, headers };
    Snapshot::of_answer(answer, html.as_bytes().to_vec(), 0)
}
