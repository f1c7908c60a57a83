#![doc = include_str!("page.md")]

mod versions;

use chrono::NaiveDate;

use super::trusted_dates::{
    edges, is_future, is_visible, own_edges, readable, shown, sitemap_date,
};
use crate::catalogue::structured_data::{fix_that_writes, misplaced_that_names};
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::json_ld;
use crate::page::dates::{
    Date, DateCandidate, DateMeaning, DateSource, Precision, ShownDates, knows_months, locale,
};
use crate::paste;
use crate::paste::page_name;
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::DATE_APART_DAYS;
use versions::{has_version, is_of_version};

/// The check.
pub struct DatesDeclared;

impl Check for DatesDeclared {
    fn about(&self) -> &'static About {
        &About {
            id: "dates-declared",
            title: "Date is shown and machine-readable",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Engines that prefer fresh sources need a date they can read, and Google asks for \
                one that readers see too. In a study of 98,000 citations, dates were among the few \
                signals that correlated with citations in every field.",
            sources: &[
                Source {
                    title: "Google: influence your byline dates",
                    url: "https://developers.google.com/search/docs/appearance/publication-dates",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "Growth Memo: what AI rewards, seven verticals",
                    url: "https://www.searchenginejournal.com/the-science-of-what-ai-actually-rewards/568682/",
                    strength: EvidenceStrength::Moderate,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let finding =
            match (first(context, DateMeaning::Published), first(context, DateMeaning::Modified)) {
                (None, None) => judge_undeclared(context),
                (published, modified) => judge_declared(context, published, modified),
            };
        finding.with_all(context.dates.candidates.iter().map(|one| detail(context, one)))
    }

    fn fix(&self, context: &Context<'_>, finding: &CheckResult) -> Fix {
        let declared =
            first(context, DateMeaning::Published).or(first(context, DateMeaning::Modified));
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
}

/// What documentation is worth that names neither a date nor a version: many manuals are kept up to
/// date without either.
const UNDATED_DOCS_WORTH: u8 = 25;

/// What a date is worth that can be read under a name that few programs know, beside one under a name
/// that all know which can't: hardly less than without the latter, so that nobody deletes it.
const OTHER_NAME_WORTH: u8 = 95;

/// What stands for the language of a page that neither declares one nor has text enough to tell.
const UNKNOWN_LANGUAGE: &str = "und";

const NAMES_VERSION: &str =
    "The page names the version that it documents, which says how current it is.";

const UNSEEN: &str =
    "The declared date isn't visible in the text. Expected it with day, month and year.";

type Declared<'a> = Option<(&'a DateCandidate, Date)>;

/// The declaration that counts.
fn first<'a>(context: &'a Context<'_>, meaning: DateMeaning) -> Declared<'a> {
    readable(context, meaning).next()
}

fn judge_declared(
    context: &Context<'_>,
    published: Declared<'_>,
    modified: Declared<'_>,
) -> Finding {
    let both = [published, modified].into_iter().flatten();
    if both.clone().any(|(_, date)| is_future(context, date)) {
        return Finding::warn("A declared date is in the future.");
    }
    if let (Some((_, published)), Some((_, modified))) = (published, modified)
        && modified.latest() < published.earliest()
        && modified.days_apart(published) > DATE_APART_DAYS
    {
        return Finding::warn("The declared update is before the declared publication.");
    }
    if disagree(context, DateMeaning::Published) || disagree(context, DateMeaning::Modified) {
        return Finding::warn(
            "The page declares different dates for the same event. Expected one.",
        );
    }
    if both.clone().all(|(_, date)| date.precision() < Precision::Day) {
        return Finding::warn("The declared date has no day. Expected day, month and year.");
    }
    if let Some(unread) = unread_standard(context) {
        let name = Quoted::of(&unread.name, NAME_CHARACTERS);
        return Finding::warn(format!(
            "The date in {name} isn't in ISO 8601 format, such as `2026-11-21`."
        ))
        .worth(OTHER_NAME_WORTH);
    }
    let text = edges(context);
    let all = [DateMeaning::Published, DateMeaning::Modified];
    let mut dates = all.into_iter().flat_map(|meaning| readable(context, meaning));
    match dates.any(|(_, date)| is_visible(context, &text, date)) {
        true => Finding::pass("A date is visible in the text and machine-readable."),
        // Its tool writes when it ran.
        false if context.subject.kind == PageKind::Docs && is_of_version(context) => {
            Finding::not_applicable(NAMES_VERSION)
        }
        false => Finding::warn(UNSEEN),
    }
}

/// The names that engines document.
const NAMES: [&str; 4] =
    ["datePublished", "dateModified", "article:published_time", "article:modified_time"];

/// The declaration under a name that engines document which machines cannot read, where no other
/// such name has the date.
fn unread_standard<'a>(context: &'a Context<'_>) -> Option<&'a DateCandidate> {
    let is_standard = |one: &&DateCandidate| NAMES.contains(&one.name.as_str());
    let is_read = |meaning| readable(context, meaning).any(|(one, _)| is_standard(&one));
    let unread = context.dates.candidates.iter().filter(|one| one.date.is_none());
    unread.filter(is_standard).find(|one| !is_read(one.meaning))
}

/// Whether sources that state the same fact are more than a day apart.
fn disagree(context: &Context<'_>, meaning: DateMeaning) -> bool {
    let same = |(candidate, date): (&DateCandidate, Date)| {
        NAMES.contains(&candidate.name.as_str()).then_some(date)
    };
    let mut dates = readable(context, meaning).filter_map(same);
    dates.next().is_some_and(|one| dates.any(|other| one.days_apart(other) > DATE_APART_DAYS))
}

/// No date that can be read stands in the page's markup.
fn judge_undeclared(context: &Context<'_>) -> Finding {
    let own = |one: &&DateCandidate| one.source != DateSource::Header;
    let language = context.languages.primary();
    let is_declared = context.dates.candidates.iter().any(|one| own(&one));
    if context.subject.is_of_changes && !is_declared {
        return Finding::not_applicable("The dates in release notes are those of the releases.");
    }
    if shows_day(context) {
        return Finding::warn(
            "The date in the text isn't machine-readable. Expected it in the markup too.",
        );
    }
    if is_declared {
        return Finding::warn("The declared date isn't in ISO 8601 format, such as `2026-11-21`.");
    }
    // A manual is as old as the version that it is about.
    if context.subject.kind == PageKind::Docs && has_version(context) {
        return Finding::not_applicable(NAMES_VERSION);
    }
    if shows_any_day(context) {
        return Finding::not_applicable(
            "The text shows a date, but doesn't say that it is the page's.",
        );
    }
    if sitemap_date(context).is_some() {
        return Finding::warn(
            "Only the sitemap has a date for this page. Expected one on the page.",
        );
    }
    if context.page.is_read_in_part() {
        return Finding::could_not_see(
            "Only part of the page was read, and that part has no date.",
        );
    }
    let is_unknown = language == UNKNOWN_LANGUAGE;
    if is_unknown && context.subject.kind != PageKind::Docs {
        return Finding::warn(
            "No date found. The page's language isn't known, so a date that its text names in words \
             may have been missed.",
        );
    }
    if !is_unknown && !knows_months(language) {
        return Finding::warn(
            "No machine-readable date found. Dates in the text can't be recognized in its language.",
        );
    }
    match context.subject.kind {
        PageKind::Docs => Finding::warn(
            "No date found. Expected an updated date, or the version that the page covers.",
        )
        .worth(UNDATED_DOCS_WORTH),
        _ => match misplaced_dates(context) {
            Some((_, place)) => Finding::fail(format!(
                "No date is visible in the text, and the JSON-LD that has one is in {place}, where no \
                 parser looks for it."
            )),
            None if context.page.may_be_saved_without_scripts() => Finding::warn(
                "No date is visible in the text. The file has no `script` elements, so a declared \
                 date may be missing.",
            ),
            None => Finding::fail(
                "No date found. Expected a published or updated date in the text and in the markup.",
            ),
        },
    }
}

/// The line of JSON-LD with a date that stands where no parser looks for it, and where that is.
fn misplaced_dates(context: &Context<'_>) -> Option<(u32, String)> {
    ["datePublished", "dateModified"]
        .into_iter()
        .find_map(|name| misplaced_that_names(context, name))
}

/// Whether readers see a day that may be the page's. Manuals tell of many days, so that of a page is
/// one that is written as such.
fn shows_day(context: &Context<'_>) -> bool {
    shown(context) != ShownDates::default()
        || (context.subject.kind != PageKind::Docs && shows_any_day(context))
}

/// Whether any day stands where people look for that of a page.
fn shows_any_day(context: &Context<'_>) -> bool {
    own_edges(context).shows_any_day(locale(context.page, &context.languages))
}

fn detail(context: &Context<'_>, candidate: &DateCandidate) -> Detail {
    let meaning = match candidate.meaning {
        DateMeaning::Published => "Published",
        DateMeaning::Modified => "Updated",
    };
    let place = match candidate.source {
        DateSource::JsonLd => "JSON-LD",
        DateSource::Microdata => "Microdata",
        DateSource::ArticleMeta | DateSource::Meta => "`<meta>` element",
        DateSource::MarkedTime | DateSource::Time => "`<time>` element",
        DateSource::Header => "HTTP header, which doesn't count on its own",
    };
    let read = match candidate.date {
        Some(date) if is_future(context, date) => "in the future",
        Some(_) => "readable",
        None => "not readable",
    };
    let excerpt = quote("", &candidate.written).excerpt;
    let label = format!("{meaning} ({})", Quoted::of(&candidate.name, 40));
    Detail { line: candidate.line, excerpt, ..measure(label, format!("{place}, {read}")) }
}

const VERIFY: &str = "Scan the page again. The date is listed as “readable”, and the check passes.";

/// Add a date. Shared with `freshness`, which needs it too.
pub(crate) fn fix_undated(context: &Context<'_>) -> Fix {
    let title = page_name(context);
    let shown_dates = shown(context);
    let shown = shown_dates.published.or(shown_dates.modified);
    let published = json_ld::published(context);
    let name = if published.is_some() { "datePublished" } else { "dateModified" };
    // The sitemap's day may be another one than the one that readers see and nobody can be sure of.
    let is_unsure = shown.is_none() && shows_day(context);
    let known = published.or_else(|| json_ld::modified(context)).filter(|_| !is_unsure);
    // Where readers see the date, markup that holds it is all that is missing.
    if shown.is_some()
        && known.is_some()
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
            None => declared_as(context, shown_dates).to_owned(),
        });
    match known {
        Some(day) => fix.snippet(time_element(&day)),
        None => fix,
    }
}

