//! Thresholds of the checks on indexing.

/// `snippet-eligible`: `max-snippet` from which a quotation has room.
pub const SNIPPET_PASS: i64 = 160;

/// `snippet-eligible`: `max-snippet` under which no sentence fits.
pub const SNIPPET_FAIL_UNDER: i64 = 50;

/// `snippet-eligible`: percent of the main content inside `data-nosnippet` from which it matters.
pub const NOSNIPPET_WARN_PERCENT: usize = 10;

/// `snippet-eligible`: percent of the main content inside `data-nosnippet` over which it fails.
pub const NOSNIPPET_FAIL_OVER_PERCENT: usize = 50;

/// `sitemap-entry`: days by which `lastmod` and the page's own date may differ.
pub const LASTMOD_APART_DAYS: i64 = 30;

/// `sitemap-entry`: hours that `lastmod` may lie in the future.
pub const LASTMOD_AHEAD_HOURS: i64 = 24;

/// `sitemap-entry`: so many equal values of `lastmod` and no other are the date of a build.
pub const LASTMODS_ALIKE: u32 = 20;

/// `ai-text-alternates`: percent of the main content by which a Markdown copy may be longer or
/// shorter.
pub const MARKDOWN_APART_PERCENT: usize = 30;
