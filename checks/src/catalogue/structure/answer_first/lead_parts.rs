//! Parts of a text by which its opening is found, or told from what is none: a summary, examples, a
//! sentence around a formula.

use super::lead_words::{WORDS, is_notice};
use crate::catalogue::structure::headings::{names_part, similarity};
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::text::TENTHS_OF_WORD;
use crate::weights::{LEAD_BLOCK_MIN, LEAD_ITEMS};

/// The end of the heading of a summary, where it is the first one below the heading of the page:
/// tables with the facts of a module may stand above it.
pub(super) fn summary(document: &DocumentFacts, from: usize) -> Option<usize> {
    let mut headings = document.outline.main_headings();
    let first = headings.find(|heading| heading.place.text.start >= from)?;
    let name = first.text(&document.visible_text).trim_matches(|char: char| !char.is_alphabetic());
    WORDS.summaries.contains(&name.to_lowercase()).then_some(first.place.text.end)
}

/// What Doxygen says in brief below the title that it shows, above all sections: a line that ends
/// in a link to the rest, further down on the page.
pub(super) fn brief(document: &DocumentFacts) -> Option<&BlockFact> {
    const REST: &str = "#details";
    let outline = &document.outline;
    let title = outline.shown_title.as_ref()?.text.end;
    let mut below = outline.blocks_from(title).iter().filter(|block| block.place.in_main);
    let line = below.next().filter(|block| block.kind == BlockKind::Paragraph)?;
    let leads_on = |range: &std::ops::Range<usize>| {
        let mut inside = outline.links_in(range).iter();
        inside.any(|link| link.href.ends_with(REST) && link.place.text.end == range.end)
    };
    (!line.is_mostly_links() && leads_on(&line.place.text)).then_some(line)
}

/// Whether no heading stands between that of a summary and the text that begins at `start`.
pub(super) fn opens_summary(document: &DocumentFacts, from: usize, start: usize) -> bool {
    summary(document, from).is_some_and(|end| {
        let mut headings = document.outline.main_headings();
        !headings.any(|heading| (end..start).contains(&heading.place.text.start))
    })
}

/// Whether a text is a list that was typed as one paragraph: “Parameters: + pot - the pot . leaves - the
/// leaves . water - the water”.
pub(super) fn is_typed_list(text: &str) -> bool {
    const ITEMS: usize = 3;
    const MARKS: [&str; 6] = ["+", ".", "-", "*", "•", "o"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_item = |triple: &&[&str]| MARKS.contains(&triple[0]) && triple[2] == "-";
    words.windows(3).filter(is_item).take(ITEMS).count() == ITEMS
}

/// The heading of the first section, where nothing stands between it and the heading of the page,
/// which ends at `from`, and the sentence that begins at `start` speaks of what that heading names.
pub(super) fn thing_of<'a>(
    document: &'a DocumentFacts,
    from: usize,
    start: usize,
    sentence: &str,
) -> Option<&'a str> {
    let mut headings = document.outline.main_headings();
    let first =
        headings.find(|heading| (from.max(1)..start).contains(&heading.place.text.start))?;
    let section = first.text(&document.visible_text);
    let mut between = document.outline.blocks.iter().filter(|block| {
        block.place.in_main && (from..first.place.text.start).contains(&block.place.text.start)
    });
    let is_opened = between.any(|block| block.kind != BlockKind::Heading);
    (!is_opened && !names_part(section) && similarity(section, sentence) > 0).then_some(section)
}

/// The list that a sentence leads to, by its items: “It takes one of two things:”.
pub(super) fn list_below<'a>(
    document: &'a DocumentFacts,
    block: &BlockFact,
) -> Option<Vec<&'a BlockFact>> {
    /// A shorter text is a label.
    const WORDS: usize = 6;
    let text = document.text_at(&block.place).trim_end();
    let leads = matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem)
        && block.place.in_main
        && block.tenths_of_words >= WORDS * TENTHS_OF_WORD
        && text.ends_with([':', '：'])
        && !is_notice(text);
    if !leads {
        return None;
    }
    let below = document.outline.blocks_from(block.place.text.start + 1);
    let is_item = |one: &&BlockFact| one.kind == BlockKind::ListItem && one.place.in_main;
    let items: Vec<&BlockFact> = below.iter().take_while(is_item).collect();
    (items.len() >= LEAD_ITEMS).then_some(items)
}

/// Whether a heading is that of examples, each of which shows a part of what the page tells.
pub(super) fn is_of_examples(text: &str) -> bool {
    let name = text.trim_matches(|char: char| !char.is_alphabetic()).to_lowercase();
    WORDS.examples.contains(&name)
}

/// The paragraph that a sentence goes on in below a formula or code: “solves equations of the form
/// … using the solver”.
pub(super) fn rest_of<'a>(document: &'a DocumentFacts, block: &BlockFact) -> Option<&'a BlockFact> {
    /// Blocks of the formula.
    const FORMULA: usize = 8;
    let text = |block: &BlockFact| document.text_at(&block.place).trim();
    let begins = block.kind == BlockKind::Paragraph
        && block.place.in_main
        && block.tenths_of_words >= LEAD_BLOCK_MIN * TENTHS_OF_WORD
        && text(block).ends_with(|char: char| char.is_alphanumeric() || matches!(char, ':' | ','));
    if !begins {
        return None;
    }
    let below = document.outline.blocks_from(block.place.text.start + 1);
    let is_code = |one: &&BlockFact| one.kind == BlockKind::Code;
    let formula = below.iter().take(FORMULA).take_while(is_code).count();
    let rest = below.get(formula).filter(|_| formula > 0)?;
    let goes_on = rest.kind == BlockKind::Paragraph
        && rest.place.in_main
        && text(rest).starts_with(char::is_lowercase);
    goes_on.then_some(rest)
}
