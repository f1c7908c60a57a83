//! Release notes: what changed in a version of a program, or in each.

use crate::lists::VERSIONS;
use crate::page::outline::{BlockFact, Heading};
use crate::page::sections::depth_of_number;
use crate::page::text::is_number;
use crate::page::{DocumentFacts, PERMALINKS, Page};
use crate::report::PageKind;
use crate::versions;

/// A longer title says more than that.
const WORDS: usize = 14;

/// The fewest headings that name versions where the text is divided by them.
const VERSIONS_MIN: usize = 3;
/// Percent of the headings of one level that name a version.
const VERSIONS_PERCENT: usize = 75;
/// Headings of a level that are looked at.
const HEADINGS_MAX: usize = 200;

/// Whether the title or the heading of a page is that of release notes, or its parts are versions.
/// Articles about a release are told as articles are.
pub(super) fn is_of_changes(page: &Page, kind: PageKind) -> bool {
    let document = &page.document;
    let titles = document.titles.iter().take(1).chain(document.h1.iter().take(1));
    matches!(kind, PageKind::Docs | PageKind::Other | PageKind::Listing)
        && (titles.map(|title| &title.value).any(|title| names_changes(title))
            || document.h1.first().is_some_and(|heading| names_release(page, &heading.value))
            || is_dated_release(document)
            || is_divided_by_versions(document)
            || has_lines_of_versions(document))
}

/// Whether a heading is the name of a program with its version, as announcements of releases have
/// it: “tealeaf-3.5.1”, “tealeaf-2.4: new pots”. Two numbers alone may be the name of a manual.
fn names_release(page: &Page, heading: &str) -> bool {
    let heading = heading.trim_end_matches(PERMALINKS).trim();
    let first = heading.split_whitespace().next().unwrap_or_default();
    let (name, number) = first.trim_end_matches(':').rsplit_once('-').unwrap_or_default();
    // “7.0.0rc1” is a version before 7.0.0.
    let stable = number.find(char::is_alphabetic).map_or(number, |at| &number[..at]);
    let is_version = name.starts_with(char::is_alphabetic) && versions::is_version(stable);
    let file = page.final_url.path().rsplit('/').next().unwrap_or_default();
    let is_of_file = || file.contains(number) || number.matches('.').count() > 1;
    is_version
        && number.contains('.')
        && (first.ends_with(':') || (first == heading && is_of_file()))
}

/// Whether the title ends in “Release 15”, and one of the first lines is “Release date: …”.
fn is_dated_release(document: &DocumentFacts) -> bool {
    /// Lines above the text, such as the navigation, and the label.
    const LINES: usize = 16;
    let ends = |title: &str| {
        let mut words = title.split_whitespace().rev();
        let number = words.next().unwrap_or_default();
        is_number(number) && words.next().is_some_and(|word| word.eq_ignore_ascii_case("release"))
    };
    let says_date = || {
        let mut lines = document.visible_text.lines().take(LINES);
        lines.any(|line| {
            let label = line.trim_start().get(.."release date".len());
            label.is_some_and(|label| label.eq_ignore_ascii_case("release date"))
        })
    };
    document.titles.first().is_some_and(|title| ends(&title.value)) && says_date()
}

/// Whether the text has lines that are headings of versions, with the day of each: “Release 3.3.1 (4
/// June 2008)”. Texts that were written for a terminal have no other headings.
fn has_lines_of_versions(document: &DocumentFacts) -> bool {
    /// Bytes of such a line.
    const LONGEST: usize = 60;
    let is_one = |block: &&BlockFact| {
        let text = document.text_at(&block.place);
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let is_said = ["release", "version"].iter().any(|word| first.eq_ignore_ascii_case(word));
        let is_year = |word: &str| {
            let digits = word.trim_matches(|char: char| !char.is_ascii_digit());
            digits.len() == 4 && is_number(digits)
        };
        is_said && words.next().is_some_and(versions::is_version) && words.any(is_year)
    };
    let blocks = document.outline.main_blocks();
    let short = blocks.filter(|block| block.place.text.len() <= LONGEST);
    short.filter(is_one).take(VERSIONS_MIN).count() == VERSIONS_MIN
}

/// Whether most headings of one level name a version each: “Version 2.1”, “3.0.1 (May 5, 2026)”.
fn is_divided_by_versions(document: &DocumentFacts) -> bool {
    (1..=4).any(|level| {
        let of_level = |heading: &&Heading| heading.level == level;
        let headings = document.outline.main_headings().filter(of_level).take(HEADINGS_MAX);
        let (mut all, mut named) = (0, 0);
        for heading in headings {
            all += 1;
            named += usize::from(is_of_version(heading.text(&document.visible_text)));
        }
        named >= VERSIONS_MIN && named * 100 >= all * VERSIONS_PERCENT
    })
}