/// The step that declares the dates that readers see, under the names of what they are.
fn declared_as(context: &Context<'_>, shown: ShownDates) -> &'static str {
    match (shown.published, shown.modified) {
        (None, Some(_)) => "Declare the same date as `dateModified` in the JSON-LD.",
        (Some(_), None) => "Declare the same date as `datePublished` in the JSON-LD.",
        // Manuals are kept up to date: when they were first published tells nothing.
        (None, None) if context.subject.kind == PageKind::Docs => {
            "Declare the same date as `dateModified` in the JSON-LD."
        }
        _ => "Declare the same dates as `datePublished` and `dateModified` in the JSON-LD.",
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
    let date = first(context, DateMeaning::Modified)
        .map(|(_, modified)| modified)
        .filter(|modified| modified.earliest() > date.latest())
        .unwrap_or(date);
    let day = date.day().map_or_else(|| date.to_string(), |day| day.to_string());
    Fix::new("dates-declared", format!("Show the date of {title} ({day}) in its text"), VERIFY)
        .step(format!("Write {day} near the heading, in the date format of the page's language."))
        .step("Fill the text and the markup from the same template field, so that they agree.")
        .snippet(time_element(&day))
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

/// The most characters of the name of a declaration, and of what it says.
const NAME_CHARACTERS: usize = 40;

/// The most declarations that a fix lists.
const LISTED_MAX: usize = 6;

fn fix_contradiction(context: &Context<'_>) -> Fix {
    let title = page_name(context);
    let text = edges(context);
    let published = readable(context, DateMeaning::Published).filter_map(|(_, date)| date.day());
    let is_shown = |day: &NaiveDate| text.shows(*day, context.languages.primary());
    let heading = match published.into_iter().find(is_shown) {
        Some(day) => {
            format!("Declare the visible date {day} as the date of {title} everywhere")
        }
        None => format!("Declare one correct date for {title} everywhere"),
    };
    let mut fix = Fix::new("dates-declared", heading, VERIFY)
        .step("Look up when the page was published and when it was last changed.");
    let own = context.dates.candidates.iter().filter(|one| one.source != DateSource::Header);
    for one in own.take(LISTED_MAX) {
        let (name, written) =
            (Quoted::of(&one.name, NAME_CHARACTERS), Quoted::of(&one.written, NAME_CHARACTERS));
        let line = one.line.map(|line| format!("Line {line}: ")).unwrap_or_default();
        fix = fix.step(format!("{line}{name} says {written}. Replace it with the correct date."));
    }
    fix.step("Make sure no date is in the future and no update is before the publication.")
}

fn time_element(day: &str) -> String {
    format!("<time datetime=\"{0}\">{0}</time>", paste::html(day))
}

#[cfg(test)]
mod tests;
