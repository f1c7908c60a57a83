//! What tells a page from the shell of an application: places that scripts fill, the scripts, and
//! the data that they bring along.

use html5ever::local_name;
use select::document::Document;
use select::node::{Data, Node};

use crate::page::Located;
use crate::page::flow::{Element, Flow};
use crate::page::marks::Marks;
use crate::page::parse::Parsed;
use crate::page::text::collapse;
use crate::page::tree::{attribute, elements, has_token, selector};
use crate::page::visible::{Visibility, is_streamed};

/// What was seen of an application.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shell {
    /// Visible elements that frameworks fill, and that hold next to no text, by their selectors.
    pub empty_mounts: Vec<Located<String>>,
    /// `script` elements of any type.
    pub scripts: usize,
    /// Scripts that load an application, or that the head asks for early: modules, bundles,
    /// preloaded scripts.
    pub bundles: usize,
    /// Parts that React or Marko sends hidden after the rest, to be moved to their places by a script.
    pub streamed: usize,
    /// The first `noscript` that speaks of JavaScript, by its text. Untrusted.
    pub notice: Option<Located<String>>,
    /// The framework that left its traces.
    pub framework: Option<&'static str>,
    /// Bytes of `data:` addresses and of scripts that hold JSON, before the end of the main content.
    pub data_bytes: usize,
    /// Bytes of inline `svg` elements before the end of the main content.
    pub svg_bytes: usize,
    /// Bytes of styles and of scripts that hold no JSON, before the end of the main content.
    pub style_bytes: usize,
    /// Whether a script or an element that a script fills brings the menu of a manual.
    pub menu: bool,
    /// Line of the page's footer, where it has a label at most, and no link.
    pub empty_footer: Option<u32>,
}

impl Shell {
    /// True if anything speaks of scripts that bring text: a mount, a bundle, a streamed part or a
    /// `noscript` about JavaScript.
    pub(super) fn is_scripted(&self) -> bool {
        !self.empty_mounts.is_empty()
            || self.bundles > 0
            || self.streamed > 0
            || self.notice.is_some()
    }
}

/// A mount with at most so many bytes of text is empty: "Loading…" and the like.
const EMPTY_BYTES: usize = 60;
/// Ids of the elements that frameworks fill.
const MOUNTS: [&str; 9] = [
    "root",
    "app",
    "__next",
    "__nuxt",
    "___gatsby",
    "svelte",
    "react-root",
    "app-root",
    "d-splash",
];

/// Looks for an application in a document whose main content ends at that byte.
pub(crate) fn shell(
    parsed: &Parsed,
    flow: &Flow,
    visibility: &Visibility,
    content_end: usize,
) -> Shell {
    let document = &parsed.document;
    let line = |node: Node<'_>| parsed.lines[node.index()];
    let mut shell = Shell {
        empty_mounts: empty_mounts(parsed, flow),
        svg_bytes: svg_bytes(parsed, content_end),
        streamed: visibility.streamed(),
        empty_footer: empty_footer(parsed, flow),
        ..Shell::default()
    };
    for element in elements(document) {
        shell.framework = shell.framework.or_else(|| framework(element));
        if parsed.ends[element.index()] < content_end {
            let json = json_bytes(element);
            shell.data_bytes += data_in_attributes(document, element) + json;
            shell.style_bytes += style_bytes(element).saturating_sub(json);
        }
        match element.name() {
            Some("script") => {
                shell.scripts += 1;
                shell.bundles += usize::from(is_bundle(element));
                shell.menu |= is_menu(element);
            }
            Some("link") => shell.bundles += usize::from(is_preloaded(element)),
            // The menu of mdBook.
            Some("mdbook-sidebar-scrollbox") => shell.menu = true,
            Some("div") => shell.streamed += usize::from(is_streamed(element)),
            Some("noscript") if shell.notice.is_none() => {
                shell.notice = notice(element).map(|value| Located { line: line(element), value });
            }
            _ => {}
        }
    }
    shell
}

