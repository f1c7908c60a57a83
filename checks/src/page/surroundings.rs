//! What surrounds the content of a page: menus, feet, side columns, comments, consent.
//!
//! Tags, roles and names say what an element is (`marks`), and are wrong often enough: a theme
//! calls its column `sidebar` and puts the article there. So an element that holds much of the
//! page's prose, or its heading, is content whatever it is called.

use crate::page::flow::{Block, Element, Flow, Inside};
use crate::page::marks::Marks;
use crate::page::prose::Prose;

/// Bytes of prose that a page has at least besides the comments on it.
const COMMENTED_BYTES: usize = 500;

/// By element: whether it surrounds the content, or stands in something that does.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings(Vec<bool>);

impl Surroundings {
    /// Finds them. What holds more than `most_percent` of the page's prose is content.
    pub(crate) fn of(flow: &Flow, most_percent: usize) -> Self {
        let prose = Prose::of(flow, |_| true);
        Self::up_to(flow, &prose, prose.total() * most_percent / 100)
    }

    /// The same where what asks for consent, which may be longer than all posts of a discussion,
    /// is no prose of the page.
    pub(crate) fn of_discussion(flow: &Flow, most_percent: usize) -> Self {
        let prose = Prose::of(flow, |_| true);
        let consent = flow.outermost(Marks::CONSENT).filter(|at| !flow.holds_h1(*at));
        let asked: usize = consent.map(|at| prose.within(flow, at)).sum();
        Self::up_to(flow, &prose, (prose.total() - asked) * most_percent / 100)
    }

    fn up_to(flow: &Flow, prose: &Prose, most: usize) -> Self {
        let mut surroundings = Self(vec![false; flow.elements.len()]);
        let is_all_promotion = is_all_promotion(flow, prose, most);
        let only_has_places = |at: usize| {
            let element = &flow.elements[at];
            is_all_promotion
                && element.marks.intersection(Marks::AROUND) == Marks::PROMOTION
                && matches!(&*element.name, "section" | "div")
        };
        let mut at = 1;
        while at < flow.elements.len() {
            let is_consent = flow.elements[at].marks.contains(Marks::CONSENT) && !flow.holds_h1(at);
            let is_little = || prose.within(flow, at) <= most || is_beside_content(flow, at);
            if is_consent || (!only_has_places(at) && surrounds(flow, at) && is_little()) {
                surroundings.put_apart(flow, at);
                at = flow.elements[at].end;
            } else {
                at += 1;
            }
        }
        surroundings.keep_sitemap(flow);
        surroundings
    }

    /// Takes back the menu of a page that is called a sitemap, where nothing else stands below its
    /// heading: it is what the page is for.
    fn keep_sitemap(&mut self, flow: &Flow) {
        /// Bytes of text beside the menu, such as a button that opens it.
        const BESIDE: usize = 80;
        let Some(heading) = flow.first_h1(0).filter(|at| !self.hold(*at)) else { return };
        let named = flow.text[flow.elements[heading].text.clone()].trim().to_lowercase();
        if !(named.starts_with("sitemap") || named.starts_with("site map")) {
            return;
        }
        let shown = flow.blocks.iter().filter(|block| {
            let inside = flow.elements[block.element].opens();
            !self.hold(block.owner) && !inside.contains(Inside::HEADING)
        });
        if shown.map(|block| block.text.len()).sum::<usize>() > BESIDE {
            return;
        }
        let is_menu = |element: &Element| {
            element.marks.intersects(Marks::NAVIGATION | Marks::ASIDE) && !element.is("nav")
        };
        let menus = flow
            .elements
            .iter()
            .enumerate()
            .filter(|(at, element)| *at > heading && self.hold(*at) && is_menu(element));
        if let Some((at, element)) = menus.max_by_key(|(_, element)| element.links) {
            self.0[at..element.end].fill(false);
        }
    }

    /// Adds what readers say of the page, however long it is, where enough is left that they may
    /// speak of.
    pub(crate) fn put_comments_apart(&mut self, flow: &Flow) {
        let prose = self.prose(flow);
        for comments in flow.outermost(Marks::COMMENTS) {
            let left = prose.total() - prose.within(flow, comments);
            if left >= COMMENTED_BYTES && !flow.holds_h1(comments) {
                self.put_apart(flow, comments);
            }
        }
    }

    /// Whether the element surrounds the content, or stands in something that does.
    pub(crate) fn hold(&self, element: usize) -> bool {
        self.0[element]
    }

    /// Adds an element and all that it holds.
    pub(crate) fn put_apart(&mut self, flow: &Flow, element: usize) {
        self.0[element..flow.elements[element].end].fill(true);
    }

