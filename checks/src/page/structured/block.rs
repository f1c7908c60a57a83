//! Finding the JSON-LD blocks of a page and reading each.

use html5ever::local_name;
use select::node::Node;

use super::graph::add;
use super::json::{self, Failure};
use super::{Block, BlockOutcome, StructuredData, defect};
use crate::page::limits;
use crate::page::tree::{Step, Walk, attribute};

/// Reads the blocks in a document, in order.
pub(super) fn read(html: Node<'_>, lines: &[u32], data: &mut StructuredData) {
    let mut budget = limits::JSON_VALUES;
    let mut noscripts = 0_usize;
    let mut walk = Walk::over(html);
    while let Some(step) = walk.next() {
        match step {
            Step::Enter(node) if is_inert(node) => walk.pass_over(node),
            Step::Enter(node) if is_json_ld(node) => {
                let text: String = node.children().filter_map(|child| child.as_text()).collect();
                let line = lines[node.index()];
                let begin = node.first_child().map_or(line, |text| lines[text.index()]);
                let outcome = match data.blocks.len() < limits::JSON_BLOCKS {
                    true => outcome(&text, begin, &mut budget, data),
                    false => BlockOutcome::NotRead,
                };
                data.cut_short |= outcome == BlockOutcome::NotRead;
                if data.blocks.len() < limits::JSON_BLOCKS {
                    data.blocks.push(Block { line, in_noscript: noscripts > 0, outcome });
                }
            }
            Step::Enter(node) => noscripts += usize::from(node.name() == Some("noscript")),
            Step::Leave(node) => noscripts -= usize::from(node.name() == Some("noscript")),
        }
    }
}

/// A template that is no shadow tree: no client shows it.
pub(super) fn is_inert(node: Node<'_>) -> bool {
    node.name() == Some("template") && node.attr("shadowrootmode").is_none()
}

/// Whether the essence of the script's type (MIME Sniffing, section 4.1) is that of JSON-LD.
pub(super) fn is_json_ld(node: Node<'_>) -> bool {
    if node.name() != Some("script") {
        return false;
    }
    let media_type = attribute(node, &local_name!("type"));
    let essence = media_type.and_then(|value| value.split(';').next()).unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/ld+json")
}

fn outcome(text: &str, line: u32, budget: &mut usize, data: &mut StructuredData) -> BlockOutcome {
    if text.len() > limits::JSON_BLOCK_BYTES {
        return BlockOutcome::NotRead;
    }
    let json = text.strip_prefix('\u{FEFF}');
    match json::parse(json.unwrap_or(text), budget) {
        Ok(parsed) => read_json(parsed, json.is_some(), None, line, data),
        Err(Failure::TooLarge) => BlockOutcome::NotRead,
        Err(Failure::Syntax { offset, error }) => {
            let text = json.unwrap_or(text);
            let defect = defect::defect(text, line, offset, &error);
            match unwrapped(text).map(|inner| json::parse(inner, budget)) {
                Some(Ok(parsed)) => read_json(parsed, json.is_some(), Some(defect), line, data),
                Some(Err(Failure::TooLarge)) => BlockOutcome::NotRead,
                _ => BlockOutcome::Broken(defect),
            }
        }
    }
}

fn read_json(
    parsed: json::Parsed,
    byte_order_mark: bool,
    wrapper: Option<defect::Defect>,
    line: u32,
    data: &mut StructuredData,
) -> BlockOutcome {
    let (context, top_level) = add(parsed.value, line, data);
    BlockOutcome::Parsed {
        context,
        duplicate_keys: parsed.duplicate_keys,
        byte_order_mark,
        wrapper,
        top_level,
    }
}

