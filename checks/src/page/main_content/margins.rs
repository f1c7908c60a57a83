//! What stands in the same element as the content, at its margins: buttons, menus before the
//! heading, calls to act, news of the site, other products.
//!
//! Each part is taken away on its own and only where it is small beside what stays: the names that
//! tell of it are wrong often enough.

use std::collections::HashMap;

use html5ever::local_name;
use select::document::Document;
use select::node::Node;

use crate::page::flow::{Flow, Inside};
use crate::page::main_content::named::named;
use crate::page::main_content::prices::names_price;
use crate::page::main_content::reading::Reading;
use crate::page::marks::Marks;
use crate::page::prose::Prose;
use crate::page::surroundings::Surroundings;
use crate::page::tree::attribute;

/// A link that looks like a button and says more than this is a card.
const BUTTON_BYTES: usize = 40;
/// A menu before the heading has at least as many links …
const MENU_LINKS: usize = 15;
/// … which are at least this share of its text.
const MENU_PERCENT: usize = 70;
/// What stands before the heading is a margin where it holds no prose, and no more than this of the
/// text.
const BEFORE_TEXT_PERCENT: usize = 25;
/// A call to act holds at most this share of the prose, and of the text.
const CALL_PERCENT: [usize; 2] = [10, 5];
/// The same for what passes.
const PASSING_PERCENT: [usize; 2] = [15, 15];
/// A longer text is more than the tagline of a site.
const TAGLINE_BYTES: usize = 80;
/// Other products hold at most this share of the prose.
const CARDS_PERCENT: usize = 25;
/// Fewer parts that each name a price are no list of products.
const CARDS: usize = 3;

/// Puts apart what stands at the margins of the content.
pub(super) fn trim(
    document: &Document,
    flow: &Flow,
    apart: &mut Surroundings,
    root: usize,
    reading: &Reading,
) {
    put_apart(flow, apart, root, |_, at| is_button(document, flow, at));
    let h1 = flow.first_h1(root);
    // A manual may be named by a heading of any level.
    let name =
        if reading.keeps_sections && h1.is_none() { named(document, flow, apart) } else { None };
    if let Some(heading) = h1.or(name.filter(|at| flow.holds(root, *at))) {
        let before = flow.elements[heading].blocks.start;
        put_apart(flow, apart, root, |held, at| {
            flow.elements[at].blocks.end <= before && held.is_menu(at)
        });
        let held = Held::of(flow, apart, root);
        let is_margin = match h1 {
            Some(_) => held.is_little_before(before),
            None => held.has_no_prose_before(before),
        };
        if reading.begins_at_heading && is_margin {
            put_apart(flow, apart, root, |_, at| {
                let blocks = &flow.elements[at].blocks;
                blocks.start < blocks.end && blocks.end <= before
            });
        }
    }
    // Under a heading, a tagline is that of the text.
    put_apart(flow, apart, root, |held, at| {
        let element = &flow.elements[at];
        element.marks.contains(Marks::TAGLINE)
            && element.text_length() <= TAGLINE_BYTES
            && held.is_first(at)
            && !flow.holds_h1(at)
    });
    for (mark, most) in [(Marks::CALL, CALL_PERCENT), (Marks::PASSING, PASSING_PERCENT)] {
        put_apart(flow, apart, root, |held, at| {
            flow.elements[at].marks.contains(mark) && held.is_within(at, most) && !flow.holds_h1(at)
        });
    }
    if reading.drops_priced_cards {
        let priced = Priced::of(flow);
        put_apart(flow, apart, root, |held, at| {
            held.is_within(at, [CARDS_PERCENT, 100])
                && !flow.holds_h1(at)
                && priced.are_cards(document, flow, at)
        });
    }
}

/// Puts apart the outermost elements under the root of which that is true.
fn put_apart(
    flow: &Flow,
    apart: &mut Surroundings,
    root: usize,
    is_margin: impl Fn(&Held<'_>, usize) -> bool,
) {
    let held = Held::of(flow, apart, root);
    let mut at = root + 1;
    while at < flow.elements[root].end {
        if !apart.hold(at) && is_margin(&held, at) {
            apart.put_apart(flow, at);
        }
        at = if apart.hold(at) { flow.elements[at].end } else { at + 1 };
    }
}

/// How much of the content its parts hold.
struct Held<'a> {
    flow: &'a Flow,
    root: usize,
    prose: Prose,
    /// Bytes of text before each block, and of all.
    shown: Vec<usize>,
}

