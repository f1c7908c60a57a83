//! How a page gets one H1 that matches its title.

use super::add::add;
use super::equals;
use super::own_title;
use super::parts::{
    NAMED_CHARACTERS, SNIPPET_CHARACTERS, TEMPLATE_EFFORT, VERIFY, below_heading, lines, lines_of,
    without_logos, without_others,
};
use super::shown::{Shown, generated_title, same_heading, shared_heading, shown_title};
use super::untitled;
use crate::catalogue::extraction::fix_swallowed;
use crate::catalogue::structure::headings::{
    Candidate, FirstHeadings, is_label, similarity, tokens,
};
use crate::catalogue::structure::page_metadata::fix::fix as fix_metadata;
use crate::catalogue::structure::page_metadata::is_unfilled;
use crate::check::Context;
use crate::fix::Fix;
use crate::page::outline::Heading;
use crate::page::sections::depth_of_number;
use crate::page::title::names_no_page;
use crate::paste;
use crate::quoted::Quoted;
use crate::report::PageKind;
use crate::weights::{TITLE_HEADING_PASS, TITLE_HEADING_WARN};
use crate::wording::plural;

/// What parts the name of a page from that of its site.
const SEPARATORS: [char; 6] = ['|', '-', '–', '—', '•', '·'];
/// Words of a title that says more than a name.
const LONG_TITLE: usize = 6;
/// H1s from which on they may each stand over a part.
const PARTS: usize = 3;
/// H1s from which on they are headings of one sort, which stay on one level.
const ALIKE: usize = 3;
/// The most H1s that have a step of their own.
const LOWERED_MAX: usize = 3;

/// The edit that leaves one H1.
pub(super) fn fix(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Fix {
    let short = |text: &str| Quoted::of(text, NAMED_CHARACTERS);
    let has_title = !tokens(&headings.title).is_empty();
    if let Some(fix) = merge(context, headings) {
        return fix;
    }
    let Some(best) = headings.best() else {
        if let Some(fix) = fix_swallowed(context.page) {
            return fix;
        }
        return match (same_heading(context, headings), shown_title(context, headings)) {
            (Some(heading), _) => raise(context, headings, heading),
            (None, Some(shown)) => turn(context, headings, &shown),
            (None, None) => add(context, headings, has_title),
        };
    };
    let is_placeholder = names_no_page(&headings.title, &context.page.final_url)
        || is_unfilled(&headings.title, &context.sites);
    if let Some(fix) = equals::fix(context, headings) {
        return fix;
    }
    if let Some(fix) = own_title::fix(context, headings, best) {
        return fix;
    }
    if let Some(heading) = shared_heading(context, headings).filter(|_| has_title) {
        let all = headings.candidates.iter().flat_map(|one| lines_of(headings, one));
        return raise(context, headings, heading).step(format!(
            "Change the headings of the sections from `<h1>` to `<h2>`: {}.",
            lines(&all.collect::<Vec<_>>())
        ));
    }
    if has_title && !is_placeholder && are_of_sections(context, headings, best) {
        return lower(context, headings);
    }
    if headings.are_over_sections(context) {
        return untitled::fix(context, headings);
    }
    if headings.candidates.len() > 1 {
        return keep_one(context, headings, best);
    }
    // The title that is missing is one edit for both checks.
    if !has_title {
        return fix_metadata(context);
    }
    let heading = short(best.text);
    let title = short(&headings.title);
    if is_placeholder {
        return Fix::new(
            "title-h1-match",
            format!("Replace the placeholder title {title} with the H1 {heading}"),
            VERIFY,
        )
        .step("Use the H1's words in the `<title>`. The site's name may follow them.")
        .snippet(format!(
            "<title>{}</title>",
            paste::html(&paste::words(best.text, SNIPPET_CHARACTERS))
        ));
    }
    if let Some(own) = heading_below_other(context, headings, best) {
        return raise(context, headings, own).step(format!(
            "Turn {heading} on line {} from `<h1>` into a `<p>` or a `<div>`: it doesn't name this page.",
            best.heading.place.line
        ));
    }
    let without_name = headings.title.trim_start().strip_prefix(SEPARATORS);
    if without_name.is_some_and(|rest| rest.starts_with(' ')) {
        let whole = format!("{} {}", best.text.trim(), headings.title.trim());
        return Fix::new(
            "title-h1-match",
            format!("Put the page's name into the title: {heading}"),
            VERIFY,
        )
        .effort(TEMPLATE_EFFORT)
        .step(format!(
            "The title, {title}, begins with a separator: the template leaves out what should stand \
             before it. Put the words of the H1 there."
        ))
        .snippet(format!(
            "<title>{}</title>",
            paste::html(&paste::words(&whole, SNIPPET_CHARACTERS))
        ));
    }
    let fix = Fix::new(
        "title-h1-match",
        format!("Make the title and the H1 match: {title} and {heading}"),
        VERIFY,
    )
    .step("Choose the words readers would use to ask for what this page answers.")
    .step(format!("Use them in the `<h1>` (now {heading}) and in the `<title>` (now {title})."))
    .step("Let the title differ only by additions, such as the site's name at its end.");
    without_others(context, fix, headings)
}

/// The heading of a lower level that says what the title says, where the only H1 says something else, such
/// as the section of a newspaper.
fn heading_below_other<'a>(
    context: &'a Context<'_>,
    headings: &FirstHeadings<'_>,
    best: Candidate<'_>,
) -> Option<&'a Heading> {
    let is_other = best.similarity < TITLE_HEADING_WARN;
    let says_title = |own: &&Heading| {
        let said = own.text(&context.page.document.visible_text);
        own.level > 1 && similarity(&headings.title, said) >= TITLE_HEADING_PASS
    };
    same_heading(context, headings).filter(|own| is_other && says_title(own))
}

