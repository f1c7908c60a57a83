//! The dates that can be trusted, and where they are seen.

use std::ops::Range;

use chrono::{DateTime, NaiveDate};

use crate::check::Context;
use crate::directives::parse_date;
use crate::page::Page;
use crate::page::dates::places::{cards, heading_start, main_end, main_start, not_own};
use crate::page::dates::{Date, DateCandidate, DateMeaning, DateSource, DatedText, ShownDates};
use crate::page::markup::Region;
use crate::page::names::is_author_page;
use crate::report::PageKind;
use crate::sitemap::{SitemapFacts, SitemapFetch, SitemapFormat, parse_w3c_date};
use crate::weights::{
    AHEAD_HOURS, ANSWER_STAMP_MINUTES, BUILD_STAMPS_FROM, DATE_APART_DAYS, DATE_FOOT_BYTES,
    DATE_HEAD_BYTES, DATE_NEAR_HEADING_BYTES, DATE_NEAR_POST_BYTES, LASTMODS_ALIKE,
};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

/// Whether a date lies after the page was fetched, whatever its zone.
pub(crate) fn is_future(context: &Context<'_>, date: Date) -> bool {
    date.earliest() > context.page.fetched_at.saturating_add(AHEAD_HOURS * HOUR)
}

/// The declarations with that meaning that can be read, most trustworthy first; a header is none.
pub(crate) fn readable<'a>(
    context: &'a Context<'_>,
    meaning: DateMeaning,
) -> impl Iterator<Item = (&'a DateCandidate, Date)> {
    let own = context.dates.candidates.iter().filter(move |candidate| {
        candidate.meaning == meaning && candidate.source != DateSource::Header
    });
    own.filter_map(|candidate| Some((candidate, candidate.date?)))
}

/// The first of them that is not in the future.
pub(crate) fn trusted<'a>(
    context: &'a Context<'_>,
    meaning: DateMeaning,
) -> Option<(&'a DateCandidate, Date)> {
    readable(context, meaning).find(|(_, date)| !is_future(context, *date))
}

/// The day in UTC.
pub(crate) fn day_of(millis: i64) -> NaiveDate {
    DateTime::from_timestamp_millis(millis).unwrap_or_default().date_naive()
}

/// When the sitemap says that the page was last changed: of its own entry, unless all entries bear
/// one date, or the date lies in the future.
pub(crate) fn sitemap_date(context: &Context<'_>) -> Option<i64> {
    let entries = sitemaps(context)
        .filter(|facts| !(facts.lastmods_alike && facts.lastmods_total >= LASTMODS_ALIKE))
        .flat_map(|facts| facts.matches.iter().map(move |entry| (facts, entry)));
    let mut dates = entries.filter(|(_, entry)| entry.exact).filter_map(|(facts, entry)| {
        let lastmod = entry.lastmod.as_deref()?;
        match facts.format {
            Some(SitemapFormat::Rss | SitemapFormat::Atom) => parse_date(lastmod),
            _ => parse_w3c_date(lastmod),
        }
    });
    dates.find(|at| *at <= context.page.fetched_at.saturating_add(AHEAD_HOURS * HOUR))
}

fn sitemaps<'a>(context: &'a Context<'_>) -> impl Iterator<Item = &'a SitemapFacts> {
    let survey = context.page.supporting.sitemaps.iter();
    survey.flat_map(|survey| survey.sitemaps.iter().filter_map(SitemapFetch::facts))
}

/// Whether a date of the last change is when the site was built or the answer was made: the
/// instant of the answer, or the day of it where other pages of the sitemap bear that day too.
pub(crate) fn is_build_stamp(context: &Context<'_>, date: Date) -> bool {
    let now = context.page.fetched_at;
    let exact = date.latest() - date.earliest() <= MINUTE;
    if exact && (now - date.earliest()).abs() <= ANSWER_STAMP_MINUTES * MINUTE {
        return true;
    }
    let today = day_of(now);
    let lastmods = sitemaps(context).flat_map(|facts| &facts.lastmods);
    let of_today = lastmods.filter_map(|at| parse_w3c_date(at)).filter(|at| day_of(*at) == today);
    date.day() == Some(today) && of_today.count() >= BUILD_STAMPS_FROM
}

/// Where readers look for a date: at the beginning, around the heading, where the main content
/// ends, and at the foot.
pub(crate) fn edges<'a>(context: &'a Context<'_>) -> &'a DatedText {
    context.memo.edges.get_or_init(|| {
        let mut others = cards(context.page);
        others.extend(announcements(context.page));
        others.sort_by_key(|range| range.start);
        DatedText::new(&cut(&context.page.document.visible_text, &edge_ranges(context), &others))
    })
}

/// Lines outside the main content whose most is a link of several words: what they tell, and when,
/// is of another page, unless the link names the author of this one.
fn announcements(page: &Page) -> Vec<Range<usize>> {
    /// Words of a link; fewer name a subject or an author.
    const WORDS: usize = 4;
    let document = &page.document;
    let links = document.outline.links.iter().filter(|link| {
        let text = document.text_at(&link.place);
        let is_of_author = is_author_page(&link.href)
            || link.rel.split_ascii_whitespace().any(|own| own.eq_ignore_ascii_case("author"));
        !link.place.in_main && !is_of_author && text.split_whitespace().count() >= WORDS
    });
    links
        .filter_map(|link| {
            let text = &link.place.text;
            let blocks = &document.outline.blocks;
            let at = blocks.partition_point(|block| block.place.text.end <= text.start);
            let line = blocks.get(at)?.place.text.clone();
            let is_most = text.len() * 2 > line.len();
            (line.start <= text.start && text.end <= line.end && is_most).then_some(line)
        })
        .collect()
}

