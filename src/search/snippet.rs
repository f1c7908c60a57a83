//! The part of a text that shows why it was found.

use super::words::Words;
use crate::search::limits::SNIPPET_CHARS;

/// Stands for what is left out.
const CUT: &str = "…";

/// Number of words before the first match.
const LEAD: usize = 6;

/// The stretch of the text that has most of the terms, in whole words.
pub(super) fn around(text: &str, terms: &[String], words: &Words) -> String {
    let parts: Vec<&str> = text.split(' ').collect();
    let found: Vec<Option<usize>> = parts.iter().map(|part| term_of(part, terms, words)).collect();
    let places = found.iter().enumerate().filter(|(_, term)| term.is_some());
    let starts = places.map(|(place, _)| place.saturating_sub(LEAD));
    let stretches = starts.map(|start| (start, start + fitting(&parts[start..])));
    // The first of equals is the last that `max_by_key` would not replace.
    let best = stretches.rev().max_by_key(|(start, end)| different(&found[*start..*end]));
    let (start, end) = best.unwrap_or_else(|| (0, fitting(&parts)));
    let before = if start > 0 { CUT } else { "" };
    let after = if end < parts.len() { CUT } else { "" };
    format!("{before}{}{after}", parts[start..end].join(" ")).chars().take(SNIPPET_CHARS).collect()
}

/// How many of the words fit, one at least.
fn fitting(parts: &[&str]) -> usize {
    let mut length = 2 * CUT.len();
    let fits = parts.iter().take_while(|part| {
        length += part.chars().count() + 1;
        length <= SNIPPET_CHARS
    });
    fits.count().max(1)
}

/// Which of the terms a word is.
fn term_of(part: &str, terms: &[String], words: &Words) -> Option<usize> {
    let stems = words.tokenize(part);
    terms.iter().position(|term| stems.contains(term))
}

fn different(found: &[Option<usize>]) -> usize {
    let mut seen: Vec<usize> = found.iter().copied().flatten().collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, question: &str) -> String {
        let words = Words::default();
        around(text, &words.terms(question), &words)
    }

    #[test]
    fn a_short_text_is_shown_whole() {
        assert_eq!(cut("Tides rise and fall.", "tide"), "Tides rise and fall.");
        assert_eq!(cut("Tides rise and fall.", "nothing of it"), "Tides rise and fall.");
        assert_eq!(cut("", "tide"), "");
    }

    #[test]
    fn a_long_text_is_shown_where_the_words_are() {
        let filler = "water ".repeat(200);
        let text = format!("{filler}the moon alone {filler}the moon pulls tides {filler}");
        let shown = cut(&text, "does the moon pull the tide");
        assert!(shown.starts_with('…') && shown.ends_with('…'), "{shown}");
        assert!(shown.contains("the moon pulls tides"), "{shown}");
        assert!(shown.chars().count() <= SNIPPET_CHARS, "{shown}");
    }

    #[test]
    fn a_word_without_end_is_cut() {
        let shown = cut(&"moon".repeat(500), "moonmoon");
        assert_eq!(shown.chars().count(), SNIPPET_CHARS);
    }
}
