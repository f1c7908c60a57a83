//! What keeps a page out of engines, where its owner says that it is to be found.

use super::proposal::Proposal;
use super::tag_edits;
use crate::edit::{Edit, Tag};
use crate::patch::view::View;

/// What takes a page out of the index.
const NOINDEX: &str = "noindex";

/// The directive alone goes; what stands beside it stays.
pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    if !view.is_open("indexable") {
        return Vec::new();
    }
    let metas = view.tags.tags().filter(|(_, tag)| tag.starts("meta"));
    let robots = metas.filter(|(_, tag)| tag.value("name").eq_ignore_ascii_case("robots"));
    let edits: Vec<Edit> = robots.filter_map(|(_, tag)| without(view, tag)).collect();
    match edits.is_empty() {
        true => Vec::new(),
        false => vec![Proposal::new("Remove noindex, since the page is public", edits)],
    }
}

fn without(view: &View<'_>, tag: &Tag) -> Option<Edit> {
    let directives: Vec<&str> = tag.value("content").split(',').map(str::trim).collect();
    let is_ban = |directive: &&str| directive.eq_ignore_ascii_case(NOINDEX);
    let kept: Vec<&str> = directives.iter().copied().filter(|own| !is_ban(own)).collect();
    if kept.len() == directives.len() {
        return None;
    }
    Some(match kept.is_empty() {
        true => tag_edits::remove(view.source.text(), &tag.range),
        false => tag_edits::set(view, tag, "content", &kept.join(", ")),
    })
}
