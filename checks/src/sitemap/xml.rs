//! Sitemaps and feeds in XML. Entities are never defined, elements never built into a tree.

use quick_xml::errors::Error;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::collect::{Collector, RawEntry};
use super::facts::{SitemapDefect, SitemapFormat};
use super::source::SitemapText;
use crate::page::limits::{SITEMAP_DEPTH, SITEMAP_VALUE_BYTES};

/// Part of the namespace of the elements that describe an article of news.
/// Source: Google Search Central, "Create a News sitemap".
const NEWS_NAMESPACE: &str = "schemas/sitemap-news/";

/// What reading found besides entries.
pub(super) struct Outcome {
    pub(super) format: Option<SitemapFormat>,
    pub(super) declares_news: bool,
    pub(super) stopped: Stopped,
}

/// Where reading stopped.
pub(super) enum Stopped {
    /// At the end of the outermost element.
    AtEnd,
    /// Before the first entry too many.
    Full,
    At(SitemapDefect),
}

/// Reads elements until the outermost one ends.
pub(super) fn read<'a>(
    text: SitemapText<'a>,
    collector: &mut Collector,
) -> (Outcome, SitemapText<'a>) {
    let mut reader = Reader::from_reader(text);
    reader.config_mut().expand_empty_elements = true;
    // A bare ampersand is the commonest fault of all, and what is meant is plain.
    reader.config_mut().allow_dangling_amp = true;
    let mut machine = Machine::new(collector);
    let mut buffer = Vec::new();
    let stopped = loop {
        let line = reader.get_ref().line();
        let step = match reader.read_event_into(&mut buffer) {
            Ok(event) => machine.take(&event, line),
            Err(Error::Io(_)) => Some(Stopped::At(SitemapDefect::Compression)),
            Err(_) => Some(Stopped::At(SitemapDefect::NotWellFormed)),
        };
        if let Some(stopped) = step {
            break stopped;
        }
        buffer.clear();
    };
    let outcome = Outcome {
        format: machine.root.as_ref().map(|root| root.format),
        declares_news: machine.root.is_some_and(|root| root.news_prefix.is_some()),
        stopped,
    };
    (outcome, reader.into_inner())
}

/// The outermost element.
struct Root {
    format: SitemapFormat,
    /// The prefix of the sitemap's own elements: `sm` in `<sm:urlset>`, as a rule none. It tells
    /// `<loc>` from `<image:loc>`.
    prefix: String,
    news_prefix: Option<String>,
}

/// What the text of an element is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Loc,
    Lastmod,
}

struct Machine<'a> {
    collector: &'a mut Collector,
    root: Option<Root>,
    depth: usize,
    /// The entry that is open, and its depth.
    entry: Option<(usize, RawEntry)>,
    /// The value that is open; it is a child of the entry.
    field: Option<Field>,
}

impl<'a> Machine<'a> {
    fn new(collector: &'a mut Collector) -> Self {
        Self { collector, root: None, depth: 0, entry: None, field: None }
    }

    fn take(&mut self, event: &Event<'_>, line: u32) -> Option<Stopped> {
        match event {
            Event::Start(element) => return self.start(element, line),
            Event::End(_) => return self.end(),
            Event::Text(text) => self.text(text),
            Event::CData(text) => self.text(text),
            Event::GeneralRef(reference) => self.reference(reference),
            Event::DocType(name) => {
                let name = name.trim_start().get(..4).unwrap_or_default();
                return Some(Stopped::At(match name.eq_ignore_ascii_case("html") {
                    true => SitemapDefect::Html,
                    false => SitemapDefect::DocumentType,
                }));
            }
            Event::Eof if self.root.is_none() => {
                return Some(Stopped::At(SitemapDefect::Unrecognised));
            }
            Event::Eof => return Some(Stopped::At(SitemapDefect::EndsEarly)),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::Empty(_) => {}
        }
        None
    }

    fn start(&mut self, element: &BytesStart<'_>, line: u32) -> Option<Stopped> {
        self.depth += 1;
        if self.depth > SITEMAP_DEPTH {
            return Some(Stopped::At(SitemapDefect::TooDeep));
        }
        let Some(root) = &self.root else { return self.start_root(element) };
        let (prefix, name) = parts(element);
        match &mut self.entry {
            None if root.prefix == prefix && is_entry(root.format, name, self.depth) => {
                if self.collector.is_full() {
                    return Some(Stopped::Full);
                }
                self.entry = Some((self.depth, RawEntry { line, ..RawEntry::default() }));
            }
            Some((depth, entry)) if self.depth == *depth + 1 => {
                entry.news |= root.news_prefix.as_deref() == Some(prefix);
                self.field = field(root, prefix, name);
                match self.field {
                    Some(Field::Loc) if root.format == SitemapFormat::Atom => {
                        atom_link(element, entry, line);
                        self.field = None;
                    }
                    // The first one counts.
                    Some(Field::Loc) if entry.loc.is_empty() => entry.line = line,
                    Some(Field::Lastmod) if entry.lastmod.is_empty() => {}
                    _ => self.field = None,
                }
            }
            _ => {}
        }
        None
    }

