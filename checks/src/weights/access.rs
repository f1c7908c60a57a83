//! Thresholds of the checks on access.

/// `http-fetch`: redirect hops that still pass.
pub const HOPS_PASS: usize = 1;

/// Word equivalents up to which a page whose heading says that it was not found is none: excuses, a
/// search, and links to other pages.
pub const NOT_FOUND_WORDS: usize = 150;

/// `http-fetch`: a meta refresh of at most this many seconds to another address is a redirect.
pub const REFRESH_SECONDS: u32 = 5;

/// `edge-bot-parity`: percent of the page's text from which an answer to a crawler is the same page.
pub const PROBE_TEXT_PERCENT: usize = 80;

/// `edge-bot-parity`: percent of the page's text from which crawlers are given more of it.
pub const PROBE_PRERENDERED_PERCENT: usize = 150;
