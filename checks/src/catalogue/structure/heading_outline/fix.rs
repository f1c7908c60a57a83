//! How headings become an outline.

use std::ops::Range;

use super::length::Length;
use super::outline::Headings;
use crate::catalogue::structure::headings::{Callouts, bold_lines, level_within, steps_for_bold};
use crate::catalogue::structure::section_length::{asks_to_divide, dividing_steps};
use crate::check::Context;
use crate::fix::Fix;
use crate::page::DocumentFacts;
use crate::page::outline::Heading;
use crate::page::sections::Sections;
use crate::paste::listed;
use crate::quoted::Quoted;
use crate::weights::SKIPS_FAIL;
use crate::wording::{grouped, how_many, plural};

/// Lines of headings of one kind that are named.
const SHOWN: usize = 5;
/// The most characters of a heading in a fix.
const NAMED_CHARACTERS: usize = 60;

/// Add what is missing, and put in order what is there.
pub(super) fn fix(context: &Context<'_>, headings: &Headings<'_>) -> Fix {
    let document = &context.page.document;
    let text = Length::of(context);
    let (least, most) = text.wanted();
    let short =
        |heading: &Heading| Quoted::of(heading.text(&document.visible_text), NAMED_CHARACTERS);
    let verify = "In the browser's console, run `document.querySelectorAll('main h2, main h3, \
                  main h4')`. The headings read like a table of contents, each at most one level \
                  below its parent.";
    // Where most sections are empty, that is what is said of the page.
    let fills = headings.are_empty() && !headings.is_broken;
    let skip = headings.skips.first().filter(|_| !fills);
    let unclosed: Vec<&Heading> =
        headings.empty.iter().filter_map(|one| headings.unclosed_before(one)).collect();
    let count = headings.dividing();
    let bold = bold_lines(document).filter(|_| text.lacks_headings(count));
    let title = match skip {
        _ if text.lacks_headings(count) => format!(
            "{}: {} words{} have {}",
            match &bold {
                Some(lines) => format!("Make the {} bold lines subheadings", lines.len()),
                None => format!("Add {}", how_many(least - count, "subheading")),
            },
            grouped(text.words),
            text.outside(),
            count
        ),
        Some((heading, before)) => {
            let (level, wanted) = (heading.level, before + 1);
            match headings.siblings(document, heading, *before).len() {
                0 => format!(
                    "Change {} from H{level} to H{wanted}: it follows an H{before}",
                    short(heading)
                ),
                more => format!(
                    "Change {} and {} after it to H{wanted}: they skip a level under an H{before}",
                    short(heading),
                    how_many(more, "heading")
                ),
            }
        }
        None => match (headings.empty_sections.first(), headings.repeated.first()) {
            (Some(empty), _) if fills => format!("Add text under {}", short(empty)),
            _ if count > most => format!(
                "Merge short sections: {} words have {} subheadings; {most} are enough",
                grouped(text.all),
                count
            ),
            _ if !unclosed.is_empty() => format!("Close the heading {}", short(unclosed[0])),
            _ if !headings.empty.is_empty() => {
                format!(
                    "Remove or fill the {} without text",
                    how_many(headings.empty.len(), "heading")
                )
            }
            (_, Some((repeated, _))) => {
                format!("Rename {}, which repeats a sibling heading", short(repeated))
            }
            (Some(empty), None) => format!("Add text under {}", short(empty)),
            (None, None) => "Put the headings in order".to_owned(),
        },
    };
    // Long sections are divided by the headings that are missing: that is one edit.
    let divides = text.lacks_headings(count) && asks_to_divide(context);
    let key = if divides { "section-length" } else { "heading-outline" };
    let mut fix = Fix::new(key, title, verify);
    let within = longest(document).filter(|_| text.lacks_headings(count));
    if text.lacks_headings(count) {
        let (level, above) = match within.map(|heading| (heading, level_within(document, heading)))
        {
            Some((heading, (level, true))) => {
                (level, format!(", one level below {}", short(heading)))
            }
            Some((_, (level, false))) => (level, String::new()),
            None => (UNDER_TITLE, String::new()),
        };
        fix = match &bold {
            Some(lines) => fix.steps(steps_for_bold(document, lines, level)),
            None if divides => fix.steps(dividing_steps(context)),
            None => fix.step(format!(
                "List the questions the text answers, and start each answer with an \
                 `<h{level}>`{above}."
            )),
        };
        fix = fix
            .step("Say in the heading what the section is about, in the words people ask with.")
            .opens(&["section-length"]);
    }
    // What stands below one that is raised goes up with it.
    let mut raised: Vec<(Range<usize>, u8)> = Vec::new();
    for (heading, before) in headings.skips.iter().take(SKIPS_FAIL) {
        let start = heading.place.text.start;
        let above = raised.iter().filter(|(range, _)| range.contains(&start));
        let by_above = above.map(|(_, by)| by).sum::<u8>();
        let to = (before + 1).saturating_sub(by_above).max(UNDER_TITLE);
        raised.push((headings.reach(heading, *before), heading.level - (before + 1)));
        fix = fix.step(format!(
            "Line {}: change {} from `<h{}>` to `<h{to}>`. Keep its size with CSS.",
            heading.place.line,
            short(heading),
            heading.level,
        ));
        let siblings = headings.siblings(document, heading, *before);
        if !siblings.is_empty() {
            fix = fix.step(format!(
                "Change the {} beside it too, on {}.",
                plural(siblings.len(), "heading", "headings"),
                on_lines(&siblings)
            ));
        }
        let children = headings.children(document, heading, *before);
        if !children.is_empty() {
            fix = fix.step(format!(
                "Raise the {} below {} too, on {}, so that no level is skipped.",
                plural(children.len(), "heading", "headings"),
                if siblings.is_empty() { "it" } else { "them" },
                on_lines(&children)
            ));
        }
    }
    if let Some(shortest) = shortest(document, count.saturating_sub(most)) {
        fix = fix.step(format!(
            "Join a short section with the one above or below it, for example {shortest}."
        ));
    }
    for heading in unclosed.iter().take(SHOWN) {
        fix = fix.step(format!(
            "Line {}: close {} with `</h{level}>`. A second `<h{level}>` opens right after it.",
            heading.place.line,
            short(heading),
            level = heading.level
        ));
    }
    let filled = headings.empty.iter().filter(|one| headings.unclosed_before(one).is_none());
    let filled: Vec<String> = filled.take(SHOWN).map(|one| one.place.line.to_string()).collect();
    if !filled.is_empty() {
        fix = fix.step(format!(
            "Remove or fill the {} without text on {} {}.",
            plural(filled.len(), "heading", "headings"),
            plural(filled.len(), "line", "lines"),
            filled.join(", ")
        ));
    }
    for (repeated, first) in headings.repeated.iter().take(SHOWN) {
        fix = fix.step(format!(
            "Line {}: say in {} what this section is about, or join the section with the one on \
             line {}.",
            repeated.place.line,
            short(repeated),
            first.place.line
        ));
    }
    if fills {
        for empty in headings.empty_sections.iter().take(SHOWN) {
            fix = fix.step(format!(
                "Line {}: write the text that {} announces, or remove the heading.",
                empty.place.line,
                short(empty)
            ));
        }
    }
    // The level of new headings is said with them.
    fix.step(match text.lacks_headings(count) {
        true => "Bold text isn't a heading.",
        false => "Use `<h2>` for sections and `<h3>` for subsections. Bold text isn't a heading.",
    })
}

