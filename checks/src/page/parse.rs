//! From text to a parsed document, within limits.

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document};
use select::document::Document;

use crate::page::limits;
use crate::page::sink::{Sink, Tree};
use crate::page::tag_guard::TagGuard;

/// A parsed document.
pub(crate) struct Parsed {
    pub(crate) document: Document,
    /// The line that each node starts on, 1 for the first.
    pub(crate) lines: Vec<u32>,
    /// Whether parsing stopped at a limit.
    pub(crate) cut_short: bool,
}

/// Whether the client runs scripts (HTML, section 13.2.6.4.4): one that does takes the content of
/// `noscript` for text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scripting {
    On,
    Off,
}

/// Parses a document (HTML, section 13.2).
pub(crate) fn parse(html: &str, scripting: Scripting) -> Parsed {
    let tree_builder = TreeBuilderOpts {
        scripting_enabled: scripting == Scripting::On,
        ..TreeBuilderOpts::default()
    };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let mut parser = parse_document(Sink::default(), options);
    let mut guard = TagGuard::default();
    let mut cut_short = false;
    for chunk in chunks(html) {
        let before = parser.tokenizer.sink.sink.changes();
        parser.process(StrTendril::from(chunk));
        let sink = &parser.tokenizer.sink.sink;
        if sink.is_full() || guard.too_many_attributes(chunk, sink.changes() > before) {
            cut_short = true;
            break;
        }
    }
    let Tree { nodes, lines } = if cut_short {
        // Finishing would make the tokenizer work on what it holds back.
        std::mem::take(&mut parser.tokenizer.sink.sink).into_tree()
    } else {
        parser.finish()
    };
    Parsed { document: Document { nodes }, lines, cut_short }
}

/// The text in pieces of about [`limits::CHUNK_BYTES`], cut between characters.
fn chunks(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        if text.is_empty() {
            return None;
        }
        let (chunk, rest) = text.split_at(text.ceil_char_boundary(limits::CHUNK_BYTES));
        text = rest;
        Some(chunk)
    })
}
