//! Words that stand where a number could: “the majority of”, “significantly”.

use std::collections::HashMap;
use std::ops::Range;

use crate::catalogue::evidence::prose::{prose_blocks, text_of};
use crate::check::Context;
use crate::data;
use crate::excerpt::{EXCERPT_CHARACTERS, word_start};
use crate::page::language::list_of;
use crate::page::visible_names::is_spaceless;
use crate::quoted::Quoted;

data::words! { "vague-words.json" => static WORDS: Words {
    /// By language, lower case.
    languages: HashMap<String, Vec<String>>,
} }

/// Passages that a fix names.
const NAMED: usize = 3;
/// Bytes of text that are looked through.
const BYTES: usize = 200_000;

/// A passage that names a share or a degree in words.
pub(super) struct Vague {
    pub(super) line: u32,
    /// The word or phrase, lower case.
    pub(super) word: &'static str,
    pub(super) text: Quoted,
}

/// The first passages with such a word and without a number, one of each block. `numbers` are the
/// places of those in the visible text, in order.
pub(super) fn vague(context: &Context<'_>, numbers: &[usize]) -> Vec<Vague> {
    let words = WORDS.languages.get(list_of(context.languages.primary()));
    let Some(words) = words else { return Vec::new() };
    let mut left = BYTES;
    let has_number = |range: &Range<usize>| {
        let next = numbers.partition_point(|place| *place < range.start);
        numbers.get(next).is_some_and(|place| *place < range.end)
    };
    prose_blocks(context.page)
        .take_while(|block| {
            let is_read = left > 0;
            left = left.saturating_sub(block.place.text.len());
            is_read
        })
        .filter(|block| !has_number(&block.place.text))
        .filter_map(|block| {
            let text = text_of(context.page, block);
            let (at, word) = first_of(text, words)?;
            let from = text.ceil_char_boundary(at.saturating_sub(EXCERPT_CHARACTERS / 4));
            // In scripts without spaces the next one may stand far behind.
            let from = Some(word_start(text, from)).filter(|start| *start <= at).unwrap_or(from);
            let text = Quoted::of(&text[from..], EXCERPT_CHARACTERS / 2);
            Some(Vague { line: block.place.line, word, text })
        })
        .take(NAMED)
        .collect()
}

/// The first of these words in a text, and where it begins.
fn first_of(text: &str, words: &'static [String]) -> Option<(usize, &'static str)> {
    let is_letter = |char: char| char.is_alphanumeric() && !is_spaceless(char);
    let is_start = |at: usize| !text[..at].ends_with(is_letter);
    let starts = text.char_indices().filter(|(at, char)| char.is_alphabetic() && is_start(*at));
    let begins = |at: usize, word: &str| {
        let rest = &text[at..];
        let own = rest
            .get(..word.len())
            .filter(|own| own.chars().flat_map(char::to_lowercase).eq(word.chars()));
        own.is_some() && !rest[word.len()..].starts_with(is_letter)
    };
    let mut starts = starts.filter_map(|(at, _)| {
        let word = words.iter().find(|word| begins(at, word))?;
        Some((at, word.as_str()))
    });
    starts.next()
}
