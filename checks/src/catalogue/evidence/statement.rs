//! Short news that reports what somebody said.

use super::prose::text_of;
use crate::check::Context;
use crate::weights::STATEMENT_WORDS;

/// Bytes of a quotation that is more than a term or a title.
const QUOTED_BYTES: usize = 40;
/// One part in so many that is quoted makes a text a report of what somebody said.
const QUOTED_PART: usize = 5;

/// Whether it is short news that reports what somebody said.
pub(super) fn is_statement(context: &Context<'_>, words: usize) -> bool {
    if !context.subject.is_news || words >= STATEMENT_WORDS {
        return false;
    }
    let (mut all, mut quoted) = (0, 0);
    for text in
        context.page.document.outline.main_blocks().map(|block| text_of(context.page, block))
    {
        all += text.len();
        quoted += quoted_bytes(text);
    }
    all > 0 && quoted * QUOTED_PART >= all
}

/// Bytes of a paragraph between quotation marks, of quotations that are long.
fn quoted_bytes(text: &str) -> usize {
    const PAIRS: [(char, &[char]); 5] =
        [('“', &['”']), ('„', &['“', '”']), ('«', &['»']), ('「', &['」']), ('"', &['"'])];
    let long = |bytes: usize| if bytes >= QUOTED_BYTES { bytes } else { 0 };
    let mut open: Option<(usize, &[char])> = None;
    let mut quoted = 0;
    for (at, mark) in text.char_indices() {
        match open {
            Some((from, closing)) if closing.contains(&mark) => {
                quoted += long(at - from);
                open = None;
            }
            Some(_) => {}
            None => {
                let pair = PAIRS.iter().find(|(opening, _)| *opening == mark);
                open = pair.map(|(_, closing)| (at + mark.len_utf8(), *closing));
            }
        }
    }
    // Paragraphs of one speech leave it open.
    quoted + open.map_or(0, |(from, _)| long(text.len() - from))
}
