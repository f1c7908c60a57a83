//! From text to a parsed document, within limits.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts, TokenizerResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use memchr::memchr;
use select::document::Document;

use crate::page::limited::{Limited, Part};
use crate::page::limits;
use crate::page::sink::{Sink, Tree};
use crate::page::tag_guard::TagGuard;
use crate::patience::Patience;

/// A parsed document.
pub(crate) struct Parsed {
    pub(crate) document: Document,
    /// The line that each node starts on, 1 for the first.
    pub(crate) lines: Vec<u32>,
    /// By node: the bytes of the source up to its end, about.
    pub(crate) ends: Vec<usize>,
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

/// Parses a document (HTML, section 13.2), however long that takes.
pub(crate) fn parse(html: &str, scripting: Scripting) -> Parsed {
    parse_within(html, scripting, &Patience::unlimited())
}

/// Parses a document. Where the patience is spent, what came of it is of no use.
pub(crate) fn parse_within(html: &str, scripting: Scripting, patience: &Patience<'_>) -> Parsed {
    parse_part(html, scripting, Part::Whole, patience)
}

/// Parses what stands before the start tag of the body, within [`limits::HEAD_BYTES`].
pub(crate) fn parse_head(html: &str, scripting: Scripting, patience: &Patience<'_>) -> Parsed {
    let html = &html[..html.floor_char_boundary(limits::HEAD_BYTES)];
    parse_part(html, scripting, Part::Head, patience)
}

fn parse_part(html: &str, scripting: Scripting, part: Part, patience: &Patience<'_>) -> Parsed {
    let options = TreeBuilderOpts {
        scripting_enabled: scripting == Scripting::On,
        ..TreeBuilderOpts::default()
    };
    let sink = Sink::for_source(html);
    let builder = Limited::new(TreeBuilder::new(sink, options), part);
    // Decoding took the byte order mark away.
    let options = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let mut tokenizer = Tokenizer::new(builder, options);
    let cut_short = !feed(&mut tokenizer, html, patience);
    if !cut_short {
        tokenizer.end();
    }
    let Tree { nodes, lines, ends } = tokenizer.sink.builder.sink.into_tree();
    Parsed { document: Document { nodes }, lines, ends, cut_short }
}

/// Feeds the text until a limit is reached or the patience is spent; says whether it was fed to
/// the end.
fn feed(tokenizer: &mut Tokenizer<Limited>, html: &str, patience: &Patience<'_>) -> bool {
    let mut guard = TagGuard::default();
    let mut input = BufferQueue::new();
    for piece in pieces(html) {
        if patience.is_spent_by_now() {
            return false;
        }
        let before = tokenizer.sink.tokens();
        tokenizer.sink.builder.sink.advance(&piece);
        input.push_back(piece.clone());
        while let TokenizerResult::Script(_) = tokenizer.feed(&mut input) {}
        let brought = tokenizer.sink.tokens() > before;
        if tokenizer.sink.is_over() || guard.too_many_attributes(&piece, brought) {
            return false;
        }
    }
    true
}

/// The text in pieces that end after the next `<`, as [`TagGuard`] needs them, or after about
/// [`limits::PIECE_BYTES`].
fn pieces(html: &str) -> impl Iterator<Item = StrTendril> {
    let mut rest = StrTendril::from_slice(html);
    std::iter::from_fn(move || {
        let window = &rest[..rest.ceil_char_boundary(limits::PIECE_BYTES)];
        let length = memchr(b'<', window.as_bytes()).map_or(window.len(), |at| at + 1);
        let length = u32::try_from(length).ok().filter(|length| *length > 0)?;
        let piece = rest.subtendril(0, length);
        rest.pop_front(length);
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use select::predicate::Name;

    use super::*;

    /// The line of the first `i` element.
    fn line(html: &str) -> u32 {
        let parsed = parse(html, Scripting::Off);
        let element = parsed.document.find(Name("i")).next().unwrap();
        parsed.lines[element.index()]
    }

    #[test]
    fn an_element_is_on_the_line_of_its_tag() {
        for (html, expected) in [
            ("<i>", 1),
            ("\n\n<i>", 3),
            ("a &amp;\nb &nbsp;\nc &copy\nd &#160;\ne &\nf<i>", 6),
            ("a\r\nb\r\n<i>", 3),
            ("a\rb\r<i>", 3),
            ("a\r<b>\r\n</b>\r<i>", 4),
            ("<p\nclass=a\n>b\n<i\nclass=c\n>", 4),
            ("<script>\n'<p>'\n</script>\n<!--\n<\n-->\n<i>", 7),
            ("<title>a &amp;\nb</title><textarea>\n&lt;\n</textarea><i>", 4),
        ] {
            assert_eq!(line(html), expected, "{html:?}");
        }
        let lines = u32::try_from(limits::PIECE_BYTES).unwrap();
        assert_eq!(line(&format!("{}<i>", "tea\r\n".repeat(limits::PIECE_BYTES))), lines + 1);
    }
}
