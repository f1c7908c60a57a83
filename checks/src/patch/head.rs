//! Where an element goes in the head of a document.

use std::ops::Range;

use super::view::View;
use crate::edit::{Edit, Piece, Tag};

/// Elements that a head may hold.
const IN_HEAD: [&str; 10] = [
    "base", "basefont", "bgsound", "link", "meta", "title", "noscript", "script", "style",
    "template",
];

/// The head of a document, as browsers find it.
pub(super) struct Head<'a> {
    /// Its start tags, and where the elements that hold something end.
    pub(super) elements: Vec<HeadElement<'a>>,
    /// Its own start tag.
    pub(super) opens: Option<&'a Tag>,
    /// Where the document's first tag ends that an element can follow.
    after_html: Option<usize>,
}

/// An element of the head.
pub(super) struct HeadElement<'a> {
    pub(super) tag: &'a Tag,
    /// From its start tag to behind its end tag.
    pub(super) range: Range<usize>,
}

impl<'a> Head<'a> {
    /// The head of the document.
    pub(super) fn of(view: &View<'a>) -> Self {
        let pieces = &view.tags.pieces;
        let text = view.source.text();
        let mut head = Self { elements: Vec::new(), opens: None, after_html: None };
        let mut at = 0;
        while let Some(piece) = pieces.get(at) {
            match piece {
                Piece::Other(range) => {
                    let is_doctype =
                        text[range.clone()].to_ascii_lowercase().starts_with("<!doctype");
                    if is_doctype {
                        head.after_html = Some(range.end);
                    }
                }
                Piece::Text(range) if text[range.clone()].trim().is_empty() => {}
                Piece::Text(_) => break,
                Piece::Tag(tag) if tag.starts("html") => head.after_html = Some(tag.range.end),
                Piece::Tag(tag) if tag.starts("head") => head.opens = Some(tag),
                Piece::Tag(tag) if tag.is_start && IN_HEAD.contains(&tag.name.as_str()) => {
                    let end = end_of(pieces, at);
                    let range = tag.range.start..pieces[end].range().end;
                    head.elements.push(HeadElement { tag, range });
                    at = end;
                }
                Piece::Tag(_) => break,
            }
            at += 1;
        }
        head
    }

    /// The last element of which that holds.
    pub(super) fn last(&self, wanted: impl Fn(&Tag) -> bool) -> Option<&HeadElement<'a>> {
        self.elements.iter().rev().find(|element| wanted(element.tag))
    }

    /// An edit that puts an element behind the last one of which that holds, in the way in which
    /// that one is written; else at the beginning of the head.
    pub(super) fn insert(
        &self,
        view: &View<'_>,
        element: &str,
        behind: impl Fn(&Tag) -> bool,
    ) -> Option<Edit> {
        let text = view.source.text();
        if let Some(last) = self.last(behind) {
            let end = last.range.end;
            let indentation = indentation(text, last.range.start);
            let rest = &text[end..];
            let line_ends = rest.trim_start_matches([' ', '\t']).starts_with(['\r', '\n']);
            return Some(match indentation.filter(|_| line_ends) {
                Some(indentation) => {
                    let element = indented(element, indentation, view.line_break());
                    Edit::insert(end, format!("{}{indentation}{element}", view.line_break()))
                }
                None => Edit::insert(end, on_one_line(element)),
            });
        }
        self.insert_first(view, element)
    }

    /// An edit that puts an element at the beginning of the head.
    pub(super) fn insert_first(&self, view: &View<'_>, element: &str) -> Option<Edit> {
        let text = view.source.text();
        if let Some(first) = self.elements.first() {
            let start = first.range.start;
            return Some(match indentation(text, start) {
                Some(indentation) => {
                    let element = indented(element, indentation, view.line_break());
                    Edit::insert(start, format!("{element}{}{indentation}", view.line_break()))
                }
                None => Edit::insert(start, on_one_line(element)),
            });
        }
        let at = self.opens.map(|tag| tag.range.end).or(self.after_html)?;
        let begins_line = text[at..].trim_start_matches([' ', '\t']).starts_with(['\r', '\n']);
        let element = match begins_line {
            true => format!("{}{}", view.line_break(), indented(element, "", view.line_break())),
            false => on_one_line(element),
        };
        Some(Edit::insert(at, element))
    }
}

/// The place of the piece that ends the element that begins there: its end tag, where it holds
/// something, else its own.
fn end_of(pieces: &[Piece], at: usize) -> usize {
    let Piece::Tag(start) = &pieces[at] else { return at };
    if !matches!(start.name.as_str(), "title" | "noscript" | "script" | "style" | "template") {
        return at;
    }
    let ends = |piece: &Piece| matches!(piece, Piece::Tag(tag) if tag.ends(&start.name));
    pieces[at..].iter().position(ends).map_or(at, |length| at + length)
}

/// The white space before that place, where nothing else stands on its line.
pub(super) fn indentation(text: &str, at: usize) -> Option<&str> {
    let line = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let before = &text[line..at];
    (line > 0 && before.trim_matches([' ', '\t']).is_empty()).then_some(before)
}

/// An element of several lines, each with that indentation.
fn indented(element: &str, indentation: &str, line_break: &str) -> String {
    element.replace('\n', &format!("{line_break}{indentation}"))
}

/// An element in a document that has no lines.
fn on_one_line(element: &str) -> String {
    let lines: Vec<&str> = element.lines().map(str::trim).collect();
    lines.join("")
}
