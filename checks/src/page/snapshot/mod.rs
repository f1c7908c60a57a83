//! Everything a scan fetched, whole: a verdict rests on nothing else.
//!
//! A snapshot replays offline to the byte-identical report. Rules never read the clock or the
//! network; their `now` is [`Snapshot::fetched_at`].

mod answers;
mod rendering;

use std::io::{self, Read, Write};

use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::Url;

use crate::failure::ScanFailure;
use crate::report::PageKind;
use crate::sitemap::SitemapSurvey;
use crate::url::hex;

pub use answers::{Exchange, FileFetch, FileOutcome};
pub use rendering::{RenderEnd, RenderFetch, RequestCount};

/// The format of a snapshot without a rendering.
pub const SNAPSHOT_FORMAT: u32 = 2;
/// The format of a snapshot with one.
const RENDERED_FORMAT: u32 = 3;
/// A higher level takes more time than the bytes that it saves are worth.
const LEVEL: i32 = 6;
/// How a stored snapshot begins that was compressed by gzip, as all were before (RFC 1952).
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// A stored snapshot that unpacks to more bytes is refused.
const MAX_UNPACKED: u64 = 64 << 20;

/// Unpacks the CBOR of a stored snapshot.
fn unpack(stored: &[u8], cbor: &mut Vec<u8>) -> io::Result<usize> {
    if stored.starts_with(&GZIP) {
        return GzDecoder::new(stored).take(MAX_UNPACKED).read_to_end(cbor);
    }
    zstd::stream::read::Decoder::new(stored)?.take(MAX_UNPACKED).read_to_end(cbor)
}

/// What every format has.
#[derive(Deserialize)]
struct Stamp {
    format: u32,
}

/// Every response of one scan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The format that it was written in: [`SNAPSHOT_FORMAT`], or the next one where the page was
    /// rendered. Older programs read the former.
    pub format: u32,
    /// Where the page came from.
    pub source: Source,
    /// The normalised address that was asked for.
    pub requested_url: Url,
    /// When the fetch began, in milliseconds since 1970-01-01T00:00:00Z: the `now` of every rule.
    pub fetched_at: i64,
    /// The page with its redirect chain.
    pub page: PageFetch,
    /// robots.txt of the requested origin, then of the final one where it differs. Empty where
    /// none was fetched (a local file, offline).
    pub robots: Vec<FileFetch>,
    /// The other files around the page.
    pub supporting: Supporting,
    /// The kind of page that the caller named; without one the page decides. Left out of the stored
    /// form where it is none, so that older snapshots keep their hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_kind: Option<PageKind>,
    /// What a browser made of the page; none where it was not asked for, and then left out of the
    /// stored form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rendered: Option<RenderFetch>,
}

/// What was fetched around a page besides robots.txt. Empty where the page did not answer with an
/// HTML document, and for local files. What did not come in time is not there either: it was not
/// seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Supporting {
    /// What the sitemaps of the final address's origin say about the page.
    pub sitemaps: Option<SitemapSurvey>,
    /// `/llms.txt` of the final address's origin.
    pub llms_txt: Option<FileFetch>,
    /// Copies of the page in Markdown that it declares, two at most.
    pub markdown: Vec<FileFetch>,
    /// What the final address answers to agents that look like AI crawlers. A second one was asked
    /// only where the first was answered differently from the page.
    pub probes: Vec<ProbeFetch>,
}

/// The final address, asked for once more with an agent that looks like an AI crawler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbeFetch {
    /// The crawler's product token.
    pub agent: String,
    /// When it was fetched, in milliseconds since 1970-01-01T00:00:00Z.
    pub fetched_at: i64,
    /// Each answer in order; empty where none came.
    pub exchanges: Vec<Exchange>,
    /// What came of it.
    pub outcome: ProbeOutcome,
}

/// What came of a probe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProbeOutcome {
    /// An answer with the very bytes of the page.
    Identical,
    /// An answer with other bytes and about as much text, or more; they are not kept.
    Alike {
        /// Its text in percent of the page's, by a rough count.
        text_percent: u32,
    },
    /// An answer of another kind.
    Different {
        /// The body, content coding undone; of an answer without success only its beginning.
        #[serde(with = "serde_bytes")]
        body: Vec<u8>,
    },
    /// A loop, too many hops, or a redirect that may not or cannot be followed.
    RedirectsUnresolved,
    /// No answer.
    Unreachable {
        /// Why.
        failure: ScanFailure,
    },
}

