//! Pages of a sentence or two: most are notes that no page of their own was needed for.

use super::longer::{IN_HTML, NO_FILLER, OPENED, answer};
use super::stamp;
use crate::applicability::is_named_legal;
use crate::catalogue::extraction::raw_html_content::{self, has_no_text};
use crate::catalogue::structure::retired::says_it_is_retired;
use crate::check::Context;
use crate::fix::Fix;
use crate::page::outline::{BlockKind, words_in};
use crate::paste::in_step;
use crate::report::PageKind;
use crate::weights::{DEPTH_HIDDEN_BYTES, HARDLY_ANY_TEXT};
use crate::wording::how_many;

/// Sentences of a note at most.
const SENTENCES: usize = 3;

/// Whether the page is a note: a few sentences, and no sign of text that scripts bring or show.
pub(super) fn is_stub(context: &Context<'_>, words: usize) -> bool {
    let document = &context.page.document;
    let blocks = document.outline.blocks.iter().filter(|block| {
        let is_text = !matches!(block.kind, BlockKind::Heading | BlockKind::Code);
        block.place.in_main && is_text && !stamp::is_one(document, block)
    });
    let sentences: usize = blocks.map(|block| block.sentences).sum();
    (1..HARDLY_ANY_TEXT).contains(&words)
        && (1..=SENTENCES).contains(&sentences)
        && !matches!(context.subject.kind, PageKind::Home | PageKind::Listing)
        && !document.is_scripted()
        && document.unseen.content_bytes() < DEPTH_HIDDEN_BYTES
}

/// Whether a page of a manual has a few links in its content, and next to nothing beside them: the
/// copy of a table of contents.
pub(super) fn is_list_of_links(context: &Context<'_>, words: usize) -> bool {
    /// Words beside the links, at most: a mark that a tool left, a name that leads nowhere.
    const WORDS_BESIDE: usize = 4;
    let document = &context.page.document;
    let blocks = document.outline.main_blocks();
    let beside =
        blocks.filter(|block| block.kind != BlockKind::Heading && !block.is_mostly_links());
    document.is_of_manual()
        && !matches!(context.subject.kind, PageKind::Home | PageKind::Listing)
        && (1..HARDLY_ANY_TEXT).contains(&words)
        && links(context) > 1
        && words_in(beside) <= WORDS_BESIDE
        && !document.is_scripted()
}

fn links(context: &Context<'_>) -> usize {
    let links = context.page.document.outline.links.iter();
    links.filter(|link| link.place.in_main && !link.href.starts_with('#')).count()
}

/// To do without such a page.
pub(super) fn fix_links(context: &Context<'_>, name: &str, verify: &str) -> Fix {
    let title =
        format!("Leave {name} out of the build: it has {} links and no text", links(context));
    Fix::new("content-depth", title, verify)
        .step(
            "If another page has the same links, such as the manual's first page, tell the tool that \
             builds the manual to make no page of this file. In Doxygen, add it to `EXCLUDE`.",
        )
        .step(
            "If the page has to stay, exclude it from search: \
             `<meta name=\"robots\" content=\"noindex\">`. Then leave it out of scans: pages with \
             `noindex` score low.",
        )
        .step("If it is the start of a chapter, say in a paragraph what the chapter covers.")
        .opens(OPENED)
}

/// To fill a page that has at most headings, or to do without it: the same edit as that of
/// `raw-html-content`. So is that of a page that a frame has swallowed.
pub(super) fn fix_empty(context: &Context<'_>) -> Option<Fix> {
    let page = context.page;
    let hidden_bytes = page.document.unseen.content_bytes();
    let is_swallowed = page.document.unseen.swallowed_line.is_some()
        && page.document.main.word_equivalents < HARDLY_ANY_TEXT
        && hidden_bytes >= DEPTH_HIDDEN_BYTES;
    if is_swallowed {
        return Some(raw_html_content::fix(context).opens(OPENED));
    }
    has_no_text(context).then(|| raw_html_content::fix(context).opens(OPENED))
}

/// To send visitors on from what only says that it is elsewhere now.
pub(super) fn fix_moved(context: &Context<'_>, verify: &str) -> Option<Fix> {
    let page = context.page;
    let base = page.document.base(&page.final_url);
    let links = page.document.outline.links.iter().filter(|link| link.place.in_main);
    let mut targets = links.filter_map(|link| base.join(&link.href).ok());
    let target = targets.next().filter(|target| target.path() != page.final_url.path())?;
    if targets.next().is_some() || !says_it_is_retired(context) {
        return None;
    }
    let target = in_step(target.as_str());
    let title = "Redirect the page to the one that its text points to";
    let fix = Fix::new("content-depth", title, verify)
        .step(format!("Redirect this URL to {target} with status 301, so that links keep working."))
        .step(
            "If the server only sends files, replace the page's content with \
             `<meta http-equiv=\"refresh\" content=\"0; url=…\">` and a canonical link to the \
             same URL.",
        );
    Some(fix.opens(OPENED))
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
pub(super) fn fix(
    context: &Context<'_>,
    name: &str,
    words: usize,
    least: usize,
    verify: &str,
) -> Fix {
    let answer = answer(context.subject.kind, is_named_legal(context.page));
    let title = format!("Merge, exclude or expand {name}: it has {}", how_many(words, "word"));
    Fix::new("content-depth", title, verify)
        .step(
            "If the page is only a note, move its text to the page that links to it, and redirect \
             this URL there.",
        )
        .step(
            "If the note needs its own URL, exclude it from search: \
             `<meta name=\"robots\" content=\"noindex\">`. Then leave it out of scans: pages with \
             `noindex` score low.",
        )
        .step(format!(
            "If people search for what the page is about, expand it to {least} words or more. \
             {answer}."
        ))
        .step(NO_FILLER)
        .step(IN_HTML)
        .opens(OPENED)
}
