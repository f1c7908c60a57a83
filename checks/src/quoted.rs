//! Sentences of a report, and text of the page in them.
//!
//! Summaries, labels, measures and fixes are sentences of ours. What they name of a page, and code,
//! stands in code spans as CommonMark has them (section 6.1): between runs of backticks that are
//! longer than any in it. Whatever a page writes, it cannot end its span and speak in our voice,
//! and every form can tell the two apart.

use std::fmt;

use crate::escape;
use crate::excerpt::one_line;

/// Text of a page as a sentence of ours holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted(String);

impl Quoted {
    /// That text on one line, cut to that many characters, in a code span; nothing for a text that
    /// holds nothing to be seen.
    pub fn of(text: &str, limit: usize) -> Self {
        Self(span(&one_line(text, limit)))
    }

    /// Whether the text held nothing to be seen.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for Quoted {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<Quoted> for String {
    fn from(quoted: Quoted) -> Self {
        quoted.0
    }
}

/// The text in a code span that only its own fence ends.
pub fn span(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let fence = "`".repeat(longest_run(text) + 1);
    let touches = text.starts_with('`') || text.ends_with('`');
    // A reader takes one space off both ends of a span.
    let is_padded = text.starts_with(' ') && text.ends_with(' ') && !text.trim().is_empty();
    let pad = if touches || is_padded { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Each of the texts in a code span.
pub(crate) fn spans(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| span(text)).collect()
}

/// How many backticks stand in a row in the text, at most.
pub fn longest_run(text: &str) -> usize {
    text.split(|char| char != '`').map(str::len).max().unwrap_or(0)
}

/// A part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Our words.
    Words(&'a str),
    /// What stands in a code span, without its fence.
    Code(&'a str),
}

/// The parts of a sentence, in order. A fence that nothing closes counts as words.
pub fn pieces(sentence: &str) -> Vec<Piece<'_>> {
    let fences: Vec<(usize, usize)> = runs(sentence);
    let mut pieces = Vec::new();
    let (mut done, mut next) = (0, 0);
    while let Some((from, length)) = fences.get(next).copied() {
        next += 1;
        let rest = fences[next..].iter().take(FENCES_TRIED);
        let Some(at) = rest.clone().position(|(_, other)| *other == length) else { continue };
        let closes = fences[next + at].0;
        if done < from {
            pieces.push(Piece::Words(&sentence[done..from]));
        }
        pieces.push(Piece::Code(unpadded(&sentence[from + length..closes])));
        (done, next) = (closes + length, next + at + 1);
    }
    if done < sentence.len() {
        pieces.push(Piece::Words(&sentence[done..]));
    }
    pieces
}

/// Runs of backticks after one among which that closes it is looked for, so that a long text takes
/// no more time than its length. Ours has a handful.
const FENCES_TRIED: usize = 500;

/// Where each run of backticks begins, and its length.
fn runs(text: &str) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in text.match_indices('`') {
        match runs.last_mut() {
            Some((from, length)) if *from + *length == at => *length += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}

fn unpadded(code: &str) -> &str {
    let inner = code.strip_prefix(' ').and_then(|code| code.strip_suffix(' '));
    inner.filter(|_| !code.trim_matches(' ').is_empty()).unwrap_or(code)
}

/// The sentence as HTML, on its own or in an element: its words escaped, its code in `code`
/// elements.
pub fn html(sentence: &str) -> String {
    let piece = |piece| match piece {
        Piece::Words(text) => escape::html(text),
        // What a page wrote may run from right to left.
        Piece::Code(text) => format!("<code><bdi>{}</bdi></code>", escape::html(text)),
    };
    pieces(sentence).into_iter().map(piece).collect()
}

/// The sentence on one line, at most about that many characters long. A span that is cut is closed,
/// so that its end is no word of ours.
pub fn cut(sentence: &str, limit: usize) -> String {
    let whole = one_line(sentence, usize::MAX);
    if whole.chars().count() <= limit {
        return whole;
    }
    let mut out = String::new();
    let mut room = limit;
    for piece in pieces(&whole) {
        let (text, is_code) = match piece {
            Piece::Words(text) => (text, false),
            Piece::Code(text) => (text, true),
        };
        let length = text.chars().count();
        let shown: String = match length < room {
            true => text.to_owned(),
            false => text.chars().take(room.saturating_sub(1)).chain(['…']).collect(),
        };
        out.push_str(&if is_code { span(&shown) } else { shown });
        if length >= room {
            break;
        }
        room -= length;
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn code(sentence: &str) -> Vec<&str> {
        let code = |piece| if let Piece::Code(text) = piece { Some(text) } else { None };
        pieces(sentence).into_iter().filter_map(code).collect()
    }

    fn words(sentence: &str) -> String {
        let words = |piece| if let Piece::Words(text) = piece { Some(text) } else { None };
        pieces(sentence).into_iter().filter_map(words).collect()
    }

    #[test]
    fn a_sentence_is_words_and_code() {
        assert_eq!(
            pieces("Write `a` for ``b`c``."),
            [
                Piece::Words("Write "),
                Piece::Code("a"),
                Piece::Words(" for "),
                Piece::Code("b`c"),
                Piece::Words(".")
            ]
        );
        assert_eq!(pieces("a ` b"), [Piece::Words("a ` b")]);
        assert_eq!(
            pieces("a `` b ` c ` d"),
            [Piece::Words("a `` b "), Piece::Code("c"), Piece::Words(" d")]
        );
        assert!(pieces("").is_empty());
        assert_eq!(code(&format!("Say {}", span("`x`"))), ["`x`"]);
        assert_eq!(Quoted::of(" \u{200B}\n", 9).to_string(), "");
    }

    #[test]
    fn code_is_an_element_of_html() {
        let sentence = format!("Write {} & go", span("<b>`x`"));
        let code = "<code><bdi>&lt;b&gt;`x`</bdi></code>";
        assert_eq!(html(&sentence), format!("Write {code} &amp; go"));
    }

    #[test]
    fn a_cut_ends_its_span() {
        let long = format!("Name {} as canonical", span(&"x".repeat(50)));
        assert_eq!(cut(&long, 10), "Name `xxxx…`");
        assert_eq!(cut("Name `x` as canonical", 12), "Name `x` as c…");
        assert_eq!(cut("Name `x`", 9), "Name `x`");
    }

    proptest! {
        #[test]
        fn a_page_cannot_leave_its_span(text in "[`a .\\n]{0,40}", other in any::<String>()) {
            let (one, two) = (Quoted::of(&text, 80), Quoted::of(&other, 80));
            let sentence = format!("Write {one} for {two} now.");
            let shown = [one_line(&text, 80), one_line(&other, 80)];
            let shown: Vec<&str> = shown.iter().map(String::as_str).filter(|s| !s.is_empty()).collect();
            prop_assert_eq!(code(&sentence), shown);
            prop_assert_eq!(words(&sentence), "Write  for  now.");
        }

        #[test]
        fn a_cut_lets_nothing_out(text in "[`a .]{0,60}", limit in 1_usize..60) {
            let sentence = format!("Write {} now.", Quoted::of(&text, 60));
            let cut = cut(&sentence, limit);
            let own: String = words(&cut).chars().filter(|char| !"… ".contains(*char)).collect();
            prop_assert!("Writenow.".starts_with(&own), "{}", cut);
            prop_assert!(cut.chars().count() <= 3 * limit + 130);
        }

        #[test]
        fn every_text_has_pieces(text in any::<String>()) {
            prop_assert!(pieces(&text).len() <= text.len());
        }
    }
}