/// The most words of a heading that stands in several elements.
const MERGED_WORDS: usize = 16;

/// Makes one of H1s that stand one behind the other, with nothing between: a heading in two lines.
fn merge(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Option<Fix> {
    let all = &headings.candidates;
    let visible = &context.page.document.visible_text;
    let is_joined = |pair: &[Candidate<'_>]| {
        let [one, next] = [&pair[0], &pair[1]].map(|one| &one.heading.place);
        next.line.abs_diff(one.line) <= 1
            && visible.get(one.text.end..next.text.start).is_some_and(|text| text.trim().is_empty())
    };
    let said: Vec<&str> = all.iter().map(|one| one.text.trim()).collect();
    let said = said.join(" ");
    // What alone says what the title says is the heading, and the other line is a slogan.
    let is_one = headings.best().is_some_and(|best| best.similarity >= TITLE_HEADING_PASS);
    let is_heading = all.len() > 1
        && !is_one
        && headings.copies.is_empty()
        && said.split_whitespace().count() <= MERGED_WORDS
        && all.windows(2).all(is_joined);
    if !is_heading {
        return None;
    }
    let places: Vec<u32> = all.iter().map(|one| one.heading.place.line).collect();
    let snippet = format!("<h1>{}</h1>", paste::html(&paste::words(&said, SNIPPET_CHARACTERS)));
    let title = format!("Merge the {} H1s on {} into one", all.len(), lines(&places));
    let step = "They follow each other directly, so they read as one heading. Put all of them into \
                one `<h1>`, with a `<br>` or a `<span>` where the line breaks.";
    Some(
        Fix::new("title-h1-match", title, VERIFY)
            .effort(TEMPLATE_EFFORT)
            .step(step)
            .snippet(snippet),
    )
}

/// Lower all H1s but the one that names the page.
fn keep_one(context: &Context<'_>, headings: &FirstHeadings<'_>, best: Candidate<'_>) -> Fix {
    let keep = Quoted::of(best.text, NAMED_CHARACTERS);
    let count = headings.candidates.len();
    let others: Vec<&Candidate<'_>> =
        headings.candidates.iter().filter(|other| other.heading != best.heading).collect();
    let (named, rest) = others.split_at(others.len().min(LOWERED_MAX));
    let title = format!("Keep only one of the {count} H1s: {keep}");
    let mut fix = Fix::new("title-h1-match", title, VERIFY).effort(TEMPLATE_EFFORT);
    let level_of = |other: &Candidate<'_>| match others.len() {
        1..ALIKE => lowered_level(context, other.heading),
        _ => 2,
    };
    for other in named {
        fix = fix.step(format!(
            "Turn {} ({}) into an `<h{}>`, or into plain text if it isn't a heading.",
            Quoted::of(other.text, NAMED_CHARACTERS),
            lines(&lines_of(headings, other)),
            level_of(other)
        ));
    }
    let rest_lines: Vec<u32> = rest.iter().flat_map(|other| lines_of(headings, other)).collect();
    if !rest.is_empty() {
        fix = fix.step(format!(
            "Do the same with the other {}, on {}.",
            match rest.len() {
                1 => "H1".to_owned(),
                more => format!("{more} H1s"),
            },
            lines(&rest_lines)
        ));
    }
    fix = without_logos(fix, headings)
        .step(format!("Leave {keep} as the only `<h1>`, above the text it introduces."));
    let copies: Vec<u32> = headings.copies_of(&best).map(|copy| copy.heading.place.line).collect();
    if !copies.is_empty() {
        fix = fix.step(format!(
            "Turn the other {} of it, on {}, into {}.",
            plural(copies.len(), "copy", "copies"),
            lines(&copies),
            plural(copies.len(), "a `<p>`", "`<p>` elements")
        ));
    }
    fix = without_empty(context, without_others(context, fix, headings));
    let has_new_section = others.iter().any(|other| level_of(other) == 2);
    match has_new_section && have_sections(context, headings, best) {
        true => fix.step("Change the `<h2>` elements below each new `<h2>` to `<h3>`, too."),
        false => fix,
    }
}

