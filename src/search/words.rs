//! Words, as they are compared.

use std::collections::{HashMap, HashSet};

use rust_stemmers::{Algorithm, Stemmer};
use stop_words::LANGUAGE;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::search::limits::TERMS;

/// Words that the stemmer does not know for the same (irregular verbs), or that people use where
/// the pages have another.
const SAME: [(&str, &str); 22] = [
    ("began", "begin"),
    ("begun", "begin"),
    ("email", "mail"),
    ("found", "find"),
    ("gave", "give"),
    ("given", "give"),
    ("gone", "go"),
    ("kept", "keep"),
    ("login", "sign"),
    ("lost", "lose"),
    ("made", "make"),
    ("paid", "pay"),
    ("ran", "run"),
    ("seen", "see"),
    ("sent", "send"),
    ("shown", "show"),
    ("sold", "sell"),
    ("taken", "take"),
    ("told", "tell"),
    ("took", "take"),
    ("url", "address"),
    ("written", "write"),
];

/// Cuts texts into the stems of English words. Names of files, headers, codes and fields are cut
/// at their joints; those in camel case also count whole.
pub(super) struct Words {
    stemmer: Stemmer,
    /// Words that say nothing of what is looked for.
    stop_words: HashSet<&'static str>,
    /// [`SAME`] as stems.
    same: HashMap<String, String>,
}

impl Default for Words {
    fn default() -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        let stop_words = stop_words::get(LANGUAGE::English).iter().copied().collect();
        let stem = |word: &str| stemmer.stem(word).into_owned();
        let same = SAME.iter().map(|(one, other)| (stem(one), stem(other))).collect();
        Self { stemmer, stop_words, same }
    }
}

impl Words {
    /// The words of a text, in order.
    pub(super) fn tokenize(&self, text: &str) -> Vec<String> {
        let text = apart(text).to_lowercase();
        let words = text.unicode_words().filter(|word| !self.stop_words.contains(word));
        let stems = words.map(|word| self.stemmer.stem(word).into_owned());
        stems.map(|stem| self.same.get(&stem).cloned().unwrap_or(stem)).collect()
    }

    /// The different words of a question, as many as are looked for.
    pub(super) fn terms(&self, text: &str) -> Vec<String> {
        let mut known = HashSet::new();
        let mut terms = self.tokenize(text);
        terms.retain(|term| known.insert(term.clone()));
        terms.truncate(TERMS);
        terms
    }
}

/// The text with what is joined in names taken apart.
fn apart(text: &str) -> String {
    let mut apart = String::with_capacity(text.len() + text.len() / 8);
    let text = text.replace('’', "'");
    for word in text.split(|c: char| c != '\'' && !c.is_alphanumeric()) {
        if word.is_empty() {
            continue;
        }
        apart.push_str(word);
        apart.push(' ');
        let joints = joints(word);
        let mut start = 0;
        for end in joints.iter().copied().chain([word.len()]).filter(|_| !joints.is_empty()) {
            apart.push_str(&word[start..end]);
            apart.push(' ');
            start = end;
        }
    }
    apart
}

/// Where a small letter is followed by a capital one.
fn joints(word: &str) -> Vec<usize> {
    let mut after_small = false;
    let mut joints = Vec::new();
    for (place, letter) in word.char_indices() {
        if after_small && letter.is_uppercase() {
            joints.push(place);
        }
        after_small = letter.is_lowercase();
    }
    joints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        for (text, expected) in [
            ("robots.txt", "robots txt "),
            ("a key's `key_not_allowed`", "a key's key not allowed "),
            ("humanCheckToken", "humanCheckToken human Check Token "),
            ("PerplexityBot", "PerplexityBot Perplexity Bot "),
            ("CITABLE_SMTP_URL", "CITABLE SMTP URL "),
            ("日本語。", "日本語 "),
            ("... --- !!!", ""),
        ] {
            assert_eq!(apart(text), expected, "{text}");
        }
    }

    #[test]
    fn terms_are_stems_each_once_and_few() {
        let words = Words::default();
        assert_eq!(words.terms("How are the scores scored?"), ["score"]);
        assert_eq!(words.terms("kept, keeping URLs"), ["keep", "address"]);
        assert_eq!(words.terms("?!").len(), 0);
        let many: String = (0..200).map(|number| format!("word{number} ")).collect();
        assert_eq!(words.terms(&many).len(), TERMS);
    }
}
