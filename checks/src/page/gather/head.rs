//! One walk over a document that gathers what its head says, and its headings.

use std::ops::Range;

use html5ever::local_name;
use select::document::Document;
use select::node::Node;

use crate::page::facts::{DocumentFacts, FrameFact, LinkFact, Located, MetaFact};
use crate::page::limits::{FRAMES, HREFS, LLMS_TXT_LINKS, RIGHTS_LINKS};
use crate::page::refresh::meta_refresh;
use crate::page::text::{Gap, TextBuilder, collapse};
use crate::page::tree::{Step, Walk, attribute, first, has_token};
use crate::page::visible::{gap_around, gap_between_links};
use crate::url::without_query;

/// The facts of the elements that stand in the tree; the content of a `template` does not.
pub(crate) fn gather(document: &Document, lines: &[u32]) -> DocumentFacts {
    let mut gathering = Gathering {
        lines,
        in_head: false,
        heading: None,
        button: 0..0,
        facts: DocumentFacts::default(),
    };
    let Some(html) = first(document, "html") else { return gathering.facts };
    let mut walk = Walk::over(html);
    while let Some(step) = walk.next() {
        match step {
            Step::Enter(node) if gathering.passes_over(node) => walk.pass_over(node),
            Step::Enter(node) => gathering.enter(node),
            Step::Leave(node) => gathering.leave(node),
        }
    }
    gathering.facts
}

struct Gathering<'a> {
    lines: &'a [u32],
    in_head: bool,
    /// The outermost heading that is open, and its text so far.
    heading: Option<(usize, TextBuilder)>,
    /// Where the text of its last button begins and ends.
    button: Range<usize>,
    facts: DocumentFacts,
}

