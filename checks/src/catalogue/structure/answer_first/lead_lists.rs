//! Sentences that list things one after another. They are long, and read as a list does.

use super::lead_words::WORDS;
use crate::table::TableSet;

/// Things that are a list, at least.
const THINGS: usize = 4;
/// Words of one of them at most.
const THING_WORDS: usize = 10;
/// Words of the last one at most.
const LAST_WORDS: usize = 20;

/// Whether a sentence is a plain list: things between commas or semicolons, with “and” before the
/// last one, and no clauses among them.
pub(super) fn lists_things(sentence: &str) -> bool {
    let plain = without_asides(sentence);
    let parts: Vec<&str> = plain.split([',', ';']).map(str::trim).collect();
    let Some((last, things)) = parts.split_last() else { return false };
    let Some((_, between)) = things.split_first() else { return false };
    // “a, b, c, and d” has a comma more than “a, b, c and d”.
    let ends = begins_with(last, &WORDS.before_last);
    let joined = last.split(' ').skip(1).any(|word| is_one_of(word, &WORDS.before_last));
    let count = parts.len() + usize::from(!ends && joined);
    let is_thing = |part: &&str| {
        (1..=THING_WORDS).contains(&part.split_whitespace().count())
            && !begins_with(part, &WORDS.of_clauses)
    };
    count >= THINGS
        && (ends || joined)
        && between.iter().all(is_thing)
        && last.split_whitespace().count() <= LAST_WORDS
        && !begins_with(last, &WORDS.of_clauses)
}

/// The sentence without what stands in brackets, whose commas are its own.
fn without_asides(sentence: &str) -> String {
    let mut depth = 0_usize;
    let outside = sentence.chars().filter(|char| {
        let was = depth;
        match char {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        was == 0 && depth == 0
    });
    outside.collect()
}

fn begins_with(part: &str, words: &TableSet<String>) -> bool {
    part.split_whitespace().next().is_some_and(|first| is_one_of(first, words))
}

fn is_one_of(word: &str, words: &TableSet<String>) -> bool {
    words.contains(&word.to_lowercase())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lists_are_told_from_clauses() {
        for sentence in [
            "A usual way to make tea is to boil water, warm the pot, pour it over the leaves, and \
             ask the guest (often the one for whom it is made, and who waits) to drink it.",
            "The board counts cups, pots, leaves and kettles.",
            "Tea comes from China; India; Japan; Kenya; and Sri Lanka.",
            "Der Verein sammelt Tassen, Kannen, Blätter und Kessel.",
        ] {
            assert!(lists_things(sentence), "{sentence}");
        }
        for sentence in [
            "If you pour water over leaves, and the leaves are green, then you need to be aware of \
             its heat, because that decides whether the tea tastes of anything.",
            "Tea, which is made of leaves, and coffee are sold here.",
            "Tea is made of leaves that wither for long.",
            "Cups, pots and kettles.",
            "",
        ] {
            assert!(!lists_things(sentence), "{sentence}");
        }
    }

    proptest! {
        #[test]
        fn any_sentence_is_read(sentence in "[a-z,;() é]{0,60}|.{0,30}") {
            let _ = lists_things(&sentence);
        }
    }
}
