//! Where the body of an answer ends (RFC 9112 sections 6 and 7).

use http::StatusCode;
use http::header::{CONTENT_LENGTH, HeaderMap, TRANSFER_ENCODING};

use super::head::Head;
use crate::fetch::failure::RequestError;

/// The longest line that gives a chunk's size, in bytes; its extensions say nothing to us.
const MAX_SIZE_LINE: usize = 16 * 1024;

/// What is left of a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Framing {
    /// So many bytes; none left is the end.
    Length(u64),
    Chunked(Chunks),
    /// All that comes.
    UntilClose,
}

/// Where in a chunked body.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Chunks {
    /// In the line that gives a size, of which so many bytes came.
    Size { line: usize, size: Option<u64>, is_size_over: bool },
    /// In a chunk of which so many bytes are to come.
    Data(u64),
    /// Between a chunk and the next size.
    Gap,
    /// The last chunk was announced. Trailers tell nothing that is needed.
    Over,
}

/// Before a chunk's size.
const NEXT: Chunks = Chunks::Size { line: 0, size: None, is_size_over: false };

impl Framing {
    /// What the header declares.
    ///
    /// # Errors
    /// The body's transfer coding is none that is read, or its length is declared in two ways.
    pub(super) fn of(head: &Head) -> Result<Self, RequestError> {
        if matches!(head.status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED) {
            return Ok(Self::Length(0));
        }
        if is_chunked(&head.headers)? {
            return Ok(Self::Chunked(NEXT));
        }
        Ok(length(&head.headers)?.map_or(Self::UntilClose, Self::Length))
    }

    /// Whether nothing more belongs to the body.
    pub(super) fn is_over(&self) -> bool {
        matches!(self, Self::Length(0) | Self::Chunked(Chunks::Over))
    }

    /// Takes the next bytes, and moves those that belong to the body itself to their front; says
    /// how many these are.
    ///
    /// # Errors
    /// They are no chunks where chunks were declared.
    pub(super) fn strip(&mut self, bytes: &mut [u8]) -> Result<usize, RequestError> {
        match self {
            Self::UntilClose => Ok(bytes.len()),
            Self::Length(left) => {
                let taken = least(*left, bytes.len());
                *left -= taken as u64;
                Ok(taken)
            }
            Self::Chunked(chunks) => chunks.strip(bytes),
        }
    }

    /// Whether the body may end here, with the connection.
    ///
    /// # Errors
    /// More of it was declared.
    pub(super) fn end(&self) -> Result<(), RequestError> {
        if self.is_over() || *self == Self::UntilClose { Ok(()) } else { Err(RequestError::Broken) }
    }
}

impl Chunks {
    fn strip(&mut self, bytes: &mut [u8]) -> Result<usize, RequestError> {
        let (mut kept, mut at) = (0, 0);
        while at < bytes.len() && *self != Self::Over {
            if let Self::Data(left) = self {
                let taken = least(*left, bytes.len() - at);
                bytes.copy_within(at..at + taken, kept);
                (kept, at) = (kept + taken, at + taken);
                *left -= taken as u64;
                if *left == 0 {
                    *self = Self::Gap;
                }
            } else {
                self.step(bytes[at])?;
                at += 1;
            }
        }
        Ok(kept)
    }

    /// Takes one byte of what stands around the chunks.
    fn step(&mut self, byte: u8) -> Result<(), RequestError> {
        match (&mut *self, byte) {
            (Self::Gap, b'\r') => {}
            (Self::Gap, b'\n') => *self = NEXT,
            (Self::Size { size: Some(0), .. }, b'\n') => *self = Self::Over,
            (Self::Size { size: Some(size), .. }, b'\n') => *self = Self::Data(*size),
            (Self::Size { line, size, is_size_over }, byte) if *line < MAX_SIZE_LINE => {
                *line += 1;
                match char::from(byte).to_digit(16) {
                    Some(digit) if !*is_size_over => {
                        let more = size.unwrap_or(0).checked_mul(16);
                        *size = Some(more.ok_or(RequestError::NotHttp)? + u64::from(digit));
                    }
                    // What follows a size is an extension, whatever it says.
                    _ if size.is_some() => *is_size_over = true,
                    _ => return Err(RequestError::NotHttp),
                }
            }
            _ => return Err(RequestError::NotHttp),
        }
        Ok(())
    }
}

fn least(left: u64, here: usize) -> usize {
    usize::try_from(left).unwrap_or(usize::MAX).min(here)
}

fn is_chunked(headers: &HeaderMap) -> Result<bool, RequestError> {
    let mut chunked = false;
    for value in headers.get_all(TRANSFER_ENCODING) {
        for coding in value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii) {
            match coding.to_ascii_lowercase().as_slice() {
                b"" | b"identity" => {}
                b"chunked" if !chunked => chunked = true,
                _ => return Err(RequestError::Coding),
            }
        }
    }
    Ok(chunked)
}

