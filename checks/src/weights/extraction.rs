//! Thresholds of the checks on extraction.

/// `raw-html-content`: word equivalents from which the text is there.
pub const RAW_TEXT_PASS: usize = 150;

/// `raw-html-content`: the same for home pages, products and lists.
pub const RAW_TEXT_PASS_OF_LISTS: usize = 60;

/// `raw-html-content`: texts such as “Loading…” from which they stand for what the page is about.
pub const PLACEHOLDERS_WARN: usize = 4;

/// `raw-html-content`: fewer words of main content are none, whatever the page is.
pub const NEARLY_NO_TEXT: usize = 10;

/// `raw-html-content`: characters of text that an application shows before its scripts run, at most.
pub const SHELL_CHARACTERS: usize = 400;

/// `main-content`: percent of the main content that its landmark holds.
pub const LANDMARK_HOLDS_PERCENT: usize = 80;

/// `main-content`: percent of links in the main content over which it is a menu.
pub const LINKS_FAIL_OVER_PERCENT: usize = 50;

/// `main-content`: links in the content from which documentation may be a hub.
pub const HUB_LINKS_FROM: usize = 8;

/// `main-content`: percent of them that lead to the same host.
pub const HUB_OWN_PERCENT: usize = 80;

/// `html-budget`: bytes up to the end of the main content that pass: three quarters of those that
/// Googlebot reads, so that a longer text or a heavier template still fits.
pub const HTML_WARN_OVER_BYTES: usize = 1_572_864;

/// `html-budget`: bytes that Googlebot reads.
pub const HTML_FAIL_OVER_BYTES: usize = 2_097_152;

/// `html-budget`: percent of data before the end of the content over which there is too much of it.
pub const DATA_WARN_OVER_PERCENT: usize = 60;

/// `html-budget`: bytes of data under which it does not matter.
pub const DATA_WARN_FROM_BYTES: usize = 500_000;

/// `content-wall`: word equivalents under which the text of a page that is not free is only its
/// beginning.
pub const PAID_TEXT_FAIL_UNDER: usize = 200;

/// `content-wall`: word equivalents under which a page for signing in has nothing else to say.
pub const REDIRECT_TEXT_FAIL_UNDER: usize = 150;

/// `content-wall`: percent of the text in a part that is not free over which it matters.
pub const PAID_PART_WARN_OVER_PERCENT: usize = 50;

/// `content-wall`: characters at the end of the text in which a teaser is looked for.
pub const TEASER_CHARACTERS: usize = 400;

/// `raw-html-content`: percent of the rendered main content that JavaScript may add.
pub const ADDED_PASS: usize = 20;

/// `raw-html-content`: percent above which most of it is missing for crawlers without JavaScript.
pub const ADDED_WARN: usize = 60;
