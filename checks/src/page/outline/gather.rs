//! Gathering the parts of a body.

use std::ops::Range;

use html5ever::local_name;
use select::document::Document;
use select::node::Node;

use crate::page::doxygen;
use crate::page::flow::{Element, Flow, Inside};
use crate::page::main_content::Content;
use crate::page::marks::Marks;
use crate::page::outline::classes::{is_box, is_box_by_itself, is_logo};
use crate::page::outline::entries::{Values, is_entry, is_formula};
use crate::page::outline::grid::Grid;
use crate::page::outline::kinds::{block_kinds, heading_level};
use crate::page::outline::lines::first_line;
use crate::page::outline::versions::versions;
use crate::page::outline::{
    BlockFact, BlockKind, EmptyHeading, Form, Heading, Image, Landmark, Link, List, Outline, Place,
    Table,
};
use crate::page::surroundings::Surroundings;
use crate::page::text::{collapse, sentences, tenths_of_words};
use crate::page::tree::{Step, Walk, attribute};

/// Steps of a walk through a heading without text, in which a picture is looked for.
const HEADING_STEPS: usize = 64;
/// Elements from the innermost one of a text up in which one makes it bold.
const BOLD_DEPTH: usize = 3;
/// Elements above a heading that may be the box whose label it is.
const BOX_DEPTH: usize = 4;

/// Gathers the parts.
pub(crate) fn outline(
    document: &Document,
    lines: &[u32],
    flow: &Flow,
    apart: &Surroundings,
    content: &Content,
) -> Outline {
    let mut gathering = Gathering {
        document,
        lines,
        flow,
        apart,
        content,
        before: content_before(flow, content),
        passwords: passwords(document, flow),
        outline: Outline::default(),
    };
    for at in 0..flow.elements.len() {
        gathering.enter(at);
    }
    gathering.landmarks();
    gathering.blocks();
    gathering.outline.versions = versions(document, flow, |at| gathering.is_in_main(at));
    gathering.outline
}

/// Bytes of main content before each block, and of all.
fn content_before(flow: &Flow, content: &Content) -> Vec<usize> {
    let mut before = vec![0];
    for (block, is_content) in flow.blocks.iter().zip(&content.blocks) {
        let bytes = if *is_content { block.text.len() } else { 0 };
        before.push(before[before.len() - 1] + bytes);
    }
    before
}

/// The places of the fields that ask for a password, in order.
fn passwords(document: &Document, flow: &Flow) -> Vec<usize> {
    let asks = |element: &Element| {
        let kind =
            document.nth(element.node).and_then(|node| attribute(node, &local_name!("type")));
        kind.is_some_and(|kind| kind.eq_ignore_ascii_case("password"))
    };
    (0..flow.elements.len()).filter(|at| asks(&flow.elements[*at])).collect()
}

struct Gathering<'a> {
    document: &'a Document,
    lines: &'a [u32],
    flow: &'a Flow,
    apart: &'a Surroundings,
    content: &'a Content,
    before: Vec<usize>,
    passwords: Vec<usize>,
    outline: Outline,
}

