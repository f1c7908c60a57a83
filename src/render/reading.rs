//! What was read of a page, for a terminal. Text of the page is stripped as in a report.

use std::fmt::Write as _;

use citable_checks::excerpt::one_line;
use citable_checks::reading::Reading;

use super::numbers::number_of;
use super::{labels, untrusted};

/// What stands for a fact that the page does not tell.
const NOT_TOLD: &str = "-";

/// Both reasons that a reading may be wrong.
const LOW_CONFIDENCE: &str =
    " (low confidence: the main content is unclear, or only part of the page was read)";

/// The facts, an empty line, and the main text.
pub fn text(reading: &Reading) -> String {
    let told = |fact: &Option<String>| fact.clone().unwrap_or_default();
    let sure = if reading.low_confidence { LOW_CONFIDENCE } else { "" };
    let facts = [
        ("Title", reading.title.clone()),
        ("Kind", format!("{}. {}", labels::kind(reading.kind), reading.kind_reason)),
        ("Language", reading.language.clone()),
        ("Headings", reading.h1.join(" | ")),
        ("Authors", reading.authors.join(", ")),
        ("Published", told(&reading.date_published)),
        ("Modified", told(&reading.date_modified)),
        ("Canonical", told(&reading.canonical)),
        ("Main text", format!("{}{sure}", number_of(reading.word_equivalents, "word"))),
    ];
    let mut text = String::new();
    for (label, fact) in facts {
        let fact = untrusted(&fact);
        let fact = if fact.is_empty() { NOT_TOLD } else { &fact };
        // Writing to a string does not fail.
        let _ = writeln!(text, "{label:<9}  {fact}");
    }
    if !reading.main_text.is_empty() {
        text.push('\n');
    }
    for line in reading.main_text.lines() {
        let _ = writeln!(text, "{}", one_line(line, usize::MAX));
    }
    text
}

#[cfg(test)]
mod tests {
    use citable_checks::report::PageKind;
    use proptest::prelude::*;

    use super::*;

    fn reading(title: &str, main_text: &str) -> Reading {
        Reading {
            kind: PageKind::Article,
            kind_reason: "It has a publication date.",
            language: "en".to_owned(),
            title: title.to_owned(),
            h1: vec!["Tides".to_owned(), "Moon".to_owned()],
            authors: Vec::new(),
            date_published: Some("2026-10-02".to_owned()),
            date_modified: None,
            canonical: None,
            main_text: main_text.to_owned(),
            word_equivalents: 3,
            low_confidence: true,
        }
    }

    #[test]
    fn facts_stand_above_the_text() {
        let expected = "\
Title      Tides explained
Kind       article. It has a publication date.
Language   en
Headings   Tides | Moon
Authors    -
Published  2026-10-02
Modified   -
Canonical  -
Main text  3 words (low confidence: the main content is unclear, or only part of the page was read)

Tides rise.
They fall.
";
        assert_eq!(text(&reading("Tides explained", "Tides rise.\nThey fall.")), expected);
    }

    #[test]
    fn a_page_without_text_has_its_facts_alone() {
        let text = text(&reading("", ""));
        assert!(
            text.starts_with("Title      -\n") && text.ends_with("part of the page was read)\n"),
            "{text}"
        );
    }

    proptest! {
        #[test]
        fn no_text_of_a_page_reaches_the_terminal_raw(hostile in any::<String>()) {
            let hostile = format!("x{hostile}\u{1b}[2J\u{9b}m");
            let text = text(&reading(&hostile, &hostile));
            prop_assert!(!text.chars().any(|char| char.is_control() && char != '\n'));
        }
    }
}
