//! What a page is about by its title and its heading, and what in a text names it.

use std::collections::{BTreeSet, HashMap, HashSet};

use unicode_segmentation::UnicodeSegmentation;

use crate::catalogue::structure::headings::{keys, speaks_of};
use crate::data;
use crate::page::DocumentFacts;
use crate::page::language::list_of;
use crate::page::outline::{BlockFact, BlockKind};

/// Letters of the shortest acronym; words make shorter ones by chance.
const ACRONYM_LETTERS: usize = 3;
/// Words of a text among which an acronym of the title is spelled out.
const SPELLED_WORDS: usize = 60;

/// The subject of a page.
#[derive(Debug, Default)]
pub(super) struct Subject {
    keys: BTreeSet<String>,
    names: String,
}

impl Subject {
    /// The subject that a title and a heading name, in words of that language.
    pub(super) fn of(names: String, language: &str) -> Self {
        let telling = keys(&without_small_words(&names, language));
        let keys = if telling.is_empty() { keys(&names) } else { telling };
        Self { keys, names }
    }

    /// Whether a text speaks of it; any does where nothing names one.
    pub(super) fn is_named_in(&self, text: &str) -> bool {
        speaks_of(text, &self.keys)
            || has_acronym_of(text, &self.names)
            || has_acronym_of(&self.names, text)
    }

    /// Whether what stands right above the text that begins at `start` names it: the heading of a
    /// section, which ends what is looked at, or in a manual the line that shows how something is
    /// called, or a label with its value. The page's own heading ends at `from`.
    pub(super) fn is_named_above(
        &self,
        document: &DocumentFacts,
        from: usize,
        start: usize,
        is_docs: bool,
    ) -> bool {
        const LINES: usize = 5;
        let above = document.outline.blocks_in(&(from..start)).iter().rev();
        for block in above.filter(|block| block.place.in_main).take(LINES) {
            let text = document.text_at(&block.place);
            if block.kind == BlockKind::Heading {
                // Without a heading of its own, the page has that one.
                return from > 0 && self.is_named_in(text);
            }
            if !is_docs || !(is_signature(block, text) || is_label(text)) {
                return false;
            }
            if self.is_named_in(text) {
                return true;
            }
        }
        false
    }
}

data::words! { "small-words.json" => static WORDS: Words {
    /// Words that say nothing of what a text is about, by language, lower case.
    languages: HashMap<String, HashSet<String>>,
} }

/// A text without the words that any text may have: “Mathematics through Lean” isn't about “through”.
fn without_small_words(text: &str, language: &str) -> String {
    let Some(small) = WORDS.languages.get(list_of(language)) else { return text.to_owned() };
    let is_small = |word: &&str| {
        let bare = word.trim_matches(|char: char| !char.is_alphanumeric());
        small.contains(&bare.to_lowercase())
    };
    let words: Vec<&str> = text.split_whitespace().filter(|word| !is_small(word)).collect();
    words.join(" ")
}

/// Whether a block shows how something is called: `brew(leaves)`.
fn is_signature(block: &BlockFact, text: &str) -> bool {
    const BYTES: usize = 200;
    let text = text.trim_end().trim_end_matches(';');
    let is_sign = |char: char| char.is_ascii_alphanumeric() || "_.:$-".contains(char);
    let is_call =
        text.split_once('(').is_some_and(|(name, _)| !name.is_empty() && name.chars().all(is_sign))
            && text.ends_with(')');
    text.len() <= BYTES && (is_call || block.kind == BlockKind::Code)
}

/// Whether a line is a label with a short value, or none: “Module name: brew”.
fn is_label(text: &str) -> bool {
    const BYTES: usize = 80;
    const WORDS: usize = 3;
    text.len() <= BYTES
        && text.split_once(':').is_some_and(|(name, _)| name.split_whitespace().count() <= WORDS)
}

/// Whether a text has as many capitals in a row as an acronym has.
fn has_capitals(text: &str) -> bool {
    let runs =
        text.as_bytes().chunk_by(|one, next| one.is_ascii_uppercase() == next.is_ascii_uppercase());
    let mut capitals = runs.filter(|run| run[0].is_ascii_uppercase());
    capitals.any(|run| run.len() >= ACRONYM_LETTERS)
}

/// Whether a text has an acronym of words that follow each other in another: “ODEs”, “Ordinary
/// Differential Equations”. Small words in it may have no letter: “Rate of Infusion in Leaves”.
fn has_acronym_of(text: &str, spelled: &str) -> bool {
    if !has_capitals(text) {
        return false;
    }
    let acronyms = text.unicode_words().filter_map(|word| {
        let word = word.strip_suffix('s').unwrap_or(word);
        let is_one =
            word.len() >= ACRONYM_LETTERS && word.chars().all(|one| one.is_ascii_uppercase());
        is_one.then_some(word)
    });
    let mut acronyms = acronyms.peekable();
    if acronyms.peek().is_none() {
        return false;
    }
    let initials = |words: &mut dyn Iterator<Item = &str>| -> String {
        words.filter_map(|word| word.chars().next()).flat_map(char::to_uppercase).collect()
    };
    let words = || spelled.unicode_words().take(SPELLED_WORDS);
    let all = initials(&mut words());
    let capital = initials(&mut words().filter(|word| word.starts_with(char::is_uppercase)));
    acronyms.any(|one| all.contains(one) || capital.contains(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn a_text_without_capitals_in_a_row_has_no_acronym(text in "[A-Cas É.'0]{0,12}") {
            let has_one = text.unicode_words().any(|word| {
                let word = word.strip_suffix('s').unwrap_or(word);
                word.len() >= ACRONYM_LETTERS && word.chars().all(|one| one.is_ascii_uppercase())
            });
            proptest::prop_assert!(!has_one || has_capitals(&text), "{text:?}");
        }
    }
}
