#![doc = include_str!("page.md")]

mod aside;
mod vague;

use std::collections::HashSet;

use super::prose::{Section, sections, text_of, unless_cut_short};
use super::quantities::{Quantity, Reading, quantities};
use crate::applicability::is_personal;
use crate::catalogue::structure::is_box;
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::page::Page;
use crate::page::outline::{BlockFact, BlockKind};
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind, Status};
use crate::weights::{
    STATISTICS_ASKED_FROM, STATISTICS_FAIL_DENSITY, STATISTICS_FROM, STATISTICS_PASS,
    STATISTICS_PASS_DENSITY,
};
use crate::wording::{grouped, how_many};
use vague::{Vague, vague};

/// What news and stories without a number are worth at least.
const NEWS_WORTH: u8 = 50;
/// The number of numbers from which two may be missing.
const NEAR_TWO_FROM: usize = 6;
/// What states nothing by itself.
const LEFT_OUT: &[BlockKind] = &[BlockKind::Code, BlockKind::Heading];
/// Quantities that the details show.
const SHOWN: usize = 5;
/// Bytes before and after a quantity that its detail shows.
const AROUND_BYTES: usize = 48;
/// Sections without a quantity that a fix names.
const SECTIONS_NAMED: usize = 3;
/// Tenths of a word equivalent from which a section could hold one.
const SECTION_TENTHS: usize = 600;
/// Characters of a heading that a fix names.
const HEADING_CHARACTERS: usize = 80;

/// The check.
pub struct Statistics;

impl Check for Statistics {
    fn about(&self) -> &'static About {
        &About {
            id: "statistics",
            title: "Text states concrete numbers",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Adding statistics raised a page's share of the answer by about a third in one \
                  experiment, and numbers correlate with citations on live engines. A later \
                  benchmark found no such gain from rewriting alone.",
            sources: SOURCES,
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let words = words_of(context);
        if words < STATISTICS_FROM {
            return Finding::not_applicable(format!(
                "The text has {}. Numbers are expected in texts of {STATISTICS_FROM} words or \
                 more.",
                how_many(words, "word")
            ));
        }
        let found = Found::of(context);
        let finding = verdict(found.distinct, words);
        if finding.status != Status::Pass && words < STATISTICS_ASKED_FROM {
            return Finding::not_applicable(format!(
                "The text has {}. Numbers are expected in texts of {STATISTICS_ASKED_FROM} words \
                 or more.",
                how_many(words, "word")
            ));
        }
        if finding.status != Status::Pass && context.page.document.outline.explains_code() {
            return Finding::not_applicable("Texts that explain code need no numbers.");
        }
        if finding.status != Status::Pass && aside::is_index(context) {
            return Finding::not_applicable(
                "The text mostly points to other pages, and an index needs no numbers.",
            );
        }
        if finding.status != Status::Pass && aside::lists_changes(context) {
            return Finding::not_applicable("Release notes don't need statistics.");
        }
        if finding.status != Status::Pass && aside::is_statement(context, words) {
            return Finding::not_applicable(
                "A short report of what somebody said needs no numbers.",
            );
        }
        // News and stories of one's own may tell what nobody counted.
        let finding = match finding.status {
            Status::Fail if context.subject.is_news || is_personal(context) => {
                Finding::warn(finding.summary).worth(NEWS_WORTH)
            }
            _ => finding,
        };
        unless_cut_short(context.page, finding).with(density(&found, words)).with_all(found.shown)
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let words = words_of(context);
        let found = Found::of(context);
        let missing = needed(words).saturating_sub(found.distinct).max(1);
        let fix = Fix::new(
            "statistics",
            format!(
                "Add {} to the text: it has {} in {} words",
                how_many(missing, "concrete number"),
                found.distinct,
                grouped(words)
            ),
            format!("Scan the page again. It finds at least {} different numbers.", needed(words)),
        );
        let names = bare_sections(context, &found);
        let passages = vague(context, &found.places);
        // What a service is worth, its customers' results tell.
        let fix = match context.subject.kind {
            PageKind::Other => fix.step(
                "If the page offers a service, state its results for customers: what changed, by how \
                 much, and how fast.",
            ),
            _ if names.is_empty() && passages.is_empty() => fix.step(
                "Go through the paragraphs and replace words such as “many”, “fast” or “recently” \
                 with a number.",
            ),
            _ => fix,
        };
        let fix = passages.iter().fold(fix, |fix, Vague { line, word, text }| {
            fix.step(format!("Replace “{word}” on line {line} with a number. Current text: {text}"))
        });
        let fix = match names.is_empty() {
            true => fix,
            false => fix.step(format!("Start with the sections without a number: {names}.")),
        };
        fix.step(
            "Write each number in digits, with its unit and what it counts: “cuts the time from 40 to 12 \
             minutes”, not “cuts the time a lot”. A single digit before a word that is no unit \
             (“3 cloths”) doesn't count.",
        )
        .step("Name and link the source, with the year, of each number that isn't your own.")
    }
}

