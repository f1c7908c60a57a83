//! How to show and declare a date.

use chrono::NaiveDate;

use super::declared::{
    NAME_CHARACTERS, UNSEEN, disagree, first, misplaced_dates, shows_day, unread_standard,
};
use crate::catalogue::provenance::trusted_dates::{edges, is_future, readable, shown};
use crate::catalogue::structured_data::fix_that_writes;
use crate::check::Context;
use crate::fix::Fix;
use crate::json_ld;
use crate::page::dates::{Date, DateCandidate, DateMeaning, DateSource, ShownDates};
use crate::page::structured::Syntax;
use crate::paste::{self, page_name};
use crate::quoted::Quoted;
use crate::report::{CheckResult, PageKind};

const VERIFY: &str = "Scan the page again. The date is listed as “readable”, and the check passes.";

/// By the same causes as the verdict, in the same order.
pub(super) fn fix(context: &Context<'_>, finding: &CheckResult) -> Fix {
    let declared = first(context, DateMeaning::Published).or(first(context, DateMeaning::Modified));
    match declared {
        None => fix_undated(context),
        // Where the kind is unsure, the summary goes on to say so.
        Some((_, date)) if finding.summary.starts_with(UNSEEN) => fix_unseen(context, date),
        Some(_)
            if let Some(unread) = unread_standard(context).filter(|_| {
                !disagree(context, DateMeaning::Published)
                    && !disagree(context, DateMeaning::Modified)
            }) =>
        {
            fix_unread(context, unread)
        }
        Some(_) => fix_contradiction(context),
    }
}

/// Add a date. Shared with `freshness`, which needs it too.
pub(crate) fn fix_undated(context: &Context<'_>) -> Fix {
    let title = page_name(context);
    let shown_dates = shown(context);
    let shown = shown_dates.published.or(shown_dates.modified);
    let published = json_ld::published(context);
    let name = if published.is_some() { "datePublished" } else { "dateModified" };
    // The sitemap's day may be another one than the one that readers see and nobody can be sure of.
    let is_unsure = shown.is_none() && shows_day(context);
    let is_in_block = published.is_some() && is_unsure;
    let known = published.or_else(|| json_ld::modified(context)).filter(|_| !is_unsure);
    // Where readers see the date, markup that holds it is all that is missing.
    if ((shown.is_some() && known.is_some()) || is_in_block)
        && let Some(fix) = fix_that_writes(context, name)
    {
        return fix;
    }
    if context.subject.kind == PageKind::Qa {
        return fix_thread(&title);
    }
    let heading = match (&known, shown) {
        (Some(day), Some(_)) => {
            format!("Make the visible date of {title} ({day}) machine-readable")
        }
        (Some(day), None) => format!("Show the date of {title} ({day}) in a `<time>` element"),
        (None, _) if shows_day(context) => {
            format!("Make the visible date of {title} machine-readable")
        }
        // Manuals are kept up to date: when they were first published tells nothing.
        (None, _) if context.subject.kind == PageKind::Docs => {
            format!("Show when {title} was last updated, or which version it covers")
        }
        (None, _) => {
            format!("Add a visible publication date to {title}, and declare it in the markup")
        }
    };
    let first_step = match context.subject.kind {
        _ if shows_day(context) => "Keep the date where readers see it.",
        PageKind::Docs => {
            "Show the date of the last real change, or the version that the page covers, near the \
             heading or at the end of the text. If you show a version, the other steps aren't needed."
        }
        _ => {
            "Show the date of publication, and that of the last real change, near the heading or at \
             the end of the text."
        }
    };
    let fix = Fix::new("dates-declared", heading, VERIFY)
        .for_tool(known.is_none() && context.subject.kind == PageKind::Docs)
        .step(first_step)
        .step(match known {
            Some(_) => "Write it in a `<time>` element with an ISO 8601 `datetime`, as below.",
            None => "Write it in a `<time>` element with an ISO 8601 `datetime` (`YYYY-MM-DD`, or with time and zone).",
        })
        .step(match misplaced_dates(context) {
            Some((line, place)) => format!(
                "Move the JSON-LD on line {line} from {place} into the text of a \
                 `<script type=\"application/ld+json\">`: it declares the date already."
            ),
            None => declared_as(context, shown_dates),
        });
    match known {
        Some(day) => fix.snippet(time_element(&day)),
        None => fix,
    }
}

