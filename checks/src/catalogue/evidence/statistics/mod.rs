#![doc = include_str!("page.md")]

mod aside;
mod found;
mod vague;

use super::phrases::Passage;
use super::prose::{Section, sections, unless_cut_short};
use super::statement::is_statement;
use crate::applicability::{instructs, is_personal};
use crate::catalogue::structure::headings::Callouts;
use crate::catalogue::structure::is_box;
use crate::check::{About, Check, Context, Finding, measure};
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind, Status};
use crate::weights::{
    STATISTICS_ASKED_FROM, STATISTICS_DATED_WORTH, STATISTICS_FAIL_DENSITY, STATISTICS_FROM,
    STATISTICS_PASS, STATISTICS_PASS_DENSITY, STATISTICS_WORDS_MAX, STATISTICS_YEARS,
};
use crate::wording::{grouped, how_many};
use found::{Found, LEFT_OUT};
use vague::vague;

/// What news and instructions without a number are worth at least.
const NEWS_WORTH: u8 = 50;
/// The number of numbers from which two may be missing.
const NEAR_TWO_FROM: usize = 6;
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
        if finding.status != Status::Pass && is_statement(context, words) {
            return Finding::not_applicable(
                "A short report of what somebody said needs no numbers.",
            );
        }
        if finding.status != Status::Pass && is_personal(context) {
            return Finding::not_applicable("Personal stories and opinions need no numbers.");
        }
        let finding = match finding.status {
            Status::Fail | Status::Warn if is_dated(found, words) => {
                let worth = finding.value.unwrap_or_default().max(STATISTICS_DATED_WORTH);
                Finding { status: Status::Warn, ..finding }.worth(worth)
            }
            Status::Fail if tells_uncounted(context, found) => {
                Finding::warn(finding.summary).worth(NEWS_WORTH)
            }
            _ => finding,
        };
        let finding = unless_cut_short(context.page, finding).with(density(found, words));
        finding.with_all(found.shown.iter().cloned())
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let words = words_of(context);
        let found = Found::of(context);
        let names = bare_sections(context);
        let passages = vague(context, &found.places);
        let order = if passages.is_empty() { "Where it fits, state" } else { "State" };
        let fix = Fix::new(
            "statistics",
            format!(
                "{order} more facts in numbers: the text has {} in {} words",
                how_many(found.distinct, "concrete number"),
                grouped(words)
            ),
            format!("Scan the page again. It finds at least {} different numbers.", needed(words)),
        )
        .conditional(passages.is_empty() || context.subject.is_of_some_day());
        // What a service is worth, its customers' results tell.
        let fix = match context.subject.kind {
            PageKind::Other => fix.step(
                "If the page offers a service, state its results for customers: what changed, by how \
                 much, and how fast.",
            ),
            _ if names.is_empty() && passages.is_empty() => fix.step(
                "State in numbers what readers would count or measure: prices, sizes, durations, \
                 amounts.",
            ),
            _ => fix,
        };
        let fix = passages.iter().fold(fix, |fix, Passage { line, phrase, text }| {
            fix.step(format!(
                "Replace “{phrase}” on line {line} with a number. Current text: {text}"
            ))
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
        title: "C-SEO Bench (NeurIPS 2025), which found almost no effect",
        url: "https://arxiv.org/abs/2506.11097",
        strength: EvidenceStrength::Strong,
    },
];

/// Word equivalents of the text that could state a number.
fn words_of(context: &Context<'_>) -> usize {
    let words = context.page.document.outline.words_outside(LEFT_OUT);
    words.saturating_sub(aside::words_of_boxes(context))
}

/// How many quantities pass in a text of that many word equivalents: one or two fewer than the density
/// asks for, as one number more or less is no reason to edit a text.
fn needed(words: usize) -> usize {
    let words = words.min(STATISTICS_WORDS_MAX);
    let whole = (words * STATISTICS_PASS_DENSITY).div_ceil(10_000).max(STATISTICS_PASS);
    whole - if whole < NEAR_TWO_FROM { 1 } else { 2 }
}

/// Whether a text tells when things happened as often as others state quantities: a history, a life.
fn is_dated(found: &Found, words: usize) -> bool {
    found.years >= STATISTICS_YEARS && found.distinct + found.years >= needed(words)
}

/// Whether nobody counts what the text tells: news, or which button to press.
fn tells_uncounted(context: &Context<'_>, found: &Found) -> bool {
    context.subject.is_news || (instructs(context) && vague(context, &found.places).is_empty())
}

fn verdict(distinct: usize, words: usize) -> Finding {
    let counted = format!(
        "{} in {} words. Expected {} or more.",
        how_many(distinct, "concrete number"),
        grouped(words),
        needed(words)
    );
    let too_few = words.min(STATISTICS_WORDS_MAX) * STATISTICS_FAIL_DENSITY;
    match () {
        () if distinct == 0 => Finding::fail(format!(
            "No number in digits with a unit, or of two digits or more, in {} words. Expected {} or \
             more.",
            grouped(words),
            needed(words)
        )),
        () if distinct * 10_000 < too_few => Finding::fail(counted),
        () if distinct >= needed(words) => {
            Finding::pass(format!("{distinct} concrete numbers in {} words.", grouped(words)))
        }
        () => {
            Finding::warn(counted).worth(warned(too_few, needed(words) * 10_000, distinct * 10_000))
        }
    }
}

fn density(found: &Found, words: usize) -> Detail {
    let hundredths = found.distinct * 10_000 / words.max(1);
    Detail {
        expected: Some(format!("{} or more", needed(words))),
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

/// The headings of the longest sections without a digit, quoted: a year and a time are numbers to
/// their readers.
fn bare_sections(context: &Context<'_>) -> String {
    let text = &context.page.document.visible_text;
    let is_bare = |section: &Section<'_>| {
        let heading = section.heading.map_or(0, str::len);
        let own = text.get(section.start + heading..section.end).unwrap_or_default();
        section.tenths_of_words >= SECTION_TENTHS && !has_digit(own)
    };
    let mut bare: Vec<Section<'_>> = sections_around_callouts(context);
    bare.retain(|section| {
        let is_other = |heading| is_box(heading) || aside::needs_no_number(heading);
        is_bare(section) && !section.heading.is_some_and(is_other)
    });
    bare.sort_by_key(|section| std::cmp::Reverse(section.tenths_of_words));
    let names = bare.iter().filter_map(|section| section.heading).take(SECTIONS_NAMED);
    let names = names.map(|name| Quoted::of(name, HEADING_CHARACTERS).to_string());
    names.collect::<Vec<_>>().join(", ")
}

/// The sections of the main content. A box in one, with a heading of its own, is a part of it.
fn sections_around_callouts<'a>(context: &Context<'a>) -> Vec<Section<'a>> {
    let callouts = Callouts::of(&context.page.document);
    let mut all: Vec<Section<'a>> = Vec::new();
    for section in sections(context.page) {
        match all.last_mut().filter(|_| callouts.hold_start(section.start)) {
            Some(around) => {
                around.tenths_of_words += section.tenths_of_words;
                around.end = section.end;
            }
            None => all.push(section),
        }
    }
    all
}

/// Whether a text has a digit, other than in the mark of a note: `[1]`.
fn has_digit(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(char::is_numeric) {
        let (before, number) = rest.split_at(at);
        let behind = number.trim_start_matches(|char: char| char.is_ascii_digit());
        let is_mark =
            before.ends_with('[') && behind.starts_with(']') && behind.len() < number.len();
        if !is_mark {
            return true;
        }
        rest = behind;
    }
    false
}

#[cfg(test)]
mod tests;
