//! What of a document a reader without JavaScript sees.
//!
//! External style sheets are not evaluated; attributes and inline styles are.

use std::collections::HashSet;
use std::sync::LazyLock;

use bitflags::bitflags;
use html5ever::{LocalName, local_name};
use select::document::Document;
use select::node::{Data, Node};

use crate::page::doxygen::is_line;
use crate::page::text::{Gap, TextBuilder};
use crate::page::tree::{Step, Walk, attribute, elements, first, has_token};
use crate::table::Table;

/// Knows what is visible in one document.
pub(crate) struct Visibility {
    /// By node: whether it and everything around it is shown.
    shown: Vec<bool>,
    /// By node: what it holds.
    inside: Vec<Holds>,
    /// The parts that a script moves to their places.
    streamed: HashSet<usize>,
}

impl Visibility {
    pub(crate) fn of(document: &Document) -> Self {
        let mut visibility = Self {
            shown: vec![false; document.nodes.len()],
            inside: holders(document),
            streamed: streamed_by_marko(document),
        };
        if let Some(html) = first(document, "html") {
            let twins = visibility.show(html);
            visibility.show_unrepeated(twins, html);
        }
        visibility
    }

    /// Whether a node is seen, and so is everything around it.
    pub(crate) fn shows(&self, node: Node<'_>) -> bool {
        self.shown[node.index()]
    }

    /// How many parts a script moves to their places.
    pub(crate) fn streamed(&self) -> usize {
        self.streamed.len()
    }

    /// The visible text of a subtree.
    pub(crate) fn text(&self, root: Node<'_>) -> String {
        self.read(root, |_| false, |_, _| {})
    }

    /// The visible text of a subtree without the elements that `leaves_out` names. `passes` is
    /// told of every node on the way, and how long the text is up to there.
    pub(crate) fn read<'a>(
        &self,
        root: Node<'a>,
        leaves_out: impl Fn(Node<'a>) -> bool,
        mut passes: impl FnMut(&Step<'a>, usize),
    ) -> String {
        let mut text = TextBuilder::default();
        let mut walk = Walk::over(root);
        while let Some(step) = walk.next() {
            let (Step::Enter(node) | Step::Leave(node)) = step;
            text.separate(gap_around(node));
            if matches!(step, Step::Enter(_)) {
                if !self.shows(node) || leaves_out(node) {
                    walk.pass_over(node);
                    continue;
                }
                text.separate(gap_between_links(node));
                text.push(node.as_text().unwrap_or_default());
            }
            passes(&step, text.len());
        }
        text.finish()
    }

    /// Marks what is shown of a subtree; returns the elements in it that may hold a second copy of
    /// what it shows, which are not marked.
    fn show<'a>(&mut self, root: Node<'a>) -> Vec<Node<'a>> {
        let mut twins = Vec::new();
        let mut walk = Walk::over(root);
        while let Some(step) = walk.next() {
            let Step::Enter(node) = step else { continue };
            let is_twin = may_repeat(node) && node.index() != root.index();
            let is_hidden = self.is_hidden(node);
            if is_twin && !is_hidden {
                twins.push(node);
            }
            if is_twin || is_hidden {
                walk.pass_over(node);
            } else {
                self.shown[node.index()] = true;
            }
        }
        twins
    }

    /// Pages repeat in `noscript` what scripts would load, and in elements of the class `hidden` what
    /// they show elsewhere; only what stands nowhere else counts.
    fn show_unrepeated<'a>(&mut self, twins: Vec<Node<'a>>, html: Node<'a>) {
        let (mut noscripts, hidden): (Vec<_>, Vec<_>) =
            twins.into_iter().partition(|twin| twin.name() == Some("noscript"));
        if !hidden.is_empty() {
            let text = self.text(html);
            let blocks: HashSet<&str> = text.lines().collect();
            for twin in hidden {
                let mut inner = vec![twin];
                let mut scripted = Vec::new();
                while let Some(next) = inner.pop() {
                    let (within, twins): (Vec<_>, Vec<_>) =
                        self.show(next).into_iter().partition(|one| one.name() == Some("noscript"));
                    scripted.extend(within);
                    inner.extend(twins);
                }
                match self.inside[twin.index()].contains(Holds::HEADING)
                    || !is_copy(&self.text(twin), &blocks)
                {
                    true => noscripts.extend(scripted),
                    false => self.hide(twin),
                }
            }
        }
        if noscripts.is_empty() {
            return;
        }
        let text = self.text(html);
        let blocks: HashSet<&str> = text.lines().collect();
        for noscript in noscripts {
            self.show(noscript);
            if self.text(noscript).lines().all(|block| blocks.contains(block)) {
                self.hide(noscript);
            }
        }
    }

    fn hide(&mut self, root: Node<'_>) {
        for step in Walk::over(root) {
            let (Step::Enter(node) | Step::Leave(node)) = step;
            self.shown[node.index()] = false;
        }
    }

    /// Whether the element hides itself and everything in it.
    fn is_hidden(&self, element: Node<'_>) -> bool {
        let Some(name) = element.name() else { return false };
        match name {
            "template" => element.attr("shadowrootmode").is_none(),
            "dialog" if attribute(element, &local_name!("open")).is_none() => true,
            _ => {
                is_never_text(name)
                    || (attribute(element, &local_name!("hidden")).is_some()
                        && !is_streamed(element))
                    || self.is_hidden_for_good(element)
                    || is_closed_dialog(element)
                    || self.is_hidden_from_readers(element)
            }
        }
    }

    /// Hidden by its style, unless it wraps the page itself or is its footer: many sites hide those
    /// until their scripts have run, and a crawler reads them all the same.
    fn is_hidden_for_good(&self, element: Node<'_>) -> bool {
        is_hidden_by_style(element)
            && element.name() != Some("footer")
            && !wraps_footer(element)
            && !self.streamed.contains(&element.index())
            && !self.inside[element.index()].contains(Holds::HEADING)
    }

    fn is_hidden_from_readers(&self, element: Node<'_>) -> bool {
        is_aria_hidden(element) && !self.inside[element.index()].contains(Holds::FOCUSABLE)
    }
}

