//! How sections are brought to a good length.

use super::counted::{outside, words_of};
use super::measured::{Lengths, Measured};
use crate::fix::Fix;
use crate::page::DocumentFacts;
use crate::page::sections::Section;
use crate::quoted::Quoted;
use crate::weights::{SECTION_ENDLESS, SECTION_MIN};
use crate::wording::{grouped, how_many};

/// Sections that a fix speaks of.
const MENDED: usize = 3;
/// The most characters of a heading in a fix.
const NAMED_CHARACTERS: usize = 60;

/// Divide what is too long, and merge what is too short.
pub(super) fn fix(document: &DocumentFacts, measured: &Measured<'_>) -> Fix {
    let name = |section: &Section<'_>| {
        Quoted::of(section.heading.text(&document.visible_text), NAMED_CHARACTERS)
    };
    let verify = format!(
        "Count the words between one heading and the next. Most sections have {} words, and each \
         makes sense when quoted alone.",
        measured.lengths
    );
    let short = || measured.sections.iter().filter(|s| measured.lengths.are_above(s));
    if measured.parts() < 2 {
        return Fix::new(
            "section-length",
            format!(
                "Divide the text into sections: {} words{} are in one",
                grouped(measured.prose()),
                outside(measured)
            ),
            verify,
        )
        .step(format!(
            "Start each part that answers a separate question with an `<h{}>`.",
            level_in_one(measured)
        ))
        .step("Aim for 100 to 200 words under each.")
        .step("Name the subject in each section. “It” and “this” mean nothing when quoted alone.");
    }
    let title = match (to_divide(measured), short().count()) {
        (Some(longest), _) => {
            let (words, outside) = words_of(longest);
            format!("Split the section {}: it has {} words{outside}", name(longest), grouped(words))
        }
        (_, 0) => {
            format!("Aim for paragraphs of {} words", measured.paragraphs)
        }
        (_, few) => {
            format!("Merge or expand {} under {SECTION_MIN} words", how_many(few, "section"))
        }
    };
    let mut fix = Fix::new("section-length", title, verify);
    let mut longest: Vec<_> =
        measured.sections.iter().filter(|s| measured.lengths.are_below(s)).collect();
    longest.sort_by_key(|section| std::cmp::Reverse(section.prose));
    for section in longest.into_iter().take(MENDED) {
        let (words, outside) = words_of(section);
        fix = fix.step(format!(
            "Line {}: divide {} ({} words{outside}) with subheadings (`<h{}>`).",
            section.heading.place.line,
            name(section),
            grouped(words),
            section.heading.level_below()
        ));
    }
    for section in short().take(MENDED) {
        fix = fix.step(format!(
            "Line {}: expand {} ({}), or merge it with the section before or after it.",
            section.heading.place.line,
            name(section),
            how_many(section.word_equivalents, "word")
        ));
    }
    if let Some(median) = measured.paragraph_median.filter(|_| !measured.has_good_paragraphs()) {
        fix = fix.step(format!(
            "Write paragraphs of {} words. The median is now {median}.",
            measured.paragraphs
        ));
    }
    fix
}

/// The level of headings that divide a text which is all in one section.
fn level_in_one(measured: &Measured<'_>) -> u8 {
    const UNDER_TITLE: u8 = 2;
    let section = measured.sections.iter().max_by_key(|section| section.prose);
    let section = section.filter(|section| section.prose > measured.before.prose);
    section.map_or(UNDER_TITLE, |section| section.heading.level_below())
}

/// Whether the edit is to divide something.
pub(super) fn divides(measured: &Measured<'_>) -> bool {
    measured.parts() < 2 || to_divide(measured).is_some()
}

/// The longest section, where dividing what is too long matters more than merging what is too short.
fn to_divide<'a, 'b>(measured: &'b Measured<'a>) -> Option<&'b Section<'a>> {
    let longest = measured.sections.iter().max_by_key(|section| section.prose);
    let longest = longest.filter(|section| measured.lengths.are_below(section))?;
    let count = |is_one: fn(&Lengths, &Section<'_>) -> bool| {
        measured.sections.iter().filter(|section| is_one(&measured.lengths, section)).count()
    };
    let is_first = count(Lengths::are_above) <= count(Lengths::are_below);
    (is_first || longest.prose > SECTION_ENDLESS).then_some(longest)
}
