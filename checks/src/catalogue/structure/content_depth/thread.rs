//! What a short discussion lacks: nobody writes more into what others said.

use super::longer::OPENED;
use crate::fix::Fix;

/// The edit that puts the replies into the HTML, where a browser shows more of them.
pub(super) fn fix(name: &str, words: usize, verify: &str) -> Fix {
    Fix::new(
        "content-depth",
        format!("Serve all replies of {name} in the HTML, which has {words} words"),
        verify,
    )
    .step("Open the page in a browser and compare it with its HTML. If a browser shows more replies, render them on the server.")
    .step("If these are all replies, leave the discussion as it is: there is little in it to cite.")
    .opens(OPENED)
}
