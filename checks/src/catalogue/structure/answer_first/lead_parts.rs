//! Parts of a text by which its opening is found, or told from what is none: a summary, examples, a
//! sentence around a formula.

use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::text::TENTHS_OF_WORD;
use crate::weights::LEAD_BLOCK_MIN;

/// The end of the heading of a summary, where it is the first one below the heading of the page:
/// tables with the facts of a module may stand above it.
pub(super) fn summary(document: &DocumentFacts, from: usize) -> Option<usize> {
    const NAMES: [&str; 9] = [
        "summary",
        "purpose",
        "abstract",
        "description",
        "zusammenfassung",
        "beschreibung",
        "résumé",
        "resumen",
        "resumo",
    ];
    let mut headings = document.outline.main_headings();
    let first = headings.find(|heading| heading.place.text.start >= from)?;
    let name = first.text(&document.visible_text).trim_matches(|char: char| !char.is_alphabetic());
    NAMES.contains(&name.to_lowercase().as_str()).then_some(first.place.text.end)
}

/// Whether a heading is that of examples, each of which shows a part of what the page tells.
pub(super) fn is_of_examples(text: &str) -> bool {
    const NAMES: [&str; 9] = [
        "example",
        "examples",
        "beispiel",
        "beispiele",
        "exemple",
        "exemples",
        "ejemplos",
        "exemplos",
        "esempi",
    ];
    let name = text.trim_matches(|char: char| !char.is_alphabetic()).to_lowercase();
    NAMES.contains(&name.as_str())
}

/// The paragraph that a sentence goes on in below a formula or code: “solves equations of the form
/// … using the solver”.
pub(super) fn rest_of<'a>(document: &'a DocumentFacts, block: &BlockFact) -> Option<&'a BlockFact> {
    /// Blocks of the formula.
    const FORMULA: usize = 8;
    let text = |block: &BlockFact| document.visible_text[block.place.text.clone()].trim();
    let begins = block.kind == BlockKind::Paragraph
        && block.place.in_main
        && block.tenths_of_words >= LEAD_BLOCK_MIN * TENTHS_OF_WORD
        && text(block).ends_with(|char: char| char.is_alphanumeric() || matches!(char, ':' | ','));
    if !begins {
        return None;
    }
    let blocks = &document.outline.blocks;
    let after = blocks.partition_point(|one| one.place.text.start <= block.place.text.start);
    let is_code = |one: &&BlockFact| one.kind == BlockKind::Code;
    let formula = blocks[after..].iter().take(FORMULA).take_while(is_code).count();
    let rest = blocks.get(after + formula).filter(|_| formula > 0)?;
    let goes_on = rest.kind == BlockKind::Paragraph
        && rest.place.in_main
        && text(rest).starts_with(char::is_lowercase);
    goes_on.then_some(rest)
}
