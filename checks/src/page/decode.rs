//! From bytes to text.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::page::limits;

/// How far into a document a declared charset counts before anything is guessed (HTML, section
/// 13.2.3.2).
const PRESCAN_BYTES: usize = 1_024;
/// How far a declaration that stands too late is looked for: browsers begin again from there.
const LATE_BYTES: usize = 256 * 1_024;
/// How much of a body the encoding is told by where nothing declares it.
const DETECTION_BYTES: usize = 256 * 1_024;

/// Decodes a body in the encoding that [`encoding_of`] finds. What cannot be decoded becomes U+FFFD.
pub(crate) fn decode<'a>(body: &'a [u8], content_type: Option<&str>) -> Cow<'a, str> {
    let body = &body[..body.len().min(limits::BODY_BYTES)];
    let (encoding, mark) = encoding_of(body, content_type);
    encoding.decode_without_bom_handling(&body[mark..]).0
}

/// The name of the encoding that a body is read in, as the Encoding Standard spells it.
#[must_use]
pub fn charset_of(body: &[u8], content_type: Option<&str>) -> &'static str {
    let body = &body[..body.len().min(limits::BODY_BYTES)];
    encoding_of(body, content_type).0.name()
}

/// The encoding of a body, and the bytes of its byte order mark: by that mark, then the charset of
/// the `Content-Type`, then the one declared in the document's first 1,024 bytes, then one declared
/// later in its head, then UTF-8 if it is valid, then what the bytes look like. UTF-8 that the
/// document declares to be something else is read as what it is: a header that is not at hand often
/// says so.
/// Source: HTML, sections 13.2.3 and 13.2.3.5; encodings that it does not list (UTF-7, UTF-32) are
/// as good as none.
pub(crate) fn encoding_of(body: &[u8], content_type: Option<&str>) -> (&'static Encoding, usize) {
    if let Some(marked) = Encoding::for_bom(body) {
        return marked;
    }
    let start = &body[..body.len().min(DETECTION_BYTES)];
    let in_document = || {
        declared(&body[..body.len().min(PRESCAN_BYTES)])
            .or_else(|| declared(&body[..body.len().min(LATE_BYTES)]))
            .map(|said| if said != UTF_8 && is_plainly_utf_8(start) { UTF_8 } else { said })
    };
    let encoding = content_type
        .and_then(|value| charset_in(value.as_bytes()))
        .or_else(in_document)
        .unwrap_or_else(|| detected(start));
    (encoding, 0)
}

/// Whether the document itself declares its charset, by a byte order mark or in its head.
pub(crate) fn declares_charset(body: &[u8]) -> bool {
    Encoding::for_bom(body).is_some() || declared(&body[..body.len().min(LATE_BYTES)]).is_some()
}

/// What bytes look like of which nothing is declared: UTF-8 if they may be, else the encoding that
/// Firefox would guess.
fn detected(body: &[u8]) -> &'static Encoding {
    if utf_8(body).is_some() {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(body, true);
    detector.guess(None, Utf8Detection::Allow)
}

/// Bytes as UTF-8, where they are; the last character may have been cut.
fn utf_8(body: &[u8]) -> Option<&str> {
    match std::str::from_utf8(body) {
        Ok(text) => Some(text),
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&body[..error.valid_up_to()]).ok()
        }
        Err(_) => None,
    }
}

/// Whether bytes are UTF-8, with so many characters beyond ASCII that those of no other encoding
/// would happen to be.
fn is_plainly_utf_8(body: &[u8]) -> bool {
    const CHARACTERS: usize = 10;
    let beyond_ascii =
        |text: &str| text.chars().filter(|char| !char.is_ascii()).take(CHARACTERS).count();
    utf_8(body).is_some_and(|text| beyond_ascii(text) == CHARACTERS)
}

/// The charset that a `<meta>` in these bytes declares, before the body begins and outside of
/// comments and scripts.
fn declared(start: &[u8]) -> Option<&'static Encoding> {
    let lower = start.to_ascii_lowercase();
    let mut rest = &lower[..];
    while let Some(at) = find(rest, b"<") {
        rest = &rest[at..];
        let raw = RAW.iter().find(|(opens, _)| rest.starts_with(opens));
        if let Some((opens, closes)) = raw {
            rest = &rest[opens.len()..];
            rest = &rest[find(rest, closes)?..];
        } else if rest.starts_with(b"<body") {
            return None;
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

/// What holds text and no elements, and where it ends.
const RAW: [(&[u8], &[u8]); 3] =
    [(b"<!--", b"-->"), (b"<script", b"</script"), (b"<style", b"</style")];

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
    fn a_late_declaration_counts_where_browsers_begin_again() {
        let late = |declaration: &str| {
            let filler = "<link rel=preload>".repeat(PRESCAN_BYTES / 10);
            let mut body = format!("<head>{filler}{declaration}<title>").into_bytes();
            body.push(0xE4);
            decode(&body, None).into_owned()
        };
        assert!(late("<meta charset=windows-1252>").ends_with('ä'));
        assert!(late("<meta charset=windows-1251>").ends_with('д'));
        assert!(late("<meta charset=utf-8>").ends_with('\u{FFFD}'));
        let other = "<script>'<meta charset=utf-8>'</script><style><meta charset=utf-8></style>";
        assert!(late(&format!("{other}<meta charset=windows-1251>")).ends_with('д'));
        assert!(!late("<body><meta charset=windows-1251>").ends_with('д'));
    }

    #[test]
    fn what_nothing_declares_is_told_by_its_bytes() {
        let text =
            "Der Tee wird heiß übergossen, die Blätter müssen drei Minuten ziehen. ".repeat(4);
        let latin: Vec<u8> = text.chars().map(|char| u8::try_from(char).unwrap()).collect();
        assert_eq!(decode(&latin, None), text);
        assert_eq!(decode(text.as_bytes(), None), text);
        assert_eq!(decode(text.as_bytes(), Some("text/html; charset=nonsense")), text);
        let (shift_jis, ..) =
            encoding_rs::SHIFT_JIS.encode("お湯を沸かしてから茶葉を急須に入れます。");
        assert!(decode(&shift_jis, None).starts_with("お湯"));
        let cut = [" ".repeat(DETECTION_BYTES - 1).as_bytes(), "ä".as_bytes()].concat();
        assert!(decode(&cut, None).ends_with('ä'));
    }

    #[test]
    fn utf_8_that_declares_another_charset_is_read_as_utf_8() {
        let text = "交通运输部：着力打造京津冀综合立体交通网络";
        let page = format!("<meta charset=gb2312><title>{text}");
        assert!(decode(page.as_bytes(), None).ends_with(text));
        let (gb, ..) = encoding_rs::GBK.encode(&page);
        assert!(decode(&gb, None).ends_with(text));
        // The bytes of this word in GBK are UTF-8, too.
        let (short, ..) = encoding_rs::GBK.encode("<meta charset=gb2312><title>联通");
        assert!(decode(&short, None).ends_with("联通"));
        // A header that is at hand counts.
        assert!(!decode(page.as_bytes(), Some("text/html; charset=gb2312")).ends_with(text));
    }

    #[test]
    fn what_is_unknown_falls_to_utf_8() {
        assert!(decode("<meta charset=utf-7>ä".as_bytes(), None).ends_with('ä'));
        assert!(decode("<meta charset=utf-16>ä".as_bytes(), None).ends_with('ä'));
        assert_eq!(decode(b"", None), "");
    }
}
