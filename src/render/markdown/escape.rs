//! Text in Markdown that means nothing but itself.

use citable_checks::quoted::{Piece, pieces, span};

use crate::render::{advice, sentence, untrusted};

/// Text that shows as it is.
pub(super) fn escape(text: &str) -> String {
    escape_line(&untrusted(text))
}

/// A sentence: its words show as they are, and its code spans are code spans.
pub(super) fn say(text: &str) -> String {
    say_line(&sentence(text))
}

/// Advice, likewise.
pub(super) fn say_advice(text: &str) -> String {
    say_line(&advice(text))
}

fn say_line(sentence: &str) -> String {
    let piece = |piece| match piece {
        Piece::Words(text) => escape_line(text),
        Piece::Code(text) => span(text),
    };
    pieces(sentence).into_iter().map(piece).collect()
}

/// Every character that could mean something is escaped, and so are the dots, colons and at-signs
/// by which GitHub recognises bare links and mentions.
fn escape_line(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, char) in text.char_indices() {
        let rest = &text[at + char.len_utf8()..];
        let acts = match char {
            '.' => ends_with_www(&text[..at]),
            ':' => rest.starts_with("//"),
            '@' => !rest.is_empty(),
            // Within a word it marks nothing (CommonMark section 6.2).
            '_' => {
                let is_letter = |char: char| char.is_alphanumeric();
                !text[..at].ends_with(is_letter) || !rest.starts_with(is_letter)
            }
            _ => "\\`*[]<>#|~&!$".contains(char),
        };
        if acts {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped
}

fn ends_with_www(text: &str) -> bool {
    text.len()
        .checked_sub(3)
        .and_then(|at| text.get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case("www"))
}

/// Escaped text as the first on its line: it begins no list and underlines no heading.
pub(super) fn begin(escaped: &str) -> String {
    if escaped.starts_with(['-', '+', '=']) {
        return format!("\\{escaped}");
    }
    let digits =
        escaped.len() - escaped.trim_start_matches(|char: char| char.is_ascii_digit()).len();
    match digits > 0 && escaped[digits..].starts_with(['.', ')']) {
        true => format!("{}\\{}", &escaped[..digits], &escaped[digits..]),
        false => escaped.to_owned(),
    }
}

/// A code span, fenced by more backticks than stand in a row in the text (CommonMark section
/// 6.1). Nothing in it has a meaning.
pub(super) fn code(text: &str) -> String {
    span(&untrusted(text))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_begins_no_list_and_no_heading() {
        for (text, expected) in [
            ("- a", "\\- a"),
            ("+ a", "\\+ a"),
            ("===", "\\==="),
            ("12. a", "12\\. a"),
            ("1) a", "1\\) a"),
            ("# a", "\\# a"),
            ("1 a", "1 a"),
        ] {
            assert_eq!(begin(&escape(text)), expected);
        }
    }

    #[test]
    fn a_name_with_underscores_can_be_copied() {
        assert_eq!(escape("og:site_name, _a_ __b__"), r"og:site_name, \_a\_ \_\_b\_\_");
    }

    #[test]
    fn text_of_the_page_means_nothing() {
        let hostile = "[x](javascript:alert) <img src=x> ![](http://e) | `a` @you www.e.com #1";
        insta::assert_snapshot!(escape(hostile), @r"\[x\](javascript:alert) \<img src=x\> \!\[\](http\://e) \| \`a\` \@you www\.e.com \#1");
        assert_eq!(code("a ``b`` c"), "```a ``b`` c```");
        assert_eq!(code("`"), "`` ` ``");
    }

    proptest! {
        #[test]
        fn a_code_span_is_closed_only_by_its_own_fence(text in "[`a <|\n]{1,40}") {
            let span = code(&text);
            prop_assume!(!span.is_empty());
            let fence = span.len() - span.trim_start_matches('`').len();
            let inner = &span[fence..span.len() - fence];
            prop_assert!(inner.split(|char| char != '`').all(|run| run.len() < fence));
            prop_assert!(!inner.starts_with('`') && !inner.ends_with('`'));
        }
    }
}
