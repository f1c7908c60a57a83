#![doc = include_str!("page.md")]

mod parts;

use std::fmt;

use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::{between, is_above, is_below, warned};
use crate::page::DocumentFacts;
use crate::page::outline::BlockKind;
use crate::page::sections::{Section, Sections};
use crate::page::text::ends_sentence;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind, Status};
use crate::weights::{
    EXCEEDED_TIMES, GOOD_SECTIONS_PASS, GOOD_SECTIONS_WARN, LONG_TEXT, OUTLINE_FROM,
    PARAGRAPH_MEDIAN_MAX, PARAGRAPH_MEDIAN_MIN, SECTION_ENDLESS, SECTION_MAX, SECTION_MIN,
    SECTION_NEAR_MAX, SECTION_NEAR_MIN, WALL_OF_TEXT,
};
use crate::wording::{grouped, how_many, plural};
use parts::{joined, without_boxes, without_callouts};

/// Sections that are shown.
const SHOWN: usize = 8;
/// Sections that a fix speaks of.
const MENDED: usize = 3;
/// The most characters of a heading in a fix.
const NAMED_CHARACTERS: usize = 60;
/// The fewest paragraphs whose median says something.
const PARAGRAPHS_MIN: usize = 3;
/// So few sections have no share near the one that fails: one more or less is a third.
const FEW_SECTIONS: usize = 3;

/// What documentation is worth at least, and what poor paragraphs leave at least.
const DOCS_WORTH: u8 = 50;
const PARAGRAPHS_WORTH: u8 = 50;

/// The check.
pub struct SectionLength;

impl Check for SectionLength {
    fn about(&self) -> &'static About {
        &About {
            id: "section-length",
            title: "Sections are quotable",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "ChatGPT cited pages with sections of 120 to 180 words about 70% more often than \
                  pages with sections under 50 (SE Ranking, 216,524 pages). Google says that texts \
                  need not be cut into chunks, so the accepted range is wide.",
            sources: &[Source {
                title: "SE Ranking: ranking factors for ChatGPT",
                url: "https://seranking.com/blog/ranking-factors-for-chatgpt",
                strength: EvidenceStrength::Moderate,
            }],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let document = &context.page.document;
        let words = document.main.word_equivalents;
        if context.page.document.main.is_posts() {
            return Finding::not_applicable("Posts divide a discussion, so it needs no sections.");
        }
        if words < OUTLINE_FROM {
            return Finding::not_applicable(format!(
                "The text has {}. Sections are expected in texts of {OUTLINE_FROM} words or more.",
                how_many(words, "word")
            ));
        }
        let measured = Measured::of(context);
        // Each term of a list opens a part of its own.
        let words = words.saturating_sub(document.outline.words_listed(false));
        if measured.parts() < 2 && words < LONG_TEXT {
            return Finding::not_applicable(format!(
                "The text has {} words in one section. More sections are expected in texts of \
                 {LONG_TEXT} words or more.",
                grouped(words)
            ));
        }
        let finding = verdict(&measured, words);
        let finding = match (finding.status, context.subject.kind) {
            // References are looked up entry by entry, however short or long those are.
            (Status::Fail, PageKind::Docs) => Finding::warn(finding.summary),
            (Status::Warn, PageKind::Docs) => {
                let worth = finding.value.unwrap_or_default().max(DOCS_WORTH);
                finding.worth(worth)
            }
            _ => finding,
        };
        finding.with_all(details(document, &measured))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let document = &context.page.document;
        fix(document, &Measured::of(context))
    }
}

/// Words that a section may have.
struct Lengths {
    least: usize,
    most: usize,
}

impl Lengths {
    fn fit(&self, section: &Section<'_>) -> bool {
        let words = section.word_equivalents;
        !is_below(self.least, words) && !is_above(self.most, words)
    }

    fn fitting(&self, sections: &[Section<'_>]) -> usize {
        sections.iter().filter(|section| self.fit(section)).count()
    }
}

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.least {
            0 => write!(f, "up to {}", self.most),
            least => write!(f, "{least} to {}", self.most),
        }
    }
}

