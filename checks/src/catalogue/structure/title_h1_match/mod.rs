#![doc = include_str!("page.md")]

use crate::catalogue::structure::headings::{
    Candidate, FirstHeadings, is_box, is_label, similarity, tokens,
};
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::page::outline::{BlockKind, Heading};
use crate::page::sections::depth_of_number;
use crate::page::text::TENTHS_OF_WORD;
use crate::page::title::without_section;
use crate::paste;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::{SECTION_MIN, TITLE_HEADING_PASS, TITLE_HEADING_WARN};

/// The most characters of the page's words in the title of a fix.
const NAMED_CHARACTERS: usize = 80;
/// The most characters of the page's words in a snippet.
const SNIPPET_CHARACTERS: usize = 200;

/// What it takes to change an element whose text is there: an edit of the template.
const TEMPLATE_EFFORT: u8 = 2;

/// What several main headings are worth at most, and what a headline of news is worth at least.
const HALF: u8 = 50;

/// The check.
pub struct TitleH1Match;

impl Check for TitleH1Match {
    fn about(&self) -> &'static About {
        &About {
            id: "title-h1-match",
            title: "One clear H1 matches the title",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "ChatGPT cited 41% of the pages whose headings match the question closely, and \
                  about 30% of those that match it poorly (AirOps, 353,799 pages). The question \
                  isn't known here, so the H1 is compared with the title instead.",
            sources: &[
                Source {
                    title: "Growth Memo and AirOps: what ChatGPT cites",
                    url: "https://www.growth-memo.com/p/shorter-focused-content-wins-in-chatgpt",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "Google: influencing title links",
                    url: "https://developers.google.com/search/docs/appearance/title-link",
                    strength: EvidenceStrength::Strong,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let headings = FirstHeadings::of(context);
        let was_cut = context.page.document.cut_short || context.page.truncated;
        let finding = match headings.candidates.is_empty() && was_cut {
            true => Finding::could_not_see("Only part of the page was read, and it has no H1."),
            false => verdict(context, &headings),
        };
        finding.with_all(details(&headings, context.subject.kind == PageKind::Home))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context, &FirstHeadings::of(context))
    }
}

fn verdict(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Finding {
    let Some(best) = headings.best() else {
        return Finding::fail(match headings.logos.is_empty() {
            true => "No H1 with text found. Expected one that matches the title.",
            false => "The only H1 names the site or a section. Expected one that names this page.",
        });
    };
    let is_home = context.subject.kind == PageKind::Home;
    if tokens(&headings.title).is_empty() && !is_home {
        return Finding::fail("No title found for the H1 to match.");
    }
    let similarity = if is_home { 100 } else { best.similarity };
    // Display headlines differ from titles by craft.
    let is_news = context.subject.is_news;
    if similarity < TITLE_HEADING_WARN {
        let said = too_far(similarity);
        return if is_news { Finding::warn(said) } else { Finding::fail(said) };
    }
    let shared = warned(TITLE_HEADING_WARN, TITLE_HEADING_PASS, similarity);
    let shared = if is_news { shared.max(HALF) } else { shared };
    match headings.candidates.len() {
        1 if similarity >= TITLE_HEADING_PASS => Finding::pass(match is_home {
            true => "The page has one H1.",
            false => "One H1 matches the title.",
        }),
        1 => Finding::warn(too_far(similarity)).worth(shared),
        count => Finding::warn(format!("{count} H1s found instead of 1.")).worth(shared.min(HALF)),
    }
}

/// Returns the finding for an H1 that shares too few words with the title.
fn too_far(similarity: usize) -> String {
    format!(
        "The H1 and the title share {similarity}% of their words. Expected {TITLE_HEADING_PASS}% \
         or more."
    )
}

/// Returns the title and the headings. At home they need not match, so nothing is measured.
fn details(headings: &FirstHeadings<'_>, is_home: bool) -> Vec<Detail> {
    let expected = (!is_home).then(|| format!("{TITLE_HEADING_PASS}% or more"));
    let title = match headings.title.is_empty() {
        true => measure("Title without the site's name", "none"),
        false => quote("Title without the site's name", &headings.title),
    };
    let candidates = headings.candidates.iter().map(|candidate| Detail {
        line: Some(candidate.heading.place.line),
        measured: (!is_home)
            .then(|| format!("{}% of words shared with the title", candidate.similarity)),
        expected: expected.clone(),
        ..quote("H1", candidate.text)
    });
    let logos = headings.logos.iter().map(|logo| Detail {
        line: Some(logo.heading.place.line),
        ..quote("H1 that names the site or a section", logo.text)
    });
    std::iter::once(title).chain(candidates).chain(logos).collect()
}

fn fix(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Fix {
    let short = |text: &str| Quoted::of(text, NAMED_CHARACTERS);
    let verify = "In the browser's console, run `document.querySelectorAll('h1')`. It returns one \
                  element, with the words of `document.title`.";
    let has_title = !tokens(&headings.title).is_empty();
    let Some(best) = headings.best() else {
        return match same_heading(context, headings) {
            Some(heading) => raise(context, heading, verify),
            None => add(context, headings, has_title, verify),
        };
    };
    if has_title && are_of_sections(context, headings, best) {
        return lower(context, headings, verify);
    }
    if headings.candidates.len() > 1 {
        let count = headings.candidates.len();
        let keep = short(best.text);
        let others = headings.candidates.iter().filter(|other| other.heading != best.heading);
        let others = others.map(|other: &Candidate<'_>| {
            format!(
                "Turn {} (line {}) into an `<h2>`, or into plain text if it isn't a heading.",
                short(other.text),
                other.heading.place.line
            )
        });
        let fix =
            Fix::new("title-h1-match", format!("Keep only one of the {count} H1s: {keep}"), verify);
        let fix = others
            .take(3)
            .fold(fix.effort(TEMPLATE_EFFORT), Fix::step)
            .step(format!("Leave {keep} as the only `<h1>`, above the text it introduces."));
        return match have_parts(context, headings, best) {
            true => fix.step("Lower the headings below each new `<h2>` by one level, too."),
            false => fix,
        };
    }
    let heading = short(best.text);
    if !has_title {
        return Fix::new(
            "title-h1-match",
            format!("Add a title that matches the H1 {heading}"),
            verify,
        )
        .step(format!("Put a `<title>` in `<head>` that says what {heading} is about."))
        .snippet(format!(
            "<title>{}</title>",
            paste::html(&paste::words(best.text, SNIPPET_CHARACTERS))
        ));
    }
    let title = short(&headings.title);
    Fix::new(
        "title-h1-match",
        format!("Make the title and the H1 match: {title} and {heading}"),
        verify,
    )
    .step("Choose the words readers would use to ask for what this page answers.")
    .step(format!("Use them in the `<h1>` (now {heading}) and in the `<title>` (now {title})."))
    .step("Let the title differ only by additions, such as the site's name at its end.")
}

/// Whether any H1 but the best has headings of other levels below it.
fn have_parts(context: &Context<'_>, headings: &FirstHeadings<'_>, best: Candidate<'_>) -> bool {
    let mut is_below_another = false;
    let others = || headings.candidates.iter().filter(|one| one.heading != best.heading);
    let mut all = context.page.document.outline.headings.iter().filter(|one| !one.place.is_around);
    all.any(|heading| {
        if heading.level == 1 {
            is_below_another = others().any(|other| other.heading == heading);
        }
        heading.level > 1 && is_below_another
    })
}

/// The heading of another level that has the words of the title.
fn same_heading<'a>(context: &'a Context<'_>, headings: &FirstHeadings<'_>) -> Option<&'a Heading> {
    let document = &context.page.document;
    let title = tokens(&headings.title);
    if title.is_empty() {
        return only_heading_of_its_level(context);
    }
    let is_same = |heading: &&Heading| {
        !heading.place.is_around && tokens(heading.text(&document.visible_text)) == title
    };
    document.outline.headings.iter().find(is_same).or_else(|| leading_heading(context, headings))
}