/// The length that is declared; one that is no number is passed over.
fn length(headers: &HeaderMap) -> Result<Option<u64>, RequestError> {
    let values = headers.get_all(CONTENT_LENGTH).iter().filter_map(|value| value.to_str().ok());
    let numbers = values.flat_map(|value| value.split(',')).map(str::trim);
    let digits = numbers.filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let mut length = None;
    for number in digits.filter_map(|number| number.parse().ok()) {
        if length.is_some_and(|length| length != number) {
            return Err(RequestError::NotHttp);
        }
        length = Some(number);
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use http::header::{HeaderName, HeaderValue};
    use proptest::prelude::*;

    use super::*;

    fn framing(status: u16, fields: &[(&str, &str)]) -> Result<Framing, RequestError> {
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            let name: HeaderName = name.parse().unwrap();
            headers.append(name, HeaderValue::from_str(value).unwrap());
        }
        Framing::of(&Head { status: StatusCode::from_u16(status).unwrap(), headers })
    }

    #[test]
    fn the_header_says_where_a_body_ends() {
        let (length, coding) = ("content-length", "transfer-encoding");
        for (fields, expected) in [
            (&[(length, "12")][..], Ok(Framing::Length(12))),
            (&[(length, "12, 12"), (length, "12")], Ok(Framing::Length(12))),
            (&[(length, "12"), (length, "13")], Err(RequestError::NotHttp)),
            (&[(length, "+12")], Ok(Framing::UntilClose)),
            (&[(length, "99999999999999999999")], Ok(Framing::UntilClose)),
            (&[(length, "")], Ok(Framing::UntilClose)),
            (&[(coding, "Chunked"), (length, "3")], Ok(Framing::Chunked(NEXT))),
            (&[(coding, "identity, chunked")], Ok(Framing::Chunked(NEXT))),
            (&[(coding, "gzip, chunked")], Err(RequestError::Coding)),
            (&[(coding, "chunked, chunked")], Err(RequestError::Coding)),
            (&[(coding, "identity")], Ok(Framing::UntilClose)),
            (&[], Ok(Framing::UntilClose)),
        ] {
            assert_eq!(framing(200, fields), expected, "{fields:?}");
        }
        assert_eq!(framing(204, &[(length, "12")]), Ok(Framing::Length(0)));
        assert_eq!(framing(304, &[]), Ok(Framing::Length(0)));
    }

    /// What a body is without its framing, and what is to be said when the connection ends there.
    fn strip(
        mut framing: Framing,
        bytes: &[u8],
        step: usize,
    ) -> Result<(Vec<u8>, Result<(), RequestError>), RequestError> {
        let mut body = Vec::new();
        for piece in bytes.chunks(step) {
            let mut piece = piece.to_vec();
            let kept = framing.strip(&mut piece)?;
            body.extend_from_slice(&piece[..kept]);
        }
        Ok((body, framing.end()))
    }

    #[test]
    fn chunks_are_joined_and_the_last_one_is_the_end() {
        for bytes in [
            &b"3\r\none\r\n4;a=\"b\"\r\n two\r\n0\r\n\r\nignored"[..],
            b"3\none\n4\n two\n0\n",
            b"00003 \r\none\r\n4\r\n two\r\n0;x\r\nA: trailer\x01\r\n",
        ] {
            for step in [1, 2, 5, 100] {
                let stripped = strip(Framing::Chunked(NEXT), bytes, step).unwrap();
                assert_eq!(stripped, (b"one two".to_vec(), Ok(())), "{}", bytes.escape_ascii());
            }
        }
    }

    #[test]
    fn what_is_no_chunk_is_no_http_and_what_breaks_off_is_broken() {
        for bytes in [&b"x\r\n"[..], b"-1\r\n", b"\r\n", b"3\r\nonetwo", b"11111111111111111\r\n"] {
            let stripped = strip(Framing::Chunked(NEXT), bytes, 2);
            assert_eq!(stripped, Err(RequestError::NotHttp), "{}", bytes.escape_ascii());
        }
        let endless = [&b"3;"[..], &b"x".repeat(MAX_SIZE_LINE)].concat();
        assert_eq!(strip(Framing::Chunked(NEXT), &endless, 100), Err(RequestError::NotHttp));
        for bytes in [&b""[..], b"3", b"3\r\non", b"3\r\none", b"3\r\none\r\n", b"3\r\none\r\n0\r"]
        {
            let (_, end) = strip(Framing::Chunked(NEXT), bytes, 2).unwrap();
            assert_eq!(end, Err(RequestError::Broken), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn a_length_counts_and_without_one_all_counts() {
        for step in [1, 3, 100] {
            let stripped = strip(Framing::Length(3), b"onetwo", step).unwrap();
            assert_eq!(stripped, (b"one".to_vec(), Ok(())));
            let stripped = strip(Framing::Length(7), b"onetwo", step).unwrap();
            assert_eq!(stripped, (b"onetwo".to_vec(), Err(RequestError::Broken)));
            let stripped = strip(Framing::UntilClose, b"onetwo", step).unwrap();
            assert_eq!(stripped, (b"onetwo".to_vec(), Ok(())));
        }
    }

    proptest! {
        #[test]
        fn any_split_of_chunks_gives_the_same(
            pieces in proptest::collection::vec("[a-z\r\n]{1,20}", 0..8),
            step in 1_usize..30,
        ) {
            let chunks = pieces.iter().map(|piece| format!("{:x}\r\n{piece}\r\n", piece.len()));
            let bytes = format!("{}0\r\n\r\n", chunks.collect::<String>());
            let stripped = strip(Framing::Chunked(NEXT), bytes.as_bytes(), step).unwrap();
            prop_assert_eq!(stripped, (pieces.concat().into_bytes(), Ok(())));
        }

        #[test]
        fn nothing_panics(bytes: Vec<u8>, step in 1_usize..30) {
            let _either_way = strip(Framing::Chunked(NEXT), &bytes, step);
        }
    }
}
