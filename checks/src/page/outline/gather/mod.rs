//! Gathering the parts of a body.

mod blocks;
mod frame;
mod headings;

use std::ops::Range;

use html5ever::local_name;
use select::document::Document;
use select::node::Node;

use crate::page::doxygen;
use crate::page::flow::{Element, Flow, Inside};
use crate::page::haddock;
use crate::page::javadoc;
use crate::page::main_content::Content;
use crate::page::marks::Marks;
use crate::page::outline::classes::is_logo;
use crate::page::outline::grid::Grid;
use crate::page::outline::kinds::heading_level;
use crate::page::outline::versions::versions;
use crate::page::outline::{Form, Image, Landmark, Link, List, Outline, Place, Table};
use crate::page::surroundings::Surroundings;
use crate::page::text::collapse;
use crate::page::tree::attribute;

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
    gathering.outline.frame = gathering.frame();
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
        if self.outline.styled_title.is_none() && matches!(name, "div" | "p" | "span" | "strong") {
            self.outline.styled_title = self.styled_title(at, node);
        }
        match name {
            "a" => self.link(at, node),
            "div" if self.outline.shown_title.is_none() && doxygen::is_title(node) => {
                self.outline.shown_title = Some(self.title_place(at));
            }
            "div" if javadoc::is_table(node) => self.drawn_table(at, node),
            "div" if self.outline.project.is_none() => {
                let names = [doxygen::name_of_project, haddock::name_of_package];
                self.outline.project = names.iter().find_map(|name_of| name_of(node));
            }
            "p" if self.outline.shown_title.is_none() && haddock::is_title(node) => {
                self.outline.shown_title = Some(self.title_place(at));
            }
            "ul" | "ol" | "dl" => self.list(at),
            "dt" => self.outline.terms += usize::from(self.is_in_main(at)),
            "table" => self.table(at, node),
            "img" => {
                let alt = attribute(node, &local_name!("alt")).map(collapse);
                let names = [local_name!("class"), local_name!("id")];
                let is_logo = names.iter().any(|name| is_logo(attribute(node, name)));
                let (place, href) = (self.place(at), self.link_around(at));
                self.outline.images.push(Image { place, alt, is_logo, href });
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

    fn class(&self, at: usize) -> Option<&str> {
        let node = self.document.nth(self.flow.elements[at].node)?;
        attribute(node, &local_name!("class"))
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
        if is_inner || self.is_in_last_table(at) || is_layout() {
            return;
        }
        let grid = Grid::of(self.document, self.inside(at));
        self.outline.tables.push(Table {
            place: self.place(at),
            rows: grid.rows,
            single_rows: grid.single_rows,
            columns: grid.columns,
            has_headers: grid.has_headers
                || is_titled
                || doxygen::is_index(node)
                || haddock::is_list(node),
        });
    }

    /// A table whose cells are `div` elements.
    fn drawn_table(&mut self, at: usize, node: Node<'_>) {
        if self.flow.elements[at].inside.contains(Inside::TABLE) || self.is_in_last_table(at) {
            return;
        }
        let (rows, columns) = javadoc::rows_and_columns(node);
        self.outline.tables.push(Table {
            place: self.place(at),
            rows,
            single_rows: 0,
            columns,
            has_headers: columns > 0,
        });
    }

    /// Whether an element stands in the table that was found last.
    fn is_in_last_table(&self, at: usize) -> bool {
        let start = self.flow.elements[at].text.start;
        self.outline.tables.last().is_some_and(|table| table.place.text.contains(&start))
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
