//! The headings of a text, and what is wrong with them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use super::level_skips::{Skip, Skips};
use crate::catalogue::structure::headings::{Callouts, FirstHeadings, is_box, is_label, tokens};
use crate::check::Context;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockKind, EmptyHeading, Heading};
use crate::page::sections::{Lowest, Sections};
use crate::page::text::{ends_sentence, word_equivalents};
use crate::report::PageKind;
use crate::weights::{
    EMPTY_SECTIONS_PERCENT, LEAD_BLOCK_MIN, REPEATED_HEADINGS_PERCENT, TITLE_HEADING_WARN,
};

/// The headings of a text.
pub(super) struct Headings<'a> {
    /// All of them.
    pub(super) all: Vec<&'a Heading>,
    /// How many of level 2 to 4 there are, or of level 5 below one of level 4.
    pub(super) count: usize,
    /// How many of level 1 there are that stand over parts, as whoever writes `#` for each part
    /// has them. That they should be lower is for `title-h1-match` to say.
    pub(super) of_parts: usize,
    /// Those that skip a level.
    pub(super) skips: Vec<Skip<'a>>,
    /// Whether those break the outline.
    pub(super) is_broken: bool,
    /// Headings with the words of another under the same one, and the first of those.
    pub(super) repeated: Vec<(&'a Heading, &'a Heading)>,
    /// Headings without text.
    pub(super) empty: Vec<&'a EmptyHeading>,
    /// Sections, and those in which nothing stands.
    pub(super) sections: usize,
    pub(super) empty_sections: Vec<&'a Heading>,
}

impl<'a> Headings<'a> {
    pub(super) fn of(context: &Context<'a>) -> Self {
        let document = &context.page.document;
        let outline = &document.outline;
        // A box around the text is no part of it, though the reading may have taken it in.
        let is_of_text = |heading: &Heading| !is_box(heading.text(&document.visible_text));
        let lead = before_content(document);
        let is_lead = |heading: &&Heading| {
            heading.level == SECTION_LEVEL
                && !heading.place.is_around
                && lead.contains(&heading.place.text.start)
        };
        let headings = outline.headings.iter();
        let headings = headings.filter(|heading| heading.place.in_main || is_lead(heading));
        let all: Vec<&Heading> = headings.filter(|heading| is_of_text(heading)).collect();
        let mut sections = Sections::of(document).list;
        sections.retain(|section| is_of_text(section.heading));
        let first = FirstHeadings::of(context);
        let has_h1 = !first.candidates.is_empty();
        let is_named = first.best().is_some_and(|best| best.similarity >= TITLE_HEADING_WARN);
        let title = tokens(&first.title);
        // A heading with the words of the title names the page, whatever its level.
        let is_title = |heading: &Heading| {
            !has_h1 && !title.is_empty() && tokens(heading.text(&document.visible_text)) == title
        };
        // What stands above it is a banner.
        let from = all.iter().take(1 + BANNERS).position(|heading| is_title(heading));
        let from = from.map_or(0, |at| at + 1);
        let callouts = Callouts::of(document);
        let mut lowest = Lowest::default();
        let mut is_part = |heading: &&&Heading| {
            let divides = lowest.divides(heading.level);
            ((2..=4).contains(&heading.level) || divides) && !callouts.hold(heading)
        };
        let count = all[from..].iter().filter(|heading| is_part(heading)).count();
        let of_first_level = all.iter().filter(|heading| heading.level == 1).count();
        // Where another element shows the title, each stands over a part.
        let is_below_title = |heading: &&Heading| outline.is_below_title(heading);
        let first_names_page =
            all.iter().find(|heading| heading.level == 1).is_some_and(|one| !is_below_title(one))
                && (is_named || of_first_level == 1);
        let in_main =
            outline.empty_headings.iter().filter(|one| one.place.in_main && !one.place.is_around);
        let Skips { skips, is_broken } = Skips::of(document, &all, has_h1);
        Self {
            count,
            of_parts: of_first_level.saturating_sub(usize::from(first_names_page)),
            skips,
            is_broken,
            repeated: repeated(document, &all),
            empty: in_main.collect(),
            all,
            sections: sections.len(),
            empty_sections: sections
                .iter()
                .filter(|section| !section.has_content && !section.is_parent)
                .map(|section| section.heading)
                .collect(),
        }
    }
}