impl Gathering<'_> {
    fn enter(&mut self, at: usize) {
        let element = &self.flow.elements[at];
        let Some(node) = self.document.nth(element.node) else { return };
        let name: &str = &element.name;
        if let Some(level) = heading_level(name, node) {
            self.heading(at, node, level);
        }
        match name {
            "a" => self.link(at, node),
            "div" if self.outline.shown_title.is_none() && doxygen::is_title(node) => {
                self.outline.shown_title = Some(self.title_place(at));
            }
            "div" if self.outline.project.is_none() => {
                self.outline.project = doxygen::name_of_project(node);
            }
            "ul" | "ol" | "dl" => self.list(at),
            "dt" => self.outline.terms += usize::from(self.is_in_main(at)),
            "table" => self.table(at, node),
            "img" => {
                let alt = attribute(node, &local_name!("alt")).map(collapse);
                let names = [local_name!("class"), local_name!("id")];
                let is_logo = names.iter().any(|name| is_logo(attribute(node, name)));
                self.outline.images.push(Image { place: self.place(at), alt, is_logo });
            }
            "form" => {
                let next = self.passwords.partition_point(|field| *field <= at);
                let has_password =
                    self.passwords.get(next).is_some_and(|field| self.flow.holds(at, *field));
                self.outline.forms.push(Form { place: self.place(at), has_password });
            }
            _ => {}
        }
    }

    /// The place of an element that shows the title, without what stands below that in it.
    fn title_place(&self, at: usize) -> Place {
        let mut place = self.place(at);
        if let Some(first) = self.flow.blocks.get(self.flow.elements[at].blocks.start) {
            let end = first.text.end.min(place.text.end);
            place.text = trimmed(&self.flow.text, place.text.start.min(end)..end);
        }
        place
    }

    fn heading(&mut self, at: usize, node: Node<'_>, level: u8) {
        let mut place = self.place(at);
        place.text = self.without_button(at, place.text);
        let is_in_box = self.is_in_box(at);
        let is_of_box = self.is_of_box(at);
        if !place.text.is_empty() {
            self.outline.headings.push(Heading {
                place,
                level,
                is_in_box,
                is_of_box,
                alt: String::new(),
            });
            return;
        }
        match picture_in(node) {
            Some(alt) if !alt.is_empty() => {
                self.outline.headings.push(Heading { place, level, is_in_box, is_of_box, alt });
            }
            Some(_) => {}
            None => {
                if level == 1 && !place.is_around {
                    self.outline.empty_first_headings.push(place.line);
                }
                self.outline.empty_headings.push(EmptyHeading { place, level });
            }
        }
    }

    /// Whether an element near above says that it is a box within the text.
    fn is_in_box(&self, at: usize) -> bool {
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

    /// Whether an element is a box by its tag or its role.
    fn is_note(&self, at: usize) -> bool {
        let element = &self.flow.elements[at];
        let node = self.document.nth(element.node);
        element.is("aside")
            || node.and_then(|node| attribute(node, &local_name!("role"))) == Some("note")
    }

    fn class(&self, at: usize) -> Option<&str> {
        let node = self.document.nth(self.flow.elements[at].node)?;
        attribute(node, &local_name!("class"))
    }

    /// The text of a heading without the button behind it, such as one that copies a name. A
    /// button that holds all of the text opens a part, and its text is the heading.
    fn without_button(&self, at: usize, text: Range<usize>) -> Range<usize> {
        let is_last = |inner: &&Element| inner.is("button") && inner.text.end >= text.end;
        let end = self.inside(at).find(is_last).map_or(text.end, |button| button.text.start);
        let before = trimmed(&self.flow.text, text.start..end.max(text.start));
        if before.is_empty() { text } else { before }
    }

    fn place(&self, at: usize) -> Place {
        let element = &self.flow.elements[at];
        Place {
            line: self.lines[element.node],
            in_main: self.is_in_main(at),
            is_around: self.apart.hold(at),
            text: trimmed(&self.flow.text, element.text.clone()),
        }
    }

    /// Whether an element holds main content, or where it has no text, stands in its root.
    fn is_in_main(&self, at: usize) -> bool {
        let element = &self.flow.elements[at];
        if self.apart.hold(at) || !self.flow.holds(self.content.root, at) {
            return false;
        }
        let first = self.flow.blocks.partition_point(|block| block.text.end <= element.text.start);
        let block = self.flow.blocks.get(first);
        (element.text.is_empty() && !self.is_beyond(at))
            || self.before[element.blocks.end] > self.before[element.blocks.start]
            || (block.is_some_and(|block| block.text.start < element.text.end)
                && self.content.blocks[first])
    }

    /// Whether an element stands before or after all main content, where nothing marks where that
    /// begins and ends: what heads the body, such as a logo, is none of it.
    fn is_beyond(&self, at: usize) -> bool {
        let blocks = &self.flow.elements[at].blocks;
        let all = self.before.last().copied().unwrap_or(0);
        self.content.root == 0 && (self.before[blocks.start] == 0 || self.before[blocks.end] == all)
    }

    fn inside(&self, at: usize) -> impl Iterator<Item = &Element> {
        self.flow.elements[at + 1..self.flow.elements[at].end].iter()
    }

    fn link(&mut self, at: usize, node: Node<'_>) {
        let Some(href) = attribute(node, &local_name!("href")) else { return };
        self.outline.links.push(Link {
            place: self.place(at),
            href: href.trim().to_owned(),
            rel: attribute(node, &local_name!("rel")).unwrap_or_default().to_owned(),
            title: attribute(node, &local_name!("title")).unwrap_or_default().trim().to_owned(),
        });
    }

    fn list(&mut self, at: usize) {
        if self.flow.elements[at].inside.contains(Inside::LIST) {
            return;
        }
        let items = self
            .flow
            .children(at)
            .filter(|child| matches!(&*self.flow.elements[*child].name, "li" | "dt" | "div"));
        let list = List {
            place: self.place(at),
            is_ordered: self.flow.elements[at].is("ol"),
            is_of_terms: self.flow.elements[at].is("dl"),
            items: items.count(),
        };
        self.outline.lists.push(list);
    }

    fn table(&mut self, at: usize, node: Node<'_>) {
        let is_inner = self.flow.elements[at].inside.contains(Inside::TABLE);
        let is_titled = doxygen::is_list_of_members(node);
        let is_layout = || {
            // What lays out a page holds other tables, or headings.
            let lays_out = |name: &str| match name {
                "table" => true,
                "h1" | "h2" | "h3" => !is_titled,
                _ => false,
            };
            self.inside(at).any(|inner| lays_out(&inner.name))
                || matches!(
                    attribute(node, &local_name!("role")).map(str::trim),
                    Some("presentation" | "none")
                )
        };
        if is_inner || is_layout() {
            return;
        }
        let grid = Grid::of(self.document, self.inside(at));
        self.outline.tables.push(Table {
            place: self.place(at),
            rows: grid.rows,
            single_rows: grid.single_rows,
            columns: grid.columns,
            has_headers: grid.has_headers || is_titled,
        });
    }

    fn landmarks(&mut self) {
        let landmark = |at: usize| {
            let blocks = &self.flow.elements[at].blocks;
            let held = self.before[blocks.end] - self.before[blocks.start];
            let whole = self.before.last().copied().unwrap_or(0);
            let percent_of_main = (held * 100).checked_div(whole).unwrap_or(0);
            Landmark { place: self.place(at), percent_of_main, inner_lines: Vec::new() }
        };
        let main = |at: usize| Landmark { inner_lines: self.inner_mains(at), ..landmark(at) };
        let mains: Vec<Landmark> = self.flow.outermost(Marks::MAIN).map(main).collect();
        let articles: Vec<Landmark> = self.flow.outermost(Marks::ARTICLE).map(landmark).collect();
        (self.outline.mains, self.outline.articles) = (mains, articles);
    }

    /// The lines of the `main` elements inside of one.
    fn inner_mains(&self, outer: usize) -> Vec<u32> {
        let mut lines = Vec::new();
        let mut at = outer + 1;
        while at < self.flow.elements[outer].end {
            let element = &self.flow.elements[at];
            if element.marks.contains(Marks::MAIN) && element.text_length() > 0 {
                lines.push(self.lines[element.node]);
                at = element.end;
            } else {
                at += 1;
            }
        }
        lines
    }

    fn blocks(&mut self) {
        let kinds = block_kinds(self.document, self.flow);
        let values = Values::of(self.flow);
        self.outline.terms += self.terms_without_tags(&values);
        for (at, block) in self.flow.blocks.iter().enumerate() {
            let text = self.flow.block_text(block);
            let in_main = self.content.blocks[at];
            let kind = match kinds[block.element].unwrap_or(BlockKind::Paragraph) {
                BlockKind::Paragraph if is_formula(text) => BlockKind::Code,
                kind => kind,
            };
            let (tenths_of_words, sentences) = if in_main { self.measure(text) } else { (0, 0) };
            self.outline.blocks.push(BlockFact {
                place: Place {
                    line: self.line_of(at),
                    in_main,
                    is_around: self.apart.hold(block.owner),
                    text: trimmed(&self.flow.text, block.text.clone()),
                },
                kind,
                is_in_terms: values.holds(at)
                    || self.flow.elements[block.element].opens().contains(Inside::TERMS),
                is_entry: kind == BlockKind::ListItem && is_entry(text, block.link_text),
                link_bytes: block.link_text,
                is_bold: in_main && self.is_bold(block.element),
                tenths_of_words,
                sentences,
            });
        }
    }

    /// Whether an element is bold, or stands in one that is.
    fn is_bold(&self, at: usize) -> bool {
        let parent = |at: &usize| Some(self.flow.elements[*at].parent).filter(|up| up < at);
        let mut above = std::iter::successors(Some(at), parent).take(BOLD_DEPTH);
        above.any(|up| matches!(&*self.flow.elements[up].name, "strong" | "b"))
    }

    /// How many terms stand in the main content that no `dt` marks: the items of lists of keys and
    /// values, and of those that DocBook divides into segments.
    fn terms_without_tags(&self, values: &Values) -> usize {
        let lists = (0..self.flow.elements.len()).filter(|at| {
            let marks = self.flow.elements[*at].marks;
            marks.contains(Marks::TERMS) && self.is_in_main(*at)
        });
        let items = lists.map(|at| self.flow.children(at).count());
        let keys = values.lists.iter().filter(|(at, _)| self.is_in_main(*at));
        items.chain(keys.map(|(_, items)| *items)).sum()
    }

    /// The line of a block: that of its element, and behind other text in it that of its own.
    fn line_of(&self, at: usize) -> u32 {
        let block = &self.flow.blocks[at];
        let owner = &self.flow.elements[block.owner];
        // A line feed may be all that is between.
        match block.text.start > owner.text.start + 1 {
            true => first_line(self.document, self.lines, block.first_node),
            false => self.lines[owner.node],
        }
    }

    /// The length of a block in tenths of a word equivalent, and how many sentences it has; each
    /// is measured on the way.
    fn measure(&mut self, text: &str) -> (usize, usize) {
        let lengths = &mut self.outline.sentence_tenths;
        let before = lengths.len();
        lengths.extend(sentences(text).map(tenths_of_words));
        (lengths[before..].iter().sum(), lengths.len() - before)
    }
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

/// The range without the white space at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let start = range.start + (inner.len() - inner.trim_start().len());
    start..start + inner.trim().len()
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_heads_a_body_without_landmarks_is_no_content() {
        let text = "<p>Water should be hot when it meets the leaves of a green tea.</p>".repeat(4);
        let more = text.replace("green", "black");
        let logo = "<div><a href=/><img class=logo alt=Tea></a></div>";
        let picture = "<p><img alt=Leaves></p>";
        let in_main = |html: &str| -> Vec<bool> {
            let page = crate::catalogue::test_html::read_at("https://example.com/x", html);
            page.document.outline.images.iter().map(|image| image.place.in_main).collect()
        };
        assert_eq!(in_main(&format!("{logo}{text}{picture}{more}{logo}")), [false, true, false]);
        let marked = format!("{logo}<main>{picture}{text}</main>");
        assert_eq!(in_main(&marked), [false, true]);
    }
}
