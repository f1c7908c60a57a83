//! Gathering the headings of a body.

use std::ops::Range;

use html5ever::local_name;
use select::node::Node;

use super::{Gathering, trimmed};
use crate::page::flow::Element;
use crate::page::outline::classes::{is_box, is_box_by_itself, is_styled_as_title};
use crate::page::outline::{EmptyHeading, Heading, Place};
use crate::page::text::collapse;
use crate::page::tree::{Step, Walk, attribute};
use crate::page::{doxygen, javadoc};

/// Steps of a walk through a heading without text, in which a picture is looked for.
const HEADING_STEPS: usize = 64;
/// Bytes of a line that looks like the page's heading.
const STYLED_BYTES: usize = 160;
/// Elements above a heading that may be the box whose label it is.
const BOX_DEPTH: usize = 4;

impl Gathering<'_> {
    /// The place of an element that shows the title, without what stands below that in it.
    pub(super) fn title_place(&self, at: usize) -> Place {
        let mut place = self.place(at);
        if let Some(first) = self.flow.blocks.get(self.flow.elements[at].blocks.start) {
            let end = first.text.end.min(place.text.end);
            let inside = at + 1..self.flow.elements[at].end;
            let mut labels = inside.filter(|one| self.is_labels(*one));
            let labels = labels.next().map_or(end, |one| self.flow.elements[one].text.start);
            let end = end.min(labels);
            place.text = trimmed(&self.flow.text, place.text.start.min(end)..end);
        }
        place
    }

    /// Whether an element has the labels that Doxygen puts behind a title: “abstract”.
    fn is_labels(&self, at: usize) -> bool {
        let node = self.document.nth(self.flow.elements[at].node);
        node.is_some_and(doxygen::is_labels)
    }

    pub(super) fn heading(&mut self, at: usize, node: Node<'_>, level: u8) {
        let mut place = self.place(at);
        place.text = self.without_button(at, place.text);
        let is_in_box = self.is_in_box(at);
        let is_of_box = self.is_of_box(at);
        let is_title = javadoc::is_title(node);
        let said =
            if place.text.is_empty() { said_without_text(node) } else { Some(String::new()) };
        match said {
            // A picture that says nothing.
            Some(alt) if place.text.is_empty() && alt.is_empty() => {}
            Some(alt) => self.outline.headings.push(Heading {
                place,
                level,
                is_in_box,
                is_of_box,
                is_title,
                is_logo: self.flow.logos.contains(&at),
                alt,
            }),
            None => {
                if level == 1 && !place.is_around {
                    self.outline.empty_first_headings.push(place.line);
                }
                self.outline.empty_headings.push(EmptyHeading { place, level });
            }
        }
    }

    /// Whether an element near above says that it is a box within the text.
    pub(super) fn is_in_box(&self, at: usize) -> bool {
        self.near_above(at).any(|up| self.is_note(up) || is_box(self.class(up)))
    }

    /// Whether it is the only heading of such a box.
    fn is_of_box(&self, at: usize) -> bool {
        let is_alone = |up: usize| {
            let inside = &self.flow.elements[up..self.flow.elements[up].end];
            let is_heading =
                |one: &&Element| matches!(&*one.name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
            let headings = inside.iter().filter(is_heading);
            headings.take(2).count() == 1
        };
        self.near_above(at)
            .any(|up| (self.is_note(up) || is_box_by_itself(self.class(up))) && is_alone(up))
    }

    /// The elements near above one, below the content's own.
    fn near_above(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let parent = |at: &usize| Some(self.flow.elements[*at].parent).filter(|up| up < at);
        let above = std::iter::successors(parent(&at), parent).take(BOX_DEPTH);
        above
            .take_while(|up| !matches!(&*self.flow.elements[*up].name, "main" | "article" | "body"))
    }

    /// The place of an element that looks like the page's heading, by its names.
    pub(super) fn styled_title(&self, at: usize, node: Node<'_>) -> Option<Place> {
        const NAMES: [&str; 4] = ["class", "font-size", "variant", "data-variant"];
        let length = self.flow.elements[at].text_length();
        let is_styled = (1..=STYLED_BYTES).contains(&length)
            && NAMES.iter().filter_map(|name| node.attr(name)).any(is_styled_as_title);
        let place = is_styled.then(|| self.place(at))?;
        let is_one_line = !self.flow.text[place.text.clone()].contains('\n');
        (is_one_line && !place.is_around && !place.text.is_empty()).then_some(place)
    }

    /// The address of the link that holds a picture and no text.
    pub(super) fn link_around(&self, at: usize) -> Option<String> {
        let mut above = self.near_above(at).map(|up| &self.flow.elements[up]);
        let link = above.find(|up| up.is("a")).filter(|link| link.text.is_empty())?;
        let href = attribute(self.document.nth(link.node)?, &local_name!("href"))?;
        Some(href.trim().to_owned())
    }

    /// Whether an element is a box by its tag or its role.
    fn is_note(&self, at: usize) -> bool {
        let element = &self.flow.elements[at];
        let node = self.document.nth(element.node);
        element.is("aside")
            || node.and_then(|node| attribute(node, &local_name!("role"))) == Some("note")
    }

    /// The text of a heading without the button behind it, such as one that copies a name. A
    /// button that holds all of the text opens a part, and its text is the heading.
    fn without_button(&self, at: usize, text: Range<usize>) -> Range<usize> {
        let is_last = |inner: &&Element| inner.is("button") && inner.text.end >= text.end;
        let end = self.inside(at).find(is_last).map_or(text.end, |button| button.text.start);
        let before = trimmed(&self.flow.text, text.start..end.max(text.start));
        if before.is_empty() { text } else { before }
    }
}

/// What a heading without text says: the name for those who hear the page, where its text is hidden
/// from them and shown to all others (`aria-label` beside `aria-hidden`), or its picture.
fn said_without_text(heading: Node<'_>) -> Option<String> {
    let picture = picture_in(heading);
    let is_silent = picture.as_ref().is_none_or(String::is_empty);
    let label = heading.attr("aria-label").map(collapse).filter(|label| !label.is_empty());
    label.filter(|_| is_silent).or(picture)
}

/// What the first picture or control in a heading without text says; none where there is none.
fn picture_in(heading: Node<'_>) -> Option<String> {
    let inside = Walk::over(heading).take(HEADING_STEPS).filter_map(|step| match step {
        Step::Enter(node) => Some(node),
        Step::Leave(_) => None,
    });
    let is_picture = |node: &Node<'_>| {
        matches!(
            node.name(),
            Some("img" | "svg" | "picture" | "video" | "object" | "iframe" | "input" | "math")
        )
    };
    // A picture element holds its image, which has the text.
    let pictures: Vec<Node<'_>> = inside.filter(is_picture).collect();
    let alts =
        pictures.iter().filter_map(|node| attribute(*node, &local_name!("alt"))).map(collapse);
    let said = alts.into_iter().find(|alt| !alt.is_empty());
    (!pictures.is_empty()).then(|| said.unwrap_or_default())
}