/// Bytes of a text that is told to be a copy of another one; a shorter one may be a label.
const COPY_BYTES: usize = 100;
/// The least of it that stands elsewhere, too: a copy may also say whose it is.
const COPY_PERCENT: usize = 80;

/// Whether a text is a copy of these blocks, but for a few words without a number: those may be what
/// two tables differ in.
fn is_copy(text: &str, blocks: &HashSet<&str>) -> bool {
    let (mut repeated, mut own) = (0, 0);
    for line in text.lines() {
        match blocks.contains(line) {
            true => repeated += line.len(),
            false if line.contains(char::is_numeric) => return false,
            false => own += line.len(),
        }
    }
    repeated >= COPY_BYTES && repeated * 100 >= (repeated + own) * COPY_PERCENT
}

/// Whether an element may hold a second copy of what the page shows.
fn may_repeat(element: Node<'_>) -> bool {
    let is_called_hidden = || {
        let classes = attribute(element, &local_name!("class")).unwrap_or_default();
        // With another one, as in `hidden md:block`, it depends on the window.
        classes.split_ascii_whitespace().any(|class| class == "hidden") && !classes.contains(':')
    };
    match element.name() {
        Some("noscript") => true,
        Some("div" | "section" | "article") => is_called_hidden(),
        _ => false,
    }
}

/// Elements whose content is not shown as text.
fn is_never_text(name: &str) -> bool {
    matches!(
        name,
        "annotation"
            | "annotation-xml"
            | "audio"
            | "canvas"
            | "datalist"
            | "head"
            | "iframe"
            | "noembed"
            | "noframes"
            | "script"
            | "style"
            | "svg"
            | "title"
            | "video"
    )
}

/// What stands between the text before and after the start or the end of this node: blocks are
/// lines (HTML, section 15.3; so are the cells of tables), and pictures are as good as a space.
pub(crate) fn gap_around(node: Node<'_>) -> Gap {
    let Data::Element(name, _) = node.data() else { return Gap::None };
    match GAPS.get(&name.local) {
        // Code is one block, as in a `pre`.
        Some(Gap::Line) if name.local == local_name!("div") && is_line(node) => Gap::Space,
        Some(gap) => *gap,
        None if name.local == local_name!("span") && is_date_before_another(node) => Gap::Space,
        None => Gap::None,
    }
}

