#![doc = include_str!("page.md")]

mod counted;
mod fix;
mod measured;
mod parts;

use crate::catalogue::structure::headings::is_alphabetical;
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::page::DocumentFacts;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind, Status};
use crate::weights::{
    GOOD_SECTIONS_PASS, GOOD_SECTIONS_WARN, LONG_TEXT, OUTLINE_FROM, SECTION_ENDLESS, WALL_OF_TEXT,
};
use crate::wording::{grouped, how_many, plural};
use counted::{outside, words_of};
use measured::{Lengths, Measured, is_endless};

/// Sections that are shown.
const SHOWN: usize = 8;
/// What documentation is worth at least.
const DOCS_WORTH: u8 = 50;

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
        if is_alphabetical(document) {
            return Finding::not_applicable("Letters divide an index, however long its parts are.");
        }
        if words < OUTLINE_FROM {
            return Finding::not_applicable(format!(
                "The text has {}. Sections are expected in texts of {OUTLINE_FROM} words or more.",
                how_many(words, "word")
            ));
        }
        let measured = Measured::of(context);
        if measured.is_short_page() {
            return Finding::not_applicable(format!(
                "The text has {}{}. A page of a manual is a section itself, so it needs no parts \
                 under {} words.",
                how_many(measured.prose(), "word"),
                outside(&measured),
                grouped(WALL_OF_TEXT)
            ));
        }
        if measured.parts() < 2 && measured.prose() < LONG_TEXT {
            return Finding::not_applicable(format!(
                "The text has {}{} in one section. More sections are expected in texts of \
                 {LONG_TEXT} words or more.",
                how_many(measured.prose(), "word"),
                outside(&measured)
            ));
        }
        let finding = verdict(&measured);
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
        fix::fix(&context.page.document, &Measured::of(context))
    }
}

/// Whether the check asks to divide the text: subheadings are what it lacks.
pub(super) fn asks_to_divide(context: &Context<'_>) -> bool {
    let is_asked = matches!(SectionLength.judge(context).status, Status::Warn | Status::Fail);
    is_asked && fix::divides(&Measured::of(context))
}

/// The words of a text that is all in one section, and which of them were counted.
pub(super) fn words_in_one(context: &Context<'_>) -> Option<(usize, &'static str)> {
    let measured = Measured::of(context);
    (measured.parts() < 2).then(|| (measured.prose(), outside(&measured)))
}

/// The steps that divide the text. They are those of the headings that it lacks, too.
pub(super) fn dividing_steps(context: &Context<'_>) -> Vec<String> {
    fix::dividing_steps(&context.page.document, &Measured::of(context))
}

fn verdict(measured: &Measured<'_>) -> Finding {
    let sections = measured.sections.len();
    let endless = endless_parts(measured);
    let words = measured.prose();
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
        return Finding::fail(in_one(measured));
    }
    if !single && measured.is_coarse() {
        let said = of_sections(&measured.near_lengths);
        return Finding::fail(format!("{said} Expected at least {GOOD_SECTIONS_WARN}%."));
    }
    let said = of_sections(&measured.lengths);
    let said = match (measured.paragraph_median, endless) {
        _ if single => in_one(measured),
        (_, Some(endless)) => format!("{endless} past {SECTION_ENDLESS} words."),
        _ if measured.good < GOOD_SECTIONS_PASS => {
            format!("{said} Expected at least {GOOD_SECTIONS_PASS}%.")
        }
        (Some(median), _) if !measured.has_good_paragraphs() => format!(
            "The median paragraph has {}. Expected {}.",
            how_many(median, "word"),
            measured.paragraphs
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

fn in_one(measured: &Measured<'_>) -> String {
    format!(
        "{} words{} are in a single section. Expected two or more.",
        grouped(measured.prose()),
        outside(measured)
    )
}

fn details(document: &DocumentFacts, measured: &Measured<'_>) -> Vec<Detail> {
    let lengths = &measured.lengths;
    if measured.parts() < 2 {
        let most = if measured.is_docs { WALL_OF_TEXT } else { LONG_TEXT };
        return vec![Detail {
            expected: Some(format!("fewer than {} words", grouped(most))),
            ..measure("Text in a single section", how_many(measured.prose(), "word"))
        }];
    }
    let expected = Some(format!("{lengths} words"));
    let share = Detail {
        expected: Some(format!("at least {GOOD_SECTIONS_PASS}%")),
        ..measure(format!("Sections of {lengths} words"), format!("{}%", measured.good))
    };
    let paragraphs = measured.paragraph_median.map(|median| Detail {
        expected: Some(format!("{} words", measured.paragraphs)),
        ..measure("Median paragraph", how_many(median, "word"))
    });
    let before = measured.begins_endless().then(|| Detail {
        expected: Some(format!("up to {SECTION_ENDLESS} words")),
        ..measure("Text before the first heading", how_many(measured.before.prose, "word"))
    });
    // The longest are what is said of a text that has some.
    let others = measured.sections.iter().filter(|one| !is_endless(one) && !lengths.fit(one));
    let bad = measured.endless().chain(others).take(SHOWN);
    let bad = bad.map(|section| {
        let (words, outside) = words_of(section);
        Detail {
            line: Some(section.heading.place.line),
            measured: Some(format!("{}{outside}", how_many(words, "word"))),
            expected: match is_endless(section) {
                true => Some(format!("up to {SECTION_ENDLESS} words")),
                false => expected.clone(),
            },
            ..quote("Section", section.heading.text(&document.visible_text))
        }
    });
    std::iter::once(share).chain(paragraphs).chain(before).chain(bad).collect()
}

#[cfg(test)]
mod tests;
