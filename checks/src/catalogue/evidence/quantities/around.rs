//! The words next to a number.

use super::digits::{is_multiplier, is_numeral};
use super::words::is_clock;

/// What stands behind a hyphen that joins it to the number before, or the same text.
pub(super) fn joined(after: &str) -> &str {
    let rest = after.strip_prefix(['-', '\u{2010}', '\u{2011}']);
    rest.filter(|rest| rest.starts_with(char::is_alphabetic)).unwrap_or(after)
}

/// Whether a number of the script stands off from the words before it by a space, so that letters
/// right before or after it belong to it.
pub(super) fn is_spaced_script(letter: char) -> bool {
    matches!(letter as u32, 0..=0x058F | 0x1E00..=0x1FFF | 0xFF21..=0xFF5A)
}

/// 点 in "3点の違い" counts; after an hour it does not.
pub(super) fn is_counted_point(spaced: &str) -> bool {
    let mut signs = spaced.chars();
    signs.next() == Some('点')
        && signs.next().is_some_and(|next| matches!(next, 'の' | 'を' | 'が' | 'で' | '以' | '満'))
}

/// "a.m.", "Uhr": what follows an hour.
pub(super) fn is_time_of_day(after: &str, word: &str) -> bool {
    let is_half =
        |half: &str| after.get(..half.len()).is_some_and(|own| own.eq_ignore_ascii_case(half));
    is_clock(word) || ["a.m", "p.m", "a. m", "p. m"].into_iter().any(is_half)
}

/// What follows goes on as a number in words: 3 and 十.
pub(super) fn is_numeral_word(rest: &str) -> bool {
    rest.chars().next().is_some_and(|first| is_numeral(first) && !is_multiplier(first))
}

pub(super) fn last_word(text: &str) -> &str {
    let start = text.trim_end_matches(|char: char| char.is_alphabetic() || "°º'’".contains(char));
    &text[start.len()..]
}

pub(super) fn first_word(text: &str) -> &str {
    let rest = text.trim_start_matches(|char: char| {
        char.is_alphabetic() || is_mark(char) || matches!(char, '²' | '³' | '\'' | '’')
    });
    &text[..text.len() - rest.len()]
}

/// Signs of India that belong to the letter before them.
fn is_mark(char: char) -> bool {
    matches!(char, '\u{0900}'..='\u{0DFF}' | '\u{0300}'..='\u{036F}')
}
