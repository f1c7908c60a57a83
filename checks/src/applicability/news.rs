//! News that no markup declares: told by how it begins, where it stands and what its head says.
//!
//! News is left alone by some checks, so what could be said of a blog too (a day in the address, a
//! section) only counts beside something that speaks of news.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate};
use url::Url;

use crate::applicability::paragraphs::paragraphs;
use crate::data;
use crate::page::Page;
use crate::page::dates::{Dates, is_month};
use crate::page::structured::is_same_page;
use crate::page::text::is_number;
use crate::url::{is_year, last_segment};
use crate::weights::FRESH_DAYS;

data::words! { "news-words.json" => static WORDS: Words {
    /// Labels of hosts and segments of paths under which news stand.
    places: HashSet<String>,
    /// Sections of a newspaper that hold news alone, lower case.
    sections: HashSet<String>,
    /// News agencies, lower case.
    agencies: HashSet<String>,
    /// Words of titles of texts that last, lower case: they ask, teach or compare.
    lasting: HashSet<String>,
} }

/// Paragraphs among which the first of the text is.
const FIRST_PARAGRAPHS: usize = 4;
/// Bytes of a paragraph within which a dateline ends.
const DATELINE_BYTES: usize = 90;
/// Digits of a number that newspapers give to an article.
const NUMBER_DIGITS: usize = 6;

/// Whether an article that does not say so is news.
pub(super) fn is_undeclared_news(page: &Page) -> bool {
    if is_in_news_sitemap(page) {
        return true;
    }
    let speaks_of_news = stands_under_news(&page.final_url) || is_in_news_section(page);
    let begins = paragraphs(page).take(FIRST_PARAGRAPHS).map(dateline).max();
    match begins.unwrap_or(Dateline::None) {
        Dateline::Sure => true,
        Dateline::Place => speaks_of_news || is_dated(&page.final_url),
        Dateline::None => {
            let is_dated = is_dated(&page.final_url);
            let title = page.document.title();
            let is_of_newsroom =
                || page.meta(KEYWORDS).is_some() && !is_lasting(title) && !counts_off(title);
            (is_dated && (stands_under_section(&page.final_url) || is_of_newsroom()))
                || (speaks_of_news
                    && (is_dated || is_filed(page))
                    && Dates::of(page).published().is_some())
        }
    }
}

/// Whether an article stands under news. What teaches or compares is kept up to date wherever it
/// stands.
pub(super) fn is_story_among_news(page: &Page) -> bool {
    let title = page.document.title();
    stands_under_news(&page.final_url) && !is_lasting(title) && !counts_off(title)
}

/// Whether an article is one of long ago whose URL files it under a month or a day, that says
/// nothing of a later change, and whose title isn't one of a text that lasts.
pub(super) fn is_of_its_day(page: &Page) -> bool {
    const DAYS_OF_MONTH: i64 = 31;
    let Some((year, month)) = filed_month(&page.final_url) else { return false };
    let Some(filed) = NaiveDate::from_ymd_opt(year, month, 1) else { return false };
    let days_until = |at: i64| {
        let at = DateTime::from_timestamp_millis(at).map(|at| at.date_naive());
        at.map_or(0, |day| (day - filed).num_days())
    };
    let is_old = || days_until(page.fetched_at) > FRESH_DAYS + DAYS_OF_MONTH;
    let title = page.document.title();
    is_old() && !is_lasting(title) && {
        let dates = Dates::of(page);
        let changed = dates.modified().and_then(|changed| changed.date);
        changed.is_none_or(|date| days_until(date.latest()) <= FRESH_DAYS + DAYS_OF_MONTH)
    }
}

/// The year and the month that the path files a page under: `/2019/05/tea`, `/2019/may/03/tea`,
/// `/20190503-tea`, `/tea-20190503`. A year alone may be one that the page is about.
fn filed_month(url: &Url) -> Option<(i32, u32)> {
    let month = |text: &str| text.parse().ok().filter(|month| (1..=12).contains(month));
    let segments: Vec<&str> = url.path_segments().into_iter().flatten().collect();
    segments.iter().enumerate().find_map(|(at, segment)| {
        let segment = segment.trim_start_matches('@');
        if is_year(segment) {
            let next = segments.get(at + 1)?.to_ascii_lowercase();
            let named = || MONTHS.iter().zip(1..).find(|(name, _)| **name == next).map(|of| of.1);
            let month = if next.len() <= 2 { month(&next) } else { named() };
            return Some((segment.parse().ok()?, month?));
        }
        let (year, rest) = day_at_end(segment).unwrap_or(segment).split_at_checked(4)?;
        let (of_month, rest) = rest.strip_prefix('-').unwrap_or(rest).split_at_checked(2)?;
        let (day, rest) = rest.strip_prefix('-').unwrap_or(rest).split_at_checked(2)?;
        let is_day = day.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = rest.starts_with(|char: char| char.is_ascii_digit());
        (is_year(year) && is_day && !is_number).then_some(())?;
        Some((year.parse().ok()?, month(of_month)?))
    })
}

