//! The tree builder's output: the nodes of a [`select::document::Document`], written directly.
//!
//! `select`'s own `Document::from` copies a finished tree by recursion, which ends the process on
//! deep nesting. This sink writes the nodes as they come, with the line each one starts on, keeps
//! the contents of `template` as ordinary children, and never recurses.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::LazyLock;

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ExpandedName, QualName, local_name, namespace_url, ns};
use memchr::{memchr, memchr_iter};
use select::node::{Data, Raw};

use crate::page::limits;

/// Stands for the document itself, which has no node of its own.
const DOCUMENT: usize = usize::MAX;
/// The name of what has none.
static UNNAMED: LazyLock<QualName> = LazyLock::new(|| QualName::new(None, ns!(), local_name!("")));

/// The nodes so far, and how much work they were.
#[derive(Default)]
pub(crate) struct Sink {
    nodes: Vec<Raw>,
    lines: Vec<u32>,
    ends: Vec<usize>,
    /// Bytes of the source that were fed.
    fed: usize,
    depths: Vec<u16>,
    last_root: Option<usize>,
    source_lines: SourceLines,
    deepest: u16,
    /// The tree builder walks its stacks through a shared reference to the sink.
    steps: Cell<usize>,
}

/// The lines of the source, counted here: the tokenizer counts a line break twice that follows a
/// named character reference.
#[derive(Default)]
struct SourceLines {
    /// Line breaks before the tag that the piece being fed goes on with.
    before_tag: u32,
    /// The same before the text behind that tag.
    before_text: u32,
    /// The same before the next piece.
    before_next: u32,
    ends_in_return: bool,
    /// Whether the source has carriage returns.
    has_returns: bool,
}

impl SourceLines {
    /// Takes the next piece, which begins behind the `<` of a tag and ends with the next one.
    fn advance(&mut self, piece: &str) {
        let piece = piece.as_bytes();
        let (tag, text) = piece.split_at(memchr(b'>', piece).map_or(piece.len(), |end| end + 1));
        self.before_tag = self.before_next;
        self.before_text = self.before_tag + self.breaks(tag);
        self.before_next = self.before_text + self.breaks(text);
    }

    /// Line breaks as browsers count them: a carriage return is one, and with a line feed behind
    /// it one still (HTML, section 13.2.3.5).
    fn breaks(&mut self, text: &[u8]) -> u32 {
        let Some(last) = text.last() else { return 0 };
        let feeds = memchr_iter(b'\n', text).count();
        let returns = match self.has_returns {
            false => 0,
            true => {
                let before = [if self.ends_in_return { b'\r' } else { b' ' }];
                let lone = before.iter().chain(text).zip(text);
                lone.filter(|(byte, next)| **byte == b'\r' && **next != b'\n').count()
            }
        };
        self.ends_in_return = *last == b'\r';
        u32::try_from(feeds + returns).unwrap_or(u32::MAX)
    }
}

/// A finished tree.
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Raw>,
    /// The line that each node starts on, 1 for the first.
    pub(crate) lines: Vec<u32>,
    /// By node: the bytes of the source that were fed when it was added, or added to.
    pub(crate) ends: Vec<usize>,
}

impl Sink {
    /// Has room for the nodes that a source of its length is likely to have, so that they are
    /// not moved again and again.
    pub(crate) fn for_source(html: &str) -> Self {
        let has_returns = memchr(b'\r', html.as_bytes()).is_some();
        let nodes = (html.len() / limits::BYTES_PER_NODE).min(limits::NODES);
        Self {
            nodes: Vec::with_capacity(nodes),
            lines: Vec::with_capacity(nodes),
            ends: Vec::with_capacity(nodes),
            depths: Vec::with_capacity(nodes),
            source_lines: SourceLines { has_returns, ..SourceLines::default() },
            ..Self::default()
        }
    }

    /// Whether a limit is reached, so that no more should be parsed.
    pub(crate) fn is_full(&self) -> bool {
        self.nodes.len() > limits::NODES
            || self.deepest > limits::DEPTH
            || self.steps.get() > limits::STEPS
    }

    /// Says that this piece of the source is fed next.
    pub(crate) fn advance(&mut self, piece: &str) {
        self.fed += piece.len();
        self.source_lines.advance(piece);
    }

