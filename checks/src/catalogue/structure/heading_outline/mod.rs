#![doc = include_str!("page.md")]

mod fix;
mod length;
mod level_skips;
mod outline;

use crate::catalogue::structure::headings::is_alphabetical;
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::{as_warning, cost, is_above, left_after};
use crate::page::outline::Heading;
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::weights::{
    EXCEEDED_TIMES, REPEATED_HEADINGS_PERCENT, SKIPS_FAIL, SKIPS_FAIL_PERCENT, WALL_OF_TEXT,
};
use crate::wording::{capitalised, grouped, how_many, plural};
use length::Length;
use outline::Headings;

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
                  effect of their number, so any number in a wide range passes.",
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
        if is_alphabetical(&context.page.document) {
            return Finding::not_applicable(
                "Letters divide an index, so it needs no other headings.",
            );
        }
        let text = Length::of(context);
        let from = text.from();
        // A few words more make no page of a manual a long one.
        if text.words < from || (text.is_docs && !is_above(from, text.words)) {
            return Finding::not_applicable(format!(
                "The text has {}{}. Subheadings are expected in texts {} {from} words{}.",
                how_many(text.words, "word"),
                text.outside(),
                if text.is_docs { "well over" } else { "of" },
                if text.is_docs { "" } else { " or more" },
            ));
        }
        let headings = Headings::of(context);
        verdict(&headings, &text).with_all(details(context, &headings))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix::fix(context, &Headings::of(context))
    }
}

fn verdict(headings: &Headings<'_>, text: &Length) -> Finding {
    let (least, most) = text.wanted();
    let (words, outside) = (text.words, text.outside());
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
    if headings.are_empty() {
        return Finding::fail(format!(
            "{} of {} headings have nothing under them. Expected text under each.",
            headings.empty_sections.len(),
            headings.sections
        ));
    }
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
        headings
            .repeat()
            .then(|| with_verb(headings.repeated.len(), "repeats a sibling", "repeat a sibling")),
    ];
    let defects: Vec<String> = defects.into_iter().flatten().collect();
    match defects.is_empty() {
        true if count == 0 => Finding::pass("The page is short enough to need no subheadings."),
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
    let (from, all) = match text.is_docs {
        true => (WALL_OF_TEXT, WALL_OF_TEXT * EXCEEDED_TIMES),
        false => (text.from(), WALL_OF_TEXT),
    };
    cost(0, least, count).min(cost(all, from, text.words))
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
        expected: match (least, most) {
            (0, usize::MAX) => None,
            (least, usize::MAX) => Some(format!("{least} or more")),
            (least, most) => Some(format!("{least} to {most}")),
        },
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
    let empty = headings.empty.iter().take(SHOWN).map(|one| Detail {
        line: Some(one.place.line),
        ..measure("Heading without text", "0 words")
    });
    let repeated = headings
        .repeated
        .iter()
        .take(SHOWN)
        .map(|(heading, _)| show("Repeats a sibling", heading, format!("H{}", heading.level)));
    let empty_sections =
        headings.empty_sections.iter().take(SHOWN).map(|heading| {
            show("Nothing under this heading", heading, format!("H{}", heading.level))
        });
    std::iter::once(count).chain(skips).chain(empty).chain(repeated).chain(empty_sections).collect()
}

#[cfg(test)]
mod tests;
