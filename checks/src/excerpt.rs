//! Untrusted text, made fit for a report.

/// The most characters of a page that one detail quotes.
pub const EXCERPT_CHARACTERS: usize = 160;

/// The most characters of a title that a report holds.
pub const TITLE_CHARACTERS: usize = 300;

/// The text on one line, at most [`EXCERPT_CHARACTERS`] long.
pub fn excerpt(text: &str) -> String {
    one_line(text, EXCERPT_CHARACTERS)
}

/// The text with white space collapsed and without characters that are not seen or that turn the
/// reading direction, cut to that many characters (the last one is then an ellipsis).
pub fn one_line(text: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    let mut gap = false;
    for char in text.chars() {
        if char.is_whitespace() {
            gap = length > 0;
            continue;
        }
        if char.is_control() || is_invisible(char) {
            continue;
        }
        let needed = 1 + usize::from(gap);
        if length + needed > limit {
            return ellipsize(out, length, limit);
        }
        if gap {
            out.push(' ');
        }
        out.push(char);
        length += needed;
        gap = false;
    }
    out
}

fn ellipsize(mut text: String, length: usize, limit: usize) -> String {
    if length == limit {
        text.pop();
    }
    text.push('…');
    text
}

/// Zero-width and bidirectional format characters. The joiners U+200C and U+200D stay, since
/// Persian, Indic scripts and emoji need them.
fn is_invisible(char: char) -> bool {
    matches!(char,
        '\u{00AD}' | '\u{061C}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}'
        | '\u{E0000}'..='\u{E007F}')
}

/// Where the first whole word from there on begins, in scripts that have spaces.
pub(crate) fn word_start(text: &str, from: usize) -> usize {
    let from = text.ceil_char_boundary(from);
    let rest = text[from..].find(' ').filter(|_| from > 0);
    rest.map_or(from, |at| from + at + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn is_short_and_printable(text in any::<String>(), limit in 1_usize..50) {
            let line = one_line(&text, limit);
            prop_assert!(line.chars().count() <= limit);
            prop_assert!(!line.chars().any(|char| char.is_control() || is_invisible(char)));
        }
    }

    #[test]
    fn cuts_collapses_and_strips() {
        assert_eq!(one_line(" a \n\t b\u{202E}c\u{7} ", 10), "a bc");
        assert_eq!(one_line("abcdef", 4), "abc…");
        assert_eq!(one_line("abcd", 4), "abcd");
        assert_eq!(one_line("abc def", 4), "abc…");
    }
}
