#![doc = include_str!("page.md")]

mod fix;
mod level_skips;

use std::collections::HashSet;
use std::ops::Range;

use crate::catalogue::structure::headings::{Callouts, FirstHeadings, is_box, is_label, tokens};
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::{as_warning, cost, is_above, left_after};
use crate::page::DocumentFacts;
use crate::page::outline::{BlockKind, Heading};
use crate::page::sections::Sections;
use crate::page::text::{ends_sentence, word_equivalents};
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::{
    EMPTY_SECTIONS_PERCENT, EXCEEDED_TIMES, HEADINGS_MIN, LEAD_BLOCK_MIN, LONG_TEXT, OUTLINE_FROM,
    REPEATED_HEADINGS_PERCENT, SKIPS_FAIL, SKIPS_FAIL_PERCENT, TEXT_PER_HEADING_MAX,
    TEXT_PER_HEADING_MIN, TITLE_HEADING_WARN, WALL_OF_TEXT,
};
use crate::wording::{capitalised, grouped, how_many, plural};
use level_skips::{Skip, Skips};

/// Headings of one kind that are shown.
const SHOWN: usize = 5;

/// The check.
pub struct HeadingOutline;

impl Check for HeadingOutline {
    fn about(&self) -> &'static About {
        &About {
            id: "heading-outline",
            title: "Headings form an outline",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Engines split pages into passages at headings. In the largest public study, \
                  pages of 500 to 2,000 words with 7 to 20 subheadings were cited most. Another \
                  study found three or four headings worse than none, and a regression found no \
                  effect of their number, so extra headings earn nothing here.",
            sources: &[
                Source {
                    title: "Growth Memo and AirOps: what ChatGPT cites",
                    url: "https://www.growth-memo.com/p/shorter-focused-content-wins-in-chatgpt",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "Growth Memo: what AI rewards (three or four headings do worse than none)",
                    url: "https://www.searchenginejournal.com/the-science-of-what-ai-actually-rewards/568682/",
                    strength: EvidenceStrength::Moderate,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        if context.page.document.main.is_posts() {
            return Finding::not_applicable(
                "Posts divide a discussion, so it needs no subheadings.",
            );
        }
        let text = Length::of(context);
        let from = text.from();
        // A few words more make no page of a manual a long one.
        if text.words < from || (text.is_docs && !is_above(from, text.words)) {
            return Finding::not_applicable(format!(
                "The text has {}{}. Subheadings are expected in texts of {from} words or more.",
                how_many(text.words, "word"),
                text.outside()
            ));
        }
        let headings = Headings::of(context);
        verdict(&headings, &text).with_all(details(context, &headings))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix::fix(context, &Headings::of(context))
    }
}

/// The headings of a text.
struct Headings<'a> {
    /// All of them.
    all: Vec<&'a Heading>,
    /// How many of level 2 to 4 there are.
    count: usize,
    /// How many of level 1 there are that stand over parts, as whoever writes `#` for each part
    /// has them. That they should be lower is for `title-h1-match` to say.
    of_parts: usize,
    /// Those that skip a level.
    skips: Vec<Skip<'a>>,
    /// Whether those break the outline.
    is_broken: bool,
    /// Headings with the words of another under the same one.
    repeated: Vec<&'a Heading>,
    /// Lines of headings without text.
    empty: Vec<u32>,
    /// Sections, and those in which nothing stands.
    sections: usize,
    empty_sections: Vec<&'a Heading>,
}

impl<'a> Headings<'a> {
    fn of(context: &Context<'a>) -> Self {
        let document = &context.page.document;
        let outline = &document.outline;
        // A box around the text is no part of it, though the reading may have taken it in.
        let is_of_text = |heading: &Heading| !is_box(heading.text(&document.visible_text));
        let lead = before_content(document);
        let is_lead = |heading: &&Heading| {
            heading.level == SECTION_LEVEL
                && !heading.place.is_around
                && lead.contains(&heading.place.text.start)
        };
        let headings = outline.headings.iter();
        let headings = headings.filter(|heading| heading.place.in_main || is_lead(heading));
        let all: Vec<&Heading> = headings.filter(|heading| is_of_text(heading)).collect();
        let mut sections = Sections::of(document).list;
        sections.retain(|section| is_of_text(section.heading));
        let first = FirstHeadings::of(context);
        let has_h1 = !first.candidates.is_empty();
        let is_named = first.best().is_some_and(|best| best.similarity >= TITLE_HEADING_WARN);
        let title = tokens(&first.title);
        // A heading with the words of the title names the page, whatever its level.
        let is_title = |heading: &Heading| {
            !has_h1 && !title.is_empty() && tokens(heading.text(&document.visible_text)) == title
        };
        // What stands above it is a banner.
        let from = all.iter().take(1 + BANNERS).position(|heading| is_title(heading));
        let from = from.map_or(0, |at| at + 1);
        let callouts = Callouts::of(document);
        let is_part =
            |heading: &&&Heading| (2..=4).contains(&heading.level) && !callouts.hold(heading);
        let of_first_level = all.iter().filter(|heading| heading.level == 1).count();
        let in_main =
            outline.empty_headings.iter().filter(|place| place.in_main && !place.is_around);
        let Skips { skips, is_broken } = Skips::of(document, &all, has_h1);
        Self {
            count: all[from..].iter().filter(is_part).count(),
            of_parts: of_first_level.saturating_sub(usize::from(is_named || of_first_level == 1)),
            skips,
            is_broken,
            repeated: repeated(&all, &document.visible_text),
            empty: in_main.map(|place| place.line).collect(),
            all,
            sections: sections.len(),
            empty_sections: sections
                .iter()
                .filter(|section| !section.has_content && !section.is_parent)
                .map(|section| section.heading)
                .collect(),
        }
    }
}

/// Headings that a banner above the page's own has at most.
const BANNERS: usize = 1;

/// The level of the headings of sections.
const SECTION_LEVEL: u8 = 2;

/// What stands between the page's heading and the introduction that the reading left out of the
/// main content: a heading there is that of the introduction. Below it, and where there is none,
/// headings are those of boxes, or the line under the title.
fn before_content(document: &DocumentFacts) -> Range<usize> {
    let outline = &document.outline;
    let heading = outline.headings.iter().find(|one| one.level == 1 && !one.place.is_around);
    let Some(from) = heading.map(|heading| heading.place.text.end) else { return 0..0 };
    let first = outline.blocks.partition_point(|block| block.place.text.start < from);
    let between = outline.blocks[first..].iter().take_while(|block| !block.place.in_main);
    let introduction = between.filter(|block| {
        let text = document.visible_text.get(block.place.text.clone()).unwrap_or_default();
        block.kind == BlockKind::Paragraph
            && !block.place.is_around
            && block.link_bytes * 2 < text.len()
            && ends_sentence(text)
            && word_equivalents(text) >= LEAD_BLOCK_MIN
    });
    introduction.last().map_or(0..0, |last| from..last.place.text.start)
}

impl Headings<'_> {
    /// How many divide the text, of whatever level.
    fn dividing(&self) -> usize {
        self.count + self.of_parts
    }

