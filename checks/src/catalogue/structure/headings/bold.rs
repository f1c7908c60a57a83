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
/// The same of a question in an interview.
const MOST_WORDS_ASKED: usize = 60;
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
    let first = all.iter().copied().find(|block| block.kind != BlockKind::Heading);
    let above: Vec<&BlockFact> = all
        .iter()
        .zip(next)
        .filter(|(block, next)| is_line(document, block) && next.is_some_and(is_text))
        .map(|(block, _)| *block)
        .filter(|block| !is_standfirst(document, first, block))
        .collect();
    // Of a series, the long lines and those above a list are headings, too.
    let series: [fn(&DocumentFacts, &BlockFact) -> bool; 2] = [is_numbered, is_question];
    let series = series.into_iter().find(|is_part| {
        above.iter().filter(|line| is_part(document, line)).count() * 2 > above.len()
    });
    let starts: Vec<usize> = above.iter().map(|line| line.place.text.start).collect();
    let is_one = |block: &&BlockFact| {
        starts.binary_search(&block.place.text.start).is_ok()
            || series.is_some_and(|is_part| is_part(document, block))
    };
    let lines: Vec<&BlockFact> = all.into_iter().filter(is_one).collect();
    (lines.len() >= LINES).then_some(lines)
}

/// Whether a bold line is what an article says of itself between its title and its text, of which
/// `first` is the first block.
fn is_standfirst(document: &DocumentFacts, first: Option<&BlockFact>, line: &BlockFact) -> bool {
    /// Words; fewer may be the heading of the first section.
    const WORDS: usize = 8;
    let text = document.text_at(&line.place).trim_end();
    first.is_some_and(|first| first.place.text.start == line.place.text.start)
        && line.tenths_of_words >= WORDS * TENTHS_OF_WORD
        && !text.ends_with(['?', '？', '؟'])
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

/// Whether a paragraph in bold is what somebody is asked in an interview, however long.
fn is_question(document: &DocumentFacts, block: &BlockFact) -> bool {
    block.kind == BlockKind::Paragraph
        && block.is_bold
        && block.tenths_of_words <= MOST_WORDS_ASKED * TENTHS_OF_WORD
        && block.link_bytes == 0
        && document.text_at(&block.place).trim_end().ends_with(['?', '？', '؟'])
}

fn is_text(block: &BlockFact) -> bool {
    let is_text = matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem);
    is_text && !block.is_bold && block.tenths_of_words >= WORDS_BELOW * TENTHS_OF_WORD
}
