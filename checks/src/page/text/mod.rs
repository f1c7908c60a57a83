//! Text: how it is put together from a document, and how long it is.

mod ascii;
mod ends;
mod lower_case;

use ascii::AFTER_STOP;
use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use crate::letters::{is_alphabetic, is_alphanumeric};

/// A tenth of a word equivalent: the unit in which lengths add up without rounding.
pub(crate) const TENTHS_OF_WORD: usize = 10;
/// Two Han or Kana characters are about one word.
const TENTHS_OF_HAN_OR_KANA: usize = 5;
/// Five letters of the scripts of South-East Asia are about one word.
const TENTHS_OF_SPACELESS_LETTER: usize = 2;

/// The length of a text in word equivalents, rounded down: words by UAX #29 that hold a letter or
/// a digit; where a script writes no spaces, Han and Kana characters halved, and Thai, Lao, Khmer
/// and Myanmar letters (Unicode property Alphabetic) by five.
#[must_use]
pub fn word_equivalents(text: &str) -> usize {
    tenths_of_words(text) / TENTHS_OF_WORD
}

/// The length of a text in tenths of a word equivalent: those of its blocks add up to those of the
/// whole.
pub(crate) fn tenths_of_words(text: &str) -> usize {
    let words = |text: &str| match text.is_empty() {
        true => 0,
        false => TENTHS_OF_WORD * text.unicode_words().count(),
    };
    if text.is_ascii() {
        return words(text);
    }
    let mut tenths = 0;
    let mut spaced_from = 0;
    for (at, character) in text.char_indices() {
        let Some(tenths_each) = spaceless(character) else { continue };
        tenths += words(&text[spaced_from..at]) + tenths_each;
        spaced_from = at + character.len_utf8();
    }
    tenths + words(&text[spaced_from..])
}

/// The words of a text (UAX #29); of a script without spaces each letter.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    let pieces = std::iter::from_fn(move || {
        let (at, character) = rest.char_indices().find(|(_, one)| spaceless(*one).is_some())?;
        let (spaced, from) = rest.split_at(at);
        let (letter, after) = from.split_at(character.len_utf8());
        rest = after;
        Some((spaced, Some(letter), after))
    });
    let mut last = text;
    let mut pieces = pieces;
    let mut is_over = false;
    let all = std::iter::from_fn(move || match pieces.next() {
        Some((spaced, letter, after)) => {
            last = after;
            Some((spaced, letter))
        }
        None if is_over => None,
        None => {
            is_over = true;
            Some((last, None))
        }
    });
    all.flat_map(|(spaced, letter)| spaced.unicode_words().chain(letter))
}

/// The runs of letters and digits of a text.
pub(crate) fn bare_words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|char: char| !is_alphanumeric(char)).filter(|word| !word.is_empty())
}

/// Whether a text is digits and nothing else.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The sentences of one block of text (UAX #29, and those that begin with a word in lower case).
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let inner = inner_beginnings(text);
    let inner = inner.into_iter().filter(|end| !is_mark_in_brackets(text, *end));
    let mut ends: Vec<usize> = inner.collect();
    if text.contains('.') {
        ends.extend(lower_case::beginnings(text));
    }
    ends.sort_unstable();
    ends.dedup();
    let mut from = 0;
    let between = ends.into_iter().chain([text.len()]).map(move |end| {
        let sentence = &text[from..end];
        from = end;
        sentence
    });
    between.filter(|sentence| sentence.chars().any(is_alphanumeric))
}

/// Where the sentences of a text begin but for the first (UAX #29).
fn inner_beginnings(text: &str) -> Vec<usize> {
    if let Some(inner) = ascii::inner_beginnings(text) {
        return inner;
    }
    if ends::has_none(text) {
        return Vec::new();
    }
    let inner = pieces(text).flat_map(|(at, piece)| {
        // Where a piece begins no sentence does.
        piece.split_sentence_bound_indices().skip(1).map(move |(inner, _)| at + inner)
    });
    inner.collect()
}

/// Whether what stands before that place is a mark alone in brackets, which ends no sentence: “the pot
/// ( ? ) may be hot”.
fn is_mark_in_brackets(text: &str, end: usize) -> bool {
    let before = text[..end].trim_end_matches(' ');
    let before = before.strip_suffix(')').unwrap_or(before).trim_end_matches(' ');
    let open = before.strip_suffix(['?', '!']).map(|rest| rest.trim_end_matches(' '));
    open.is_some_and(|open| open.ends_with('('))
}

