//! A main heading where the page has one by its looks only.

use super::element::Element;
use super::proposal::Proposal;
use crate::catalogue::structure::headings::{FirstHeadings, tokens};
use crate::edit::{Edit, Tag};
use crate::paste::in_title;
use crate::patch::view::View;

/// Elements that are styled as a heading, or are one of a lower level.
const STYLED: [&str; 5] = ["p", "div", "h2", "h3", "h4"];

/// The first line of the page that has the words of its title becomes its `h1`. Styles may be tied
/// to the element: a person should look.
pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    if !view.is_open("title-h1-match") || view.tags.first("h1").is_some() {
        return Vec::new();
    }
    let title = tokens(&FirstHeadings::of(view.context).title);
    if title.is_empty() {
        return Vec::new();
    }
    let text = view.source.text();
    let styled = view.tags.tags().filter(|(_, tag)| is_styled(tag));
    let named = styled.filter_map(|(at, _)| Element::at(view.tags, at)).find(|element| {
        element.is_of_text(view.tags) && tokens(&element.text(view.tags, text)) == title
    });
    let proposal = named.and_then(|element| {
        let (start, end) = element.tags(view.tags)?;
        let edits = [(start, "<".len()), (end, "</".len())].map(|(tag, opened)| {
            let name = tag.range.start + opened;
            Edit::replace(name..name + tag.name.len(), "h1")
        });
        let said = in_title(&element.text(view.tags, text));
        Some(Proposal::new(format!("Make {said} the H1"), edits.to_vec()))
    });
    proposal.into_iter().collect()
}

fn is_styled(tag: &Tag) -> bool {
    tag.is_start && STYLED.contains(&tag.name.as_str())
}
