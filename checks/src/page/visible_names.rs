//! Whether readers see a name.

use std::cell::OnceCell;

use crate::letters::is_alphanumeric;

/// The visible text of a page, in which names are looked for.
pub(crate) struct VisibleNames<'a> {
    text: &'a str,
    /// Its words in lower case, with a space before, between and after them; made where a name is
    /// not found as it is written.
    words: OnceCell<String>,
    /// The same without spaces.
    joined: OnceCell<String>,
    /// The words without accents.
    plain: OnceCell<String>,
}

/// Words between the first and the last of a name that may be shown or not.
const MIDDLE_WORDS: usize = 3;
/// Places of a first name that are looked at.
const PERSON_PLACES: usize = 200;

impl<'a> VisibleNames<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, words: OnceCell::new(), joined: OnceCell::new(), plain: OnceCell::new() }
    }

    /// Whether the text holds the name, in whatever case and with whatever stands between its
    /// words. Names of scripts without spaces may stand inside other words.
    pub(crate) fn shows(&self, name: &str) -> bool {
        if self.shows_as_written(name) {
            return true;
        }
        let name = words(name);
        if name.trim().is_empty() {
            return false;
        }
        let text = self.words.get_or_init(|| words(self.text));
        if text.contains(&name) {
            return true;
        }
        let is_spaceless = name.chars().any(is_spaceless);
        let joined = || self.joined.get_or_init(|| text.replace(' ', ""));
        is_spaceless && joined().contains(&name.replace(' ', ""))
    }

    /// The same for the name of a person, who may be shown without a middle name or initial or
    /// with one, with accents or without, and without degrees: "Jane A. Doe" for "Jane Doe, MD".
    pub(crate) fn shows_person(&self, name: &str) -> bool {
        if self.shows(name) {
            return true;
        }
        let name = name.split(',').next().unwrap_or_default();
        let name: String = words(name).chars().map(plain).collect();
        let mut own = name.split_whitespace();
        let Some((first, last)) = own.next().zip(own.next_back()) else { return false };
        let is_long = |word: &str| word.chars().nth(1).is_some();
        if !is_long(first) || !is_long(last) {
            return false;
        }
        let text = self.words.get_or_init(|| words(self.text));
        let text = self.plain.get_or_init(|| text.chars().map(plain).collect());
        let middle: Vec<&str> = own.collect();
        let first = format!(" {first} ");
        let starts = text.match_indices(first.as_str()).map(|(at, found)| at + found.len());
        starts.take(PERSON_PLACES).any(|start| {
            let mut between = text[start..].split(' ').take(MIDDLE_WORDS + 1);
            between.find_map(|word| match () {
                () if word == last => Some(true),
                // An initial, or a part of the name.
                () if !is_long(word) || middle.contains(&word) => None,
                () => Some(false),
            }) == Some(true)
        })
    }

    /// Whether the name stands in the text letter for letter, which is found without taking the
    /// text apart.
    fn shows_as_written(&self, name: &str) -> bool {
        let is_letter = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
        let name = name.trim();
        is_letter(name.chars().next())
            && is_letter(name.chars().next_back())
            && self.text.match_indices(name).any(|(at, _)| {
                !is_letter(self.text[..at].chars().next_back())
                    && !is_letter(self.text[at + name.len()..].chars().next())
            })
    }
}

/// The words of a text in lower case, with one space before, between and after them.
pub(crate) fn words(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(' ');
    for char in text.chars() {
        match () {
            () if char.is_ascii_alphanumeric() => out.push(char.to_ascii_lowercase()),
            () if is_alphanumeric(char) => out.extend(char.to_lowercase()),
            () if !out.ends_with(' ') => out.push(' '),
            () => {}
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

/// A Latin letter without its accent, where it has one in Latin-1 or Latin Extended-A.
pub(crate) fn plain(char: char) -> char {
    match char {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => 'i',
        'ĺ' | 'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => 'o',
        'ŕ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    }
}

/// Han, Kana, Hangul, Thai, Lao, Khmer and Myanmar, where names touch what follows them.
pub(crate) fn is_spaceless(char: char) -> bool {
    matches!(char,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_found_as_people_set_them() {
        for (text, name) in [
            ("By JANE DOE on Monday", "Jane Doe"),
            ("Conan O’Brien", "Conan O'Brien"),
            ("Von Jana Müller-Groß.", "Jana Müller-Groß"),
            ("Jane\nDoe", "Jane Doe"),
            ("文：山田太郎さん", "山田 太郎"),
            ("นักเขียนสมชายใจดี", "สมชาย ใจดี"),
            ("Автор: Иван Петров", "иван петров"),
            ("بقلم محمد علي", "محمد علي"),
        ] {
            assert!(VisibleNames::new(text).shows(name), "{text}");
        }
    }

    #[test]
    fn people_are_shown_with_and_without_what_belongs_to_their_names() {
        let shows = |text: &str, name: &str| VisibleNames::new(text).shows_person(name);
        for (text, name) in [
            ("By Jane A. Doe, MD", "Jane Doe"),
            ("By Jane Doe", "Jane A. Doe"),
            ("By Jane Doe", "Jane Maria Doe"),
            ("By José Núñez", "Jose Nunez"),
            ("By Jane Doe", "Jane Doe, M.P.H."),
        ] {
            assert!(shows(text, name), "{text}");
        }
        for (text, name) in [
            ("Jane met John Doe", "Jane Doe"),
            ("J. Doe", "J Roe"),
            ("Jane and Jane Roe", "Jane Doe"),
            ("Doe", "Jane Doe"),
            ("", "Jane Doe"),
        ] {
            assert!(!shows(text, name), "{text}");
        }
    }

    #[test]
    fn parts_of_words_and_other_names_are_not_taken_for_one() {
        for (text, name) in [
            ("Hannah and Joanna", "Anna"),
            ("Jane Does", "Jane Doe"),
            ("Doe, Jane", "Jane Doe"),
            ("", "Jane"),
            ("Text", "--"),
        ] {
            assert!(!VisibleNames::new(text).shows(name), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_name_is_found_wherever_it_stands(before in "[a-z ]{0,20}", after in "[a-z ]{0,20}") {
            let text = format!("{before} Jane Doe {after}");
            prop_assert!(VisibleNames::new(&text).shows("jane doe"));
        }

        #[test]
        fn never_panics(text in any::<String>(), name in any::<String>()) {
            let names = VisibleNames::new(&text);
            let _ = (names.shows(&name), names.shows_person(&name));
        }
    }
}
