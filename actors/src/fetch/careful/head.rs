//! The header of an answer, read line by line.

use http::StatusCode;
use http::header::{HeaderMap, HeaderName, HeaderValue};

use crate::fetch::failure::RequestError;

/// Bytes of a header as it comes, for each byte of names and values that may be kept: room for
/// separators, and for lines that are passed over.
const RAW_PER_KEPT: usize = 2;

/// Status and header fields of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::fetch) struct Head {
    pub(in crate::fetch) status: StatusCode,
    pub(in crate::fetch) headers: HeaderMap,
}

/// Reads a header as its bytes come. What its fields say is left to others; a line that is none is
/// passed over, with the lines that continue it.
pub(super) struct HeadReader {
    /// The line that has not ended yet.
    line: Vec<u8>,
    status: Option<StatusCode>,
    /// The field that the next line may continue (RFC 9112 section 5.2).
    open: Option<(HeaderName, Vec<u8>)>,
    headers: HeaderMap,
    /// Bytes that may still come.
    left: usize,
}

impl HeadReader {
    /// For headers with that many bytes in names and values.
    pub(super) fn new(header_bytes: usize) -> Self {
        Self {
            line: Vec::new(),
            status: None,
            open: None,
            headers: HeaderMap::new(),
            left: header_bytes.saturating_mul(RAW_PER_KEPT),
        }
    }

    /// Takes the next bytes. Once the header is whole, it and how many of these bytes were its.
    ///
    /// # Errors
    /// It is larger than the limit, or begins with no status line.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Result<Option<(Head, usize)>, RequestError> {
        let mut taken = 0;
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            taken += piece.len();
            self.left = self.left.checked_sub(piece.len()).ok_or(RequestError::HeadersTooLarge)?;
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                let line = line.strip_suffix(b"\n").unwrap_or(&line);
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                if let Some(head) = self.take(line)? {
                    return Ok(Some((head, taken)));
                }
            }
        }
        Ok(None)
    }

    /// Takes a line without its end; the last one gives the header.
    fn take(&mut self, line: &[u8]) -> Result<Option<Head>, RequestError> {
        let Some(status) = self.status else {
            self.status = Some(status_of(line).ok_or(RequestError::NotHttp)?);
            return Ok(None);
        };
        if let [b' ' | b'\t', ..] = line {
            if let Some((_, value)) = &mut self.open {
                value.push(b' ');
                value.extend_from_slice(line.trim_ascii());
            }
            return Ok(None);
        }
        self.close_field()?;
        if !line.is_empty() {
            self.open = field(line);
            return Ok(None);
        }
        let headers = std::mem::take(&mut self.headers);
        if status.is_informational() {
            // The answer itself is still to come (RFC 9110 section 15.2).
            self.status = None;
            return Ok(None);
        }
        Ok(Some(Head { status, headers }))
    }

    /// Keeps the field that no further line continues, if its value is one.
    fn close_field(&mut self) -> Result<(), RequestError> {
        let Some((name, value)) = self.open.take() else { return Ok(()) };
        if let Ok(value) = HeaderValue::from_bytes(value.trim_ascii()) {
            self.headers.try_append(name, value).map_err(|_| RequestError::HeadersTooLarge)?;
        }
        Ok(())
    }
}

/// The status in a status line (RFC 9112 section 4), whatever reason follows it.
fn status_of(line: &[u8]) -> Option<StatusCode> {
    let mut parts = line.split(u8::is_ascii_whitespace).filter(|part| !part.is_empty());
    let version = parts.next()?;
    matches!(version, b"HTTP/1.1" | b"HTTP/1.0").then_some(())?;
    StatusCode::from_bytes(parts.next()?).ok()
}

