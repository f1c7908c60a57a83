//! From bytes to text.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::page::limits;

/// How far into a document a declared charset counts (HTML, section 13.2.3.2).
const PRESCAN_BYTES: usize = 1_024;

/// Decodes a body: byte order mark, then the charset of the `Content-Type`, then the one declared
/// in the document's first 1,024 bytes, then UTF-8. What cannot be decoded becomes U+FFFD.
/// Source: HTML, section 13.2.3; encodings that it does not list (UTF-7, UTF-32) fall to UTF-8.
pub(crate) fn decode<'a>(body: &'a [u8], content_type: Option<&str>) -> Cow<'a, str> {
    let body = &body[..body.len().min(limits::BODY_BYTES)];
    if let Some((encoding, mark)) = Encoding::for_bom(body) {
        return encoding.decode_without_bom_handling(&body[mark..]).0;
    }
    let encoding = content_type
        .and_then(|value| charset_in(value.as_bytes()))
        .or_else(|| declared(&body[..body.len().min(PRESCAN_BYTES)]))
        .unwrap_or(UTF_8);
    encoding.decode_without_bom_handling(body).0
}

/// The charset that a `<meta>` in these bytes declares.
fn declared(start: &[u8]) -> Option<&'static Encoding> {
    let lower = start.to_ascii_lowercase();
    let mut rest = &lower[..];
    while let Some(at) = find(rest, b"<") {
        rest = &rest[at..];
        if rest.starts_with(b"<!--") {
            rest = &rest[4 + find(&rest[4..], b"-->")?..];
        } else if rest.starts_with(b"<meta") {
            let end = find(rest, b">")?;
            if let Some(encoding) = charset_in(&rest[..end]) {
                // A document whose declaration could be read as ASCII is no UTF-16.
                let utf_16 = encoding == UTF_16LE || encoding == UTF_16BE;
                return Some(if utf_16 { UTF_8 } else { encoding });
            }
            rest = &rest[end..];
        } else {
            rest = &rest[1..];
        }
    }
    None
}

/// The encoding named after `charset=` in a header value or a tag.
fn charset_in(text: &[u8]) -> Option<&'static Encoding> {
    let lower = text.to_ascii_lowercase();
    let mut rest = &lower[..];
    while let Some(at) = find(rest, b"charset") {
        rest = rest[at + b"charset".len()..].trim_ascii_start();
        let Some(value) = rest.strip_prefix(b"=") else { continue };
        let value = value.trim_ascii_start();
        let value = value.strip_prefix(b"\"").or(value.strip_prefix(b"'")).unwrap_or(value);
        let ends = |byte: &u8| {
            matches!(byte, b'"' | b'\'' | b';' | b',' | b'>') || byte.is_ascii_whitespace()
        };
        let end = value.iter().position(ends).unwrap_or(value.len());
        if let Some(encoding) = Encoding::for_label(&value[..end]) {
            return Some(encoding);
        }
    }
    None
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_beats_the_header_and_the_header_beats_the_document() {
        assert_eq!(decode(b"\xEF\xBB\xBF\xC3\xA4", Some("text/html; charset=latin1")), "ä");
        assert_eq!(decode(b"\xFF\xFEa\0", None), "a");
        let declares_utf_8 = b"<meta charset=utf-8>\xE4";
        assert!(decode(declares_utf_8, Some("text/html; charset=\"ISO-8859-1\"")).ends_with('ä'));
    }

    #[test]
    fn both_forms_of_declaration_count_and_comments_do_not() {
        assert!(decode(b"<meta charset='windows-1252'>\xE4", None).ends_with('ä'));
        let old =
            b"<META http-equiv=Content-Type content=\"text/html; charset=Shift_JIS\">\x82\xA0";
        assert!(decode(old, None).ends_with('あ'));
        assert!(decode(b"<!-- <meta charset=latin1> -->\xC3\xA4", None).ends_with('ä'));
    }

    #[test]
    fn what_is_unknown_or_late_falls_to_utf_8() {
        assert!(decode("<meta charset=utf-7>ä".as_bytes(), None).ends_with('ä'));
        assert!(decode("<meta charset=utf-16>ä".as_bytes(), None).ends_with('ä'));
        let late = format!("{}<meta charset=latin1>ä", " ".repeat(PRESCAN_BYTES));
        assert!(decode(late.as_bytes(), None).ends_with('ä'));
        assert_eq!(decode(b"a\xFFb", None), "a\u{FFFD}b");
    }
}