/// Sections and paragraphs by their lengths.
struct Measured<'a> {
    /// Word equivalents before the first section.
    before: usize,
    /// The sections that count: short ones belong to the section that they stand under, and of a
    /// parent with nothing of its own those under it stand for it.
    sections: Vec<Section<'a>>,
    /// A good length.
    lengths: Lengths,
    /// Percent of them of a good length.
    good: usize,
    /// A length that is not far from a good one.
    near_lengths: Lengths,
    /// Percent of them of such a length.
    near: usize,
    /// The median of the paragraphs, where there are some.
    paragraph_median: Option<usize>,
}

impl<'a> Measured<'a> {
    fn of(context: &Context<'a>) -> Self {
        let document = &context.page.document;
        // References are looked up entry by entry, however short those are.
        let is_docs = context.subject.kind == PageKind::Docs;
        let [min, near_min] = if is_docs { [0; 2] } else { [SECTION_MIN, SECTION_NEAR_MIN] };
        let Sections { mut before, list } = Sections::of(document);
        let list = without_callouts(document, list, &mut before);
        let mut sections = joined(without_boxes(document, list));
        // A heading over nothing is none of text.
        sections.retain(|section| {
            let least = if section.is_parent { SECTION_MIN } else { 1 };
            section.word_equivalents >= least
        });
        let percent = |count: usize| (count * 100).checked_div(sections.len()).unwrap_or(0);
        let share = |lengths: &Lengths| percent(lengths.fitting(&sections));
        let lengths = Lengths { least: min, most: SECTION_MAX };
        let near = Lengths { least: near_min, most: SECTION_NEAR_MAX };
        Self {
            before,
            good: share(&lengths),
            near: share(&near),
            lengths,
            near_lengths: near,
            sections,
            paragraph_median: paragraph_median(document),
        }
    }

    /// How many parts the text has: the sections, and what stands before them if it is one too.
    fn parts(&self) -> usize {
        let sections = match self.sections.as_slice() {
            // A line below a single heading, as of a menu, parts nothing.
            [only] => usize::from(only.word_equivalents >= SECTION_MIN),
            sections => sections.len(),
        };
        sections + usize::from(self.before >= SECTION_MIN)
    }

    fn endless(&self) -> impl Iterator<Item = &Section<'a>> {
        self.sections.iter().filter(|section| is_endless(section))
    }

    fn begins_endless(&self) -> bool {
        is_above(SECTION_ENDLESS, self.before)
    }

    /// Whether hardly a section is near a good length: too few of many, or none of three.
    fn is_coarse(&self) -> bool {
        let is_few = self.sections.len() <= FEW_SECTIONS;
        self.near < GOOD_SECTIONS_WARN && !(is_few && self.near_lengths.fitting(&self.sections) > 0)
    }

    /// What the text is worth as a warning: the least of what its measures are worth. Of a single
    /// section its own length alone counts, which is given.
    fn worth(&self, single: Option<usize>) -> u8 {
        let longest = self.sections.iter().map(|section| section.word_equivalents).max();
        let longest = longest.unwrap_or(0).max(self.before);
        let length = |max: usize, words: usize| warned(max * EXCEEDED_TIMES, max, words);
        let sections = match single {
            Some(words) => length(LONG_TEXT, words),
            None => {
                let near = between(GOOD_SECTIONS_WARN, 100, self.near) / 2;
                let good = warned(0, GOOD_SECTIONS_PASS, self.good).max(near);
                good.min(length(SECTION_ENDLESS, longest).max(self.parted()))
            }
        };
        // Short lines alone are no failure.
        let paragraphs = self.paragraph_median.map_or(100, |median| {
            let long = length(PARAGRAPH_MEDIAN_MAX, median);
            long.min(warned(0, PARAGRAPH_MEDIAN_MIN, median)).max(PARAGRAPHS_WORTH)
        });
        sections.min(paragraphs)
    }

    /// Percent of the text outside of what is a text of its own.
    fn parted(&self) -> u8 {
        let lengths = || self.sections.iter().map(|section| section.word_equivalents);
        let lengths = || lengths().chain([self.before]);
        let parted = lengths().filter(|words| *words <= SECTION_ENDLESS).sum();
        between(0, lengths().sum(), parted)
    }

    fn has_good_paragraphs(&self) -> bool {
        self.paragraph_median.is_none_or(|median| {
            !is_below(PARAGRAPH_MEDIAN_MIN, median) && !is_above(PARAGRAPH_MEDIAN_MAX, median)
        })
    }
}

