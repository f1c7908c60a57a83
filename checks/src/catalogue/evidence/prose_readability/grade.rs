//! The Flesch-Kincaid grade of an English text, told by a sample of its words.

/// Words of the sample.
const SAMPLE_WORDS: usize = 300;

/// The grade in tenths (Kincaid and others, 1975): 0.39 times the words of a sentence, 11.8 times
/// the syllables of a word, less 15.59. None where there are too few words.
///
/// `tenths_of_words` are those of `sentences` sentences.
pub(super) fn grade_tenths<'a>(
    blocks: impl Iterator<Item = &'a str>,
    tenths_of_words: usize,
    sentences: usize,
) -> Option<usize> {
    let letters = |word: &&str| word.bytes().any(|byte| byte.is_ascii_alphabetic());
    let words = blocks.flat_map(str::split_ascii_whitespace).filter(letters).take(SAMPLE_WORDS);
    let (count, syllables) =
        words.fold((0, 0), |(count, sum), word| (count + 1, sum + syllables(word)));
    if count < SAMPLE_WORDS || sentences == 0 {
        return None;
    }
    // In hundredths of a grade; a word equivalent of English is a word.
    let of_sentences = 39 * tenths_of_words / 10 / sentences;
    let of_words = 1_180 * syllables / count;
    Some((of_sentences + of_words).saturating_sub(1_559) / 10)
}

/// The syllables of an English word, as its groups of vowels tell; a last `e` is silent.
fn syllables(word: &str) -> usize {
    let is_vowel =
        |byte: u8| matches!(byte.to_ascii_lowercase(), b'a' | b'e' | b'i' | b'o' | b'u' | b'y');
    let word = word.trim_end_matches(|char: char| !char.is_ascii_alphabetic()).as_bytes();
    let starts = |at: &usize| is_vowel(word[*at]) && (*at == 0 || !is_vowel(word[*at - 1]));
    let groups = (0..word.len()).filter(starts).count();
    let is_silent = word.len() > 2
        && word.ends_with(b"e")
        && !word.ends_with(b"le")
        && !is_vowel(word[word.len() - 2]);
    groups.saturating_sub(usize::from(is_silent)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syllables_are_counted_by_vowels() {
        for (word, count) in [
            ("the", 1),
            ("tide", 1),
            ("water", 2),
            ("table", 2),
            ("citation", 3),
            ("moon.", 1),
            ("rhythm", 1),
            ("\"Responsibility\"", 6),
            ("x", 1),
            ("free", 1),
        ] {
            assert_eq!(syllables(word), count, "{word}");
        }
    }

    #[test]
    fn the_grade_follows_the_formula() {
        // 300 words of 2 syllables in 20 sentences: 0.39 * 15 + 11.8 * 2 - 15.59 = 13.86.
        let text = "water ".repeat(300);
        assert_eq!(grade_tenths([text.as_str()].into_iter(), 3_000, 20), Some(138));
        assert_eq!(grade_tenths(["few words"].into_iter(), 20, 1), None);
    }
}
