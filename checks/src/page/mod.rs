//! Reading a page: from a [`Snapshot`] to the owned facts that checks judge.

pub mod authors;
pub(crate) mod canonical;
pub mod dates;
mod decode;
mod entity;
mod facts;
mod flow;
mod gather;
mod kind;
pub mod language;
mod limited;
pub(crate) mod limits;
mod main_content;
mod marks;
pub mod markup;
pub(crate) mod names;
pub mod outline;
mod parse;
mod prose;
pub mod quotes;
mod refresh;
pub mod sections;
pub mod shell;
mod sink;
pub mod snapshot;
pub mod structured;
mod surroundings;
mod tag_guard;
pub mod text;
pub mod title;
mod tree;
pub mod unseen;
mod visible;
pub(crate) mod visible_names;
mod withheld;

pub use kind::Kind;
use outline::Outline;
use shell::Shell;
use url::Url;

use crate::page::snapshot::{Exchange, FileFetch, PageEnd, Snapshot, Source, Supporting};
use crate::patience::{Patience, Spent};

/// The facts of one page, owned: the parsed document is gone when a `Page` exists.
#[derive(Clone, Debug)]
pub struct Page {
    /// Where the page came from.
    pub source: Source,
    /// The normalised address that was asked for.
    pub requested_url: Url,
    /// The address of the last answer.
    pub final_url: Url,
    /// The `now` of every rule, in milliseconds since 1970-01-01T00:00:00Z.
    pub fetched_at: i64,
    /// Each answer on the way to the page.
    pub exchanges: Vec<Exchange>,
    /// How the redirect chain ended.
    pub end: PageEnd,
    /// Bytes of the body, content coding undone.
    pub bytes: usize,
    /// Whether the body was cut at the cap.
    pub truncated: bool,
    /// robots.txt of the requested origin and of the final one, as fetched.
    pub robots_files: Vec<FileFetch>,
    /// The other files around it, as fetched.
    pub supporting: Supporting,
    /// What the document says.
    pub document: DocumentFacts,
}

/// What one walk over the parsed document gathered.
#[derive(Clone, Debug, Default)]
pub struct DocumentFacts {
    /// Whether parsing stopped at a limit (depth, nodes, attributes or steps), so that the facts
    /// cover only the start of the document.
    pub cut_short: bool,
    /// What kind of page it is.
    pub kind: Kind,
    /// `html[lang]`, trimmed, where it is not empty.
    pub lang: Option<String>,
    /// Non-empty `<title>` texts in `head`, white space collapsed, in order; where there is none,
    /// the first of the body, which is the document's title too (HTML, section 3.1.5).
    pub titles: Vec<Located<String>>,
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
    /// `<link rel~=alternate type=text/markdown>`: copies of the page in Markdown.
    pub markdown_links: Vec<LinkFact>,
    /// The first links and anchors that lead to a file named `llms.txt`.
    pub llms_txt_links: Vec<LinkFact>,
    /// `<meta name=… content=…>` of every name, lower-case name, in order.
    pub metas: Vec<MetaFact>,
    /// `<meta http-equiv=refresh>` where its content can be read.
    pub refreshes: Vec<Located<MetaRefresh>>,
    /// Quotations that stand apart from the text of the main content, in order.
    pub quotes: Vec<quotes::BlockQuote>,
    /// Text that readers do not see.
    pub unseen: unseen::Unseen,
    /// Structured data, times, bylines and what else markup tells beside the text.
    pub markup: markup::Markup,
}

/// The part of the page that is its content.
#[derive(Clone, Debug, Default)]
pub struct MainContent {
    /// How it was found, for the report ("the sole main element").
    pub origin: &'static str,
    /// Whether two ways of finding it disagree, so that it may be wrong.
    pub low_confidence: bool,
    /// Its visible text, blocks separated by line feeds.
    pub text: String,
    /// Bytes of the text inside links.
    pub link_bytes: usize,
    /// Bytes of the decoded source up to the end of 95 percent of it: a last line far below does
    /// not count.
    pub ends_at: usize,
    /// Length of the text in word equivalents.
    pub word_equivalents: usize,
    /// Of these, how many stand inside `[data-nosnippet]`.
    pub nosnippet_word_equivalents: usize,
    /// Where the outermost `[data-nosnippet]` elements that hold part of it stand.
    pub nosnippet_elements: Vec<Located<String>>,
}

