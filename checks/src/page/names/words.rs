//! The words themselves, and what they say alone.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::data;
use crate::needles::Needles;
use crate::page::text::bare_words;
use crate::page::visible_names::is_spaceless;
use crate::table::{Table, TableSet};

data::words! { "byline-words.json" => pub(super) static WORDS: Words {
    /// What a byline begins with.
    pub(super) byline: Vec<String>,
    /// What a byline ends before.
    pub(super) after_name: Vec<String>,
    /// What joins two names.
    pub(super) and: Vec<String>,
    /// What a date of a change comes after.
    pub(super) updated: Vec<String>,
    /// What stands before the day on which a program made the page.
    pub(super) built: Vec<String>,
    /// What the time of the last post of a thread comes after.
    pub(super) last_post: Vec<String>,
    /// What stands before the colon of a label for an author, lower case.
    pub(super) author_labels: TableSet<String>,
    /// What stands before who edited a text, lower case.
    pub(super) editor_labels: Vec<String>,
    /// What Chinese news have before the names of those who wrote them.
    pub(super) reporters: Vec<String>,
    /// What links to a page about the author say, lower case.
    pub(super) about_author: TableSet<String>,
    /// Names of nobody in particular.
    pub(super) nobody: Vec<String>,
    /// Words that only names of organisations end in or hold.
    pub(super) organisation: Vec<String>,
    /// Names of news agencies that are words or initials of people in other letters.
    pub(super) agencies: TableSet<String>,
    /// What names of organisations end in where no spaces stand between words.
    pub(super) organisation_ends: Vec<String>,
    /// What buttons beside a name say.
    pub(super) controls: Vec<String>,
    /// Names of months and days.
    pub(super) calendar: Vec<String>,
    /// Whole class tokens of elements that name an author.
    pub(super) byline_classes: TableSet<String>,
    /// Path segments before the name of an author.
    pub(super) author_paths: TableSet<String>,
    /// Words of class tokens that speak of an author.
    pub(super) author_words: TableSet<String>,
    /// Those that may stand after them in a token.
    pub(super) after_author_word: TableSet<String>,
    /// Those before them with which a token speaks of somebody else, or of nobody.
    pub(super) not_before_author_word: TableSet<String>,
    /// Words of which names of nobody in particular are made.
    pub(super) roles: TableSet<String>,
    /// Those that stand beside them.
    pub(super) beside_roles: TableSet<String>,
    /// Words for what somebody does.
    pub(super) occupations: TableSet<String>,
    /// What no name begins with, after "By".
    pub(super) no_names: TableSet<String>,
    /// Words before "by" after which somebody other than the author is named.
    pub(super) not_author_before: Vec<String>,
    /// Words that introduce who wrote it and nobody else, lower case.
    pub(super) written_by: Vec<String>,
    /// The headings of the section of a manual page that names its authors, lower case.
    pub(super) author_headings: TableSet<String>,
    /// Parts of addresses of lists by subject, whose names look as those of people do.
    pub(super) subject_parts: TableSet<String>,
} }

/// The words that a date of a change comes after.
pub(super) static UPDATED: LazyLock<Needles> = LazyLock::new(|| Needles::of(&WORDS.updated));
/// Those before the day on which a program made the page.
pub(super) static BUILT: LazyLock<Needles> = LazyLock::new(|| Needles::of(&WORDS.built));
/// Those before the time of the last post of a thread.
pub(super) static LAST_POST: LazyLock<Needles> = LazyLock::new(|| Needles::of(&WORDS.last_post));

/// The words that a byline begins with, by their first character, lower case.
static BYLINE_WORDS: LazyLock<Table<char, Vec<&str>>> = LazyLock::new(|| {
    let mut words: Table<char, Vec<&str>> = Table::default();
    for word in &WORDS.byline {
        words.entry(first_lower(word).unwrap_or_default()).or_default().push(word);
    }
    words
});

fn first_lower(text: &str) -> Option<char> {
    text.chars().next()?.to_lowercase().next()
}

/// What follows the words that a byline begins with.
pub(super) fn after_byline(text: &str) -> Option<&str> {
    // Every text of a page is asked, so only words of its first character are compared.
    BYLINE_WORDS.get(&first_lower(text)?)?.iter().find_map(|word| {
        let head = text.get(..word.len())?;
        let rest = &text[word.len()..];
        let matches = match head.is_ascii() && word.is_ascii() {
            true => head.eq_ignore_ascii_case(word),
            false => head == *word || head.to_lowercase() == word.to_lowercase(),
        };
        // A word of letters ends where the next character is none.
        let ends = !word.ends_with(|char: char| char.is_alphabetic() && !is_spaceless(char))
            || !rest.starts_with(char::is_alphanumeric);
        (matches && ends).then(|| {
            rest.trim_start_matches(|char: char| {
                char.is_whitespace() || matches!(char, ':' | '：' | '/' | '／' | '|')
            })
        })
    })
}

/// Whether what follows "By" begins as no name does: "clicking here", "Default".
pub(super) fn begins_otherwise(text: &str) -> bool {
    let first = bare_words(text).next();
    first.is_some_and(|word| WORDS.no_names.contains(word.to_lowercase().as_str()))
}

/// Whether a text says what somebody does: "Senior Editor", "Head of Tea".
pub(super) fn is_occupation(text: &str) -> bool {
    let mut words = text.split(|char: char| !char.is_alphanumeric() && char != '-');
    words.any(|word| WORDS.occupations.contains(word.to_lowercase().as_str()))
}

/// The text in lower case, without a copy where it is.
pub(crate) fn lower(text: &str) -> Cow<'_, str> {
    match text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(text.to_ascii_lowercase()),
        false => Cow::Borrowed(text),
    }
}

/// Words of buttons, and dates.
pub(super) fn is_control_or_date(text: &str) -> bool {
    let words: Vec<String> = bare_words(text).map(str::to_lowercase).collect();
    let has_digit = text.chars().any(|char| char.is_numeric());
    let is_day = |word: &String| WORDS.calendar.contains(word);
    let all_days = words.iter().all(|word| is_day(word) || word.chars().all(char::is_numeric));
    let phrase = words.join(" ");
    (all_days && (has_digit || words.len() <= 1))
        || (has_digit && words.iter().any(is_day))
        || WORDS.controls.iter().any(|control| {
            phrase
                .strip_prefix(control.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
}
