//! One form for every address, so that two spellings of one page are one page.

use sha2::{Digest, Sha256};
use url::Url;

/// The normal form of an address: scheme and host in lower case, default port and fragment
/// dropped, an empty path as `/`, escapes of unreserved characters decoded and all others in upper
/// case (RFC 3986, section 6.2.2). The query is kept as it is otherwise. Idempotent.
#[must_use]
pub fn normalise(url: &Url) -> Url {
    let mut normal = url.clone();
    normal.set_fragment(None);
    normal.set_path(&normal_escapes(url.path()));
    let query = url.query().map(normal_escapes);
    normal.set_query(query.as_deref());
    normal
}

/// Query parameters that only say where a visitor came from.
const TRACKING: [&str; 12] = [
    "_ga", "_gl", "fbclid", "gbraid", "gclid", "mc_cid", "mc_eid", "msclkid", "ref_src", "srsltid",
    "wbraid", "yclid",
];

/// The address without parameters that only say where a visitor came from.
pub(crate) fn without_tracking(page: &Url) -> Url {
    let mut bare = page.clone();
    let pairs = page.query().unwrap_or_default().split('&');
    let kept: Vec<&str> =
        pairs.filter(|pair| !pair.is_empty() && !is_tracking(name_of(pair))).collect();
    let query = kept.join("&");
    bare.set_query((!query.is_empty()).then_some(query.as_str()));
    bare
}

/// The first parameter of an address that only says where a visitor came from.
pub(crate) fn tracking_parameter(address: &Url) -> Option<&str> {
    let mut names = address.query()?.split('&').map(name_of);
    names.find(|name| is_tracking(name))
}

/// Whether a parameter with its value only says where a visitor came from.
pub(crate) fn is_tracking_pair(pair: &str) -> bool {
    is_tracking(name_of(pair))
}

fn name_of(pair: &str) -> &str {
    pair.split('=').next().unwrap_or_default()
}

fn is_tracking(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.starts_with("utm_") || TRACKING.contains(&name.as_str())
}