/// The first heading of a page without a title, where it stands above all others: it names the page.
fn only_heading_of_its_level<'a>(context: &'a Context<'_>) -> Option<&'a Heading> {
    let document = &context.page.document;
    let mut headings = document.outline.headings.iter().filter(|one| !one.place.is_around);
    let first = headings.next()?;
    let is_named = !is_box(first.text(&document.visible_text));
    (is_named && headings.all(|other| other.level > first.level)).then_some(first)
}

/// The heading above the text that says most of what the title says: the page's heading by all but
/// its level.
fn leading_heading<'a>(
    context: &'a Context<'_>,
    headings: &FirstHeadings<'_>,
) -> Option<&'a Heading> {
    let document = &context.page.document;
    let mut prose = document.outline.blocks.iter().filter(|block| {
        block.place.in_main && matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem)
    });
    let text = prose.next()?.place.text.start;
    let all = document.outline.headings.iter();
    let above = all.take_while(|heading| heading.place.text.start < text);
    let first = above.filter(|heading| !heading.place.is_around && heading.level > 1);
    let alike = |heading: &&Heading| {
        let said = heading.text(&document.visible_text);
        !is_box(said) && similarity(&headings.title, said) >= TITLE_HEADING_PASS
    };
    first.filter(alike).last()
}

/// Make the heading that is there the main one.
fn raise(context: &Context<'_>, heading: &Heading, verify: &str) -> Fix {
    let text = Quoted::of(heading.text(&context.page.document.visible_text), NAMED_CHARACTERS);
    let (line, level) = (heading.place.line, heading.level);
    let fix = Fix::new("title-h1-match", format!("Make {text} on line {line} the H1"), verify)
        .effort(TEMPLATE_EFFORT)
        .step(format!(
            "Change {text} on line {line} from `<h{level}>` to `<h1>`. Keep its size with CSS."
        ));
    match highest_below(context, heading) {
        Some(below) if below > 2 => fix.step(format!(
            "Raise the headings below it, too, so that `<h{below}>` becomes `<h2>` and no level is \
             skipped."
        )),
        _ => fix,
    }
}

