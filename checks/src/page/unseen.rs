//! Text that readers do not see and programs do: comments, and what attributes and inline styles
//! hide.

use std::collections::{HashMap, HashSet};

use html5ever::local_name;
use select::document::Document;
use select::node::{Data, Node};

use crate::page::tree::{attribute, elements};
use crate::page::visible::Visibility;

/// Bytes of one text that are kept.
const TEXT_BYTES: usize = 4 << 10;
/// Bytes of all texts that are kept.
const ALL_BYTES: usize = 64 << 10;
/// A shorter text orders nothing.
const TEXT_BYTES_MIN: usize = 20;
/// Elements around a text that are looked at for what hides it.
const AROUND_MAX: usize = 64;

/// What readers do not see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unseen {
    /// Comments and hidden texts, in the order of the tree, within a budget.
    pub texts: Vec<UnseenText>,
    /// Bytes of hidden text, without comments.
    pub hidden_bytes: usize,
    /// Bytes of those that stand in what surrounds the content, or in a window over it: in menus, in
    /// dialogs about cookies.
    pub beside_bytes: usize,
    /// Bytes of the source that an `iframe` swallowed which nothing ends.
    pub swallowed_bytes: usize,
    /// The line of the first text that was swallowed.
    pub swallowed_line: Option<u32>,
}

impl Unseen {
    /// Bytes of text that is sent and not shown, and that the content may be.
    pub(crate) fn content_bytes(&self) -> usize {
        self.hidden_bytes.saturating_sub(self.beside_bytes) + self.swallowed_bytes
    }
}

/// A text that readers do not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnseenText {
    /// Line in the decoded source.
    pub line: u32,
    /// The text, cut where it is long. Untrusted.
    pub text: String,
    /// Whether it is a comment.
    pub is_comment: bool,
    /// Whether a reader can bring it up: a tab, a part that opens, a dialog.
    pub opens: bool,
    /// Whether it is a part of the text that readers open: a tab, an answer below its question, and
    /// no menu and no dialog.
    pub is_folded: bool,
}

/// Gathers what is not seen.
pub(crate) fn unseen(document: &Document, lines: &[u32], visibility: &Visibility) -> Unseen {
    let mut unseen = Unseen::default();
    let mut left = ALL_BYTES;
    let mut controlled = None;
    let mut beside = None;
    for raw in &document.nodes {
        let (text, is_comment) = match &raw.data {
            Data::Comment(text) => (text, true),
            Data::Text(text) => (text, false),
            Data::Element(..) => continue,
        };
        let Some(node) = document.nth(raw.index).filter(|_| text.len() >= TEXT_BYTES_MIN) else {
            continue;
        };
        let swallowed = swallowed(node, text);
        unseen.swallowed_bytes += swallowed;
        if swallowed > 0 {
            unseen.swallowed_line.get_or_insert(lines[raw.index]);
        }
        // Looked at last: scripts are long, and trimming reads what may be nothing but spaces.
        if !is_comment && (visibility.shows(node) || !is_hidden_text(node)) {
            continue;
        }
        let text = text.trim();
        if text.len() < TEXT_BYTES_MIN {
            continue;
        }
        let is_beside =
            !is_comment && beside.get_or_insert_with(|| Beside::of(document)).holds(node);
        if !is_comment {
            unseen.hidden_bytes += text.len();
            unseen.beside_bytes += if is_beside { text.len() } else { 0 };
        }
        let kept = &text[..text.floor_char_boundary(TEXT_BYTES.min(left))];
        left -= kept.len();
        if kept.len() < TEXT_BYTES_MIN {
            continue;
        }
        let opens =
            !is_comment && opens(node, controlled.get_or_insert_with(|| controlled_ids(document)));
        unseen.texts.push(UnseenText {
            line: lines[raw.index],
            text: kept.to_owned(),
            is_comment,
            opens,
            is_folded: !is_comment && (opens || is_collapsed(node)) && !is_beside,
        });
    }
    unseen
}

/// Bytes before the end of a page in which its end tags stand: analytics may come after them.
const END_BYTES: usize = 1_000;

/// Bytes of the page that an `iframe` took for its own text: one that is written `<iframe … />`
/// ends with the page for whoever runs no scripts, also where it stands in a `noscript`.
fn swallowed(node: Node<'_>, text: &str) -> usize {
    let is_in_frame = node.parent().is_some_and(|parent| parent.name() == Some("iframe"));
    match is_in_frame && (text.contains("</noscript>") || holds_end_of_page(text)) {
        true => text.len(),
        false => 0,
    }
}

/// Whether the end tags of a page stand at the end of a text.
fn holds_end_of_page(text: &str) -> bool {
    let end = text[text.ceil_char_boundary(text.len().saturating_sub(END_BYTES))..].to_lowercase();
    end.contains("</body") || end.contains("</html")
}

/// The elements around a node, the nearest first.
fn around(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(node.parent(), |node| node.parent()).take(AROUND_MAX)
}