/// The eight digits of a day behind the words of a segment.
fn day_at_end(segment: &str) -> Option<&str> {
    let (words, day) = segment.split('.').next()?.rsplit_once('-')?;
    let is_day = day.len() == 8 && is_number(day);
    (is_day && words.contains(char::is_alphabetic)).then_some(day)
}

/// Months as addresses name them.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Whether a title begins with a small number: “6 pots to watch”.
fn counts_off(title: &str) -> bool {
    let first = title.split(|char: char| !char.is_alphanumeric()).next().unwrap_or_default();
    (1..=2).contains(&first.len()) && is_number(first)
}

/// Whether a title is one of a text that lasts: it asks, teaches or compares.
pub(crate) fn is_lasting(title: &str) -> bool {
    let lower = title.to_lowercase();
    let mut words = lower.split(|char: char| !char.is_alphanumeric());
    title.contains(['?', '？'])
        || words.any(|word| WORDS.lasting.contains(word))
        || names_best(&lower)
}

/// Whether a text names the best of something: “best pots”, and not “pots are the best!”.
fn names_best(lower: &str) -> bool {
    let mut words = lower.split_whitespace().peekable();
    let mut is_one = false;
    while let Some(word) = words.next() {
        let word = word.trim_start_matches(|char: char| !char.is_alphanumeric());
        let goes_on = words.peek().is_some_and(|next| next.starts_with(char::is_alphanumeric));
        is_one |= (word == "best" && goes_on) || word.starts_with("best-");
    }
    is_one
}

/// Whether a sitemap of news lists it.
fn is_in_news_sitemap(page: &Page) -> bool {
    let survey = page.supporting.sitemaps.iter();
    let facts = survey.flat_map(|survey| &survey.sitemaps).filter_map(|one| one.facts());
    facts.filter(|facts| facts.google_news).any(|facts| {
        facts.matches.iter().any(|entry| is_same_page(&entry.address, &page.final_url))
    })
}

/// The segments of a path before the last.
fn folders(url: &Url) -> impl Iterator<Item = &str> {
    let mut segments = url.path_segments().into_iter().flatten();
    segments.next_back();
    segments
}

/// Whether the host or a segment before the last is called news.
fn stands_under_news(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let labels = host.rsplit('.').skip(1);
    labels.chain(folders(url)).any(|one| WORDS.places.contains(&one.to_ascii_lowercase()))
}

/// Whether a segment before the last is a section that holds news alone.
fn stands_under_section(url: &Url) -> bool {
    folders(url).any(|one| {
        let one = one.to_lowercase();
        // Blogs keep news of their own.
        !WORDS.places.contains(&one) && WORDS.sections.contains(&one.replace('-', " "))
    })
}

fn is_in_news_section(page: &Page) -> bool {
    ["article:section", "og:section", "section", "cxenseparse:section"]
        .into_iter()
        .filter_map(|name| page.meta(name))
        .any(|section| {
            section
                .split(['/', ',', '|', '>'])
                .any(|one| WORDS.sections.contains(one.trim().to_lowercase().as_str()))
        })
}

/// What newsrooms call the subjects of a story.
const KEYWORDS: &str = "news_keywords";

/// Whether the head says what newsrooms say of an article, or the article has a number.
fn is_filed(page: &Page) -> bool {
    const NAMES: [&str; 5] = [
        KEYWORDS,
        "syndication-source",
        "original-source",
        "article:content_tier",
        "article:section",
    ];
    NAMES.into_iter().any(|name| page.meta(name).is_some()) || is_numbered(&page.final_url)
}

/// Whether the last segment of the path ends in a long number.
fn is_numbered(url: &Url) -> bool {
    let stem = last_segment(url).unwrap_or_default().split('.').next().unwrap_or_default();
    let digits = stem.bytes().rev().take_while(u8::is_ascii_digit).count();
    digits >= NUMBER_DIGITS
}

