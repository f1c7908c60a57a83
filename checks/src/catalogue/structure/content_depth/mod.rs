#![doc = include_str!("page.md")]

mod elsewhere;
mod form;
mod longer;
pub(crate) mod node;
mod quotable;
pub(crate) mod stamp;
mod stub;
mod thread;
mod whole;

use self::longer::{IN_HTML, NO_FILLER, OPENED, REPORT, answer};
pub(crate) use self::quotable::length;
use super::entry::{begins_with_signature, ends_in_declarations, is_entry, is_in_sequence};
use super::retired::says_it_is_retired;
use crate::applicability::{is_named_legal, is_titled_legal};
use crate::catalogue::extraction::{fix_swallowed, raw_html_content};
use crate::check::{About, Check, Context, Finding, measure};
use crate::fix::{Fix, Source};
use crate::grade::{is_below, warned};
use crate::page::outline::{BlockFact, BlockKind, words_in};
use crate::page::text::word_equivalents;
use crate::page::{DocumentFacts, Page, Part};
use crate::paste::page_name;
use crate::report::{CheckResult, EvidenceStrength, PageKind};
use crate::weights::{
    DEPTH_ARTICLE, DEPTH_BOOK, DEPTH_DOCS, DEPTH_ENTRY, DEPTH_HIDDEN_BYTES, DEPTH_LINKS,
    DEPTH_NEWS, DEPTH_OTHER, DEPTH_SIGNATURE, HARDLY_ANY_TEXT,
};
use crate::wording::{grouped, how_many};

/// Code counts by this part.
const CODE: usize = 2;

/// The check.
pub struct ContentDepth;

/// What is said of a page whose length isn't known.
const LENGTH_UNKNOWN: &str =
    "It isn't clear which part of the page is its main content, so its length isn't known.";

