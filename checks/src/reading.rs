//! What a crawler without JavaScript reads of a page, in one object.

use chrono::NaiveDate;
use serde::Serialize;

use crate::applicability::exemption;
use crate::catalogue::provenance::author_byline::authors_looked_at;
use crate::catalogue::provenance::trusted_dates::{own_edges, readable, shown};
use crate::check::Context;
use crate::excerpt::one_line;
use crate::page::canonical::declared::effective_canonical;
use crate::page::dates::{DateMeaning, locale};
use crate::page::snapshot::Source;
use crate::page::{Kind, Page};
use crate::report::PageKind;

/// A page as it was read. Texts are untrusted, and hold no control characters but the line feeds
/// of the main text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// The kind of page.
    pub kind: PageKind,
    /// The signal that decided it, in one sentence.
    pub kind_reason: &'static str,
    /// Primary language subtag (BCP 47); `und` where it is not known.
    pub language: String,
    /// As a reader would name the page; empty where there is no title.
    pub title: String,
    /// The headings of level 1, in order.
    pub h1: Vec<String>,
    /// The names of the authors that count, in order.
    pub authors: Vec<String>,
    /// When it says that it was published, in ISO 8601, as exact as that is written: as declared,
    /// else the day that readers see.
    pub date_published: Option<String>,
    /// When it says that it was last changed, the same way.
    pub date_modified: Option<String>,
    /// The address that it names as canonical where engines obey that, resolved.
    pub canonical: Option<String>,
    /// The main content, blocks separated by line feeds.
    pub main_text: String,
    /// Length of the main content in word equivalents.
    pub word_equivalents: usize,
    /// Whether the main content may be another, or is the start of it only.
    pub low_confidence: bool,
}

impl Reading {
    /// What that page says.
    #[must_use]
    pub fn of(page: &Page) -> Self {
        let document = &page.document;
        let Kind { kind, reason, .. } = document.kind;
        let context = Context::new(page, false);
        let (date_published, date_modified) = dates(&context);
        Self {
            kind,
            kind_reason: reason,
            language: context.languages.primary().to_owned(),
            title: plain(&context.title.text),
            h1: document.h1.iter().map(|heading| plain(&heading.value)).collect(),
            authors: authors(&context),
            date_published,
            date_modified,
            canonical: canonical(page),
            main_text: without_controls(&document.main.text),
            word_equivalents: document.main.word_equivalents,
            low_confidence: document.main.low_confidence || document.cut_short || page.truncated,
        }
    }
}