/// Whether the path names a day: `/2026/05/03/`, `/2026-05-03/`, `/20260503/`.
fn is_dated(url: &Url) -> bool {
    let is_part = |text: &str| (1..=2).contains(&text.len()) && is_number(text);
    let segments: Vec<&str> = url.path_segments().into_iter().flatten().collect();
    let is_day = |segment: &&str| {
        let mut parts = segment.split('-');
        let first = [parts.next(), parts.next(), parts.next()].map(Option::unwrap_or_default);
        let is_whole =
            segment.len() == 8 && is_number(segment) && segment.get(..4).is_some_and(is_year);
        is_whole || (is_year(first[0]) && is_part(first[1]) && is_part(first[2]))
    };
    segments.iter().any(is_day)
        || segments.windows(3).any(|three| {
            is_year(three[0])
                && (is_part(three[1]) || is_month(&three[1].to_ascii_lowercase()))
                && is_part(three[2])
        })
}

/// What the beginning of a paragraph says of where and when it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Dateline {
    None,
    /// A place in capitals before a dash, which a warning may be too.
    Place,
    /// A place and a day or an agency.
    Sure,
}

/// Reads "PARIS, 3 May —", "Berlin (dpa) -", "WASHINGTON (AP) —", "(Reuters) -".
fn dateline(paragraph: &str) -> Dateline {
    const DASHES: [&str; 6] = [" — ", " – ", " - ", " -- ", "— ", "– "];
    let end = paragraph.floor_char_boundary(DATELINE_BYTES);
    let start = &paragraph[..end];
    let dash = DASHES.iter().filter_map(|dash| start.find(dash)).min();
    let Some(head) = dash.and_then(|at| start.get(..at)) else {
        // Where words are not separated, the agency stands in brackets of its own.
        return match bracketed(start).is_some_and(speaks_of_agency) {
            true if start.starts_with(['(', '（', '[', '［', '【']) => Dateline::Sure,
            _ => Dateline::None,
        };
    };
    let has_agency = bracketed(head).is_some_and(names_agency);
    let place = head.split(['(', '（', ',', '.']).next().unwrap_or_default().trim();
    let is_place = begins_upper(place) && place.split_whitespace().count() <= 4;
    if has_agency && (place.is_empty() || is_place) {
        return Dateline::Sure;
    }
    let is_capitals = is_place
        && place.chars().filter(|char| char.is_alphabetic()).count() > 2
        && !place.chars().any(char::is_lowercase)
        && place.chars().any(char::is_uppercase);
    match is_capitals {
        true if names_day(head) => Dateline::Sure,
        true => Dateline::Place,
        false => Dateline::None,
    }
}

/// What stands in the first brackets.
fn bracketed(text: &str) -> Option<&str> {
    const BRACKETS: [(char, char); 5] =
        [('(', ')'), ('（', '）'), ('[', ']'), ('［', '］'), ('【', '】')];
    BRACKETS.iter().find_map(|(open, close)| {
        let (_, rest) = text.split_once(*open)?;
        Some(rest.split_once(*close)?.0)
    })
}

/// Whether it is the name of an agency, or of some: `AP`, `dpa/lby`, `Reuters`.
fn names_agency(text: &str) -> bool {
    let lower = text.to_lowercase();
    WORDS.agencies.contains(lower.trim())
        || lower.split('/').next().is_some_and(|first| WORDS.agencies.contains(first.trim()))
}

/// Whether a part of it is the name of an agency: `東京 3日 ロイター`.
fn speaks_of_agency(text: &str) -> bool {
    names_agency(text)
        || text.split([' ', '　', '=', '＝']).any(|part| {
            let is_foreign = !part.is_ascii();
            is_foreign && names_agency(part)
        })
}

fn begins_upper(text: &str) -> bool {
    text.chars().next().is_some_and(|first| first.is_alphabetic() && !first.is_lowercase())
}

