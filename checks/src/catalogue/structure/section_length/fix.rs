//! How sections are brought to a good length.

use super::counted::{outside, outside_before, words_of};
use super::measured::{Lengths, Measured};
use crate::catalogue::structure::headings::{bold_lines, is_label, level_within, steps_for_bold};
use crate::fix::Fix;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::sections::Section;
use crate::page::text::TENTHS_OF_WORD;
use crate::paste::listed;
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
        return Fix::new("section-length", title_in_one(document, measured), verify)
            .steps(dividing_steps(document, measured))
            .step("Aim for 100 to 200 words under each.")
            .step(
                "Name the subject in each section. “It” and “this” mean nothing when quoted alone.",
            );
    }
    let above = divided_above(measured).map(|first| {
        format!(
            "Divide the text above {}: it has {} words{}",
            name(first),
            grouped(measured.before.prose),
            outside_before(measured.before)
        )
    });
    let title = match (to_divide(measured), short().count()) {
        _ if above.is_some() => above.unwrap_or_default(),
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
    let mut fix =
        Fix::new("section-length", title, verify).steps(dividing_steps(document, measured));
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

/// What to do with a text that is all in one section.
fn title_in_one(document: &DocumentFacts, measured: &Measured<'_>) -> String {
    let words = format!("{} words{}", grouped(measured.prose()), outside(measured));
    match bold_lines(document) {
        Some(lines) => {
            format!("Make the {} bold lines headings: {words} are in one section", lines.len())
        }
        None => format!("Divide the text into sections: {words} are in one"),
    }
}

/// What to divide, and where. Shared with `heading-outline`, whose missing headings these are.
pub(super) fn dividing_steps(document: &DocumentFacts, measured: &Measured<'_>) -> Vec<String> {
    if measured.parts() < 2 {
        let level = level_in_one(document, measured);
        if let Some(lines) = bold_lines(document) {
            return steps_for_bold(document, &lines, level);
        }
        return vec![format!(
            "Start each part that answers a separate question with an `<h{level}>`."
        )];
    }
    let name = |section: &Section<'_>| {
        Quoted::of(section.heading.text(&document.visible_text), NAMED_CHARACTERS)
    };
    let mut steps: Vec<String> = Vec::new();
    if let Some(first) = measured.sections.first().filter(|_| measured.begins_endless()) {
        let places = places_above(document, first);
        let level = first.heading.level.clamp(UNDER_TITLE, LOWEST);
        let places = match places.len() {
            0 => String::new(),
            1 => format!(", for example above the paragraph on line {}", places[0]),
            _ => format!(", for example above the paragraphs on lines {}", listed(&places)),
        };
        steps.push(format!(
            "Start a section with an `<h{level}>` about every {PART_WORDS} words above {} (line \
             {}), where the topic changes{places}.",
            name(first),
            first.heading.place.line,
        ));
    }
    let mut longest: Vec<_> =
        measured.sections.iter().filter(|s| measured.lengths.are_below(s)).collect();
    longest.sort_by_key(|section| std::cmp::Reverse(section.prose));
    steps.extend(longest.into_iter().take(MENDED).map(|section| {
        let (words, outside) = words_of(section);
        format!(
            "Line {}: divide {} ({} words{outside}) with subheadings (`<h{}>`).",
            section.heading.place.line,
            name(section),
            grouped(words),
            level_within(document, section.heading).0
        )
    }));
    steps
}

/// The level of the sections of a page.
const UNDER_TITLE: u8 = 2;
/// The lowest level that divides a text.
const LOWEST: u8 = 4;
/// Words under one heading that a fix asks for.
const PART_WORDS: usize = 200;
/// Places for headings that are named.
const PLACES: usize = 5;

/// The lines of the paragraphs before the first section above which a heading would divide it. None
/// where lines don't tell one paragraph from another.
fn places_above(document: &DocumentFacts, first: &Section<'_>) -> Vec<String> {
    let end = first.heading.place.text.start;
    let blocks = document.outline.blocks.iter().take_while(|block| block.place.text.start < end);
    let mut lines: Vec<u32> = Vec::new();
    let mut tenths = 0;
    let mut above: Option<&BlockFact> = None;
    for block in blocks.filter(|block| block.place.in_main) {
        if tenths >= PART_WORDS * TENTHS_OF_WORD && may_begin(document, block, above) {
            lines.push(block.place.line);
            tenths = 0;
        }
        above = Some(block);
        if !matches!(block.kind, BlockKind::Heading | BlockKind::Cell | BlockKind::Code) {
            tenths += block.tenths_of_words;
        }
    }
    let are_distinct = lines.windows(2).all(|two| two[0] != two[1]);
    let lines = lines.into_iter().take(if are_distinct { PLACES } else { 0 });
    lines.map(|line| line.to_string()).collect()
}

/// Whether a section may begin with a paragraph: it goes on with no sentence, example or list above
/// it, and is no note or example itself.
fn may_begin(document: &DocumentFacts, block: &BlockFact, above: Option<&BlockFact>) -> bool {
    const GOES_ON: [&str; 8] =
        ["note", "for", "then", "also", "however", "similarly", "otherwise", "thus"];
    let text = |block: &BlockFact| document.text_at(&block.place).trim();
    let own = text(block);
    let first = own.split(|char: char| !char.is_alphanumeric()).next().unwrap_or_default();
    let first = first.to_lowercase();
    block.kind == BlockKind::Paragraph
        && !own.starts_with(char::is_lowercase)
        && !own.ends_with(':')
        && !GOES_ON.contains(&first.as_str())
        && !is_label(&first)
        && above.is_none_or(|above| {
            above.kind != BlockKind::Code
                && !text(above).ends_with([':', ','])
                && !is_label(text(above))
        })
}

/// The level of headings that divide a text which is all in one section.
fn level_in_one(document: &DocumentFacts, measured: &Measured<'_>) -> u8 {
    let section = measured.sections.iter().max_by_key(|section| section.prose);
    let section = section.filter(|section| section.prose > measured.before.prose);
    section.map_or(UNDER_TITLE, |section| level_within(document, section.heading).0)
}

/// The first section, where the text above it is longer than any section and is to be divided.
fn divided_above<'a, 'b>(measured: &'b Measured<'a>) -> Option<&'b Section<'a>> {
    let longest = measured.sections.iter().map(|section| section.prose).max();
    let is_longest = longest.is_some_and(|longest| longest <= measured.before.prose);
    measured.sections.first().filter(|_| is_longest && measured.begins_endless())
}

/// Whether the edit is to divide something.
pub(super) fn divides(measured: &Measured<'_>) -> bool {
    measured.parts() < 2 || measured.begins_endless() || to_divide(measured).is_some()
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
