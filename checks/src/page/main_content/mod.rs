//! The part of a page that is its content.
//!
//! Each kind of page has its own reading. All begin with the landmark that the author named (the
//! sole `main`, else the sole `article`) or the body, without what surrounds content. Of articles
//! and documentation the tightest element that holds nearly all prose is taken, of discussions the
//! posts, of products what describes them. What is shown twice, as pages do for narrow windows,
//! counts once.

mod boxes;
mod confidence;
mod margins;
mod named;
mod posts;
mod prices;
mod reading;
mod teasers;
mod templates;
#[cfg(test)]
mod tests;
mod trim;

pub(in crate::page) use named::named;
pub(in crate::page) use prices::names_price;

use std::collections::{HashMap, HashSet};

use select::document::Document;
use select::node::Node;

use crate::page::doxygen;
use crate::page::facts::POSTS;
use crate::page::flow::{Block, Element, Flow, Inside};
use crate::page::gtk_doc;
use crate::page::main_content::reading::Reading;
use crate::page::marks::Marks;
use crate::page::surroundings::Surroundings;
use crate::report::PageKind;

/// A part with less of the prose than one in so many is no section of the text.
const SECTIONS: usize = 20;

/// Of a manual with fewer bytes of prose, such as the entry of a command that only points to another
/// one, nobody can tell by them what its content is.
const FEW_BYTES: usize = 300;

/// Where the content stands.
#[derive(Debug, Default)]
pub(crate) struct Content {
    /// How it was found, for the report.
    pub(crate) origin: &'static str,
    /// The element that holds it.
    pub(crate) root: usize,
    /// By block of the flow: whether it belongs to the content.
    pub(crate) blocks: Vec<bool>,
    /// Whether something speaks against it (`confidence`).
    pub(crate) is_unsure: bool,
}

impl Content {
    /// The places of its blocks, in order.
    pub(crate) fn block_places(&self) -> impl Iterator<Item = usize> + '_ {
        self.blocks.iter().enumerate().filter(|(_, is_content)| **is_content).map(|(at, _)| at)
    }

    /// Its text, blocks separated by line feeds.
    pub(crate) fn text(&self, flow: &Flow) -> String {
        let mut text = String::new();
        for block in self.block_places() {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(flow.block_text(&flow.blocks[block]));
        }
        text
    }
}

/// Finds the content of a page of that kind.
pub(crate) fn main_content(document: &Document, flow: &Flow, kind: PageKind) -> Content {
    if flow.elements.is_empty() {
        return Content::default();
    }
    let reading = Reading::of(kind);
    let mut apart = match reading.is_posts {
        true => Surroundings::of_discussion(flow, reading.surroundings_percent),
        // Beside few words, a footer has most of the prose.
        false if is_short_and_named(flow) || is_short_and_alone(flow) => {
            Surroundings::of(flow, 100)
        }
        false => Surroundings::of(flow, reading.surroundings_percent),
    };
    if !reading.is_posts {
        apart.put_comments_apart(flow);
    }
    let alternative = alternative(document, flow, &apart, &reading);
    let generated = if reading.is_posts { None } else { generated(document, flow, &apart) };
    let (mut root, mut origin) = generated.unwrap_or_else(|| {
        let (root, origin) = landmark(flow, &apart);
        (tightest(document, flow, &apart, root, &reading), origin)
    });
    if reading.drops_teasers {
        boxes::put_apart(flow, &mut apart, root);
        teasers::put_apart(document, flow, &mut apart, root);
    }
    trim::trim(flow, &mut apart, root, &reading);
    margins::trim(document, flow, &mut apart, root, &reading);
    if reading.is_posts
        && let Some(posts) = posts::posts(document, flow, &apart)
    {
        apart.keep_only(flow, &posts);
        (root, origin) = (0, POSTS);
    }
    let blocks = chosen(flow, &apart, root, &reading);
    let is_unsure = generated.is_none() && confidence::is_unsure(flow, &blocks, &alternative);
    Content { origin, root, blocks, is_unsure }
}

/// A landmark with less text does not hold the content: scripts put it there, and until then it
/// stands elsewhere.
const LANDMARK_BYTES: usize = 200;

/// Whether the only `main` holds the heading of the page and a few words below it, as in a manual a
/// page of two sentences does.
fn is_short_and_named(flow: &Flow) -> bool {
    /// Bytes below the heading; fewer are a label.
    const BELOW_HEADING: usize = 20;
    let Some(main) = flow.sole(Marks::MAIN) else { return false };
    let length = flow.elements[main].text_length();
    let heading = flow.first_h1(main).map(|heading| flow.elements[heading].text_length());
    length < LANDMARK_BYTES && heading.is_some_and(|bytes| length >= bytes + BELOW_HEADING)
}

