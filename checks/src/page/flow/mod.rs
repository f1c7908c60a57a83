//! What a reader sees of a document, laid out flat.
//!
//! The visible elements stand in document order, each with the place of its last descendant and
//! of its text, so that a subtree is a range and its text a slice. The text comes in blocks: a
//! block is a run of text without a line break, such as a paragraph, a list item or a cell.

mod inside;

use std::cell::OnceCell;
use std::ops::Range;

use html5ever::{LocalName, local_name};
use select::document::Document;
use select::node::{Data, Node};

use crate::page::doxygen::is_title;
use crate::page::marks::{MarkReader, Marks};
use crate::page::text::TextBuilder;
use crate::page::tree::{Step, Walk, attribute, first};
use crate::page::visible::{Visibility, gap_around, gap_between_links};

pub(crate) use inside::Inside;

/// What generators put after headings to link to them.
pub(crate) const PERMALINKS: [char; 5] = ['¶', '#', '§', '🔗', '\u{F0C1}'];

/// The visible part of the body.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    /// Its text, blocks separated by line feeds.
    pub(crate) text: String,
    /// Its elements in document order; the body is the first.
    pub(crate) elements: Vec<Element>,
    /// The blocks of the text, in order.
    pub(crate) blocks: Vec<Block>,
    /// The place of the element that shows the page's title, where a generator is known to write it
    /// so, else of the first `h1`.
    pub(crate) title: Option<usize>,
    /// The places of its `h1` elements that have text and are no logo, in order.
    first_headings: Vec<usize>,
    /// The places of its `h1` elements that are only the logo of the site, in order.
    pub(crate) logos: Vec<usize>,
    /// The place of the element that a link for those who hear the page skips to, if that holds the
    /// content.
    pub(crate) skipped_to: Option<usize>,
}

/// A visible element.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// Index of its node in the document.
    pub(crate) node: usize,
    /// Its parent's place among the elements; its own for the body.
    pub(crate) parent: usize,
    /// The place after its last descendant.
    pub(crate) end: usize,
    /// Its tag.
    pub(crate) name: LocalName,
    /// What its names say of its part in the page.
    pub(crate) marks: Marks,
    /// What stands around it.
    pub(crate) inside: Inside,
    /// Where its text stands.
    pub(crate) text: Range<usize>,
    /// Bytes of its text inside links.
    pub(crate) link_text: usize,
    /// Links in it.
    pub(crate) links: usize,
    /// The blocks that begin in it.
    pub(crate) blocks: Range<usize>,
}

/// A run of text without a line break.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// Where it stands.
    pub(crate) text: Range<usize>,
    /// Bytes of it inside links.
    pub(crate) link_text: usize,
    /// The innermost element that holds all of it.
    pub(crate) element: usize,
    /// The element that tells whether it is content: the one that its first text stands in, unless
    /// only that text surrounds content, as a label for screen readers before a line does.
    pub(crate) owner: usize,
    /// Index of the node that its first text stands in.
    pub(crate) first_node: usize,
    /// Index of the node that its last text stands in.
    pub(crate) last_node: usize,
    /// Whether it is a list of names and no prose, once [`crate::page::prose`] was asked.
    pub(crate) lists_names: OnceCell<bool>,
}

impl Element {
    /// The tag.
    pub(crate) fn is(&self, name: &str) -> bool {
        &*self.name == name
    }

    /// What stands around its text: what stands around it, and itself.
    pub(crate) fn opens(&self) -> Inside {
        self.inside | Inside::of(&self.name, self.marks)
    }

    /// Bytes of its text.
    pub(crate) fn text_length(&self) -> usize {
        self.text.len()
    }
}