/// The same without what surrounds the content and what stands under pictures, where the site
/// shows today and other days.
pub(crate) fn own_edges<'a>(context: &'a Context<'_>) -> &'a DatedText {
    context.memo.own_edges.get_or_init(|| {
        let text = &context.page.document.visible_text;
        DatedText::new(&cut(text, &edge_ranges(context), &not_own(context.page)))
    })
}

fn edge_ranges(context: &Context<'_>) -> Vec<Range<usize>> {
    let page = context.page;
    let length = page.document.visible_text.len();
    let near = match context.subject.kind {
        PageKind::Qa => DATE_NEAR_POST_BYTES,
        _ => DATE_NEAR_HEADING_BYTES,
    };
    let around = [heading_start(page), main_start(page), main_end(page)];
    let around = around.map(|at| at.saturating_sub(near / 4)..at + near);
    let ends = [0..DATE_HEAD_BYTES, length.saturating_sub(DATE_FOOT_BYTES)..length];
    [&around[..], &ends[..]].concat()
}

/// Only where a date is likely to be the page's own: near the heading and where the main content
/// ends.
pub(crate) fn near_edges(context: &Context<'_>) -> DatedText {
    text_of(context, &edges_of(context.page))
}

/// The same without what follows the main content, such as a list of other threads.
pub(crate) fn edges_within(context: &Context<'_>) -> DatedText {
    let end = main_end(context.page);
    text_of(context, &edges_of(context.page).map(|range| range.start..range.end.min(end)))
}

fn edges_of(page: &Page) -> [Range<usize>; 3] {
    let (start, end) = (main_start(page), main_end(page));
    let near = DATE_NEAR_HEADING_BYTES / 2;
    let around = |at: usize| at.saturating_sub(near / 4)..at + near;
    [around(heading_start(page)), around(start), end.saturating_sub(near / 4)..end + near / 4]
}

fn text_of(context: &Context<'_>, ranges: &[Range<usize>]) -> DatedText {
    let page = context.page;
    DatedText::new(&cut(&page.document.visible_text, ranges, &not_own(page)))
}

/// The days that readers see as those of the page.
pub(crate) fn shown(context: &Context<'_>) -> ShownDates {
    *context.memo.shown.get_or_init(|| ShownDates::of(context.page, &context.languages))
}

/// Those ranges of a text without some others, each part once, on lines of their own.
fn cut(text: &str, ranges: &[Range<usize>], without: &[Range<usize>]) -> String {
    let mut ranges: Vec<Range<usize>> =
        ranges.iter().flat_map(|range| outside(range, without)).collect();
    ranges.sort_by_key(|range| range.start);
    let (mut out, mut from) = (String::new(), 0);
    for range in ranges {
        let start = text.floor_char_boundary(range.start.max(from).min(text.len()));
        let end = text.floor_char_boundary(range.end.min(text.len()));
        if start < end {
            if start > from {
                out.push('\n');
            }
            out.push_str(&text[start..end]);
            from = end;
        }
    }
    out
}

/// The parts of a range that are not in others, which follow each other.
fn outside(range: &Range<usize>, others: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut from = range.start;
    let mut parts = Vec::new();
    for other in others.iter().filter(|other| other.start < range.end && other.end > range.start) {
        if other.start > from {
            parts.push(from..other.start);
        }
        from = from.max(other.end);
    }
    if from < range.end {
        parts.push(from..range.end);
    }
    parts
}

/// Whether readers see that date or one next to it.
pub(crate) fn is_visible(context: &Context<'_>, text: &DatedText, date: Date) -> bool {
    let language = context.languages.primary();
    let near = |day: NaiveDate| [Some(day), day.pred_opt(), day.succ_opt()].into_iter().flatten();
    let shown = date.day().is_some_and(|day| near(day).any(|day| text.shows(day, language)));
    shown || in_time_element(context, date)
}

/// Whether a `<time>` of the content with text stands for that date: "3 days ago" is seen too.
fn in_time_element(context: &Context<'_>, date: Date) -> bool {
    context.page.document.markup.times.iter().any(|time| {
        time.spot.region == Region::Content
            && !time.text.is_empty()
            && Date::parse(&time.datetime)
                .is_some_and(|own| own.day().is_some() && own.days_apart(date) <= DATE_APART_DAYS)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_are_cut_once_and_at_characters() {
        assert_eq!(cut("abcdef", &[4..6, 0..2], &[]), "ab\nef");
        assert_eq!(cut("abcdef", &[1..4, 0..3], &[]), "abcd");
        assert_eq!(cut("äöü", &[1..3, 3..99], &[]), "äöü");
        assert_eq!(cut("", &[0..9, 3..5], &[]), "");
        assert_eq!(cut("abcdef", &[0..3, 2..5], &[1..2, 4..9]), "a\ncd");
        assert_eq!(cut("abcdef", &[2..4, 0..1], &[0..3, 3..6]), "");
    }

    proptest! {
        #[test]
        fn cutting_never_panics(text in any::<String>(), ranges in prop::collection::vec((0_usize..40, 0_usize..40), 0..6), without in prop::collection::vec((0_usize..40, 0_usize..9), 0..3)) {
            let ranges: Vec<_> = ranges.into_iter().map(|(start, end)| start..end).collect();
            let without: Vec<_> = without.into_iter().map(|(at, len)| at..at + len).collect();
            let pieces = ranges.len() * (without.len() + 1);
            prop_assert!(cut(&text, &ranges, &without).len() <= text.len() + pieces);
        }
    }
}
