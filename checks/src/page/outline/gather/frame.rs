//! The element that all of the main content stands in.

use std::cmp::Reverse;
use std::collections::HashSet;

use html5ever::{LocalName, local_name};
use select::predicate::Name;

use super::Gathering;
use crate::page::marks::split_words;
use crate::page::outline::{Frame, Tag};
use crate::page::tree::attribute;

/// What a `main` can be a child of, beside the body and elements of a page's own making (HTML, 4.4.14:
/// its ancestors are `html`, `body`, `div` and `form`). Cells lay out old pages.
const HOLDERS: [&str; 5] = ["body", "div", "form", "td", "center"];
/// In which a `main` must not stand.
const SECTIONS: [&str; 4] = ["article", "section", "aside", "nav"];
/// Words in names of what a site shows on every page around the content.
const PARTS: [&str; 8] =
    ["masthead", "header", "footer", "navbar", "nav", "navigation", "sidebar", "menu"];
/// Percent of the text of a box that may be something else, such as buttons to share the page.
const OUTSIDE_PERCENT: usize = 10;
/// Percent of the text of a page that a section has which is only a box around all of it.
const WRAPPER_PERCENT: usize = 90;
/// The fewest bytes of a part that is worth a word.
const APART_BYTES: usize = 100;

impl Gathering<'_> {
    /// The innermost element that a `main` can stand in and that holds the main content and the heading
    /// above it. None where text of the content stands in it without an element of its own.
    pub(super) fn frame(&self) -> Option<Frame> {
        let is_content = |at: &usize| self.content.blocks.get(*at).copied().unwrap_or_default();
        let mut content = (0..self.flow.blocks.len()).filter(is_content);
        let first = self.flow.blocks[content.next()?].element;
        let last = content.next_back().map_or(first, |last| self.flow.blocks[last].element);
        // What stands above the heading, such as a notice, is no part of what it heads.
        let start = self.main_heading().filter(|heading| *heading < last).unwrap_or(first);
        let holder = self.holder_of(start, last)?;
        let child_with =
            |inner: usize| self.flow.children(holder).find(|child| self.flow.holds(*child, inner));
        let (from, to) = (child_with(start)?, child_with(last)?);
        let below = self.below_header(holder, from, to);
        let heading =
            below.and(self.main_heading()).filter(|heading| self.flow.holds(from, *heading));
        let from = below.unwrap_or(from);
        let to = self.before_footer(holder, from, to);
        let length = |at: usize| self.flow.elements[at].text_length();
        let outside = || self.flow.children(holder).filter(|child| *child < from || *child > to);
        // Scripts may fill an empty header.
        let has_parts = outside().any(|child| self.is_part(child));
        let outside = outside().map(length).sum::<usize>() * 100;
        // Landmarks, and small parts such as buttons, need no word.
        let is_apart = |at: &usize| {
            let element = &self.flow.elements[*at];
            self.apart.hold(*at)
                && !self.apart.hold(element.parent)
                && matches!(&*element.name, "div" | "section" | "ul")
                && element.text_length() >= APART_BYTES
                // With a heading of its own, it may be content all the same.
                && !self.inside(*at).any(|inner| inner.is("table") || is_heading(&inner.name))
        };
        let apart = (from..self.flow.elements[to].end).find(is_apart);
        let is_box = self.flow.elements[holder].is("div") && from != to;
        let skipped_to = self.skipped_to(start, last);
        let is_whole = is_box && !has_parts && outside <= length(holder) * OUTSIDE_PERCENT;
        let around = self.above(skipped_to.unwrap_or(holder));
        let sections = around.filter(|at| self.flow.elements[*at].is("section"));
        Some(Frame {
            is_whole: is_whole || skipped_to.is_some(),
            holder: self.tag(skipped_to.unwrap_or(holder)),
            first: self.tag(from),
            last: self.tag(to),
            apart: apart.map(|at| self.tag(at)),
            section: sections.last().map(|at| self.tag(at)),
            heading: heading.map(|at| self.lines[self.flow.elements[at].node]),
        })
    }

    /// The first of some children with content behind one that has little of it, and else what a site
    /// shows on every page, such as its header with the page's heading in it.
    fn below_header(&self, holder: usize, from: usize, to: usize) -> Option<usize> {
        /// Percent of the text of such a part that is content.
        const CONTENT_PERCENT: usize = 25;
        /// Of so much of its text one part is links, as in menus.
        const LINKS_SHARE: usize = 3;
        let blocks = self.flow.elements[from].blocks.clone();
        let content = blocks
            .filter(|at| self.content.blocks.get(*at).copied().unwrap_or_default())
            .map(|at| self.flow.blocks[at].text.len())
            .sum::<usize>();
        let header = &self.flow.elements[from];
        let is_header = from != to
            && self.is_part(from)
            && header.link_text * LINKS_SHARE > header.text_length()
            && content * 100 < self.flow.elements[from].text_length() * CONTENT_PERCENT;
        let mut others = self.flow.children(holder).filter(|child| *child > from && *child <= to);
        others.find(|child| self.has_content(*child)).filter(|_| is_header)
    }

    /// The last of some children that holds content above the foot of the page, if little of it follows
    /// that: a player there is no content, whatever the reading took in of it.
    fn before_footer(&self, holder: usize, from: usize, to: usize) -> usize {
        /// Percent of the text that may follow a foot.
        const BEHIND_PERCENT: usize = 40;
        let is_foot = |at: usize| self.flow.elements[at].is("footer") && self.apart.hold(at);
        let children = self.flow.children(holder);
        let above = children
            .skip_while(|child| *child < from)
            .take_while(|child| *child <= to && (*child == from || !is_foot(*child)));
        let last = above.filter(|child| self.has_content(*child)).last().unwrap_or(to);
        let end = |at: usize| self.flow.elements[at].text.end;
        let start = self.flow.elements[from].text.start;
        let behind = end(to).saturating_sub(end(last)) * 100;
        if behind <= end(to).saturating_sub(start) * BEHIND_PERCENT { last } else { to }
    }

    /// Whether text of the content stands in an element.
    fn has_content(&self, at: usize) -> bool {
        let blocks = self.flow.elements[at].blocks.clone();
        self.content.blocks.get(blocks).is_some_and(|blocks| blocks.contains(&true))
    }

    /// The box that a link for those who hear the page skips to, where it can be a `main` and all the
    /// content stands in it.
    fn skipped_to(&self, start: usize, end: usize) -> Option<usize> {
        let target = self.flow.skipped_to.filter(|at| self.flow.elements[*at].is("div"))?;
        let holds = |inner| self.flow.holds(target, inner);
        let is_in_section = || self.above(target).any(|at| self.is_section(at));
        (holds(start) && holds(end) && !is_in_section()).then_some(target)
    }

    /// The heading of the page. One that is a link may be a logo.
    fn main_heading(&self) -> Option<usize> {
        let heading = self.flow.title.filter(|title| !self.apart.hold(*title))?;
        // The one above all, for those who hear the page, may name the site.
        let words = |text: &str| -> HashSet<String> { split_words(text).collect() };
        let title = self.document.find(Name("title")).next().map(|title| words(&title.text()));
        let shared = |at: usize| {
            let said = words(&self.flow.text[self.flow.elements[at].text.clone()]);
            title.as_ref().map_or(0, |title| title.intersection(&said).count())
        };
        let in_main = |at: &usize| self.flow.elements[*at].is("h1") && self.is_in_main(*at);
        let others = (heading + 1..self.flow.elements.len()).filter(in_main);
        let all = std::iter::once(heading).chain(others);
        let heading = all.min_by_key(|at| Reverse(shared(*at)))?;
        let element = &self.flow.elements[heading];
        let is_link = element.link_text * 2 > element.text_length();
        (!is_link || self.is_in_main(heading)).then_some(heading)
    }

    /// The innermost element that a `main` can stand in and that holds both.
    fn holder_of(&self, start: usize, end: usize) -> Option<usize> {
        let above: Vec<usize> = self.above(start).collect();
        let name = |at: usize| &*self.flow.elements[at].name;
        let is_in_section =
            above.iter().rposition(|at| self.is_section(*at)).map_or(0, |at| at + 1);
        above[is_in_section..].iter().copied().find(|at| {
            let can_hold = HOLDERS.contains(&name(*at)) || name(*at).contains('-');
            can_hold && *at < end && self.flow.holds(*at, end)
        })
    }

    /// The elements around one, from the inside out.
    fn above(&self, at: usize) -> impl Iterator<Item = usize> {
        let up = |at: &usize| Some(self.flow.elements[*at].parent).filter(|up| up < at);
        std::iter::successors(up(&at), up)
    }

    /// Whether an element is one in which a `main` must not stand, and is needed as such.
    fn is_section(&self, at: usize) -> bool {
        let element = &self.flow.elements[at];
        let whole = self.flow.elements[0].text_length() * WRAPPER_PERCENT;
        let is_wrapper = element.is("section") && element.text_length() * 100 >= whole;
        SECTIONS.contains(&&*element.name) && !is_wrapper
    }

    /// Whether an element is a part of the frame that all pages have, by its name, its class or its
    /// text.
    fn is_part(&self, at: usize) -> bool {
        let element = &self.flow.elements[at];
        let node = self.document.nth(element.node);
        let is_named = |name: &LocalName| {
            let names = node.and_then(|node| attribute(node, name)).unwrap_or_default();
            let mut words = names.split(|char: char| !char.is_ascii_alphabetic());
            words.any(|word| PARTS.contains(&word.to_ascii_lowercase().as_str()))
        };
        self.apart.hold(at)
            || PARTS.contains(&&*element.name)
            || [local_name!("class"), local_name!("id")].iter().any(is_named)
            || element.link_text * 2 > element.text_length()
            || self.flow.text[element.text.clone()].contains('©')
    }

    fn tag(&self, at: usize) -> Tag {
        let element = &self.flow.elements[at];
        let node = self.document.nth(element.node);
        let named =
            |name| node.and_then(|node| attribute(node, name)).filter(|value| !value.is_empty());
        let name = [("id", local_name!("id")), ("class", local_name!("class"))];
        let name = name.iter().find_map(|(label, name)| Some((*label, named(name)?.to_owned())));
        let last = &self.flow.elements[element.end - 1];
        Tag {
            line: self.lines[element.node],
            last_line: self.lines[last.node],
            element: element.name.to_string(),
            name,
        }
    }
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}