/// The text in pieces, each with where it begins: cut where a full stop was and neither a letter
/// with case nor an end of a sentence has followed for long.
///
/// At a full stop, and at each bracket and space after it, the library looks ahead for a small
/// letter (rule SB8): in a megabyte of brackets as far as its end each time.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = Some(0);
    std::iter::from_fn(move || {
        let start = from?;
        let rest = &text[start..];
        let cut = end_of_piece(rest);
        from = cut.map(|cut| start + cut);
        Some((start, cut.map_or(rest, |cut| &rest[..cut])))
    })
}

fn end_of_piece(text: &str) -> Option<usize> {
    let mut since_stop = None;
    for (at, character) in text.char_indices() {
        since_stop = match (since_stop, character) {
            // The class ATerm.
            (_, '.' | '\u{2024}' | '\u{FE52}' | '\u{FF0E}') => Some(0),
            (None, _) => None,
            (Some(_), _) if character.is_lowercase() || character.is_uppercase() => None,
            (Some(AFTER_STOP), _) => return Some(at),
            (Some(passed), _) => Some(passed + 1),
        };
    }
    None
}

/// What a character of a script without spaces adds; none for all others.
fn spaceless(character: char) -> Option<usize> {
    match character {
        _ if (character as u32) < 0x0E00 => None,
        // Han, the ideographic iteration mark and zero, and the supplementary ideographs.
        '\u{3005}' | '\u{3007}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' => {
            Some(TENTHS_OF_HAN_OR_KANA)
        }
        '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{323AF}' => Some(TENTHS_OF_HAN_OR_KANA),
        // Hiragana and Katakana with their phonetic extensions and half-width forms.
        '\u{3041}'..='\u{3096}' | '\u{309D}'..='\u{309F}' | '\u{30A1}'..='\u{30FA}' => {
            Some(TENTHS_OF_HAN_OR_KANA)
        }
        '\u{30FC}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}' => {
            Some(TENTHS_OF_HAN_OR_KANA)
        }
        // Thai, Lao, Myanmar, Khmer.
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' => {
            Some(if is_alphabetic(character) { TENTHS_OF_SPACELESS_LETTER } else { 0 })
        }
        _ => None,
    }
}

/// Puts text together: white space collapsed, blocks separated by line feeds.
#[derive(Debug, Default)]
pub(crate) struct TextBuilder {
    text: String,
    gap: Gap,
}

/// What separates two texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// Nothing: they are one word.
    #[default]
    None,
    /// A space.
    Space,
    /// A line feed: they belong to different blocks.
    Line,
}

impl TextBuilder {
    /// Adds the text of one node.
    pub(crate) fn push(&mut self, text: &str) {
        let mut rest = &*without_invisible(text);
        loop {
            let spaces = leading_spaces(rest);
            if spaces > 0 {
                self.separate(Gap::Space);
            }
            rest = &rest[spaces..];
            if rest.is_empty() {
                return;
            }
            // Most texts are written as they are shown: words with one space between them.
            let (shown, after) = rest.split_at(end_of_collapsed(rest));
            self.push_shown(shown);
            rest = after;
        }
    }

