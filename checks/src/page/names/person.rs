//! What tells the names of people from other short texts.

use std::sync::LazyLock;

use super::words::is_control_or_date;
use super::words::{WORDS, after_byline, begins_otherwise, is_occupation, lower};
use crate::needles::Needles;
use crate::page::marks::split_words;
use crate::page::text::collapse;

/// Characters of a name in a script without capitals, at most.
const UNCASED_CHARACTERS: usize = 24;
/// The same in Chinese characters, of which a name has few.
const HAN_CHARACTERS: usize = 10;
/// Characters of what a build adds to a class: `author__3kDx2`.
const HASH_CHARACTERS: std::ops::RangeInclusive<usize> = 4..=8;
/// Parts of a line that holds a name beside a date, at most.
const LINE_PARTS: usize = 5;

/// What the words for authors in class tokens hold.
const AUTHOR_STEMS: [&str; 7] =
    ["author", "byline", "autor", "auteur", "verfasser", "schrijver", "redacteur"];
static STEMS: LazyLock<Needles> = LazyLock::new(|| Needles::of(&AUTHOR_STEMS));

/// Two to four words of which most begin with a capital, or a few characters of a script without.
pub(crate) fn looks_like_a_person(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let begins = |word: &&str| {
        word.chars().next().is_some_and(|char| !char.is_lowercase() && char.is_alphabetic())
    };
    if begins_otherwise(name) {
        return false;
    }
    match name.chars().any(|char| char.is_lowercase() || char.is_uppercase()) {
        true => {
            (2..=4).contains(&words.len())
                && words.iter().filter(|word| begins(word)).count() >= 2
                && words.first().is_some_and(begins)
        }
        false => {
            name.chars().count() <= UNCASED_CHARACTERS
                && name.chars().filter(|char| is_han(*char)).count() <= HAN_CHARACTERS
                && !name.chars().any(|char| char.is_ascii_digit())
        }
    }
}

/// Whether a character is one of those that Chinese and Japanese share.
fn is_han(char: char) -> bool {
    matches!(char, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}')
}

/// Whether a text begins with words that introduce who wrote it and nobody else, and not with "by"
/// alone.
pub(crate) fn says_written_by(text: &str) -> bool {
    let text = text.trim_start().to_lowercase();
    WORDS.written_by.iter().any(|words| text.starts_with(words))
}

/// Whether a name is one word that may be a given name: "Jane". All capitals may be a company's.
pub(crate) fn is_given_name(name: &str) -> bool {
    /// Shorter ones are abbreviations.
    const LETTERS: std::ops::RangeInclusive<usize> = 3..=14;
    let mut letters = name.chars();
    LETTERS.contains(&name.chars().count())
        && letters.next().is_some_and(char::is_uppercase)
        && letters.all(char::is_lowercase)
        && !begins_otherwise(name)
        && !is_occupation(name)
        && !is_role(name)
}