/// Whether a script holds the menu of a manual, as those of Doxygen and rustdoc do.
fn is_menu(script: Node<'_>) -> bool {
    let source = attribute(script, &local_name!("src")).unwrap_or_default();
    let file = source.split(['?', '#']).next().unwrap_or_default().rsplit('/').next();
    let file = file.unwrap_or_default();
    matches!(file, "menudata.js" | "navtreedata.js" | "navtree.js")
        || (file.starts_with("sidebar-items") && file.ends_with(".js"))
}

/// Bytes of the drawings before that byte. One that stands in another is a part of it.
fn svg_bytes(parsed: &Parsed, content_end: usize) -> usize {
    let (mut bytes, mut passed) = (0, 0);
    for drawing in elements(&parsed.document).filter(|element| element.name() == Some("svg")) {
        if drawing.index() < passed {
            continue;
        }
        let last = std::iter::successors(Some(drawing), |node| node.last_child()).last();
        let last = last.map_or(drawing.index(), |node| node.index());
        // What the parser made before it ends where the drawing begins.
        let start = drawing.index().checked_sub(1).map_or(0, |before| parsed.ends[before]);
        bytes += parsed.ends[last].min(content_end).saturating_sub(start);
        passed = last + 1;
    }
    bytes
}

/// Bytes of the text of a style or a script, and of an inline style.
fn style_bytes(element: Node<'_>) -> usize {
    let inline = attribute(element, &local_name!("style")).map_or(0, str::len);
    let is_text = matches!(element.name(), Some("style" | "script"));
    let texts = element.children().filter(|_| is_text).filter_map(|child| child.as_text());
    inline + texts.map(str::len).sum::<usize>()
}

fn empty_mounts(parsed: &Parsed, flow: &Flow) -> Vec<Located<String>> {
    let mounts = flow.elements.iter().filter(|element| element.text_length() <= EMPTY_BYTES);
    mounts
        .filter_map(|element| parsed.document.nth(element.node))
        .filter(|node| {
            let is_named =
                attribute(*node, &local_name!("id")).is_some_and(|id| MOUNTS.contains(&id.trim()));
            is_named || node.name() == Some("app-root") || node.attr("data-reactroot").is_some()
        })
        .map(|node| Located { line: parsed.lines[node.index()], value: selector(node) })
        .collect()
}