fn is_endless(section: &Section<'_>) -> bool {
    is_above(SECTION_ENDLESS, section.word_equivalents)
}

/// The median length of the paragraphs of the main content, in word equivalents. Lines without a
/// whole sentence, as under a picture or beside a date, are none.
fn paragraph_median(document: &DocumentFacts) -> Option<usize> {
    let blocks = document.outline.blocks.iter();
    let paragraphs = blocks.filter(|block| {
        let text = &document.visible_text[block.place.text.clone()];
        block.place.in_main
            && block.kind == BlockKind::Paragraph
            // “See the rating.” is a link on a line.
            && block.link_bytes * 2 < text.len()
            && (block.sentences > 1 || ends_sentence(text))
    });
    let mut lengths: Vec<usize> = paragraphs.map(|block| block.tenths_of_words).collect();
    lengths.sort_unstable();
    let middle = lengths.get(lengths.len() / 2).copied();
    middle.filter(|_| lengths.len() >= PARAGRAPHS_MIN).map(|tenths| tenths / 10)
}

fn verdict(measured: &Measured<'_>, words: usize) -> Finding {
    let sections = measured.sections.len();
    let endless = endless_parts(measured);
    let single = measured.parts() < 2 && words >= LONG_TEXT;
    let of_sections = |lengths: &Lengths| {
        let fitting = lengths.fitting(&measured.sections);
        format!(
            "{fitting} of {} {} {lengths} words.",
            how_many(sections, "section"),
            if sections == 1 { "has" } else { plural(fitting, "has", "have") }
        )
    };
    if single && words >= WALL_OF_TEXT {
        return Finding::fail(in_one(words));
    }
    if !single && measured.is_coarse() {
        let said = of_sections(&measured.near_lengths);
        return Finding::fail(format!("{said} Expected at least {GOOD_SECTIONS_WARN}%."));
    }
    let said = of_sections(&measured.lengths);
    let said = match (measured.paragraph_median, endless) {
        _ if single => in_one(words),
        (_, Some(endless)) => {
            format!("{endless} past {SECTION_ENDLESS} words. Expected {}.", measured.lengths)
        }
        _ if measured.good < GOOD_SECTIONS_PASS => {
            format!("{said} Expected at least {GOOD_SECTIONS_PASS}%.")
        }
        (Some(median), _) if !measured.has_good_paragraphs() => format!(
            "The median paragraph has {}. Expected {PARAGRAPH_MEDIAN_MIN} to \
             {PARAGRAPH_MEDIAN_MAX}.",
            how_many(median, "word")
        ),
        _ => return Finding::pass(said),
    };
    Finding::warn(said).worth(measured.worth(single.then_some(words)))
}

/// Which parts of the text are too long for one, with their verb.
fn endless_parts(measured: &Measured<'_>) -> Option<String> {
    let before = measured.begins_endless().then(|| "The text before the first heading".to_owned());
    let count = measured.endless().count();
    let sections = (count > 0).then(|| how_many(count, "section"));
    let parts: Vec<String> = before.into_iter().chain(sections).collect();
    let verb = if parts.len() > 1 || count > 1 { "run" } else { "runs" };
    (!parts.is_empty()).then(|| format!("{} {verb}", parts.join(" and ")))
}

fn in_one(words: usize) -> String {
    format!("{} words are in a single section. Expected two or more.", grouped(words))
}

