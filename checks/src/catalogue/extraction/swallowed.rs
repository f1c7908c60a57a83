//! An `iframe` that nothing closes, and that takes the rest of the page for its own text.

use super::need_text::NEED_TEXT;
use crate::fix::Fix;
use crate::page::Page;
use crate::weights::DEPTH_HIDDEN_BYTES;

/// What is edited where the text is in the HTML, and not shown.
pub(crate) const KEY: &str = "raw-html-content";

/// How to close the `iframe`, if one swallowed the rest of the page: whatever a check misses may
/// stand there.
pub(crate) fn fix_swallowed(page: &Page) -> Option<Fix> {
    let unseen = &page.document.unseen;
    let line = unseen.swallowed_line.filter(|_| unseen.swallowed_bytes >= DEPTH_HIDDEN_BYTES)?;
    Some(close(line, KEY))
}

/// The edit under that key that closes the `iframe` on that line.
pub(crate) fn close(line: u32, key: &'static str) -> Fix {
    let title = format!("Close the `<iframe>` on line {line}, which hides the rest of the page");
    let verify = "Scan the page again. Its main content has the words that the page shows.";
    Fix::new(key, title, verify).opens(NEED_TEXT).step(format!(
        "On line {line}, write `<iframe …></iframe>` instead of `<iframe … />`. Without \
         JavaScript, an `iframe` that isn't closed treats everything after it as its own text."
    ))
}