    /// The lines of the headings of the same level that follow one that skips, up to the next
    /// heading above it: left as they are, they would stand below it.
    fn siblings(&self, skip: &Heading, before: u8) -> Vec<u32> {
        let after = self.all.iter().skip_while(|heading| **heading != skip).skip(1);
        let beside = after.take_while(|heading| heading.level > before);
        beside
            .filter(|heading| heading.level == skip.level)
            .map(|heading| heading.place.line)
            .collect()
    }
}

/// A heading as it is compared: its letters and digits, and the signs that make its numbers what
/// they are, so that "12+ months" is not "1–2 months".
fn compared(text: &str) -> String {
    let mut out = String::new();
    let mut is_number = false;
    for char in text.chars() {
        if char.is_alphanumeric() {
            out.extend(char.to_lowercase());
        } else if is_number {
            out.push(if char.is_whitespace() { ' ' } else { char });
        }
        is_number = char.is_numeric();
    }
    out
}

/// Under different headings the same words are no repetition: every function of a reference has
/// its "Parameters".
fn repeated<'a>(all: &[&'a Heading], visible: &str) -> Vec<&'a Heading> {
    let mut seen = HashSet::new();
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut repeated = Vec::new();
    for (at, heading) in all.iter().enumerate() {
        while open.last().is_some_and(|(level, _)| *level >= heading.level) {
            open.pop();
        }
        let parent = open.last().map(|(_, parent)| *parent);
        open.push((heading.level, at));
        let text = compared(heading.text(visible));
        if !text.is_empty() && !is_label(heading.text(visible)) && !seen.insert((parent, text)) {
            repeated.push(*heading);
        }
    }
    repeated
}

