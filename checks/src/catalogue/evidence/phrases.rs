//! Passages of the main content that hold one of some phrases.

use std::ops::Range;

use super::prose::{prose_blocks, text_of};
use crate::check::Context;
use crate::excerpt::{EXCERPT_CHARACTERS, word_start};
use crate::letters::{is_alphabetic, is_alphanumeric};
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::visible_names::is_spaceless;
use crate::quoted::Quoted;

/// Bytes of text that are looked through.
const BYTES: usize = 200_000;

/// A passage that holds a phrase.
pub(crate) struct Passage {
    pub(crate) line: u32,
    /// The phrase, lower case.
    pub(crate) phrase: &'static str,
    pub(crate) text: Quoted,
}

/// Phrases in lower case, and the characters that they begin with: at most places of a text stands
/// another.
struct Phrases {
    all: &'static [String],
    /// The first characters of ASCII, a bit for each.
    ascii: u128,
    others: Vec<char>,
}

impl Phrases {
    fn of(all: &'static [String]) -> Self {
        let mut phrases = Self { all, ascii: 0, others: Vec::new() };
        for first in all.iter().filter_map(|phrase| phrase.chars().next()) {
            match first.is_ascii() {
                true => phrases.ascii |= 1 << u32::from(first),
                false if !phrases.others.contains(&first) => phrases.others.push(first),
                false => {}
            }
        }
        phrases
    }

    /// Whether one of them may begin with a character.
    fn may_begin(&self, char: char) -> bool {
        let first = match char.is_ascii() {
            true => char.to_ascii_lowercase(),
            false => char.to_lowercase().next().unwrap_or(char),
        };
        match first.is_ascii() {
            true => self.ascii & (1 << u32::from(first)) != 0,
            false => self.others.contains(&first),
        }
    }
}

/// The passages with one of these phrases in lower case outside of quotations, one of each block, in
/// order. Blocks whose bytes of the visible text are left out have none. Of a text and the place of
/// a phrase in it, `is_meant` tells whether it counts.
pub(crate) fn passages<'a>(
    context: &'a Context<'_>,
    phrases: &'static [String],
    is_left_out: impl Fn(&Range<usize>) -> bool + 'a,
    is_meant: impl Fn(&str, usize) -> bool + 'a,
) -> impl Iterator<Item = Passage> + 'a {
    let (mut left, phrases) = (BYTES, Phrases::of(phrases));
    let is_quoted = |block: &BlockFact| block.kind == BlockKind::Quotation;
    let blocks = prose_blocks(context.page)
        .filter(move |block| !is_quoted(block) && !is_left_out(&block.place.text));
    blocks
        .map_while(move |block| {
            let is_read = left > 0;
            let text = text_of(context.page, block);
            let read = &text[..text.floor_char_boundary(left)];
            left = left.saturating_sub(text.len());
            is_read.then_some((block, read))
        })
        .filter_map(move |(block, text)| {
            let (at, phrase) = first_unquoted(text, &phrases, &is_meant)?;
            let from = text.ceil_char_boundary(at.saturating_sub(EXCERPT_CHARACTERS / 4));
            // In scripts without spaces the next one may stand far behind.
            let from = Some(word_start(text, from)).filter(|start| *start <= at).unwrap_or(from);
            let text = Quoted::of(&text[from..], EXCERPT_CHARACTERS / 2);
            Some(Passage { line: block.place.line, phrase, text })
        })
}

/// Whether all of the main content was read, and none of it has such a phrase that counts.
pub(crate) fn has_none(
    context: &Context<'_>,
    phrases: &'static [String],
    is_meant: impl Fn(&str, usize) -> bool,
) -> bool {
    let text = context.page.document.main.text.as_str();
    text.len() <= BYTES && first_unquoted(text, &Phrases::of(phrases), &is_meant).is_none()
}

/// The first of these phrases outside of quotations: nobody edits what others said.
fn first_unquoted(
    text: &str,
    phrases: &Phrases,
    is_meant: &impl Fn(&str, usize) -> bool,
) -> Option<(usize, &'static str)> {
    let (mut read, mut open) = (0, None);
    all_of(text, phrases).find(|(at, _)| {
        for (from, mark) in text[read..*at].char_indices() {
            let before = text[..read + from].chars().next_back();
            open = match (mark, open) {
                ('“', Some('„')) | ('”', _) | ('"', Some('"' | '„' | '“')) => None,
                ('」', _) | ('』', _) => None,
                // Inches stand behind a digit.
                ('"', _) if before.is_some_and(|before| before.is_ascii_digit()) => open,
                ('“' | '„' | '"' | '「' | '『', _) => Some(mark),
                _ => open,
            };
        }
        read = *at;
        open.is_none() && is_meant(text, *at)
    })
}

/// Where these phrases stand in a text.
fn all_of<'a>(
    text: &'a str,
    phrases: &'a Phrases,
) -> impl Iterator<Item = (usize, &'static str)> + 'a {
    let is_letter = |char: char| is_alphanumeric(char) && !is_spaceless(char);
    let is_start = move |at: usize| !text[..at].ends_with(is_letter);
    let begins = move |at: usize, phrase: &str| {
        let rest = &text[at..];
        let own = rest
            .get(..phrase.len())
            .filter(|own| own.chars().flat_map(char::to_lowercase).eq(phrase.chars()));
        own.is_some() && !rest[phrase.len()..].starts_with(is_letter)
    };
    let starts = text.char_indices().filter(move |(at, char)| {
        phrases.may_begin(*char) && is_alphabetic(*char) && is_start(*at)
    });
    starts.filter_map(move |(at, _)| {
        let phrase = phrases.all.iter().find(|phrase| begins(at, phrase))?;
        Some((at, phrase.as_str()))
    })
}
