//! Names of works in titles, without the version that stands behind them.

use crate::lists::VERSIONS;
use crate::page::text::{bare_words, is_number};
use crate::table::TableSet;

/// Whether a name is that of a manual, which is a work and no organization: “Tea Documentation”.
pub(crate) fn is_manual(name: &str) -> bool {
    let words = || bare_words(name);
    let is_one = |word: Option<&str>, list: &TableSet<String>| {
        word.is_some_and(|word| list.contains(&word.to_lowercase()))
    };
    words().nth(1).is_some()
        && (is_one(words().next_back(), &VERSIONS.after_manual)
            || is_one(words().next(), &VERSIONS.before_manual))
}

/// Whether a name ends in a word for a manual: “Tea 3.1 Manual”.
pub(crate) fn ends_as_manual(name: &str) -> bool {
    let last = name.split_whitespace().next_back();
    last.is_some_and(|last| VERSIONS.after_number.contains(&letters(last)))
}

/// The name of a work without its version and the word for a manual behind that: “Tea” of “Tea 3.1
/// documentation” and of “Tea (version 3.1)”. All of it where more follows, or nothing is left.
pub(crate) fn unversioned(name: &str) -> &str {
    let whole = name.trim();
    let mut words = whole.split_whitespace();
    let mut before = None;
    let Some(number) = words.by_ref().find(|word| {
        let is_number = is_version(word) || (before.is_some_and(is_before) && begins_number(word));
        before = Some(*word);
        is_number
    }) else {
        return whole;
    };
    if !words.all(|word| VERSIONS.after_number.contains(&letters(word))) {
        return whole;
    }
    let start = number.as_ptr().addr() - whole.as_ptr().addr();
    let mut rest = trimmed(&whole[..start]);
    if let Some(last) = rest.split_whitespace().next_back().filter(|last| is_before(last)) {
        rest = trimmed(&rest[..rest.len() - last.len()]);
    }
    if rest.is_empty() { whole } else { rest }
}

/// Whether a word is a version with several numbers, as it stands in the title of a manual.
pub(crate) fn is_version(word: &str) -> bool {
    let word = word.trim_start_matches(['(', 'v', 'V']);
    let first = word.split_once('.').map_or("", |(first, _)| first);
    is_number(first)
}

/// What stands before the brackets that end a title, and in them: “Pots” and “Tea (version 3.1)” of
/// “Pots (Tea (version 3.1))”.
pub(crate) fn in_last_brackets(title: &str) -> Option<(&str, &str)> {
    let inside = title.strip_suffix(')')?;
    let mut depth = 1_usize;
    for (at, char) in inside.char_indices().rev() {
        match char {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let before = &title[..at];
            let is_apart = before.ends_with(char::is_whitespace) && !before.trim().is_empty();
            return is_apart.then(|| (before.trim(), inside[at + 1..].trim()));
        }
    }
    None
}

fn is_before(word: &str) -> bool {
    VERSIONS.before_number.contains(&letters(word))
}

fn begins_number(word: &str) -> bool {
    word.trim_start_matches(['v', 'V']).starts_with(|char: char| char.is_ascii_digit())
}

fn letters(word: &str) -> String {
    word.chars().filter(|char| char.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

fn trimmed(text: &str) -> &str {
    text.trim_end_matches(|char: char| char.is_whitespace() || "(,:".contains(char))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_version_and_what_follows_are_none_of_a_name() {
        for (name, expected) in [
            ("Tea 3.1.2 documentation", "Tea"),
            ("GNU Tea (version 7.3.0)", "GNU Tea"),
            ("GNU Tea 7.3.0", "GNU Tea"),
            ("Tea HTTP Server Version 2.4", "Tea HTTP Server"),
            ("Tea, release 3", "Tea"),
            ("Tea v2.0", "Tea"),
            ("Servidor Tea Versão 2.4", "Servidor Tea"),
            ("Tea 1.3 API notes", "Tea 1.3 API notes"),
            ("Version 2.4", "Version 2.4"),
            ("Tea 24", "Tea 24"),
            ("Tea", "Tea"),
            ("", ""),
        ] {
            assert_eq!(unversioned(name), expected, "{name}");
        }
    }

    #[test]
    fn brackets_at_the_end_may_hold_brackets() {
        let of = in_last_brackets;
        assert_eq!(of("Pots (Tea (version 3.1))"), Some(("Pots", "Tea (version 3.1)")));
        assert_eq!(of("pour() (in Tea)"), Some(("pour()", "in Tea")));
        for title in ["pour()", "(Tea)", "Tea (old) pots", "Tea )", "Tea", ""] {
            assert_eq!(of(title), None, "{title}");
        }
    }

    #[test]
    fn a_version_has_several_numbers() {
        let has_version = |part: &str| part.split_whitespace().any(is_version);
        for part in ["Tea Documentation (3.1.x)", "Tea v2.0 docs", "Tea 5.6"] {
            assert!(has_version(part), "{part}");
        }
        for part in ["Tea.net", "4teas.net", "Tea 24", "1st Tea Co.", "Tea"] {
            assert!(!has_version(part), "{part}");
        }
    }

    proptest! {
        #[test]
        fn any_title_is_read(title in "[a-zé0-9 .()v]{0,30}|.{0,20}") {
            let _ = (unversioned(&title), in_last_brackets(&title));
        }
    }
}
