//! The fields that a page asks its readers to fill in.

use html5ever::local_name;
use select::document::Document;

use crate::page::flow::Flow;
use crate::page::marks::Marks;
use crate::page::tree::attribute;

/// Whether the content has a field for a password, or the address to which a new one is sent and hardly
/// any text.
pub(super) fn asks_for_password(document: &Document, flow: &Flow, prose: usize) -> bool {
    /// Bytes of prose beside a field for an address alone.
    const FEW_BYTES: usize = 400;
    inputs(document, flow).any(|kind| kind == "password" || (kind == "email" && prose < FEW_BYTES))
}

/// Whether the content has a field for a text, or for the address of who writes.
pub(super) fn asks_for_message(document: &Document, flow: &Flow) -> bool {
    (0..flow.elements.len()).any(|at| flow.elements[at].is("textarea") && !is_in_frame(flow, at))
        || inputs(document, flow).any(|kind| kind == "email")
}

/// The types of its fields that don't stand in the head, the foot or a menu, lower case.
fn inputs<'a>(document: &'a Document, flow: &'a Flow) -> impl Iterator<Item = String> + 'a {
    (0..flow.elements.len())
        .filter(|at| flow.elements[*at].is("input"))
        .filter_map(|at| Some((at, document.nth(flow.elements[at].node)?)))
        .filter_map(|(at, input)| Some((at, attribute(input, &local_name!("type"))?)))
        .map(|(at, kind)| (at, kind.trim().to_ascii_lowercase()))
        .filter(|(_, kind)| matches!(kind.as_str(), "password" | "email"))
        .filter(|(at, _)| !is_in_frame(flow, *at))
        .map(|(_, kind)| kind)
}

/// Whether an element stands in what all pages of the site have around their content.
fn is_in_frame(flow: &Flow, at: usize) -> bool {
    /// Elements around it that are looked at.
    const AROUND_MAX: usize = 32;
    let frame = Marks::NAVIGATION
        | Marks::FOOTER
        | Marks::HEADER
        | Marks::ASIDE
        | Marks::PROMOTION
        | Marks::OVERLAY;
    let up = |at: &usize| Some(flow.elements[*at].parent).filter(|up| up < at);
    let mut around = std::iter::successors(Some(at), up).take(AROUND_MAX);
    around.any(|at| flow.elements[at].marks.intersects(frame))
}
