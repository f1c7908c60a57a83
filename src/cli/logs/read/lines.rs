//! Lines, without keeping more than one that is unfinished.

use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;

use memchr::memchr_iter;

use crate::cli::logs::limits::LINE_BYTES;

/// A line, without its line feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli::logs) enum Line<'a> {
    /// All of it.
    Whole(&'a [u8]),
    /// The beginning of one that is too long.
    TooLong(&'a [u8]),
}

/// Gives each line to `take`, until that breaks off. The last one needs no line feed. The same
/// lines come out, however many bytes the source gives at a time.
///
/// # Errors
/// Those of the source; the lines before them were given.
pub(in crate::cli::logs) fn each_line(
    source: &mut impl Read,
    buffer: usize,
    mut take: impl FnMut(Line<'_>) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut bytes = vec![0; buffer.max(LINE_BYTES + 1)];
    let mut kept = 0;
    let mut is_skipping = false;
    loop {
        let free = bytes.get_mut(kept..).unwrap_or_default();
        let read = match source.read(free) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read?,
        };
        let filled = kept + read;
        let mut begin = 0;
        for at in memchr_iter(b'\n', &bytes[kept..filled]) {
            let end = kept + at;
            // The beginning of one that is skipped was given already.
            if !std::mem::take(&mut is_skipping) && take(line(&bytes[begin..end])).is_break() {
                return Ok(());
            }
            begin = end + 1;
        }
        let rest = &bytes[begin..filled];
        if read == 0 {
            if !is_skipping && !rest.is_empty() {
                let _it_was_the_last = take(line(rest));
            }
            return Ok(());
        }
        if !is_skipping && rest.len() > LINE_BYTES {
            is_skipping = true;
            if take(line(rest)).is_break() {
                return Ok(());
            }
        }
        kept = if is_skipping { 0 } else { rest.len() };
        bytes.copy_within(begin..begin + kept, 0);
    }
}

fn line(bytes: &[u8]) -> Line<'_> {
    match bytes.get(..=LINE_BYTES) {
        Some(beginning) => Line::TooLong(beginning),
        None => Line::Whole(bytes.strip_suffix(b"\r").unwrap_or(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A source that gives so many bytes at a time, over and over.
    struct Pieces<'a>(&'a [u8], std::iter::Cycle<std::iter::Copied<std::slice::Iter<'a, usize>>>);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let size = self.1.next().unwrap_or(1).min(buffer.len()).min(self.0.len());
            let (now, later) = self.0.split_at(size);
            buffer[..size].copy_from_slice(now);
            self.0 = later;
            Ok(size)
        }
    }

    fn lines(text: &[u8], sizes: &[usize]) -> Vec<(bool, Vec<u8>)> {
        let mut lines = Vec::new();
        let mut source = Pieces(text, sizes.iter().copied().cycle());
        each_line(&mut source, 1, |line| {
            lines.push(match line {
                Line::Whole(line) => (true, line.to_vec()),
                Line::TooLong(line) => (false, line.to_vec()),
            });
            ControlFlow::Continue(())
        })
        .unwrap();
        lines
    }

    #[test]
    fn the_last_line_needs_no_end() {
        let whole = |text: &str| (true, text.as_bytes().to_vec());
        assert_eq!(lines(b"a\r\n\nb", &[1]), [whole("a"), whole(""), whole("b")]);
        assert_eq!(lines(b"a\n", &[9]), [whole("a")]);
        assert_eq!(lines(b"", &[9]), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_given_once() {
        let text = [&b"a\n"[..], &vec![b'x'; LINE_BYTES * 3], b"\nb\n"].concat();
        for size in [1_000, LINE_BYTES - 1, usize::MAX] {
            let lines = lines(&text, &[size]);
            assert_eq!(lines.iter().map(|line| line.0).collect::<Vec<_>>(), [true, false, true]);
            assert_eq!(lines[1].1.len(), LINE_BYTES + 1);
            assert_eq!(lines[2].1, b"b");
        }
        let longest = vec![b'x'; LINE_BYTES];
        assert_eq!(lines(&longest, &[7_777]), [(true, longest.clone())]);
    }

    proptest! {
        #[test]
        fn lines_are_the_same_however_the_bytes_come(
            parts in prop::collection::vec(("[ab\n\r]{0,9}", 0usize..3), 0..6),
            sizes in prop::collection::vec(1usize..90_000, 1..6),
        ) {
            let mut text = Vec::new();
            for (part, long) in parts {
                text.extend_from_slice(part.as_bytes());
                text.resize(text.len() + long * (LINE_BYTES / 2 + 1), b'x');
            }
            prop_assert_eq!(lines(&text, &sizes), lines(&text, &[usize::MAX]));
        }
    }
}