/// Whether it bears a date, by its class, and the next element follows at once: styles keep them apart.
fn is_date_before_another(span: Node<'_>) -> bool {
    let is_dated = |class: &str| {
        let words = class.split(|char: char| !char.is_ascii_alphabetic());
        words.into_iter().any(|word| matches!(word, "date" | "time"))
    };
    span.next().is_some_and(|next| next.name().is_some())
        && attribute(span, &local_name!("class")).is_some_and(is_dated)
}

/// The gaps of the elements that have one. Every walk asks for them again and again: names are found
/// by the numbers that they are interned as.
static GAPS: LazyLock<Table<LocalName, Gap>> = LazyLock::new(|| {
    const LINES: [&str; 50] = [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "br",
        "button",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "pre",
        "search",
        "section",
        "select",
        "summary",
        "table",
        "td",
        "textarea",
        "th",
        "tr",
        "ul",
    ];
    const SPACES: [&str; 8] =
        ["audio", "canvas", "iframe", "img", "input", "object", "svg", "video"];
    let lines = LINES.into_iter().map(|name| (name, Gap::Line));
    let spaces = SPACES.into_iter().map(|name| (name, Gap::Space));
    lines.chain(spaces).map(|(name, gap)| (LocalName::from(name), gap)).collect()
});

/// Menus put link after link, and style sheets keep them apart. So they do with a link in a heading
/// and what stands behind an empty element after it, as in `<a>Tea</a><span class=sep></span>Pot`.
/// What only names a place (`<a name>`, `<a id>`) is no link, wherever in a word it stands.
pub(crate) fn gap_between_links(node: Node<'_>) -> Gap {
    let is_link = |node: Node<'_>| {
        node.name() == Some("a")
            && (node.attr("href").is_some()
                || (node.attr("name").is_none() && node.attr("id").is_none()))
    };
    let is_heading =
        |node: Node<'_>| matches!(node.name(), Some("h1" | "h2" | "h3" | "h4" | "h5" | "h6"));
    let is_sign =
        |node: &Node<'_>| matches!(node.name(), Some("span" | "i")) && node.first_child().is_none();
    let before = node.prev();
    let before_sign = || before.filter(is_sign).and_then(|sign| sign.prev());
    let is_apart = (is_link(node) && before.is_some_and(is_link))
        || (before_sign().is_some_and(is_link) && node.parent().is_some_and(is_heading));
    if is_apart { Gap::Space } else { Gap::None }
}

