//! Whether the paragraph of a figure says where it is from: “according to Example Research”,
//! “a 2024 survey by the Example Institute”.

use std::collections::HashSet;

use crate::data;

/// Words beside a word such as “survey” in which a name is looked for.
const NEAR_WORDS: usize = 4;

data::words! { "figure-source-words.json" => static WORDS: Words {
    /// Words that name whom a statement is from, lower case.
    phrases: Vec<String>,
    /// The same in scripts that write no spaces.
    parts: Vec<String>,
    /// What a figure may be from, lower case: a name stands beside it.
    works: HashSet<String>,
} }

/// Whether a text names the source of what it says.
pub(super) fn names_its_source(text: &str, language: &str) -> bool {
    let lower = text.to_lowercase();
    let is_bounded = |at: usize, phrase: &str| {
        let is_letter = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
        !is_letter(lower[..at].chars().next_back())
            && !is_letter(lower[at + phrase.len()..].chars().next())
    };
    let has = |phrase: &String| {
        lower.match_indices(phrase.as_str()).any(|(at, _)| is_bounded(at, phrase))
    };
    WORDS.parts.iter().any(|part| lower.contains(part.as_str()))
        || WORDS.phrases.iter().any(has)
        // German writes all nouns with a capital, so that names do not stand out.
        || (language != "de" && names_a_work(text))
        || (language == "en" && names_a_speaker(text))
}

/// Words in the place of a name that name nobody.
const NOBODY: [&str; 12] = [
    "it",
    "he",
    "she",
    "this",
    "that",
    "who",
    "which",
    "one",
    "nobody",
    "everyone",
    "everybody",
    "some",
];
/// Words that a sentence begins with before a comma.
const ADVERBS: [&str; 8] =
    ["however", "still", "today", "yet", "now", "here", "meanwhile", "moreover"];

/// Whether a name stands before a verb with which one tells what it found: “Leaf reports that its
/// customers save 23%”.
fn names_a_speaker(text: &str) -> bool {
    const VERBS: [&str; 5] = ["reports", "claims", "estimates", "projects", "forecasts"];
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(3).any(|three| {
        let [who, verb, what] = three else { return false };
        let lower = who.to_lowercase();
        let is_nobody = NOBODY.contains(&lower.as_str()) || WORDS.works.contains(&lower);
        let is_one = who.starts_with(char::is_uppercase) && !is_nobody;
        VERBS.contains(verb) && is_one && matches!(*what, "that" | "its" | "it" | "a" | "an")
    }) || describes_a_speaker(&words, &VERBS)
}

/// Whether a description stands between a name and the verb: “Leaf, one of the oldest makers of lamps,
/// claims that its users save 12%”.
fn describes_a_speaker(words: &[&str], verbs: &[&str]) -> bool {
    /// The most words of such a description.
    const DESCRIPTION: usize = 16;
    words.windows(3).enumerate().any(|(at, three)| {
        let [last, verb, "that"] = three else { return false };
        if !verbs.contains(verb) || !last.ends_with(',') {
            return false;
        }
        let before = &words[at.saturating_sub(DESCRIPTION)..at];
        let opens = before.iter().rposition(|word| word.ends_with(','));
        // A sentence begins with a capital, too: only the first comma of it follows the name.
        opens.is_some_and(|comma| {
            let name = before[comma].trim_end_matches(',');
            let lower = name.to_lowercase();
            let is_nobody = NOBODY.contains(&lower.as_str())
                || ADVERBS.contains(&lower.as_str())
                || WORDS.works.contains(&lower);
            let start = at - before.len() + comma;
            let begins =
                start.checked_sub(1).is_none_or(|last| words[last].ends_with(['.', '!', '?']));
            let follows_name = || words[start - 1].starts_with(char::is_uppercase);
            name.starts_with(char::is_uppercase) && !is_nobody && (begins || follows_name())
        })
    })
}

/// Whether a name stands beside a word such as “survey”.
fn names_a_work(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|char: char| !char.is_alphanumeric()).to_lowercase();
    words.iter().enumerate().any(|(at, word)| {
        if !WORDS.works.contains(&bare(word)) {
            return false;
        }
        let from = at.saturating_sub(NEAR_WORDS);
        let to = (at + 1 + NEAR_WORDS).min(words.len());
        (from..to).any(|near| near != at && is_name(&words, near))
    })
}

/// Whether the word there has a capital that no sentence gives it, or is a genitive at its
/// beginning: “Example's survey”.
fn is_name(words: &[&str], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let word = word.trim_start_matches(|char: char| !char.is_alphanumeric());
    let begins = match at.checked_sub(1).and_then(|at| words.get(at)) {
        None => true,
        Some(before) => before.ends_with(['.', '!', '?', ':', '•']),
    };
    let is_genitive = || word.contains("'s") || word.contains("’s");
    let letters = word.chars().filter(|char| char.is_alphabetic()).count();
    word.starts_with(char::is_uppercase) && letters > 1 && (!begins || is_genitive())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_sources_are_told() {
        for text in [
            "According to the port authority, 40 percent of the lamps are new.",
            "A 2024 survey by Example Research found that 40 percent agree.",
            "DHL's 2024 Purchasing Behavior Report found that 52% of shoppers agree.",
            "In a survey produced by Example and Partners in 2013, only 37 percent agreed.",
            "Some 40 % agreed, says a study from the Harbour Institute.",
            "Selon l'institut, 40 % des lampes sont neuves.",
            "Leafbee reports that its users save 23% on lamps.",
            "Leafbee, one of the oldest makers of lamps, claims that its users save 23%.",
        ] {
            assert!(names_its_source(text, "en"), "{text}");
        }
        assert!(names_its_source("Laut Hafenamt sind 40 % der Lampen neu.", "de"));
        assert!(names_its_source("調査によると、40%が新しい。", "ja"));
        for text in [
            "Some 40 percent of the lamps are new.",
            "Studies show that 40 percent agree.",
            "Research shows a rise of 40 percent. It grows.",
            "The report is 40 percent longer.",
            "Research reports that 40 percent agree.",
            "Everyone claims that 90 percent agree.",
            "However, the firm, reports that 40 percent agree.",
            "Everyone, it seems, claims that 90 percent agree.",
            "As for lamps, one of them, it seems, claims that 90 percent agree.",
        ] {
            assert!(!names_its_source(text, "en"), "{text}");
        }
        assert!(!names_its_source("Die Studie nennt 40 % der Lampen.", "de"));
        assert!(WORDS.works.iter().all(|word| *word == word.to_lowercase()));
    }
}