    /// Separates what follows from what was added, by that much at least.
    pub(crate) fn separate(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    /// Whether what is added next begins a line.
    pub(crate) fn starts_line(&self) -> bool {
        self.text.is_empty() || self.gap == Gap::Line
    }

    /// Bytes of the text so far, without what separates it from what follows.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// The text.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    /// Adds words that one space separates.
    fn push_shown(&mut self, words: &str) {
        if !self.text.is_empty() {
            match self.gap {
                Gap::None => {}
                Gap::Space => self.text.push(' '),
                Gap::Line => self.text.push('\n'),
            }
        }
        self.gap = Gap::None;
        self.text.push_str(words);
    }
}

/// Bytes of the white space that begins at a place of a text; 0 where there is none.
fn space_at(text: &[u8], at: usize) -> usize {
    match (text.get(at), text.get(at + 1)) {
        (Some(byte), _) if byte.is_ascii_whitespace() => 1,
        // The no-break space.
        (Some(0xC2), Some(0xA0)) => 2,
        _ => 0,
    }
}

/// Bytes of the white space that a text begins with.
fn leading_spaces(text: &str) -> usize {
    let text = text.as_bytes();
    let mut end = 0;
    loop {
        match space_at(text, end) {
            0 => return end,
            length => end += length,
        }
    }
}

/// Where the words end that a text begins with, with one space between them.
fn end_of_collapsed(text: &str) -> usize {
    let text = text.as_bytes();
    let mut at = 0;
    while at < text.len() {
        let is_plain = text[at] == b' ' && at + 1 < text.len() && space_at(text, at + 1) == 0;
        if !is_plain && space_at(text, at) > 0 {
            break;
        }
        at += 1;
    }
    at
}

/// A text in one line, white space collapsed.
pub(crate) fn collapse(text: &str) -> String {
    without_invisible(text)
        .split(is_space)
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text without the characters that show nothing and mean nothing: places where a line or a word
/// may be broken or may not, and byte order marks. Those that join letters stay.
fn without_invisible(text: &str) -> Cow<'_, str> {
    let is_invisible = |char: char| matches!(char, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}');
    // All of them begin with one of these bytes.
    let may_hold = !text.is_ascii() && text.bytes().any(|byte| matches!(byte, 0xC2 | 0xE2 | 0xEF));
    if may_hold && text.contains(is_invisible) {
        return Cow::Owned(text.replace(is_invisible, ""));
    }
    Cow::Borrowed(text)
}

/// White space that a browser collapses, and the no-break space, which separates words as well.
fn is_space(character: char) -> bool {
    character.is_ascii_whitespace() || character == '\u{A0}'
}

#[cfg(test)]
mod lengths;

/// Whether a text ends as sentences do.
pub(crate) fn ends_sentence(text: &str) -> bool {
    let closing = |char: char| {
        char.is_whitespace()
            || matches!(
                char,
                '"' | '”' | '“' | '’' | '\'' | '»' | '«' | ')' | '」' | '』' | '）' | ']'
            )
    };
    text.trim_end_matches(closing).ends_with([
        '.', '!', '?', '…', '。', '！', '？', '．', '।', '؟', '۔', '።', '။', '។', ':', '：',
    ])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sentences_are_those_of_the_standard_where_no_run_is_endless(
            parts in prop::collection::vec(("[a-zA-Z日]{1,3}", "[.!?。]", "[)\" 1日\u{301}\n]{0,12}"), 0..40),
        ) {
            let text: String = parts.iter().map(|(a, b, c)| format!("{a}{b}{c}")).collect();
            let expected: Vec<&str> = text.unicode_sentences().collect();
            prop_assert_eq!(sentences(&text).collect::<Vec<_>>(), expected);
        }

        #[test]
        fn no_letter_is_lost_between_sentences(text in "[a.)日 \u{301}]{0,300}") {
            let letters = |text: &str| text.chars().filter(|char| char.is_alphanumeric()).count();
            prop_assert_eq!(sentences(&text).map(letters).sum::<usize>(), letters(&text));
        }
    }

    #[test]
    fn a_text_is_cut_only_after_an_endless_run() {
        assert_eq!(pieces("").count(), 1);
        let short = format!("A.{} b. C", ")".repeat(AFTER_STOP - 2));
        assert_eq!(pieces(&short).count(), 1);
        let scripts = format!("A. {}。", "潮が満ちる".repeat(AFTER_STOP));
        assert!(pieces(&scripts).count() > 1);
        assert_eq!(sentences(&scripts).count(), 2);
        let endless = format!("A.{} B. C", ")".repeat(3 * AFTER_STOP));
        assert_eq!(pieces(&endless).map(|(_, piece)| piece).collect::<String>(), endless);
    }

    #[test]
    fn words_are_counted_where_scripts_have_spaces() {
        assert_eq!(word_equivalents("The quick brown fox can't jump 32.3 feet."), 8);
        assert_eq!(word_equivalents("Die Donaudampfschifffahrt begann 1829 – in Wien."), 6);
        assert_eq!(word_equivalents("هذه جملة عربية قصيرة"), 4);
        // Korean writes spaces between its words.
        assert_eq!(word_equivalents("나는 학교에 갑니다"), 3);
        assert_eq!(word_equivalents("… — !"), 0);
    }

    #[test]
    fn characters_are_counted_where_scripts_have_none() {
        // 7 characters; the full stop is none.
        assert_eq!(word_equivalents("吾輩は猫である。"), 3);
        assert_eq!(word_equivalents("吾輩は猫であるよ"), 4);
        // 5 Han characters and one Latin word.
        assert_eq!(word_equivalents("我用Rust写程序。"), 3);
        // 10 letters and vowel signs, and one tone mark that is no letter.
        assert_eq!("ภาษาไทยง่าย".chars().filter(|c| c.is_alphabetic()).count(), 10);
        assert_eq!(word_equivalents("ภาษาไทยง่าย"), 2);
    }

    #[test]
    fn fractions_add_up_before_they_are_rounded() {
        assert_eq!(word_equivalents("日"), 0);
        assert_eq!(word_equivalents("日 本"), 1);
    }

    #[test]
    fn text_is_collapsed_and_blocks_are_lines() {
        let mut text = TextBuilder::default();
        text.separate(Gap::Line);
        for part in ["  one", " \n two ", "", "three"] {
            text.push(part);
        }
        text.separate(Gap::Line);
        text.push(" four");
        assert_eq!(text.finish(), "one two three\nfour");
    }
}
