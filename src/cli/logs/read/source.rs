//! Where a log comes from: a file or standard input, compressed or not.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use anyhow::{Context, bail};
use flate2::read::MultiGzDecoder;

use crate::cli::logs::limits::READ_BYTES;

/// What gzip'd files begin with (RFC 1952, section 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// What other compressed files begin with, their names, and what unpacks them.
const NOT_UNPACKED: [(&[u8], &str, &str); 4] = [
    (&[0x28, 0xb5, 0x2f, 0xfd], "zstd", "zstdcat"),
    (b"BZh", "bzip2", "bzcat"),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], "xz", "xzcat"),
    (b"PK\x03\x04", "zip", "unzip -p"),
];

/// The most bytes that it takes to recognize a file.
const MAGIC_BYTES: u64 = 6;

/// A log that is open.
pub(in crate::cli::logs) struct Opened {
    /// Its bytes, unpacked.
    pub(in crate::cli::logs) bytes: Box<dyn Read>,
    /// Whether it is gzip'd.
    pub(in crate::cli::logs) is_compressed: bool,
}

/// Opens a file, or standard input where that is `-`.
pub(in crate::cli::logs) fn open(path: &Path) -> anyhow::Result<Opened> {
    if path == Path::new("-") {
        return recognized("standard input", io::stdin());
    }
    if path.is_dir() {
        bail!("{} is a folder; pass the files in it", path.display());
    }
    let name = path.display().to_string();
    recognized(&name, File::open(path).with_context(|| format!("can't read {name}"))?)
}

fn recognized(name: &str, mut source: impl Read + 'static) -> anyhow::Result<Opened> {
    let mut magic = Vec::new();
    source
        .by_ref()
        .take(MAGIC_BYTES)
        .read_to_end(&mut magic)
        .with_context(|| format!("can't read {name}"))?;
    if let Some((_, kind, tool)) = NOT_UNPACKED.iter().find(|known| magic.starts_with(known.0)) {
        bail!("{name} is compressed with {kind}. Decompress it: {tool} {name} | citable logs -");
    }
    let is_compressed = magic.starts_with(&GZIP);
    let whole = Cursor::new(magic).chain(source);
    let bytes: Box<dyn Read> = match is_compressed {
        // Rotated logs that were put together have several members.
        true => Box::new(MultiGzDecoder::new(io::BufReader::with_capacity(READ_BYTES, whole))),
        false => Box::new(whole),
    };
    Ok(Opened { bytes, is_compressed })
}
