//! Undoing a content coding under a cap: nothing ever holds more than the cap and one step.

use std::io::{self, Write};

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::write::GzDecoder;
use http::HeaderMap;
use http::header::CONTENT_ENCODING;

use super::failure::RequestError;

/// Bytes that come out of the brotli decoder at a time.
const BROTLI_OUTPUT: usize = 64 * 1024;

/// How each member of a gzip file starts (RFC 1952 section 2.3.1).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The content coding of a body (RFC 9110 section 8.4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Identity,
    Gzip,
    Brotli,
}

impl Coding {
    /// The coding that the headers declare.
    ///
    /// # Errors
    /// It is none that was asked for, or more than one.
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, RequestError> {
        let mut coding = Self::Identity;
        for value in headers.get_all(CONTENT_ENCODING) {
            let value = value.to_str().map_err(|_| RequestError::Coding)?;
            for name in value.split(',').map(|name| name.trim().to_ascii_lowercase()) {
                let next = match name.as_str() {
                    "" | "identity" => continue,
                    "gzip" | "x-gzip" => Self::Gzip,
                    "br" => Self::Brotli,
                    _ => return Err(RequestError::Coding),
                };
                if coding != Self::Identity {
                    return Err(RequestError::Coding);
                }
                coding = next;
            }
        }
        Ok(coding)
    }
}

/// When a body is cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    /// Decoded bytes that are kept.
    pub(super) bytes: usize,
    /// Decoded bytes per encoded byte ...
    pub(super) ratio: usize,
    /// ... judged from that many decoded bytes on.
    pub(super) ratio_floor: usize,
}

/// The decoded bytes, up to a cap.
struct Sink {
    caps: Caps,
    encoded: usize,
    bytes: Vec<u8>,
    cut: bool,
}