impl Check for ContentDepth {
    fn about(&self) -> &'static About {
        &About {
            id: "content-depth",
            title: "Length suits the topic",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "ChatGPT cited pages of 500 to 2,000 words at the highest rate, and pages above \
                  5,000 less often than very short ones (AirOps). Another study counted more \
                  citations for pages above 2,900 words (SE Ranking), so the accepted range is wide.",
            sources: &[
                Source {
                    title: "Growth Memo and AirOps: what ChatGPT cites",
                    url: "https://www.growth-memo.com/p/shorter-focused-content-wins-in-chatgpt",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "SE Ranking: ranking factors for ChatGPT",
                    url: "https://seranking.com/blog/ranking-factors-for-chatgpt",
                    strength: EvidenceStrength::Moderate,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        let kind = context.subject.kind;
        let words = words(&page.document, kind);
        let least = least(context);
        let is_list = kind == PageKind::Listing && holds_links(page);
        let is_enough = is_nearly(words, least);
        if matches!(kind, PageKind::Home | PageKind::Listing) && (is_enough || is_list) {
            return judge_parts(page, words);
        }
        let was_cut = was_cut(page);
        let part = page.document.kind.part;
        if part == Some(Part::Index) {
            return Finding::not_applicable(
                "An index of a manual is as long as the list of what it holds.",
            );
        }
        // A part of other pages is no page of its own, whatever it leads to.
        if context.subject.is_fragment {
            return verdict(words, least, kind);
        }
        if words < least
            && !was_cut
            && let Some(what) = node::leads_on(context)
        {
            return Finding::not_applicable(what);
        }
        if words < least && !was_cut && whole::is_whole(context) {
            return Finding::not_applicable("A contact page needs only a few words.");
        }
        if words < least
            && !was_cut
            && words >= LEGAL_MIN
            && (context.subject.is_legal || is_titled_legal(page))
        {
            return Finding::not_applicable("A legal text is as long as its subject needs.");
        }
        if words < least && !was_cut && says_it_is_retired(context) {
            return Finding::not_applicable(
                "The page says that it is no longer maintained, so it needn't say more.",
            );
        }
        let drawn = page.document.main.diagram_words;
        if words < least && !was_cut && drawn * 2 >= words && words + drawn >= DEPTH_ENTRY {
            return Finding::not_applicable("Much of what the page says is in a diagram.");
        }
        // Of an entry, how it is written says as much as what is said of it.
        let whole = page.document.main.word_equivalents.max(words);
        let is_entry = || {
            (whole + drawn >= DEPTH_ENTRY && is_entry(context))
                || (whole + drawn >= DEPTH_SIGNATURE && begins_with_signature(context))
                || ends_in_declarations(context)
                || part == Some(Part::Entry)
        };
        if words < least && !was_cut && is_entry() {
            return Finding::not_applicable(
                "An entry of a reference is as long as its subject needs.",
            );
        }
        if words < least && !was_cut && words + drawn >= DEPTH_ENTRY {
            if let Some(what) = elsewhere::points_elsewhere(context, words) {
                return Finding::not_applicable(what);
            }
            // Readers page through a manual: what one page leaves out the next one says.
            if is_in_sequence(context) {
                return Finding::not_applicable(
                    "The page is one in the sequence of a manual, so it may be short.",
                );
            }
        }
        let finding = match words < least && was_cut {
            true => {
                Finding::could_not_see("Only part of the page was read, and that part is short.")
            }
            // Frameworks send the text hidden and show it by a script: whoever reads the HTML has it.
            false
                if is_below(least, words)
                    && page.document.unseen.content_bytes() >= DEPTH_HIDDEN_BYTES =>
            {
                Finding::warn(format!(
                    "{} visible, while the HTML hides more text. Expected {least} or more.",
                    how_many(words, "word")
                ))
            }
            false if matches!(kind, PageKind::Home | PageKind::Listing) => {
                let said = too_short(words, least);
                if words * 2 < least { Finding::fail(said) } else { Finding::warn(said) }
            }
            // What forums are built with is told by its pattern, and not always.
            false
                if kind == PageKind::Qa
                    && words * 2 < least
                    && words_beside_surroundings(&page.document, least) >= least =>
            {
                Finding::warn(format!(
                    "{} recognized as posts. Expected {least} or more.",
                    how_many(words, "word")
                ))
            }
            // Where most of the text may have been left out, its length is not known.
            false
                if is_below(least, words)
                    && page.document.main.low_confidence
                    && words_beside_surroundings(&page.document, least) >= least =>
            {
                Finding::could_not_see(LENGTH_UNKNOWN)
            }
            false => verdict(words, least, kind),
        };
        let measured = measure("Main content (code counts half)", how_many(words, "word"));
        finding.with(crate::report::Detail {
            expected: Some(format!("{least} words or more")),
            ..measured
        })
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context)
    }
}

/// Words that a legal text has at least.
const LEGAL_MIN: usize = 25;

/// Whether a list holds links, however few: the contents of a short chapter.
fn holds_links(page: &Page) -> bool {
    let links = page.document.outline.links.iter();
    links.filter(|link| link.place.in_main && !link.place.is_around).count() >= DEPTH_LINKS
}

/// A page of many parts with enough text, of so many words: nothing is to be said of its length,
/// unless none of the text could be told to be its content.
fn judge_parts(page: &Page, words: usize) -> Finding {
    let found = words_of_main(&page.document);
    match !is_nearly(found, HARDLY_ANY_TEXT.min(words)) && !was_cut(page) && !holds_links(page) {
        true => Finding::warn(format!(
            "{} recognized as main content. Expected {HARDLY_ANY_TEXT} or more.",
            how_many(found, "word")
        )),
        false => Finding::not_applicable(
            "Home pages and lists aren't judged by the length of their text.",
        ),
    }
}

/// Whether reading stopped before the end of the document.
fn was_cut(page: &Page) -> bool {
    page.truncated || page.document.cut_short
}

/// Whether reading stopped before there was hardly any text, so that nothing can be said of it.
pub(crate) fn is_unread(page: &Page, kind: PageKind) -> bool {
    let hardly_any = HARDLY_ANY_TEXT.min(least_of(kind));
    was_cut(page) && words(&page.document, kind) < hardly_any
}

/// The length of the main content in word equivalents, code counted half. In a list no part is the
/// content before others: all counts that is no menu, foot or side column.
fn words(document: &DocumentFacts, kind: PageKind) -> usize {
    let main = words_of_main(document);
    if !matches!(kind, PageKind::Home | PageKind::Listing) || main >= least_of(kind) {
        return main;
    }
    main.max(words_beside_surroundings(document, least_of(kind)))
}

/// The length of all that is no menu, foot or side column, counted until it is enough.
fn words_beside_surroundings(document: &DocumentFacts, enough: usize) -> usize {
    words_where(document, |block| !block.place.is_around, enough)
}

/// The length of the blocks that count, until it is enough.
fn words_where(
    document: &DocumentFacts,
    counts: impl Fn(&BlockFact) -> bool,
    enough: usize,
) -> usize {
    let blocks = document.outline.blocks.iter().filter(|block| counts(block));
    let texts = blocks.filter_map(|block| document.visible_text.get(block.place.text.clone()));
    let mut all = 0;
    for text in texts {
        all += word_equivalents(text);
        if all >= enough {
            break;
        }
    }
    all
}

/// The length that a finding speaks of: in a page of many parts that of its content, where all text
/// beside menus is enough.
fn words_found(document: &DocumentFacts, kind: PageKind) -> usize {
    let all = words(document, kind);
    match matches!(kind, PageKind::Home | PageKind::Listing) && all >= least_of(kind) {
        true => words_of_main(document),
        false => all,
    }
}

fn words_of_main(document: &DocumentFacts) -> usize {
    let blocks = document.outline.blocks.iter();
    let code = words_in(blocks.filter(|block| block.kind == BlockKind::Code));
    let stamps = stamp::words(document);
    document.main.word_equivalents.saturating_sub(code - code / CODE).saturating_sub(stamps)
}

/// The least length of the page: recipes and news are articles, and say all in few words.
fn least(context: &Context<'_>) -> usize {
    let subject = context.subject;
    match subject.kind {
        PageKind::Article if context.page.declares(&["Recipe"]) => DEPTH_OTHER,
        PageKind::Article if is_as_news(context) => DEPTH_NEWS,
        kind => least_of(kind),
    }
}

/// Whether a page is news, or a dated story among news.
const fn is_as_news(context: &Context<'_>) -> bool {
    context.subject.is_news || context.subject.is_among_news
}

/// Percent of the least length from which on a page has nearly that.
const NEARLY_PERCENT: usize = 80;

/// Whether a length is nearly the least one, or more.
const fn is_nearly(words: usize, least: usize) -> bool {
    words * 100 >= least * NEARLY_PERCENT
}

/// The least length of a page of that kind.
const fn least_of(kind: PageKind) -> usize {
    match kind {
        PageKind::Article => DEPTH_ARTICLE,
        PageKind::Docs | PageKind::Qa => DEPTH_DOCS,
        PageKind::Product | PageKind::Other => DEPTH_OTHER,
        PageKind::Home | PageKind::Listing => HARDLY_ANY_TEXT,
    }
}

fn verdict(words: usize, least: usize, kind: PageKind) -> Finding {
    match words {
        _ if words * 2 < least => Finding::fail(too_short(words, least)),
        _ if is_below(least, words) => {
            Finding::warn(too_short(words, least)).worth(warned(least / 2, least, words))
        }
        // A reference is looked up in, and not read from its beginning.
        _ if words > DEPTH_BOOK && kind != PageKind::Docs => Finding::warn(format!(
            "The main content has {} words. Engines may read only the beginning of a text this \
             long.",
            grouped(words)
        )),
        _ => Finding::pass(format!("The main content has {} words.", grouped(words))),
    }
}

fn too_short(words: usize, least: usize) -> String {
    format!("The main content has {}. Expected {least} or more.", how_many(words, "word"))
}

fn fix(context: &Context<'_>) -> Fix {
    if let Some(fix) = fix_swallowed(context.page) {
        return fix;
    }
    let words = words_found(&context.page.document, context.subject.kind);
    let least = least(context);
    let name = page_name(context);
    if context.subject.is_form {
        return form::fix(&name, words, least);
    }
    let verify = "Scan the page again and compare the word count of the main content.";
    if words > DEPTH_BOOK {
        return Fix::new(
            "content-depth",
            format!("Split {name} or summarize it at the top: it has {} words", grouped(words)),
            verify,
        )
        .step("Put the answer and the main numbers in the first 300 words.")
        .step(format!(
            "Move each independent topic to a separate page of {least} words or more, and link to \
             it."
        ))
        .step("If people use the text as a whole, such as a reference work, leave it as it is.")
        .conditional(true);
    }
    let is_start = context.page.document.kind.is_start_of_manual;
    if context.subject.is_fragment && !is_start {
        return stub::fix_moved(context, verify)
            .unwrap_or_else(|| stub::fix_fragment(words, verify));
    }
    if let Some(fix) = stub::fix_empty(context) {
        return fix;
    }
    // The text that is missing is there for whoever runs scripts: more of it isn't to be written.
    if words < least && raw_html_content::lacks_text_of_scripts(context) {
        return raw_html_content::fix(context).opens(OPENED);
    }
    if context.subject.kind == PageKind::Qa {
        return thread::fix(&name, words, verify);
    }
    if !is_start && stub::is_list_of_links(context, words) {
        return stub::fix_links(context, &name, verify);
    }
    if !is_start && stub::is_stub(context, words) {
        return stub::fix(context, &name, words, least, verify);
    }
    // A few words more aren't what is missing.
    let is_near = is_nearly(words, least);
    let title = match is_near {
        true => format!("Add a paragraph to {name}: it has {words} words, and needs {least}"),
        false => format!("Expand {name} from {words} to {least} words or more"),
    };
    let kind = context.subject.kind;
    Fix::new("content-depth", title, verify)
        .step(match is_as_news(context) {
            true => format!("{REPORT}."),
            false => format!("{}.", answer(kind, is_named_legal(context.page))),
        })
        .step(NO_FILLER)
        .step(IN_HTML)
        .opens(OPENED)
        .conditional(is_near || context.subject.is_of_some_day())
}

#[cfg(test)]
mod tests;
