//! Lists that are typed as lines of text.

use std::ops::Range;

use super::element::Element;
use super::proposal::{Keeps, Proposal};
use crate::catalogue::structure::lists_tables::item_mark;
use crate::edit::{Edit, Piece};
use crate::patch::view::View;
use crate::wording::how_many;

/// The fewest lines that are a list.
const ITEMS_FROM: usize = 3;

/// Lines that begin with a bullet, a dash or numbers that count up become a list, whose elements
/// say what the marks said. Styles may be tied to the paragraphs: a person should look.
pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    if !view.is_open("lists-tables") {
        return Vec::new();
    }
    let starts = view.tags.tags().filter(|(_, tag)| tag.starts("p"));
    let paragraphs: Vec<Element> = starts
        .filter_map(|(at, _)| Element::at(view.tags, at))
        .filter(|one| one.is_of_text(view.tags))
        .collect();
    let broken = paragraphs.iter().filter_map(|one| of_lines(view, *one));
    of_paragraphs(view, &paragraphs).into_iter().chain(broken).collect()
}

/// How a line begins: the range of its mark with the space around it.
struct Mark {
    range: Range<usize>,
    text: String,
}

/// The mark at the beginning of that text, where more than the mark is in the same piece.
fn mark(view: &View<'_>, pieces: &[Piece]) -> Option<Mark> {
    let text = view.source.text();
    let filled = |piece: &&Piece| match piece {
        Piece::Text(range) => !text[range.clone()].trim().is_empty(),
        Piece::Tag(_) | Piece::Other(_) => false,
    };
    let Piece::Text(first) = pieces.iter().find(filled)? else { return None };
    let line = &text[first.clone()];
    let end = item_mark(line, true)?;
    let behind = line[end..].trim_start();
    let behind = behind.strip_prefix("&nbsp;").unwrap_or(behind).trim_start();
    let has_more = !behind.is_empty();
    let range = first.start..first.end - behind.len();
    has_more.then(|| Mark { range, text: line[..end].trim().to_owned() })
}

/// The element for items that begin so: none where some are numbers that don't count up from 1.
fn list_name(marks: &[Mark]) -> Option<&'static str> {
    let number = |mark: &Mark| mark.text.trim_matches(|char: char| !char.is_ascii_digit()).parse();
    let numbers: Vec<usize> = marks.iter().filter_map(|mark| number(mark).ok()).collect();
    match numbers.len() {
        0 => Some("ul"),
        count => (count == marks.len() && numbers.into_iter().eq(1..=count)).then_some("ol"),
    }
}

fn proposal(marks: Vec<Mark>, edits: Vec<Edit>) -> Proposal {
    let items = how_many(marks.len(), "typed line");
    let title = format!("Turn {items} into a list, without the typed bullets or numbers");
    let marks = marks.into_iter().map(|mark| mark.text).collect();
    Proposal::new(title, edits).that_keeps(Keeps::AllBut(marks))
}

/// Paragraphs in a row, each an item.
fn of_paragraphs(view: &View<'_>, paragraphs: &[Element]) -> Vec<Proposal> {
    let text = view.source.text();
    let items =
        paragraphs.iter().filter_map(|one| Some((*one, mark(view, one.inside(view.tags))?)));
    let items: Vec<(Element, Mark)> = items.collect();
    let follows = |(one, _): &(Element, Mark), (next, _): &(Element, Mark)| {
        one.next(view.tags, text) == Some(*next)
    };
    let mut rest = items.as_slice();
    let mut proposals = Vec::new();
    while !rest.is_empty() {
        let pairs = rest.windows(2).take_while(|pair| follows(&pair[0], &pair[1]));
        let (run, behind) = rest.split_at(1 + pairs.count());
        proposals.extend(of_run(view, run));
        rest = behind;
    }
    proposals
}

fn of_run(view: &View<'_>, run: &[(Element, Mark)]) -> Option<Proposal> {
    let copy = |mark: &Mark| Mark { range: mark.range.clone(), text: mark.text.clone() };
    let marks: Vec<Mark> = run.iter().map(|(_, mark)| copy(mark)).collect();
    let name = list_name(&marks).filter(|_| marks.len() >= ITEMS_FROM)?;
    let line_break = view.line_break();
    let mut edits = Vec::new();
    for (at, (paragraph, mark)) in run.iter().enumerate() {
        let (start, end) = paragraph.tags(view.tags)?;
        let opened = if at == 0 { format!("<{name}>{line_break}<li") } else { "<li".to_owned() };
        let closed = match at + 1 == run.len() {
            true => format!("</li>{line_break}</{name}>"),
            false => "</li>".to_owned(),
        };
        edits.push(Edit::replace(start.range.start..start.range.start + "<p".len(), opened));
        edits.push(Edit::delete(mark.range.clone()));
        edits.push(Edit::replace(end.range.clone(), closed));
    }
    Some(proposal(marks, edits))
}

/// A paragraph whose last lines, each after a `br`, are items.
fn of_lines(view: &View<'_>, paragraph: Element) -> Option<Proposal> {
    let (start, end) = paragraph.tags(view.tags)?;
    let is_break = |piece: &Piece| matches!(piece, Piece::Tag(tag) if tag.name == "br");
    let lines: Vec<&[Piece]> = paragraph.inside(view.tags).split(is_break).collect();
    if !lines.iter().all(|line| is_balanced(line)) {
        return None;
    }
    let marks: Vec<Option<Mark>> = lines.iter().map(|line| mark(view, line)).collect();
    let count = marks.iter().rev().take_while(|mark| mark.is_some()).count();
    let first = lines.len() - count;
    let marks: Vec<Mark> = marks.into_iter().skip(first).flatten().collect();
    let name = list_name(&marks).filter(|_| marks.len() >= ITEMS_FROM)?;
    let line_break = view.line_break();
    let mut breaks = paragraph.inside(view.tags).iter().filter(|piece| is_break(piece));
    let mut edits = Vec::new();
    for (at, mark) in marks.iter().enumerate() {
        let (from, tags) = match (first, at) {
            (0, 0) => (start.range.start, format!("<{name}>{line_break}<li>")),
            (_, 0) => (
                breaks.nth(first - 1)?.range().start,
                format!("</p>{line_break}<{name}>{line_break}<li>"),
            ),
            _ => (breaks.next()?.range().start, format!("</li>{line_break}<li>")),
        };
        // An item that begins in bold type keeps its tag.
        let opened = opened_before(view, from, mark);
        edits.push(Edit::replace(from..mark.range.end, tags + &opened));
    }
    edits.push(Edit::replace(end.range.clone(), format!("</li>{line_break}</{name}>")));
    Some(proposal(marks, edits))
}

/// The start tags between the line break and the mark of an item.
fn opened_before(view: &View<'_>, from: usize, mark: &Mark) -> String {
    let between = view.tags.tags().skip_while(|(_, tag)| tag.range.start <= from);
    let between = between.take_while(|(_, tag)| tag.range.end <= mark.range.start);
    between.map(|(_, tag)| &view.source.text()[tag.range.clone()]).collect()
}

/// Whether each element that begins in a line ends in it.
fn is_balanced(line: &[Piece]) -> bool {
    let mut open: Vec<&str> = Vec::new();
    line.iter().all(|piece| match piece {
        Piece::Tag(tag) if tag.is_start => {
            open.push(&tag.name);
            true
        }
        Piece::Tag(tag) => open.pop() == Some(tag.name.as_str()),
        Piece::Text(_) | Piece::Other(_) => true,
    }) && open.is_empty()
}
