//! Addresses as they are compared.

use url::Url;

use crate::hash::Hash64;
use crate::url::{normalise, without_tracking};

/// Names of files that servers show for a folder.
const INDEX_FILES: [&str; 5] =
    ["index.html", "index.htm", "index.php", "default.aspx", "default.htm"];
/// Ends of pages that many servers let be left out.
const PAGE_ENDS: [&str; 3] = [".html", ".htm", ".xhtml"];
/// Ends of names of pages.
const PAGE_FILES: [&str; 12] =
    ["html", "htm", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "jsf", "cfm", "cgi", "md"];
/// The most characters of the end of a file's name.
const FILE_END: usize = 5;
/// Parameters that say which part of a list is shown.
const PAGING: [&str; 8] = ["page", "paged", "pg", "p", "start", "offset", "pagenumber", "seite"];
/// Segments of a path before the number of a page.
const PAGING_SEGMENTS: [&str; 3] = ["page", "seite", "pagina"];

/// The two forms of an address that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Address {
    /// The normal form.
    pub(super) exact: Hash64,
    /// What is left where the ways don't count in which servers let addresses of one page differ.
    pub(super) loose: Hash64,
}

impl Address {
    pub(super) fn of(url: &Url) -> Self {
        let normal = normalise(url);
        Self { exact: Hash64::of(normal.as_str()), loose: Hash64::of(&loose(&normal)) }
    }

    /// The form of an address by which pages of one list are one: without the number of the page.
    pub(super) fn unpaged(url: &Url) -> Hash64 {
        let normal = normalise(url);
        Hash64::of(&loose(&without_paging(&normal).unwrap_or(normal)))
    }
}

/// The key that links are known by.
pub(super) fn link_key(url: &Url) -> Hash64 {
    Hash64::of(&loose(&normalise(url)))
}

/// What is left of an address in normal form when protocol, `www`, letter case, a slash at the end,
/// the name of an index file, `.html`, tracking parameters and session IDs do not count.
fn loose(normal: &Url) -> String {
    let host = normal.host_str().unwrap_or_default().trim_end_matches('.');
    let host = host.strip_prefix("www.").unwrap_or(host);
    let port = normal.port().map(|port| format!(":{port}")).unwrap_or_default();
    let path = normal.path().to_lowercase();
    let path = path.split(";jsessionid=").next().unwrap_or_default();
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let file = match INDEX_FILES.contains(&file) {
        true => "",
        false => PAGE_ENDS.iter().find_map(|end| file.strip_suffix(end)).unwrap_or(file),
    };
    let path = format!("{folder}/{file}");
    let path: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let mut loose = format!("{host}{port}/{}", path.join("/"));
    // Most addresses have no query.
    if normal.query().is_some()
        && let Some(query) = without_tracking(normal).query()
    {
        loose.push('?');
        loose.push_str(query);
    }
    loose
}

/// The address of the list that an address names a further part of.
fn without_paging(url: &Url) -> Option<Url> {
    let mut first = url.clone();
    let pairs = url.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
    let (paging, kept): (Vec<&str>, Vec<&str>) = pairs.partition(|pair| is_paging_pair(pair));
    let query = kept.join("&");
    first.set_query((!query.is_empty()).then_some(query.as_str()));
    let segments: Vec<&str> = url.path().split('/').filter(|part| !part.is_empty()).collect();
    let of_path = match segments.as_slice() {
        [rest @ .., word, number] if is_number(number) && is_paging_segment(word) => Some(rest),
        _ => None,
    };
    if let Some(rest) = of_path {
        first.set_path(&rest.join("/"));
    }
    (!paging.is_empty() || of_path.is_some()).then_some(first)
}

/// Whether an address names a further part of a list.
pub(super) fn is_paging(url: &Url) -> bool {
    without_paging(url).is_some()
}

fn is_paging_pair(pair: &str) -> bool {
    pair.split_once('=').is_some_and(|(name, value)| {
        PAGING.iter().any(|known| name.eq_ignore_ascii_case(known)) && is_number(value)
    })
}

