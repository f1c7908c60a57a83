//! The lines on which texts begin.

use select::document::Document;

/// The line of the first sign of a text that is no space, given the lines of all nodes.
pub(super) fn first_line(document: &Document, lines: &[u32], node: usize) -> u32 {
    let text = document.nth(node).and_then(|node| node.as_text()).unwrap_or_default();
    let above = &text[..text.len() - text.trim_start().len()];
    let feeds = above.bytes().filter(|byte| *byte == b'\n').count();
    lines[node].saturating_add(u32::try_from(feeds).unwrap_or(u32::MAX))
}
