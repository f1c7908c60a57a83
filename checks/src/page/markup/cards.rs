//! Telling the authors of other pages: those who are named in cards about them.

use std::collections::HashSet;

use html5ever::local_name;
use select::node::Node;

use super::finder::{Finder, InCard};
use crate::page::names;
use crate::page::tree::{Step, Walk, attribute};

/// How many elements around a byline its card may be.
const CARD_CLIMB: usize = 6;
/// Steps in which the heading of a card comes.
const HEADING_STEPS: usize = 120;

impl<'a> Finder<'a> {
    /// Notes that the byline which is added next stands in what may be a card.
    pub(super) fn note_card(&mut self, byline: Node<'a>, is_faint: bool) {
        for element in around(byline).take(CARD_CLIMB) {
            let is_link = match element.name() {
                Some("a") => true,
                Some("article" | "li") => false,
                _ => continue,
            };
            if self.has_heading(element, byline, is_link).unwrap_or(false) {
                let list = if is_faint { &self.places.faint_bylines } else { &self.places.bylines };
                self.cards.push(InCard { card: element.index(), is_faint, place: list.len() });
                return;
            }
        }
    }

    /// Whether an element begins with a heading that links to another page, or that the element
    /// links itself; none where too much was walked.
    fn has_heading(&mut self, element: Node<'a>, byline: Node<'a>, is_link: bool) -> Option<bool> {
        let mut link = is_link.then(|| element.index());
        let mut heading = None;
        for step in Walk::over(element).take(HEADING_STEPS) {
            self.short.step()?;
            match step {
                Step::Enter(node) => match node.name() {
                    Some("h1") => return Some(false),
                    Some("a") if link.is_none() && leads_to_page(node) => link = Some(node.index()),
                    Some("h2" | "h3" | "h4" | "h5" | "h6") if !is_around(node, byline) => {
                        heading = Some(node.index());
                    }
                    _ => {}
                },
                Step::Leave(node) => {
                    link = link.filter(|open| *open != node.index());
                    heading = heading.filter(|open| *open != node.index());
                }
            }
            if link.is_some() && heading.is_some() {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Marks the bylines of cards where there are several: one alone may be the page itself, under
    /// the name of its site.
    pub(super) fn mark_cards(&mut self) {
        let distinct: HashSet<usize> = self.cards.iter().map(|one| one.card).collect();
        if distinct.len() < 2 {
            return;
        }
        for one in &self.cards {
            let list = match one.is_faint {
                true => &mut self.places.faint_bylines,
                false => &mut self.places.bylines,
            };
            if let Some(byline) = list.get_mut(one.place) {
                byline.is_of_card = true;
            }
        }
    }
}

fn around(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(node.parent(), |around| around.parent())
}

/// Whether one of the two stands in the other: a heading that is the byline.
fn is_around(heading: Node<'_>, byline: Node<'_>) -> bool {
    let holds = |outer: Node<'_>, inner: Node<'_>| {
        inner.index() == outer.index()
            || around(inner).take(CARD_CLIMB).any(|node| node.index() == outer.index())
    };
    holds(heading, byline) || holds(byline, heading)
}

/// Whether a link leads to another page that is not somebody's: posts of a thread link to
/// themselves and to who wrote them.
fn leads_to_page(link: Node<'_>) -> bool {
    attribute(link, &local_name!("href"))
        .is_some_and(|href| !href.contains('#') && !names::is_author_page(href))
}
