#![doc = include_str!("page.md")]

mod callouts;
mod inline_quotes;
mod signature;

use std::ops::Range;

use super::prose::{text_of, unless_cut_short};
use crate::check::{About, Check, Context, Finding, quote};
use crate::excerpt::EXCERPT_CHARACTERS;
use crate::fix::{Fix, Source};
use crate::page::Page;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::text::word_equivalents;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::url::is_authority;
use crate::weights::{QUOTATION_WORDS, QUOTATIONS_FROM, QUOTATIONS_REPORTS};
use crate::wording::{how_many, plural};
use callouts::{is_callout, labels_myth};
use inline_quotes::{goes_on, inline_quotes, is_attributed, is_nobodys, knows, reports_speech};
use signature::{is_name_with_role, is_signature};

/// Quotations of each sort that the details show.
const SHOWN: usize = 4;
/// Bytes of a quotation by which it is told to be long enough.
const LENGTH_BYTES: usize = 400;

/// Quotations that stand apart of which it is looked up whether the text says the same elsewhere.
const LOOKED_UP: usize = 20;
/// Bytes by which that is told.
const REPEATED_BYTES: usize = 80;

/// The check.
pub struct Quotations;

impl Check for Quotations {
    fn about(&self) -> &'static About {
        &About {
            id: "quotations",
            title: "Quotes are attributed",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Adding quotations was the most effective single edit in one experiment. It \
                  raised a page's share of the answer by 41% to 43%, depending on how it is measured. \
                  A later benchmark found no such gain from rewriting alone.",
            sources: SOURCES,
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let found = Found::of(context);
        unless_cut_short(context.page, verdict(context, &found)).with_all(found.details())
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let found = Found::of(context);
        let verify = "Scan the page again. It finds a quote with its source.";
        let name = "Name who said it and in what role, and link to where it was said.";
        match found.unsigned.first() {
            Some(first) => {
                let words = Quoted::of(first.text, EXCERPT_CHARACTERS / 2);
                Fix::new(
                    "quotations",
                    format!("Attribute the quote on line {}: {words}", first.line),
                    verify,
                )
                .step(name)
                .step(
                    "In a sentence, name the speaker: `“…,” said Jane Doe, the lighthouse keeper`. \
                     In a block quote, put the name in `<cite>` under the quote.",
                )
            }
            None => {
                let title = match found.reports.first() {
                    Some(first) => format!(
                        "Quote somebody's exact words, for example on line {}: {}",
                        first.line,
                        Quoted::of(first.text, EXCERPT_CHARACTERS / 2)
                    ),
                    None => "Quote a named person or document".to_owned(),
                };
                Fix::new("quotations", title, verify)
                    .step(
                        "From what they said or wrote, pick the statement that best supports the \
                         argument, and put it in quotation marks. Don't invent one.",
                    )
                    .step(name)
            }
        }
    }
}

const SOURCES: &[Source] = &[
    Source {
        title: "GEO: Generative Engine Optimization (KDD 2024), adding quotations",
        url: "https://arxiv.org/abs/2311.09735",
        strength: EvidenceStrength::Moderate,
    },
    Source {
        title: "C-SEO Bench (NeurIPS 2025), which found almost no effect",
        url: "https://arxiv.org/abs/2506.11097",
        strength: EvidenceStrength::Strong,
    },
];

/// A quotation.
struct Quotation<'a> {
    line: u32,
    text: &'a str,
}

/// The quotations of a page.
#[derive(Default)]
struct Found<'a> {
    signed: Vec<Quotation<'a>>,
    unsigned: Vec<Quotation<'a>>,
    /// Paragraphs that report what somebody said, without a word of it in marks.
    reports: Vec<Quotation<'a>>,
}

impl<'a> Found<'a> {
    fn of(context: &Context<'a>) -> Self {
        let mut found = Self::default();
        found.set_apart(context);
        if knows(context.languages.primary()) {
            found.inline(context);
        }
        found
    }

    fn set_apart(&mut self, context: &Context<'a>) {
        let page = context.page;
        let language = context.languages.primary();
        let blocks = &page.document.outline.blocks;
        let quotes = page.document.quotes.iter().filter(|quote| !quote.is_embedded);
        for (at, quote) in quotes.enumerate() {
            let text = page.document.visible_text.get(quote.text.clone()).unwrap_or_default();
            let begin = &text[..text.floor_char_boundary(LENGTH_BYTES)];
            if word_equivalents(begin) < QUOTATION_WORDS
                || is_callout(text)
                || (at < LOOKED_UP && is_pulled(&page.document.visible_text, &quote.text))
            {
                continue;
            }
            let first = blocks.partition_point(|block| block.place.text.end <= quote.text.start);
            let before = first.checked_sub(1).map(|at| text_of(page, &blocks[at]));
            let introduced = before.is_some_and(|before| introduces(before, language));
            let own = is_attributed(text, &(0..0), language);
            let next = page.document.outline.blocks_from(quote.text.end).first();
            let signed = next.is_some_and(|block| signs(page, block));
            let signed = quote.is_attributed || introduced || own || signed;
            // What is set apart without a name or marks may be a thought of the writer's own.
            if signed || has_marks(text) {
                self.push(quote.line, text, signed);
            }
        }
    }

