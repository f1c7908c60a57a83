//! News that no markup declares: told by how it begins, where it stands and what its head says.
//!
//! News is left alone by some checks, so what could be said of a blog too (a day in the address, a
//! section) only counts beside something that speaks of news.

mod dateline;
mod own_day;
mod report;
mod titles;

use std::collections::HashSet;

use url::Url;

use crate::applicability::paragraphs::paragraphs;
use crate::data;
use crate::page::Page;
use crate::page::dates::{Dates, ShownDates, is_dated};
use crate::page::language::Languages;
use crate::page::structured::is_same_page;
use crate::url::last_segment;
pub(crate) use dateline::without_dateline;
use dateline::{Dateline, dateline};
pub(super) use own_day::{is_of_its_day, reports};
use report::is_report;
use titles::counts_off;
pub(crate) use titles::is_lasting;
pub(super) use titles::teaches;

data::words! { "news-words.json" => static WORDS: Words {
    /// Labels of hosts and segments of paths under which news stand.
    places: HashSet<String>,
    /// Sections of a newspaper that hold news alone, lower case.
    sections: HashSet<String>,
    /// News agencies, lower case.
    agencies: HashSet<String>,
    /// Words of titles of texts that last, lower case: they ask, teach or compare.
    lasting: HashSet<String>,
    /// Days on which English reports say that something happened, lower case.
    weekdays: HashSet<String>,
    /// What else English reports call a day near the one on which they are written, lower case.
    near_days: Vec<String>,
    /// Words of which the names of English newspapers and broadcasters are made, lower case.
    papers: HashSet<String>,
} }

/// Paragraphs among which the first of the text is.
const FIRST_PARAGRAPHS: usize = 4;
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
            let is_published = || {
                Dates::of(page).published().is_some()
                    || ShownDates::of(page, &Languages::of(page)).published.is_some()
            };
            let is_in_print = is_dated && stands_under_section(&page.final_url);
            let is_filed = is_dated || is_filed(page);
            is_in_print
                || (is_published() && is_report(page))
                || (is_of_newsroom(page) && (is_dated || (is_in_section(page) && is_published())))
                || (speaks_of_news && is_filed && is_published())
        }
    }
}

/// Whether the head names the subjects of a story as newsrooms do. Some blogs name those of texts
/// that teach, too.
fn is_of_newsroom(page: &Page) -> bool {
    let title = page.document.title();
    page.meta(KEYWORDS).is_some() && !is_lasting(title) && !counts_off(title)
}

/// Whether the head files an article under a section of the paper, whichever it is. Only in English are
/// the titles of texts that last known.
fn is_in_section(page: &Page) -> bool {
    let is_english = page.document.lang.as_ref().is_some_and(|lang| lang.starts_with("en"));
    is_english && page.meta("article:section").is_some()
}

/// Whether an article stands under news. What teaches or compares is kept up to date wherever it
/// stands.
pub(super) fn is_story_among_news(page: &Page) -> bool {
    let title = page.document.title();
    stands_under_news(&page.final_url) && !is_lasting(title) && !counts_off(title)
}

/// Whether a name is that of a news agency. Short ones are initials, and two letters behind a name are a
/// degree or a trade, too: “Jane Doe, PA”.
pub(crate) fn is_agency(name: &str) -> bool {
    const INITIALS: usize = 4;
    let lower = name.trim().to_lowercase();
    let bare = lower.strip_prefix("the ").unwrap_or(&lower);
    let is_written_so = bare.chars().count() > INITIALS || !name.contains(char::is_lowercase);
    let is_long = bare.chars().count() > 2 || bare == "ap";
    is_written_so && is_long && WORDS.agencies.contains(bare)
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
pub(crate) fn folders(url: &Url) -> impl Iterator<Item = &str> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read_at;

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
        assert!(!of("https://example.com/news/tea", PUBLISHED), "blogs call themselves so, too");
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
    fn a_story_of_a_newsroom_may_show_its_day_to_readers_alone() {
        let head = format!("<meta name=news_keywords content=tea>{SECTION}");
        let url = "https://example.com/anndoe/the-pots-of-tea";
        let of = |day: &str| is_news(url, &head, &format!("{day}</p><p>Nothing"));
        assert!(of("By Ann Doe, April 21, 2025"));
        assert!(!of("By Ann Doe"));
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
    fn a_place_in_capitals_counts_beside_another_sign() {
        assert!(is_news("https://example.com/tea", "", "BERLIN (dpa) - The pots"));
        assert!(is_news("https://example.com/2026/05/03/tea", "", "LONDON — The pots"));
        assert!(!is_news("https://example.com/tea", "", "WARNING — The pots"));
    }

    #[test]
    fn what_a_newsroom_files_under_a_day_is_news() {
        let of = |url: &str, title: &str, head: &str| {
            let keywords = "<meta name=news_keywords content='tea, pots'>";
            let text = "<p>Water should be hot when it meets the leaves of the tea.</p>".repeat(20);
            let head = format!("<head><title>{title}</title>{keywords}{head}</head>");
            let html = format!("<html lang=en>{head}<main><h1>{title}</h1>{text}");
            is_undeclared_news(&read_at(url, &html))
        };
        let (dated, undated) =
            ("https://www.example.com/2026/05/03/pots/", "https://www.example.com/pots/");
        assert!(of(dated, "Pots stolen", ""));
        assert!(!of(undated, "Pots stolen", ""));
        assert!(!of(dated, "How to clean pots", ""), "it lasts");
        let filed = format!("{PUBLISHED}{SECTION}");
        assert!(of(undated, "Pots stolen", &filed));
        assert!(!of(undated, "Pots stolen", PUBLISHED));
        assert!(!of(undated, "How to clean pots", &filed), "it lasts");
    }
}