/// Whether a text that is not shown would be one if it were: no script, no style, nothing that a
/// `template` keeps for later, and not what stands in the head.
fn is_hidden_text(node: Node<'_>) -> bool {
    let is_other = |name: &str| {
        matches!(
            name,
            "head"
                | "script"
                | "style"
                | "template"
                | "noscript"
                | "svg"
                | "iframe"
                | "noembed"
                | "noframes"
                | "title"
                | "textarea"
                | "datalist"
                | "canvas"
                | "audio"
                | "video"
                | "annotation"
                | "annotation-xml"
                | "math"
                | "option"
                | "select"
        )
    };
    let mut names = around(node).map(|element| element.name().unwrap_or_default());
    let mut is_in_body = false;
    names.all(|name| {
        is_in_body |= name == "body";
        !is_other(name)
    }) && is_in_body
}

/// The ids that controls of the page open.
fn controlled_ids(document: &Document) -> HashSet<&str> {
    let names = ["aria-controls", "data-target", "data-bs-target", "aria-owns", "data-tab", "for"];
    let ids = elements(document).flat_map(|element| {
        let link = attribute(element, &local_name!("href")).filter(|href| href.starts_with('#'));
        names.into_iter().filter_map(move |name| element.attr(name)).chain(link)
    });
    ids.flat_map(str::split_ascii_whitespace).map(|id| id.trim_start_matches('#')).collect()
}

/// Whether a reader can bring up what a text stands in.
fn opens(node: Node<'_>, controlled: &HashSet<&str>) -> bool {
    around(node).any(|element| {
        let role = attribute(element, &local_name!("role")).unwrap_or_default();
        let class =
            attribute(element, &local_name!("class")).unwrap_or_default().to_ascii_lowercase();
        let is_known = ["accordion", "tab", "collaps", "modal", "dialog", "toggle", "dropdown"];
        matches!(element.name(), Some("dialog" | "details"))
            || matches!(role, "tabpanel" | "dialog" | "menu" | "listbox" | "tooltip")
            || attribute(element, &local_name!("id")).is_some_and(|id| controlled.contains(id))
            || is_known.iter().any(|part| class.contains(part))
    })
}

/// Whether the style of what a text stands in takes its room away and keeps it in the layout, as
/// parts that open slowly do.
fn is_collapsed(node: Node<'_>) -> bool {
    around(node).any(|element| {
        let style = attribute(element, &local_name!("style")).unwrap_or_default();
        style.split(';').filter_map(|declaration| declaration.split_once(':')).any(
            |(name, value)| {
                let name = name.trim().to_ascii_lowercase();
                match name.as_str() {
                    "visibility" => value.trim().eq_ignore_ascii_case("hidden"),
                    "height" | "max-height" => matches!(value.trim(), "0" | "0px"),
                    _ => false,
                }
            },
        )
    })
}

/// What surrounds the content, or is a window over it, looked up once for each element.
struct Beside {
    /// Elements that hold a heading of the page or its content: they are what all of it stands in,
    /// unless their name says what they are.
    of_page: HashSet<usize>,
    known: HashMap<usize, bool>,
}

/// Headings and landmarks whose surroundings are those of the content.
const MARKS_MAX: usize = 16;
/// Bytes of a class or an id that are read.
const NAME_BYTES: usize = 200;

impl Beside {
    fn of(document: &Document) -> Self {
        let marks = elements(document).filter(|node| matches!(node.name(), Some("h1" | "main")));
        let mut of_page = HashSet::new();
        for mark in marks.take(MARKS_MAX) {
            let above = std::iter::successors(mark.parent(), |node| node.parent());
            // What stands above an element that is known, is known.
            let _ends = above.map(|node| node.index()).take_while(|at| of_page.insert(*at)).count();
        }
        Self { of_page, known: HashMap::new() }
    }

    /// Whether a text stands there.
    fn holds(&mut self, node: Node<'_>) -> bool {
        let is_page = |element: &Node<'_>| {
            let parts = ["dialog", "nav", "header", "footer", "aside"];
            matches!(element.name(), Some("body" | "html"))
                || (self.of_page.contains(&element.index())
                    && !element.name().is_some_and(|name| parts.contains(&name)))
        };
        let mut passed = Vec::new();
        let mut is_beside = false;
        for element in around(node).take_while(|element| !is_page(element)) {
            let known = self.known.get(&element.index()).copied();
            passed.extend(known.is_none().then(|| element.index()));
            if known.unwrap_or_else(|| surrounds(element)) {
                is_beside = true;
            }
            if is_beside || known.is_some() {
                break;
            }
        }
        self.known.extend(passed.into_iter().map(|at| (at, is_beside)));
        is_beside
    }
}

/// Whether an element surrounds the content, or is a window over it, by its name, role, class or id.
/// A form right in the body is one that some servers put around all of a page.
fn surrounds(element: Node<'_>) -> bool {
    const WINDOWS: [&str; 8] =
        ["modal", "dialog", "dropdown", "menu", "popup", "cookie", "consent", "drawer"];
    let role = attribute(element, &local_name!("role")).unwrap_or_default();
    let named = [local_name!("class"), local_name!("id")].map(|name| {
        let text = attribute(element, &name).unwrap_or_default();
        text[..text.floor_char_boundary(NAME_BYTES)].to_ascii_lowercase()
    });
    let is_in_body =
        || element.parent().is_none_or(|up| matches!(up.name(), Some("body" | "html")));
    matches!(element.name(), Some("dialog" | "nav" | "header" | "footer" | "aside"))
        || (element.name() == Some("form") && !is_in_body())
        || matches!(role, "dialog" | "menu" | "listbox" | "tooltip" | "navigation" | "alert")
        || WINDOWS.iter().any(|part| named.iter().any(|name| name.contains(part)))
}
