//! Titles and names as they are compared.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A title or description: compatibility forms and letter case don't count (NFKC), white space is
/// one space.
pub(super) fn line(text: &str) -> String {
    let lower = text.nfkc().collect::<String>().to_lowercase();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The same of a title, in which the letter case of identifiers counts: `tea.Pot` is a class, and
/// `tea.pot` its module.
pub(super) fn title(text: &str) -> String {
    let is_identifier = |word: &str| {
        word.split(['.', '_', ':']).filter(|part| !part.is_empty()).nth(1).is_some()
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._:".contains(&byte))
            && word.starts_with(|first: char| first.is_ascii_alphabetic())
    };
    let words = text.split_whitespace().map(|word| match is_identifier(word) {
        true => word.to_owned(),
        false => line(word),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The words of a name, without case, accents and signs.
pub(super) fn name_words(name: &str) -> Vec<String> {
    let plain: String = name.nfkd().filter(|char| !is_combining_mark(*char)).collect();
    let plain = plain.to_lowercase();
    let words = plain.split(|char: char| !char.is_alphanumeric() && char != '\'' && char != '’');
    let words = words.map(|word| word.replace(['\'', '’'], ""));
    words.filter(|word| !word.is_empty()).collect()
}

/// A name without case, accents, signs and white space.
pub(super) fn name(name: &str) -> String {
    name_words(name).concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_folded() {
        assert_eq!(line("  Ｇreen\u{A0} TEA\n№ 1 "), "green tea no 1");
        assert_ne!(title("tea.Pot — Tea"), title("tea.pot — Tea"));
        assert_eq!(title("Red  Pots — TEA"), title("red pots — Tea"));
        assert_eq!(name_words("Dr. José O’Néill-Smith"), ["dr", "jose", "oneill", "smith"]);
        assert_eq!(name("ACME, Inc."), name("Acme Inc"));
        assert_ne!(name("Acme"), name("Acme Inc"));
        assert_eq!(name("山田 太郎"), "山田太郎");
    }
}
