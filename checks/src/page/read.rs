//! From a snapshot to the facts of its page.

use url::Url;

use crate::page::facts::DocumentFacts;
use crate::page::rendering::Rendering;
use crate::page::snapshot::{Exchange, FileFetch, PageEnd, Snapshot, Source, Supporting};
use crate::page::{decode, gather, parse};
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
    /// What it says once its scripts have run, where a browser was asked.
    pub rendering: Option<Rendering>,
}

/// Bytes of markup from which a page without scripts is a rare one.
const SCRIPTLESS_MARKUP: usize = 20_000;

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
        let document = gather::read(&html, address, snapshot.given_kind, patience)?;
        let rendering = snapshot.rendered.as_ref().map(|rendered| {
            Rendering::of(rendered, &document, address, snapshot.given_kind, patience)
        });
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
            supporting: snapshot.supporting.clone(),
            document,
            rendering: rendering.transpose()?,
        })
    }

    /// Whether something of it was not read: the body was cut at the cap, or reading the document
    /// or its structured data stopped at a limit. What a page ends with may be in the rest.
    pub(crate) fn is_read_in_part(&self) -> bool {
        let document = &self.document;
        self.truncated || document.cut_short || document.markup.structured.cut_short
    }

    /// Whether it is a file that seems to have been saved without its scripts, and JSON-LD is in
    /// one of those: a page of some size without any. What was fetched from the web has all that it
    /// has.
    pub(crate) fn may_be_saved_without_scripts(&self) -> bool {
        let markup = self.bytes.saturating_sub(self.document.visible_text.len());
        self.source != Source::Web
            && self.document.shell.scripts == 0
            && markup >= SCRIPTLESS_MARKUP
    }

    /// The page as it stands once its scripts have run, where a browser read it.
    pub(crate) fn rendered(&self) -> Option<Self> {
        let document = self.rendering.as_ref()?.document.as_deref()?.clone();
        Some(Self { document, rendering: None, ..self.clone() })
    }

    /// The last answer: the page's own where the chain ended in one.
    pub fn answer(&self) -> Option<&Exchange> {
        self.exchanges.last()
    }
}

/// What the head of a document says, without reading the rest.
pub(crate) fn read_head(body: &[u8], content_type: Option<&str>) -> DocumentFacts {
    gather::read_head(&decode::decode(body, content_type))
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
    let facts = gather::read(&decode::decode(body, content_type), Some(url), None, patience)?;
    Ok(facts.main.word_equivalents)
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
