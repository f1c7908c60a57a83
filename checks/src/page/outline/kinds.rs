//! What the elements of a body make of the text in them.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;

use crate::page::doxygen;
use crate::page::flow::Flow;
use crate::page::javadoc;
use crate::page::outline::BlockKind;
use crate::page::tree::attribute;

/// By element: what a block in it is, by the nearest element around that says so.
pub(super) fn block_kinds(document: &Document, flow: &Flow) -> Vec<Option<BlockKind>> {
    let mut kinds: Vec<Option<BlockKind>> = Vec::with_capacity(flow.elements.len());
    for element in &flow.elements {
        let kind = match &*element.name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Some(BlockKind::Heading),
            "li" | "dt" | "dd" => Some(BlockKind::ListItem),
            "td" | "th" => Some(BlockKind::Cell),
            "blockquote" | "q" => Some(BlockKind::Quotation),
            "pre" | "code" | "samp" => Some(BlockKind::Code),
            "figcaption" | "caption" => Some(BlockKind::Caption),
            "div" => document
                .nth(element.node)
                .and_then(kind_of_division)
                .or_else(|| kinds.get(element.parent).copied().flatten()),
            _ => kinds.get(element.parent).copied().flatten(),
        };
        kinds.push(kind);
    }
    kinds
}

/// What a generator is known to write with a `div`.
fn kind_of_division(node: Node<'_>) -> Option<BlockKind> {
    match () {
        () if doxygen::is_code(node) || javadoc::is_signature(node) => Some(BlockKind::Code),
        () if javadoc::is_cell(node) => Some(BlockKind::Cell),
        () if javadoc::is_caption(node) => Some(BlockKind::Caption),
        () => None,
    }
}

/// The level of a heading; none where an element is none.
pub(super) fn heading_level(name: &str, node: Node<'_>) -> Option<u8> {
    const OWN: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
    // Crawlers go by the tag, whatever `aria-level` says beside it.
    if let Some(level) = (1..).zip(OWN).find_map(|(level, own)| (own == name).then_some(level)) {
        return Some(level);
    }
    if attribute(node, &local_name!("role")) != Some("heading") {
        return None;
    }
    let level: Option<u8> = node.attr("aria-level").and_then(|level| level.trim().parse().ok());
    // WAI-ARIA 1.2: level 2 where none is given.
    Some(level.filter(|level| *level > 0).unwrap_or(2).min(6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_that_is_all_code_is_code() {
        let text = "<p>Water should be hot when it meets the leaves of a green tea.</p>".repeat(4);
        let kinds = |paragraph: &str| {
            let html = format!("<main>{text}<p>{paragraph}</p></main>");
            let page = crate::catalogue::test_html::read_at("https://example.com/x", &html);
            page.document.outline.blocks.last().unwrap().kind
        };
        assert_eq!(kinds("<code>6:51 AM: Build 6:51 AM: Version 2</code>"), BlockKind::Code);
        assert_eq!(kinds(" <samp>6:51 AM: Build</samp> "), BlockKind::Code);
        assert_eq!(kinds("Run <code>brew</code>"), BlockKind::Paragraph);
        assert_eq!(kinds("<b>Boil it.</b>"), BlockKind::Paragraph);
    }
}
