//! The facts of one document.

use url::Url;

use super::content::MainContent;
use super::head::{FrameFact, LinkFact, MetaFact, MetaRefresh};
use super::located::Located;
use crate::hash::Hash64;
use crate::page::kind::Kind;
use crate::page::outline::{Outline, Place};
use crate::page::shell::Shell;
use crate::page::tool::Tool;
use crate::page::{markup, quotes, unseen};

/// What one walk over the parsed document gathered.
#[derive(Clone, Debug, Default)]
pub struct DocumentFacts {
    /// Whether parsing stopped at a limit (depth, nodes, attributes or steps), so that the facts
    /// cover only the start of the document.
    pub cut_short: bool,
    /// What kind of page it is.
    pub kind: Kind,
    /// The tool that made it as a page of a manual, if it says so.
    pub tool: Option<Tool>,
    /// `html[lang]`, trimmed, where it is not empty.
    pub lang: Option<String>,
    /// Non-empty `<title>` texts in `head`, white space collapsed, in order; where there is none,
    /// the first of the body, which is the document's title too (HTML, section 3.1.5).
    pub titles: Vec<Located<String>>,
    /// Lines of the `<title>` elements in `head` without text.
    pub empty_titles: Vec<u32>,
    /// Texts of the `h1` elements, white space collapsed (an image's `alt` counts), in order.
    pub h1: Vec<Located<String>>,
    /// Visible text of the body, blocks separated by line feeds.
    pub visible_text: String,
    /// Headings, links, lists and the other parts of the body.
    pub outline: Outline,
    /// What was seen of an application.
    pub shell: Shell,
    /// The main content.
    pub main: MainContent,
    /// The address in `<base href>`, as written.
    pub base_href: Option<String>,
    /// `<link rel~=canonical>`.
    pub canonical_links: Vec<LinkFact>,
    /// Whether a `<link>` leads to the page before or after this one (`rel=prev`, `rel=next`).
    pub is_in_sequence: bool,
    /// `<link rel~=alternate type=text/markdown>`: copies of the page in Markdown.
    pub markdown_links: Vec<LinkFact>,
    /// `href` of every `a` and `area`, seen or not, and `src` of every `frame`, trimmed: crawlers
    /// follow those of closed menus, too.
    pub hrefs: Vec<String>,
    /// The frames that the page is made of instead of text (`<frameset>`), with what they show.
    pub frames: Vec<FrameFact>,
    /// What stands around the main content, as a hash: the same for pages of one template.
    pub template: Hash64,
    /// The first links and anchors that lead to a file named `llms.txt`.
    pub llms_txt_links: Vec<LinkFact>,
    /// `<link>` elements in `head` that lead to who made the page and to its rights (`rel=author`,
    /// `copyright`, `license`).
    pub rights_links: Vec<LinkFact>,
    /// `<meta name=… content=…>` of every name, lower-case name, in order.
    pub metas: Vec<MetaFact>,
    /// `<meta http-equiv=refresh>` where its content can be read.
    pub refreshes: Vec<Located<MetaRefresh>>,
    /// Where the first script of the page leads that does nothing else, as it is written. Untrusted.
    pub script_redirect: Option<Located<String>>,
    /// Quotations that stand apart from the text of the main content, in order.
    pub quotes: Vec<quotes::BlockQuote>,
    /// Text that readers do not see.
    pub unseen: unseen::Unseen,
    /// Structured data, times, bylines and what else markup tells beside the text.
    pub markup: markup::Markup,
}

impl DocumentFacts {
    /// What its first `<title>` says; nothing where it has none. Untrusted.
    pub(crate) fn title(&self) -> &str {
        self.titles.first().map_or("", |title| title.value.as_str())
    }

    /// What stands in that place. Untrusted.
    pub(crate) fn text_at(&self, place: &Place) -> &str {
        self.visible_text.get(place.text.clone()).unwrap_or_default()
    }

    /// The address that relative ones are resolved against, for a document under that address.
    pub(crate) fn base(&self, page: &Url) -> Url {
        let named = self.base_href.as_deref().and_then(|href| page.join(href).ok());
        named.unwrap_or_else(|| page.clone())
    }
}