/// Whether an address ends as those of pictures do.
pub(crate) fn is_picture(address: &str) -> bool {
    const ENDINGS: [&str; 7] = ["jpg", "jpeg", "png", "gif", "webp", "avif", "svg"];
    let path = without_query(address);
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Whether an address is that of the page with one more parameter, as sites send browsers without
/// scripts.
pub(crate) fn only_adds_parameter(page: &Url, target: &Url) -> bool {
    let pairs = |url: &Url| url.query_pairs().into_owned().collect::<Vec<_>>();
    let (before, after) = (pairs(page), pairs(target));
    target.host() == page.host()
        && target.path() == page.path()
        && after.len() > before.len()
        && before.iter().all(|pair| after.contains(pair))
}

/// A part of an address with its escapes as the letters that they stand for.
pub(crate) fn percent_decoded(part: &str) -> String {
    let pair = format!("x={}", part.replace('+', "%2B").replace('&', "%26"));
    let pairs = url::form_urlencoded::parse(pair.as_bytes());
    pairs.map(|(_, value)| value.into_owned()).next().unwrap_or_default()
}

/// SHA-256 of the normal form, 64 lower-case hex characters.
#[must_use]
pub fn url_hash(url: &Url) -> String {
    hex_sha256(normalise(url).as_str().as_bytes())
}

/// SHA-256 of some bytes, 64 lower-case hex characters.
pub(crate) fn hex_sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as lower-case hex characters.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The part of the host that one owner registered, by the public suffix list: `example.co.uk` of
/// `www.example.co.uk`. None for an IP address or a bare suffix.
#[must_use]
pub fn registrable_domain(url: &Url) -> Option<String> {
    let host = url.domain()?.trim_end_matches('.');
    psl::domain_str(host).map(str::to_owned)
}

/// The last segment of a path that says something.
pub(crate) fn last_segment(url: &Url) -> Option<&str> {
    url.path_segments()?.rfind(|segment| !segment.is_empty())
}

/// A path as that of a folder, without the name of its start page.
pub(crate) fn folder(path: &str) -> String {
    match path.rsplit_once('/') {
        Some((folder, file)) if file.is_empty() || file.starts_with("index.") => {
            format!("{folder}/")
        }
        _ => format!("{path}/"),
    }
}

/// An address without its query and the place on the page that it leads to.
pub(crate) fn without_query(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or_default()
}

/// Whether a part of a path may be a year: four digits of this century or the last.
pub(crate) fn is_year(part: &str) -> bool {
    part.len() == 4
        && part.bytes().all(|byte| byte.is_ascii_digit())
        && (part.starts_with("19") || part.starts_with("20"))
}

/// Whether the host is one that states give to their authorities only: `cdc.gov`, `www.gov.uk`,
/// `go.jp`.
#[must_use]
pub fn is_authority(url: &Url) -> bool {
    const NAMES: [&str; 7] = ["gov", "gob", "gouv", "govt", "gub", "mil", "go"];
    let Some(host) = url.domain() else { return false };
    let mut labels = host.trim_end_matches('.').rsplit('.');
    let (top, second) = (labels.next().unwrap_or_default(), labels.next().unwrap_or_default());
    matches!(top, "gov" | "mil")
        || (top.len() == 2 && NAMES.contains(&second) && {
            // `go.it` may be anybody's; what stands under `go.jp` is not.
            second != "go" || labels.next().is_some()
        })
}

/// Decodes the escapes of unreserved characters until none is left (`%%37e` becomes `%7e`, and
/// that becomes `~`), and writes all others in upper case.
fn normal_escapes(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    for character in text.chars() {
        decoded.push(character);
        while let Some(byte) = unreserved_at_end(&decoded) {
            decoded.truncate(decoded.len() - "%7E".len());
            decoded.push(char::from(byte));
        }
    }
    with_upper_case_escapes(&decoded)
}

/// The unreserved character that the text ends in an escape of.
fn unreserved_at_end(text: &str) -> Option<u8> {
    let escape = text.get(text.len().checked_sub("%7E".len())?..)?;
    escape.strip_prefix('%').and_then(escaped_byte).filter(|byte| is_unreserved(*byte))
}

fn with_upper_case_escapes(text: &str) -> String {
    let mut upper = String::with_capacity(text.len());
    for (index, part) in text.split('%').enumerate() {
        if index > 0 {
            upper.push('%');
        }
        let digits = part.get(..2).filter(|digits| index > 0 && escaped_byte(digits).is_some());
        upper.push_str(&digits.unwrap_or_default().to_ascii_uppercase());
        upper.push_str(&part[digits.map_or(0, str::len)..]);
    }
    upper
}

fn escaped_byte(digits: &str) -> Option<u8> {
    // The parser alone would take `+f` for a number.
    let all_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    all_digits.then(|| u8::from_str_radix(digits, 16).ok()).flatten()
}

/// RFC 3986, section 2.3.
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn normal(text: &str) -> String {
        normalise(&Url::parse(text).unwrap()).to_string()
    }

    #[test]
    fn spellings_of_one_page_become_one() {
        for spelling in [
            "HTTPS://Example.COM:443/a%7eb?q=%c3%a4#top",
            "https://example.com/a~b?q=%C3%A4",
            "https://EXAMPLE.com/%61~b?q=%c3%A4",
            "https://example.com/%%36%31%7%%36%35b?q=%c%33%A4",
        ] {
            assert_eq!(normal(spelling), "https://example.com/a~b?q=%C3%A4");
        }
        assert_eq!(normal("https://example.com"), "https://example.com/");
    }

    #[test]
    fn what_means_something_stays() {
        assert_eq!(
            normal("https://example.com/a%2Fb?x=%26&y"),
            "https://example.com/a%2Fb?x=%26&y"
        );
        assert_eq!(normal("https://example.com/100%?"), "https://example.com/100%?");
        assert_eq!(normal("https://example.com/?a=%+f"), "https://example.com/?a=%+f");
        assert_eq!(normal("https://example.com/a/"), "https://example.com/a/");
    }

    #[test]
    fn the_owner_of_a_host_is_found_under_public_suffixes() {
        let domain = |text: &str| registrable_domain(&Url::parse(text).unwrap());
        assert_eq!(domain("https://www.example.co.uk/").as_deref(), Some("example.co.uk"));
        assert_eq!(domain("https://a.b.example.com./").as_deref(), Some("example.com"));
        assert_eq!(domain("https://192.0.2.1/"), None);
        assert_eq!(domain("https://co.uk/"), None);
    }

    proptest! {
        #[test]
        fn normalising_twice_is_normalising_once(path in "[a-zA-Z0-9%/.~ä-]{0,24}", query in "[a-z0-9%=&~]{0,16}") {
            let url = Url::parse(&format!("https://example.com/{path}?{query}")).unwrap();
            let once = normalise(&url);
            prop_assert_eq!(normalise(&once), once.clone());
            prop_assert_eq!(url_hash(&url), url_hash(&once));
        }
    }
}
