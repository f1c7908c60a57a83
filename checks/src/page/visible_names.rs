//! Whether readers see a name.

use std::cell::OnceCell;

/// The visible text of a page, in which names are looked for.
pub(crate) struct VisibleNames<'a> {
    text: &'a str,
    /// Its words in lower case, with a space before, between and after them; made where a name is
    /// not found as it is written.
    words: OnceCell<String>,
    /// The same without spaces.
    joined: OnceCell<String>,
}

impl<'a> VisibleNames<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, words: OnceCell::new(), joined: OnceCell::new() }
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
            () if char.is_alphanumeric() => out.extend(char.to_lowercase()),
            () if !out.ends_with(' ') => out.push(' '),
            () => {}
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
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
            let _ = VisibleNames::new(&text).shows(&name);
        }
    }
}
