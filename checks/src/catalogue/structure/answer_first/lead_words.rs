//! How texts begin that say nothing yet, and notices above texts. They are kept in
//! `data/lead-words.json`.

use std::collections::HashMap;

use crate::applicability::addresses_reader;
use crate::data;
use crate::page::names::begins_byline;
use crate::page::text::ends_sentence;
use crate::table::TableSet;

data::words! { "lead-words.json" => pub(super) static WORDS: Words {
    /// What questions to the reader begin with that nobody answers, lower case.
    pub(super) addressing: Vec<String>,
    /// What questions begin with that say of nobody what they ask, lower case.
    hooks: Vec<String>,
    /// What a question begins with that “yes” or “no” doesn't answer, lower case.
    open_questions: TableSet<String>,
    /// By language: what a sentence begins with that clears its throat, lower case.
    openers: HashMap<String, Vec<String>>,
    /// By language: what a sentence greets its readers with, lower case.
    greetings: HashMap<String, Vec<String>>,
    /// By language: words of a sentence in which the writer says what the text will do, lower case.
    announcements: HashMap<String, Vec<String>>,
    /// What notices begin with, lower case.
    notices: Vec<String>,
    /// Words that name who wrote it, after one that says what was done.
    by: TableSet<String>,
    /// What titles begin with that ask something or promise to tell it, lower case, in the most
    /// common languages.
    pub(super) asking: TableSet<String>,
    /// What stands before the last of several things, by languages: English, German, French and so
    /// on.
    pub(super) before_last: TableSet<String>,
    /// Words that begin a clause and no thing.
    pub(super) of_clauses: TableSet<String>,
    /// Headings of summaries, lower case.
    pub(super) summaries: TableSet<String>,
    /// Headings of examples, lower case.
    pub(super) examples: TableSet<String>,
    /// What “it” stands before without standing for anything: “it is necessary to …”.
    pub(super) be: TableSet<String>,
    /// What follows that: “it is necessary to …”.
    pub(super) after_be: TableSet<String>,
} }

/// A longer text is more than a byline.
const BYLINE_WORDS: usize = 25;
/// A longer text is more than a path.
const PATH_WORDS: usize = 40;
/// Words that state something before a question.
const STATEMENT_WORDS: usize = 6;
/// Characters of a text that are compared with the beginnings.
const COMPARED: usize = 60;
/// Characters of a sentence in which an announcement is looked for.
const ANNOUNCED: usize = 400;

/// What the sentence begins with instead of what it has to say, in that language; none where it
/// does not, or the language is not known.
pub(crate) fn opener(sentence: &str, language: &str) -> Option<&'static str> {
    first_of(WORDS.openers.get(language)?, sentence)
}

/// What the sentence greets its readers with, in that language.
pub(super) fn greeting(sentence: &str, language: &str) -> Option<&'static str> {
    first_of(WORDS.greetings.get(language)?, sentence)
}

/// The words with which the sentence says what the text will do instead of doing it, in that
/// language: “I’d like to share …”, “we’ll explore …”.
pub(super) fn announcement(sentence: &str, language: &str) -> Option<&'static str> {
    let known = WORDS.announcements.get(language)?;
    let sentence: String = sentence.chars().take(ANNOUNCED).flat_map(char::to_lowercase).collect();
    let sentence = sentence.replace('’', "'");
    let is_letter = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
    let says = |words: &&String| {
        sentence.match_indices(words.as_str()).any(|(at, words)| {
            !is_letter(sentence[..at].chars().next_back())
                && !is_letter(sentence[at + words.len()..].chars().next())
        })
    };
    known.iter().find(says).map(String::as_str)
}

/// Whether a text is a notice: who pays for it, which cookies are set, who took the picture.
pub(crate) fn is_notice(text: &str) -> bool {
    first_of(&WORDS.notices, text).is_some()
}

/// Whether a text says who wrote it and when, and no more.
pub(super) fn is_byline(text: &str) -> bool {
    if !begins_byline(text) {
        return false;
    }
    let named = |word: &str| WORDS.by.contains(&word.to_lowercase());
    // “By 2030 …” is a sentence; “Posted by …, 3 May 2026.” is none.
    let is_long_form = text.split_whitespace().nth(1).is_some_and(named);
    let has_date = text.contains(|char: char| char.is_ascii_digit());
    let is_short = text.split_whitespace().nth(BYLINE_WORDS).is_none();
    !ends_sentence(text) || (is_long_form && has_date && is_short)
}

