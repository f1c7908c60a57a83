//! Texts in which somebody tells what they did: they are of their day.

use std::collections::{HashMap, HashSet};

use super::is_lasting;
use crate::check::Context;
use crate::data;
use crate::page::language::list_of;
use crate::report::PageKind;

data::words! { "personal-words.json" => static WORDS: Words {
    /// Words by which writers name themselves, by language, lower case.
    first: HashMap<String, HashSet<String>>,
    /// Words by which they address readers.
    second: HashMap<String, HashSet<String>>,
} }

/// Of so many words of a story one stands for who tells it.
const TOLD_BY: usize = 40;
/// Of so many of those, one may address the reader: who advises speaks of readers as often.
const ADDRESSED: usize = 3;

/// Whether a word may be a pronoun: “US” in capitals is a country, and only “I” is written so.
fn may_be_pronoun(word: &str) -> bool {
    word.chars().nth(1).is_none() || word.chars().any(char::is_lowercase)
}

/// Whether a text in that language speaks of those who write it: “our survey of 500 readers”. Some
/// words for them say other things, too: those `without` aren't looked for.
pub(crate) fn names_writer(text: &str, language: &str, without: &[&str]) -> bool {
    let Some(first) = WORDS.first.get(list_of(language)) else { return false };
    let words = text.split(|char: char| !char.is_alphanumeric());
    let mut words = words.filter(|word| may_be_pronoun(word)).map(str::to_lowercase);
    words.any(|word| first.contains(&word) && !without.contains(&word.as_str()))
}

/// Whether an article tells what its writers did, and its title promises nothing that lasts, unless
/// they name themselves in it: “What my sourdough taught me”.
pub(crate) fn is_personal(context: &Context<'_>) -> bool {
    let language = list_of(context.languages.primary());
    let Some(first) = WORDS.first.get(language) else { return false };
    let second = WORDS.second.get(language);
    let (mut all, mut told, mut addressed) = (0, 0, 0);
    let text = &context.page.document.main.text;
    for word in text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()) {
        all += 1;
        if !may_be_pronoun(word) {
            continue;
        }
        let word = word.to_lowercase();
        told += usize::from(first.contains(&word));
        addressed += usize::from(second.is_some_and(|second| second.contains(&word)));
    }
    let title = &context.title.text;
    context.subject.kind == PageKind::Article
        && (!is_lasting(title) || names_writer(title, language, &["i", "we", "us"]))
        && told * TOLD_BY >= all
        && told >= addressed * ADDRESSED
        && told > 0
}
