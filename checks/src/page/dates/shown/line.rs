//! Whether a line is one that bears the date of a text.

use chrono::NaiveDate;

use crate::lists::DATES;
use crate::page::dates::text::{DATE_TOKENS, DatedText, Locale};
use crate::page::names::{says_built, says_updated};
use crate::page::outline::BlockKind;
use crate::page::text::bare_words;

/// Bytes of a block in which a day is looked for.
const LINE_BYTES: usize = 300;
/// Words and numbers beside the day in a line of a date: a name, a time, minutes to read.
const BESIDE_MAX: usize = 16;
/// The same in a heading: the day of the week, the number of a post.
const BESIDE_IN_HEADING: usize = 4;
/// The same in a sentence.
const BESIDE_IN_SENTENCE: usize = 5;
/// Words before a day that may say what it is.
const LABEL_WORDS: usize = 5;
/// Words before a day that may say that a program made the page then: “Generated on Tue 3 March by
/// Leafgen 1.9”.
const BUILT_WORDS: usize = 14;
/// Words right before a day that may say that it is another one.
const OTHER_WORDS: usize = 3;
/// Words of a block that may be the label of the next one.
const LABEL_WORDS_MAX: usize = 3;
/// Bytes of such a block.
const LABEL_BYTES: usize = 60;
/// Words before the day in the line that begins an agency's report: "LONDON, March 5, 2026 -".
const PLACE_WORDS: usize = 4;
/// Bytes in which the dash of such a line stands.
const PLACE_BYTES: usize = 80;

/// What the words beside a day say that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// The day of publication.
    Published,
    /// That of the last change.
    Updated,
    /// Nothing: it stands alone, or beside a name.
    Nothing,
    /// A place, at the beginning of a report.
    Place,
}

/// A block of text in which a day may stand.
pub(super) struct DateLine<'a> {
    text: &'a str,
    /// The block before, where it may be a label.
    label: &'a str,
    kind: BlockKind,
    tokens: DatedText,
    is_whole: bool,
}

impl<'a> DateLine<'a> {
    pub(super) fn new(text: &'a str, before: &'a str, kind: BlockKind) -> Self {
        let end = text.floor_char_boundary(LINE_BYTES);
        let is_whole = end == text.len();
        let text = text[..end].trim();
        let is_label =
            before.len() <= LABEL_BYTES && before.split_whitespace().count() <= LABEL_WORDS_MAX;
        let label = if is_label { before } else { "" };
        let has_digit = text.chars().any(char::is_numeric);
        let tokens = if has_digit { DatedText::new(text) } else { DatedText::default() };
        Self { text, label, kind, tokens, is_whole }
    }

    /// The days that may be those of the page, and what is said of them.
    pub(super) fn days(&self, locale: Locale<'_>) -> Vec<(NaiveDate, Says)> {
        let mut from = 0;
        let mut days = Vec::new();
        for (at, day) in self.tokens.days(locale) {
            let before = self.tokens.before(at, LABEL_WORDS.min(at - from));
            let is_build = says_built(&self.tokens.before(at, BUILT_WORDS.min(at - from)));
            from = at + DATE_TOKENS;
            if is_build {
                continue;
            }
            let words = if at == 0 { self.label.to_lowercase() } else { before };
            days.push((at, day, said(&words), words));
        }
        let open = days.iter().filter(|(_, _, said, _)| said.is_none()).count();
        let says = |(at, day, said, words): &(usize, NaiveDate, Option<Says>, String)| {
            let says = said.or_else(|| self.unsaid(*at, (days.len(), open), words))?;
            Some((*day, says))
        };
        let mut told: Vec<(NaiveDate, Says)> = days.iter().filter_map(says).collect();
        // "3/13/2020 at 2/26/2025": when it was written, and when it was changed.
        if let [(first, Says::Nothing), (second, says @ Says::Nothing)] = &mut told[..]
            && first <= second
        {
            *says = Says::Updated;
        }
        told
    }

    /// A day of which nothing is said, in a line that is one of a date. Two such days with a dash
    /// between them are the beginning and the end of something.
    fn unsaid(&self, at: usize, (days, open): (usize, usize), words: &str) -> Option<Says> {
        if is_of_something_else(words) {
            return None;
        }
        let beside = self.tokens.len().saturating_sub(DATE_TOKENS * days);
        let is_range = days > 2 || (open == 2 && self.has_dash());
        let most = match self.kind {
            BlockKind::Heading => BESIDE_IN_HEADING,
            BlockKind::Cell | BlockKind::Quotation => 0,
            _ if self.is_sentence() => BESIDE_IN_SENTENCE,
            _ => BESIDE_MAX,
        };
        match self.is_whole && !is_range && beside <= most {
            true => Some(Says::Nothing),
            false => self.begins_report(at).then_some(Says::Place),
        }
    }

    fn has_dash(&self) -> bool {
        [" - ", "–", "—", " to "].iter().any(|dash| self.text.contains(dash))
    }

    fn is_sentence(&self) -> bool {
        self.text.ends_with(['.', '!', '?', '。'])
    }

    fn begins_report(&self, at: usize) -> bool {
        let start = &self.text[..self.text.floor_char_boundary(PLACE_BYTES)];
        let has_dash =
            [" - ", " – ", " — ", "--", "—", "–", "/ "].iter().any(|dash| start.contains(dash));
        let place: String = self.text.chars().take_while(|char| char.is_alphabetic()).collect();
        let is_place = place.chars().count() > 1 && place.chars().all(char::is_uppercase);
        self.kind == BlockKind::Paragraph && (1..=PLACE_WORDS).contains(&at) && has_dash && is_place
    }
}

/// What the words before a day say that it is.
fn said(words: &str) -> Option<Says> {
    if is_of_something_else(words) {
        None
    } else if says_updated(words) || says_updated(&format!("{}:", words.trim_end())) {
        Some(Says::Updated)
    } else {
        DATES.published.iter().any(|word| words.contains(word.as_str())).then_some(Says::Published)
    }
}

fn is_of_something_else(words: &str) -> bool {
    let last: Vec<&str> = bare_words(words).rev().take(OTHER_WORDS).collect();
    words.contains('©')
        || says_built(words)
        || DATES.other.iter().any(|word| match word.contains(' ') {
            true => words.contains(word.as_str()),
            false => last.contains(&word.as_str()),
        })
}
