//! Elements in the source, from the start tag to the end tag that is written for it.

use std::ops::Range;

use crate::edit::{Piece, Tag, Tags};
use crate::page::names::unescape;

/// An element, by the places of its tags among the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::patch) struct Element {
    pub(in crate::patch) start: usize,
    pub(in crate::patch) end: usize,
}

impl Element {
    /// The one that starts in that place; none where no end tag is written for it.
    pub(in crate::patch) fn at(tags: &Tags, start: usize) -> Option<Self> {
        let Piece::Tag(first) = tags.pieces.get(start)? else { return None };
        let mut depth = 0_usize;
        for (end, piece) in tags.pieces.iter().enumerate().skip(start) {
            match piece {
                Piece::Tag(tag) if tag.starts(&first.name) => depth += 1,
                Piece::Tag(tag) if tag.ends(&first.name) => depth = depth.checked_sub(1)?,
                _ => continue,
            }
            // A second paragraph ends the first one, whose end tag is left out.
            match depth {
                0 => return Some(Self { start, end }),
                2 if first.name == "p" => return None,
                _ => {}
            }
        }
        None
    }

    /// Both of its tags.
    pub(in crate::patch) fn tags(self, tags: &Tags) -> Option<(&Tag, &Tag)> {
        match (tags.pieces.get(self.start)?, tags.pieces.get(self.end)?) {
            (Piece::Tag(start), Piece::Tag(end)) => Some((start, end)),
            _ => None,
        }
    }

    /// Its bytes in the source, tags included.
    pub(in crate::patch) fn range(self, tags: &Tags) -> Range<usize> {
        tags.pieces[self.start].range().start..tags.pieces[self.end].range().end
    }

    /// What stands in it.
    pub(in crate::patch) fn inside(self, tags: &Tags) -> &[Piece] {
        &tags.pieces[self.start + 1..self.end]
    }

    /// Whether it holds no other elements than those of a line of text.
    pub(in crate::patch) fn is_of_text(self, tags: &Tags) -> bool {
        self.inside(tags).iter().all(|piece| match piece {
            Piece::Tag(tag) => OF_TEXT.contains(&tag.name.as_str()),
            Piece::Text(_) | Piece::Other(_) => true,
        })
    }

    /// What is read in it.
    pub(in crate::patch) fn text(self, tags: &Tags, source: &str) -> String {
        let texts = self.inside(tags).iter().map(|piece| match piece {
            Piece::Text(range) => &source[range.clone()],
            Piece::Tag(_) | Piece::Other(_) => "",
        });
        unescape(&texts.collect::<String>())
    }

    /// The element that follows with nothing but space and comments between.
    pub(in crate::patch) fn next(self, tags: &Tags, source: &str) -> Option<Self> {
        let is_blank = |piece: &Piece| match piece {
            Piece::Tag(_) => false,
            Piece::Text(range) => source[range.clone()].trim().is_empty(),
            Piece::Other(_) => true,
        };
        let behind = self.end + 1;
        let gap = tags.pieces.get(behind..)?.iter().take_while(|piece| is_blank(piece)).count();
        match tags.pieces.get(behind + gap)? {
            Piece::Tag(tag) if tag.is_start => Self::at(tags, behind + gap),
            _ => None,
        }
    }
}

/// Elements inside a line of text ("phrasing content" in HTML).
const OF_TEXT: [&str; 19] = [
    "a", "abbr", "b", "big", "br", "cite", "code", "em", "font", "i", "kbd", "mark", "q", "small",
    "span", "strong", "sub", "sup", "u",
];