    /// Adds everything outside of these elements.
    pub(crate) fn keep_only(&mut self, flow: &Flow, kept: &[usize]) {
        let mut inside = vec![false; self.0.len()];
        for element in kept {
            inside[*element..flow.elements[*element].end].fill(true);
        }
        for (apart, inside) in self.0.iter_mut().zip(inside) {
            *apart |= !inside;
        }
    }

    /// Bytes of text that does not stand in them: before each block, and of all.
    pub(crate) fn shown(&self, flow: &Flow) -> Vec<usize> {
        let mut before = vec![0];
        for block in &flow.blocks {
            let bytes = if self.hold(block.owner) { 0 } else { block.text.len() };
            before.push(before[before.len() - 1] + bytes);
        }
        before
    }

    /// The prose of the page that does not stand in them.
    pub(crate) fn prose(&self, flow: &Flow) -> Prose {
        Prose::of(flow, |block| !self.hold(block.owner))
    }
}

/// Whether most of the text is in parts that are called promotion, such as `section--ads`: they only
/// have places for it.
fn is_all_promotion(flow: &Flow, prose: &Prose, most: usize) -> bool {
    let mut promoted = 0;
    let mut at = 1;
    while at < flow.elements.len() {
        let is_one = flow.elements[at].marks.contains(Marks::PROMOTION);
        let own = if is_one { prose.within(flow, at) } else { 0 };
        let is_part = is_one && own <= most;
        promoted += if is_part { own } else { 0 };
        at = if is_part { flow.elements[at].end } else { at + 1 };
    }
    promoted * 2 > prose.total()
}

/// Whether an element stands outside of what a link skips to, however much it says.
fn is_beside_content(flow: &Flow, at: usize) -> bool {
    flow.skipped_to.is_some_and(|content| !flow.holds(content, at) && !flow.holds(at, content))
}

/// Whether an element looks like one that surrounds content. The heading of the page stands in the
/// content, unless what holds it is a menu or a foot.
fn surrounds(flow: &Flow, at: usize) -> bool {
    let element = &flow.elements[at];
    if element.is("nav")
        || element.is("footer")
        || is_banner_of_links(flow, at)
        || is_header_of_links(flow, at)
    {
        return true;
    }
    let is_called_so = element.marks.intersects(Marks::AROUND)
        || element.is("form")
        // A header in a section belongs to that, and not to the page.
        || (element.marks.contains(Marks::HEADER)
            && !element.inside.contains(Inside::SECTION)
            && !is_whole_page(flow, at));
    is_called_so && !flow.holds_h1(at)
}

/// Percent of a page's text that stands in what is no header of it, whatever it is called.
const WHOLE_PERCENT: usize = 80;

/// Whether an element that only its class or its id calls a header holds nearly all of the page and
/// a heading: a stylesheet's name for what stands at its top.
fn is_whole_page(flow: &Flow, at: usize) -> bool {
    let element = &flow.elements[at];
    let all = flow.elements[0].text_length();
    let is_heading = |inner: &Element| matches!(&*inner.name, "h1" | "h2" | "h3");
    !element.is("header")
        && element.text_length() * 100 >= all * WHOLE_PERCENT
        && flow.elements[at..element.end].iter().any(is_heading)
}

/// Percent of the text of a site's header that stands in links.
const HEADER_LINKED_PERCENT: usize = 60;

/// Whether an element is the header of the site and names the parts of its menus by headings of the
/// first level: it holds menus and several such headings, most of its text is links, and the page's own
/// headings follow it.
fn is_header_of_links(flow: &Flow, at: usize) -> bool {
    let element = &flow.elements[at];
    element.is("header")
        && !element.inside.contains(Inside::SECTION)
        && element.link_text * 100 >= element.text_length() * HEADER_LINKED_PERCENT
        && flow.elements[at..element.end].iter().any(|inner| inner.is("nav"))
        && flow.holds_h1s(at)
        && flow.elements[element.end..]
            .iter()
            .any(|one| matches!(&*one.name, "h1" | "h2") && one.text_length() > 0)
}

/// Headings in the cells of a table from which on it is a banner, where each is a link.
const LINKED_HEADINGS: usize = 3;

/// Whether an element is a table of headings that are links and nothing else, above the page's own
/// title: the menu of the site in large letters.
fn is_banner_of_links(flow: &Flow, at: usize) -> bool {
    let element = &flow.elements[at];
    let is_above = flow.title.is_some_and(|title| title >= element.end);
    if !element.is("table") || !is_above || element.links < LINKED_HEADINGS {
        return false;
    }
    let blocks = &flow.blocks[element.blocks.clone()];
    let is_linked_heading = |block: &Block| {
        block.link_text == block.text.len()
            && flow.elements[block.element].opens().contains(Inside::HEADING)
    };
    blocks.len() >= LINKED_HEADINGS && blocks.iter().all(is_linked_heading)
}