/// The step that declares the dates that readers see, under the names of what they are.
fn declared_as(context: &Context<'_>, shown: ShownDates) -> String {
    let what = match (shown.published, shown.modified) {
        (None, Some(_)) => "date as `dateModified`",
        (Some(_), None) => "date as `datePublished`",
        // Manuals are kept up to date: when they were first published tells nothing.
        (None, None) if context.subject.kind == PageKind::Docs => "date as `dateModified`",
        _ => "dates as `datePublished` and `dateModified`",
    };
    let mut nodes = context.page.document.markup.structured.all();
    match nodes.any(|node| node.node().syntax == Syntax::JsonLd) {
        true => format!("Declare the same {what} in the JSON-LD."),
        false => format!("If you describe the page in JSON-LD, declare the same {what} there."),
    }
}

/// In a thread each post has a day of its own, and those on which people joined stand beside them.
fn fix_thread(title: &str) -> Fix {
    Fix::new("dates-declared", format!("Mark up the dates of the posts of {title}"), VERIFY)
        .step("Show the date of each post in a `<time>` element with an ISO 8601 `datetime` (`YYYY-MM-DD`, or with time and zone).")
        .step("Declare the date of the first post as `datePublished` of the question or post in its JSON-LD.")
}

fn fix_unseen(context: &Context<'_>, date: Date) -> Fix {
    let title = page_name(context);
    let shown = shown(context);
    let of = |meaning| first(context, meaning).and_then(|(_, date)| date.day());
    let (published, modified) = (of(DateMeaning::Published), of(DateMeaning::Modified));
    if let (Some(seen), None, Some(published), Some(modified)) =
        (shown.published, shown.modified, published, modified)
        && published < seen
        && seen <= modified
    {
        return fix_between(&title, seen, [published, modified]);
    }
    let update = shown.modified.zip(modified);
    if let Some((seen, day)) = update.or(shown.published.zip(published)) {
        return Fix::new(
            "dates-declared",
            format!("Use one date for {title}: the text shows {seen}, the markup {day}"),
            VERIFY,
        )
        .step(format!(
            "Find out which date is right: {seen} in the text, or {day} in the markup. Use it in both."
        ))
        .step("Fill the text and the markup from the same template field, so that they agree.");
    }
    // Readers want to know how old the text is now.
    let changed = first(context, DateMeaning::Modified)
        .map(|(_, modified)| modified)
        .filter(|modified| modified.earliest() > date.latest());
    let date = changed.unwrap_or(date);
    let day = date.day().map_or_else(|| date.to_string(), |day| day.to_string());
    Fix::new("dates-declared", format!("Show the date of {title} ({day}) in its text"), VERIFY)
        .step(format!(
            "Write {day} near the heading{}, in an element as below. Its text can have the date format \
             of the page's language.",
            if changed.is_some() { ", as the date of the last update" } else { "" }
        ))
        .step("Fill the text and the markup from the same template field, so that they agree.")
        .snippet(time_element(&day))
}

/// A date that lies between the declared ones may be that of an update, which nobody should take for
/// that of publication.
fn fix_between(title: &str, seen: NaiveDate, [published, modified]: [NaiveDate; 2]) -> Fix {
    Fix::new(
        "dates-declared",
        format!("Use one date for {title}: the text shows {seen}, the markup {published}"),
        VERIFY,
    )
    .step(format!(
        "The text's date, {seen}, is between `datePublished` ({published}) and `dateModified` \
         ({modified}). If it is that of an update, show “Updated {modified}” instead. If it is that of \
         publication, use it in `datePublished` too."
    ))
    .step("Fill the text and the markup from the same template field, so that they agree.")
}