/// Why a stored snapshot cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// It is damaged, or larger than any that is written.
    #[error("the stored snapshot is damaged: {0}")]
    Damaged(String),
    /// Another version of the program wrote it.
    #[error(
        "the stored snapshot has format {found}, and this program reads formats {SNAPSHOT_FORMAT} \
         and {RENDERED_FORMAT}"
    )]
    UnknownFormat {
        /// The format that was found.
        found: u32,
    },
}

impl Snapshot {
    /// The snapshot of a page on the web that answered at once, with nothing fetched around it.
    #[must_use]
    pub fn of_answer(answer: Exchange, body: Vec<u8>, fetched_at: i64) -> Self {
        Self {
            format: SNAPSHOT_FORMAT,
            source: Source::Web,
            requested_url: answer.url.clone(),
            fetched_at,
            page: PageFetch {
                exchanges: vec![answer],
                end: PageEnd::Answered,
                body,
                truncated: false,
            },
            robots: Vec::new(),
            supporting: Supporting::default(),
            given_kind: None,
            rendered: None,
        }
    }

    /// The same snapshot, with what a browser made of its page.
    #[must_use]
    pub fn with_rendering(self, rendered: Option<RenderFetch>) -> Self {
        let format = if rendered.is_some() { RENDERED_FORMAT } else { SNAPSHOT_FORMAT };
        Self { format, rendered, ..self }
    }

    /// The snapshot as it is stored: CBOR (RFC 8949), compressed by zstd (RFC 8878).
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        // Compressing in memory fails only where there is none left.
        zstd::bulk::compress(&self.to_cbor(), LEVEL).unwrap_or_default()
    }

    /// Reads a stored snapshot.
    ///
    /// # Errors
    /// Every [`SnapshotError`].
    pub fn decode(stored: &[u8]) -> Result<Self, SnapshotError> {
        let damaged = |error: &dyn std::error::Error| SnapshotError::Damaged(error.to_string());
        let mut cbor = Vec::new();
        unpack(stored, &mut cbor).map_err(|error| damaged(&error))?;
        // The format comes first: another one may have other fields.
        let Stamp { format } =
            ciborium::from_reader(cbor.as_slice()).map_err(|error| damaged(&error))?;
        match format {
            SNAPSHOT_FORMAT | RENDERED_FORMAT => {
                ciborium::from_reader(cbor.as_slice()).map_err(|error| damaged(&error))
            }
            found => Err(SnapshotError::UnknownFormat { found }),
        }
    }

    /// SHA-256 of the uncompressed form, 64 lower-case hex characters.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut hasher = Hasher(Sha256::new());
        // Every field has a CBOR form, and a hasher takes all of it.
        let _written = ciborium::into_writer(self, &mut hasher);
        hex(&hasher.0.finalize())
    }

    fn to_cbor(&self) -> Vec<u8> {
        let mut cbor = Vec::with_capacity(self.page.body.len() + 4_096);
        // Every field has a CBOR form, and writing to memory does not fail.
        let _written = ciborium::into_writer(self, &mut cbor);
        cbor
    }
}

/// Hashes what is written, so that no copy of the page is made for it.
struct Hasher(Sha256);

impl Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Where a page came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Fetched over HTTPS.
    Web,
    /// A local file whose public address the caller named.
    File,
    /// A local file of unknown address; [`Snapshot::requested_url`] is a stand-in under
    /// `https://file.invalid/`, and nothing that depends on the address is judged.
    FileWithoutAddress,
}

/// The page: each answer on the way, how the chain ended, and the last body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageFetch {
    /// Each answer in order; the last one is the page's where `end` is [`PageEnd::Answered`],
    /// else the redirect that could not be followed. Never empty.
    pub exchanges: Vec<Exchange>,
    /// How the chain ended.
    pub end: PageEnd,
    /// The last answer's body, content coding undone; empty where the chain ended in a redirect.
    #[serde(with = "serde_bytes")]
    pub body: Vec<u8>,
    /// Whether the body was cut at the cap.
    pub truncated: bool,
}

/// How a page's redirect chain ended. All of these are what every client gets, so each is a
/// finished scan; what may be about us is a [`ScanFailure`] and has no snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageEnd {
    /// With an answer that is no redirect.
    Answered,
    /// With a redirect to an address that was already visited.
    RedirectLoop {
        /// The address.
        to: String,
    },
    /// With one redirect more than are followed.
    TooManyRedirects {
        /// The address that was not followed.
        to: String,
    },
    /// With a redirect status and no `Location` that a client could follow.
    RedirectWithoutTarget,
}
