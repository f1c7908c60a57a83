//! Pages that say of themselves that they are kept and no longer continued.

use std::sync::LazyLock;

use crate::check::Context;
use crate::data;
use crate::needles::Needles;
use crate::page::outline::BlockKind;
use crate::page::text::{bare_words, sentences};

data::words! { "retirement-words.json" => static WORDS: Words {
    /// What a title says of a subject that has another name or place, or none anymore.
    in_title: Vec<String>,
    /// What a page calls itself.
    pages: Vec<String>,
    /// What it says of itself.
    said: Vec<String>,
} }

/// What a page says of itself.
static SAID: LazyLock<Needles> = LazyLock::new(|| Needles::of(&WORDS.said));

/// Blocks of text in which a page says so.
const FIRST_BLOCKS: usize = 4;
/// Words right before what a page says of itself, of which one is what it calls itself.
const WORDS_BEFORE: usize = 3;

/// Whether the title says that what the page was about has another name or place, or none anymore.
pub(super) fn says_it_moved(context: &Context<'_>) -> bool {
    let title = context.title.text.to_lowercase();
    WORDS.in_title.iter().any(|said| title.contains(said.as_str()))
}

/// Whether the page begins with a sentence that says that it is retired: “This page is obsolete.”
pub(super) fn says_it_is_retired(context: &Context<'_>) -> bool {
    let document = &context.page.document;
    let blocks = document.outline.blocks.iter().filter(|block| {
        !block.place.is_around && !matches!(block.kind, BlockKind::Heading | BlockKind::Code)
    });
    let texts = blocks.filter_map(|block| document.visible_text.get(block.place.text.clone()));
    texts.take(FIRST_BLOCKS).any(has_sentence_of_retired)
}

/// Whether a text warns that the page that it stands on is retired: one of its sentences says so, or
/// the label that it begins with does (“Obsolete documentation warning:”).
pub(super) fn warns_of_retired(text: &str) -> bool {
    /// Words of a label.
    const LABEL_WORDS: usize = 5;
    let label = text.split_once(':').map_or("", |(label, _)| label).to_lowercase();
    let words = || bare_words(&label);
    let has = |list: &[String]| words().any(|word| list.iter().any(|known| known == word));
    let is_label = words().nth(LABEL_WORDS).is_none() && has(&WORDS.in_title) && has(&WORDS.pages);
    is_label || has_sentence_of_retired(text)
}

/// Whether a sentence of a text says so. Hardly a text has one of the words for it, which is seen
/// without looking for its sentences.
fn has_sentence_of_retired(text: &str) -> bool {
    SAID.stand_in(&text.to_lowercase()) && sentences(text).any(is_of_retired)
}

/// Whether a sentence says so of the page that it stands on.
fn is_of_retired(sentence: &str) -> bool {
    let sentence = sentence.to_lowercase();
    let Some(at) = WORDS.said.iter().find_map(|said| sentence.find(said.as_str())) else {
        return false;
    };
    let mut words = bare_words(&sentence[..at]).rev().take(WORDS_BEFORE);
    words.any(|word| WORDS.pages.iter().any(|page| page == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_on_the_page_itself_are_told_from_others() {
        for sentence in [
            "This page is obsolete.",
            "This document has been removed. See the tea manual instead.",
            "Note: This document has been superseded by the tea manual.",
            "Search engines fill that role, so this hand-made list has been retired.",
            "This FAQ is no longer maintained, and is kept for those who look for it.",
            "Diese Seite ist veraltet.",
            "Эта страница устарела.",
        ] {
            assert!(is_of_retired(sentence), "{sentence}");
        }
        for sentence in [
            "The kettle is obsolete.",
            "Tea that was heated once more is deprecated by all who write on a page.",
            "This page tells how to make tea.",
        ] {
            assert!(!is_of_retired(sentence), "{sentence}");
        }
    }

    #[test]
    fn whatever_a_page_says_of_itself_is_seen_in_its_text() {
        for said in &WORDS.said {
            // In lower case, a text differs from its sentences only where a word ends in a sigma.
            assert!(!said.contains(['σ', 'ς']), "{said}");
            let text = format!("Tea is hot. This page {}. Buy tea.", said.to_uppercase());
            assert!(has_sentence_of_retired(&text), "{text}");
        }
    }
}
