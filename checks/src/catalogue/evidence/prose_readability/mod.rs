#![doc = include_str!("page.md")]

mod grade;
mod lengths;
mod limits;
mod longest;

use super::prose::{prose_blocks, text_of};
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::excerpt::EXCERPT_CHARACTERS;
use crate::fix::{Fix, Source};
use crate::grade::{as_warning, is_above};
use crate::page::Page;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::text::{TENTHS_OF_WORD, ends_sentence};
use crate::paste::listed;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::{PARAGRAPH_MOST_PASS, READABILITY_CODE_PERCENT, READABILITY_FROM};
use crate::wording::{capitalised, how_many};
use grade::grade_tenths;
use lengths::Lengths;
use limits::Limits;
use longest::{Long, longest, longest_paragraphs};

/// Words of the median sentence; a text of shorter ones may be one of names and labels.
const LABEL_WORDS: usize = 4;
/// Characters of the prose by which its script is told.
const SCRIPT_CHARACTERS: usize = 2_000;

/// The check.
pub struct ProseReadability;

impl Check for ProseReadability {
    fn about(&self) -> &'static About {
        &About {
            id: "prose-readability",
            title: "Sentences and paragraphs are short",
            strength: EvidenceStrength::Weak,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "More fluent prose raised a page's share of the answer by 29% in one experiment. \
                  Studies of cited pages disagree on readability, so only extremes count here.",
            sources: SOURCES,
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        if let Some(reason) = unfit(context) {
            return Finding::not_applicable(reason);
        }
        let lengths = Lengths::of(page, Limits::of(context.languages.primary()));
        if lengths.sentences < READABILITY_FROM {
            return Finding::not_applicable(format!(
                "The text has {}. At least {READABILITY_FROM} are needed to judge it.",
                how_many(lengths.sentences, "sentence")
            ));
        }
        if lengths.median < LABEL_WORDS && !are_sentences(page) {
            return Finding::not_applicable("The text is mostly names and labels, not sentences.");
        }
        verdict(&lengths).with_all(lengths.details()).with_all(grade(context, &lengths)).with_all(
            longest(page, &lengths).into_iter().map(|sentence| Detail {
                line: Some(sentence.line),
                measured: Some(format!("{} words", sentence.tenths / TENTHS_OF_WORD)),
                expected: Some(format!("at most {} words", lengths.limits.most)),
                ..quote("Long sentence", sentence.text)
            }),
        )
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let lengths = Lengths::of(context.page, Limits::of(context.languages.primary()));
        let (title, verify) = order(&lengths);
        let mut fix = Fix::new("prose-readability", title, verify);
        for sentence in longest(context.page, &lengths) {
            let begins = Quoted::of(sentence.text, EXCERPT_CHARACTERS / 2);
            fix = fix.step(format!(
                "Split the {}-word sentence on line {}: {begins}",
                sentence.tenths / TENTHS_OF_WORD,
                sentence.line
            ));
        }
        if lengths.paragraph_most > PARAGRAPH_MOST_PASS {
            fix = fix.steps(longest_paragraphs(context.page).iter().map(split).collect());
        }
        fix.step(
            "Say one thing per sentence, the main point first. Turn long enumerations into lists.",
        )
    }
}

const SOURCES: &[Source] = &[
    Source {
        title: "GEO: Generative Engine Optimization (KDD 2024), fluency",
        url: "https://arxiv.org/abs/2311.09735",
        strength: EvidenceStrength::Moderate,
    },
    Source {
        title: "C-SEO Bench (NeurIPS 2025), which found almost no effect",
        url: "https://arxiv.org/abs/2506.11097",
        strength: EvidenceStrength::Strong,
    },
];