/// Whether a heading is that of a version, which a product's name may stand before and a day behind.
/// A number with words behind it is that of a section.
fn is_of_version(heading: &str) -> bool {
    /// Words of a product's name.
    const NAME_WORDS: usize = 2;
    const SAID: [&str; 2] = ["version", "release"];
    const BEFORE_RELEASE: [&str; 4] = ["alpha", "beta", "rc", "preview"];
    let heading = heading.trim_end_matches(PERMALINKS).trim();
    let numbered = depth_of_number(heading).filter(|_| heading.contains(". "));
    let heading = numbered.and_then(|_| heading.split_once(' ')).map_or(heading, |(_, rest)| rest);
    let words: Vec<&str> = heading.split_whitespace().take(NAME_WORDS + 2).collect();
    let is_behind = |word: Option<&&str>| {
        word.is_none_or(|word| word.starts_with(|char: char| !char.is_alphabetic()))
    };
    words.iter().take(NAME_WORDS + 1).enumerate().any(|(at, word)| {
        let is_said = at > 0 && SAID.contains(&words[at - 1].to_lowercase().as_str());
        // “3.0 beta 5”.
        let next = words.get(at + 1);
        let is_early = next
            .is_some_and(|next| BEFORE_RELEASE.contains(&next.to_lowercase().as_str()))
            && is_behind(words.get(at + 2));
        let is_whole = is_early || word.starts_with(['v', 'V']) || word.matches('.').count() > 1;
        let ends = is_early || word.ends_with([':', ',']) || is_behind(next);
        versions::is_version(word) && (is_said || (is_whole && ends))
    })
}

fn names_changes(title: &str) -> bool {
    let title = title.to_lowercase().replace('’', "'");
    let words: Vec<&str> = title.split_whitespace().collect();
    let is_release = |pair: &[&str]| pair[0] == "release" && is_version(pair[1]);
    words.len() <= WORDS
        && (VERSIONS.changes.iter().any(|said| title.contains(said))
            || words.windows(2).any(is_release))
}

/// Whether a word is the number of a version: “3.7.1”, “v2.0”.
fn is_version(word: &str) -> bool {
    let number = word.trim_start_matches('v').trim_end_matches([',', ':', ')']);
    number.contains('.') && number.split('.').take(2).all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_versions_are_told_from_those_of_sections() {
        for heading in [
            "Version 2.1¶",
            "Release 5.3.0 (released Oct 16, 2026)",
            "v2.9.13: Feb 19 2026",
            "3.0.1",
            "3.0.1 - May 5, 2026",
            "Tea Leaf 3.0.1 (2026-05-05)",
            "10.1. Version 4.6.2",
            "3.0 beta 5 – “High Water”",
        ] {
            assert!(is_of_version(heading), "{heading}");
        }
        for heading in [
            "2.1.3 Water",
            "2.1.3. Water",
            "2.1 Tea",
            "3.0 Betas",
            "3.1 Alpha decay",
            "3.2 Beta distribution",
            "Version control",
            "What 2.1 brings",
            "Tea",
            "",
        ] {
            assert!(!is_of_version(heading), "{heading}");
        }
    }

    #[test]
    fn a_text_divided_by_versions_is_one_of_changes() {
        let of = |headings: &[&str]| {
            let parts: String = headings
                .iter()
                .map(|one| format!("<h2>{one}</h2><p>Pots hold more.</p>"))
                .collect();
            let html = format!("<html lang=en><title>Changes</title><main><h1>Changes</h1>{parts}");
            is_of_changes(&crate::catalogue::test_html::read(&html), PageKind::Docs)
        };
        assert!(of(&["Version 2.1", "Version 2.0", "Version 1.9", "Older pots"]));
        assert!(!of(&["Version 2.1", "Version 2.0", "Older pots"]));
        assert!(!of(&["Version 2.1", "Version 2.0", "Version 1.9", "Water", "Leaves"]));
    }

    #[test]
    fn a_release_is_known_by_its_heading() {
        let of = |file: &str, html: &str| {
            let html = format!("<html lang=en>{html}<p>Pots hold more than they did.");
            let url = format!("https://docs.host.test/tea/{file}");
            is_of_changes(&crate::catalogue::test_html::read_at(&url, &html), PageKind::Docs)
        };
        assert!(of("a.html", "<title>Tea</title><h1>tealeaf-3.5.1</h1>"));
        assert!(of("a.html", "<title>Tea</title><h1>tealeaf-3.5.1rc2</h1>"));
        assert!(of("a.html", "<title>Tea</title><h1>tealeaf-2.4: new pots and cups</h1>"));
        assert!(of("release-2.4.html", "<title>Tea</title><h1>tealeaf-2.4</h1>"));
        for heading in
            ["tealeaf-2.4", "tealeaf-2.4.1 in the kitchen", "tealeaf", "Leaf 2.4", "-2.4.1"]
        {
            assert!(!of("a.html", &format!("<title>Tea</title><h1>{heading}</h1>")), "{heading}");
        }
        let dated = "<title>E.21. Release 15</title><h2>E.21. Release 15</h2>";
        assert!(of("a.html", &format!("{dated}<p><b>Release date: </b>2022-10-13</p>")));
        assert!(!of("a.html", dated));
        let line =
            |number: usize| format!("<p>Release 3.{number}.1 (4 June 2026)<br>~~~<br>Pots.</p>");
        let lines: String = (0..3).map(line).collect();
        assert!(of("a.html", &format!("<title>News</title>{lines}")));
        assert!(!of("a.html", &format!("<title>News</title>{}", line(3))));
    }

    #[test]
    fn titles_of_release_notes_are_known() {
        for title in [
            "Tea Release 3.7.1 On 2010-08-23",
            "E.1. Release 15.1",
            "Release History of Tea",
            "Tea 4 release notes",
            "What’s New In Tea 3.11",
            "Changelog | Tea",
        ] {
            assert!(names_changes(title), "{title}");
        }
        for title in [
            "How to release tea from its bag",
            "Release tea 3 times",
            "How to write release notes that people who drink tea in the afternoon like to read at home",
            "Tea 3.7 is a release candidate",
        ] {
            assert!(!names_changes(title), "{title}");
        }
    }
}
