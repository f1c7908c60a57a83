//! Release notes: what changed in a version of a program, or in each.

use crate::page::Page;
use crate::report::PageKind;

/// What titles of release notes say, in lower case.
const SAID: [&str; 12] = [
    "release notes",
    "changelog",
    "change log",
    "release history",
    "version history",
    "revision history",
    "history of changes",
    "what's new in",
    "versionshinweise",
    "änderungsprotokoll",
    "notes de version",
    "notas de la versión",
];
/// A longer title says more than that.
const WORDS: usize = 14;

/// Whether the title or the heading of a page is that of release notes. Articles about a release
/// are told as articles are.
pub(super) fn is_of_changes(page: &Page, kind: PageKind) -> bool {
    let document = &page.document;
    let titles = document.titles.iter().take(1).chain(document.h1.iter().take(1));
    matches!(kind, PageKind::Docs | PageKind::Other | PageKind::Listing)
        && titles.map(|title| &title.value).any(|title| names_changes(title))
}

fn names_changes(title: &str) -> bool {
    let title = title.to_lowercase().replace('’', "'");
    let words: Vec<&str> = title.split_whitespace().collect();
    let is_release = |pair: &[&str]| pair[0] == "release" && is_version(pair[1]);
    words.len() <= WORDS
        && (SAID.iter().any(|said| title.contains(said)) || words.windows(2).any(is_release))
}

/// Whether a word is the number of a version: “3.7.1”, “v2.0”.
fn is_version(word: &str) -> bool {
    let number = word.trim_start_matches('v').trim_end_matches([',', ':', ')']);
    number.contains('.')
        && number
            .split('.')
            .take(2)
            .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
