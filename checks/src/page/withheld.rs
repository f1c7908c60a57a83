//! Parts of the main content that engines may not quote.

use select::document::Document;
use select::node::Node;

use crate::page::Located;
use crate::page::flow::Flow;
use crate::page::main_content::Content;
use crate::page::text::word_equivalents;
use crate::page::tree::selector;

/// The outermost `[data-nosnippet]` elements that hold main content, and how much of it, in word
/// equivalents.
pub(crate) fn withheld(
    document: &Document,
    lines: &[u32],
    flow: &Flow,
    content: &Content,
) -> (usize, Vec<Located<String>>) {
    let mut parts = String::new();
    let mut elements = Vec::new();
    let mut from = 0;
    while let Some(element) = flow.elements.get(from) {
        let node = document.nth(element.node).filter(|node| is_withheld(*node));
        let Some(node) = node else {
            from += 1;
            continue;
        };
        let before = parts.len();
        let held = flow.blocks_in(&element.text).filter(|at| content.blocks[*at]);
        for block in held.map(|at| &flow.blocks[at]) {
            let start = block.text.start.max(element.text.start);
            let end = block.text.end.min(element.text.end);
            if start < end {
                parts.push_str(&flow.text[start..end]);
                parts.push('\n');
            }
        }
        if parts.len() > before {
            elements.push(Located { line: lines[element.node], value: selector(node) });
        }
        from = element.end;
    }
    (word_equivalents(&parts), elements)
}

/// The attribute counts on `span`, `div` and `section`.
/// Source: Google Search Central, "Robots meta tag specifications".
fn is_withheld(element: Node<'_>) -> bool {
    matches!(element.name(), Some("span" | "div" | "section"))
        && element.attr("data-nosnippet").is_some()
}
