//! JSON-LD that stands where no parser looks for it: in an attribute, as some frameworks write it
//! that were told so, or in the code of a script that inserts it.

use select::document::Document;
use select::node::Node;

use super::block::is_json_ld;
use super::{Misplaced, StructuredData};
use crate::page::limits;
use crate::page::tree::elements;

/// The most that are kept.
const MISPLACED_MAX: usize = 4;

/// Adds what `meta` elements and empty blocks hold in their attributes, in order.
pub(super) fn read(document: &Document, lines: &[u32], data: &mut StructuredData) {
    let found = elements(document).filter_map(|node| {
        let element = match node.name() {
            Some("meta") => "meta",
            Some("script") if inserts(node) => {
                let (attribute, json) = (String::new(), String::new());
                return Some(Misplaced {
                    line: lines[node.index()],
                    element: "script",
                    attribute,
                    json,
                });
            }
            Some("script") if is_json_ld(node) && is_empty(node) => "script",
            _ => return None,
        };
        let (attribute, json) = node.attrs().find(|(_, value)| is_json_ld_text(value))?;
        let line = lines[node.index()];
        let (attribute, json) = (attribute.to_owned(), json.trim().to_owned());
        Some(Misplaced { line, element, attribute, json })
    });
    let mut found: Vec<Misplaced> = found.take(MISPLACED_MAX).collect();
    // What can be read says more than what a script will write.
    found.sort_by_key(|one| one.attribute.is_empty());
    data.misplaced = found;
}

/// Whether the code of a script holds JSON-LD to insert. One that only looks for some names the type
/// without a vocabulary behind it.
fn inserts(script: Node<'_>) -> bool {
    /// Bytes behind the type in which the vocabulary stands.
    const NEAR_BYTES: usize = 400;
    const TYPE: &str = "application/ld+json";
    !is_json_ld(script)
        && script.children().filter_map(|child| child.as_text()).any(|code| {
            code.match_indices(TYPE).any(|(at, _)| {
                let end = code.floor_char_boundary((at + NEAR_BYTES).min(code.len()));
                let behind = &code[at..end];
                let names = ["@context\"", "@context\\\"", "@context'"];
                names.iter().any(|name| behind.contains(name)) && behind.contains("schema.org")
            })
        })
}

fn is_empty(script: Node<'_>) -> bool {
    script.children().filter_map(|child| child.as_text()).all(|text| text.trim().is_empty())
}

/// Whether a value is an object or a list that names its vocabulary.
fn is_json_ld_text(value: &str) -> bool {
    let value = value.trim_start();
    value.starts_with(['{', '['])
        && value.len() <= limits::JSON_BLOCK_BYTES
        && value.contains("\"@context\"")
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_html;

    #[test]
    fn json_ld_in_attributes_is_found_and_other_json_is_not() {
        let json = "{\"@context\": \"https://schema.org\", \"@type\": \"A\"}";
        let data = read_html(&format!(
            "<meta name=x content='{json}'>\n<script type=application/ld+json children='{json}'>\
             </script><script type=application/ld+json data-b='{json}'>{json}</script>\
             <script type=application/json children='{json}'></script><div data-ld='{json}'></div>\
             <meta name=y content='{{\"a\": 1}}'>"
        ));
        let found = data.misplaced.iter().map(|one| (one.line, one.element, &*one.attribute));
        let found: Vec<_> = found.collect();
        assert_eq!(found, [(1, "meta", "content"), (2, "script", "children")]);
        assert_eq!(data.misplaced[0].json, json);
    }

    #[test]
    fn a_script_that_inserts_json_ld_is_found_and_one_that_looks_for_it_is_not() {
        let inserts = r#"push([0,{"type":"application/ld+json","children":"{\"@context\":\"https://schema.org\"}"}])"#;
        let looks = r#"document.querySelector('script[type="application/ld+json"]')"#;
        let found = |code: &str| read_html(&format!("<script>{code}</script>")).misplaced.len();
        assert_eq!((found(inserts), found(looks)), (1, 0));
    }
}
