//! Words that stand where a number could: “the majority of”, “significantly”.

use std::collections::{HashMap, HashSet};

use crate::catalogue::evidence::phrases::{Passage, passages};
use crate::check::Context;
use crate::data;
use crate::page::language::list_of;

data::words! { "vague-words.json" => static WORDS: Words {
    /// By language, lower case.
    languages: HashMap<String, Vec<String>>,
    /// Those of them that say how much anything changes or differs.
    degrees: HashSet<String>,
    /// Words for what is measured and how it changes, beside which a number can stand for a degree.
    measured: HashSet<String>,
} }

/// Passages that a fix names.
const NAMED: usize = 3;

/// The first passages that name a share or a degree in words, and no number. `numbers` are the places
/// of those in the visible text, in order.
pub(super) fn vague(context: &Context<'_>, numbers: &[usize]) -> Vec<Passage> {
    let Some(words) = WORDS.languages.get(list_of(context.languages.primary())) else {
        return Vec::new();
    };
    let has_number = |range: &std::ops::Range<usize>| {
        let next = numbers.partition_point(|place| *place < range.start);
        numbers.get(next).is_some_and(|place| *place < range.end)
    };
    passages(context, words, has_number, |_, _| true).filter(says_how_much).take(NAMED).collect()
}

/// Whether a number could stand in place of the phrase: “significantly lower costs” has one, and
/// “significantly easier” none.
fn says_how_much(passage: &Passage) -> bool {
    let text = passage.text.to_string().to_lowercase();
    let mut words = text.split(|char: char| !char.is_alphanumeric());
    !WORDS.degrees.contains(passage.phrase) || words.any(|word| WORDS.measured.contains(word))
}
