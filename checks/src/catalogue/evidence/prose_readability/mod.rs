#![doc = include_str!("page.md")]

mod grade;
mod limits;

use super::prose::{is_prose, main_blocks, prose_blocks, text_of};
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::excerpt::EXCERPT_CHARACTERS;
use crate::fix::{Fix, Source};
use crate::grade::{as_warning, cost, is_above, left_after};
use crate::page::Page;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::text::{TENTHS_OF_WORD, ends_sentence, sentences, tenths_of_words};
use crate::paste::listed;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::{
    EXCEEDED_TIMES, PARAGRAPH_MOST_PASS, READABILITY_CODE_PERCENT, READABILITY_FROM,
};
use crate::wording::{capitalised, how_many};
use grade::grade_tenths;
use limits::Limits;

/// Long sentences that the details show.
const SHOWN: usize = 3;
/// The fewest paragraphs of which one in ten says something; of fewer the median is looked at.
const PARAGRAPHS_FROM: usize = 10;
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
            fix = fix.step(format!(
                "Split the longest paragraphs, of {} words or more, where the topic changes.",
                lengths.paragraph_most
            ));
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
        title: "C-SEO Bench (NeurIPS 2025): counter-evidence",
        url: "https://arxiv.org/abs/2506.11097",
        strength: EvidenceStrength::Strong,
    },
];

/// Why the text is none to be judged by its sentences.
fn unfit(context: &Context<'_>) -> Option<&'static str> {
    let page = context.page;
    let bytes = |block: &BlockFact| block.place.text.len();
    let code = main_blocks(page).filter(|block| block.kind == BlockKind::Code).map(bytes);
    let all: usize = main_blocks(page).map(bytes).sum();
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

/// Lengths of the prose, in word equivalents.
struct Lengths {
    sentences: usize,
    median: usize,
    /// Nine of ten sentences are at most that long.
    most: usize,
    /// Nine of ten paragraphs are at most that long; half of them, where there are few.
    paragraph_most: usize,
    /// Whether there are enough paragraphs to speak of nine of ten.
    has_many_paragraphs: bool,
    tenths_of_words: usize,
    /// How long sentences may be.
    limits: Limits,
}

impl Lengths {
    fn of(page: &Page, limits: Limits) -> Self {
        let mut tenths: Vec<usize> = Vec::new();
        let mut paragraphs: Vec<usize> = Vec::new();
        each_block(page, |block, lengths| {
            tenths.extend(lengths);
            if matches!(block.kind, BlockKind::Paragraph | BlockKind::Cell) {
                paragraphs.push(block.tenths_of_words);
            }
        });
        let has_many_paragraphs = paragraphs.len() >= PARAGRAPHS_FROM;
        let paragraph_percent = if has_many_paragraphs { 90 } else { 50 };
        Self {
            limits,
            has_many_paragraphs,
            sentences: tenths.len(),
            tenths_of_words: tenths.iter().sum(),
            median: place(&mut tenths, 50),
            most: place(&mut tenths, 90),
            paragraph_most: place(&mut paragraphs, paragraph_percent),
        }
    }

    /// What is left of 100 once each of the three lengths has taken off what it is too long by.
    fn worth(&self) -> u8 {
        let taken = |most: usize, fail_at: usize, length: usize| match is_above(most, length) {
            true => cost(fail_at, most, length),
            false => 0,
        };
        let Limits { median, median_fail, most } = self.limits;
        left_after([
            taken(median, median_fail, self.median),
            taken(most, most * EXCEEDED_TIMES, self.most),
            taken(PARAGRAPH_MOST_PASS, PARAGRAPH_MOST_PASS * EXCEEDED_TIMES, self.paragraph_most),
        ])
    }

    /// The paragraphs whose length is looked at.
    fn paragraphs(&self) -> &'static str {
        if self.has_many_paragraphs { "9 of 10 paragraphs" } else { "half of the paragraphs" }
    }

    fn details(&self) -> [Detail; 3] {
        let row = |label: &str, words: usize, most: usize| Detail {
            expected: Some(format!("at most {most} words")),
            ..measure(label, format!("{words} words"))
        };
        [
            row("Median sentence", self.median, self.limits.median),
            row("9 of 10 sentences", self.most, self.limits.most),
            row(&capitalised(self.paragraphs()), self.paragraph_most, PARAGRAPH_MOST_PASS),
        ]
    }
}

/// Shows each block of prose with the lengths of its sentences.
fn each_block<'a>(page: &'a Page, mut see: impl FnMut(&'a BlockFact, &'a [usize])) {
    let outline = &page.document.outline;
    let mut rest = outline.sentence_tenths.as_slice();
    for block in &outline.blocks {
        let (own, after) = rest.split_at(block.sentences.min(rest.len()));
        rest = after;
        if block.place.in_main && is_prose(page, block) {
            see(block, own);
        }
    }
}

/// The value below or at which so many percent of the values are, in word equivalents.
fn place(tenths: &mut [usize], percent: usize) -> usize {
    let Some(last) = tenths.len().checked_sub(1) else { return 0 };
    let at = (tenths.len() * percent).div_ceil(100).saturating_sub(1).min(last);
    let (_, value, _) = tenths.select_nth_unstable(at);
    *value / TENTHS_OF_WORD
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

/// A sentence that is too long.
struct Long<'a> {
    text: &'a str,
    tenths: usize,
    line: u32,
}

/// The longest sentences, of those that are too long.
fn longest<'a>(page: &'a Page, lengths: &Lengths) -> Vec<Long<'a>> {
    let limits = lengths.limits;
    if lengths.most <= limits.most && lengths.median <= limits.median {
        return Vec::new();
    }
    let mut blocks: Vec<(usize, &BlockFact)> = Vec::new();
    each_block(page, |block, lengths| {
        let most = lengths.iter().copied().max().unwrap_or(0);
        if most > limits.median * TENTHS_OF_WORD {
            blocks.push((most, block));
        }
    });
    blocks.sort_by_key(|(most, _)| std::cmp::Reverse(*most));
    let sentence = |(tenths, block): &(usize, &'a BlockFact)| {
        let mut own = sentences(text_of(page, block));
        let text = own.find(|sentence| tenths_of_words(sentence) == *tenths)?;
        Some(Long { text, tenths: *tenths, line: block.place.line })
    };
    blocks.iter().take(SHOWN).filter_map(sentence).collect()
}

/// The title of the fix, and how to see that it is done.
fn order(lengths: &Lengths) -> (String, String) {
    let Limits { median, most, .. } = lengths.limits;
    let is_sentences = lengths.median > median || lengths.most > most;
    match is_sentences {
        true => (
            format!(
                "Shorten the long sentences: the median has {} words, and 1 in 10 has more than {}",
                lengths.median, lengths.most
            ),
            format!(
                "Scan the page again. The median sentence has at most {median} words, and 9 of 10 \
                 have at most {most}."
            ),
        ),
        false => (
            format!(
                "Split the long paragraphs: {} has more than {} words",
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
