//! What the elements of a body make of the text in them.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;

use crate::page::doxygen;
use crate::page::flow::{Element, Flow, Inside};
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
            "div" | "p"
                if kinds.get(element.parent).copied().flatten().is_none()
                    && is_called_caption(document, flow, element) =>
            {
                Some(BlockKind::Caption)
            }
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

/// Bytes of the longest text below a picture or a video.
const CAPTION_BYTES: usize = 500;

/// Whether an element has a class that themes give to the text below a picture or a video, and no heading
/// in it.
fn is_called_caption(document: &Document, flow: &Flow, element: &Element) -> bool {
    const CLASSES: [&str; 15] = [
        "figure-caption",
        "gallery-caption",
        "image-caption",
        "img-caption",
        "media-caption",
        "pgc-img-caption",
        "photo-caption",
        "photo_caption",
        "image_caption",
        "imageCaption",
        "slide-caption",
        "video-caption",
        "video-desc",
        "wp-caption-text",
        "wp-element-caption",
    ];
    let is_short = (1..=CAPTION_BYTES).contains(&element.text_length());
    is_short
        && document.nth(element.node).is_some_and(|node| {
            let classes = attribute(node, &local_name!("class")).unwrap_or_default();
            let mut classes = classes.split_ascii_whitespace();
            // Alone, the word may mean no more than a size of letters.
            classes.any(|class| {
                CLASSES.contains(&class)
                    || (class.eq_ignore_ascii_case("caption") && is_beside_picture(flow, element))
            })
        })
        && !flow.blocks[element.blocks.clone()]
            .iter()
            .any(|block| flow.elements[block.element].opens().contains(Inside::HEADING))
}

/// Whether an element stands in a box with a picture and hardly any other text.
fn is_beside_picture(flow: &Flow, element: &Element) -> bool {
    /// Bytes of other text, such as the name of who took the picture.
    const BESIDE_BYTES: usize = 100;
    let around = &flow.elements[element.parent];
    let inner = element.parent + 1..around.end;
    around.text_length() <= element.text_length() + BESIDE_BYTES
        && inner.len() <= CAPTION_BYTES
        && flow.elements[inner].iter().any(|inner| inner.is("img"))
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
    fn what_themes_call_a_caption_is_one() {
        let text = "<p>Water should be hot when it meets the leaves of a green tea.</p>".repeat(4);
        let kind = |below: &str| {
            let html = format!("<main>{text}<img src=pot.jpg>{below}</main>");
            let page = crate::catalogue::test_html::read_at("https://example.com/x", &html);
            page.document.outline.blocks.last().unwrap().kind
        };
        assert_eq!(kind("<p class='wp-caption-text'>A pot on the stove.</p>"), BlockKind::Caption);
        assert_eq!(kind("<div class=image-caption><p>A pot.</p></div>"), BlockKind::Caption);
        assert_eq!(kind("<div class=gallery-caption><em>A pot.</em></div>"), BlockKind::Caption);
        let boxed = "<div><img src=/a.png><p class=caption>A pot.</p></div>";
        assert_eq!(kind(boxed), BlockKind::Caption);
        assert_eq!(kind("<p class=caption>A pot.</p>"), BlockKind::Paragraph);
        let item = "<ul><li><p class=image-caption>Boil 2 l of water.</p></li></ul>";
        assert_eq!(kind(item), BlockKind::ListItem);
        assert_eq!(kind("<div class=caption>By Ann, May 3, 2026</div>"), BlockKind::Paragraph);
        assert_eq!(kind("<p class='fs-caption'>A pot on the stove.</p>"), BlockKind::Paragraph);
        let card = "<div class=image-caption><h3>Pots</h3><p>A pot on the stove.</p></div>";
        assert_eq!(kind(card), BlockKind::Paragraph, "a card");
        let long =
            format!("<div class=image-caption><p>{}</p></div>", "A pot on the stove. ".repeat(30));
        assert_eq!(kind(&long), BlockKind::Paragraph, "an article");
    }

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