const SOURCES: &[Source] = &[
    Source {
        title: "GEO: Generative Engine Optimization (KDD 2024)",
        url: "https://arxiv.org/abs/2311.09735",
        strength: EvidenceStrength::Moderate,
    },
    Source {
        title: "The science of what AI actually rewards (Growth Memo, 98,000 rows)",
        url: "https://www.searchenginejournal.com/the-science-of-what-ai-actually-rewards/568682/",
        strength: EvidenceStrength::Moderate,
    },
    Source {
        title: "C-SEO Bench (NeurIPS 2025): counter-evidence",
        url: "https://arxiv.org/abs/2506.11097",
        strength: EvidenceStrength::Strong,
    },
];

/// Word equivalents of the text that could state a number.
fn words_of(context: &Context<'_>) -> usize {
    let words = context.page.document.outline.words_outside(LEFT_OUT);
    words.saturating_sub(aside::words_of_boxes(context))
}

/// The quantities of a page.
struct Found {
    /// How many different ones there are.
    distinct: usize,
    /// Where they stand in the visible text.
    places: Vec<usize>,
    shown: Vec<Detail>,
}

impl Found {
    fn of(context: &Context<'_>) -> Self {
        let page = context.page;
        let nouns_have_capitals = matches!(context.languages.primary(), "de" | "lb");
        let is_product = context.subject.kind == PageKind::Product;
        let mut found = Self { distinct: 0, places: Vec::new(), shown: Vec::new() };
        let mut keys = HashSet::new();
        let mut has_price = false;
        // A shop writes many prices; they say one thing.
        let mut is_new = |quantity: &Quantity| {
            let is_price = is_product && quantity.is_money;
            !(is_price && std::mem::replace(&mut has_price, true)) && keys.insert(quantity.key)
        };
        let mut all = page.document.outline.main_blocks().peekable();
        while let Some(block) = all.next() {
            let text = text_of(page, block);
            let end = text.len();
            let figure = all.peek().and_then(|next| figure(page, block, next));
            let is_result = block.kind == BlockKind::Heading && !is_title(context, block);
            if figure.is_none() && !is_result && LEFT_OUT.contains(&block.kind) {
                continue;
            }
            let is_only_result = is_result && figure.is_none();
            let text = figure.as_deref().unwrap_or(text);
            let is_cell = block.kind == BlockKind::Cell;
            quantities(text, Reading { is_cell, nouns_have_capitals }, |quantity| {
                if quantity.text.start >= end
                    || (is_only_result && !states_share(text, &quantity.text))
                {
                    return;
                }
                found.places.push(block.place.text.start + quantity.text.start);
                if is_new(&quantity) && found.shown.len() < SHOWN {
                    found.shown.push(shown(text, &quantity, block.place.line));
                }
            });
        }
        for one in page.document.unseen.texts.iter().filter(|one| one.is_folded) {
            let reading = Reading { is_cell: false, nouns_have_capitals };
            quantities(&one.text, reading, |quantity| {
                if is_new(&quantity) && found.shown.len() < SHOWN {
                    found.shown.push(shown(&one.text, &quantity, one.line));
                }
            });
        }
        found.distinct = keys.len();
        found
    }
}

/// Whether a block is the page's own heading, which names the page and states nothing.
fn is_title(context: &Context<'_>, block: &BlockFact) -> bool {
    let outline = &context.page.document.outline;
    let mut first = outline.headings.iter().filter(|heading| heading.level == 1);
    first.any(|heading| heading.place.text == block.place.text)
}

/// Whether the number in a heading is a share: “30% less waste”. Others may number it.
fn states_share(text: &str, number: &std::ops::Range<usize>) -> bool {
    let behind = text.get(number.end..).unwrap_or_default().trim_start();
    let own = text.get(number.clone()).unwrap_or_default();
    behind.starts_with(['%', '％', '٪']) || own.ends_with(['%', '％', '٪'])
}

/// Bytes of a figure that stands alone.
const FIGURE_BYTES: usize = 16;