impl Flow {
    /// Lays out the body of the page at that address.
    pub(crate) fn of(document: &Document, visibility: &Visibility) -> Self {
        let Some(body) = first(document, "body") else { return Self::default() };
        let mut layout = Layout::default();
        let mut walk = Walk::over(body);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(node) if !visibility.shows(node) => {
                    layout.text.separate(gap_around(node));
                    walk.pass_over(node);
                }
                Step::Enter(node) if layout.is_permalink(node) => walk.pass_over(node),
                Step::Enter(node) => layout.enter(document, node),
                Step::Leave(node) => layout.leave(document, node),
            }
        }
        layout.finish()
    }

    /// The places of its `h1` elements that have text, in order, but for those of the site.
    pub(crate) fn first_headings(&self) -> &[usize] {
        &self.first_headings
    }

    /// Takes these headings for those of the site, and none of them for the title.
    pub(crate) fn set_logos(&mut self, logos: Vec<usize>) {
        let is_logo_title = self.title.is_some_and(|title| logos.contains(&title));
        self.first_headings.retain(|heading| !logos.contains(heading));
        if is_logo_title {
            self.title = self.first_headings.first().copied();
        }
        self.logos = logos;
    }

    /// The only outermost element with one of these marks, if it has text.
    pub(crate) fn sole(&self, mark: Marks) -> Option<usize> {
        let mut found = self.outermost(mark);
        match (found.next(), found.next()) {
            (Some(only), None) => Some(only).filter(|at| self.elements[*at].text_length() > 0),
            _ => None,
        }
    }

    /// The elements with one of these marks that stand in no other.
    pub(crate) fn outermost(&self, mark: Marks) -> impl Iterator<Item = usize> + '_ {
        let mut from = 0;
        std::iter::from_fn(move || {
            let rest = self.elements.get(from..)?;
            let at = from + rest.iter().position(|element| element.marks.intersects(mark))?;
            from = self.elements[at].end;
            Some(at)
        })
    }

    /// Whether the element is a heading, or stands in one.
    pub(crate) fn is_in_heading(&self, element: usize) -> bool {
        self.elements[element].opens().contains(Inside::HEADING)
    }

    /// Whether an `h1` stands in the element, or is it.
    pub(crate) fn holds_h1(&self, element: usize) -> bool {
        self.first_h1(element).is_some()
    }

    /// The first `h1` that stands in the element, or is it.
    pub(crate) fn first_h1(&self, element: usize) -> Option<usize> {
        let next = self.first_headings.partition_point(|heading| *heading < element);
        let heading = self.first_headings.get(next).copied();
        heading.filter(|heading| *heading < self.elements[element].end)
    }

    /// Whether several `h1` with text stand in the element.
    pub(crate) fn holds_h1s(&self, element: usize) -> bool {
        let next = self.first_headings.partition_point(|heading| *heading < element);
        let second = self.first_headings.get(next + 1);
        second.is_some_and(|heading| *heading < self.elements[element].end)
    }

    /// An element's children.
    pub(crate) fn children(&self, element: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.elements[element].end;
        let first = Some(element + 1).filter(|first| *first < end);
        std::iter::successors(first, move |child| {
            Some(self.elements[*child].end).filter(|next| *next < end)
        })
    }

    /// Whether one element stands in another, or is it.
    pub(crate) fn holds(&self, outer: usize, inner: usize) -> bool {
        (outer..self.elements[outer].end).contains(&inner)
    }

    /// The places of the blocks that share text with that range.
    pub(crate) fn blocks_in(&self, text: &Range<usize>) -> Range<usize> {
        let first = self.blocks.partition_point(|block| block.text.end <= text.start);
        let end = self.blocks.partition_point(|block| block.text.start < text.end);
        first..end.max(first)
    }

    /// The block's text.
    pub(crate) fn block_text(&self, block: &Block) -> &str {
        self.text[block.text.clone()].trim()
    }
}

#[derive(Default)]
struct Layout<'a> {
    marks: MarkReader<'a>,
    text: TextBuilder,
    elements: Vec<Element>,
    blocks: Vec<Block>,
    open: Vec<usize>,
    link_text: usize,
    links: usize,
    /// How many links the walk is in.
    in_links: usize,
    /// The place of the element that shows the title.
    title: Option<usize>,
}