fn is_paging_segment(segment: &str) -> bool {
    PAGING_SEGMENTS.iter().any(|known| segment.eq_ignore_ascii_case(known))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() <= FILE_END && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether an address is surely one of a page: without a query that says more than which part of a
/// list is shown, and without the name of a file that is none of a page.
pub(super) fn is_of_page(url: &Url) -> bool {
    let has_query = || {
        let bare = without_tracking(url);
        without_paging(&bare).unwrap_or(bare).query().is_some()
    };
    !is_file(url.path()) && (url.query().is_none() || !has_query())
}

fn is_file(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    let Some((_, end)) = last.rsplit_once('.') else { return false };
    let is_end = (1..=FILE_END).contains(&end.len())
        && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && end.bytes().any(|byte| byte.is_ascii_alphabetic());
    is_end && !PAGE_FILES.iter().any(|page| end.eq_ignore_ascii_case(page))
}

/// The first segment of a path where another one follows; empty at the top.
pub(super) fn section(url: &Url) -> String {
    let mut segments = url.path().split('/').filter(|part| !part.is_empty());
    let first = segments.next().unwrap_or_default();
    let is_folder = segments.next().is_some();
    if is_folder { first.to_owned() } else { String::new() }
}

/// Whether two addresses are of one host, with or without `www`.
pub(super) fn is_same_host(one: &Url, other: &Url) -> bool {
    let host = |url: &Url| {
        let host = url.host_str().unwrap_or_default().trim_end_matches('.').to_owned();
        (host.strip_prefix("www.").unwrap_or(&host).to_owned(), url.port())
    };
    host(one) == host(other)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn spellings_of_one_page_have_one_key() {
        let key = link_key(&url("https://example.com/guide/tea"));
        for spelling in [
            "http://www.example.com/guide/tea/",
            "https://EXAMPLE.com/Guide/Tea.html#top",
            "https://example.com//guide/tea/index.html?utm_source=x",
            "https://example.com/guide/t%65a;jsessionid=1A",
            "https://example.com:443/guide/tea?gclid=1",
        ] {
            assert_eq!(link_key(&url(spelling)), key, "{spelling}");
        }
        for other in [
            "https://example.com/guide",
            "https://example.com/guide/tea?cup=1",
            "https://example.org/guide/tea",
            "https://example.com:8443/guide/tea",
        ] {
            assert_ne!(link_key(&url(other)), key, "{other}");
        }
        assert_eq!(
            link_key(&url("https://münchen.example/%c3%a4")),
            link_key(&url("https://xn--mnchen-3ya.example/ä"))
        );
    }

    #[test]
    fn pages_of_a_list_are_one() {
        let list = Address::unpaged(&url("https://example.com/blog"));
        for part in ["/blog/page/2", "/blog/page/3/", "/blog?page=2", "/blog/?paged=12"] {
            let part = url(&format!("https://example.com{part}"));
            assert_eq!(Address::unpaged(&part), list, "{part}");
            assert!(is_paging(&part));
        }
        for other in ["/blog/2", "/blog?page=tea", "/page/tea", "/blog/2026/11"] {
            assert!(!is_paging(&url(&format!("https://example.com{other}"))), "{other}");
        }
    }

    #[test]
    fn files_and_searches_need_not_be_pages() {
        for page in ["/", "/a", "/a.html", "/a/b/", "/v1.2", "/a?page=2", "/a?utm_source=x"] {
            assert!(is_of_page(&url(&format!("https://example.com{page}"))), "{page}");
        }
        for other in ["/a.pdf", "/feed.xml", "/a?sort=up", "/a.tar.gz"] {
            assert!(!is_of_page(&url(&format!("https://example.com{other}"))), "{other}");
        }
    }

    #[test]
    fn sections_are_first_segments_that_hold_pages() {
        let of = |path: &str| section(&url(&format!("https://example.com{path}")));
        assert_eq!(["/", "/a", "/blog/a", "/blog/a/b"].map(of), ["", "", "blog", "blog"]);
    }

    proptest! {
        #[test]
        fn a_spelling_never_changes_the_exact_form_into_another_page(path in "[a-zA-Z0-9%/.;=-]{0,24}") {
            let plain = url(&format!("https://example.com/{path}"));
            let secured = url(&format!("http://www.example.com/{path}"));
            prop_assert_eq!(Address::of(&plain).loose, Address::of(&secured).loose);
            prop_assert_eq!(Address::of(&plain), Address::of(&normalise(&plain)));
        }
    }
}
