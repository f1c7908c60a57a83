//! Sentences that begin with a word in lower case, as those about the names of a program do: “flags
//! is a bit mask.”
//!
//! The standard takes what stands before such a word for an abbreviation (UAX #29, rule SB8).

use crate::data;
use crate::table::TableSet;

data::words! { "sentence-words.json" => static WORDS: Words {
    /// Abbreviations of as many letters as a word has at least, in several languages.
    abbreviations: TableSet<String>,
    /// Shorter words that end sentences and abbreviate nothing. After another one a full stop may
    /// be that of an abbreviation.
    common: TableSet<String>,
} }

/// Letters of a word that is no abbreviation.
const WORD_LETTERS: usize = 4;

/// Where sentences begin with a word in lower case.
pub(super) fn beginnings(text: &str) -> impl Iterator<Item = usize> + '_ {
    const STOP: &str = ". ";
    let starts = text.match_indices(STOP).filter(move |(at, _)| {
        let (before, behind) = (&text[..*at], &text[at + STOP.len()..]);
        let last = before.rsplit(' ').next().unwrap_or_default();
        // A sentence in brackets may begin so, too.
        let behind = behind.strip_prefix('(').unwrap_or(behind);
        let next = behind.split(' ').next().unwrap_or_default();
        next.starts_with(char::is_lowercase)
            && (ends_word(last) || (is_identifier(next) && !last.is_empty()))
    });
    starts.map(|(at, _)| at + STOP.len())
}

/// Whether a word before a full stop is one, and no abbreviation.
fn ends_word(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '"', '“', '\'']);
    let bare = word.trim_end_matches([')', '"', '”', '\'']);
    WORDS.common.contains(bare)
        || bare.chars().all(char::is_lowercase)
            && bare.chars().count() >= WORD_LETTERS
            && !WORDS.abbreviations.contains(bare)
}

/// Whether a word is the name of something in a program.
fn is_identifier(word: &str) -> bool {
    word.contains('_')
        || word.contains("::")
        || word.find('(').is_some_and(|at| word[..at].ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use crate::page::text::sentences;

    #[test]
    fn names_in_lower_case_begin_sentences() {
        for (text, expected) in [
            ("The pot holds leaves. flags is a bit mask. It is set.", 3),
            ("See the pot of Tea. brew_all fills it. pour() empties it.", 3),
            ("It may be NIL. tea::brew says so.", 2),
            ("The pot fills it for you. brew is what most others use.", 2),
            ("A pot of no. 5 and fig. two", 1),
            ("The pots ( ? ) may be hot. Fill them.", 2),
            ("The pots (?) may be hot.", 1),
            ("Are the pots hot? Fill them.", 2),
            ("Leaves, stems etc. are put into it, approx. two of them.", 1),
            ("Pots of clay, e.g. old ones, cf. the table.", 1),
            ("Tee wird inkl. der Kanne verkauft.", 1),
            ("Only brew knows the format. (pots may be filled by hand.)", 2),
            ("Leaves, stems etc. (and more) are put into it.", 1),
        ] {
            assert_eq!(sentences(text).count(), expected, "{text}");
        }
    }
}