/// Headings that a banner above the page's own has at most.
const BANNERS: usize = 1;

/// The level of the headings of sections.
const SECTION_LEVEL: u8 = 2;

/// What stands between the page's heading and the introduction that the reading left out of the
/// main content: a heading there is that of the introduction. Below it, and where there is none,
/// headings are those of boxes, or the line under the title.
fn before_content(document: &DocumentFacts) -> Range<usize> {
    let outline = &document.outline;
    let heading = outline.headings.iter().find(|one| one.level == 1 && !one.place.is_around);
    let Some(from) = heading.map(|heading| heading.place.text.end) else { return 0..0 };
    let between = outline.blocks_from(from).iter().take_while(|block| !block.place.in_main);
    let introduction = between.filter(|block| {
        let text = document.text_at(&block.place);
        block.kind == BlockKind::Paragraph
            && !block.place.is_around
            && block.link_bytes * 2 < text.len()
            && ends_sentence(text)
            && word_equivalents(text) >= LEAD_BLOCK_MIN
    });
    introduction.last().map_or(0..0, |last| from..last.place.text.start)
}

impl Headings<'_> {
    /// Whether most of the sections have nothing in them.
    pub(super) fn are_empty(&self) -> bool {
        let empty = self.empty_sections.len();
        empty > 1 && empty * 100 > self.sections * EMPTY_SECTIONS_PERCENT
    }

    /// Whether so many repeat another one that it is a fault.
    pub(super) fn repeat(&self) -> bool {
        self.repeated.len() * 100 > self.dividing().max(1) * REPEATED_HEADINGS_PERCENT
    }

    /// How many divide the text, of whatever level.
    pub(super) fn dividing(&self) -> usize {
        self.count + self.of_parts
    }

    /// The heading that an empty one of its level comes right after on its line, as where the tag
    /// that should close it opens another (`<h2>Water<h2>`).
    pub(super) fn unclosed_before(&self, empty: &EmptyHeading) -> Option<&'_ Heading> {
        let place = &empty.place;
        let above = self.all.iter().take_while(|one| one.place.text.end <= place.text.start);
        let above = above.last().filter(|one| {
            one.level == empty.level
                && one.place.line == place.line
                // The line feed between blocks is all that may be there.
                && one.place.text.end + 1 >= place.text.start
        });
        above.copied()
    }

    /// The lines of the headings of the same level or a higher one that follow one that skips, up to
    /// the next heading of the level that it gets: left as they are, they would stand below it. Those
    /// below the next one are in order, and so are the labels of boxes.
    pub(super) fn siblings(
        &self,
        document: &DocumentFacts,
        skip: &Heading,
        before: u8,
    ) -> Vec<u32> {
        self.after(document, skip, before)
            .filter(|heading| heading.level <= skip.level)
            .map(|heading| heading.place.line)
            .collect()
    }

    /// The lines of the headings below one that skips and below its siblings, but for others that skip
    /// and what is below those. They skip a level themselves where they stay as they are.
    pub(super) fn children(
        &self,
        document: &DocumentFacts,
        skip: &Heading,
        before: u8,
    ) -> Vec<u32> {
        let skips: HashMap<usize, u8> =
            self.skips.iter().map(|(one, before)| (one.place.text.start, *before)).collect();
        let mut other: Option<u8> = None;
        let own = self.after(document, skip, before).filter(|heading| {
            other = other.filter(|before| heading.level > before + 1);
            other = skips.get(&heading.place.text.start).copied().or(other);
            other.is_none() && heading.level > skip.level
        });
        own.map(|heading| heading.place.line).collect()
    }

    /// The text over which a heading that skips stands once it is raised.
    pub(super) fn reach(&self, skip: &Heading, before: u8) -> Range<usize> {
        let start = skip.place.text.start;
        let after = self.all.iter().skip_while(|heading| **heading != skip).skip(1);
        let mut after = after.skip_while(|heading| heading.level > before + 1);
        start..after.next().map_or(usize::MAX, |next| next.place.text.start)
    }

    /// The headings that follow one that skips and would stand below it where only it is raised.
    fn after<'b>(
        &'b self,
        document: &'b DocumentFacts,
        skip: &Heading,
        before: u8,
    ) -> impl Iterator<Item = &'b Heading> {
        let after = self.all.iter().skip_while(move |heading| **heading != skip).skip(1);
        let after = after.take_while(move |heading| heading.level > before + 1).copied();
        after.filter(|one| !one.is_in_box && !is_label(one.text(&document.visible_text)))
    }
}

