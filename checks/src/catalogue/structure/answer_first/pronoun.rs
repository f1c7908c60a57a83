//! “It” as the name of a subject.

use super::lead_words::WORDS;
use crate::page::text::bare_words;

/// Whether a text speaks of something as “it”, other than in “it can be necessary to …”.
pub(super) fn says_it(text: &str) -> bool {
    /// Words between “it” and the form of “be”, and between that and what follows.
    const BETWEEN: usize = 3;
    let words: Vec<String> = bare_words(text).map(str::to_lowercase).collect();
    let is_impersonal = |at: usize| {
        let be = words[at + 1..].iter().take(BETWEEN).position(|word| WORDS.be.contains(word));
        let after = be.map(|be| &words[at + 2 + be..]);
        let is_be = after.is_some_and(|after| {
            after.iter().take(BETWEEN).any(|word| WORDS.after_be.contains(word))
        });
        // “makes it possible to”
        let is_made = at > 0
            && words[at - 1].starts_with("mak")
            && words[at + 1..].iter().take(BETWEEN).any(|word| word == "to");
        is_be || is_made
    };
    words.iter().enumerate().any(|(at, word)| word == "it" && !is_impersonal(at))
}