/// The names that a scan lists as authors, each once.
fn authors(context: &Context<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for author in authors_looked_at(context) {
        let name = plain(&author.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The dates of publication and of the last change, by what a scan takes for them. A day of unknown
/// meaning counts as that of publication.
fn dates(context: &Context<'_>) -> (Option<String>, Option<String>) {
    let declared = |meaning| readable(context, meaning).next().map(|(_, date)| date.to_string());
    let day = |day: Option<NaiveDate>| day.map(|day| day.to_string());
    let seen = shown(context);
    let published = declared(DateMeaning::Published).or_else(|| day(seen.published));
    let modified = declared(DateMeaning::Modified).or_else(|| day(seen.modified));
    let asks_for_dates = exemption("dates-declared", context.subject).is_none();
    if published.is_none() && modified.is_none() && asks_for_dates {
        let locale = locale(context.page, &context.languages);
        return (day(own_edges(context).first_day(locale)), None);
    }
    (published, modified)
}

fn canonical(page: &Page) -> Option<String> {
    let (target, _) = effective_canonical(&page.final_url, page.answer(), &page.document)?;
    // What stands in for an unknown address must not be told as one.
    let is_known =
        page.source != Source::FileWithoutAddress || target.host() != page.final_url.host();
    is_known.then(|| target.into())
}

fn plain(text: &str) -> String {
    one_line(text, usize::MAX)
}

fn without_controls(text: &str) -> String {
    text.chars().filter(|char| *char == '\n' || !char.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_html::read_at;
    use crate::catalogue::test_page::{page, url, with_header, with_metas};
    use crate::page::Located;

    #[test]
    fn a_reading_has_exactly_these_keys() {
        let value = serde_json::to_value(Reading::of(&page())).unwrap();
        let keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        let mut expected = [
            "kind",
            "kindReason",
            "language",
            "title",
            "h1",
            "authors",
            "datePublished",
            "dateModified",
            "canonical",
            "mainText",
            "wordEquivalents",
            "lowConfidence",
        ];
        expected.sort_unstable();
        let mut keys = keys;
        keys.sort_unstable();
        assert_eq!(keys, expected);
        assert!(value["datePublished"].is_null() && value["authors"].as_array().is_some());
    }

    #[test]
    fn facts_come_as_they_count() {
        let read = Reading::of(&with_metas(&[
            ("author", "Ada Marsh"),
            ("author", "ada marsh"),
            ("article:published_time", "2026-10-02T08:30:00+02:00"),
            ("article:modified_time", "yesterday"),
        ]));
        assert_eq!(read.title, "How to make tea");
        assert_eq!(read.h1, ["How to make tea"]);
        assert_eq!(read.authors, ["Ada Marsh"]);
        assert_eq!(read.date_published.as_deref(), Some("2026-10-02T08:30:00+02:00"));
        assert_eq!(read.date_modified, None);
        assert_eq!(read.canonical.as_deref(), Some("https://www.example.com/guide/tea"));
        assert_eq!((read.word_equivalents, read.low_confidence), (400, false));
    }

    #[test]
    fn a_day_that_readers_see_counts_where_none_is_declared() {
        let read = |head: &str| {
            let prose = "<p>Fill the kettle with fresh water and boil it before you pour it.</p>";
            Reading::of(&read_at(
                "https://www.example.com/blog/tea",
                &format!(
                    "<html lang=en><head><title>Tea</title>{head}<meta property=og:type \
                     content=article></head><main><h1>Tea</h1><p>By Jane Doe, March 5, 2024</p>{}\
                     <p>Last updated: July 9, 2025</p></main>",
                    prose.repeat(30)
                ),
            ))
        };
        let shown = read("");
        assert_eq!(shown.date_published.as_deref(), Some("2024-03-05"));
        assert_eq!(shown.date_modified.as_deref(), Some("2025-07-09"));
        let declared = read("<meta property=article:published_time content=2024-03-04T23:00:00Z>");
        assert_eq!(declared.date_published.as_deref(), Some("2024-03-04T23:00:00+00:00"));
    }

    #[test]
    fn a_canonical_is_resolved_where_the_address_is_known() {
        let canonical = |mut page: Page, href: &str| {
            page.document.canonical_links[0].href = href.to_owned();
            Reading::of(&page).canonical
        };
        let header = with_header("link", "</guide/header>; rel=canonical");
        for (bent, href, expected) in [
            (page(), "/guide/tea", Some("https://www.example.com/guide/tea")),
            (page(), "javascript:0", None),
            (page(), "", None),
            (header, "", Some("https://www.example.com/guide/header")),
        ] {
            assert_eq!(canonical(bent, href).as_deref(), expected, "{href}");
        }
        let file = || Page {
            source: Source::FileWithoutAddress,
            final_url: url("https://file.invalid/"),
            exchanges: Vec::new(),
            ..page()
        };
        assert_eq!(canonical(file(), "/guide/tea"), None);
        let own = "https://www.example.com/guide/tea";
        assert_eq!(canonical(file(), own).as_deref(), Some(own));
    }

    #[test]
    fn what_was_cut_is_unsure_and_what_acts_on_terminals_is_gone() {
        for bend in [
            |page: &mut Page| page.truncated = true,
            |page: &mut Page| page.document.cut_short = true,
            |page: &mut Page| page.document.main.low_confidence = true,
        ] {
            let mut page = page();
            bend(&mut page);
            assert!(Reading::of(&page).low_confidence);
        }
        let mut page = page();
        page.document.main.text = "one\u{1b}[2J\ntwo\u{9b}m".to_owned();
        page.document.h1 = vec![Located { line: 1, value: "a\u{7}b".to_owned() }];
        let read = Reading::of(&page);
        assert_eq!(
            (read.main_text.as_str(), &read.h1[..]),
            ("one[2J\ntwom", &["ab".to_owned()][..])
        );
    }
}
