//! Whether an article is of its own day: written then, about what was new then, and left so.

use chrono::{DateTime, Datelike, NaiveDate};

use super::report::{is_of_paper, names_day};
use super::titles::{counts_off, is_lasting, teaches};
use super::{KEYWORDS, WORDS};
use crate::applicability::paragraphs::paragraphs;
use crate::applicability::talk::is_chapter_of_fiction;
use crate::page::Page;
use crate::page::dates::{Date, Dates, ShownDates, filed_month, is_dated, numbered_month};
use crate::page::language::Languages;
use crate::page::text::bare_words;
use crate::weights::{FRESH_DAYS, STALE_DAYS};

const DAYS_OF_MONTH: i64 = 31;
/// Paragraphs at the beginning of a report that say when it happened.
const LEAD_PARAGRAPHS: usize = 4;

/// Whether an article is one of long ago whose URL files it under a month or a day, or that begins
/// with what happened just then; that says nothing of a later change of the last years, and whose
/// title isn't one of a text that lasts.
pub(in crate::applicability) fn is_of_its_day(page: &Page) -> bool {
    let dates = Dates::of(page);
    let Some(from) = filed_day(page, &dates).or_else(|| day_of_report(page, &dates)) else {
        return false;
    };
    let days_until = |at: i64| {
        let at = DateTime::from_timestamp_millis(at).map(|at| at.date_naive());
        at.map_or(0, |day| (day - from).num_days())
    };
    let is_old = || days_until(page.fetched_at) > FRESH_DAYS + DAYS_OF_MONTH;
    is_old() && !teaches(page.document.title()) && {
        let changed = dates.modified().and_then(|changed| changed.date);
        changed.is_none_or(|date| {
            // What a system wrote when it was moved, years ago, is no sign of a text that is kept up.
            let is_forgotten = days_until(page.fetched_at) - days_until(date.latest()) > STALE_DAYS;
            is_forgotten || days_until(date.latest()) <= FRESH_DAYS + DAYS_OF_MONTH
        })
    }
}

/// Whether such an article reports what happened: its URL names the day, it begins with a day near its
/// own in English, the site bears the name of a newspaper, or the head names subjects as newsrooms do.
pub(in crate::applicability) fn reports(page: &Page) -> bool {
    let is_english = || Languages::of(page).primary().starts_with("en");
    let tells = || {
        let mut lead = paragraphs(page).take(LEAD_PARAGRAPHS);
        is_english() && (is_of_paper(page) || lead.any(tells_of_near_day))
    };
    !counts_off(page.document.title())
        && (is_dated(&page.final_url) || page.meta(KEYWORDS).is_some() || tells())
}

/// The first day of the month under which the URL files an article.
fn filed_day(page: &Page, dates: &Dates) -> Option<NaiveDate> {
    let published = dates.published().and_then(|published| published.date);
    let published = published.and_then(|date| DateTime::from_timestamp_millis(date.latest()));
    let published = published.map(|at| (at.year(), at.month()));
    let (year, month) =
        filed_month(&page.final_url).or_else(|| numbered_month(&page.final_url, published))?;
    NaiveDate::from_ymd_opt(year, month, 1)
}

/// The day of publication of an article that begins with what happened just then: “on Tuesday”, “last
/// night”. Only in English are such words known, and the titles of texts that last.
fn day_of_report(page: &Page, dates: &Dates) -> Option<NaiveDate> {
    let title = page.document.title();
    let languages = Languages::of(page);
    if is_lasting(title) || counts_off(title) || !languages.primary().starts_with("en") {
        return None;
    }
    let declared = dates.published().and_then(|published| published.date).and_then(Date::day);
    let day = declared.or_else(|| ShownDates::of(page, &languages).published)?;
    let is_told = paragraphs(page).take(LEAD_PARAGRAPHS).any(tells_of_near_day);
    (is_told && !is_chapter_of_fiction(page)).then_some(day)
}

