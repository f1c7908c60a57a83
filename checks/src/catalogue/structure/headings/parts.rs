//! Titles that say which part of a work a page is, and not what it is about.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::data;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    #[expect(dead_code, reason = "says where the file comes from")]
    source: String,
    #[expect(dead_code, reason = "says how old the file is")]
    written: String,
    /// Lower case.
    titles: HashSet<String>,
}

static PARTS: LazyLock<Parts> = LazyLock::new(|| data::read!("part-titles.json"));

/// Whether a title, without its number, is such a one: "64.1. Introduction", "Chapter 1: Overview".
pub(in crate::catalogue::structure) fn names_part(title: &str) -> bool {
    let title = title.replace('\u{a0}', " ").to_lowercase();
    let is_before = |char: char| !char.is_alphabetic();
    // The number may have a word before it, and letters in it.
    let behind = title.split_once(['.', ':']).map_or("", |(_, rest)| rest);
    [title.as_str(), behind].iter().any(|text| {
        let text = text.trim_matches(is_before);
        PARTS.titles.contains(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_parts_are_told_from_titles_of_subjects() {
        for title in [
            "Introduction",
            "64.1.\u{a0}Introduction",
            "Chapter 3. Overview",
            "D.1 Überblick",
            "概要",
        ] {
            assert!(names_part(title), "{title}");
        }
        for title in ["Introduction to tea", "Tea", "64.1. Tea", "", "3.1."] {
            assert!(!names_part(title), "{title}");
        }
    }
}