/// The line of the footer in a page with scripts whose footers hold a label at most. Some pages have
/// a heading in its place, or an element of their own: `<site-footer>`.
fn empty_footer(parsed: &Parsed, flow: &Flow) -> Option<u32> {
    let node = |element: &Element| parsed.document.nth(element.node);
    let line = |element: &Element| parsed.lines[element.node];
    let is_footer = |element: &Element| {
        let named = node(element).is_some_and(|node| {
            has_token(node, &local_name!("role"), "contentinfo")
                || FOOTERS.iter().any(|name| has_token(node, &local_name!("id"), name))
        });
        element.is("footer") || named
    };
    let text = |element: &Element| flow.text.get(element.text.clone()).unwrap_or_default().trim();
    let is_heading =
        |element: &Element| matches!(&*element.name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
    // A heading that names it, or what stands there until it is loaded.
    let is_label = |at: usize| {
        let element = &flow.elements[at];
        let all = text(element);
        let inner = &flow.elements[at..element.end];
        let is_told = || {
            all.to_lowercase().starts_with("loading")
                || inner.iter().any(|inner| is_heading(inner) && text(inner) == all)
        };
        let is_short = all.len() <= EMPTY_BYTES
            && !all.contains(|char: char| char.is_numeric() || matches!(char, '©' | '@'));
        element.links == 0 && (all.is_empty() || (is_short && is_told()))
    };
    let all: Vec<usize> =
        flow.outermost(Marks::FOOTER).filter(|at| !is_of_part(flow, *at)).collect();
    if !all.is_empty() {
        let first = all.iter().map(|at| &flow.elements[*at]).find(|one| is_footer(one))?;
        return all.iter().all(|at| is_label(*at)).then(|| line(first));
    }
    let is_custom = |element: &Element| {
        let mut parts = element.name.split('-');
        element.name.contains('-')
            && parts.clone().any(|part| part == "footer")
            && !parts.any(|part| matches!(part, "card" | "modal" | "dialog" | "table" | "list"))
    };
    if let Some(at) = flow.elements.iter().rposition(is_custom) {
        return is_label(at).then(|| line(&flow.elements[at]));
    }
    let at = flow.elements.iter().rposition(|element| {
        is_heading(element)
            && node(element)
                .and_then(|node| attribute(node, &local_name!("id")))
                .is_some_and(|id| id.to_ascii_lowercase().contains("footer"))
    })?;
    let heading = &flow.elements[at];
    let rest = flow.text.get(heading.text.end..).unwrap_or_default().trim();
    (is_label(at) && rest.is_empty()).then(|| line(heading))
}

/// Whether an element stands in a part that has a footer of its own: an article, a quotation.
fn is_of_part(flow: &Flow, at: usize) -> bool {
    const PARTS: [&str; 4] = ["article", "section", "blockquote", "main"];
    let parent = |at: &usize| Some(flow.elements[*at].parent).filter(|parent| parent != at);
    std::iter::successors(parent(&at), parent).any(|at| PARTS.contains(&&*flow.elements[at].name))
}

/// Ids of the page's footer.
const FOOTERS: [&str; 5] = ["footer", "site-footer", "page-footer", "global-footer", "main-footer"];

/// The framework that an element is a trace of.
fn framework(element: Node<'_>) -> Option<&'static str> {
    let id = attribute(element, &local_name!("id")).unwrap_or_default();
    match id {
        "__next" | "__NEXT_DATA__" => return Some("Next.js"),
        "__nuxt" | "__NUXT_DATA__" => return Some("Nuxt"),
        "___gatsby" => return Some("Gatsby"),
        _ => {}
    }
    if element.name() == Some("app-root") {
        return Some("Angular");
    }
    let by_id = (id == "react-root").then_some((2, "React"));
    let by_attributes = element.attrs().filter_map(|(name, _)| trace(name));
    by_attributes.chain(by_id).min().map(|(_, framework)| framework)
}

/// The framework that an attribute of that name is a trace of, after those that outweigh it.
fn trace(attribute: &str) -> Option<(u8, &'static str)> {
    match attribute {
        "ng-version" => Some((0, "Angular")),
        "ng-app" => Some((0, "AngularJS")),
        "data-sveltekit-preload-data" | "data-sveltekit-hydrate" => Some((1, "SvelteKit")),
        "data-reactroot" => Some((2, "React")),
        "data-v-app" | "data-server-rendered" => Some((3, "Vue")),
        _ => None,
    }
}

/// Whether a script loads an application, by its type or the names that bundlers give.
fn is_bundle(script: Node<'_>) -> bool {
    const NAMES: [&str; 9] = [
        "bundle",
        "chunk",
        "runtime",
        "/_next/static/",
        "/_nuxt/",
        "/assets/index",
        "main.",
        "app.",
        "index-",
    ];
    let source = attribute(script, &local_name!("src")).unwrap_or_default();
    (has_token(script, &local_name!("type"), "module") && !source.is_empty())
        || NAMES.iter().any(|name| source.contains(name))
}

/// Whether a link of the head loads a part of an application early: a script, or what its
/// framework has built.
fn is_preloaded(link: Node<'_>) -> bool {
    const BUILT: [&str; 2] = ["/_next/static/", "/_nuxt/"];
    let rel = |token: &str| has_token(link, &local_name!("rel"), token);
    let is_script = link.attr("as").is_some_and(|kind| kind.trim().eq_ignore_ascii_case("script"));
    let source = attribute(link, &local_name!("href")).unwrap_or_default();
    rel("modulepreload")
        || (rel("preload") && (is_script || BUILT.iter().any(|part| source.contains(part))))
}

/// Bytes of JSON in a script that is for scripts alone, by its type, or as it is assigned: what
/// frameworks send along as their state.
fn json_bytes(element: Node<'_>) -> usize {
    if element.name() != Some("script") {
        return 0;
    }
    let kind = attribute(element, &local_name!("type")).unwrap_or_default().to_ascii_lowercase();
    let text = element.first_child().and_then(|text| text.as_text().map(str::len).zip(Some(text)));
    let Some((length, text)) = text else { return 0 };
    let is_data = match kind.trim() {
        "" | "text/javascript" | "application/javascript" => {
            length >= STATE_BYTES && text.as_text().is_some_and(assigns_data)
        }
        kind => kind.contains("json") && !kind.contains("ld+json"),
    };
    if is_data { length } else { 0 }
}

/// Bytes from which a script that assigns a value is data, and no setting.
const STATE_BYTES: usize = 10_000;

/// Whether a script begins by assigning an object, a list or a text to a name, or by handing one to
/// the framework: `window.__STATE__ = {`, `self.__next_f.push([`.
fn assigns_data(script: &str) -> bool {
    const NAME_BYTES: usize = 120;
    let script = after_namespaces(script);
    let head = &script[..script.floor_char_boundary(NAME_BYTES)];
    if head.starts_with("self.__next_f.push([") {
        return true;
    }
    let Some((name, value)) = head.split_once('=') else { return false };
    let is_name = name.trim_end().chars().all(|char| {
        char.is_ascii_alphanumeric()
            || matches!(char, '_' | '$' | '.' | '[' | ']' | '"' | '\'' | ' ')
    });
    let value = value.trim_start();
    is_name && (value.starts_with(['{', '[', '"', '\'']) || value.starts_with("JSON.parse("))
}

/// The script without what makes the objects that it adds to: `window.App = window.App || {};`.
fn after_namespaces(script: &str) -> &str {
    const MOST: usize = 3;
    let mut rest = script.trim_start();
    for _ in 0..MOST {
        let Some((statement, after)) = rest.split_once(';') else { break };
        let Some((_, default)) = statement.rsplit_once("||") else { break };
        if !matches!(default.trim(), "{}" | "[]") {
            break;
        }
        rest = after.trim_start();
    }
    rest
}

/// The text of a `noscript` that asks for JavaScript: the word is the same in every language.
fn notice(noscript: Node<'_>) -> Option<String> {
    const LONGEST: usize = 600;
    // One may stand in another, hundreds deep: of each, only so much is read.
    const MOST_NODES: usize = 500;
    const LONGEST_SOURCE: usize = 10 * LONGEST;
    let mut source = String::new();
    for text in noscript.descendants().take(MOST_NODES).filter_map(|node| node.as_text()) {
        if source.len() + text.len() > LONGEST_SOURCE {
            return None;
        }
        source.push_str(text);
    }
    let text = collapse(&source);
    let speaks_of_it = text.len() <= LONGEST && text.to_lowercase().contains("javascript");
    speaks_of_it.then_some(text)
}

fn data_in_attributes(document: &Document, element: Node<'_>) -> usize {
    let Data::Element(_, attributes) = &document.nodes[element.index()].data else { return 0 };
    let values = attributes.iter().map(|(_, value)| value);
    values.filter(|value| value.starts_with("data:")).map(|value| value.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::parse::{Scripting, parse};

    fn read(html: &str) -> Shell {
        let parsed = parse(html, Scripting::Off);
        let visibility = Visibility::of(&parsed.document);
        let flow = Flow::of(&parsed.document, &visibility);
        shell(&parsed, &flow, &visibility, html.len())
    }

    #[test]
    fn a_place_that_scripts_fill_is_one_as_long_as_it_is_empty() {
        let seen =
            read("<div id=root><p>Loading…</p></div><script type=module src=/a.js></script>");
        let mounts: Vec<&str> = seen.empty_mounts.iter().map(|one| one.value.as_str()).collect();
        assert_eq!((mounts.as_slice(), seen.bundles), (&["div#root"][..], 1));
        let text = "text that a server rendered ".repeat(9);
        assert_eq!(read(&format!("<div id=root><p>{text}</div>")).empty_mounts, []);
        assert_eq!(read("<app-root></app-root>").framework, Some("Angular"));
    }

    #[test]
    fn the_menu_of_a_manual_may_be_in_a_script() {
        for html in [
            "<script src=menudata.js></script>",
            "<script src='../navtreedata.js?v=2'></script>",
            "<script src=/doc/tea/sidebar-items1.80.0.js></script>",
            "<mdbook-sidebar-scrollbox></mdbook-sidebar-scrollbox>",
        ] {
            assert!(read(&format!("<body>{html}")).menu, "{html}");
        }
        for html in ["<script src=menu.js></script>", "<script>menudata.js</script>"] {
            assert!(!read(&format!("<body>{html}")).menu, "{html}");
        }
    }

    #[test]
    fn a_notice_speaks_of_javascript_in_any_language() {
        for html in [
            "<noscript>You need to enable JavaScript to run this app.</noscript>",
            "<noscript><p>Bitte aktivieren Sie Javascript.</noscript>",
            "<noscript>JavaScriptを有効にしてください。</noscript>",
        ] {
            assert!(read(&format!("<body>{html}")).notice.is_some(), "{html}");
        }
        assert_eq!(read("<noscript><img src=/count.gif></noscript>").notice, None);
    }

    #[test]
    fn scripts_that_the_head_asks_for_early_are_seen() {
        for (html, bundles) in [
            ("<link rel=preload as=script href=/start.js>", 1),
            ("<link rel=modulepreload href=/a.js>", 1),
            ("<link rel=preload as=font href=/_next/static/media/a.woff2>", 1),
            ("<link rel=preload as=font href=/a.woff2>", 0),
            ("<link rel=stylesheet href=/a.css>", 0),
        ] {
            assert_eq!(read(html).bundles, bundles, "{html}");
        }
        assert_eq!(read("<section id=d-splash><style></style></section>").empty_mounts.len(), 1);
        assert_eq!(read("<div hidden id=S:0><p>Tea</div><div id=S:x></div>").streamed, 1);
    }

    #[test]
    fn data_that_comes_along_is_measured() {
        let seen = read(
            "<img src='data:image/gif;base64,AAAA'><script type='application/json'>{\"a\":1}\
             </script><script type='application/ld+json'>{}</script><script>var a</script>",
        );
        assert_eq!(seen.data_bytes, "data:image/gif;base64,AAAA".len() + "{\"a\":1}".len());
    }

    #[test]
    fn what_is_added_to_a_namespace_is_data_too() {
        let data = format!("{{\"a\": \"{}\"}}", "x".repeat(STATE_BYTES));
        let script = |begin: &str| format!("{begin}{data}");
        for begin in ["App.state = ", "window.App = window.App || {}; App.state = "] {
            assert!(assigns_data(&script(begin)), "{begin}");
        }
        for begin in ["run(1 || {}); App.start(", "window.App = start() || stop; App.state = "] {
            assert!(!assigns_data(&script(begin)), "{begin}");
        }
    }

    #[test]
    fn drawings_in_the_page_are_measured_once() {
        let path = format!("<path d='{}'/>", "M0 0".repeat(250));
        let drawing = format!("<svg><g>{path}<svg>{path}</svg></g></svg>");
        let html = format!("<p>Tea</p>{drawing}<p>Pots and cups</p>{drawing}<p>Leaves</p>");
        let bytes = read(&html).svg_bytes;
        let whole = 2 * drawing.len();
        assert!(bytes.abs_diff(whole) * 100 < whole * 5, "{bytes} of {whole}");
        assert_eq!(read("<p>Tea</p>").svg_bytes, 0);
        let styled = "<style>p{}</style><p style='top:0'>Tea</p><script>pour()</script>\
                      <script type=application/json>{}</script>";
        assert_eq!(read(styled).style_bytes, "p{}top:0pour()".len());
    }

    #[test]
    fn parts_that_marko_moves_to_their_places_are_streamed() {
        let part = |id: &str| {
            format!("<noscript id=afwebph1></noscript><div id={id} style=display:none>Tea</div>")
        };
        assert_eq!(read(&part("afweb1")).streamed, 1);
        assert_eq!(read(&part("afweb2")).streamed, 0);
        assert_eq!(read("<div id=af1 style=display:none>Tea</div>").streamed, 0);
        let parsed = parse(&part("afweb1"), Scripting::Off);
        let visibility = Visibility::of(&parsed.document);
        assert_eq!(Flow::of(&parsed.document, &visibility).text.trim(), "Tea");
    }
}