/// Whether the only `main` holds all prose of the page beside what surrounds it by its name, however
/// short that is: a part of a manual that its other pages include has a sentence or two.
fn is_short_and_alone(flow: &Flow) -> bool {
    let Some(main) = flow.sole(Marks::MAIN) else { return false };
    let prose = Surroundings::of(flow, 100).prose(flow);
    prose.total() > 0
        && flow.elements[main].text_length() < LANDMARK_BYTES
        && prose.within(flow, main) == prose.total()
}

/// The only element in which a generator is known to write what the page says.
fn generated(
    document: &Document,
    flow: &Flow,
    apart: &Surroundings,
) -> Option<(usize, &'static str)> {
    let (is_contents, origin): (fn(Node<'_>) -> bool, _) = match () {
        () if doxygen::is_generator(document) => {
            (doxygen::is_contents, "the element in which Doxygen writes the text")
        }
        () if gtk_doc::is_generator(document) => {
            (gtk_doc::is_contents, "the element in which GTK-Doc writes the text")
        }
        () => return None,
    };
    let is_one = |at: &usize| {
        let element = &flow.elements[*at];
        element.is("div") && document.nth(element.node).is_some_and(is_contents)
    };
    let mut found = (0..flow.elements.len()).filter(is_one);
    let only = found.next().filter(|_| found.next().is_none())?;
    // Where it is empty, there is no text: what else stands there is a menu and the footer.
    (!apart.hold(only)).then_some((only, origin))
}

/// The landmark that its author says holds the content, or leads to by a link that skips there; else
/// the body.
fn landmark(flow: &Flow, apart: &Surroundings) -> (usize, &'static str) {
    let prose = apart.prose(flow);
    let sole = |mark: Marks| {
        let has_text = |at: &usize| {
            flow.elements[*at].text_length() >= LANDMARK_BYTES
                || prose.within(flow, *at) == prose.total()
        };
        flow.sole(mark).filter(has_text)
    };
    let main = sole(Marks::MAIN).map(|main| (main, "the only `<main>` element"));
    main.or_else(|| sole(Marks::ARTICLE).map(|one| (one, "the only `<article>` element")))
        .or_else(|| flow.skipped_to.map(|one| (one, "the target of the link that skips to it")))
        .unwrap_or((0, "the body, without its landmark elements"))
}

/// Goes down from `root` as long as one child holds that share of its prose and more than a
/// paragraph, and the rest is no section like it.
fn tightest(
    document: &Document,
    flow: &Flow,
    apart: &Surroundings,
    root: usize,
    reading: &Reading,
) -> usize {
    let Some(percent) = reading.tighten_percent else { return root };
    let prose = apart.prose(flow);
    let whole = prose.within(flow, root);
    if reading.keeps_sections && whole < FEW_BYTES {
        return root;
    }
    let least = whole * percent / 100;
    let named = if reading.keeps_sections { named(document, flow, apart) } else { None };
    let down = |at: &usize| {
        let children = || flow.children(*at).filter(|child| !apart.hold(*child));
        let dominant = children().max_by_key(|child| prose.within(flow, *child))?;
        let level = if reading.keeps_sections { section_level(flow, dominant) } else { None };
        let is_split = |other: usize| {
            let is_like_it = prose.within(flow, other) * SECTIONS > least
                && are_alike(document, flow, dominant, other);
            other != dominant
                && (is_like_it || (level.is_some() && section_level(flow, other) == level))
        };
        // What a manual begins with stands beside its longest part: a line that says what a command
        // does, the heading over a table.
        let leaves_name =
            named.is_some_and(|named| flow.holds(*at, named) && !flow.holds(dominant, named));
        let holds_most = least > 0 && prose.within(flow, dominant) >= least;
        // What stands beside a paragraph, such as a table, is of the same text.
        let is_text = matches!(&*flow.elements[dominant].name, "p" | "blockquote" | "pre")
            || is_box_of_code(flow, dominant);
        // So does what stands under the same heading as a list or a table.
        let is_listed = matches!(&*flow.elements[dominant].name, "ul" | "ol" | "dl" | "table");
        let is_under = |other: usize| is_listed && other < dominant && is_heading(flow, other);
        let is_tighter = holds_most
            && !is_text
            && !leaves_name
            && !children().any(|other| is_split(other) || is_under(other));
        is_tighter.then_some(dominant)
    };
    std::iter::successors(Some(root), down).last().unwrap_or(root)
}

/// Whether an element is hardly more than the code that it frames.
fn is_box_of_code(flow: &Flow, at: usize) -> bool {
    let most = flow.elements[at].text_length() * 9 / 10;
    let mut children = flow.children(at).map(|child| &flow.elements[child]);
    most > 0 && children.any(|child| child.is("pre") && child.text_length() >= most)
}

/// Whether an element is a heading with text.
fn is_heading(flow: &Flow, at: usize) -> bool {
    let element = &flow.elements[at];
    !element.text.is_empty() && matches!(&*element.name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// The heading that an element begins with, by its tag, if the element is more than links.
fn section_level(flow: &Flow, at: usize) -> Option<&str> {
    let element = &flow.elements[at];
    let mut blocks = flow.blocks[element.blocks.clone()].iter();
    let first = blocks.find(|block| !flow.block_text(block).is_empty())?;
    heading(flow, first.element).filter(|_| element.link_text * 2 <= element.text_length())
}

/// Whether two elements are of one pattern, as the sections of a text are: of one tag, and of one
/// class.
fn are_alike(document: &Document, flow: &Flow, one: usize, other: usize) -> bool {
    let [one, other] = [one, other].map(|at| &flow.elements[at]);
    let class = |element: &Element| {
        document.nth(element.node).and_then(|node| node.attr("class")).unwrap_or_default().trim()
    };
    one.name == other.name && !class(one).is_empty() && class(one) == class(other)
}

/// The blocks of the content: those under `root` that are not apart, are long enough to be more
/// than a label, and were not shown before. A heading repeats other headings only: what names it
/// before, as a list of contents does, leads to it, even where that is a list of terms.
fn chosen(flow: &Flow, apart: &Surroundings, root: usize, reading: &Reading) -> Vec<bool> {
    let mut chosen = vec![false; flow.blocks.len()];
    let mut seen = HashSet::new();
    let labels = labels(flow, apart, root, reading);
    for at in flow.elements[root].blocks.clone() {
        let block = &flow.blocks[at];
        let text = flow.block_text(block);
        let is_label =
            text.len() < reading.least_bytes && !trim::is_structured(flow, block.element);
        chosen[at] = !text.is_empty()
            && !apart.hold(block.owner)
            && !is_label
            && !labels.contains(text)
            && !templates::is_unfilled(flow, block)
            && (text.len() < reading.repeats_bytes || seen.insert((text, Part::of(flow, block))));
    }
    chosen
}

/// What a text is that may be shown twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Heading,
    /// A term, or what opens a part.
    Name,
    Text,
}

impl Part {
    fn of(flow: &Flow, block: &Block) -> Self {
        match heading(flow, block.element) {
            None => Self::Text,
            Some("dt" | "summary") => Self::Name,
            Some(_) => Self::Heading,
        }
    }
}

/// The tag of the outermost heading around an element.
fn heading(flow: &Flow, element: usize) -> Option<&str> {
    let up = std::iter::successors(Some(element), |at| Some(flow.elements[*at].parent));
    let heading = up.take_while(|at| flow.is_in_heading(*at)).last()?;
    Some(&*flow.elements[heading].name)
}

/// Bytes of what something to press may be called.
const LABEL_BYTES: usize = 30;

/// Short texts that are shown again and again: `Read more` under each of several parts. In a table
/// they are its cells.
fn labels<'a>(
    flow: &'a Flow,
    apart: &Surroundings,
    root: usize,
    reading: &Reading,
) -> HashSet<&'a str> {
    let Some(repeats) = reading.label_repeats else { return HashSet::new() };
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for block in &flow.blocks[flow.elements[root].blocks.clone()] {
        let text = flow.block_text(block);
        let is_cell = flow.elements[block.element].opens().contains(Inside::TABLE);
        let is_short = text.len() < LABEL_BYTES && !text.contains(char::is_numeric);
        if is_short && !is_cell && !apart.hold(block.owner) {
            *counts.entry(text).or_default() += 1;
        }
    }
    let often = counts.into_iter().filter(|(_, count)| *count >= repeats);
    often.map(|(text, _)| text).collect()
}

/// The same content found without landmarks: by prose alone, or everything that does not surround.
fn alternative(
    document: &Document,
    flow: &Flow,
    apart: &Surroundings,
    reading: &Reading,
) -> Vec<bool> {
    let root = tightest(document, flow, apart, 0, reading);
    chosen(flow, apart, root, reading)
}
