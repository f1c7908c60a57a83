//! Which sections of a text count as its parts.

use crate::catalogue::structure::headings::{Callouts, is_box, step_number};
use crate::page::DocumentFacts;
use crate::page::outline::{BlockKind, Heading};
use crate::page::sections::Section;
use crate::page::text::ends_sentence;
use crate::weights::{SECTION_MAX, SECTION_MIN};

/// What stands before the first section, in word equivalents.
#[derive(Clone, Copy)]
pub(super) struct Before {
    pub(super) words: usize,
    /// Those outside of tables of data and code.
    pub(super) prose: usize,
    /// Whether lists of terms stand there, too.
    pub(super) has_terms: bool,
}

fn add(section: &mut Section<'_>, more: &Section<'_>) {
    section.word_equivalents += more.word_equivalents;
    section.prose += more.prose;
    section.in_tables += more.in_tables;
    section.has_terms |= more.has_terms;
}

/// The sections without those of boxes in the text, such as “Note”: the text goes on below them, so
/// what stands there belongs to the section before.
pub(super) fn without_callouts<'a>(
    document: &DocumentFacts,
    list: Vec<Section<'a>>,
    before: &mut Before,
) -> Vec<Section<'a>> {
    let mut sections: Vec<Section<'a>> = Vec::with_capacity(list.len());
    let callouts = Callouts::of(document);
    for section in list {
        if !callouts.hold(section.heading) {
            sections.push(section);
            continue;
        }
        match sections.last_mut() {
            Some(last) => add(last, &section),
            None => {
                before.words += section.word_equivalents;
                before.prose += section.prose;
                before.has_terms |= section.has_terms;
            }
        }
    }
    sections
}

/// The sections without those of boxes around the text, and without the cards in these: short
/// ones, and those whose heading is a link to what they tell of.
pub(super) fn without_boxes<'a>(
    document: &DocumentFacts,
    list: Vec<Section<'a>>,
) -> Vec<Section<'a>> {
    let mut box_level: Option<u8> = None;
    let is_of_text = |section: &Section<'_>| {
        let level = section.heading.level;
        if is_box(section.heading.text(&document.visible_text)) {
            box_level = Some(level);
            return false;
        }
        let is_card = box_level.is_some_and(|of_box| level > of_box)
            && (section.word_equivalents < SECTION_MIN || is_link(document, section.heading));
        if !is_card {
            box_level = None;
        }
        !is_card
    };
    let mut list = list;
    list.retain(is_of_text);
    list
}

/// The most words of a card that only names what it leads to, and of a box behind the text.
const LABEL_WORDS: usize = 9;
/// The fewest cards of a grid.
const CARDS_MIN: usize = 2;

/// The sections without the grids of cards that lead to other pages, each a linked heading over a
/// line at most, such as the people of a team: nothing in them is to be quoted.
pub(super) fn without_grids<'a>(
    document: &DocumentFacts,
    list: Vec<Section<'a>>,
) -> Vec<Section<'a>> {
    let is_label = |section: &Section<'_>| section.word_equivalents <= LABEL_WORDS;
    let is_card = |section: &Section<'_>| is_label(section) && is_link(document, section.heading);
    let mut kept: Vec<Section<'a>> = Vec::with_capacity(list.len());
    let mut at = 0;
    while at < list.len() {
        let level = list[at].heading.level;
        let below = list[at + 1..].iter().take_while(|one| one.heading.level > level);
        let (count, are_cards) =
            below.fold((0, true), |(count, all), one| (count + 1, all && is_card(one)));
        let is_grid = is_label(&list[at]) && count >= CARDS_MIN && are_cards;
        if is_grid {
            at += count;
        } else {
            kept.push(list[at].clone());
        }
        at += 1;
    }
    kept
}

/// The sections without the boxes at the end, such as a date, a person or a call to subscribe: a few
/// words without a sentence below each heading. As many as all others are no boxes around a text.
pub(super) fn without_tail<'a>(
    document: &DocumentFacts,
    mut list: Vec<Section<'a>>,
) -> Vec<Section<'a>> {
    let says_nothing = |at: usize| {
        let section: &Section<'_> = &list[at];
        let next = list.get(at + 1).map(|next| next.heading.place.text.start);
        section.word_equivalents <= LABEL_WORDS
            && !has_sentence(document, section.heading.place.text.end, next)
    };
    let tail = (0..list.len()).rev().take_while(|at| says_nothing(*at)).count();
    let of_text = list.len() - tail;
    if tail < of_text {
        list.truncate(of_text);
    }
    list
}

/// Whether a whole sentence of the main content stands there.
fn has_sentence(document: &DocumentFacts, start: usize, end: Option<usize>) -> bool {
    let inside = document.outline.blocks_in(&(start..end.unwrap_or(usize::MAX)));
    let mut texts = inside
        .iter()
        .filter(|block| block.place.in_main && block.kind != BlockKind::Heading)
        .map(|block| document.text_at(&block.place));
    texts.any(ends_sentence)
}

/// Whether all of a heading is in a link.
fn is_link(document: &DocumentFacts, heading: &Heading) -> bool {
    let blocks = &document.outline.blocks;
    let at = blocks.partition_point(|block| block.place.text.end <= heading.place.text.start);
    blocks.get(at).is_some_and(|block| {
        block.kind == BlockKind::Heading && block.link_bytes >= block.place.text.len()
    })
}

/// The sections, short steps joined with those before them as long as all make one passage: “Step 1”,
/// “Step 2”, “Step 3”, each over an instruction.
pub(super) fn with_joined_steps<'a>(
    document: &DocumentFacts,
    list: Vec<Section<'a>>,
) -> Vec<Section<'a>> {
    let number = |section: &Section<'_>| {
        let number = step_number(section.heading.text(&document.visible_text))?;
        Some((section.heading.level, number))
    };
    let follows = |one: &Section<'_>, next: &Section<'_>| {
        let follows = |(level, at): (u8, usize)| Some((level, at.checked_add(1)?));
        number(one).and_then(follows).is_some_and(|wanted| number(next) == Some(wanted))
    };
    let mut sections: Vec<Section<'a>> = Vec::with_capacity(list.len());
    for run in list.chunk_by(follows) {
        let are_steps = run.len() >= STEPS_MIN;
        let from = sections.len();
        for section in run {
            let before = sections.get_mut(from..).and_then(<[Section<'_>]>::last_mut);
            let words = section.word_equivalents;
            let before = before.filter(|last| {
                let is_short = words.min(last.word_equivalents) < SECTION_MIN;
                are_steps && is_short && last.word_equivalents + words <= SECTION_MAX
            });
            match before {
                Some(last) => add(last, section),
                None => sections.push(section.clone()),
            }
        }
    }
    sections
}

/// The fewest headings that count on and are steps.
const STEPS_MIN: usize = 3;

/// The sections, short ones joined with the one that they stand under as long as both make one
/// passage: a row of cards below its heading.
pub(super) fn joined(list: Vec<Section<'_>>) -> Vec<Section<'_>> {
    let mut joined: Vec<Section<'_>> = Vec::with_capacity(list.len());
    for section in list {
        let above = joined.last_mut().filter(|above| {
            section.heading.level > above.heading.level
                && section.word_equivalents < SECTION_MIN
                && above.word_equivalents + section.word_equivalents <= SECTION_MAX
        });
        match above {
            Some(above) => {
                add(above, &section);
                above.is_parent = false;
            }
            None => joined.push(section),
        }
    }
    joined
}