    fn start_root(&mut self, element: &BytesStart<'_>) -> Option<Stopped> {
        let (prefix, name) = parts(element);
        let format = match name {
            "urlset" => SitemapFormat::UrlSet,
            "sitemapindex" => SitemapFormat::Index,
            "rss" | "RDF" => SitemapFormat::Rss,
            "feed" => SitemapFormat::Atom,
            _ => {
                let html = ["html", "head", "body", "script", "title", "div"];
                let html = html.iter().any(|known| name.eq_ignore_ascii_case(known));
                let defect = if html { SitemapDefect::Html } else { SitemapDefect::Unrecognised };
                return Some(Stopped::At(defect));
            }
        };
        // The elements of an RDF feed have no prefix, its outermost one has.
        let prefix = if name == "RDF" { "" } else { prefix }.to_owned();
        self.root = Some(Root { format, prefix, news_prefix: news_prefix(element) });
        None
    }

    fn end(&mut self) -> Option<Stopped> {
        if let Some((_, entry)) = self.entry.take_if(|(depth, _)| *depth == self.depth) {
            match self.root.as_ref().map(|root| root.format) {
                Some(SitemapFormat::Index) => self.collector.child(&entry),
                _ => self.collector.entry(&entry),
            }
        }
        if self.entry.as_ref().is_some_and(|(depth, _)| self.depth == depth + 1) {
            self.field = None;
        }
        self.depth = self.depth.saturating_sub(1);
        (self.depth == 0).then_some(Stopped::AtEnd)
    }

    fn text(&mut self, text: &str) {
        let (Some(field), Some((depth, entry))) = (self.field, &mut self.entry) else { return };
        if self.depth != *depth + 1 {
            return;
        }
        let value = match field {
            Field::Loc => &mut entry.loc,
            Field::Lastmod => &mut entry.lastmod,
        };
        let room = SITEMAP_VALUE_BYTES.saturating_sub(value.len());
        value.push_str(&text[..text.floor_char_boundary(room)]);
    }

    /// A reference to a character or to one of the five entities that XML defines itself; any other
    /// one stays as it is written.
    fn reference(&mut self, reference: &BytesRef<'_>) {
        let mut one = [0; 4];
        match reference.resolve_char_ref() {
            Ok(Some(character)) => self.text(character.encode_utf8(&mut one)),
            _ => match quick_xml::escape::resolve_xml_entity(reference) {
                Some(text) => self.text(text),
                None => self.text(&format!("&{};", &**reference)),
            },
        }
    }
}

/// Prefix and local name.
fn parts<'a>(element: &'a BytesStart<'_>) -> (&'a str, &'a str) {
    let name = element.name().into_inner();
    name.split_once(':').unwrap_or(("", name))
}

fn is_entry(format: SitemapFormat, name: &str, depth: usize) -> bool {
    match format {
        SitemapFormat::UrlSet => name == "url" && depth == 2,
        SitemapFormat::Index => name == "sitemap" && depth == 2,
        SitemapFormat::Atom => name == "entry" && depth == 2,
        // Items stand in the channel in RSS 2.0, and beside it in RDF feeds.
        SitemapFormat::Rss => name == "item" && depth <= 3,
        SitemapFormat::Text => false,
    }
}

fn field(root: &Root, prefix: &str, name: &str) -> Option<Field> {
    if root.format == SitemapFormat::Rss && (prefix, name) == ("dc", "date") {
        return Some(Field::Lastmod);
    }
    if prefix != root.prefix {
        return None;
    }
    match (root.format, name) {
        (SitemapFormat::UrlSet | SitemapFormat::Index, "loc") => Some(Field::Loc),
        (SitemapFormat::UrlSet | SitemapFormat::Index, "lastmod") => Some(Field::Lastmod),
        (SitemapFormat::Rss | SitemapFormat::Atom, "link") => Some(Field::Loc),
        (SitemapFormat::Rss, "pubDate") => Some(Field::Lastmod),
        (SitemapFormat::Atom, "updated") => Some(Field::Lastmod),
        _ => None,
    }
}

/// Takes the address of `<link href>` where it leads to the entry's page (RFC 4287, section 4.2.7).
fn atom_link(element: &BytesStart<'_>, entry: &mut RawEntry, line: u32) {
    let rel = attribute(element, "rel").unwrap_or_else(|| "alternate".to_owned());
    if rel == "alternate"
        && entry.loc.is_empty()
        && let Some(href) = attribute(element, "href")
    {
        entry.loc = href;
        entry.line = line;
    }
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    // Looking for doubled names takes time that grows with the square of their number.
    let mut attributes = element.attributes();
    let found = attributes
        .with_checks(false)
        .filter_map(Result::ok)
        .find(|attribute| attribute.key.into_inner() == name)?;
    let value = found.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value[..value.floor_char_boundary(SITEMAP_VALUE_BYTES)].to_owned())
}

/// The prefix of the elements that describe an article of news, where they are declared.
fn news_prefix(root: &BytesStart<'_>) -> Option<String> {
    let mut attributes = root.attributes();
    let declared = attributes
        .with_checks(false)
        .filter_map(Result::ok)
        .find(|attribute| attribute.value.contains(NEWS_NAMESPACE))?;
    declared.key.into_inner().strip_prefix("xmlns:").map(str::to_owned)
}