/// Whether a text is the path to the page: “Tea › Green › How to brew it”.
pub(super) fn is_path(text: &str) -> bool {
    let is_step = |word: &&str| matches!(*word, "❯" | "›" | "»" | ">" | "→" | "▸" | "/");
    text.split_whitespace().take(PATH_WORDS).filter(is_step).count() >= 2
        && text.split_whitespace().nth(PATH_WORDS).is_none()
        && !text.trim_end().ends_with(['.', '!', ':'])
}

/// Whether a sentence asks the reader. A question that is spoken by somebody, and one that a
/// statement leads to, is none.
pub(crate) fn is_question(sentence: &str) -> bool {
    let closing = ['"', '”', '」', '»', ')'];
    let bare = sentence.trim().trim_end_matches(closing);
    let is_speech =
        sentence.trim_start().starts_with(['"', '“', '„', '«', '「']) && bare != sentence.trim();
    // In Spanish the question has a sign of its own in front.
    let leads: &[&str] = &[": ", " — ", " – ", " - ", " ¿"];
    // What it ends in may be quoted: “The first question is ‘Why tea?’”
    let opening: &[&str] =
        if bare == sentence.trim() { &[] } else { &[" \"", " “", " „", " «"] };
    let statement = leads.iter().chain(opening).filter_map(|lead| bare.find(lead)).min();
    let words = statement.map_or(0, |end| bare[..end].split_whitespace().count());
    // In a regular expression it asks nothing: `(TEA_)?POT(_<CUP>)?`.
    let is_code = bare.contains('_') && (bare.ends_with(")?") || bare.ends_with("]?"));
    bare.ends_with(['?', '？', '؟', '\u{37E}', '՞', '⁇'])
        && !is_speech
        && !is_code
        && words < STATEMENT_WORDS
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

/// Whether a question is one to the reader: “Do you like tea?”, “Are all your pots cold?”. What asks
/// how or why is answered.
pub(super) fn asks_reader(question: &str, language: &str) -> bool {
    /// Words in which the one that asks stands: “At what temperature …”.
    const ASKED_IN: usize = 3;
    /// Their words for readers are those for others, too.
    const AMBIGUOUS: [&str; 2] = ["de", "pt"];
    let words = question.split(|char: char| !char.is_alphabetic()).filter(|word| !word.is_empty());
    let mut words = words.take(ASKED_IN).map(str::to_lowercase);
    begins_with(&WORDS.addressing, question)
        || (!AMBIGUOUS.contains(&language)
            && addresses_reader(question, language)
            && !words.any(|word| WORDS.open_questions.contains(&word)))
}

/// Whether a question has nobody of whom it asks, and so no answer: “Planning a trip?”.
pub(super) fn is_hook(question: &str) -> bool {
    begins_with(&WORDS.hooks, question)
}

fn begins_with(beginnings: &[String], text: &str) -> bool {
    let text = text.trim_start_matches(['“', '"', '«', ' ', '\u{a0}']).to_lowercase();
    let mut rests = beginnings.iter().filter_map(|words| text.strip_prefix(&**words));
    rests.any(|rest| !rest.starts_with(char::is_alphanumeric))
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
        for sentence in ["Well, you’re not alone.", "You’re in the right place!"] {
            assert!(opener(sentence, "en").is_some(), "{sentence}");
        }
        assert_eq!(WORDS.openers.len(), 12);
        assert_eq!(opener("In this articlet", "en"), None);
        assert_eq!(opener("Green tea is a drink. In this article", "en"), None);
    }

    #[test]
    fn greetings_and_announcements_say_nothing_yet() {
        for (language, sentence) in [
            ("en", "Hello everyone, here is my tea."),
            ("en", "Hey, I’m Jane, and this is my tea."),
            ("de", "Hallo zusammen, hier ist mein Tee."),
            ("fr", "Bonjour à tous, voici mon thé."),
            ("es", "Hola a todos, este es mi té."),
        ] {
            assert!(greeting(sentence, language).is_some(), "{sentence}");
        }
        for sentence in ["Hey Tea is a brand of green tea.", "Hello Kitty cups hold 200 ml."] {
            assert_eq!(greeting(sentence, "en"), None, "{sentence}");
        }
        for (language, sentence) in [
            ("en", "After ten years of tea, I’d like to share what I know."),
            ("en", "Tea can be hard to buy, so we’ll explore the ways to choose it."),
            ("de", "Heute zeigen wir Ihnen, wie man Tee macht."),
            ("fr", "Aujourd'hui, nous allons voir comment on fait du thé."),
            ("es", "Hoy vamos a ver cómo se hace el té."),
        ] {
            assert!(announcement(sentence, language).is_some(), "{sentence}");
            assert_eq!(announcement(sentence, "und"), None, "{sentence}");
        }
        for sentence in [
            "They will explore the caves of tea.",
            "“We share the pot,” they say.",
            "Two people would like to share a pot of tea.",
            "The brewery’ll explore new teas.",
        ] {
            assert_eq!(announcement(sentence, "en"), None, "{sentence}");
        }
    }

    #[test]
    fn notices_are_told_from_texts() {
        for text in [
            "Disclosure: we may earn",
            "As an Amazon Associate I earn",
            "Enthält Werbung",
            "JavaScript is disabled. For more, please enable it.",
        ] {
            assert!(is_notice(text), "{text}");
        }
        for text in ["Notes on tea", "Advertisements in the press grew by half", "Tea is a drink"] {
            assert!(!is_notice(text), "{text}");
        }
    }

    #[test]
    fn a_question_to_the_reader_is_told_from_one_that_is_told_of() {
        for sentence in [
            "Is green tea better than black?",
            "Looking for tea: where is the best?",
            "(Is green tea better than black?)",
            "Have you ever wondered why people say “hot water” so often?",
        ] {
            assert!(is_question(sentence), "{sentence}");
        }
        for sentence in [
            "“Were you waiting for the tea all day?”",
            "For years people have asked one thing about tea: does it keep you awake?",
            "Some ideas come to us in a flash — what if tea were blue?",
            "Hace años que todos se preguntan por el té verde ¿quita el sueño?",
            "Perhaps the first question to answer is \"Why lids?\"",
            "Tea keeps you awake.",
        ] {
            assert!(!is_question(sentence), "{sentence}");
        }
    }

    #[test]
    fn bylines_and_paths_are_told_from_sentences() {
        for text in ["By Jane Doe, writer", "Posted by jdoe on May 3, 2026 from the tea dept."] {
            assert!(is_byline(text), "{text}");
        }
        for text in ["By 2030 half of the tea will be green.", "Written by monks, tea is a book."] {
            assert!(!is_byline(text), "{text}");
        }
        for text in ["Home ❯ Green Tea ❯ Is it good?", "Home / Tea / Green"] {
            assert!(is_path(text), "{text}");
        }
        for text in ["Open Tea > Green > Leaves and take some.", "Tea is > 70 degrees"] {
            assert!(!is_path(text), "{text}");
        }
    }

    #[test]
    fn the_words_are_in_lower_case() {
        let by_language = [&WORDS.openers, &WORDS.greetings, &WORDS.announcements];
        let words = by_language.into_iter().flat_map(|words| words.values().flatten());
        let all = words.chain(&WORDS.notices);
        for word in all {
            assert_eq!(*word, word.to_lowercase());
            assert!(!word.contains('’'), "{word}");
        }
    }

    #[test]
    fn questions_to_the_reader_ask_for_no_answer() {
        for asked in [
            "Are you tired of cold tea?",
            "Planning to open a tea house?",
            "Suchen Sie einen Kessel?",
            "¿Buscas una tetera?",
        ] {
            assert!(asks_reader(asked, "en"), "{asked}");
        }
        assert!(asks_reader("Are all your pots cold?", "en"));
        assert!(is_hook("Eager to get started?") && !is_hook("Need it be hot?"));
        for asked in [
            "How do you brew tea?",
            "Are pots warm?",
            "Needs a pot water?",
            "Why is your tea cold?",
        ] {
            assert!(!asks_reader(asked, "en"), "{asked}");
        }
    }
}