/// A fact with the source line that it stands on (1 is the first).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// Line in the decoded source.
    pub line: u32,
    /// The fact.
    pub value: T,
}

/// A `<link>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkFact {
    /// Line in the decoded source.
    pub line: u32,
    /// `href` as written, trimmed; empty where missing.
    pub href: String,
    /// Whether the element stands in `head` of the parsed tree.
    pub in_head: bool,
}

/// A `<meta name content>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaFact {
    /// Line in the decoded source.
    pub line: u32,
    /// `name` in lower case, trimmed.
    pub name: String,
    /// `content` as written, trimmed.
    pub content: String,
    /// Whether the element stands in `head` of the parsed tree.
    pub in_head: bool,
}

/// What `<meta http-equiv=refresh>` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaRefresh {
    /// Seconds until the refresh.
    pub seconds: u32,
    /// The address, where it names one other than the page itself, as written.
    pub url: Option<String>,
}

/// The parse alone, with or without scripting, and whether it stopped at a limit: for measuring
/// it, and for comparing it with other parsers.
#[doc(hidden)]
#[must_use]
pub fn parse_only(html: &str, scripting: bool) -> (select::document::Document, bool) {
    let scripting = if scripting { parse::Scripting::On } else { parse::Scripting::Off };
    let parsed = parse::parse(html, scripting);
    (parsed.document, parsed.cut_short)
}

impl MainContent {
    /// Whether it is made of the posts of a discussion.
    #[must_use]
    pub fn is_posts(&self) -> bool {
        self.origin == main_content::POSTS
    }
}

impl DocumentFacts {
    /// The address that relative ones are resolved against, for a document under that address.
    pub(crate) fn base(&self, page: &Url) -> Url {
        let named = self.base_href.as_deref().and_then(|href| page.join(href).ok());
        named.unwrap_or_else(|| page.clone())
    }
}

/// What the head of a document says, without reading the rest.
pub(crate) fn read_head(body: &[u8], content_type: Option<&str>) -> DocumentFacts {
    facts::read_head(&decode::decode(body, content_type))
}

/// The main content of the document under that address, in word equivalents.
///
/// # Errors
/// [`Spent`].
pub(crate) fn main_content_length(
    body: &[u8],
    content_type: Option<&str>,
    url: &Url,
    patience: &Patience<'_>,
) -> Result<usize, Spent> {
    let facts = facts::read(&decode::decode(body, content_type), Some(url), patience)?;
    Ok(facts.main.word_equivalents)
}

impl Page {
    /// Decodes and parses the snapshot's page and gathers its facts, however long that takes.
    #[expect(clippy::expect_used, reason = "patience without end is never spent")]
    pub fn read(snapshot: &Snapshot) -> Self {
        Self::read_within(snapshot, &Patience::unlimited()).expect("time without end")
    }

    /// Decodes and parses the snapshot's page and gathers its facts.
    ///
    /// # Errors
    /// [`Spent`] where the patience does not last.
    pub fn read_within(snapshot: &Snapshot, patience: &Patience<'_>) -> Result<Self, Spent> {
        let answer = snapshot.page.exchanges.last();
        let content_type = answer.and_then(|answer| answer.header("content-type"));
        let html = decode::decode(&snapshot.page.body, content_type);
        let final_url = answer.map_or(&snapshot.requested_url, |answer| &answer.url);
        let address = (snapshot.source != Source::FileWithoutAddress).then_some(final_url);
        Ok(Self {
            source: snapshot.source,
            requested_url: snapshot.requested_url.clone(),
            final_url: final_url.clone(),
            fetched_at: snapshot.fetched_at,
            exchanges: snapshot.page.exchanges.clone(),
            end: snapshot.page.end.clone(),
            bytes: snapshot.page.body.len(),
            truncated: snapshot.page.truncated,
            robots_files: snapshot.robots.clone(),
            document: facts::read(&html, address, patience)?,
            supporting: snapshot.supporting.clone(),
        })
    }

    /// The last answer: the page's own where the chain ended in one.
    pub fn answer(&self) -> Option<&Exchange> {
        self.exchanges.last()
    }
}