/// A heading as it is compared: its letters and digits, and the signs that make its numbers what
/// they are, so that "12+ months" is not "1–2 months".
fn compared(text: &str) -> String {
    let mut out = String::new();
    let mut is_number = false;
    for char in text.chars() {
        if char.is_alphanumeric() {
            out.extend(char.to_lowercase());
        } else if is_number {
            out.push(if char.is_whitespace() { ' ' } else { char });
        }
        is_number = char.is_numeric();
    }
    out
}

/// A heading that looks like code as it is compared: by all of its signs, which tell `operator+()`
/// from `operator-()`.
fn compared_as_code(text: &str) -> String {
    text.chars().filter(|char| !char.is_whitespace()).collect()
}

/// The code right below a heading of a manual that declares what the heading names. Overloads have
/// the same name and different declarations.
fn declaration<'a>(document: &'a DocumentFacts, heading: &Heading) -> Option<&'a str> {
    let name = heading.text(&document.visible_text).trim();
    let below = document.outline.blocks_from(heading.place.text.end).first()?;
    let text = document.text_at(&below.place);
    let declares = below.kind == BlockKind::Code && !name.is_empty() && text.contains(name);
    (declares && document.kind.judged_as() == PageKind::Docs).then_some(text)
}

/// Whether a heading is the caption of the code right below it.
fn is_caption(document: &DocumentFacts, heading: &Heading) -> bool {
    let text = heading.text(&document.visible_text);
    let below = document.outline.blocks_from(heading.place.text.end).first();
    (heading.is_in_box || text.trim_end().ends_with([':', '：']))
        && below.is_some_and(|block| block.kind == BlockKind::Code)
}

/// Under different headings the same words are no repetition: every function of a reference has
/// its "Parameters". Neither are the captions of code, nor names above different declarations.
fn repeated<'a>(document: &DocumentFacts, all: &[&'a Heading]) -> Vec<(&'a Heading, &'a Heading)> {
    let visible = &document.visible_text;
    let mut seen = HashMap::new();
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut repeated = Vec::new();
    for (at, heading) in all.iter().enumerate() {
        while open.last().is_some_and(|(level, _)| *level >= heading.level) {
            open.pop();
        }
        let parent = open.last().map(|(_, parent)| *parent);
        open.push((heading.level, at));
        let text = match heading.text(visible) {
            text if text.contains("()") => compared_as_code(text),
            text => compared(text),
        };
        let declared = declaration(document, heading);
        let is_named = !text.is_empty() && !is_label(heading.text(visible));
        if is_named && !is_caption(document, heading) {
            match seen.entry((parent, text, declared)) {
                Entry::Occupied(first) => repeated.push((*heading, *first.get())),
                Entry::Vacant(place) => {
                    place.insert(*heading);
                }
            }
        }
    }
    repeated
}
