//! Pages of a sentence or two: most are notes that no page of their own was needed for.

use super::longer::{IN_HTML, NO_FILLER, OPENED, answer};
use super::stamp;
use crate::check::Context;
use crate::fix::Fix;
use crate::page::outline::BlockKind;
use crate::report::PageKind;
use crate::weights::{DEPTH_HIDDEN_BYTES, HARDLY_ANY_TEXT};
use crate::wording::how_many;

/// Sentences of a note at most.
const SENTENCES: usize = 3;

/// Whether the page is a note: a few sentences, and no sign of text that scripts bring or show.
pub(super) fn is_stub(context: &Context<'_>, words: usize, hidden_bytes: usize) -> bool {
    let document = &context.page.document;
    let blocks = document.outline.blocks.iter().filter(|block| {
        let is_text = !matches!(block.kind, BlockKind::Heading | BlockKind::Code);
        block.place.in_main && is_text && !stamp::is_one(document, block)
    });
    let sentences: usize = blocks.map(|block| block.sentences).sum();
    (1..HARDLY_ANY_TEXT).contains(&words)
        && (1..=SENTENCES).contains(&sentences)
        && !matches!(context.subject.kind, PageKind::Home | PageKind::Listing)
        && !document.shell.is_scripted()
        && hidden_bytes < DEPTH_HIDDEN_BYTES
}

/// To make no page of what is a part of others.
pub(super) fn fix_fragment(words: usize, verify: &str) -> Fix {
    let title = format!(
        "Leave the page out of the build: it has {}, no title and no heading",
        how_many(words, "word")
    );
    Fix::new("content-depth", title, verify)
        .step(
            "If the text is only a part that other pages include, tell the tool that builds the \
             site to make no page of it.",
        )
        .step(
            "If it has to stay, exclude it from search: \
             `<meta name=\"robots\" content=\"noindex\">`.",
        )
        .step("If it is a page of its own, give it a title, an H1 and the text that readers need.")
        .opens(OPENED)
}

/// To do without the page, or to make one of it.
pub(super) fn fix(kind: PageKind, name: &str, words: usize, least: usize, verify: &str) -> Fix {
    let answer = answer(kind);
    let title = format!("Merge, exclude or expand {name}: it has {}", how_many(words, "word"));
    Fix::new("content-depth", title, verify)
        .step(
            "If the page is only a note, move its text to the page that links to it, and redirect \
             this URL there.",
        )
        .step(
            "If the note needs its own URL, exclude it from search: \
             `<meta name=\"robots\" content=\"noindex\">`.",
        )
        .step(format!(
            "If people search for what the page is about, expand it to {least} words or more. \
             {answer}."
        ))
        .step(NO_FILLER)
        .step(IN_HTML)
        .opens(OPENED)
}
