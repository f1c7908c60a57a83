//! Whether a title is one of a text that lasts.

use super::WORDS;
use crate::page::text::is_number;

/// Whether a title begins with a small number: “6 pots to watch”.
pub(super) fn counts_off(title: &str) -> bool {
    let first = title.split(|char: char| !char.is_alphanumeric()).next().unwrap_or_default();
    (1..=2).contains(&first.len()) && is_number(first)
}

/// Whether a title is one of a text that lasts: it asks, teaches or compares.
pub(crate) fn is_lasting(title: &str) -> bool {
    let mut words = title.split(|char: char| !char.is_alphanumeric());
    title.contains(['?', '？'])
        || words.any(|word| word.eq_ignore_ascii_case("review"))
        || teaches(title)
}

/// Whether a title is one of a text that teaches or compares. What is only asked to be confirmed
/// (“Will the pots come back?”) may be news, and a review be of the day on which a thing came out.
pub(in crate::applicability) fn teaches(title: &str) -> bool {
    let lower = title.to_lowercase();
    let mut words = lower.split(|char: char| !char.is_alphanumeric());
    words.any(|word| WORDS.lasting.contains(word)) || names_best(&lower) || counts_the_top(&lower)
}

/// Whether a text counts the top of something: “Top pots”, “the top 10”; a “top official” is a
/// person's rank.
fn counts_the_top(lower: &str) -> bool {
    let words: Vec<&str> =
        lower.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.iter().enumerate().any(|(at, word)| {
        let counts = |one: Option<&&str>| one.is_some_and(|one| is_number(one));
        *word == "top" && (at == 0 || counts(words.get(at + 1)) || counts(words.get(at - 1)))
    })
}

/// Whether a text names the best of something: “best pots”, and not “pots are the best!”.
fn names_best(lower: &str) -> bool {
    let mut words = lower.split_whitespace().peekable();
    let mut is_one = false;
    while let Some(word) = words.next() {
        let word = word.trim_start_matches(|char: char| !char.is_alphanumeric());
        let goes_on = words.peek().is_some_and(|next| next.starts_with(char::is_alphanumeric));
        is_one |= (word == "best" && goes_on) || word.starts_with("best-");
    }
    is_one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_is_no_comparison() {
        for title in ["Top pots of the year", "Our top 10 pots", "10 top pots", "The best pots"] {
            assert!(teaches(title), "{title}");
        }
        for title in ["Pots will be scarce, says top tea official", "Pots at the top of a hill"] {
            assert!(!teaches(title), "{title}");
        }
    }
}