/// The name and what follows it.
fn field(line: &[u8]) -> Option<(HeaderName, Vec<u8>)> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let name = HeaderName::from_bytes(&line[..colon]).ok()?;
    Some((name, line[colon + 1..].to_vec()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMIT: usize = 1000;

    fn read(bytes: &[u8], step: usize) -> Result<Option<(Head, usize)>, RequestError> {
        let mut reader = HeadReader::new(LIMIT);
        let mut before = 0;
        for piece in bytes.chunks(step) {
            if let Some((head, taken)) = reader.feed(piece)? {
                return Ok(Some((head, before + taken)));
            }
            before += piece.len();
        }
        Ok(None)
    }

    fn head(bytes: &[u8]) -> (u16, Vec<(String, Vec<u8>)>, usize) {
        let (head, taken) = read(bytes, 7).unwrap().unwrap();
        assert_eq!(read(bytes, 1).unwrap(), read(bytes, bytes.len()).unwrap());
        let fields = head.headers.iter();
        let fields = fields.map(|(name, value)| (name.to_string(), value.as_bytes().to_vec()));
        (head.status.as_u16(), fields.collect(), taken)
    }

    fn fields(lines: &[u8]) -> Vec<(String, Vec<u8>)> {
        let bytes = [b"HTTP/1.1 200 OK\r\n", lines, b"\r\n"].concat();
        head(&bytes).1
    }

    #[test]
    fn a_header_ends_at_its_empty_line() {
        let bytes = b"HTTP/1.1 404 Not  Found\r\nA: 1\r\na:  2 \r\n\r\nbody\r\n\r\n";
        let a = |value: &[u8]| ("a".to_owned(), value.to_vec());
        assert_eq!(head(bytes), (404, vec![a(b"1"), a(b"2")], bytes.len() - 8));
        assert_eq!(head(b"HTTP/1.0 200\nA:1\n\nbody"), (200, vec![a(b"1")], 18));
    }

    #[test]
    fn lines_that_cannot_be_read_are_passed_over_alone() {
        for line in [
            &b"X-Bad: a\x01b"[..],
            b"X-Bad: a\0b",
            b"X-Bad: a\rb",
            b"X-Bad: \x7f",
            b"X-Bad : a",
            b"X Bad: a",
            b"X-B\xe9d: a",
            b": a",
            b"no colon",
            b"X-Bad: a\r\n \x01 more",
            b"no colon\r\n A: but a continuation",
            b" A: a continuation of nothing",
        ] {
            let read = fields(&[line, b"\r\nContent-Type: text/html\r\n"].concat());
            let expected = [("content-type".to_owned(), b"text/html".to_vec())];
            assert_eq!(read, expected, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn folded_lines_and_other_encodings_are_read() {
        let folded = fields(b"A: one\r\n  two\t\r\n\tthree\r\nB:\r\n four\r\n");
        let expected = [("a", &b"one two three"[..]), ("b", b"four")];
        assert_eq!(folded, expected.map(|(name, value)| (name.to_owned(), value.to_vec())));
        assert_eq!(fields(b"A: caf\xe9\r\n"), [("a".to_owned(), b"caf\xe9".to_vec())]);
    }

    #[test]
    fn interim_answers_are_passed_over() {
        let bytes =
            b"HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 100\r\n\r\nHTTP/1.1 200\r\n\r\n";
        assert_eq!(head(bytes), (200, Vec::new(), bytes.len()));
    }

    #[test]
    fn what_begins_with_no_status_line_is_no_http() {
        for bytes in [&b"\r\n\r\n"[..], b"not http\r\n", b"HTTP/2 200\r\n", b"HTTP/1.1 2x0\r\n"] {
            assert_eq!(read(bytes, 3), Err(RequestError::NotHttp), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn a_header_without_an_end_is_given_up() {
        for line in [&b"A: b\r\n"[..], b"a", b"\0\r\n", b"A: b\r\n c\r\n"] {
            let bytes = [b"HTTP/1.1 200\r\n", line.repeat(2 * LIMIT).as_slice()].concat();
            let expected = Err(RequestError::HeadersTooLarge);
            assert_eq!(read(&bytes, 50), expected, "{}", line.escape_ascii());
        }
        let interim = b"HTTP/1.1 100\r\n\r\n".repeat(LIMIT);
        assert_eq!(read(&interim, 50), Err(RequestError::HeadersTooLarge));
    }

    proptest! {
        #[test]
        fn nothing_panics_and_no_split_matters(
            lines in proptest::collection::vec("[ -~\t\r\n\u{0}-\u{ff}]{0,12}", 0..12),
            step in 1_usize..20,
        ) {
            let bytes = format!("HTTP/1.1 200 OK\r\n{}\r\n\r\n", lines.join("\r\n"));
            prop_assert_eq!(read(bytes.as_bytes(), step), read(bytes.as_bytes(), bytes.len()));
        }
    }
}
