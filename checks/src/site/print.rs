//! Fingerprints of texts: texts that are nearly the same have nearly the same.

use serde::{Deserialize, Serialize};

use super::hash::Hash64;

/// Two SimHashes of a text over its shingles of three words, made with independent hashes.
///
/// Source: Charikar, "Similarity estimation techniques from rounding algorithms" (STOC 2002);
/// Manku, Jain and Das Sarma, "Detecting near-duplicates for web crawling" (WWW 2007).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextPrint {
    /// What texts are found by.
    pub sim: Hash64,
    /// What confirms it.
    pub check: Hash64,
}