/// Write the date that is known under another name as machines read it.
fn fix_unread(context: &Context<'_>, unread: &DateCandidate) -> Fix {
    let title = page_name(context);
    let day = match unread.meaning {
        DateMeaning::Published => json_ld::published(context),
        DateMeaning::Modified => json_ld::modified(context),
    };
    let name = Quoted::of(&unread.name, NAME_CHARACTERS);
    let written = Quoted::of(&unread.written, NAME_CHARACTERS);
    let line = unread.line.map(|line| format!(" on line {line}")).unwrap_or_default();
    let change = match day {
        Some(day) => {
            format!("Change {name}{line} from {written} to {}.", Quoted::of(&day, NAME_CHARACTERS))
        }
        None => format!(
            "Change {name}{line} from {written} to the same date in ISO 8601, such as `2026-11-21`."
        ),
    };
    Fix::new("dates-declared", format!("Write {name} of {title} in ISO 8601"), VERIFY)
        .step(change)
        .step("Have the template write the date with an ISO 8601 format, not as readers see it.")
}

/// The most declarations that a fix lists.
const LISTED_MAX: usize = 6;

fn fix_contradiction(context: &Context<'_>) -> Fix {
    let title = page_name(context);
    let text = edges(context);
    let published = readable(context, DateMeaning::Published).filter_map(|(_, date)| date.day());
    let is_shown = |day: &NaiveDate| text.shows(*day, context.languages.primary());
    let all = || {
        let meanings = [DateMeaning::Published, DateMeaning::Modified];
        meanings.into_iter().flat_map(|one| readable(context, one))
    };
    let is_to_come = all().any(|(_, date)| is_future(context, date));
    // Dates of the other event, which agree, stay as they are.
    let disagreeing =
        [DateMeaning::Published, DateMeaning::Modified].map(|one| disagree(context, one));
    let only = match disagreeing {
        _ if is_to_come || is_out_of_order(context) => None,
        [true, false] => Some(DateMeaning::Published),
        [false, true] => Some(DateMeaning::Modified),
        _ => None,
    };
    let published = published.filter(|_| only != Some(DateMeaning::Modified));
    let seen = published.into_iter().find(is_shown);
    let heading = match seen {
        // No day to come is the right one, wherever it stands.
        Some(day) if is_to_come => {
            format!("Correct the date of {title}: {day} is in the future")
        }
        Some(day) => {
            format!("Declare the visible date {day} as the date of {title} everywhere")
        }
        None if only == Some(DateMeaning::Modified) => {
            format!("Declare one date of the last change for {title}: it has several")
        }
        None => format!("Declare one correct date for {title} everywhere"),
    };
    // The day that readers see is right unless it is still to come.
    let right = seen.filter(|_| !is_to_come);
    let mut fix = Fix::new("dates-declared", heading, VERIFY).step(match (right, only) {
        (Some(day), Some(_)) => format!("Make sure {day}, which readers see, is right."),
        (Some(day), None) => format!(
            "Make sure {day}, which readers see, is right, and look up when the page was last changed."
        ),
        (None, _) => "Look up when the page was published and when it was last changed.".to_owned(),
    });
    let own = context.dates.candidates.iter().filter(|one| one.source != DateSource::Header);
    let own = own.filter(|one| only.is_none_or(|only| one.meaning == only));
    let is_right = |one: &DateCandidate| {
        let date = one.date.filter(|_| one.meaning == DateMeaning::Published);
        let seen = right.and_then(|day| Date::parse(&day.to_string()));
        // Zones move a time into the day before or after.
        seen.zip(date).is_some_and(|(seen, date)| seen.days_apart(date) <= 1)
    };
    for one in own.filter(|one| !is_right(one)).take(LISTED_MAX) {
        let (name, written) =
            (Quoted::of(&one.name, NAME_CHARACTERS), Quoted::of(&one.written, NAME_CHARACTERS));
        let line = one.line.map(|line| format!("Line {line}: ")).unwrap_or_default();
        let by = match right.filter(|_| one.meaning == DateMeaning::Published) {
            Some(day) => day.to_string(),
            None => "the correct date".to_owned(),
        };
        fix = fix.step(format!("{line}{name} says {written}. Replace it with {by}."));
    }
    fix.step("Make sure no date is in the future and no update is before the publication.")
}

/// Whether the last change is declared to be before the publication.
fn is_out_of_order(context: &Context<'_>) -> bool {
    let of = |meaning| first(context, meaning).map(|(_, date)| date);
    let pair = of(DateMeaning::Published).zip(of(DateMeaning::Modified));
    pair.is_some_and(|(published, modified)| modified.latest() < published.earliest())
}

fn time_element(day: &str) -> String {
    format!("<time datetime=\"{0}\">{0}</time>", paste::html(day))
}