/// Percent of the subheadings that documentation may lack.
const DOCS_MISSING_PERCENT: usize = 20;

/// The length of a text in word equivalents.
struct Length {
    all: usize,
    /// What headings divide: each term of a list is a part of its own, and in a reference each row
    /// of a table and each listing.
    words: usize,
    is_docs: bool,
}

impl Length {
    fn of(context: &Context<'_>) -> Self {
        let document = &context.page.document;
        let is_docs = context.subject.kind == PageKind::Docs;
        let all = document.main.word_equivalents;
        let listed = document.outline.words_listed(is_docs);
        Self { all, words: all.saturating_sub(listed), is_docs }
    }

    /// From which length on a text needs headings. A page of a manual is a section of it.
    fn from(&self) -> usize {
        if self.is_docs { LONG_TEXT } else { OUTLINE_FROM }
    }

    /// Which words were counted, if not all.
    fn outside(&self) -> &'static str {
        match self.words < self.all {
            true if self.is_docs => " outside tables, code and lists of terms",
            true => " outside lists of terms",
            false => "",
        }
    }

    /// How many headings the text has at least and at most.
    fn wanted(&self) -> (usize, usize) {
        // A page of a manual is a section of it, so what stands before one subheading is a part.
        let fewest = if self.is_docs { 1 } else { HEADINGS_MIN };
        let least = fewest.max(self.words / TEXT_PER_HEADING_MAX);
        // In a reference each entry has a heading, however short it is.
        let most = if self.is_docs { usize::MAX } else { self.all / TEXT_PER_HEADING_MIN };
        (least, least.max(most))
    }

    /// Whether the text has too few headings. Manuals are divided by what readers look up, so one
    /// in five may be missing.
    fn lacks_headings(&self, count: usize) -> bool {
        let (least, _) = self.wanted();
        let tolerated = if self.is_docs { least * DOCS_MISSING_PERCENT / 100 } else { 0 };
        count + tolerated < least
    }
}

fn verdict(headings: &Headings<'_>, text: &Length) -> Finding {
    let (least, most) = text.wanted();
    let (words, outside) = (text.words, text.outside());
    let empty_sections = headings.empty_sections.len();
    let count = headings.dividing();
    // A page of a manual is a part already.
    if words >= WALL_OF_TEXT && count == 0 && !text.is_docs {
        return Finding::fail(format!(
            "{} words{outside} have no subheadings. Expected {least} or more.",
            grouped(words)
        ));
    }
    if headings.is_broken {
        return Finding::fail(format!(
            "{} skip a level. Expected each at most one level below the one before.",
            how_many(headings.skips.len(), "heading")
        ));
    }
    if empty_sections > 1 && empty_sections * 100 > headings.sections * EMPTY_SECTIONS_PERCENT {
        return Finding::fail(format!(
            "{empty_sections} of {} headings have nothing under them. Expected text under each.",
            headings.sections
        ));
    }
    let total = count.max(1);
    let repeats = headings.repeated.len() * 100 > total * REPEATED_HEADINGS_PERCENT;
    let defects = [
        text.lacks_headings(count).then(|| {
            format!(
                "{} for {} words{outside} (expected {least} or more)",
                match count {
                    0 => "no subheadings".to_owned(),
                    _ => how_many(count, "subheading"),
                },
                grouped(words)
            )
        }),
        (count > most).then(|| {
            format!(
                "{count} subheadings for {} words (expected {most} or fewer)",
                grouped(text.all)
            )
        }),
        (!headings.skips.is_empty())
            .then(|| with_verb(headings.skips.len(), "skips a level", "skip a level")),
        (!headings.empty.is_empty())
            .then(|| with_verb(headings.empty.len(), "has no text", "have no text")),
        repeats
            .then(|| with_verb(headings.repeated.len(), "repeats a sibling", "repeat a sibling")),
    ];
    let defects: Vec<String> = defects.into_iter().flatten().collect();
    match defects.is_empty() {
        true => Finding::pass(format!("{count} subheadings form an outline.")),
        false => Finding::warn(capitalised(&format!("{}.", defects.join("; "))))
            .worth(as_warning(left_after(costs(headings, text)).max(least_worth(text, count)))),
    }
}

