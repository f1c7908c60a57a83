//! Lines of bounded length.

use std::io::{self, BufRead};

use super::limits::LINE_BYTES;

/// A line from standard input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// All of it.
    Whole(Vec<u8>),
    /// It was too long, and was skipped.
    TooLong,
}

/// The next line, without keeping more than the limit; none at the end. A last line needs no end.
pub(super) fn next(source: &mut impl BufRead) -> io::Result<Option<Line>> {
    bounded(source, LINE_BYTES)
}

fn bounded(source: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    let (mut line, mut is_too_long, mut has_begun) = (Vec::new(), false, false);
    loop {
        let bytes = match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() && !has_begun {
            return Ok(None);
        }
        has_begun = true;
        let end = memchr::memchr(b'\n', bytes);
        let part = bytes.get(..end.unwrap_or(bytes.len())).unwrap_or_default();
        is_too_long |= line.len() + part.len() > limit;
        if is_too_long {
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        let (taken, is_at_end) = (part.len() + usize::from(end.is_some()), bytes.is_empty());
        source.consume(taken);
        if end.is_some() || is_at_end {
            return Ok(Some(if is_too_long { Line::TooLong } else { Line::Whole(line) }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped_whole() {
        for capacity in [1, 3, 100] {
            let text = &b"ab\n\nabcd\nabcde\nc"[..];
            let mut source = io::BufReader::with_capacity(capacity, text);
            let whole = |text: &str| Some(Line::Whole(text.as_bytes().to_vec()));
            let mut next = || bounded(&mut source, 4).unwrap();
            assert_eq!([next(), next(), next()], [whole("ab"), whole(""), whole("abcd")]);
            assert_eq!([next(), next(), next()], [Some(Line::TooLong), whole("c"), None]);
        }
    }
}