/// Whether every word of a name is one of a role, of which one says which: "Guest Editor", "The Web
/// Team", "admin2".
pub(super) fn is_role(name: &str) -> bool {
    let words = name.split(|char: char| !char.is_alphanumeric());
    let words: Vec<String> = words
        .map(|word| word.trim_matches(|char: char| char.is_ascii_digit()).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let is_one = |word: &String| WORDS.roles.contains(word.as_str());
    words.iter().any(is_one)
        && words.iter().all(|word| is_one(word) || WORDS.beside_roles.contains(word.as_str()))
}

/// Whether a name is that of an account, which nobody is called by: a single word with digits, or
/// the last part of the address of its profile letter for letter ("jdoe" at `/author/jdoe/`), unless
/// it is written as names are.
pub(crate) fn is_account(name: &str, profile: Option<&str>) -> bool {
    let is_cased = name.chars().any(|char| char.is_lowercase() || char.is_uppercase());
    if !is_cased || name.contains(char::is_whitespace) {
        return false;
    }
    let is_written_as_name =
        name.starts_with(char::is_uppercase) && !name.chars().skip(1).any(char::is_uppercase);
    let has_digits = name.chars().any(|char| char.is_ascii_digit());
    has_digits || (!is_written_as_name && profile.and_then(last_part) == Some(name))
}

/// The last part of an address, without the sign before the name of an account.
fn last_part(address: &str) -> Option<&str> {
    let path = address.split(['?', '#']).next()?.trim_end_matches('/');
    path.rsplit_once('/').map(|(_, last)| last.trim_start_matches(['@', '~']))
}

/// Whether lower-case words before "by" speak of somebody other than the author: "Last reply".
pub(crate) fn speaks_of_others(before: &str) -> bool {
    let before = before.trim_end_matches(|char: char| !char.is_alphanumeric());
    WORDS.not_author_before.iter().any(|words| {
        before
            .strip_suffix(words.as_str())
            .is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
    })
}

/// Whether a class token has a word for authors, and words after it that only say what of them:
/// `post-author-name`, `c-author__link`, `ArticleByline_author__3kDx2`.
pub(crate) fn is_author_part(token: &str) -> bool {
    // Most tokens have none, and are not taken apart.
    let lowered = lower(token);
    if !STEMS.stand_in(&lowered) {
        return false;
    }
    let words: Vec<String> = split_words(without_hash(token)).collect();
    let Some(at) = words.iter().position(|word| WORDS.author_words.contains(word.as_str())) else {
        return false;
    };
    let is_after = |word: &String| {
        WORDS.after_author_word.contains(word.as_str())
            || WORDS.author_words.contains(word.as_str())
    };
    words[at + 1..].iter().all(is_after)
        && !words[..at].iter().any(|word| WORDS.not_before_author_word.contains(word.as_str()))
}

/// A class token without what a build has added to tell it from others.
fn without_hash(token: &str) -> &str {
    let Some((rest, last)) = token.rsplit_once(['_', '-']) else { return token };
    let is_mixed = last.chars().any(|char| char.is_ascii_digit())
        || last.chars().skip(1).any(|char| char.is_ascii_uppercase());
    let is_hash = HASH_CHARACTERS.contains(&last.len())
        && last.chars().all(|char| char.is_ascii_alphanumeric())
        && is_mixed
        && !is_author_word(last);
    if is_hash { rest } else { token }
}

fn is_author_word(text: &str) -> bool {
    split_words(text).any(|word| WORDS.author_words.contains(word.as_str()))
}

/// The only name on a short line or in a few, beside dates and what its bearer does, and whether
/// the latter is said: "Jane Doe | Staff Writer | May 3, 2024".
pub(crate) fn beside_date(text: &str) -> Option<(String, bool)> {
    let parts = text.lines().flat_map(|line| line.split(['|', '·', '•', '—', '–']));
    let parts = parts.flat_map(|part| part.split(" - ")).map(collapse);
    let mut name = None;
    let mut has_occupation = false;
    let kept = parts.filter(|part| !part.is_empty() && !is_control_or_date(part));
    for (count, part) in kept.enumerate() {
        let part = after_byline(&part).map_or(part.clone(), str::to_owned);
        match () {
            () if count >= LINE_PARTS => return None,
            // How long it takes to read, a clock, a count.
            () if part.chars().any(char::is_numeric) || part.is_empty() => {}
            () if is_occupation(&part) => has_occupation = true,
            () if name.is_none() && looks_like_a_person(&part) => name = Some(part),
            () => return None,
        }
    }
    name.map(|name| (name, has_occupation))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_told_from_what_follows_other_bys() {
        for name in ["Jane Doe", "JANE DOE", "Jane van der Berg", "山田太郎"] {
            assert!(looks_like_a_person(name), "{name}");
        }
        for text in [
            "Clicking Submit",
            "CLICKING SUBMIT",
            "Using This Site",
            "Jane",
            "ACME",
            "one Two Three",
            "READ ALL OF OUR NEWS",
            "在朋友婚礼上泡茶 技术令人心动的图片",
        ] {
            assert!(!looks_like_a_person(text), "{text}");
        }
    }

    #[test]
    fn a_given_name_is_one_word_with_one_capital() {
        for name in ["Jane", "Eliza", "Zoë"] {
            assert!(is_given_name(name), "{name}");
        }
        for name in ["Jo", "ACME", "jane", "Jane Doe", "Admin", "Editor", "The", "JaneDoe", ""] {
            assert!(!is_given_name(name), "{name}");
        }
        assert!(says_written_by("Written by: Jane") && says_written_by("écrit par Jeanne"));
        assert!(!says_written_by("By Jane") && !says_written_by("Reviewed by Jane"));
    }

    #[test]
    fn roles_are_nobody_whatever_they_are_made_of() {
        for name in [
            "Guest Editor",
            "The Web Team",
            "admin2",
            "wpadmin",
            "Equipo de Redacción",
            "From staff and wire reports",
            "wire services",
        ] {
            assert!(is_role(name), "{name}");
        }
        for name in ["Jane Editor", "Marketing", "Will Post", "", "Social Media"] {
            assert!(!is_role(name), "{name}");
        }
    }

    #[test]
    fn accounts_are_told_from_people_by_digits_and_addresses() {
        let of = |name: &str, profile: &str| is_account(name, Some(profile));
        for (name, profile) in [
            ("jdoe7q2x", ""),
            ("Jane1984", "/author/jane"),
            ("jdoe", "https://example.com/author/jdoe/"),
            ("jdoe", "/users/@jdoe?tab=posts"),
            ("JDoe", "/u/JDoe"),
        ] {
            assert!(of(name, profile), "{name} {profile}");
        }
        for (name, profile) in [
            ("Jane Doe", "/author/jane-doe"),
            ("Jane", "/author/jane"),
            ("Jane", "/author/Jane"),
            ("jdoe", "/author/jane-doe"),
            ("jdoe", ""),
            ("John Roe 3rd", "/author/roe"),
            ("山田", "/author/山田"),
            ("山田2", ""),
        ] {
            assert!(!of(name, profile), "{name} {profile}");
        }
    }

    #[test]
    fn classes_may_hold_a_word_for_authors() {
        for token in [
            "c-author__link",
            "article-header__author-name",
            "ArticleByline_authorName__3kDx2",
            "styles-authorLink",
            "post-author-wrapper",
            "author__3kDx2",
            "beitrag-autor",
        ] {
            assert!(is_author_part(token), "{token}");
        }
        for token in [
            "authority",
            "co-authored",
            "authors-note",
            "author-bio",
            "author-avatar",
            "comment-author-name",
            "authorization",
            "related-author",
            "name",
        ] {
            assert!(!is_author_part(token), "{token}");
        }
    }

    #[test]
    fn a_name_may_stand_beside_a_date() {
        for (text, expected) in [
            ("Jane Doe | Staff Writer | May 3, 2024", Some(("Jane Doe", true))),
            ("Jane Doe\nMay 3, 2024\n5 min read", Some(("Jane Doe", false))),
            ("Jane Doe · 2 hours ago", Some(("Jane Doe", false))),
            ("Tea Leaves | Green Tea | May 3, 2024", None),
            ("Published on May 3, 2024", None),
            ("May 3, 2024", None),
        ] {
            let expected = expected.map(|(name, is_said)| (name.to_owned(), is_said));
            assert_eq!(beside_date(text), expected, "{text}");
        }
    }

    #[test]
    fn who_replied_or_took_the_picture_is_not_the_author() {
        assert!(speaks_of_others("tea - last reply") && speaks_of_others("photo:"));
        assert!(!speaks_of_others("telephoto") && !speaks_of_others("may 3"));
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in proptest::prelude::any::<String>(), near in "[Aauthor_|·\\- é0-9\n]{0,40}") {
            for text in [text, near] {
                let _ = (beside_date(&text), is_author_part(&text), is_role(&text));
                let _ = (speaks_of_others(&text), looks_like_a_person(&text));
                let _ = is_account(&text, Some(&text));
            }
        }
    }
}
