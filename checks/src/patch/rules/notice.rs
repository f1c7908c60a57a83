//! A notice that stands between the heading and the opening.

use super::element::Element;
use super::proposal::{Keeps, Proposal};
use super::tag_edits::remove;
use crate::catalogue::structure::answer_first::is_notice;
use crate::edit::{Edit, Tag};
use crate::patch::head::indentation;
use crate::patch::view::View;

/// Elements that notices are written in.
const NOTICES: [&str; 4] = ["p", "div", "aside", "section"];

/// What says who pays for the text, or what it corrects, moves below the paragraph that follows it.
/// A law may want it above: a person should look.
pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    if !view.is_open("answer-first") {
        return Vec::new();
    }
    let heading = view.tags.first("h1").map_or(usize::MAX, |(at, _)| at);
    let below = view.tags.tags().filter(|(at, tag)| *at > heading && is_box(tag));
    let elements = below.filter_map(|(at, _)| Element::at(view.tags, at));
    let text = view.source.text();
    let mut notices = elements.filter(|one| is_notice(one.text(view.tags, text).trim()));
    notices.next().and_then(|notice| moved(view, notice)).into_iter().collect()
}

fn is_box(tag: &Tag) -> bool {
    tag.is_start && NOTICES.contains(&tag.name.as_str())
}

fn moved(view: &View<'_>, notice: Element) -> Option<Proposal> {
    let text = view.source.text();
    let opening = notice.next(view.tags, text)?;
    if opening.tags(view.tags)?.0.name != "p" {
        return None;
    }
    let (own, behind) = (notice.range(view.tags), opening.range(view.tags));
    let before = match indentation(text, behind.start) {
        Some(indentation) => format!("{}{indentation}", view.line_break()),
        None => String::new(),
    };
    let edits =
        vec![remove(text, &own), Edit::insert(behind.end, format!("{before}{}", &text[own]))];
    let title = "Move the notice below the opening paragraph";
    Some(Proposal::new(title, edits).that_keeps(Keeps::Words))
}
