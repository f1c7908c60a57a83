//! What stands inside the content and is none of it.

use crate::page::flow::{Flow, Inside};
use crate::page::main_content::reading::Reading;
use crate::page::marks::Marks;
use crate::page::surroundings::Surroundings;

/// What is trimmed holds at most this share of the content's prose.
const MOST_PERCENT: usize = 25;
/// The same for what buyers say, which is longer.
const MOST_REVIEWS_PERCENT: usize = 50;
/// A `noscript` shorter than this only asks for JavaScript.
const NOTICE_BYTES: usize = 300;
/// A list with fewer links is no menu.
const MENU_LINKS: usize = 2;

/// Puts apart what belongs to the frame of the content.
pub(super) fn trim(flow: &Flow, apart: &mut Surroundings, root: usize, reading: &Reading) {
    let prose = apart.prose(flow);
    let whole = prose.within(flow, root);
    let mut at = root + 1;
    while at < flow.elements[root].end {
        let held = prose.within(flow, at) * 100;
        let is_frame = held <= whole * MOST_PERCENT && is_frame(flow, at, reading);
        let is_reviews = reading.drops_reviews
            && flow.elements[at].marks.contains(Marks::REVIEWS)
            && held <= whole * MOST_REVIEWS_PERCENT;
        if !apart.hold(at) && (is_frame || is_reviews) && !flow.holds_h1(at) {
            apart.put_apart(flow, at);
        }
        at = if apart.hold(at) { flow.elements[at].end } else { at + 1 };
    }
}

fn is_frame(flow: &Flow, at: usize, reading: &Reading) -> bool {
    let element = &flow.elements[at];
    (element.is("noscript") && element.text_length() < NOTICE_BYTES)
        || (reading.drops_controls && is_control(flow, at))
        || (reading.drops_link_lists && is_link_list(flow, at))
}

/// Buttons, choices and labels; a button in a heading, or around one, opens what the heading names.
fn is_control(flow: &Flow, at: usize) -> bool {
    let element = &flow.elements[at];
    let is_heading = |inside: usize| flow.elements[inside].opens().contains(Inside::HEADING);
    matches!(&*element.name, "button" | "select" | "textarea" | "label" | "legend" | "option")
        && !element.inside.contains(Inside::HEADING)
        && !(at + 1..element.end).any(is_heading)
}

/// A container whose text is mostly links.
fn is_link_list(flow: &Flow, at: usize) -> bool {
    let element = &flow.elements[at];
    matches!(&*element.name, "div" | "ul" | "ol" | "section" | "table" | "dl")
        && element.links >= MENU_LINKS
        && element.link_text * 2 > element.text_length()
}

/// Whether a text there is part of a list, a table, a paragraph or a heading, however short.
pub(super) fn is_structured(flow: &Flow, element: usize) -> bool {
    flow.elements[element].opens().contains(Inside::STRUCTURE)
}