/// Whether a number and the name of a month stand in it.
fn names_day(text: &str) -> bool {
    let mut words = text.split(|char: char| !char.is_alphanumeric());
    let has_number = text.split_whitespace().any(|word| {
        let digits = word.trim_matches(|char: char| !char.is_ascii_digit());
        matches!(digits.len(), 1 | 2 | 4)
    });
    has_number && words.any(|word| is_month(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read_at;

    #[test]
    fn datelines_are_told_in_several_languages() {
        for (text, expected) in [
            ("PARIS, 3 May — The pots were found.", Dateline::Sure),
            ("WASHINGTON (AP) — The pots were found.", Dateline::Sure),
            ("NEW YORK, May 3 (Reuters) - The pots were found.", Dateline::Sure),
            ("(Reuters) - The pots were found.", Dateline::Sure),
            ("Berlin (dpa) - Die Kannen sind wieder da.", Dateline::Sure),
            ("München (dpa/lby) – Die Kannen sind wieder da.", Dateline::Sure),
            ("ROMA, 3 maggio - Le teiere sono tornate.", Dateline::Sure),
            ("МОСКВА, 3 мая — Чайники нашлись.", Dateline::Sure),
            ("［東京 3日 ロイター］急須が見つかった。", Dateline::Sure),
            ("LONDON – The pots were found.", Dateline::Place),
            ("WARNING — The pot is hot.", Dateline::Place),
            ("Paris — a city of pots.", Dateline::None),
            ("Water (hot) - and leaves.", Dateline::None),
            ("A pot (of clay) keeps warm.", Dateline::None),
            ("", Dateline::None),
        ] {
            assert_eq!(dateline(text), expected, "{text}");
        }
    }

    fn is_news(url: &str, head: &str, first: &str) -> bool {
        let text = "<p>Water should be hot when it meets the leaves of the tea.</p>".repeat(20);
        is_undeclared_news(&read_at(
            url,
            &format!(
                "<html lang=en><head><title>Tea</title>{head}</head><body><main><h1>Tea</h1>\
                      <p>{first} and so on, at some length.</p>{text}</main>"
            ),
        ))
    }

    const PUBLISHED: &str = "<meta property=article:published_time content=2026-05-03>";
    const SECTION: &str = "<meta property=article:section content=Tea>";

    #[test]
    fn a_place_called_news_counts_beside_a_day_or_a_section() {
        let of = |url: &str, head: &str| is_news(url, head, "Nothing");
        assert!(of("https://example.com/news/2026/05/03/tea", PUBLISHED));
        assert!(of("https://example.com/noticias/tea-2026050312", PUBLISHED));
        assert!(of("https://news.example.com/tea", &format!("{PUBLISHED}{SECTION}")));
        assert!(!of("https://example.com/news/how-to-brew", PUBLISHED));
        assert!(!of("https://example.com/news/2026/05/03/tea", ""), "nobody says when");
        assert!(!of("https://example.com/blog/2026/05/03/tea", &format!("{PUBLISHED}{SECTION}")));
        let politics = "<meta property=article:section content='World/Politics'>";
        assert!(of("https://example.com/2026/may/03/tea", &format!("{PUBLISHED}{politics}")));
        assert!(
            of("https://example.com/world/tea/2026/05/03/a1_story.html", ""),
            "the address does"
        );
        assert!(!of("https://example.com/world/tea/a1_story.html", ""));
    }

    #[test]
    fn a_story_under_news_ages_as_news_does() {
        let is = |url: &str, title: &str| {
            let html = format!("<html lang=en><head><title>{title}</title></head><h1>Tea</h1>");
            is_story_among_news(&read_at(url, &html))
        };
        let url = "https://example.com/news/pots-found";
        assert!(is(url, "Pots found in the river"));
        assert!(!is("https://example.com/blog/pots-found", "Pots found in the river"));
        for title in ["How to brew", "7 pots compared", "The best pots of the year", "Pots?"] {
            assert!(!is(url, title), "{title}");
        }
    }

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
                .chain(["the-tea-20190503", "the-tea-20190503.html"])
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
            "",
        ] {
            assert!(!is(&format!("https://example.com/{path}"), title), "{path}");
        }
        let url = "https://example.com/2019/05/tea";
        assert!(!is(url, "<title>How to brew tea</title>"), "it lasts");
        let changed = "<meta property=article:modified_time content=2026-05-03>";
        assert!(!is(url, &format!("{title}{changed}")), "somebody keeps it");
    }

    #[test]
    fn a_place_in_capitals_counts_beside_another_sign() {
        assert!(is_news("https://example.com/tea", "", "BERLIN (dpa) - The pots"));
        assert!(is_news("https://example.com/2026/05/03/tea", "", "LONDON — The pots"));
        assert!(!is_news("https://example.com/tea", "", "WARNING — The pots"));
    }

    #[test]
    fn what_a_newsroom_files_under_a_day_is_news() {
        let of = |url: &str, title: &str| {
            let keywords = "<meta name=news_keywords content='tea, pots'>";
            let text = "<p>Water should be hot when it meets the leaves of the tea.</p>".repeat(20);
            let html = format!(
                "<html lang=en><head><title>{title}</title>{keywords}</head><main><h1>{title}</h1>{text}"
            );
            is_undeclared_news(&read_at(url, &html))
        };
        assert!(of("https://www.example.com/2026/05/03/pots-stolen/", "Pots stolen"));
        assert!(!of("https://www.example.com/pots-stolen/", "Pots stolen"));
        assert!(!of("https://www.example.com/2026/05/03/pots/", "How to clean pots"), "it lasts");
    }
}
