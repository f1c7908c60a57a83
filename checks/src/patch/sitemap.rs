//! When the pages of a sitemap were last changed, by their own dates.

use std::collections::HashMap;
use std::ops::Range;

use chrono::NaiveDate;
use url::Url;

use super::head::indentation;
use super::{Changed, rules::Element};
use crate::catalogue::provenance::trusted_dates::day_of;
use crate::edit::{Edit, Edits, Source, Tag, Tags};
use crate::page::names::unescape;
use crate::sitemap::{ListedEntry, SitemapEnd, SitemapFormat, list_sitemap, parse_w3c_date};
use crate::wording::how_many;

/// The check that reads the entries of pages.
pub const RULE: &str = "sitemap-entry";
/// Where as many pages bear one day as their last change, it may be the day of the build.
const ALIKE_FROM: usize = 3;

/// Gives the entries of pages the day of the last change that the page itself declares: those that
/// have none, and those whose day is earlier. A later one may know more than the page.
///
/// None where there are none, or the sitemap can't be read whole.
#[must_use]
pub fn date_entries(body: &[u8], days: &HashMap<Url, NaiveDate>) -> Option<Changed> {
    let source = Source::new(body, Some("application/xml; charset=utf-8"));
    let before = entries(body)?;
    if !source.is_sound_utf_8() {
        return None;
    }
    let text = source.text();
    let tags = Tags::of(text);
    let mut edits = Vec::new();
    let mut dated = HashMap::new();
    for (at, _) in tags.tags().filter(|(_, tag)| tag.starts("url")) {
        let Some(entry) = Entry::of(&tags, text, at) else { continue };
        let Some((loc, day)) = entry.url(text).and_then(|url| Some((url.1, *days.get(&url.0)?)))
        else {
            continue;
        };
        if let Some(edit) = entry.dated(text, day) {
            edits.push(edit);
            dated.insert(loc, day.to_string());
        }
    }
    let edits = Edits::new(edits).ok()?;
    let line = 1 + text[..edits.as_slice().first()?.range.start].matches('\n').count();
    let body = source.rewrite(&edits).ok()?;
    let wanted = before.into_iter().map(|entry| match dated.get(&entry.loc) {
        Some(day) => (entry.loc, Some(day.clone())),
        None => (entry.loc, entry.lastmod),
    });
    let is_proven = entries(&body)?.into_iter().map(|entry| (entry.loc, entry.lastmod)).eq(wanted);
    let count = how_many(edits.as_slice().len(), "page");
    let title = format!("Set lastmod of {count} to the date of each page's last change");
    is_proven.then_some(Changed { body, title, line })
}

/// The days that tell pages apart: not those that several share, as when all were built.
#[must_use]
pub fn own_days(days: Vec<(Url, NaiveDate)>) -> HashMap<Url, NaiveDate> {
    let mut alike: HashMap<NaiveDate, usize> = HashMap::new();
    for (_, day) in &days {
        *alike.entry(*day).or_default() += 1;
    }
    days.into_iter().filter(|(_, day)| alike[day] < ALIKE_FROM).collect()
}

/// The entries of a sitemap of pages that is read to its end.
fn entries(body: &[u8]) -> Option<Vec<ListedEntry>> {
    let (reading, entries) = list_sitemap(body, false);
    let facts = reading.facts;
    let is_whole = facts.format == Some(SitemapFormat::UrlSet) && facts.end == SitemapEnd::Whole;
    is_whole.then_some(entries)
}

/// A `url` of the source.
struct Entry<'a> {
    loc: (&'a Tag, Range<usize>, &'a Tag),
    lastmod: Option<Range<usize>>,
}

impl<'a> Entry<'a> {
    fn of(tags: &'a Tags, text: &str, at: usize) -> Option<Self> {
        let whole = Element::at(tags, at)?;
        let child = |name: &str| {
            let mut found = tags.tags().skip_while(|(at, _)| *at < whole.start);
            let (at, _) = found.find(|(at, tag)| *at > whole.end || tag.starts(name))?;
            (at < whole.end).then(|| Element::at(tags, at))?
        };
        let inside = |element: Element| tags.inside(element.start);
        let loc = child("loc")?;
        let (start, end) = loc.tags(tags)?;
        let lastmod = child("lastmod");
        // One that holds more than text is none that we know.
        let lastmod = lastmod.map(|element| inside(element).ok_or(())).transpose().ok()?;
        let lastmod = lastmod.map(|range| trimmed(text, range));
        Some(Self { loc: (start, inside(loc)?, end), lastmod })
    }