    /// Counts work that the tree builder does without asking the sink.
    pub(crate) fn count(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps);
    }

    /// The name of an HTML or foreign element; none of what is no element.
    pub(crate) fn name_of(&self, handle: usize) -> Option<&QualName> {
        match self.nodes.get(handle).map(|node| &node.data) {
            Some(Data::Element(name, _)) => Some(name),
            _ => None,
        }
    }

    /// What was built.
    pub(crate) fn into_tree(self) -> Tree {
        Tree { nodes: self.nodes, lines: self.lines, ends: self.ends }
    }

    fn add(&mut self, data: Data) -> usize {
        let index = self.nodes.len();
        let before = match data {
            Data::Text(_) => self.source_lines.before_text,
            Data::Element(..) | Data::Comment(_) => self.source_lines.before_tag,
        };
        self.nodes.push(Raw {
            index,
            parent: None,
            prev: None,
            next: None,
            first_child: None,
            last_child: None,
            data,
        });
        self.lines.push(before.saturating_add(1));
        self.ends.push(self.fed);
        self.depths.push(0);
        index
    }

    fn push_child(&mut self, parent: usize, child: usize) {
        self.unlink(child);
        let last = if parent == DOCUMENT {
            self.last_root.replace(child)
        } else {
            self.nodes[child].parent = Some(parent);
            self.nodes[parent].last_child.replace(child)
        };
        self.nodes[child].prev = last;
        match last {
            Some(last) => self.nodes[last].next = Some(child),
            None if parent != DOCUMENT => self.nodes[parent].first_child = Some(child),
            None => {}
        }
        self.measure(child);
    }

    fn insert_before(&mut self, sibling: usize, child: usize) {
        self.unlink(child);
        let (parent, prev) = (self.nodes[sibling].parent, self.nodes[sibling].prev);
        let node = &mut self.nodes[child];
        (node.parent, node.prev, node.next) = (parent, prev, Some(sibling));
        self.nodes[sibling].prev = Some(child);
        match (prev, parent) {
            (Some(prev), _) => self.nodes[prev].next = Some(child),
            (None, Some(parent)) => self.nodes[parent].first_child = Some(child),
            (None, None) => {}
        }
        self.measure(child);
    }

    fn unlink(&mut self, child: usize) {
        self.count(1);
        let node = &mut self.nodes[child];
        let (parent, prev, next) = (node.parent.take(), node.prev.take(), node.next.take());
        if let Some(prev) = prev {
            self.nodes[prev].next = next;
        }
        if let Some(next) = next {
            self.nodes[next].prev = prev;
        }
        if self.last_root == Some(child) {
            self.last_root = prev;
        }
        let Some(parent) = parent else { return };
        if self.nodes[parent].first_child == Some(child) {
            self.nodes[parent].first_child = next;
        }
        if self.nodes[parent].last_child == Some(child) {
            self.nodes[parent].last_child = prev;
        }
    }

    fn measure(&mut self, child: usize) {
        let depth = self.nodes[child].parent.map_or(0, |parent| self.depths[parent] + 1);
        self.depths[child] = depth;
        self.deepest = self.deepest.max(depth);
    }

    /// Adds text to the text node at `place`, if there is one.
    fn merge(&mut self, place: Option<usize>, text: &StrTendril) -> bool {
        let Some(place) = place else { return false };
        let Data::Text(before) = &mut self.nodes[place].data else { return false };
        before.push_tendril(text);
        self.ends[place] = self.fed;
        true
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Tree;

    fn finish(self) -> Tree {
        self.into_tree()
    }

    fn get_document(&mut self) -> usize {
        DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> ExpandedName<'a> {
        self.count(1);
        // The tree builder asks for elements only.
        self.name_of(*target).unwrap_or(&UNNAMED).expanded()
    }

    fn create_element(&mut self, name: QualName, attrs: Vec<Attribute>, _: ElementFlags) -> usize {
        self.count(attrs.len() * attrs.len());
        let attrs = attrs.into_iter().map(|attr| (attr.name, attr.value)).collect();
        self.add(Data::Element(name, attrs))
    }

    fn create_comment(&mut self, text: StrTendril) -> usize {
        self.add(Data::Comment(text))
    }

    fn create_pi(&mut self, _target: StrTendril, data: StrTendril) -> usize {
        self.add(Data::Comment(data))
    }

    fn append(&mut self, parent: &usize, child: NodeOrText<usize>) {
        match child {
            NodeOrText::AppendNode(child) => self.push_child(*parent, child),
            NodeOrText::AppendText(text) => {
                let last = self.nodes.get(*parent).and_then(|parent| parent.last_child);
                if !self.merge(last, &text) {
                    let child = self.add(Data::Text(text));
                    self.push_child(*parent, child);
                }
            }
        }
    }

    fn append_before_sibling(&mut self, sibling: &usize, child: NodeOrText<usize>) {
        match child {
            NodeOrText::AppendNode(child) => self.insert_before(*sibling, child),
            NodeOrText::AppendText(text) => {
                if !self.merge(self.nodes[*sibling].prev, &text) {
                    let child = self.add(Data::Text(text));
                    self.insert_before(*sibling, child);
                }
            }
        }
    }

    fn append_based_on_parent_node(
        &mut self,
        element: &usize,
        previous: &usize,
        child: NodeOrText<usize>,
    ) {
        match self.nodes[*element].parent {
            Some(_) => self.append_before_sibling(element, child),
            None => self.append(previous, child),
        }
    }

    fn add_attrs_if_missing(&mut self, target: &usize, attrs: Vec<Attribute>) {
        let Data::Element(_, present) = &mut self.nodes[*target].data else { return };
        let steps = attrs.len() * (attrs.len() + present.len());
        self.steps.set(self.steps.get() + steps);
        for attr in attrs {
            if !present.iter().any(|(name, _)| *name == attr.name) {
                present.push((attr.name, attr.value));
            }
        }
    }

    fn remove_from_parent(&mut self, target: &usize) {
        self.unlink(*target);
    }

    fn reparent_children(&mut self, node: &usize, new_parent: &usize) {
        while let Some(child) = self.nodes[*node].first_child {
            self.push_child(*new_parent, child);
        }
    }

    fn get_template_contents(&mut self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, one: &usize, other: &usize) -> bool {
        self.count(1);
        one == other
    }

    fn parse_error(&mut self, _: Cow<'static, str>) {}

    fn set_quirks_mode(&mut self, _: QuirksMode) {}

    fn append_doctype_to_document(&mut self, _: StrTendril, _: StrTendril, _: StrTendril) {}
}