/// The level of an H1 once another one is the page's: below the heading right above it, as a card in a
/// section has, else that of a section.
fn lowered_level(context: &Context<'_>, heading: &Heading) -> u8 {
    /// Bytes between a heading and the card below it.
    const NEAR_BYTES: usize = 40;
    let document = &context.page.document;
    let before = document.outline.headings.iter().rev();
    let before = before.filter(|one| one.place.text.end <= heading.place.text.start).take(1);
    // A small line above a heading, such as “Our services”, is no heading of a section.
    let above = before.filter(|above| (2..=3).contains(&above.level)).find(|above| {
        heading.place.text.start - above.place.text.end <= NEAR_BYTES
            && above.place.is_around == heading.place.is_around
    });
    above.map_or(2, |above| above.level + 1)
}

/// Whether any H1 but the best has an H2 right below it, which would stand beside it once it is one.
fn have_sections(context: &Context<'_>, headings: &FirstHeadings<'_>, best: Candidate<'_>) -> bool {
    let mut is_below_another = false;
    let others = || headings.candidates.iter().filter(|one| one.heading != best.heading);
    let mut all = context.page.document.outline.headings.iter().filter(|one| !one.place.is_around);
    // Further below, an H2 may stand beside the card of which that H1 is the title.
    all.any(|heading| {
        let has_section = heading.level == 2 && is_below_another;
        is_below_another = heading.level == 1 && others().any(|other| other.heading == heading);
        has_section
    })
}

/// Make the heading that is there the main one.
fn raise(context: &Context<'_>, headings: &FirstHeadings<'_>, heading: &Heading) -> Fix {
    let text = Quoted::of(heading.text(&context.page.document.visible_text), NAMED_CHARACTERS);
    let (line, level) = (heading.place.line, heading.level);
    let fix = Fix::new("title-h1-match", format!("Make {text} on line {line} the H1"), VERIFY)
        .effort(TEMPLATE_EFFORT)
        .for_tool(true)
        .step(format!(
            "Change {text} on line {line} from `<h{level}>` to `<h1>`. Keep its size with CSS."
        ));
    let fix = without_empty(context, without_logos(fix, headings));
    let fix = without_others(context, fix, headings);
    let fix = raise_below(context, fix, heading.place.text.end);
    let said = heading.text(&context.page.document.visible_text);
    let title = Quoted::of(&headings.title, NAMED_CHARACTERS);
    match () {
        () if names_no_page(&headings.title, &context.page.final_url) => {
            fix.step(format!("Replace the placeholder {title} in the `<title>` with {text}."))
        }
        () if !tokens(&headings.title).is_empty()
            && similarity(&headings.title, said) < TITLE_HEADING_PASS =>
        {
            fix.step(format!(
                "Use the same words in the heading and in the `<title>`, which says {title}."
            ))
        }
        () => fix,
    }
}

/// Make the element that shows the title the main heading.
fn turn(context: &Context<'_>, headings: &FirstHeadings<'_>, shown: &Shown<'_>) -> Fix {
    let text = Quoted::of(shown.text, NAMED_CHARACTERS);
    let fix =
        Fix::new("title-h1-match", format!("Make {text} on line {} the H1", shown.line), VERIFY)
            .effort(TEMPLATE_EFFORT)
            .for_tool(true)
            .step(shown.turned(&text));
    let fix = without_empty(context, without_logos(fix, headings));
    let fix = without_others(context, fix, headings);
    let fix = raise_below(context, fix, shown.end);
    let is_home = context.subject.kind == PageKind::Home;
    match is_home || similarity(&headings.title, shown.text) >= TITLE_HEADING_PASS {
        true => fix,
        false => fix.step(format!(
            "Use the same words in the heading and in the `<title>`, which says {}.",
            Quoted::of(&headings.title, NAMED_CHARACTERS)
        )),
    }
}

/// Demotes an H1 that has no text, beside which the page's own would be a second.
fn without_empty(context: &Context<'_>, fix: Fix) -> Fix {
    match context.page.document.outline.empty_first_headings.as_slice() {
        [] => fix,
        empty => fix.step(format!(
            "Turn the {} on {}, which {} no text, into {}.",
            plural(empty.len(), "`<h1>`", "`<h1>` elements"),
            lines(empty),
            plural(empty.len(), "has", "have"),
            plural(empty.len(), "a `<div>`", "`<div>` elements")
        )),
    }
}

