//! What a page says of its date: in its markup, and to its readers.

use crate::catalogue::provenance::trusted_dates::{own_edges, readable, shown};
use crate::catalogue::structured_data::misplaced_that_names;
use crate::check::Context;
use crate::page::dates::{Date, DateCandidate, DateMeaning, ShownDates, locale};
use crate::report::PageKind;
use crate::weights::DATE_APART_DAYS;

pub(super) const UNSEEN: &str =
    "The declared date isn't visible in the text. Expected it with day, month and year.";

/// The most characters of the name of a declaration, and of what it says.
pub(super) const NAME_CHARACTERS: usize = 40;

pub(super) type Declared<'a> = Option<(&'a DateCandidate, Date)>;

/// The declaration that counts.
pub(super) fn first<'a>(context: &'a Context<'_>, meaning: DateMeaning) -> Declared<'a> {
    readable(context, meaning).next()
}

/// The names that engines document.
pub(super) const NAMES: [&str; 4] =
    ["datePublished", "dateModified", "article:published_time", "article:modified_time"];

/// The declaration under a name that engines document which machines cannot read, where no other
/// such name has the date.
pub(super) fn unread_standard<'a>(context: &'a Context<'_>) -> Option<&'a DateCandidate> {
    let is_standard = |one: &&DateCandidate| NAMES.contains(&one.name.as_str());
    let is_read = |meaning| readable(context, meaning).any(|(one, _)| is_standard(&one));
    let unread = context.dates.candidates.iter().filter(|one| one.date.is_none());
    unread.filter(is_standard).find(|one| !is_read(one.meaning))
}

/// Whether sources that state the same fact are more than a day apart.
pub(super) fn disagree(context: &Context<'_>, meaning: DateMeaning) -> bool {
    let same = |(candidate, date): (&DateCandidate, Date)| {
        NAMES.contains(&candidate.name.as_str()).then_some(date)
    };
    let mut dates = readable(context, meaning).filter_map(same);
    dates.next().is_some_and(|one| dates.any(|other| one.days_apart(other) > DATE_APART_DAYS))
}

/// The line of JSON-LD with a date that stands where no parser looks for it, and where that is.
pub(super) fn misplaced_dates(context: &Context<'_>) -> Option<(u32, String)> {
    ["datePublished", "dateModified"]
        .into_iter()
        .find_map(|name| misplaced_that_names(context, name))
}

/// Whether readers see a day that may be the page's. Manuals tell of many days, so that of a page is
/// one that is written as such.
pub(super) fn shows_day(context: &Context<'_>) -> bool {
    shown(context) != ShownDates::default()
        || (context.subject.kind != PageKind::Docs && shows_any_day(context))
}

/// Whether any day stands where people look for that of a page.
pub(super) fn shows_any_day(context: &Context<'_>) -> bool {
    own_edges(context).shows_any_day(locale(context.page, &context.languages))
}
