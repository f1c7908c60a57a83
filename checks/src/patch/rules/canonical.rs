//! The canonical of a page that names none, one in a wrong form, or itself twice.

use url::Url;

use super::proposal::Proposal;
use super::{own_address, tag_edits};
use crate::catalogue::indexing::canonical::manual::version_of;
use crate::edit::Edit;
use crate::page::canonical::declared::{Declared, Place};
use crate::page::canonical::difference::Difference;
use crate::paste::in_title;
use crate::patch::head::{Head, HeadElement};
use crate::patch::view::View;
use crate::url::without_tracking;

/// Never where the page names another URL: which one is right is the owner's to say.
pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    if !view.has_address() || !view.is_open("canonical") {
        return Vec::new();
    }
    let all = Declared::of(view.context.page);
    let head = Head::of(view);
    let is_canonical = |element: &&HeadElement<'_>| {
        element.tag.starts("link") && element.tag.has_word("rel", "canonical")
    };
    let links: Vec<&HeadElement<'_>> = head.elements.iter().filter(is_canonical).collect();
    let is_nowhere = all.readable.is_empty() && all.unreadable.is_empty();
    let proposal = match (is_nowhere, &links[..]) {
        (true, []) => add(view, &head),
        (false, [one])
            if all.readable.is_empty() && one.tag.value("href").is_empty() && !own_query(view) =>
        {
            fill_in(view, one)
        }
        (false, [_, ..]) => put_right(view, &all, &links),
        _ => None,
    };
    proposal.into_iter().collect()
}

fn add(view: &View<'_>, head: &Head<'_>) -> Option<Proposal> {
    // A page that is kept out of engines is not to be found, by whatever address; and of a query
    // only the site knows which part chooses the page.
    if view.is_open("indexable") || own_query(view) {
        return None;
    }
    // Nor does the page say which version of a manual is to be cited.
    if version_of(view.context).is_some() {
        return None;
    }
    // A shell that scripts fill may be sent for every URL of the site.
    let is_empty = view.context.page.document.main.word_equivalents == 0;
    if is_empty || view.is_open("raw-html-content") || !own_address::is_certain(view) {
        return None;
    }
    let address = address_of(&view.context.page.final_url);
    let (href, end) = (view.attribute_text(&address), view.void_end());
    let element = format!("<link rel=\"canonical\" href=\"{href}\"{end}");
    let edit = head.insert(view, &element, |tag| {
        tag.starts("title") || tag.value("name").eq_ignore_ascii_case("description")
    })?;
    let title = format!("Add a canonical link to {}", in_title(&address));
    Some(Proposal::new(title, vec![edit]))
}

fn fill_in(view: &View<'_>, link: &HeadElement<'_>) -> Option<Proposal> {
    let address = address_of(&view.context.page.final_url);
    let edit = tag_edits::set(view, link.tag, "href", &address);
    let title = format!("Fill in the empty canonical with {}", in_title(&address));
    Some(Proposal::new(title, vec![edit]))
}

/// Each names this page: the first one stays, as an absolute URL.
fn put_right(view: &View<'_>, all: &Declared, links: &[&HeadElement<'_>]) -> Option<Proposal> {
    let own = |difference| matches!(difference, Difference::Same | Difference::QueryDropped);
    let in_head = all.effective().filter(|one| one.place == Place::Head);
    if !all.effective().all(|one| own(one.difference)) || in_head.clone().count() != links.len() {
        return None;
    }
    let first = in_head.clone().next()?;
    let address = address_of(&first.target);
    let mut edits: Vec<Edit> = Vec::new();
    if first.relative || address != first.target.as_str() {
        edits.push(tag_edits::set(view, links.first()?.tag, "href", &address));
    }
    let text = view.source.text();
    edits.extend(links.iter().skip(1).map(|link| tag_edits::remove(text, &link.range)));
    let title = match links.len() {
        1 if first.relative => format!("Make the canonical absolute: {}", in_title(&address)),
        1 => format!("Remove tracking parameters from the canonical: {}", in_title(&address)),
        2 => "Remove the duplicate of the canonical link".to_owned(),
        count => format!("Remove {} duplicates of the canonical link", count - 1),
    };
    (!edits.is_empty()).then(|| Proposal::new(title, edits))
}

fn own_query(view: &View<'_>) -> bool {
    without_tracking(&view.context.page.final_url).query().is_some_and(|query| !query.is_empty())
}

fn address_of(url: &Url) -> String {
    let mut address = without_tracking(url);
    address.set_fragment(None);
    address.to_string()
}