impl Write for Sink {
    fn write(&mut self, decoded: &[u8]) -> io::Result<usize> {
        let taken = decoded.len().min(self.caps.bytes - self.bytes.len());
        self.bytes.extend_from_slice(&decoded[..taken]);
        let explodes = self.bytes.len() > self.caps.ratio_floor
            && self.bytes.len() > self.encoded.saturating_mul(self.caps.ratio);
        self.cut = self.cut || taken < decoded.len() || explodes;
        if self.cut { Err(io::Error::other("the cap is reached")) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A brotli stream with a window of at most 16 MiB (RFC 7932); the large-window extension, which no
/// browser accepts, could ask for a gigabyte.
struct Brotli {
    state: Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>>,
    output: Vec<u8>,
    ended: bool,
}

enum Engine {
    Identity(Sink),
    Gzip(Box<GzDecoder<Sink>>),
    Brotli(Box<Brotli>, Sink),
}

/// A decoder that is fed as bytes arrive.
pub(super) struct Decoder(Engine);

impl Decoder {
    pub(super) fn new(coding: Coding, caps: Caps) -> Self {
        let sink = Sink { caps, encoded: 0, bytes: Vec::new(), cut: false };
        Self(match coding {
            Coding::Identity => Engine::Identity(sink),
            Coding::Gzip => Engine::Gzip(Box::new(GzDecoder::new(sink))),
            Coding::Brotli => Engine::Brotli(Box::new(Brotli::new()), sink),
        })
    }

    /// Takes the next encoded bytes. Whether more are wanted: not so once the body is cut.
    ///
    /// # Errors
    /// The bytes are not of the coding.
    pub(super) fn feed(&mut self, encoded: &[u8]) -> Result<bool, RequestError> {
        self.sink_mut().encoded += encoded.len();
        let fed = match &mut self.0 {
            Engine::Identity(sink) => sink.write_all(encoded),
            Engine::Gzip(gzip) => feed_gzip(gzip, encoded),
            Engine::Brotli(brotli, sink) => brotli.feed(encoded, sink),
        };
        match fed {
            _ if self.sink_mut().cut => Ok(false),
            Ok(()) => Ok(true),
            Err(_) => Err(RequestError::Coding),
        }
    }

    /// The decoded bytes, and whether they were cut.
    ///
    /// # Errors
    /// The coded stream is damaged or broke off.
    pub(super) fn finish(mut self) -> Result<(Vec<u8>, bool), RequestError> {
        let sink = self.sink_mut();
        let whole = sink.cut || sink.encoded == 0 || self.end().is_ok();
        let sink = self.sink_mut();
        // What the decoder held back may be what crosses the cap.
        if whole || sink.cut {
            Ok((std::mem::take(&mut sink.bytes), sink.cut))
        } else {
            Err(RequestError::Coding)
        }
    }

    fn end(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Engine::Identity(_) => Ok(()),
            Engine::Gzip(gzip) => gzip.try_finish(),
            Engine::Brotli(brotli, _) if brotli.ended => Ok(()),
            Engine::Brotli(..) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn sink_mut(&mut self) -> &mut Sink {
        match &mut self.0 {
            Engine::Identity(sink) | Engine::Brotli(_, sink) => sink,
            Engine::Gzip(gzip) => gzip.get_mut(),
        }
    }
}

/// Feeds one member after the other (RFC 1952 section 2.2); what follows the last one is ignored,
/// as browsers do.
fn feed_gzip(gzip: &mut GzDecoder<Sink>, mut encoded: &[u8]) -> io::Result<()> {
    while !encoded.is_empty() {
        let taken = gzip.write(encoded)?;
        encoded = &encoded[taken..];
        if taken == 0 {
            gzip.try_finish()?;
            if !encoded.starts_with(&GZIP_MAGIC) {
                return Ok(());
            }
            next_member(gzip);
        }
    }
    Ok(())
}

/// Puts a fresh decoder before the same sink.
fn next_member(gzip: &mut GzDecoder<Sink>) {
    let sink = gzip.get_mut();
    let moved = Sink {
        caps: sink.caps,
        encoded: sink.encoded,
        bytes: std::mem::take(&mut sink.bytes),
        cut: sink.cut,
    };
    *gzip = GzDecoder::new(moved);
}

impl Brotli {
    fn new() -> Self {
        let state = BrotliState::new_strict(
            StandardAlloc::default(),
            StandardAlloc::default(),
            StandardAlloc::default(),
        );
        Self { state: Box::new(state), output: vec![0; BROTLI_OUTPUT], ended: false }
    }

    fn feed(&mut self, encoded: &[u8], sink: &mut Sink) -> io::Result<()> {
        let (mut left, mut offset, mut total) = (encoded.len(), 0, 0);
        while !self.ended {
            let (mut room, mut written) = (self.output.len(), 0);
            let result = BrotliDecompressStream(
                &mut left,
                &mut offset,
                encoded,
                &mut room,
                &mut written,
                &mut self.output,
                &mut total,
                &mut self.state,
            );
            sink.write_all(&self.output[..written])?;
            match result {
                BrotliResult::NeedsMoreOutput => {}
                BrotliResult::NeedsMoreInput => return Ok(()),
                BrotliResult::ResultSuccess => self.ended = true,
                BrotliResult::ResultFailure => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    const CAPS: Caps = Caps { bytes: 4096, ratio: 20, ratio_floor: 1000 };

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// Bytes that compress badly, so that the ratio does not matter.
    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1_u32;
        std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .take(length)
        .collect()
    }

    fn decode(
        coding: Coding,
        encoded: &[u8],
        step: usize,
    ) -> Result<(Vec<u8>, bool), RequestError> {
        let mut decoder = Decoder::new(coding, CAPS);
        for piece in encoded.chunks(step) {
            if !decoder.feed(piece)? {
                break;
            }
        }
        decoder.finish()
    }

    #[test]
    fn the_cap_itself_is_not_cut_and_one_byte_more_is() {
        for length in [0, 1, 4095, 4096, 4097, 9000] {
            let text = noise(length);
            let expected = (text[..length.min(4096)].to_vec(), length > 4096);
            for step in [1, 7, 100_000] {
                assert_eq!(decode(Coding::Identity, &text, step).unwrap(), expected, "{length}");
                assert_eq!(decode(Coding::Gzip, &gzip(&text), step).unwrap(), expected, "{length}");
            }
        }
    }

    #[test]
    fn a_bomb_is_cut_by_its_ratio() {
        let (text, cut) = decode(Coding::Gzip, &gzip(&vec![b'a'; 1_000_000]), 64).unwrap();
        assert!(cut && text.len() >= CAPS.ratio_floor && text.len() <= CAPS.bytes);
    }

    #[test]
    fn members_follow_one_another_and_what_follows_them_is_ignored() {
        let mut encoded = gzip(b"first ");
        encoded.extend(gzip(b"second"));
        encoded.extend_from_slice(b"\0\0padding");
        assert_eq!(
            decode(Coding::Gzip, &encoded, 1000).unwrap(),
            (b"first second".to_vec(), false)
        );
    }

    #[test]
    fn damage_and_broken_ends_are_errors() {
        let whole = gzip(&noise(500));
        let mut damaged = whole.clone();
        damaged[40] ^= 0xff;
        assert!(decode(Coding::Gzip, &damaged, 64).is_err());
        assert!(decode(Coding::Gzip, &whole[..whole.len() - 9], 64).is_err());
        assert!(decode(Coding::Gzip, b"<html>not packed", 64).is_err());
        assert!(decode(Coding::Brotli, b"<html>not packed", 64).is_err());
    }

    /// "hello\n" in brotli, from the decoder's own documentation.
    const BROTLI_HELLO: &[u8] = b"\x8f\x02\x80\x68\x65\x6c\x6c\x6f\x0a\x03";

    #[test]
    fn brotli_is_decoded_and_its_broken_end_is_an_error() {
        for step in [1, 3, 100] {
            let decoded = decode(Coding::Brotli, BROTLI_HELLO, step).unwrap();
            assert_eq!(decoded, (b"hello\n".to_vec(), false));
        }
        assert!(decode(Coding::Brotli, &BROTLI_HELLO[..6], 3).is_err());
        assert_eq!(decode(Coding::Brotli, b"", 3).unwrap(), (Vec::new(), false));
    }

    #[test]
    fn only_one_known_coding_is_taken() {
        let of = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CONTENT_ENCODING, value.parse().unwrap());
            }
            Coding::of(&headers)
        };
        assert_eq!(of(&[]), Ok(Coding::Identity));
        assert_eq!(of(&["identity"]), Ok(Coding::Identity));
        assert_eq!(of(&[" GZIP "]), Ok(Coding::Gzip));
        assert_eq!(of(&["br"]), Ok(Coding::Brotli));
        for values in [&["gzip, gzip"][..], &["gzip", "br"], &["deflate"], &["zstd"], &["\u{e9}"]] {
            assert_eq!(of(values), Err(RequestError::Coding), "{values:?}");
        }
    }
}