/// What is left at least of a text with too few headings: what would be left without any, so that
/// deleting those that skip a level gains nothing.
fn least_worth(text: &Length, count: usize) -> u8 {
    match text.lacks_headings(count) {
        true => left_after([cost_of_few(text, 0)]),
        false => 0,
    }
}

/// What too few headings take off. The less there is to part, the less they matter.
fn cost_of_few(text: &Length, count: usize) -> usize {
    let (least, _) = text.wanted();
    cost(0, least, count).min(cost(WALL_OF_TEXT, text.from(), text.words))
}

/// What each defect takes off.
fn costs(headings: &Headings<'_>, text: &Length) -> [usize; 5] {
    let (_, most) = text.wanted();
    let (count, total) = (headings.dividing(), headings.dividing().max(1));
    let few = cost_of_few(text, count);
    let skips = headings.skips.len();
    [
        if text.lacks_headings(count) { few } else { 0 },
        cost(most.saturating_mul(EXCEEDED_TIMES), most, count),
        cost(SKIPS_FAIL, 0, skips).min(cost(SKIPS_FAIL_PERCENT, 0, skips * 100 / total)),
        cost(total, 0, headings.empty.len()),
        cost(100, REPEATED_HEADINGS_PERCENT, headings.repeated.len() * 100 / total),
    ]
}

fn with_verb(count: usize, one: &str, several: &str) -> String {
    format!("{} {}", how_many(count, "heading"), plural(count, one, several))
}

fn details(context: &Context<'_>, headings: &Headings<'_>) -> Vec<Detail> {
    let document = &context.page.document;
    let (least, most) = Length::of(context).wanted();
    let show = |label: &str, heading: &Heading, measured: String| Detail {
        line: Some(heading.place.line),
        measured: Some(measured),
        ..quote(label, heading.text(&document.visible_text))
    };
    let count = Detail {
        expected: Some(match most {
            usize::MAX => format!("{least} or more"),
            most => format!("{least} to {most}"),
        }),
        ..measure(
            match headings.of_parts {
                0 => "Subheadings (H2 to H4)",
                _ => "Subheadings (H2 to H4, and H1s of sections)",
            },
            headings.dividing().to_string(),
        )
    };
    let skips = headings.skips.iter().take(SHOWN).map(|(heading, before)| {
        show("Skips a level", heading, format!("H{} after H{before}", heading.level))
    });
    let empty = headings
        .empty
        .iter()
        .take(SHOWN)
        .map(|line| Detail { line: Some(*line), ..measure("Heading without text", "0 words") });
    let repeated = headings
        .repeated
        .iter()
        .take(SHOWN)
        .map(|heading| show("Repeats a sibling", heading, format!("H{}", heading.level)));
    let empty_sections =
        headings.empty_sections.iter().take(SHOWN).map(|heading| {
            show("Nothing under this heading", heading, format!("H{}", heading.level))
        });
    std::iter::once(count).chain(skips).chain(empty).chain(repeated).chain(empty_sections).collect()
}

#[cfg(test)]
mod tests;
