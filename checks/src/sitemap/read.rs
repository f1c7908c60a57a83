//! Reading one sitemap from its first byte to its last.

use std::io::{BufRead, Read};

use url::Url;

use super::collect::{Collector, ListedEntry, RawEntry};
use super::facts::{SitemapDefect, SitemapEnd, SitemapFacts, SitemapFormat};
use super::source::{Measure, SitemapText};
use super::xml::{self, Outcome, Stopped};

/// What was read of a sitemap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitemapReading {
    /// What is kept.
    pub facts: SitemapFacts,
    /// The sitemaps that it lists, where it is an index.
    pub children: Vec<Url>,
}

/// Reads a sitemap of any form, and looks for the wanted addresses in it. `truncated` says that
/// the source is only the beginning of the file.
///
/// Never fails: what keeps it from being read is part of what is said about it. Takes time and
/// memory within the limits of [`crate::page::limits`], whatever the bytes are.
#[must_use]
pub fn read_sitemap(source: impl Read, truncated: bool, wanted: &[Url]) -> SitemapReading {
    read(source, truncated, Collector::new(wanted)).0
}

/// Reads a sitemap as [`read_sitemap`] does, and returns every entry of it, as many as one sitemap
/// may have.
#[must_use]
pub fn list_sitemap(source: impl Read, truncated: bool) -> (SitemapReading, Vec<ListedEntry>) {
    read(source, truncated, Collector::of_all())
}

fn read(
    source: impl Read,
    truncated: bool,
    mut collector: Collector,
) -> (SitemapReading, Vec<ListedEntry>) {
    let mut text = SitemapText::open(source);
    let (outcome, text) = match text.first_byte() {
        None => (nothing(SitemapDefect::Empty), text),
        Some(b'<') => xml::read(text, &mut collector),
        Some(_) => {
            let outcome = read_lines(&mut text, &mut collector);
            (outcome, text)
        }
    };
    let line = text.line();
    let measure = text.finish();
    let end = end(&outcome, line, truncated, &measure);
    let listed = collector.take_listed();
    let (facts, children) = collector.finish(outcome.format, outcome.declares_news, end, measure);
    (SitemapReading { facts, children }, listed)
}

fn nothing(defect: SitemapDefect) -> Outcome {
    Outcome { format: None, declares_news: false, stopped: Stopped::At(defect) }
}

/// One address a line, in UTF-8 (sitemaps.org, "Text file").
fn read_lines(text: &mut SitemapText<'_>, collector: &mut Collector) -> Outcome {
    let mut format = None;
    let mut bytes = Vec::new();
    let stopped = loop {
        bytes.clear();
        let number = text.line();
        match text.read_until(b'\n', &mut bytes) {
            Ok(0) => break Stopped::AtEnd,
            Ok(_) => {}
            Err(_) => break Stopped::At(SitemapDefect::Compression),
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim();
        if is_web_address(line) {
            format = Some(SitemapFormat::Text);
            if collector.is_full() {
                break Stopped::Full;
            }
            let loc = line.to_owned();
            collector.entry(&RawEntry { loc, line: number, ..RawEntry::default() });
        } else if format.is_none() && !line.is_empty() {
            break Stopped::At(SitemapDefect::Unrecognised);
        }
    };
    Outcome { format, declares_news: false, stopped }
}

fn is_web_address(line: &str) -> bool {
    let scheme = line.split_once("://").map_or("", |(scheme, _)| scheme);
    scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http")
}

/// What breaks off because it was cut is not defective.
fn end(outcome: &Outcome, line: u32, truncated: bool, measure: &Measure) -> SitemapEnd {
    let cut = truncated || measure.cut;
    match &outcome.stopped {
        Stopped::Full => SitemapEnd::Cut,
        // Elements say where they end, lines do not.
        Stopped::AtEnd if cut && outcome.format == Some(SitemapFormat::Text) => SitemapEnd::Cut,
        Stopped::AtEnd => SitemapEnd::Whole,
        Stopped::At(
            SitemapDefect::EndsEarly | SitemapDefect::Compression | SitemapDefect::NotWellFormed,
        ) if cut => SitemapEnd::Cut,
        Stopped::At(SitemapDefect::Empty | SitemapDefect::EndsEarly) if measure.damaged => {
            SitemapEnd::Defective { defect: SitemapDefect::Compression, line }
        }
        Stopped::At(defect) => SitemapEnd::Defective { defect: *defect, line },
    }
}
