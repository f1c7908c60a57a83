//! Lines that say when a page was changed, and nothing of what it is about.

use crate::page::DocumentFacts;
use crate::page::names::says_updated;
use crate::page::outline::{BlockFact, BlockKind, words_in};

/// Bytes of such a line.
const LONGEST: usize = 120;
/// Words before the one that says so: “This page was last updated”.
const WORDS_BEFORE: usize = 5;
/// Characters of the same.
const CHARACTERS_BEFORE: usize = 40;
/// Digits of a date, at least.
const DIGITS: usize = 3;

/// Word equivalents of such lines in the main content.
pub(super) fn words(document: &DocumentFacts) -> usize {
    words_in(document.outline.blocks.iter().filter(|block| is_one(document, block)))
}

/// Whether a block of the main content is such a line.
pub(crate) fn is_one(document: &DocumentFacts, block: &BlockFact) -> bool {
    block.place.in_main
        && matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem)
        && document.visible_text.get(block.place.text.clone()).is_some_and(is_stamp)
}

fn is_stamp(text: &str) -> bool {
    let digits = || text.bytes().filter(u8::is_ascii_digit).count();
    let beginning = || {
        let words = text.split_whitespace().take(WORDS_BEFORE + 1);
        let words = words.collect::<Vec<_>>().join(" ");
        // In scripts without spaces a sentence is one word.
        words.chars().take(CHARACTERS_BEFORE).collect::<String>().to_lowercase()
    };
    text.len() <= LONGEST && digits() >= DIGITS && says_updated(&beginning())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_the_day_of_the_last_change_are_told() {
        for line in [
            "This page last modified on 2020-02-10 20:33:26 UTC",
            "Last updated 2024-05-31 00:35:55 UTC",
            "Zuletzt aktualisiert: 3. Mai 2026",
        ] {
            assert!(is_stamp(line), "{line}");
        }
        for line in [
            "Last updated",
            "Water that was heated for 300 seconds is updated to tea by whoever pours it over \
             leaves, and that is done with a pot, a cup and a good deal of patience.",
            "The pot holds 300 ml and was modified in 2020.",
            "Tea from 2020",
            "茶の葉は二〇二〇年の春から山の畑で一枚ずつ手で摘まれ、その値段は毎年更新される（2026）",
        ] {
            assert!(!is_stamp(line), "{line}");
        }
    }
}