/// "line 5", "lines 5, 6 and 3 more".
fn on_lines(all: &[u32]) -> String {
    // On a long line several may stand.
    let mut all = all.to_vec();
    all.sort_unstable();
    all.dedup();
    let shown: Vec<String> = all.iter().take(SHOWN).map(u32::to_string).collect();
    let more = all.len() - shown.len();
    format!(
        "{} {}{}",
        plural(all.len(), "line", "lines"),
        shown.join(", "),
        if more == 0 { String::new() } else { format!(" and {more} more") }
    )
}

/// The level of the sections of a page.
const UNDER_TITLE: u8 = 2;

/// The heading of the section that most of the text stands in, unless more stands before the first.
/// Nothing stands below the label of a box.
fn longest(document: &DocumentFacts) -> Option<&Heading> {
    let sections = Sections::of(document);
    let callouts = Callouts::of(document);
    let own = sections.list.iter().filter(|section| !callouts.hold(section.heading));
    let longest = own.max_by_key(|section| section.prose)?;
    (longest.prose > sections.prose_before).then_some(longest.heading)
}

/// The shortest sections, as many as are too many, with their lines.
fn shortest(document: &DocumentFacts, too_many: usize) -> Option<String> {
    let sections = Sections::of(document);
    let callouts = Callouts::of(document);
    let own = sections.list.iter().filter(|section| !callouts.hold(section.heading));
    let mut short: Vec<_> =
        own.filter(|section| section.heading.level > 1 && section.prose > 0).collect();
    short.sort_by_key(|section| section.prose);
    let names = short.into_iter().take(too_many.min(SHOWN)).map(|section| {
        let name = Quoted::of(section.heading.text(&document.visible_text), NAMED_CHARACTERS);
        format!("{name} (line {})", section.heading.place.line)
    });
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| listed(&names))
}
