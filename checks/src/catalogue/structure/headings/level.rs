//! The level of headings that are added to a section.

use super::labels::Callouts;
use crate::page::DocumentFacts;
use crate::page::outline::Heading;

/// The lowest level that divides a text: a section of the one above it.
const LOWEST: u8 = 5;

/// The level of headings that divide the section below that one, and whether it is the one right
/// below it. Where the section's own heading skips a level, new ones go below the nearest that
/// doesn't: one level below the skip would make it worse.
pub(in crate::catalogue::structure) fn level_within(
    document: &DocumentFacts,
    heading: &Heading,
) -> (u8, bool) {
    let callouts = Callouts::of(document);
    let above = document.outline.headings.iter().filter(|one| {
        !one.place.is_around
            && one.place.text.start <= heading.place.text.start
            && !callouts.hold(one)
    });
    // The headings that the one is below, each with the level of the nearest that skips none.
    let mut open: Vec<(u8, u8)> = Vec::new();
    for one in above {
        while open.last().is_some_and(|(level, _)| *level >= one.level) {
            open.pop();
        }
        let nested = match open.last() {
            Some((_, nested)) if one.level > nested + 1 => *nested,
            _ => one.level,
        };
        open.push((one.level, nested));
    }
    let nested = open.last().map_or(heading.level, |(_, nested)| *nested);
    let level = (nested + 1).min(LOWEST);
    (level, level == heading.level + 1)
}
