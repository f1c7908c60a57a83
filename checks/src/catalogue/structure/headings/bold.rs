//! Lines in bold that stand above a text as its heading would.

use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::text::TENTHS_OF_WORD;
use crate::quoted::Quoted;
use crate::wording::how_many;

/// Fewer lines are a label or a note.
const LINES: usize = 2;
/// Lines that a fix names.
const SHOWN: usize = 5;
/// The most words of such a line.
const MOST_WORDS: usize = 12;
/// The same of one of a numbered series, which may be a whole question.
const MOST_NUMBERED_WORDS: usize = 30;
/// The fewest words of the text below it.
const WORDS_BELOW: usize = 10;
/// The most characters of a line in a fix.
const NAMED_CHARACTERS: usize = 60;

/// The lines of the main content that only have to become headings, if there are enough.
pub(in crate::catalogue::structure) fn bold_lines(
    document: &DocumentFacts,
) -> Option<Vec<&BlockFact>> {
    let all: Vec<&BlockFact> = document.outline.main_blocks().collect();
    let next = all.iter().skip(1).copied().map(Some).chain([None]);
    let lines: Vec<(&BlockFact, bool)> = all
        .iter()
        .zip(next)
        .filter_map(|(block, next)| {
            let stands_above = is_line(document, block) && next.is_some_and(is_text);
            let is_one = stands_above || is_numbered(document, block);
            is_one.then_some((*block, stands_above))
        })
        .collect();
    let numbered = |line: &BlockFact| is_numbered(document, line);
    let above = || lines.iter().filter(|(_, stands_above)| *stands_above);
    // Of a series, the long lines and those above a list are headings, too.
    let is_series = above().filter(|(line, _)| numbered(line)).count() * 2 > above().count();
    let lines: Vec<&BlockFact> = lines
        .iter()
        .filter(|(_, stands_above)| *stands_above || is_series)
        .map(|(line, _)| *line)
        .collect();
    (lines.len() >= LINES).then_some(lines)
}

/// How those lines become headings of that level.
pub(in crate::catalogue::structure) fn steps_for_bold(
    document: &DocumentFacts,
    lines: &[&BlockFact],
    level: u8,
) -> Vec<String> {
    let step = |line: &&BlockFact| {
        let text = document.text_at(&line.place);
        format!(
            "Line {}: make the bold line {} an `<h{level}>`.",
            line.place.line,
            Quoted::of(text.trim(), NAMED_CHARACTERS)
        )
    };
    let mut steps: Vec<String> = lines.iter().take(SHOWN).map(step).collect();
    if let Some(more) = lines.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        steps.push(format!("Do the same with {}.", how_many(more, "more bold line")));
    }
    steps
}

fn is_line(document: &DocumentFacts, block: &BlockFact) -> bool {
    let text = document.text_at(&block.place).trim();
    block.kind == BlockKind::Paragraph
        && block.is_bold
        && block.tenths_of_words <= MOST_WORDS * TENTHS_OF_WORD
        && block.link_bytes == 0
        && text.starts_with(|char: char| !char.is_lowercase())
        && text.contains(char::is_alphabetic)
        && !text.ends_with(['.', ',', ';', '。'])
}

/// Whether a paragraph in bold begins with its number: “(3) Which water is best?”, “3. Water”.
fn is_numbered(document: &DocumentFacts, block: &BlockFact) -> bool {
    let text = document.text_at(&block.place).trim();
    let text = text.strip_prefix('(').unwrap_or(text);
    let rest = text.trim_start_matches(|char: char| char.is_ascii_digit());
    block.kind == BlockKind::Paragraph
        && block.is_bold
        && block.tenths_of_words <= MOST_NUMBERED_WORDS * TENTHS_OF_WORD
        && rest.len() < text.len()
        && block.link_bytes == 0
        && rest
            .strip_prefix([')', '.', ':'])
            .is_some_and(|rest| rest.starts_with(char::is_whitespace))
        && rest.contains(char::is_alphabetic)
        && !text.ends_with('.')
}

fn is_text(block: &BlockFact) -> bool {
    let is_text = matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem);
    is_text && !block.is_bold && block.tenths_of_words >= WORDS_BELOW * TENTHS_OF_WORD
}
