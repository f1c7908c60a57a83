//! Texts in which somebody tells what they did: they are of their day.

use std::collections::{HashMap, HashSet};

use url::Url;

use super::news::teaches;
use super::{folders, is_lasting};
use crate::check::Context;
use crate::data;
use crate::letters::{is_alphanumeric, is_lowercase};
use crate::memo::Words;
use crate::page::language::list_of;
use crate::report::PageKind;
use crate::table::TableSet;

data::words! { "personal-words.json" => static WORDS: Pronouns {
    /// Words by which writers name themselves, by language, lower case.
    first: HashMap<String, TableSet<String>>,
    /// Segments of paths under which opinions stand.
    opinions: HashSet<String>,
    /// Words by which they address readers.
    second: HashMap<String, TableSet<String>>,
} }

/// Of so many words of a story one stands for who tells it.
const TOLD_BY: usize = 40;
/// Of so many of those, one may address the reader: who advises speaks of readers as often.
const ADDRESSED: usize = 3;
/// Of so many words of a story that turns to the reader more often one stands for who tells it.
const TOLD_ALL_ALONG: usize = 15;

/// Whether a word may be a pronoun: “US” in capitals is a country, and only “I” is written so.
fn may_be_pronoun(word: &str) -> bool {
    word.chars().nth(1).is_none() || word.chars().any(is_lowercase)
}

/// Whether a text in that language speaks of those who write it: “our survey of 500 readers”. Some
/// words for them say other things, too: those `without` aren't looked for.
pub(crate) fn names_writer(text: &str, language: &str, without: &[&str]) -> bool {
    let Some(first) = WORDS.first.get(list_of(language)) else { return false };
    let words = text.split(|char: char| !is_alphanumeric(char));
    let mut words = words.filter(|word| may_be_pronoun(word)).map(str::to_lowercase);
    words.any(|word| first.contains(&word) && !without.contains(&word.as_str()))
}

/// Whether a text in that language speaks to those who read it: “your pots”.
pub(crate) fn addresses_reader(text: &str, language: &str) -> bool {
    let Some(second) = WORDS.second.get(list_of(language)) else { return false };
    let mut words = text.split(|char: char| !is_alphanumeric(char)).map(str::to_lowercase);
    words.any(|word| second.contains(&word))
}

/// The words of the main content; none where the language's pronouns aren't known.
fn words_of(context: &Context<'_>) -> Option<Words> {
    *context.memo.personal.get_or_init(|| count_words(context))
}

fn count_words(context: &Context<'_>) -> Option<Words> {
    let language = list_of(context.languages.primary());
    let first = WORDS.first.get(language)?;
    let second = WORDS.second.get(language);
    let mut words = Words { all: 0, told: 0, addressed: 0 };
    let text = &context.page.document.main.text;
    let mut lower = String::new();
    for word in text.split(|char: char| !is_alphanumeric(char)).filter(|word| !word.is_empty()) {
        words.all += 1;
        if !may_be_pronoun(word) {
            continue;
        }
        lower.clear();
        match word.is_ascii() {
            true => lower.extend(word.chars().map(|char| char.to_ascii_lowercase())),
            false => lower.push_str(&word.to_lowercase()),
        }
        words.told += usize::from(first.contains(&lower));
        words.addressed += usize::from(second.is_some_and(|second| second.contains(&lower)));
    }
    Some(words)
}

/// Of so many words of a text one stands for those who write it, where they say what they know.
const SPOKEN: usize = 50;

/// Whether a text says what its writers know themselves: they name themselves again and again.
pub(crate) fn speaks_for_itself(context: &Context<'_>) -> bool {
    words_of(context)
        .is_some_and(|words| words.told > words.addressed && words.told * SPOKEN >= words.all)
}

/// Of so many words of instructions one addresses the reader.
const INSTRUCTED: usize = 15;
/// The same where the title says that the text teaches.
const TAUGHT: usize = 25;

/// Whether an article tells its readers what to do: “Tap the button on your screen”. In languages
/// whose words for readers also name others, this can't be told.
pub(crate) fn instructs(context: &Context<'_>) -> bool {
    const AMBIGUOUS: [&str; 2] = ["de", "pt"];
    let least = if teaches(&context.title.text) { TAUGHT } else { INSTRUCTED };
    context.subject.kind == PageKind::Article
        && !AMBIGUOUS.contains(&list_of(context.languages.primary()))
        && words_of(context)
            .is_some_and(|words| words.addressed > 0 && words.addressed * least >= words.all)
}

/// Whether a segment before the last is called after what people think: `/opinion/the-pots`.
fn stands_under_opinions(url: &Url) -> bool {
    folders(url).any(|one| WORDS.opinions.contains(&one.to_ascii_lowercase()))
}

/// Whether an article says what somebody thinks, by its section, or tells what its writers did, and its
/// title promises nothing that lasts, unless they name themselves in it: “What my sourdough taught
/// me”.
pub(crate) fn is_personal(context: &Context<'_>) -> bool {
    let title = &context.title.text;
    let is_article = context.subject.kind == PageKind::Article;
    if is_article && !is_lasting(title) && stands_under_opinions(&context.page.final_url) {
        return true;
    }
    let Some(Words { all, told, addressed }) = words_of(context) else { return false };
    let language = list_of(context.languages.primary());
    is_article
        && (!is_lasting(title) || names_writer(title, language, &["i", "we", "us"]))
        && told * TOLD_BY >= all
        && (told >= addressed * ADDRESSED || (told * TOLD_ALL_ALONG >= all && told > addressed))
        && told > 0
}