/// Why the text is none to be judged by its sentences.
fn unfit(context: &Context<'_>) -> Option<&'static str> {
    let page = context.page;
    let bytes = |block: &BlockFact| block.place.text.len();
    let code = page
        .document
        .outline
        .main_blocks()
        .filter(|block| block.kind == BlockKind::Code)
        .map(bytes);
    let all: usize = page.document.outline.main_blocks().map(bytes).sum();
    let is_docs = context.subject.kind == PageKind::Docs;
    if is_docs && code.sum::<usize>() * 100 > all * READABILITY_CODE_PERCENT {
        return Some("Most of the text is code.");
    }
    has_no_marks(page).then_some("This text's writing system doesn't mark where sentences end.")
}

/// Whether lines that end as sentences do hold enough sentences to be judged.
fn are_sentences(page: &Page) -> bool {
    let whole = prose_blocks(page).filter(|block| ends_sentence(text_of(page, block)));
    whole.map(|block| block.sentences).sum::<usize>() >= READABILITY_FROM
}

/// Whether most of the text is in a script that marks no sentences: Thai, Lao, Khmer.
fn has_no_marks(page: &Page) -> bool {
    let signs = prose_blocks(page).flat_map(|block| text_of(page, block).chars());
    let letters = signs.take(SCRIPT_CHARACTERS).filter(|char| char.is_alphabetic());
    let (mut all, mut unmarked) = (0, 0);
    for letter in letters {
        all += 1;
        unmarked +=
            usize::from(matches!(letter, '\u{0E00}'..='\u{0EFF}' | '\u{1780}'..='\u{17FF}'));
    }
    unmarked * 2 > all
}

fn verdict(lengths: &Lengths) -> Finding {
    match lengths.worth() {
        _ if lengths.median > lengths.limits.median_fail => Finding::fail(too_long(lengths)),
        0 => Finding::fail(too_long(lengths)),
        100 => Finding::pass(format!(
            "The median sentence has {}. 9 of 10 sentences have at most {}, and {} at most {}.",
            how_many(lengths.median, "word"),
            lengths.most,
            lengths.paragraphs(),
            lengths.paragraph_most
        )),
        worth => Finding::warn(too_long(lengths)).worth(as_warning(worth)),
    }
}

/// Returns the finding for the lengths that are over their limits.
fn too_long(lengths: &Lengths) -> String {
    let Limits { median, most, .. } = lengths.limits;
    let over = |what: String, words: usize, limit: usize| {
        is_above(limit, words).then(|| format!("{what} (limit {limit})"))
    };
    let paragraphs = match lengths.has_many_paragraphs {
        true => "1 paragraph in 10 has",
        false => "half of the paragraphs have",
    };
    let or_more = |what: &str, words: usize| format!("{what} {words} words or more");
    let breached = [
        over(format!("the median sentence has {} words", lengths.median), lengths.median, median),
        over(or_more("1 sentence in 10 has", lengths.most), lengths.most, most),
        over(
            or_more(paragraphs, lengths.paragraph_most),
            lengths.paragraph_most,
            PARAGRAPH_MOST_PASS,
        ),
    ];
    let breached: Vec<String> = breached.into_iter().flatten().collect();
    capitalised(&format!("{}.", listed(&breached)))
}

/// The grade of an English text, which counts for nothing.
fn grade(context: &Context<'_>, lengths: &Lengths) -> Option<Detail> {
    if context.languages.primary() != "en" {
        return None;
    }
    let page = context.page;
    let blocks = prose_blocks(page).map(|block| text_of(page, block));
    let tenths = grade_tenths(blocks, lengths.tenths_of_words, lengths.sentences)?;
    let grade = format!("{}.{}", tenths / 10, tenths % 10);
    Some(measure("Flesch-Kincaid grade (not scored)", grade))
}

/// The step that splits a paragraph.
fn split(paragraph: &Long<'_>) -> String {
    format!(
        "Split the paragraph on line {} ({} words) where the topic changes: {}",
        paragraph.line,
        paragraph.tenths / TENTHS_OF_WORD,
        Quoted::of(paragraph.text, EXCERPT_CHARACTERS / 2)
    )
}

/// The title of the fix, and how to see that it is done.
fn order(lengths: &Lengths) -> (String, String) {
    let Limits { median, most, .. } = lengths.limits;
    let is_sentences = lengths.median > median || lengths.most > most;
    match is_sentences {
        true => (
            format!(
                "Shorten the long sentences: the median has {} words, and 1 in 10 has {} or more",
                lengths.median, lengths.most
            ),
            format!(
                "Scan the page again. The median sentence has at most {median} words, and 9 of 10 \
                 have at most {most}."
            ),
        ),
        false => (
            format!(
                "Split the long paragraphs: {} has {} words or more",
                if lengths.has_many_paragraphs { "1 in 10" } else { "1 in 2" },
                lengths.paragraph_most
            ),
            format!(
                "Scan the page again. {} have at most {PARAGRAPH_MOST_PASS} words.",
                capitalised(lengths.paragraphs())
            ),
        ),
    }
}

#[cfg(test)]
mod tests;