/// A number that stands alone in large letters, with the text below that says what it counts.
fn figure(page: &Page, block: &BlockFact, next: &BlockFact) -> Option<String> {
    let text = text_of(page, block);
    let label = text_of(page, next);
    let is_bare = text.len() <= FIGURE_BYTES
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && text.split(char::is_whitespace).nth(1).is_none()
        && text.chars().filter(|char| char.is_alphabetic()).count() <= 1
        // “01” and “2.” number what follows.
        && !text.starts_with('0')
        && !text.ends_with(['.', ')', ':']);
    let says_what = next.kind != BlockKind::Code && label.starts_with(char::is_alphabetic);
    let is_apart = !matches!(block.kind, BlockKind::Cell | BlockKind::Code);
    (is_bare && says_what && is_apart && tells(text, label)).then(|| format!("{text} {label}"))
}

/// Whether a bare number is one of a quantity: by a sign of its own, by thousands set apart, or by
/// small letters that go on after three digits. A year and the number of a step have none of them.
fn tells(figure: &str, label: &str) -> bool {
    let has_sign = figure.contains(|char: char| !char.is_ascii_digit() && !".,".contains(char));
    let is_long = figure.bytes().filter(u8::is_ascii_digit).count() > 2;
    has_sign || has_thousands(figure) || (is_long && label.starts_with(char::is_lowercase))
}

/// Whether its thousands are set apart: "34,000", "1.200.000".
fn has_thousands(figure: &str) -> bool {
    let mut groups = figure.split([',', '.']);
    let first = groups.next().unwrap_or_default();
    let mut rest = groups.peekable();
    (1..=3).contains(&first.len()) && rest.peek().is_some() && rest.all(|group| group.len() == 3)
}

fn shown(text: &str, quantity: &Quantity, line: u32) -> Detail {
    let from = text.ceil_char_boundary(quantity.text.start.saturating_sub(AROUND_BYTES));
    // From the beginning of a word on, where the script has spaces.
    let cut = text[from..quantity.text.start].find(' ').filter(|_| from > 0);
    let from = from + cut.unwrap_or(0);
    let to = text.floor_char_boundary((quantity.text.end + AROUND_BYTES).min(text.len()));
    Detail { line: Some(line), ..quote("Number", &text[from..to]) }
}

/// How many quantities pass in a text of that many word equivalents.
fn needed(words: usize) -> usize {
    (words * STATISTICS_PASS_DENSITY).div_ceil(10_000).max(STATISTICS_PASS)
}

/// How many of them may be missing.
fn spared(words: usize) -> usize {
    if needed(words) < NEAR_TWO_FROM { 1 } else { 2 }
}

fn verdict(distinct: usize, words: usize) -> Finding {
    let counted = format!(
        "{} in {} words. Expected {} or more.",
        how_many(distinct, "concrete number"),
        grouped(words),
        needed(words)
    );
    match () {
        () if distinct == 0 => Finding::fail(format!(
            "No number in digits with a unit, or of two digits or more, in {} words. Expected {} or \
             more.",
            grouped(words),
            needed(words)
        )),
        () if distinct * 10_000 < words * STATISTICS_FAIL_DENSITY => Finding::fail(counted),
        // One number more or less is no reason to edit a text.
        () if distinct + spared(words) >= needed(words) => {
            Finding::pass(format!("{distinct} concrete numbers in {} words.", grouped(words)))
        }
        () => Finding::warn(counted).worth(warned(
            words * STATISTICS_FAIL_DENSITY,
            (needed(words) - spared(words)) * 10_000,
            distinct * 10_000,
        )),
    }
}

fn density(found: &Found, words: usize) -> Detail {
    let least = needed(words);
    let enough = least - spared(words);
    let hundredths = found.distinct * 10_000 / words.max(1);
    Detail {
        expected: Some(format!("{least}; {enough} are enough to pass")),
        ..measure(
            "Different numbers",
            format!(
                "{}, or {}.{:02} per 100 words",
                found.distinct,
                hundredths / 100,
                hundredths % 100
            ),
        )
    }
}

/// The headings of the longest sections without a quantity, quoted.
fn bare_sections(context: &Context<'_>, found: &Found) -> String {
    let is_bare = |section: &Section<'_>| {
        let next = found.places.partition_point(|place| *place < section.start);
        found.places.get(next).is_none_or(|place| *place >= section.end)
            && section.tenths_of_words >= SECTION_TENTHS
    };
    let mut bare: Vec<Section<'_>> = sections(context.page);
    bare.retain(|section| {
        let is_other = |heading| is_box(heading) || aside::needs_no_number(heading);
        is_bare(section) && !section.heading.is_some_and(is_other)
    });
    bare.sort_by_key(|section| std::cmp::Reverse(section.tenths_of_words));
    let names = bare.iter().filter_map(|section| section.heading).take(SECTIONS_NAMED);
    let names = names.map(|name| Quoted::of(name, HEADING_CHARACTERS).to_string());
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
