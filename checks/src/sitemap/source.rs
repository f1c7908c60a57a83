//! From the bytes of a sitemap to its text, piece by piece: compression undone, measured, cut at a
//! limit, decoded, and its lines counted.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use flate2::read::MultiGzDecoder;
use sha2::{Digest, Sha256};

use crate::page::limits::{SITEMAP_BYTES, SITEMAP_DECLARATION_BYTES};

/// How each member of a gzip file starts (RFC 1952, section 2.3.1).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Bytes that are read at a time.
const PIECE_BYTES: usize = 16 << 10;

/// Full pieces, however the source hands its bytes out: what comes of them depends on the bytes
/// alone.
struct Pieces<R> {
    inner: R,
    piece: Vec<u8>,
    from: usize,
}

impl<R: Read> Read for Pieces<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.from == self.piece.len() {
            self.piece = read_up_to(&mut self.inner, PIECE_BYTES);
            self.from = 0;
        }
        let read = (&self.piece[self.from..]).read(out)?;
        self.from += read;
        Ok(read)
    }
}

/// Counts and hashes what passes, and ends it at a limit.
struct Measured<R> {
    inner: R,
    hash: Sha256,
    passed: usize,
    cut: bool,
    failed: bool,
}

impl<R: Read> Read for Measured<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let room = SITEMAP_BYTES - self.passed;
        if room == 0 {
            // Whether anything is left decides whether it was cut.
            self.cut |= !matches!(self.inner.read(&mut [0]), Ok(0));
            return Ok(0);
        }
        let length = out.len().min(room);
        let read = self.inner.read(&mut out[..length]).inspect_err(|_| self.failed = true)?;
        self.passed += read;
        self.hash.update(&out[..read]);
        Ok(read)
    }
}

/// The text of a sitemap as it is read. What cannot be decoded becomes U+FFFD.
pub(super) struct SitemapText<'a> {
    source: Measured<Box<dyn Read + 'a>>,
    decoder: Decoder,
    raw: Vec<u8>,
    /// Where the raw bytes begin that are not decoded yet.
    raw_from: usize,
    source_ended: bool,
    text: Vec<u8>,
    text_from: usize,
    line: u32,
}

/// What was measured on the way.
pub(super) struct Measure {
    pub(super) bytes: u64,
    pub(super) sha256: String,
    /// Whether the limit cut it.
    pub(super) cut: bool,
    /// Whether the compression is damaged.
    pub(super) damaged: bool,
}

impl<'a> SitemapText<'a> {
    /// Undoes gzip by what the bytes are, whatever anybody says of them, and finds the encoding by
    /// the byte order mark, else by the XML declaration, else UTF-8.
    pub(super) fn open(mut source: impl Read + 'a) -> Self {
        let piece = read_up_to(&mut source, PIECE_BYTES);
        let gzip = piece.starts_with(&GZIP_MAGIC);
        let whole = Pieces { inner: source, piece, from: 0 };
        let inner: Box<dyn Read + 'a> = match gzip {
            true => Box::new(MultiGzDecoder::new(whole)),
            false => Box::new(whole),
        };
        let hash = Sha256::new();
        let mut source = Measured { inner, hash, passed: 0, cut: false, failed: false };
        let raw = read_up_to(&mut source, SITEMAP_DECLARATION_BYTES);
        Self {
            decoder: encoding_of(&raw).new_decoder_with_bom_removal(),
            source,
            raw,
            raw_from: 0,
            source_ended: false,
            text: Vec::new(),
            text_from: 0,
            line: 1,
        }
    }

    /// The line that is read next, 1 for the first.
    pub(super) fn line(&self) -> u32 {
        self.line
    }

    /// Passes over white space, and says which byte comes then.
    pub(super) fn first_byte(&mut self) -> Option<u8> {
        loop {
            let text = self.fill_buf().ok()?;
            let blank = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            match text.get(blank) {
                Some(byte) => {
                    let byte = *byte;
                    self.consume(blank);
                    return Some(byte);
                }
                None if blank == 0 => return None,
                None => self.consume(blank),
            }
        }
    }

    /// Reads what is left, so that the measure is that of the whole.
    pub(super) fn finish(mut self) -> Measure {
        let _passed = io::copy(&mut self.source, &mut io::sink());
        Measure {
            bytes: self.source.passed as u64,
            sha256: self.source.hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect(),
            cut: self.source.cut,
            damaged: self.source.failed,
        }
    }

    fn refill(&mut self) -> io::Result<()> {
        self.text.clear();
        self.text_from = 0;
        while self.text.is_empty() && !self.source_ended {
            if self.raw_from == self.raw.len() {
                self.raw.resize(PIECE_BYTES, 0);
                self.raw_from = 0;
                let read = self.source.read(&mut self.raw);
                self.raw.truncate(*read.as_ref().unwrap_or(&0));
                self.source_ended = self.raw.is_empty();
                read?;
            }
            self.decode();
        }
        Ok(())
    }

    fn decode(&mut self) {
        let raw = &self.raw[self.raw_from..];
        let room = self.decoder.max_utf8_buffer_length(raw.len()).unwrap_or(PIECE_BYTES);
        self.text.resize(room, 0);
        let (_, read, written, _) =
            self.decoder.decode_to_utf8(raw, &mut self.text, self.source_ended);
        self.text.truncate(written);
        self.raw_from += read;
    }
}

impl Read for SitemapText<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for SitemapText<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.text_from == self.text.len() {
            self.refill()?;
        }
        Ok(&self.text[self.text_from..])
    }

    fn consume(&mut self, amount: usize) {
        let to = (self.text_from + amount).min(self.text.len());
        let passed = &self.text[self.text_from..to];
        let lines = passed.iter().filter(|byte| **byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.text_from = to;
    }
}

/// That many bytes, or all there are before the end or an error.
fn read_up_to(source: &mut impl Read, length: usize) -> Vec<u8> {
    let mut start = vec![0; length];
    let mut filled = 0;
    while filled < length {
        match source.read(&mut start[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    start.truncate(filled);
    start
}

/// Source: XML 1.0, appendix F.
fn encoding_of(start: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(start) {
        return encoding;
    }
    if start.starts_with(b"<\0?\0") {
        return UTF_16LE;
    }
    if start.starts_with(b"\0<\0?") {
        return UTF_16BE;
    }
    let declared = declared_encoding(start).and_then(Encoding::for_label);
    // A declaration that could be read as ASCII is none of UTF-16.
    declared.filter(|encoding| encoding.is_ascii_compatible()).unwrap_or(UTF_8)
}

/// The label in `<?xml … encoding="…" ?>`.
fn declared_encoding(start: &[u8]) -> Option<&[u8]> {
    let declaration = start.trim_ascii_start().strip_prefix(b"<?xml")?;
    let declaration = &declaration[..find(declaration, b"?>")?];
    let value = &declaration[find(declaration, b"encoding")? + b"encoding".len()..];
    let value = value.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let (quote, value) = value.split_first()?;
    let end = value.iter().position(|byte| byte == quote)?;
    matches!(quote, b'"' | b'\'').then_some(&value[..end])
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}
