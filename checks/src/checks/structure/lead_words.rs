//! How texts begin that say nothing yet, and notices above texts. They are kept in
//! `data/lead-words.json`.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    #[expect(dead_code, reason = "says where the file comes from")]
    source: String,
    #[expect(dead_code, reason = "says how old the file is")]
    written: String,
    /// By language: what a sentence begins with that clears its throat, lower case.
    openers: HashMap<String, Vec<String>>,
    /// What notices begin with, lower case.
    notices: Vec<String>,
}

#[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/lead-words.json"))
        .expect("data/lead-words.json is valid")
});

/// Characters of a text that are compared with the beginnings.
const COMPARED: usize = 60;

/// What the sentence begins with instead of what it has to say, in that language; none where it
/// does not, or the language is not known.
pub(super) fn opener(sentence: &str, language: &str) -> Option<&'static str> {
    first_of(WORDS.openers.get(language)?, sentence)
}

/// Whether a text is a notice: who pays for it, which cookies are set, who took the picture.
pub(super) fn is_notice(text: &str) -> bool {
    first_of(&WORDS.notices, text).is_some()
}

fn first_of(beginnings: &'static [String], text: &str) -> Option<&'static str> {
    let opening =
        |char: char| char.is_whitespace() || matches!(char, '"' | '“' | '*' | '(' | '[' | '‘');
    let text = text.trim_start_matches(opening);
    let text: String = text.chars().take(COMPARED).flat_map(char::to_lowercase).collect();
    let text = text.replace('’', "'");
    let begins = |beginning: &&String| {
        text.strip_prefix(beginning.as_str()).is_some_and(|rest| {
            // A word of letters ends where the next character is none; Han and Kana have no ends.
            let last_is_letter = beginning.chars().last().is_some_and(char::is_alphabetic);
            let spaced = beginning.chars().all(|char| (char as u32) < 0x3000);
            !(last_is_letter && spaced && rest.starts_with(char::is_alphanumeric))
        })
    };
    beginnings.iter().find(begins).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throats_are_cleared_in_twelve_languages() {
        for (language, sentence) in [
            ("en", "In today’s fast-paced world, tea matters."),
            ("de", "In diesem Artikel erfahren Sie mehr."),
            ("fr", "Dans cet article, nous verrons le thé."),
            ("es", "Hoy en día, el té importa."),
            ("it", "In questo articolo parliamo di tè."),
            ("pt", "Neste artigo, falamos de chá."),
            ("nl", "In dit artikel lees je meer."),
            ("pl", "W tym artykule piszemy o herbacie."),
            ("ru", "В этой статье мы расскажем о чае."),
            ("ja", "この記事ではお茶を紹介します。"),
            ("zh", "本文将介绍绿茶。"),
            ("ko", "이 글에서는 녹차를 소개합니다."),
        ] {
            assert!(opener(sentence, language).is_some(), "{sentence}");
            assert_eq!(opener(sentence, "und"), None, "{sentence}");
        }
        assert_eq!(WORDS.openers.len(), 12);
        assert_eq!(opener("In this articlet", "en"), None);
        assert_eq!(opener("Green tea is a drink. In this article", "en"), None);
    }

    #[test]
    fn notices_are_told_from_texts() {
        for text in ["Disclosure: we may earn", "As an Amazon Associate I earn", "Enthält Werbung"]
        {
            assert!(is_notice(text), "{text}");
        }
        for text in ["Notes on tea", "Advertisements in the press grew by half", "Tea is a drink"] {
            assert!(!is_notice(text), "{text}");
        }
    }

    #[test]
    fn the_words_are_in_lower_case() {
        let all = WORDS.openers.values().flatten().chain(&WORDS.notices);
        for word in all {
            assert_eq!(*word, word.to_lowercase());
            assert!(!word.contains('’'), "{word}");
        }
    }
}
