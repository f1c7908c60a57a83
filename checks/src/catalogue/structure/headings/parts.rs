//! Titles that say which part of a work a page is, and not what it is about.

use std::collections::HashSet;

use crate::data;
use crate::page::text::is_number;

data::words! { "part-titles.json" => static PARTS: Parts {
    /// Lower case.
    titles: HashSet<String>,
    /// What pages of questions and their answers are called, lower case.
    questions: Vec<String>,
} }

/// Whether a title begins with the number of a section of a chapter: “69.3. Tea”, “F.22. Tea”.
pub(in crate::catalogue::structure) fn is_of_section(title: &str) -> bool {
    let number = title.split_whitespace().next().unwrap_or_default();
    let mut parts = number.trim_end_matches('.').split('.');
    let is_letter =
        |part: &str| part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_uppercase());
    number.ends_with('.')
        && parts.next().is_some_and(|first| is_number(first) || is_letter(first))
        && parts.clone().next().is_some()
        && parts.all(is_number)
}

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

/// Whether a title says that the page consists of questions and their answers: “Tea FAQ”.
pub(in crate::catalogue::structure) fn names_questions(title: &str) -> bool {
    /// A longer title tells of something.
    const WORDS: usize = 8;
    let title = title.to_lowercase();
    let is_between = |char: Option<char>| char.is_none_or(|char| !char.is_alphanumeric());
    let is_in = |name: &String| {
        title.match_indices(name.as_str()).any(|(at, name)| {
            is_between(title[..at].chars().next_back())
                && is_between(title[at + name.len()..].chars().next())
        })
    };
    title.split_whitespace().count() <= WORDS && PARTS.questions.iter().any(is_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_sections_are_told_from_others() {
        for title in ["69.3. Tea", "F.22. lo", "4.1.2. Tea and water", "64.1.\u{a0}Tea"] {
            assert!(is_of_section(title), "{title}");
        }
        for title in ["4. Tea", "3.1 Tea", "Tea 3.1.", "A. Tea", "v1.2. Tea", "1. 2. Tea", ""] {
            assert!(!is_of_section(title), "{title}");
        }
    }

    #[test]
    fn pages_of_questions_are_known_by_their_titles() {
        for title in ["FAQ", "Tea FAQ - Leaf", "Tea Frequently Asked Questions", "よくある質問"]
        {
            assert!(names_questions(title), "{title}");
        }
        for title in
            ["Faqir's tea", "Tea", "How we wrote the FAQ of a shop that sells tea and pots", ""]
        {
            assert!(!names_questions(title), "{title}");
        }
    }

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
