//! What elements around the content call a version.

use html5ever::local_name;
use select::document::Document;

use crate::page::doxygen::is_version;
use crate::page::flow::Flow;
use crate::page::marks::Marks;
use crate::page::tree::has_token;

/// The class of such an element.
const CLASS: &str = "version";
/// Bytes of a version with the word before it.
const BYTES_MAX: usize = 32;
/// The most that are kept.
const VERSIONS_MAX: usize = 8;
/// Elements around one that are looked at.
const AROUND_MAX: usize = 64;

/// The texts of the elements that are called `version` and stand neither in the main content, where
/// a version is that of a part, nor in a footer, where it is that of the generator.
pub(super) fn versions(
    document: &Document,
    flow: &Flow,
    is_in_main: impl Fn(usize) -> bool,
) -> Vec<String> {
    let named = (0..flow.elements.len()).filter(|at| {
        let element = &flow.elements[*at];
        (1..=BYTES_MAX).contains(&element.text_length())
            && document.nth(element.node).is_some_and(|node| {
                has_token(node, &local_name!("class"), CLASS) || is_version(node)
            })
    });
    let around = named.filter(|at| !is_in_main(*at) && !is_in_footer(flow, *at));
    let texts = around.map(|at| flow.text[flow.elements[at].text.clone()].trim().to_owned());
    texts.take(VERSIONS_MAX).collect()
}

fn is_in_footer(flow: &Flow, at: usize) -> bool {
    let up = std::iter::successors(Some(at), |at| {
        Some(flow.elements[*at].parent).filter(|parent| parent != at)
    });
    up.take(AROUND_MAX).any(|at| flow.elements[at].marks.contains(Marks::FOOTER))
}