/// A part that React sends after the rest, as `<div hidden id="S:1a">`; a script beside it moves it
/// to its place.
pub(crate) fn is_streamed(element: Node<'_>) -> bool {
    let number = attribute(element, &local_name!("id"))
        .and_then(|id| id.strip_prefix("S:"))
        .unwrap_or_default();
    !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// The parts that Marko sends after the rest, as `<div id=af12 style=display:none>`, by their nodes:
/// a script moves each to the place of the element `afph12`. A name may stand between, as in `afweb12`
/// and `afwebph12`.
fn streamed_by_marko(document: &Document) -> HashSet<usize> {
    let named = || {
        elements(document).filter_map(|node| {
            let id = attribute(node, &local_name!("id"))?;
            Some((node, id.strip_prefix("af")?))
        })
    };
    let places: HashSet<String> = named().filter_map(|(_, id)| place_of_part(id)).collect();
    if places.is_empty() {
        return HashSet::new();
    }
    let parts = named().filter(|(node, id)| {
        node.name() == Some("div") && places.contains(*id) && is_hidden_by_style(*node)
    });
    parts.map(|(node, _)| node.index()).collect()
}

/// What is behind `af` in the id of the part that a place waits for: `web12` of `webph12`.
fn place_of_part(id: &str) -> Option<String> {
    let name = id.trim_end_matches(|char: char| char.is_ascii_digit());
    let number = &id[name.len()..];
    (!number.is_empty()).then_some(())?;
    Some(format!("{}{number}", name.strip_suffix("ph")?))
}

/// Whether all that an element holds is the page's footer, which scripts are to show.
fn wraps_footer(element: Node<'_>) -> bool {
    let mut held = element
        .children()
        .filter_map(|child| child.name())
        .filter(|name| !matches!(*name, "script" | "style" | "link" | "template"))
        .peekable();
    held.peek().is_some() && held.all(|name| name == "footer")
}

fn is_aria_hidden(element: Node<'_>) -> bool {
    attribute(element, &local_name!("aria-hidden"))
        .is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
}

/// A window over the page that has not been opened: its headings and fields are not the page's. Its
/// role says so, or its class.
fn is_closed_dialog(element: Node<'_>) -> bool {
    let role = attribute(element, &local_name!("role")).unwrap_or_default();
    let is = |token: &str, name: &str| token.eq_ignore_ascii_case(name);
    let has_role =
        role.split_ascii_whitespace().any(|token| is(token, "dialog") || is(token, "alertdialog"));
    (has_role && (is_aria_hidden(element) || is_hidden_by_style(element)))
        || (is_window_by_class(element) && is_hidden_by_style(element))
}

/// Whether a class of a part of the page is the name of a window, or one with another word:
/// `modal`, `modal_dialog`, `signup-popup`, but not `no-popup`.
fn is_window_by_class(element: Node<'_>) -> bool {
    const WINDOWS: [&str; 4] = ["modal", "dialog", "popup", "lightbox"];
    const OTHERWISE: [&str; 4] = ["no", "has", "with", "without"];
    let is_one = |class: &str| {
        let lower = class.to_ascii_lowercase();
        let words: Vec<&str> = lower.split(['-', '_']).collect();
        let ends = [words.first(), words.last()];
        words.len() <= 2
            && ends.into_iter().flatten().any(|word| WINDOWS.contains(word))
            && !words.iter().any(|word| OTHERWISE.contains(word))
    };
    let classes = attribute(element, &local_name!("class")).unwrap_or_default();
    matches!(element.name(), Some("div" | "section" | "aside" | "form"))
        && classes.split_ascii_whitespace().any(is_one)
}

fn is_hidden_by_style(element: Node<'_>) -> bool {
    let style = attribute(element, &local_name!("style")).unwrap_or_default();
    style.split(';').filter_map(|declaration| declaration.split_once(':')).any(|(name, value)| {
        let value = value.trim().split(['!', ' ']).next().unwrap_or_default();
        let is = |property: &str, hidden: &str| {
            name.trim().eq_ignore_ascii_case(property) && value.eq_ignore_ascii_case(hidden)
        };
        is("display", "none") || is("visibility", "hidden")
    })
}

bitflags! {
    /// What stands in an element, or is it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Holds: u8 {
        /// Something that the keyboard can reach.
        const FOCUSABLE = 1;
        /// The page's heading or its main landmark.
        const HEADING = 1 << 1;
    }
}

/// By node: what it holds.
fn holders(document: &Document) -> Vec<Holds> {
    let mut inside = vec![Holds::empty(); document.nodes.len()];
    for element in elements(document) {
        let mut held = Holds::empty();
        held.set(Holds::FOCUSABLE, is_focusable(element));
        held.set(Holds::HEADING, is_heading_or_main(element));
        let mut at = Some(element);
        while let Some(element) = at.filter(|element| !inside[element.index()].contains(held)) {
            inside[element.index()] |= held;
            at = element.parent();
        }
    }
    inside
}

fn is_heading_or_main(element: Node<'_>) -> bool {
    matches!(element.name(), Some("h1" | "main"))
        || has_token(element, &local_name!("role"), "main")
}

fn is_focusable(element: Node<'_>) -> bool {
    match element.name() {
        Some("a" | "area") => attribute(element, &local_name!("href")).is_some(),
        Some("input") => {
            !has_token(element, &local_name!("type"), "hidden")
                && attribute(element, &local_name!("disabled")).is_none()
        }
        Some("button" | "select" | "textarea") => {
            attribute(element, &local_name!("disabled")).is_none()
        }
        _ => attribute(element, &local_name!("tabindex"))
            .is_some_and(|index| !index.trim().starts_with('-')),
    }
}
