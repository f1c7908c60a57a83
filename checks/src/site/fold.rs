//! Titles and names as they are compared.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A title or description: compatibility forms and letter case don't count (NFKC), white space is
/// one space.
pub(super) fn line(text: &str) -> String {
    let lower = text.nfkc().collect::<String>().to_lowercase();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
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
        assert_eq!(name_words("Dr. José O’Néill-Smith"), ["dr", "jose", "oneill", "smith"]);
        assert_eq!(name("ACME, Inc."), name("Acme Inc"));
        assert_ne!(name("Acme"), name("Acme Inc"));
        assert_eq!(name("山田 太郎"), "山田太郎");
    }
}