    fn inline(&mut self, context: &Context<'a>) {
        let page = context.page;
        let language = context.languages.primary();
        let links = &page.document.outline.links;
        let is_prose = |block: &&BlockFact| {
            matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem | BlockKind::Cell)
        };
        let mut before = "";
        let mut all = page.document.outline.main_blocks().peekable();
        while let Some(block) = all.next() {
            let text = text_of(page, block);
            // A quotation that takes a paragraph may be announced by the one before.
            let announced = std::mem::replace(&mut before, text);
            if !is_prose(&block) {
                continue;
            }
            if reports_speech(text, language) {
                self.reports.push(Quotation { line: block.place.line, text });
            }
            for quote in inline_quotes(text) {
                if labels_myth(&text[..quote.start]) {
                    continue;
                }
                let start = block.place.text.start;
                let next = links.partition_point(|link| link.place.text.end <= start);
                // A link beside it leads to who said it.
                let is_linked = links
                    .get(next)
                    .is_some_and(|link| link.place.text.start < block.place.text.end);
                let is_first = !text[..quote.start].contains(char::is_alphanumeric);
                let is_last = !text[quote.end..].contains(char::is_alphanumeric);
                let signed = is_linked
                    || is_attributed(text, &quote, language)
                    || goes_on(text, &quote)
                    || (is_first && announced.ends_with([':', '：']))
                    || (is_first && is_last && all.peek().is_some_and(|next| signs(page, next)));
                if signed || !is_nobodys(text, &quote, language) {
                    self.push(block.place.line, &text[quote], signed);
                }
            }
        }
    }

    fn push(&mut self, line: u32, text: &'a str, signed: bool) {
        let list = if signed { &mut self.signed } else { &mut self.unsigned };
        list.push(Quotation { line, text });
    }

    fn details(&self) -> Vec<Detail> {
        let show = |label: &'static str, list: &[Quotation<'_>]| -> Vec<Detail> {
            let shown = list.iter().take(SHOWN);
            shown.map(|one| Detail { line: Some(one.line), ..quote(label, one.text) }).collect()
        };
        let mut details = show("Quote with a source", &self.signed);
        details.extend(show("Quote without a source", &self.unsigned));
        if self.signed.is_empty() && self.unsigned.is_empty() {
            details.extend(show("Reported speech", &self.reports));
        }
        details
    }
}

/// Whether a text that stands apart says what the text around it says too: it is pulled out of it
/// to catch the eye.
fn is_pulled(visible: &str, place: &Range<usize>) -> bool {
    let text = visible.get(place.clone()).unwrap_or_default();
    let text = text.trim_start_matches(|char: char| !char.is_alphanumeric());
    let line = text.lines().next().unwrap_or_default();
    let begin = &line[..line.floor_char_boundary(REPEATED_BYTES)];
    let begin = begin.trim_end_matches(|char: char| !char.is_alphanumeric());
    let around = [visible.get(..place.start), visible.get(place.end..)];
    word_equivalents(begin) >= QUOTATION_WORDS
        && around.into_iter().flatten().any(|part| part.contains(begin))
}

/// Whether a text begins with a mark of quotation.
fn has_marks(text: &str) -> bool {
    text.trim_start().starts_with(['"', '“', '„', '«', '»', '”', '「', '『', '‘'])
}

/// Whether a block under a quotation is the name of who said it.
fn signs(page: &Page, block: &BlockFact) -> bool {
    let text = text_of(page, block);
    let is_text = matches!(
        block.kind,
        BlockKind::Paragraph | BlockKind::ListItem | BlockKind::Caption | BlockKind::Cell
    );
    // A line of links is a menu, unless a name begins it that leads nowhere.
    let is_line = block.link_bytes * 2 <= text.len()
        || (block.link_bytes < text.len() && is_name_with_role(text));
    is_text && block.place.in_main && is_line && is_signature(text)
}

/// Instructions, pages with code, and authorities, which speak for themselves, need quote nobody.
fn need_not_quote(page: &Page) -> bool {
    page.document.outline.explains_code()
        || page.declares(&["Recipe", "HowTo"])
        || is_authority(&page.final_url)
}

/// Whether the paragraph before a quotation that stands apart says whose words follow.
fn introduces(before: &str, language: &str) -> bool {
    let end = before.len();
    before.ends_with([':', '：']) || is_attributed(before, &(end..end), language)
}

fn verdict(context: &Context<'_>, found: &Found<'_>) -> Finding {
    let words = context.page.document.main.word_equivalents;
    let is_expected = words >= QUOTATIONS_FROM && context.subject.kind == PageKind::Article;
    match () {
        () if !found.signed.is_empty() => Finding::pass(format!(
            "{} of {} {} a source.",
            found.signed.len(),
            how_many(found.signed.len() + found.unsigned.len(), "quote"),
            plural(found.signed.len(), "names", "name")
        )),
        () if !is_expected => Finding::not_applicable(format!(
            "Quotes are expected only in articles of {QUOTATIONS_FROM} words or more."
        )),
        () if need_not_quote(context.page) => Finding::not_applicable(
            "Instructions, texts with code and pages of public authorities need no quotes.",
        ),
        () if !knows(context.languages.primary()) => {
            Finding::not_applicable("Quotes can't be recognized in the language of this text.")
        }
        () if !found.unsigned.is_empty() => Finding::warn(match found.unsigned.len() {
            1 => "The only quote names no source.".to_owned(),
            count => format!("None of the {count} quotes names a source."),
        }),
        () if found.reports.len() >= QUOTATIONS_REPORTS => Finding::warn(format!(
            "{} passages report what people said, and nothing is quoted.",
            found.reports.len()
        )),
        () => Finding::not_applicable("The text has no quotes and reports no speech."),
    }
}

#[cfg(test)]
mod tests;