    /// Its URL, and how that is written.
    fn url(&self, text: &str) -> Option<(Url, String)> {
        let written = unescape(text[self.loc.1.clone()].trim());
        Some((Url::parse(&written).ok()?, written))
    }

    fn dated(&self, text: &str, day: NaiveDate) -> Option<Edit> {
        let Some(lastmod) = &self.lastmod else {
            let (start, _, end) = &self.loc;
            let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
            let before = match indentation(text, start.range.start) {
                Some(indentation) => format!("{line_break}{indentation}"),
                None => String::new(),
            };
            let written = format!("{before}<lastmod>{day}</lastmod>");
            return Some(Edit::insert(end.range.end, written));
        };
        let known = day_of(parse_w3c_date(&text[lastmod.clone()])?);
        (known < day).then(|| Edit::replace(lastmod.clone(), day.to_string()))
    }
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let start = range.start + inner.len() - inner.trim_start().len();
    start..start + inner.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn dated(text: &str) -> Option<String> {
        let days = [("a", "2026-03-05"), ("b?x=1&y=2", "2026-04-06"), ("c", "2026-05-07")];
        let url = |path: &str| Url::parse(&format!("https://leaf.example/{path}")).unwrap();
        let days = days.into_iter().map(|(path, own)| (url(path), day(own))).collect();
        let changed = date_entries(text.as_bytes(), &days)?;
        Some(String::from_utf8(changed.body).unwrap())
    }

    const HEAD: &str = "<?xml version=\"1.0\"?>\r\n\
                        <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\r\n";

    #[test]
    fn entries_take_the_day_of_their_page() {
        let text = format!(
            "{HEAD}  <url>\r\n    <loc>https://leaf.example/a</loc>\r\n  </url>\r\n\
             <url><loc>https://leaf.example/b?x=1&amp;y=2</loc><priority>1</priority></url>\r\n\
             <url><loc>https://leaf.example/c</loc><lastmod>2026-01-01T10:00:00Z</lastmod></url>\r\n\
             <url><loc>https://leaf.example/d</loc></url>\r\n</urlset>\r\n"
        );
        let wanted = text
            .replace("/a</loc>", "/a</loc>\r\n    <lastmod>2026-03-05</lastmod>")
            .replace("y=2</loc>", "y=2</loc><lastmod>2026-04-06</lastmod>")
            .replace("2026-01-01T10:00:00Z", "2026-05-07");
        assert_eq!(dated(&text).as_deref(), Some(wanted.as_str()));
        assert_eq!(dated(&wanted), None, "running it again finds nothing");
    }

    #[test]
    fn what_is_not_certain_is_left_alone() {
        for text in [
            // It may know of a later change.
            format!(
                "{HEAD}<url><loc>https://leaf.example/c</loc><lastmod>2026-06-01</lastmod></url></urlset>"
            ),
            format!(
                "{HEAD}<url><loc>https://leaf.example/c</loc><lastmod>May</lastmod></url></urlset>"
            ),
            // Its end is missing.
            format!("{HEAD}<url><loc>https://leaf.example/a</loc></url>"),
            format!("{HEAD}<sitemap><loc>https://leaf.example/a</loc></sitemap></urlset>"),
            "https://leaf.example/a\n".to_owned(),
        ] {
            assert_eq!(dated(&text), None, "{text}");
        }
    }

    #[test]
    fn the_day_of_a_build_is_no_day_of_a_page() {
        let url = |path: usize| Url::parse(&format!("https://leaf.example/{path}")).unwrap();
        let days = ["2026-03-05", "2026-04-06", "2026-04-06", "2026-04-06"].map(day);
        let own = own_days(days.into_iter().enumerate().map(|(at, day)| (url(at), day)).collect());
        assert_eq!(own, HashMap::from([(url(0), day("2026-03-05"))]));
    }
}