impl Gathering<'_> {
    fn passes_over(&self, node: Node<'_>) -> bool {
        match node.name() {
            Some("template") => node.attr("shadowrootmode").is_none(),
            Some("script" | "style" | "svg") => true,
            // It repeats the picture that a script loads.
            Some("noscript") => self.heading.is_some(),
            _ => false,
        }
    }

    fn enter(&mut self, node: Node<'_>) {
        let line = self.lines[node.index()];
        match node.name() {
            Some("head") => self.in_head = true,
            Some("title") if self.in_head || self.facts.titles.is_empty() => {
                let title = node.first_child().and_then(|text| text.as_text()).unwrap_or_default();
                let title = collapse(title);
                if title.is_empty() && self.in_head {
                    self.facts.empty_titles.push(line);
                }
                push_text(&mut self.facts.titles, line, title);
            }
            Some("h1") if self.heading.is_none() => {
                self.heading = Some((node.index(), TextBuilder::default()));
                self.button = 0..0;
            }
            Some("base") if self.facts.base_href.is_none() => {
                self.facts.base_href = attribute(node, &local_name!("href")).map(str::to_owned);
            }
            Some("link") => self.read_link(node, line),
            Some("a" | "area") => {
                self.read_href(attribute(node, &local_name!("href")));
                self.read_llms_txt_link(node, line);
            }
            // What a frameset shows it leads to.
            Some("frame") => self.read_frame(node, line),
            Some("meta") => self.read_meta(node, line),
            _ => {}
        }
        if let Some((_, text)) = &mut self.heading {
            if node.name() == Some("button") {
                self.button = text.len()..text.len();
            }
            text.separate(gap_around(node).min(Gap::Space));
            text.separate(gap_between_links(node));
            text.push(heading_text(node));
        }
    }

    fn leave(&mut self, node: Node<'_>) {
        if node.name() == Some("head") {
            self.in_head = false;
        }
        if let Some((_, text)) = &mut self.heading {
            if node.name() == Some("button") {
                self.button.end = text.len();
            }
            text.separate(gap_around(node).min(Gap::Space));
        }
        let ended = self.heading.take_if(|(heading, _)| *heading == node.index());
        if let Some((heading, text)) = ended {
            let text = self.without_last_button(text.finish());
            push_text(&mut self.facts.h1, self.lines[heading], text);
        }
    }

    /// The text of a heading without the button behind it, such as one that copies a name.
    fn without_last_button(&self, mut text: String) -> String {
        let is_behind = !self.button.is_empty() && self.button.end == text.len();
        if is_behind && self.button.start > 0 {
            text.truncate(self.button.start);
        }
        text
    }

    fn read_link(&mut self, element: Node<'_>, line: u32) {
        if has_token(element, &local_name!("rel"), "canonical") {
            let link = self.link(element, line);
            self.facts.canonical_links.push(link);
        }
        if has_token(element, &local_name!("rel"), "alternate") && is_markdown(element) {
            let link = self.link(element, line);
            self.facts.markdown_links.push(link);
        }
        let leads = |token: &str| has_token(element, &local_name!("rel"), token);
        self.facts.is_in_sequence |= ["prev", "previous", "next"].into_iter().any(leads);
        let tells_whose = self.in_head && ["author", "copyright", "license"].into_iter().any(leads);
        if tells_whose && self.facts.rights_links.len() < RIGHTS_LINKS {
            let link = self.link(element, line);
            self.facts.rights_links.push(link);
        }
        self.read_llms_txt_link(element, line);
    }

    fn read_href(&mut self, address: Option<&str>) {
        let href = address.unwrap_or_default().trim();
        if !href.is_empty() && self.facts.hrefs.len() < HREFS {
            self.facts.hrefs.push(href.to_owned());
        }
    }

    fn read_frame(&mut self, element: Node<'_>, line: u32) {
        let source = attribute(element, &local_name!("src")).unwrap_or_default().trim();
        self.read_href(Some(source));
        if self.facts.frames.len() < FRAMES {
            let name = element.attr("name").unwrap_or_default().trim().to_owned();
            self.facts.frames.push(FrameFact { line, href: source.to_owned(), name });
        }
    }

    fn read_llms_txt_link(&mut self, element: Node<'_>, line: u32) {
        let href = attribute(element, &local_name!("href")).unwrap_or_default();
        let path = without_query(href).trim();
        if path.ends_with("/llms.txt") && self.facts.llms_txt_links.len() < LLMS_TXT_LINKS {
            let link = self.link(element, line);
            self.facts.llms_txt_links.push(link);
        }
    }

    fn link(&self, element: Node<'_>, line: u32) -> LinkFact {
        let href = attribute(element, &local_name!("href")).unwrap_or_default().trim().to_owned();
        LinkFact { line, href, in_head: self.in_head }
    }

    /// Some site builders write the dates and the author of a page as `itemprop` into the head, where
    /// they belong to no item.
    fn orphan_property<'b>(&self, element: Node<'b>) -> Option<&'b str> {
        const NAMES: [&str; 3] = ["datePublished", "dateModified", "author"];
        let name = attribute(element, &local_name!("itemprop"))?.trim();
        (self.in_head && NAMES.contains(&name)).then_some(name)
    }

    fn read_meta(&mut self, element: Node<'_>, line: u32) {
        let content = attribute(element, &local_name!("content")).unwrap_or_default().trim();
        // Open Graph is read by `property`, and some give the element another `name` as well.
        let named = [local_name!("name"), local_name!("property")];
        let mut names: Vec<String> = named
            .iter()
            .filter_map(|own| attribute(element, own))
            .map(|name| name.trim().to_lowercase())
            .collect();
        names.dedup();
        if names.is_empty() {
            names.extend(self.orphan_property(element).map(str::to_lowercase));
        }
        for name in names {
            let (content, in_head) = (content.to_owned(), self.in_head);
            self.facts.metas.push(MetaFact { line, name, content, in_head });
        }
        if has_token(element, &local_name!("http-equiv"), "refresh")
            && let Some(value) = meta_refresh(content)
        {
            self.facts.refreshes.push(Located { line, value });
        }
    }
}

fn is_markdown(link: Node<'_>) -> bool {
    let media_type = attribute(link, &local_name!("type")).unwrap_or_default();
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    media_type.eq_ignore_ascii_case("text/markdown")
}

/// What a node adds to the text of a heading; an image counts by its `alt`.
fn heading_text(node: Node<'_>) -> &str {
    match node.name() {
        Some("img") => attribute(node, &local_name!("alt")).unwrap_or_default(),
        _ => node.as_text().unwrap_or_default(),
    }
}

fn push_text(texts: &mut Vec<Located<String>>, line: u32, value: String) {
    if !value.is_empty() {
        texts.push(Located { line, value });
    }
}