impl<'a> Held<'a> {
    fn of(flow: &'a Flow, apart: &Surroundings, root: usize) -> Self {
        Self { flow, root, prose: apart.prose(flow), shown: apart.shown(flow) }
    }

    fn text(&self, at: usize) -> usize {
        let blocks = &self.flow.elements[at].blocks;
        self.shown[blocks.end] - self.shown[blocks.start]
    }

    /// Whether an element holds no more than that share of the prose, and of the text, in percent.
    fn is_within(&self, at: usize, [prose, text]: [usize; 2]) -> bool {
        self.prose.within(self.flow, at) * 100 <= self.prose.within(self.flow, self.root) * prose
            && self.text(at) * 100 <= self.text(self.root) * text
    }

    /// Whether an element stands before all other text of the content.
    fn is_first(&self, at: usize) -> bool {
        let [root, own] = [self.root, at].map(|at| self.flow.elements[at].blocks.start);
        self.shown[own] == self.shown[root]
    }

    /// Whether labels, links and the like are all that stands before that block.
    fn has_no_prose_before(&self, block: usize) -> bool {
        let first = self.flow.elements[self.root].blocks.start;
        first <= block && self.prose.between(first, block) == 0
    }

    /// Whether what stands before a block of the content is little.
    fn is_little_before(&self, block: usize) -> bool {
        let from = self.flow.elements[self.root].blocks.start;
        self.prose.between(from, block) == 0
            && (self.shown[block] - self.shown[from]) * 100
                <= self.text(self.root) * BEFORE_TEXT_PERCENT
    }

    fn is_menu(&self, at: usize) -> bool {
        let element = &self.flow.elements[at];
        !matches!(&*element.name, "a" | "p")
            && element.links >= MENU_LINKS
            && element.link_text * 100 >= element.text_length() * MENU_PERCENT
            && self.prose.within(self.flow, at) == 0
    }
}

/// Something to press. In a heading it opens what that names, and so does one that says so.
fn is_button(document: &Document, flow: &Flow, at: usize) -> bool {
    let element = &flow.elements[at];
    if element.inside.contains(Inside::HEADING) {
        return false;
    }
    if element.is("button") {
        return !document.nth(element.node).is_some_and(opens_something);
    }
    element.is("a")
        && element.marks.intersects(Marks::BUTTON | Marks::CALL)
        && element.text_length() < BUTTON_BYTES
}

fn opens_something(button: Node<'_>) -> bool {
    button.attr("aria-expanded").is_some() || button.attr("aria-controls").is_some()
}

/// Which texts of a page name a price.
struct Priced {
    /// How many do before each block, and of all.
    before: Vec<usize>,
}

impl Priced {
    fn of(flow: &Flow) -> Self {
        let mut before = vec![0];
        for block in &flow.blocks {
            let priced = usize::from(names_price(flow.block_text(block)));
            before.push(before[before.len() - 1] + priced);
        }
        Self { before }
    }

    /// Whether most of an element's children are of one pattern, and most of those have a link and
    /// a price, as the cards of other products do.
    fn are_cards(&self, document: &Document, flow: &Flow, at: usize) -> bool {
        if flow.elements[at].links < CARDS {
            return false;
        }
        let children =
            || flow.children(at).filter(|child| !flow.elements[*child].blocks.is_empty());
        let mut patterns: HashMap<(&str, &str), [usize; 2]> = HashMap::new();
        for child in children() {
            let element = &flow.elements[child];
            let class = document
                .nth(element.node)
                .and_then(|node| attribute(node, &local_name!("class")))
                .and_then(|class| class.split_ascii_whitespace().next());
            let pattern = patterns.entry((&*element.name, class.unwrap_or_default())).or_default();
            let is_card = element.links > 0 && self.within(flow, child) > 0;
            pattern[0] += 1;
            pattern[1] += usize::from(is_card);
        }
        let all = children().count();
        patterns
            .into_values()
            .any(|[parts, cards]| cards >= CARDS && cards * 4 >= parts * 3 && parts * 2 >= all)
    }

    fn within(&self, flow: &Flow, at: usize) -> usize {
        let blocks = &flow.elements[at].blocks;
        self.before[blocks.end] - self.before[blocks.start]
    }
}
