//! Where the tags of a document stand in its text.
//!
//! The parser of the reading (`html5ever`) gives no places, so a tokenizer of the same standard
//! that does walks the text once more. Each place is compared with the text before it counts.

use std::ops::Range;

use html5gum::{DefaultEmitter, Span, Token, Tokenizer};

/// A tag, with the places of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    /// Its name, lower case.
    pub(crate) name: String,
    /// Whether it is a start tag.
    pub(crate) is_start: bool,
    /// From `<` to behind `>`.
    pub(crate) range: Range<usize>,
    /// Its attributes, in order.
    pub(crate) attributes: Vec<Attribute>,
}

/// An attribute of a start tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    /// Its name, lower case.
    pub(crate) name: String,
    /// Its value, character references resolved.
    pub(crate) value: String,
    /// Name, value and quotation marks.
    pub(crate) range: Range<usize>,
    /// The value alone; none where there is no `=`.
    pub(crate) inside: Option<Range<usize>>,
    /// The quotation mark around the value; none where it has none.
    pub(crate) quote: Option<char>,
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A start or end tag.
    Tag(Tag),
    /// Text, or the content of a script.
    Text(Range<usize>),
    /// A comment or a doctype.
    Other(Range<usize>),
}

/// The tags of a document, with what stands between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tags {
    pub(crate) pieces: Vec<Piece>,
}

impl Tag {
    /// The attribute of that name.
    pub(crate) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// The value of the attribute of that name, trimmed; empty where it is missing.
    pub(crate) fn value(&self, name: &str) -> &str {
        self.attribute(name).map_or("", |attribute| attribute.value.trim())
    }

    /// Whether a value is a list of words with that one, whatever its case.
    pub(crate) fn has_word(&self, name: &str, word: &str) -> bool {
        self.value(name).split_ascii_whitespace().any(|own| own.eq_ignore_ascii_case(word))
    }

    /// Whether it is the start tag of that name.
    pub(crate) fn starts(&self, name: &str) -> bool {
        self.is_start && self.name == name
    }

    /// Whether it is the end tag of that name.
    pub(crate) fn ends(&self, name: &str) -> bool {
        !self.is_start && self.name == name
    }

    /// Where an attribute can be put in: behind its name.
    pub(crate) fn behind_name(&self) -> usize {
        self.range.start + 1 + self.name.len()
    }
}

impl Tags {
    /// The tags of a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        let mut tags = Self::default();
        let mut from = 0;
        for token in Tokenizer::new_with_emitter(text, emitter) {
            let Ok(token) = token;
            let Some(piece) = piece(text, token) else { continue };
            let range = piece.range();
            if range.start < from {
                continue;
            }
            tags.push_text(from..range.start);
            from = range.end;
            tags.pieces.push(piece);
        }
        tags.push_text(from..text.len());
        tags
    }

    fn push_text(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.pieces.push(Piece::Text(range));
        }
    }

    /// The tags alone, each with its place among the pieces.
    pub(crate) fn tags(&self) -> impl Iterator<Item = (usize, &Tag)> {
        self.pieces.iter().enumerate().filter_map(|(at, piece)| match piece {
            Piece::Tag(tag) => Some((at, tag)),
            Piece::Text(_) | Piece::Other(_) => None,
        })
    }

    /// The first start tag of that name.
    pub(crate) fn first(&self, name: &str) -> Option<(usize, &Tag)> {
        self.tags().find(|(_, tag)| tag.starts(name))
    }

    /// The text between the start tag in that place and the end tag that follows at once.
    pub(crate) fn inside(&self, at: usize) -> Option<Range<usize>> {
        let Some(Piece::Tag(start)) = self.pieces.get(at) else { return None };
        match (self.pieces.get(at + 1), self.pieces.get(at + 2)) {
            (Some(Piece::Text(text)), Some(Piece::Tag(end))) if end.ends(&start.name) => {
                Some(text.clone())
            }
            (Some(Piece::Tag(end)), _) if end.ends(&start.name) => {
                Some(start.range.end..start.range.end)
            }
            _ => None,
        }
    }
}

impl Piece {
    /// Where it stands.
    pub(crate) fn range(&self) -> Range<usize> {
        match self {
            Self::Tag(tag) => tag.range.clone(),
            Self::Text(range) | Self::Other(range) => range.clone(),
        }
    }
}

/// The token as a piece, where its place is that of such a token in the text.
fn piece(text: &str, token: Token<usize>) -> Option<Piece> {
    match token {
        Token::StartTag(tag) => {
            let name = String::from_utf8(tag.name.to_vec()).ok()?;
            let range = range(text, tag.span)?;
            let inside = text.get(range.clone())?;
            let opens =
                inside.get(1..=name.len()).is_some_and(|own| own.eq_ignore_ascii_case(&name));
            let named = tag.attributes.into_iter().filter_map(|(name, value)| {
                let name = String::from_utf8(name.to_vec()).ok()?;
                let value_text = String::from_utf8_lossy(&value).into_owned();
                attribute(text, &range, name, value_text, value.span.start)
            });
            let mut attributes: Vec<Attribute> = named.collect();
            attributes.sort_by_key(|attribute| attribute.range.start);
            let tag = Tag { name, is_start: true, range: range.clone(), attributes };
            (opens && inside.ends_with('>')).then_some(Piece::Tag(tag))
        }
        Token::EndTag(tag) => {
            let name = String::from_utf8(tag.name.to_vec()).ok()?;
            let range = range(text, tag.span)?;
            let inside = text.get(range.clone())?;
            let closes = inside.starts_with("</") && inside.ends_with('>');
            let tag = Tag { name, is_start: false, range, attributes: Vec::new() };
            closes.then_some(Piece::Tag(tag))
        }
        Token::Comment(comment) => range(text, comment.span).map(Piece::Other),
        Token::Doctype(doctype) => range(text, doctype.span).map(Piece::Other),
        Token::String(_) | Token::Error(_) => None,
    }
}

fn range(text: &str, span: Span<usize>) -> Option<Range<usize>> {
    let inside = text.get(span.start..span.end)?;
    inside.starts_with('<').then_some(span.start..span.end)
}

/// The attribute whose name stands there.
fn attribute(
    text: &str,
    tag: &Range<usize>,
    name: String,
    value: String,
    start: usize,
) -> Option<Attribute> {
    let written = text.get(start..start + name.len())?;
    if start < tag.start || !written.eq_ignore_ascii_case(&name) {
        return None;
    }
    let rest = &text[start + name.len()..tag.end];
    let bare =
        Attribute { range: start..start + name.len(), name, value, inside: None, quote: None };
    let Some(behind) = rest.trim_ascii_start().strip_prefix('=') else {
        return bare.value.is_empty().then_some(bare);
    };
    let behind = behind.trim_ascii_start();
    let begins = tag.end - behind.len();
    let quote = behind.chars().next().filter(|first| matches!(first, '"' | '\''));
    let (inside, end) = match quote {
        Some(quote) => {
            let length = behind[1..].find(quote)?;
            (begins + 1..begins + 1 + length, begins + length + 2)
        }
        None => {
            let ends = |char: char| char.is_ascii_whitespace() || char == '>';
            let length = behind.find(ends)?;
            (begins..begins + length, begins + length)
        }
    };
    Some(Attribute { range: start..end, inside: Some(inside), quote, ..bare })
}