/// What stands inside an HTML comment or a CDATA section, which those who read many pages take off
/// as templates of XHTML put it there, hidden from scripts by comments of their own.
fn unwrapped(text: &str) -> Option<&str> {
    const OPENING: [&str; 5] = ["<![CDATA[", "<!--", "//", "/*", "*/"];
    const CLOSING: [&str; 5] = ["]]>", "-->", "//", "/*", "*/"];
    let (mut inner, mut is_wrapped) = (text.trim(), false);
    while let Some((mark, rest)) =
        OPENING.iter().find_map(|mark| Some((*mark, inner.strip_prefix(mark)?)))
    {
        is_wrapped |= mark.starts_with('<');
        inner = rest.trim_start();
    }
    while let Some(rest) = CLOSING.iter().find_map(|mark| inner.strip_suffix(mark)) {
        inner = rest.trim_end();
    }
    is_wrapped.then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{read_block, read_html};
    use super::*;

    fn types(data: &StructuredData) -> Vec<&str> {
        data.nodes.iter().flat_map(|node| &node.types).map(String::as_str).collect()
    }

    #[test]
    fn blocks_are_found_by_the_essence_of_their_type() {
        let data = read_html(
            "<script type='Application/LD+JSON; charset=utf-8'>{\"@type\": \"A\"}</script>\
             <script type=application/json>{\"@type\": \"B\"}</script>\
             <template><script type=application/ld+json>{\"@type\": \"C\"}</script></template>\
             <p><noscript><script type=' application/ld+json '>{\"@type\": \"D\"}</script></noscript>\
             <template shadowrootmode=open><script type=application/ld+json>{\"@type\": \"E\"}\
             </script></template><svg><script type=application/ld+json>{}</script></svg>",
        );
        assert_eq!(types(&data), ["A", "D", "E"]);
        let noscript: Vec<bool> = data.blocks.iter().map(|block| block.in_noscript).collect();
        assert_eq!(noscript, [false, true, false, false]);
    }

    #[test]
    fn a_byte_order_mark_is_noted() {
        let data = read_block("\u{FEFF}{\"@type\": \"A\", \"name\": 1, \"name\": 2}");
        let BlockOutcome::Parsed { byte_order_mark, duplicate_keys, .. } = &data.blocks[0].outcome
        else {
            panic!("broken")
        };
        assert!(byte_order_mark);
        assert_eq!(duplicate_keys, &["name"]);
    }

    #[test]
    fn what_a_comment_or_a_cdata_section_wraps_is_read() {
        for text in [
            "<!--\n{\"@type\": \"A\"}\n-->",
            "<![CDATA[[{\"@type\": \"A\"}]]]>",
            "// <![CDATA[\n{\"@type\": \"A\"}\n// ]]>",
            "/*<![CDATA[*/{\"@type\": \"A\"}/*]]>*/",
        ] {
            let data = read_block(text);
            let BlockOutcome::Parsed { wrapper, .. } = &data.blocks[0].outcome else {
                panic!("broken: {text}")
            };
            assert!(wrapper.is_some(), "{text}");
            assert_eq!(types(&data), ["A"], "{text}");
        }
        for text in ["// {\"@type\": \"A\"}", "<!-- {\"@type\": \"A\" -->", "<!---->"] {
            let outcome = &read_block(text).blocks[0].outcome;
            assert!(matches!(outcome, BlockOutcome::Broken(_)), "{text}");
        }
    }

    #[test]
    fn what_lies_past_a_limit_is_not_called_broken() {
        let large = format!("[{}1]", "1,".repeat(limits::JSON_BLOCK_BYTES / 2));
        let data = read_block(&large);
        assert_eq!(data.blocks[0].outcome, BlockOutcome::NotRead);
        let values = format!("[{}1]", "1,".repeat(limits::JSON_VALUES));
        assert_eq!(read_block(&values).blocks[0].outcome, BlockOutcome::NotRead);
        let many = "<script type=application/ld+json>{}</script>".repeat(limits::JSON_BLOCKS + 1);
        let data = read_html(&many);
        assert!(data.cut_short);
        assert_eq!(data.blocks.len(), limits::JSON_BLOCKS);
    }
}