/// Raises the headings of the text from there on, where they would skip a level below the H1.
fn raise_below(context: &Context<'_>, fix: Fix, from: usize) -> Fix {
    match highest_below(context, from) {
        Some(below) if below > 2 => fix.step(format!(
            "Raise the headings below it, too, so that `<h{below}>` becomes `<h2>` and no level is \
             skipped."
        )),
        _ => fix,
    }
}

/// The level of the highest heading of the text from there on.
fn highest_below(context: &Context<'_>, from: usize) -> Option<u8> {
    let document = &context.page.document;
    let after = document.outline.headings.iter().filter(|other| {
        !other.place.is_around
            && other.place.text.start >= from
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
    let is_home = context.subject.kind == PageKind::Home;
    let depth = depth_of_number(best.text);
    let is_numbered_alike = |other: &&Candidate<'_>| depth_of_number(other.text) == depth;
    let alike = candidates.iter().filter(is_numbered_alike).count();
    // A word of a long title, as each of several parts has one, names none of them.
    let is_word = tokens(best.text).len() == 1
        && tokens(&headings.title).len() >= LONG_TITLE
        && candidates.len() >= PARTS;
    let is_other = best.similarity < TITLE_HEADING_WARN || is_word;
    // Where a generator shows the title, each H1 below it stands over a part.
    let shown = generated_title(context);
    let is_below = |shown: Shown<'_>| shown.end <= best.heading.place.text.start;
    match candidates.len() {
        _ if shown.is_some_and(is_below) => tokens(best.text) != tokens(&headings.title),
        1 => is_other && depth.is_some(),
        _ if is_other => true,
        _ if tokens(best.text) == tokens(&headings.title) => false,
        // The title of a site is no heading, and what is offered may stand below a campaign.
        _ => {
            (depth.is_some() && alike > 1)
                || (!is_home && headings.first_above_text(context, best).is_some())
        }
    }
}

/// Give the page one main heading where all there are stand over sections.
fn lower(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Fix {
    let shown = generated_title(context);
    let named = shown.as_ref().map_or(headings.title.as_str(), |shown| shown.text);
    let title = Quoted::of(named, NAMED_CHARACTERS);
    let count = headings.candidates.len();
    let all = headings.candidates.iter().flat_map(|one| lines_of(headings, one));
    let all: Vec<u32> = all.collect();
    let fix = Fix::new(
        "title-h1-match",
        match count {
            1 => format!("Make the title {title} the H1, and change the section H1 to H2"),
            _ => format!("Make the title {title} the H1, and change the {count} section H1s to H2"),
        },
        VERIFY,
    )
    .effort(TEMPLATE_EFFORT);
    let same = same_heading(context, headings);
    if let Some(heading) = same.filter(|heading| heading.level == 1) {
        return keep(context, heading);
    }
    let fix = match (same, shown_title(context, headings)) {
        (Some(heading), _) => fix.step(format!(
            "Change {} on line {} from `<h{}>` to `<h1>`.",
            Quoted::of(heading.text(&context.page.document.visible_text), NAMED_CHARACTERS),
            heading.place.line,
            heading.level
        )),
        (None, Some(shown)) => fix.step(shown.turned(&Quoted::of(shown.text, NAMED_CHARACTERS))),
        (None, None) => {
            fix.step(format!("Put the title as `<h1>` above {}.", below_heading(context)))
        }
    };
    without_others(context, without_logos(fix, headings), headings)
        .step(format!(
            "Change the headings of the sections from `<h1>` to `<h2>`: {}.",
            lines(&all)
        ))
        .step("Lower the headings below them by one level, too.")
}

/// Leave the H1 that names the page, such as the logo of a home page, and lower those of sections.
fn keep(context: &Context<'_>, heading: &Heading) -> Fix {
    let named = Quoted::of(heading.text(&context.page.document.visible_text), NAMED_CHARACTERS);
    let all = context.page.document.outline.headings.iter();
    let others = all.filter(|one| one.level == 1 && *one != heading);
    let others: Vec<u32> = others.map(|one| one.place.line).collect();
    let title = format!("Keep only one of the {} H1s: {named}", others.len() + 1);
    Fix::new("title-h1-match", title, VERIFY)
        .effort(TEMPLATE_EFFORT)
        .step(format!(
            "Change the headings of the sections from `<h1>` to `<h2>`: {}.",
            lines(&others)
        ))
        .step("Lower the headings below them by one level, too.")
        .step(format!("Leave {named} on line {} as the only `<h1>`.", heading.place.line))
}
