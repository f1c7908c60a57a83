//! A report, what changed between two, and what was read of a page, in the forms that people and
//! programs read.
//!
//! Every form is made of a report that is already the viewer's ([`Report::for_viewer`]), and of
//! nothing else, so what is locked there is in no form. Text of the page is untrusted in all of
//! them: it is cut, stripped of what acts on a reader, and escaped for the form that it goes to.
//!
//! [`Report::for_viewer`]: citable_checks::report::Report::for_viewer

pub mod csv;
pub mod difference;
mod fixes;
pub mod github;
mod groups;
mod headline;
pub mod html;
pub mod instructions;
pub mod json;
pub mod junit;
pub(crate) mod labels;
pub mod markdown;
pub(crate) mod numbers;
pub mod reading;
pub mod reference;
pub mod sandbox;
pub mod sarif;
pub mod site;
pub mod text;

#[cfg(test)]
mod leak_tests;
#[cfg(test)]
mod own_voice_tests;
#[cfg(test)]
pub(crate) mod sample;

use citable_checks::excerpt::one_line;
use citable_checks::quoted::{Quoted, cut};

/// How much of a text of a page is shown.
const UNTRUSTED_CHARACTERS: usize = 300;

/// How much of one sentence or step of advice is shown.
const ADVICE_CHARACTERS: usize = 1_200;

/// How many characters of an address are shown where it is to be used.
const ADDRESS_CHARACTERS: usize = 4_096;

/// How many lines of something to paste are shown, and how many characters of each.
const SNIPPET_LINES: usize = 200;
const SNIPPET_LINE_CHARACTERS: usize = 2_000;

/// By how much a line of something to paste can be indented.
const INDENTATION: usize = 40;

/// The placeholder URL of a file whose own is not known.
pub(crate) const NO_ADDRESS: &str = "https://file.invalid/";

/// What a report of such a file calls it.
const LOCAL_FILE: &str = "Local file, no URL given";

/// The note under every report on what the score does not measure.
const WHAT_THE_SCORE_SAYS: &str = "The score measures how ready the page is to be cited. It \
    doesn't predict citations: a site's authority and search rank aren't measured.";

/// Whether that is the URL of a page, and not the placeholder.
fn is_known(address: &str) -> bool {
    !address.is_empty() && !address.starts_with(NO_ADDRESS)
}

/// Whether colour is wanted where it is possible (<https://no-color.org>).
pub fn colour_wanted() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// Text of a page on one line, short, and without characters that act on a terminal.
fn untrusted(text: &str) -> String {
    one_line(text, UNTRUSTED_CHARACTERS)
}

/// Text of a page in a line of ours: in a code span, as in the sentences of a report.
fn quote(text: &str) -> String {
    Quoted::of(text, UNTRUSTED_CHARACTERS).into()
}

/// A sentence of a report, likewise short; what it quotes stays in its code spans.
fn sentence(text: &str) -> String {
    cut(text, UNTRUSTED_CHARACTERS)
}

/// A sentence or step of advice, likewise.
fn advice(text: &str) -> String {
    cut(text, ADVICE_CHARACTERS)
}

/// An address, likewise, long enough to be used.
fn address(text: &str) -> String {
    one_line(text, ADDRESS_CHARACTERS)
}

/// The lines of something to paste. Indentation stays, since it may mean something.
fn snippet(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().take(SNIPPET_LINES).map(snippet_line).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    if text.lines().nth(SNIPPET_LINES).is_some() {
        lines.push("…".to_owned());
    }
    lines
}

fn snippet_line(line: &str) -> String {
    let words = one_line(line, SNIPPET_LINE_CHARACTERS);
    if words.is_empty() {
        return words;
    }
    let indentation = line.chars().take_while(|char| matches!(char, ' ' | '\t')).count();
    format!("{}{words}", " ".repeat(indentation.min(INDENTATION)))
}

/// The address, where it is one of the web that a link can lead to.
fn link(address: &str) -> Option<String> {
    let url = url::Url::parse(address).ok()?;
    matches!(url.scheme(), "https" | "http").then(|| url.to_string())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_snippet_keeps_its_lines_and_their_indentation() {
        let text = "{\n  \"a\": 1,\n\t\"b\":\u{7} 2\r\n}\n\n";
        assert_eq!(snippet(text), ["{", "  \"a\": 1,", " \"b\": 2", "}"]);
        assert!(snippet(" \n").is_empty());
    }

    #[test]
    fn a_long_snippet_is_cut_and_says_so() {
        let lines = snippet(&"x\n".repeat(SNIPPET_LINES + 1));
        assert_eq!((lines.len(), lines.last().unwrap().as_str()), (SNIPPET_LINES + 1, "…"));
    }

    #[test]
    fn only_addresses_of_the_web_are_linked() {
        assert_eq!(link("https://e.org/a b").as_deref(), Some("https://e.org/a%20b"));
        for address in ["javascript:alert(1)", "data:text/html,x", "/a", ""] {
            assert_eq!(link(address), None, "{address}");
        }
    }

    proptest! {
        #[test]
        fn a_line_of_a_snippet_is_one_line(text in any::<String>()) {
            for line in snippet(&text) {
                let ends = |char: char| char.is_control() || char == '\u{2028}';
                prop_assert!(!line.chars().any(ends));
            }
        }
    }
}