/// The level of the highest heading of the text after that one.
fn highest_below(context: &Context<'_>, heading: &Heading) -> Option<u8> {
    let document = &context.page.document;
    let after = document.outline.headings.iter().filter(|other| {
        !other.place.is_around
            && other.place.text.start >= heading.place.text.end
            && !is_label(other.text(&document.visible_text))
    });
    after.map(|other| other.level).min()
}

/// Whether every H1 stands over a section: none says what the title says, the best of them is
/// numbered as others are, or it comes after the text of another one.
fn are_of_sections(
    context: &Context<'_>,
    headings: &FirstHeadings<'_>,
    best: Candidate<'_>,
) -> bool {
    let candidates = &headings.candidates;
    let depth = depth_of_number(best.text);
    let is_numbered_alike = |other: &&Candidate<'_>| depth_of_number(other.text) == depth;
    let alike = candidates.iter().filter(is_numbered_alike).count();
    let is_other = best.similarity < TITLE_HEADING_WARN;
    match candidates.len() {
        1 => is_other && depth.is_some(),
        _ if is_other => true,
        _ if tokens(best.text) == tokens(&headings.title) => false,
        _ => (depth.is_some() && alike > 1) || is_below_text(context, headings, best),
    }
}

/// Whether running text stands between the first H1 and that one, so that it isn't the heading of
/// the whole text.
fn is_below_text(context: &Context<'_>, headings: &FirstHeadings<'_>, best: Candidate<'_>) -> bool {
    let document = &context.page.document;
    let first = headings.candidates.iter().map(|one| one.heading.place.text.end).min();
    let between = first.unwrap_or_default()..best.heading.place.text.start;
    let blocks = &document.outline.blocks;
    let from = blocks.partition_point(|block| block.place.text.start < between.start);
    let between = blocks[from..].iter().take_while(|block| block.place.text.end <= between.end);
    let prose = between.filter(|block| block.kind == BlockKind::Paragraph && block.place.in_main);
    let tenths: usize = prose.map(|block| block.tenths_of_words).sum();
    tenths / TENTHS_OF_WORD >= SECTION_MIN
}

/// Give the page one main heading where all there are stand over sections.
fn lower(context: &Context<'_>, headings: &FirstHeadings<'_>, verify: &str) -> Fix {
    let title = Quoted::of(&headings.title, NAMED_CHARACTERS);
    let count = headings.candidates.len();
    let lines: Vec<String> =
        headings.candidates.iter().map(|one| one.heading.place.line.to_string()).collect();
    let fix = Fix::new(
        "title-h1-match",
        match count {
            1 => format!("Make the title {title} the H1, and change the section H1 to H2"),
            _ => format!("Make the title {title} the H1, and change the {count} section H1s to H2"),
        },
        verify,
    )
    .effort(TEMPLATE_EFFORT);
    let fix = match same_heading(context, headings) {
        Some(heading) => fix.step(format!(
            "Change {} on line {} from `<h{}>` to `<h1>`.",
            Quoted::of(heading.text(&context.page.document.visible_text), NAMED_CHARACTERS),
            heading.place.line,
            heading.level
        )),
        None => fix.step(
            "Put the title above the first section as `<h1>`, or turn the element that shows it \
             there into an `<h1>`.",
        ),
    };
    fix.step(format!(
        "Change the headings of the sections from `<h1>` to `<h2>`: lines {}.",
        lines.join(", ")
    ))
    .step("Lower the headings below them by one level, too.")
}

fn add(context: &Context<'_>, headings: &FirstHeadings<'_>, has_title: bool, verify: &str) -> Fix {
    let title = Quoted::of(&headings.title, NAMED_CHARACTERS);
    let order = match has_title {
        true => format!("Add an H1 that matches the title {title}"),
        false => "Add an H1 that says what the page is about".to_owned(),
    };
    let mut fix = Fix::new("title-h1-match", order, verify);
    if let Some(logo) = headings.logos.first() {
        fix = fix.step(format!(
            "Turn the H1 {} (line {}), which names the site or a section, into a link or a `<div>`.",
            Quoted::of(logo.text, NAMED_CHARACTERS),
            logo.heading.place.line
        ));
    }
    if let Some(line) = context.page.document.outline.empty_first_headings.first() {
        fix = fix.step(format!("Put the text into the `<h1>` on line {line}, which is empty."));
    }
    fix = fix
        .step("Put one `<h1>` with text above the first paragraph, inside `<main>` or `<article>`.")
        .step("If the heading is an image, put its words in the `alt` attribute.");
    match has_title {
        true => fix.effort(TEMPLATE_EFFORT).snippet(format!(
            "<h1>{}</h1>",
            paste::html(&paste::words(without_section(&headings.title), SNIPPET_CHARACTERS))
        )),
        false => fix,
    }
}

#[cfg(test)]
mod tests;
