//! What of a document a reader without JavaScript sees.
//!
//! External style sheets are not evaluated; attributes and inline styles are.

use std::collections::HashSet;

use select::document::Document;
use select::node::Node;

use crate::page::limits;
use crate::page::text::TextBuilder;
use crate::page::tree::{Step, Walk, elements, has_token};

/// Elements whose content is never shown as text.
const UNSEEN: [&str; 10] = [
    "head", "title", "script", "style", "svg", "iframe", "noembed", "noframes", "datalist", "audio",
];

/// Elements that begin and end a line of text (HTML, section 15.3, and table cells).
const BLOCKS: [&str; 49] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
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

/// Decides what is visible in one document.
pub(crate) struct Visibility {
    /// Elements that hold something the keyboard can reach.
    focusable_inside: HashSet<usize>,
    /// `noscript` elements whose text stands nowhere else.
    kept_noscripts: HashSet<usize>,
}

impl Visibility {
    pub(crate) fn of(document: &Document) -> Self {
        let mut visibility =
            Self { focusable_inside: focusable_inside(document), kept_noscripts: HashSet::new() };
        visibility.kept_noscripts = visibility.noscripts_to_keep(document);
        visibility
    }

    /// Whether neither the element nor anything in it is seen.
    pub(crate) fn hides(&self, element: Node<'_>) -> bool {
        let Some(name) = element.name() else { return false };
        match name {
            "template" => element.attr("shadowrootmode").is_none(),
            "noscript" => !self.kept_noscripts.contains(&element.index()),
            "dialog" if element.attr("open").is_none() => true,
            _ => {
                UNSEEN.contains(&name)
                    || element.attr("hidden").is_some()
                    || is_hidden_by_style(element)
                    || self.is_hidden_from_readers(element)
            }
        }
    }

    /// The visible text of a subtree, without the elements that `leave_out` names.
    pub(crate) fn text(&self, root: Node<'_>, leave_out: impl Fn(Node<'_>) -> bool) -> String {
        let mut text = TextBuilder::default();
        let mut walk = Walk::over(root);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(node) if self.hides(node) || leave_out(node) => walk.skip_inside(node),
                Step::Enter(node) => match node.as_text() {
                    Some(words) => text.push(words),
                    None if breaks_line(node) => text.break_line(),
                    None => {}
                },
                Step::Leave(node) if breaks_line(node) => text.break_line(),
                Step::Leave(_) => {}
            }
        }
        text.finish()
    }

    fn is_hidden_from_readers(&self, element: Node<'_>) -> bool {
        element.attr("aria-hidden").is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
            && !self.focusable_inside.contains(&element.index())
    }

    /// Pages repeat in `noscript` what scripts would load; only what stands nowhere else counts.
    fn noscripts_to_keep(&self, document: &Document) -> HashSet<usize> {
        let Some(body) = crate::page::tree::first(document, "body") else { return HashSet::new() };
        let seen = self.text(body, |_| false);
        elements(document)
            .filter(|element| element.name() == Some("noscript"))
            .map(|noscript| (noscript.index(), self.text_inside(noscript)))
            .filter(|(_, text)| !text.is_empty())
            .take(limits::NOSCRIPTS)
            .filter(|(_, text)| !text.lines().all(|line| seen.contains(line)))
            .map(|(index, _)| index)
            .collect()
    }

    fn text_inside(&self, element: Node<'_>) -> String {
        let mut text = TextBuilder::default();
        for child in element.children() {
            text.push(&self.text(child, |_| false));
            text.break_line();
        }
        text.finish()
    }
}

/// Whether text before and after the start or the end of this node stands on two lines.
fn breaks_line(node: Node<'_>) -> bool {
    node.name().is_some_and(|name| name == "br" || BLOCKS.contains(&name))
}

fn is_hidden_by_style(element: Node<'_>) -> bool {
    let style = element.attr("style").unwrap_or_default();
    style.split(';').filter_map(|declaration| declaration.split_once(':')).any(|(name, value)| {
        let value = value.trim().split(['!', ' ']).next().unwrap_or_default();
        let is = |property: &str, hidden: &str| {
            name.trim().eq_ignore_ascii_case(property) && value.eq_ignore_ascii_case(hidden)
        };
        is("display", "none") || is("visibility", "hidden")
    })
}

fn focusable_inside(document: &Document) -> HashSet<usize> {
    let mut inside = HashSet::new();
    for element in elements(document).filter(|element| is_focusable(*element)) {
        let mut at = Some(element);
        while let Some(element) = at {
            if !inside.insert(element.index()) {
                break;
            }
            at = element.parent();
        }
    }
    inside
}

fn is_focusable(element: Node<'_>) -> bool {
    match element.name() {
        Some("a" | "area") => element.attr("href").is_some(),
        Some("input") => {
            !has_token(element, "type", "hidden") && element.attr("disabled").is_none()
        }
        Some("button" | "select" | "textarea") => element.attr("disabled").is_none(),
        _ => element.attr("tabindex").is_some_and(|index| !index.trim().starts_with('-')),
    }
}
