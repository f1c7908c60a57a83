//! Headings that skip a level.

use super::proposal::Proposal;
use crate::edit::{Edit, Piece, Tag};
use crate::patch::view::View;
use crate::wording::how_many;

/// A heading: its level, and where its tags stand.
struct Heading<'a> {
    level: usize,
    start: &'a Tag,
    end: &'a Tag,
}

/// Each heading stands one level below its parent at most, and what stands below it moves with it.
/// Styles may be tied to the levels: a person should look.
pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    if !view.is_open("heading-outline") {
        return Vec::new();
    }
    let Some(headings) = headings(view) else { return Vec::new() };
    let mut edits: Vec<Edit> = Vec::new();
    // Those above the one at hand, each with the level that it gets.
    let mut above: Vec<(usize, usize)> = Vec::new();
    for heading in &headings {
        while above.pop_if(|(old, _)| *old >= heading.level).is_some() {}
        let wanted = above.last().map_or(heading.level, |(_, new)| heading.level.min(new + 1));
        above.push((heading.level, wanted));
        if wanted != heading.level {
            edits.extend(renamed(heading, wanted));
        }
    }
    if edits.is_empty() {
        return Vec::new();
    }
    let count = how_many(edits.len() / 2, "heading");
    let title = format!("Raise {count} that skip a level");
    vec![Proposal::new(title, edits)]
}

/// The headings in order; none where one has no end.
fn headings<'a>(view: &View<'a>) -> Option<Vec<Heading<'a>>> {
    let pieces = &view.tags.pieces;
    let starts = view.tags.tags().filter(|(_, tag)| tag.is_start);
    let leveled = starts.filter_map(|(at, tag)| Some((at, tag, level(&tag.name)?)));
    leveled
        .map(|(at, start, level)| {
            let end = pieces[at + 1..].iter().find_map(|piece| match piece {
                Piece::Tag(tag) if self::level(&tag.name).is_some() => Some(tag),
                _ => None,
            });
            end.filter(|end| end.ends(&start.name)).map(|end| Heading { level, start, end })
        })
        .collect()
}

fn level(name: &str) -> Option<usize> {
    let level = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// The digits of both tags.
fn renamed(heading: &Heading<'_>, level: usize) -> [Edit; 2] {
    let digit = |at: usize| Edit::replace(at..at + 1, level.to_string());
    [digit(heading.start.range.start + "<h".len()), digit(heading.end.range.start + "</h".len())]
}
