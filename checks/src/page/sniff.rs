//! Whether a body is an HTML document, by what is said of it and by how it begins.

use crate::page::snapshot::Exchange;

/// How much of a body is looked at to tell its type.
const SNIFFED_BYTES: usize = 1024;

/// Elements that a document begins with, by the WHATWG MIME Sniffing Standard (7.1).
const OPENINGS: [&str; 17] = [
    "!doctype html",
    "html",
    "head",
    "script",
    "iframe",
    "h1",
    "div",
    "font",
    "table",
    "a",
    "style",
    "title",
    "b",
    "body",
    "br",
    "p",
    "!--",
];

/// Whether a body of unknown type begins like an HTML document; an XML declaration before it is
/// passed over.
pub(crate) fn is_html(body: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&body[..body.len().min(SNIFFED_BYTES)]).to_ascii_lowercase();
    let mut head = head.trim_start_matches('\u{feff}').trim_start();
    if head.starts_with("<?xml") {
        head = head.split_once("?>").map_or("", |(_, rest)| rest.trim_start());
        return head.starts_with("<!doctype html") || head.starts_with("<html");
    }
    let Some(tag) = head.strip_prefix('<') else { return false };
    OPENINGS.iter().any(|opening| {
        tag.strip_prefix(opening).is_some_and(|rest| {
            *opening == "!--" || rest.starts_with(|c: char| c.is_whitespace() || c == '>')
        })
    })
}

/// Whether a file is surely no text: a NUL outside UTF-16, or the mark of a PDF document.
pub(crate) fn is_binary(body: &[u8]) -> bool {
    let head = &body[..body.len().min(SNIFFED_BYTES)];
    let utf16 = head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF");
    head.starts_with(b"%PDF-") || (!utf16 && head.contains(&0))
}

/// Whether that answer calls itself HTML.
pub(crate) fn has_html_type(answer: &Exchange) -> bool {
    let value = answer.header("content-type").unwrap_or_default();
    let essence = value.split([';', ',']).next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(essence.as_str(), "text/html" | "application/xhtml+xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_told_by_how_it_begins() {
        for body in [
            "<!DOCTYPE html><title>x</title>",
            "\u{feff}\n  <HTML lang=en>",
            "<!-- a comment --><p>x",
            "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\">",
            "<div>fragment</div>",
        ] {
            assert!(is_html(body.as_bytes()), "{body}");
        }
        for body in [
            "",
            "{\"html\": \"<html>\"}",
            "%PDF-1.7",
            "<?xml version=\"1.0\"?><rss version=\"2.0\">",
            "<svg xmlns=\"http://www.w3.org/2000/svg\">",
            "<article-list>",
            "plain text",
        ] {
            assert!(!is_html(body.as_bytes()), "{body}");
        }
    }

    #[test]
    fn only_sure_binaries_are_refused_as_files() {
        assert!(is_binary(b"%PDF-1.7\n"));
        assert!(is_binary(b"\x89PNG\r\n\x1a\n\0\0"));
        assert!(!is_binary(b"Just text"));
        assert!(!is_binary(b"\xFF\xFE<\0h\0t\0m\0l\0"));
    }
}
