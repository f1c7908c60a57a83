//! A text as the numbers and words that it is made of.

use std::ops::Range;

use crate::letters::{is_alphanumeric, is_lowercase};
use crate::lists::DATES;

/// The most words between two parts of a date.
const BETWEEN_MAX: usize = 3;

/// A word or a number of a text.
#[derive(Clone, Copy)]
pub(super) enum Token<'a> {
    Number(i32),
    Word(&'a str),
}

/// The same, as it is kept.
#[derive(Debug)]
enum Piece {
    Number {
        value: i32,
        digits: usize,
        /// The only character between it and what stands before.
        joint: Option<char>,
        /// Whether a bracket opens before it.
        is_opened: bool,
    },
    /// A word, by where it stands among the letters, and whether dates have it between their parts.
    Word { letters: Range<usize>, is_between: bool },
}

/// A text taken apart once.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    /// All words, one after the other.
    letters: String,
    pieces: Vec<Piece>,
}

/// What stands between two pieces.
#[derive(Clone, Copy, Debug, Default)]
enum Gap {
    #[default]
    Nothing,
    One(char),
    More,
}

impl Gap {
    fn with(self, char: char) -> Self {
        match self {
            Self::Nothing => Self::One(char),
            Self::One(_) | Self::More => Self::More,
        }
    }

    fn joint(self) -> Option<char> {
        match self {
            Self::One(char) => Some(char),
            Self::Nothing | Self::More => None,
        }
    }
}

impl Tokens {
    pub(super) fn of(text: &str) -> Self {
        let mut taken = Self::default();
        let mut run = String::new();
        let (mut gap, mut joint) = (Gap::default(), None);
        let (mut opens, mut is_opened) = (false, false);
        let mut is_number = false;
        let mut is_small = false;
        for char in text.chars().chain([' ']) {
            let digit = digit(char);
            let is_word = digit.is_none() && (is_alphanumeric(char) || is_vowel_sign(char));
            // Elements that only the style sets apart touch in the text: "EditorialMay 5, 2024".
            let begins_inside = is_small && char.is_uppercase();
            let breaks = (digit.is_none() && !is_word)
                || digit.is_some() != is_number
                || begins_inside
                || stands_alone(char);
            is_small = is_lowercase(char);
            if breaks && !run.is_empty() {
                taken.push(&run, is_number, joint, is_opened);
                run.clear();
                (gap, opens) = (Gap::Nothing, false);
            }
            if digit.is_none() && !is_word {
                gap = gap.with(char);
                opens |= char == '(';
            } else if run.is_empty() {
                (joint, is_opened) = (gap.joint(), opens);
            }
            is_number = digit.is_some();
            match digit {
                Some(digit) => run.push(digit),
                None if stands_alone(char) => taken.push_word(char.encode_utf8(&mut [0; 4])),
                None if char.is_ascii_alphabetic() => run.push(char.to_ascii_lowercase()),
                None if is_word => run.extend(char.to_lowercase()),
                None => {}
            }
        }
        taken
    }

    fn push(&mut self, run: &str, is_number: bool, joint: Option<char>, is_opened: bool) {
        match run.parse() {
            Ok(value) if is_number => {
                let digits = run.len();
                self.pieces.push(Piece::Number { value, digits, joint, is_opened });
            }
            _ => self.push_word(run),
        }
    }

    fn push_word(&mut self, word: &str) {
        let start = self.letters.len();
        self.letters.push_str(word);
        let letters = start..self.letters.len();
        self.pieces.push(Piece::Word { letters, is_between: DATES.between.contains(word) });
    }

    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn get(&self, at: usize) -> Option<Token<'_>> {
        Some(match self.pieces.get(at)? {
            Piece::Number { value, .. } => Token::Number(*value),
            Piece::Word { letters, .. } => Token::Word(&self.letters[letters.clone()]),
        })
    }

    pub(super) fn is_number(&self, at: usize) -> bool {
        matches!(self.pieces.get(at), Some(Piece::Number { .. }))
    }

    /// A number, how many digits it is written with, and the only character between it and the
    /// number before.
    pub(super) fn number(&self, at: usize) -> Option<(i32, usize, Option<char>)> {
        match self.pieces.get(at)? {
            Piece::Number { value, digits, joint, .. } => {
                let follows = at.checked_sub(1).is_some_and(|before| self.is_number(before));
                Some((*value, *digits, joint.filter(|_| follows)))
            }
            Piece::Word { .. } => None,
        }
    }

    /// How many words of those that stand in dates follow each other there, of the few that a date
    /// may have.
    pub(super) fn between(&self, at: usize) -> usize {
        let pieces = self.pieces[at.min(self.pieces.len())..].iter().take(BETWEEN_MAX);
        pieces.take_while(|piece| matches!(piece, Piece::Word { is_between: true, .. })).count()
    }

    /// Three tokens that only such words separate as stand in dates. A bracket doesn't open among
    /// numbers: "3.14 (2016" is a version and a year.
    pub(super) fn parts(&self, start: usize) -> Option<[Token<'_>; 3]> {
        let mut at = start;
        let mut next = || {
            at += self.between(at) + 1;
            self.get(at - 1)
        };
        let parts = [next()?, next()?, next()?];
        let is_parted = self.is_number(start) && [1, 2].iter().any(|on| self.is_opened(start + on));
        (!is_parted).then_some(parts)
    }

    fn is_opened(&self, at: usize) -> bool {
        matches!(self.pieces.get(at), Some(Piece::Number { is_opened: true, .. }))
    }
}

/// The ASCII digit for a digit of ASCII, full width, Arabic, Persian, Devanagari or Thai.
fn digit(char: char) -> Option<char> {
    if char.is_ascii() {
        return char.is_ascii_digit().then_some(char);
    }
    const ZEROS: [u32; 5] = [0xFF10, 0x660, 0x6F0, 0x966, 0xE50];
    let code = char as u32;
    let value =
        ZEROS.iter().find_map(|zero| code.checked_sub(*zero).filter(|value| *value < 10))?;
    char::from_digit(value, 10)
}

/// The words for year, month and day of East Asia, which stand between digits and other words.
fn stands_alone(char: char) -> bool {
    matches!(char, '年' | '月' | '日' | '년' | '월' | '일')
}

/// Signs that belong to the letter before them, in Thai and in scripts of India.
fn is_vowel_sign(char: char) -> bool {
    matches!(char, '\u{0900}'..='\u{0DFF}' | '\u{0E31}' | '\u{0E34}'..='\u{0E4E}')
}
