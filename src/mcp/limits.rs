//! Every limit of the MCP endpoints.

use std::time::Duration;

/// Tokens that a tool's output may have, since it fills the reader's context.
const OUTPUT_TOKENS: usize = 8_000;
/// Bytes of JSON that one token stands for at least: English prose has four, ids and numbers less.
const BYTES_PER_TOKEN: usize = 3;
/// Bytes that a tool's output may have.
pub(super) const OUTPUT_BYTES: usize = OUTPUT_TOKENS * BYTES_PER_TOKEN;

/// Tokens that one part of a report may have, both of the forms in which it is given included.
const REPORT_TOKENS: usize = 3_000;
/// Bytes of text that one token stands for.
const BYTES_OF_PROSE: usize = 4;
/// Bytes that the answer with one part of a report may have.
pub(super) const REPORT_BYTES: usize = REPORT_TOKENS * BYTES_OF_PROSE;

/// Characters of one text of a scanned page.
pub(super) const PAGE_TEXT_CHARACTERS: usize = 300;
/// Characters of a sentence of ours that may quote the page; the checks cut what they quote.
pub(super) const ADVICE_CHARACTERS: usize = 1_200;
/// Characters of something to paste.
pub(super) const SNIPPET_CHARACTERS: usize = 4_000;
/// Characters of a caller's own text that an answer repeats.
pub(super) const ECHO_CHARACTERS: usize = 100;
/// The same for an address, which has to stay whole to be used.
pub(super) const ADDRESS_CHARACTERS: usize = 2_048;

/// Seconds for which start_scan waits for the result where the caller does not say. Most scans are
/// over by then, so the model gets the result with one call instead of three, and no client gives
/// up on a call that soon.
pub(super) const DEFAULT_WAIT_SECONDS: u64 = 10;
/// The most seconds.
pub(super) const MOST_WAIT_SECONDS: u64 = 20;
/// How long a call may take, the longest wait included.
pub(super) const CALL: Duration = Duration::from_secs(MOST_WAIT_SECONDS + 10);

/// Seconds before a running scan is worth another look.
pub(super) const POLL_AFTER_SECONDS: u8 = 8;
/// Seconds after which a call that took too long may be sent again.
pub(super) const RETRY_SECONDS: u8 = 10;

/// Milliseconds for which a public list or resource may be kept.
pub(super) const PUBLIC_TTL_MS: u64 = 300_000;

/// Findings, fixes or scans that are given where the caller does not say how many.
pub(super) const DEFAULT_FINDINGS: usize = 20;
pub(super) const DEFAULT_FIXES: usize = 10;
pub(super) const DEFAULT_SCANS: usize = 20;
/// The most of each.
pub(super) const MOST_FINDINGS: usize = 34;
pub(super) const MOST_FIXES: usize = 34;
pub(super) const MOST_SCANS: usize = 50;
/// Things that one finding shows, unless all are asked for.
pub(super) const DETAILS_OF_A_FINDING: usize = 3;
