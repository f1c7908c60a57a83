//! What a request was for: a page by its path, or something beside the pages.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;

use crate::cli::logs::limits::PAGE_BYTES;

/// Bytes of an address in a sitemap: a path, and a host in front of it.
pub(super) const TARGET_BYTES: usize = 2 * PAGE_BYTES;

/// What a path is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// A page.
    Page,
    /// `/robots.txt`.
    Robots,
    /// `llms.txt`, or `llms-full.txt`.
    Llms,
    /// A sitemap.
    Sitemap,
    /// A style sheet, a script, an image, a font or a film.
    Asset,
}

/// Endings of what pages load.
const ASSETS: [&str; 31] = [
    "avif",
    "bmp",
    "css",
    "eot",
    "gif",
    "ico",
    "jpeg",
    "jpg",
    "js",
    "map",
    "mjs",
    "mov",
    "mp3",
    "mp4",
    "ogg",
    "otf",
    "png",
    "svg",
    "tif",
    "tiff",
    "ttf",
    "wasm",
    "wav",
    "webm",
    "webmanifest",
    "webp",
    "woff",
    "woff2",
    "m4a",
    "m4v",
    "weba",
];

/// Endings of sitemaps.
const SITEMAPS: [&str; 4] = [".xml", ".xml.gz", ".txt", ".txt.gz"];

impl Kind {
    /// The kind of that path.
    pub(super) fn of(path: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or_default();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        if path.eq_ignore_ascii_case("/robots.txt") {
            Self::Robots
        } else if ["llms.txt", "llms-full.txt"].iter().any(|llms| name.eq_ignore_ascii_case(llms)) {
            Self::Llms
        } else if ASSETS.iter().any(|asset| ending.eq_ignore_ascii_case(asset)) {
            Self::Asset
        } else if is_sitemap(name) {
            Self::Sitemap
        } else {
            Self::Page
        }
    }
}

fn is_sitemap(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.contains("sitemap") && SITEMAPS.iter().any(|ending| name.ends_with(ending))
}

/// Why a target has no path that can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoPath {
    /// It isn't the target of a page.
    Senseless,
    /// It is too long.
    TooLong,
}

/// The path of a target, in one form for all ways to write it (RFC 3986, section 6.2.2): without
/// query, escapes in upper case and those of unreserved characters decoded. All else that isn't
/// visible ASCII is escaped, so a path can be printed.
pub(super) fn path(target: &[u8]) -> Result<Cow<'_, str>, NoPath> {
    let (_, path) = parts(target);
    let end = memchr::memchr2(b'?', b'#', path).unwrap_or(path.len());
    let path = &path[..end];
    match path.first() {
        _ if path.len() > PAGE_BYTES => Err(NoPath::TooLong),
        Some(b'/') => Ok(normal(path)),
        // `https://www.example.org` means its first page.
        None if target.len() > end && end == 0 && target.contains(&b':') => Ok(Cow::Borrowed("/")),
        _ => Err(NoPath::Senseless),
    }
}

/// The host that a target names, if it is a URL.
pub(super) fn host(target: &[u8]) -> Option<&[u8]> {
    parts(target).0
}

/// Host and path of a target.
fn parts(target: &[u8]) -> (Option<&[u8]>, &[u8]) {
    let schemes = [&b"http://"[..], b"https://"];
    let bare = schemes.iter().find_map(|scheme| {
        let begin = target.get(..scheme.len())?;
        begin.eq_ignore_ascii_case(scheme).then(|| &target[scheme.len()..])
    });
    let Some(bare) = bare else { return (None, target) };
    let end = bare.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(bare.len());
    (Some(&bare[..end]), &bare[end..])
}

fn normal(path: &[u8]) -> Cow<'_, str> {
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && *byte != b'%';
    if path.iter().all(is_plain) {
        return String::from_utf8_lossy(path);
    }
    let mut text = String::with_capacity(path.len() + 16);
    let mut rest = path;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match (first, escaped(after)) {
            (b'%', Some(byte)) => {
                push(&mut text, byte, is_unreserved(byte));
                rest = after.get(2..).unwrap_or_default();
            }
            _ => push(&mut text, *first, first.is_ascii_graphic() && *first != b'%'),
        }
    }
    Cow::Owned(text)
}

fn push(text: &mut String, byte: u8, as_it_is: bool) {
    if as_it_is {
        text.push(char::from(byte));
    } else {
        let _infallible = write!(text, "%{byte:02X}");
    }
}

/// The byte of two hexadecimal digits.
fn escaped(digits: &[u8]) -> Option<u8> {
    let digits = digits.get(..2).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// A host without its port, in lower case, of visible ASCII.
pub(super) fn bare_host(host: &[u8]) -> String {
    let text = String::from_utf8_lossy(host).trim().to_ascii_lowercase();
    let end = match text.rfind(']') {
        Some(bracket) => bracket + 1,
        None => text.find(':').unwrap_or(text.len()),
    };
    let bare = text.get(..end).unwrap_or_default().trim_end_matches('.');
    bare.chars().map(|char| if char.is_ascii_graphic() { char } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_path_has_one_form() {
        for (target, expected) in [
            ("/", "/"),
            ("/a/b?c=d#e", "/a/b"),
            ("/a%7eb%2fc%c3%a9", "/a~b%2Fc%C3%A9"),
            ("/é", "/%C3%A9"),
            ("/100%", "/100%25"),
            ("https://www.example.org/a?b", "/a"),
            ("HTTPS://www.example.org", "/"),
            ("https://www.example.org?a", "/"),
            ("/a\u{1b}[31m\n", "/a%1B[31m%0A"),
        ] {
            assert_eq!(path(target.as_bytes()).as_deref(), Ok(expected), "{target}");
        }
        for target in ["", "-", "*", "www.example.org:443", "\u{16}\u{3}"] {
            assert_eq!(path(target.as_bytes()), Err(NoPath::Senseless), "{target}");
        }
        assert_eq!(path(&[b'/'; PAGE_BYTES + 1]), Err(NoPath::TooLong));
    }

    #[test]
    fn what_is_no_page_is_known_by_its_name() {
        for (path, expected) in [
            ("/robots.txt", Kind::Robots),
            ("/a/robots.txt", Kind::Page),
            ("/llms.txt", Kind::Llms),
            ("/docs/llms-full.txt", Kind::Llms),
            ("/sitemap.xml", Kind::Sitemap),
            ("/post-sitemap2.xml.gz", Kind::Sitemap),
            ("/sitemaps-explained", Kind::Page),
            ("/main.CSS", Kind::Asset),
            ("/guide.html", Kind::Page),
            ("/", Kind::Page),
        ] {
            assert_eq!(Kind::of(path), expected, "{path}");
        }
    }

    #[test]
    fn hosts_are_compared_without_ports() {
        for (host, expected) in [
            ("WWW.Example.org:443", "www.example.org"),
            ("[2001:db8::1]:443", "[2001:db8::1]"),
            ("example.org.", "example.org"),
            ("a\u{1b}b", "a?b"),
        ] {
            assert_eq!(bare_host(host.as_bytes()), expected);
        }
    }

    proptest! {
        #[test]
        fn a_path_is_visible_ascii_and_stays_as_it_is(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let target = [b"/", bytes.as_slice()].concat();
            let once = path(&target).unwrap().into_owned();
            prop_assert!(once.bytes().all(|byte| byte.is_ascii_graphic()));
            let again = path(once.as_bytes()).unwrap();
            prop_assert_eq!(&*again, once.as_str());
        }
    }
}