fn details(document: &DocumentFacts, measured: &Measured<'_>) -> Vec<Detail> {
    let lengths = &measured.lengths;
    let expected = Some(format!("{lengths} words"));
    let share = Detail {
        expected: Some(format!("at least {GOOD_SECTIONS_PASS}%")),
        ..measure(format!("Sections of {lengths} words"), format!("{}%", measured.good))
    };
    let paragraphs = measured.paragraph_median.map(|median| Detail {
        expected: Some(format!("{PARAGRAPH_MEDIAN_MIN} to {PARAGRAPH_MEDIAN_MAX} words")),
        ..measure("Median paragraph", how_many(median, "word"))
    });
    let before = measured.begins_endless().then(|| Detail {
        expected: Some(format!("up to {SECTION_ENDLESS} words")),
        ..measure("Text before the first heading", how_many(measured.before, "word"))
    });
    // The longest are what is said of a text that has some.
    let others = measured.sections.iter().filter(|one| !is_endless(one) && !lengths.fit(one));
    let bad = measured.endless().chain(others).take(SHOWN);
    let bad = bad.map(|section| Detail {
        line: Some(section.heading.place.line),
        measured: Some(how_many(section.word_equivalents, "word")),
        expected: expected.clone(),
        ..quote("Section", section.heading.text(&document.visible_text))
    });
    std::iter::once(share).chain(paragraphs).chain(before).chain(bad).collect()
}

fn fix(document: &DocumentFacts, measured: &Measured<'_>) -> Fix {
    let name = |section: &Section<'_>| {
        Quoted::of(section.heading.text(&document.visible_text), NAMED_CHARACTERS)
    };
    let verify = "Count the words between one heading and the next. Most sections have 40 to 300, \
                  and each makes sense when quoted alone.";
    let longest = measured.sections.iter().max_by_key(|section| section.word_equivalents);
    let short = || measured.sections.iter().filter(|s| s.word_equivalents < SECTION_MIN);
    let too_long = || measured.sections.iter().filter(|s| s.word_equivalents > SECTION_MAX);
    let words = document.main.word_equivalents;
    if measured.parts() < 2 {
        return Fix::new(
            "section-length",
            format!("Divide the text into sections: {} words are in one", grouped(words)),
            verify,
        )
        .step("Start each part that answers a separate question with an `<h2>`.")
        .step("Aim for 100 to 200 words under each.")
        .step("Name the subject in each section. “It” and “this” mean nothing when quoted alone.");
    }
    let title = match (longest.filter(|s| s.word_equivalents > SECTION_MAX), short().count()) {
        (Some(longest), few)
            if few <= too_long().count() || longest.word_equivalents > SECTION_ENDLESS =>
        {
            format!(
                "Split the section {}: it has {} words",
                name(longest),
                grouped(longest.word_equivalents)
            )
        }
        (_, 0) => {
            format!("Aim for paragraphs of {PARAGRAPH_MEDIAN_MIN} to {PARAGRAPH_MEDIAN_MAX} words")
        }
        (_, few) => {
            format!("Merge or expand {} under {SECTION_MIN} words", how_many(few, "section"))
        }
    };
    let mut fix = Fix::new("section-length", title, verify);
    for section in too_long().take(MENDED) {
        fix = fix.step(format!(
            "Line {}: divide {} ({} words) with subheadings.",
            section.heading.place.line,
            name(section),
            grouped(section.word_equivalents)
        ));
    }
    for section in short().take(MENDED) {
        fix = fix.step(format!(
            "Line {}: expand {} ({}), or merge it with the section before or after it.",
            section.heading.place.line,
            name(section),
            how_many(section.word_equivalents, "word")
        ));
    }
    if let Some(median) = measured.paragraph_median.filter(|_| !measured.has_good_paragraphs()) {
        fix = fix.step(format!(
            "Write paragraphs of {PARAGRAPH_MEDIAN_MIN} to {PARAGRAPH_MEDIAN_MAX} words. The \
             median is now {median}."
        ));
    }
    fix
}

#[cfg(test)]
mod tests;
