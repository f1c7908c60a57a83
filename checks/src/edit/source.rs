//! A document as its bytes and as its text.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::edits::Edits;
use super::locate::locate;
use super::refusal::Refusal;
use crate::page::decode::{declares_charset, decode, encoding_of};
use crate::page::limits;

/// A document at hand: its bytes, the encoding that they are in, and its text.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    bytes: &'a [u8],
    content_type: Option<&'a str>,
    encoding: &'static Encoding,
    /// Bytes of the byte order mark.
    mark: usize,
    text: Cow<'a, str>,
}

impl<'a> Source<'a> {
    /// The document of those bytes, decoded as a page of that `Content-Type` is.
    #[must_use]
    pub fn new(bytes: &'a [u8], content_type: Option<&'a str>) -> Self {
        let read = &bytes[..bytes.len().min(limits::BODY_BYTES)];
        let (encoding, mark) = encoding_of(read, content_type);
        Self { bytes, content_type, encoding, mark, text: decode(bytes, content_type) }
    }

    /// Its text. Line breaks stay as they are written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Whether it is UTF-8 without a fault.
    #[must_use]
    pub fn is_sound_utf_8(&self) -> bool {
        self.encoding == UTF_8 && std::str::from_utf8(self.bytes).is_ok()
    }

    /// Whether it says itself which charset it is in.
    #[must_use]
    pub fn declares_charset(&self) -> bool {
        declares_charset(self.bytes)
    }

    /// Whether its encoding has a form for that text.
    #[must_use]
    pub fn can_write(&self, text: &str) -> bool {
        text.is_ascii() || encode(self.encoding, text).is_some()
    }

    /// Its bytes with the edits made.
    ///
    /// # Errors
    /// [`Refusal`]. What is written is decoded again: it is refused unless it is the text with the
    /// edits made, in the same encoding.
    pub fn rewrite(&self, edits: &Edits) -> Result<Vec<u8>, Refusal> {
        if self.bytes.len() > limits::BODY_BYTES {
            return Err(Refusal::TooLarge);
        }
        let wanted = edits.apply(&self.text).ok_or(Refusal::OutOfText)?;
        let ends = edits.as_slice().iter().flat_map(|edit| [edit.range.start, edit.range.end]);
        let body = &self.bytes[self.mark..];
        let places = locate(body, self.encoding, ends).ok_or(Refusal::Unstable)?;
        let mut out = self.bytes[..self.mark].to_vec();
        let mut from = 0;
        for (edit, ends) in edits.as_slice().iter().zip(places.chunks_exact(2)) {
            out.extend_from_slice(body.get(from..ends[0]).ok_or(Refusal::Unstable)?);
            out.extend(encode(self.encoding, &edit.text).ok_or(Refusal::Unwritable)?);
            from = ends[1];
        }
        out.extend_from_slice(body.get(from..).ok_or(Refusal::Unstable)?);
        if out.len() > limits::BODY_BYTES {
            return Err(Refusal::TooLarge);
        }
        let again = Source::new(&out, self.content_type);
        let is_same = again.text == wanted && again.encoding == self.encoding;
        if is_same { Ok(out) } else { Err(Refusal::Unstable) }
    }
}

/// The text in that encoding, where it has a form for all of it.
fn encode(encoding: &'static Encoding, text: &str) -> Option<Vec<u8>> {
    if encoding == UTF_16LE {
        return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    }
    if encoding == UTF_16BE {
        return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
    }
    let (bytes, used, has_unmappable) = encoding.encode(text);
    (used == encoding && !has_unmappable).then(|| bytes.into_owned())
}