impl<'a> Layout<'a> {
    fn enter(&mut self, document: &Document, node: Node<'a>) {
        self.text.separate(gap_around(node));
        self.text.separate(gap_between_links(node));
        match &document.nodes[node.index()].data {
            Data::Element(name, _) => {
                let place = self.elements.len();
                if &*name.local == "a" && attribute(node, &local_name!("href")).is_some() {
                    self.links += 1;
                    self.in_links += 1;
                }
                if self.title.is_none() && is_title(node) {
                    self.title = Some(place);
                }
                let parent = self.open.last().copied();
                let inside = parent.map_or_else(Inside::empty, |at| self.elements[at].opens());
                self.elements.push(Element {
                    node: node.index(),
                    parent: parent.unwrap_or(place),
                    inside,
                    end: place + 1,
                    name: name.local.clone(),
                    marks: self.marks.of(node),
                    text: self.text.len()..self.text.len(),
                    link_text: self.link_text,
                    links: self.links,
                    blocks: self.blocks.len()..self.blocks.len(),
                });
                self.open.push(place);
            }
            Data::Text(text) => self.push(text, node.index()),
            Data::Comment(_) => {}
        }
    }

    /// Whether it is a link that a generator puts into a heading, to itself: `¶`.
    fn is_permalink(&self, node: Node<'_>) -> bool {
        let is_heading = |name: &str| {
            matches!(
                name,
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt" | "caption" | "figcaption"
            )
        };
        node.name() == Some("a")
            && attribute(node, &local_name!("href")).is_some_and(|href| href.starts_with('#'))
            && self.open.iter().any(|at| is_heading(&self.elements[*at].name))
            && node.children().all(|child| child.as_text().is_some())
            && node.text().trim().chars().all(|sign| PERMALINKS.contains(&sign))
    }

    fn push(&mut self, text: &str, node: usize) {
        let before = self.text.len();
        let starts_block = self.text.starts_line();
        self.text.push(text);
        let after = self.text.len();
        if after == before {
            return;
        }
        let start = before + usize::from(starts_block && before > 0);
        if self.in_links > 0 {
            self.link_text += after - start;
        }
        let linked = if self.in_links > 0 { after - start } else { 0 };
        match self.blocks.last_mut() {
            Some(block) if !starts_block => {
                block.text.end = after;
                block.last_node = node;
                block.link_text += linked;
            }
            _ => {
                let element = self.open.last().copied().unwrap_or(0);
                self.blocks.push(Block {
                    text: start..after,
                    link_text: linked,
                    element,
                    owner: element,
                    first_node: node,
                    last_node: node,
                    lists_names: OnceCell::new(),
                });
                return;
            }
        }
        self.widen_block(text);
    }

    /// Takes into the last block the element that is open, whose text continues it.
    fn widen_block(&mut self, text: &str) {
        let Some(block) = self.blocks.last_mut() else { return };
        let (elements, open) = (&self.elements, &self.open);
        let up = |from: usize| std::iter::successors(Some(from), |at| Some(elements[*at].parent));
        let is_open = |at: &usize| *at == 0 || open.binary_search(at).is_ok();
        let common = up(block.element).find(is_open).unwrap_or(0);
        block.element = common;
        let surrounds = |from: usize| {
            up(from)
                .take_while(|at| *at > common)
                .any(|at| elements[at].marks.intersects(Marks::AROUND))
        };
        let here = open.last().copied().unwrap_or(0);
        let says_something = text.contains(char::is_alphanumeric);
        if block.owner != here && says_something && surrounds(block.owner) && !surrounds(here) {
            block.owner = common;
        }
    }

    fn leave(&mut self, document: &Document, node: Node<'_>) {
        self.text.separate(gap_around(node));
        if !matches!(document.nodes[node.index()].data, Data::Element(..)) {
            return;
        }
        let Some(place) = self.open.pop() else { return };
        let end = self.elements.len();
        let element = &mut self.elements[place];
        element.end = end;
        element.text.end = self.text.len();
        element.link_text = self.link_text - element.link_text;
        element.links = self.links - element.links;
        element.blocks.end = self.blocks.len();
        if element.is("a") && attribute(node, &local_name!("href")).is_some() {
            // A link counts for what is around it, and for itself.
            element.links += 1;
            self.in_links -= 1;
        }
    }

    fn finish(self) -> Flow {
        let has_text = |at: &usize| self.elements[*at].text_length() > 0;
        let headings = (0..self.elements.len()).filter(|at| self.elements[*at].is("h1"));
        let first_headings: Vec<usize> = headings.filter(has_text).collect();
        Flow {
            title: self.title.or(first_headings.first().copied()),
            text: self.text.finish(),
            elements: self.elements,
            blocks: self.blocks,
            first_headings,
            logos: Vec::new(),
            skipped_to: None,
        }
    }
}
