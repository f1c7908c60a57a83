//! Which form of a document the caller asks for (RFC 9110 section 12.5.1).

use hyper::header::{ACCEPT, HeaderMap};

/// The media type of Markdown, without parameters.
const MARKDOWN: &str = "text/markdown";
/// That of HTML.
const HTML: &str = "text/html";
/// That of JSON.
const JSON: &str = "application/json";

/// Whether Markdown is what the caller wants most: it is named, nothing is wanted more, and JSON
/// is not named as an equal.
pub(crate) fn prefers_markdown(headers: &HeaderMap) -> bool {
    prefers(headers, MARKDOWN)
}

/// The same of HTML: browsers name it, programs don't.
pub(crate) fn prefers_html(headers: &HeaderMap) -> bool {
    prefers(headers, HTML)
}

fn prefers(headers: &HeaderMap, media: &str) -> bool {
    let fields = headers.get_all(ACCEPT).into_iter().filter_map(|field| field.to_str().ok());
    let ranges: Vec<(&str, u16)> =
        fields.flat_map(|field| field.split(',')).filter_map(range).collect();
    let wanted = |name: &str| {
        let named = ranges.iter().filter(|(range, _)| range.eq_ignore_ascii_case(name));
        named.map(|(_, quality)| *quality).max()
    };
    let most = ranges.iter().map(|(_, quality)| *quality).max();
    wanted(media).is_some_and(|quality| quality > 0)
        && wanted(media) == most
        && wanted(JSON) != most
}

/// A media range and its quality in thousandths; none where it cannot be read.
fn range(text: &str) -> Option<(&str, u16)> {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next()?;
    let quality = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
    let quality = match quality {
        None => 1_000,
        Some(text) => thousandths(text)?,
    };
    Some((name, quality))
}

/// A quality value: at most three digits after the point, at most 1.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, digits) = text.split_once('.').unwrap_or((text, ""));
    let whole: u16 = whole.parse().ok().filter(|whole| *whole <= 1)?;
    if digits.len() > 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let fraction: u16 = format!("{digits:0<3}").parse().ok()?;
    Some(whole * 1_000 + fraction).filter(|quality| *quality <= 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_sent_where_nothing_is_wanted_more() {
        for (accept, expected) in [
            ("text/markdown", true),
            ("Text/Markdown; charset=utf-8", true),
            ("text/markdown, text/html, */*", true),
            ("text/markdown;q=0.9, */*;q=0.8", true),
            ("*/*;q=0.1, text/markdown;q=0.100", true),
            ("application/json, text/markdown", false),
            ("application/json, text/markdown;q=0.9", false),
            ("text/html, text/markdown;q=0.9", false),
            ("text/markdown;q=0", false),
            ("text/markdown;q=1.001", false),
            ("text/markdown;q=a", false),
            ("text/*", false),
            ("*/*", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT, accept.parse().unwrap())]);
            assert_eq!(prefers_markdown(&headers), expected, "{accept}");
        }
        assert!(!prefers_markdown(&HeaderMap::new()));
    }

    #[test]
    fn browsers_get_pages_and_programs_do_not() {
        let asks = |accept: &'static str| {
            prefers_html(&HeaderMap::from_iter([(ACCEPT, accept.parse().unwrap())]))
        };
        assert!(asks("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"));
        for accept in ["*/*", "application/json, text/html;q=0.9", "application/json", ""] {
            assert!(!asks(accept), "{accept}");
        }
    }
}