/// Whether a paragraph names a day by how near it is: a day of the week, or a word for one.
fn tells_of_near_day(paragraph: &str) -> bool {
    let words: Vec<String> = bare_words(paragraph).map(str::to_lowercase).collect();
    let is_near = |phrase: &String| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        words.windows(phrase.len()).any(|own| own == phrase)
    };
    names_day(&words) || WORDS.near_days.iter().any(is_near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read_at;

    #[test]
    fn an_article_of_long_ago_that_its_url_dates_is_of_its_day() {
        let is = |url: &str, head: &str| {
            let html = format!("<html lang=en><head>{head}</head><h1>Tea</h1>");
            is_of_its_day(&read_at(url, &html))
        };
        let title = "<title>The tea that nobody drank</title>";
        for path in
            ["2019/05/tea", "2019/05/03/tea", "2019/may/03/tea", "20190503-tea", "a/2019-05-03-tea"]
                .into_iter()
                .chain(["the-tea-20190503", "the-tea-20190503.html", "a-tea-nobody-drank-2019-05"])
                .chain(["201905/03/tea"])
                .chain(["2019/TEA/05/03/nobody.drank/index.html"])
        {
            assert!(is(&format!("https://example.com/{path}"), title), "{path}");
        }
        for path in [
            "2026/05/tea",
            "2019/tea",
            "2019/97/tea",
            "20190503124/tea",
            "tea-2019",
            "tea-20199703",
            "1234-20190503",
            "2019-tea",
            "tea-2019-05",
            "a-tea-nobody-drank-2019-2",
            "2019/tea/05",
            "",
        ] {
            assert!(!is(&format!("https://example.com/{path}"), title), "{path}");
        }
        let numbered = "https://example.com/a-tea-nobody-drank-2019-2";
        let published = "<meta property=article:published_time content=2019-02-05>";
        assert!(is(numbered, &format!("{title}{published}")), "in that month");
        let url = "https://example.com/2019/05/tea";
        assert!(!is(url, "<title>How to brew tea</title>"), "it lasts");
        assert!(is(url, "<title>Will the tea come back?</title>"), "it asks for news");
        assert!(is(url, "<title>Tea pot review</title>"), "it judges what was new");
        let changed = "<meta property=article:modified_time content=2026-05-03>";
        assert!(!is(url, &format!("{title}{changed}")), "somebody keeps it");
        let moved = "<meta property=article:modified_time content=2021-05-03>";
        assert!(is(url, &format!("{title}{moved}")), "nobody has for years");
    }

    #[test]
    fn an_article_of_long_ago_that_begins_with_what_happened_then_is_of_its_day() {
        const ENGLISH: &str = "<p>The pots were found in the river below the old mill.</p>";
        const GERMAN: &str = "<p>Die Kannen lagen im Fluss unter der alten Mühle.</p>";
        let is_in = |lang: &str, text: &str, title: &str, published: &str, first: &str| {
            let text = text.repeat(20);
            let meta = format!("<meta property=article:published_time content={published}>");
            is_of_its_day(&read_at(
                "https://example.com/pots",
                &format!(
                    "<html lang={lang}><head><title>{title}</title>{meta}</head><main>\
                     <h1>{title}</h1><p>{first}, and nobody knows why they were there.</p>{text}"
                ),
            ))
        };
        let is = |title: &str, published: &str, first: &str| {
            is_in("en", ENGLISH, title, published, first)
        };
        let found = |first: &str| is("Pots found", "2019-05-03", first);
        for first in [
            "The city lost its pots on Tuesday",
            "The city lost its pots last night",
            "The maker today announced new pots",
        ] {
            assert!(found(first), "{first}");
        }
        for first in ["The city lost its pots", "Open Monday to Friday", "Today, tea is cheap"] {
            assert!(!found(first), "{first}");
        }
        let first = "The city lost its pots on Tuesday";
        assert!(!is("How to find pots", "2019-05-03", first), "it lasts");
        assert!(!is("Pots found?", "2019-05-03", first), "it asks");
        assert!(!is("Pots found", "2026-05-03", first), "it is new");
        let german = is_in("de", GERMAN, "Kannen gefunden", "2019-05-03", first);
        assert!(!german, "such words are known in English alone");
    }
}
