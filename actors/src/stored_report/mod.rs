//! Reports as they are stored: compressed by zstd (RFC 8878) with a dictionary, since most of what
//! one report says another says too. A tenth of the bytes is left.
//!
//! A dictionary is needed as long as a row that was compressed with it, so none is ever changed or
//! removed; a better one is added under the next number. It holds pieces of the reports of pages
//! in this repository, each once.

use std::io::{Cursor, Read};
use std::sync::LazyLock;

use citable_schema::StoreError;
use thiserror::Error;
use zstd::bulk::Compressor;
use zstd::dict::{DecoderDictionary, EncoderDictionary};
use zstd::stream::read::Decoder;

/// The first byte of what is compressed with that dictionary. JSON, as reports were stored before,
/// begins with another one.
const DICTIONARY: u8 = 1;
const PIECES: &[u8] = include_bytes!("dictionary-1.txt");
/// A higher level takes more time than the bytes that it saves are worth.
const LEVEL: i32 = 6;
/// A stored report that unpacks to more bytes is refused.
const MAX_UNPACKED: u64 = 64 << 20;

static ENCODER: LazyLock<EncoderDictionary<'static>> =
    LazyLock::new(|| EncoderDictionary::copy(PIECES, LEVEL));
static DECODER: LazyLock<DecoderDictionary<'static>> =
    LazyLock::new(|| DecoderDictionary::copy(PIECES));

/// Why a stored report cannot be read.
#[derive(Debug, Error)]
pub(crate) enum DamagedReport {
    /// A newer program may have written it.
    #[error("a report is stored in format {0}, which this program doesn't know")]
    UnknownForm(u8),
    /// It is larger than any report.
    #[error("a stored report unpacks to more than {MAX_UNPACKED} bytes")]
    TooLarge,
    /// It is cut or changed.
    #[error("a stored report can't be unpacked: {0}")]
    Damaged(#[from] std::io::Error),
}

impl From<DamagedReport> for StoreError {
    fn from(damaged: DamagedReport) -> Self {
        Self::Corrupt(damaged.to_string())
    }
}

/// The form in which a report, as JSON, is stored.
///
/// # Errors
/// Where there is no memory for it.
pub(crate) fn pack(report: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = vec![DICTIONARY];
    packed.extend(Compressor::with_prepared_dictionary(&ENCODER)?.compress(report)?);
    Ok(packed)
}

/// The JSON of a stored report.
///
/// # Errors
/// Every [`DamagedReport`].
pub(crate) fn unpack(stored: Vec<u8>) -> Result<Vec<u8>, DamagedReport> {
    match stored.first() {
        Some(b'{') | None => Ok(stored),
        Some(&DICTIONARY) => {
            let packed = Cursor::new(&stored[1..]);
            let mut report = Vec::new();
            let read = Decoder::with_prepared_dictionary(packed, &DECODER)?
                .take(MAX_UNPACKED + 1)
                .read_to_end(&mut report)?;
            if read as u64 > MAX_UNPACKED { Err(DamagedReport::TooLarge) } else { Ok(report) }
        }
        Some(&form) => Err(DamagedReport::UnknownForm(form)),
    }
}

#[cfg(test)]
mod tests {
    use citable_checks::sandbox::{FIXTURES, report};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_report_is_stored_in_a_tenth_of_its_bytes() {
        for fixture in &FIXTURES {
            let report = serde_json::to_vec(report(fixture.id).unwrap()).unwrap();
            let packed = pack(&report).unwrap();
            assert!(packed.len() * 10 < report.len(), "{} of {}", packed.len(), report.len());
            assert_eq!(unpack(packed).unwrap(), report);
        }
    }

    #[test]
    fn a_report_that_was_stored_as_json_is_read_as_it_is() {
        assert_eq!(unpack(b"{\"score\":71}".to_vec()).unwrap(), b"{\"score\":71}");
    }

    #[test]
    fn what_is_cut_or_of_a_later_form_is_said_to_be_damaged() {
        let packed = pack(b"{\"score\":71}").unwrap();
        assert!(matches!(
            unpack(packed[..packed.len() - 2].to_vec()),
            Err(DamagedReport::Damaged(_))
        ));
        assert!(matches!(unpack(vec![2, 0]), Err(DamagedReport::UnknownForm(2))));
        let endless = vec![b' '; usize::try_from(MAX_UNPACKED).unwrap() + 1];
        assert!(matches!(unpack(pack(&endless).unwrap()), Err(DamagedReport::TooLarge)));
    }

    /// Whoever changes it makes every stored report unreadable.
    #[test]
    fn the_dictionary_stays_as_it_is() {
        assert_eq!(crc32fast::hash(PIECES), 0x33bd5d7d);
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in "\\{.*") {
            let packed = pack(text.as_bytes()).unwrap();
            prop_assert_eq!(unpack(packed).unwrap(), text.as_bytes());
        }
    }
}
