//! The words by which two short texts are compared, in any script.
//!
//! Where a script writes no spaces between words, or joins particles to them (Hangul), pairs of
//! characters stand for words.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;

use unicode_segmentation::UnicodeSegmentation;

use crate::data;

/// Characters of a text that are compared.
const COMPARED: usize = 1_000;
/// Letters of a word that tell what it is about.
const KEY_LETTERS: usize = 4;
/// Letters of the shortest name.
const NAME_LETTERS: usize = 2;
/// By so many letters at its beginning words are compared, so that their endings do not matter.
const STEM_LETTERS: usize = 5;
/// The fewest bytes of a word of which the plural is taken for the same.
const SINGULAR_BYTES: usize = 3;
/// The same where roots have three letters: Arabic and Hebrew.
const ROOT_LETTERS: usize = 3;
/// Thai, Lao, Khmer and Burmese syllables are longer than a pair.
const SYLLABLE: usize = 4;

/// A run of one way of writing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Spaced,
    /// Han, Kana, Hangul.
    Pairs,
    /// Thai, Lao, Khmer, Burmese.
    Syllables,
}

/// Lower case, full-width Latin letters and digits as the common ones.
fn fold(character: char) -> impl Iterator<Item = char> {
    let narrow = match character {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(character as u32 - 0xFEE0),
        '’' | 'ʼ' => Some('\''),
        '\u{3000}' => Some(' '),
        _ => None,
    };
    narrow.unwrap_or(character).to_lowercase()
}

fn script(character: char) -> Script {
    match character {
        '\u{3005}' | '\u{3007}' | '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' => {
            Script::Pairs
        }
        '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}' => {
            Script::Pairs
        }
        '\u{20000}'..='\u{323AF}' => Script::Pairs,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' => {
            Script::Syllables
        }
        _ => Script::Spaced,
    }
}

/// Calls `use_run` with every run of one way of writing.
fn runs(text: &str, mut use_run: impl FnMut(Script, &[char])) {
    let characters: Vec<char> = text.chars().take(COMPARED).collect();
    for run in characters.chunk_by(|one, next| script(*one) == script(*next)) {
        if let Some(first) = run.first() {
            use_run(script(*first), run);
        }
    }
}

/// The words of a text, folded; pairs of characters where there are no spaces.
pub(crate) fn tokens(text: &str) -> BTreeSet<String> {
    let mut tokens = BTreeSet::new();
    let folded: String = text.chars().take(COMPARED).flat_map(fold).collect();
    runs(&folded, |script, run| match script {
        Script::Spaced => {
            let run: String = run.iter().collect();
            tokens.extend(run.unicode_words().map(str::to_owned));
        }
        Script::Pairs | Script::Syllables => tokens.extend(windows(run, 2, |_| true)),
    });
    tokens
}

/// The letters of a run in windows of that length; a shorter run is one.
fn windows(run: &[char], length: usize, keep: impl Fn(&[char]) -> bool) -> Vec<String> {
    let letters: Vec<char> = run.iter().copied().filter(|char| char.is_alphanumeric()).collect();
    let length = length.min(letters.len()).max(1);
    let windows = letters.windows(length).filter(|window| keep(window));
    windows.map(|window| window.iter().collect()).collect()
}

/// Words that say nothing of what a text is about. They are kept in `data/function-words.json`.
static FUNCTION_WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let words: FunctionWords = data::read!("function-words.json");
    words.languages.into_values().flatten().collect()
});

data::words! { struct FunctionWords {
    languages: BTreeMap<String, Vec<String>>,
} }

/// The words of a text that say what it is about; all of them where none does.
fn telling(text: &str) -> BTreeSet<String> {
    let all = tokens(text);
    let telling: BTreeSet<String> =
        all.iter().filter(|word| !FUNCTION_WORDS.contains(word.as_str())).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

/// How many percent of the words of the text with fewer are in the other as well: of all words, or
/// of those that tell, whichever is more. Nothing, where no telling word is.
pub(crate) fn similarity(one: &str, other: &str) -> usize {
    let shared = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
        let [one, other] = [one, other]
            .map(|words| -> BTreeSet<&str> { words.iter().map(|word| singular(word)).collect() });
        let least = one.len().min(other.len());
        let count = one.intersection(&other).count();
        // Alone, a word and a beginning of it may be two words.
        let count = count + usize::from(count > 0 && have_short_form(&one, &other));
        (count.min(least) * 100).checked_div(least).unwrap_or(0)
    };
    let compare = |one: &str, other: &str| match shared(&telling(one), &telling(other)) {
        0 => 0,
        // Small words that two texts share say that they are built alike.
        telling => telling.max(shared(&tokens(one), &tokens(other))),
    };
    match compare(one, other) {
        ALL => ALL,
        // A path may be written with other signs between its parts, or with none.
        _ if is_written_as(one, other) => ALL,
        alike => alike.max(compare(&in_parts(one), &in_parts(other))),
    }
}

/// Whether two texts have the same letters and digits in the same order, one word or more.
fn is_written_as(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> String {
        let folded = text.chars().take(COMPARED).flat_map(fold);
        folded.filter(|char| char.is_alphanumeric()).collect()
    };
    let letters_of_one = letters(one);
    !letters_of_one.is_empty() && letters_of_one == letters(other)
}

/// All of the words, in percent.
const ALL: usize = 100;

/// A text with the identifiers in it as the words that they are made of: “tea_pot”, “teaPot”.
fn in_parts(text: &str) -> String {
    let mut parts = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for char in text.chars().take(COMPARED) {
        if before.is_lowercase() && char.is_uppercase() {
            parts.push(' ');
        }
        parts.push(if char == '_' { ' ' } else { char });
        before = char;
    }
    parts
}

/// Whether one of the words that only one text has is the beginning of one that only the other has:
/// “pro”, “professional”.
fn have_short_form(one: &BTreeSet<&str>, other: &BTreeSet<&str>) -> bool {
    /// Letters of the shortest short form.
    const LETTERS: usize = 3;
    let is_short_form = |short: &str, long: &str| {
        short.chars().count() >= LETTERS
            && short.chars().all(char::is_alphabetic)
            && long.starts_with(short)
            // “Tea” is no short form of “teapot”, which has a word of its own added.
            && long.chars().count() >= 2 * short.chars().count() + 2
    };
    one.difference(other).any(|word| {
        let mut counterparts = other.difference(one);
        counterparts.any(|other| is_short_form(word, other) || is_short_form(other, word))
    })
}

/// A word without the ending that most plurals have in English, French, Spanish and Portuguese.
fn singular(word: &str) -> &str {
    let stem = word.strip_suffix('s').filter(|stem| !stem.ends_with('s'));
    stem.filter(|stem| stem.len() >= SINGULAR_BYTES).unwrap_or(word)
}

/// What a text is about: its words of four or more letters by their first five, and its
/// abbreviations, numbers and short names whole; pairs of characters that are not Hiragana alone.
pub(crate) fn keys(text: &str) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    runs(text, |script, run| match script {
        Script::Spaced => {
            let run: String = run.iter().collect();
            keys.extend(run.unicode_words().flat_map(parts).flat_map(key));
        }
        Script::Pairs => keys.extend(windows(run, 2, says_something)),
        Script::Syllables => keys.extend(windows(run, SYLLABLE, |_| true)),
    });
    if !keys.is_empty() {
        let are_numbers = keys.iter().all(|key| key.chars().any(char::is_numeric));
        keys.extend(short_names(text, are_numbers));
    }
    keys
}

/// A word, and the words that an identifier joins: "FindHDF5", "MSVC_RUNTIME_LIBRARY".
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let mut cuts = vec![0];
    let letters: Vec<(usize, char)> = word.char_indices().collect();
    for (at, three) in letters.windows(3).enumerate() {
        let [(_, before), (start, this), (_, after)] = three else { continue };
        let begins = before.is_lowercase() && this.is_uppercase();
        // The last capital of an abbreviation begins the next word: "HTTPServer".
        let ends = at > 0 && before.is_uppercase() && this.is_uppercase() && after.is_lowercase();
        if begins || ends || *before == '_' {
            cuts.push(*start);
        }
    }
    cuts.push(word.len());
    let inside: Vec<(usize, usize)> = cuts.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let is_joined = inside.len() > 1;
    let inside = inside.into_iter().filter(move |_| is_joined);
    std::iter::once(word).chain(inside.map(|(from, to)| word[from..to].trim_matches('_')))
}

/// The words that are too short for a key, and are names: those with a capital, or all of them
/// beside nothing but numbers (“F.43. tcn”).
fn short_names(text: &str, in_lower_case: bool) -> impl Iterator<Item = String> {
    let compared = text.char_indices().nth(COMPARED).map_or(text, |(end, _)| &text[..end]);
    let words = compared.unicode_words().filter(move |word| {
        word.chars().all(char::is_alphabetic)
            && (NAME_LETTERS..KEY_LETTERS).contains(&word.chars().count())
            && (in_lower_case || word.starts_with(char::is_uppercase))
    });
    let folded = words.map(|word| word.chars().flat_map(fold).collect::<String>());
    folded.filter(|word| !FUNCTION_WORDS.contains(word))
}

/// Hiragana alone is grammar.
fn says_something(pair: &[char]) -> bool {
    pair.iter().any(|char| !matches!(char, '\u{3041}'..='\u{309F}'))
}

/// The forms under which one word is looked for.
fn key(word: &str) -> Vec<String> {
    let folded: String = word.chars().flat_map(fold).collect();
    let count = folded.chars().count();
    let stem = |text: &str| text.chars().take(STEM_LETTERS).collect::<String>();
    if folded.chars().any(|char| matches!(char, '\u{0590}'..='\u{06FF}')) {
        return bare_roots(&folded)
            .filter(|root| root.chars().count() >= ROOT_LETTERS)
            .map(stem)
            .collect();
    }
    let is_abbreviation = count >= 2
        && (word.chars().all(|char| char.is_uppercase() || char.is_numeric())
            || word.chars().any(char::is_numeric));
    match () {
        // The plural of a short word, which is no longer than a stem.
        () if count == STEM_LETTERS && folded.ends_with('s') => {
            let singular = folded.chars().take(KEY_LETTERS).collect();
            vec![singular, folded]
        }
        () if count >= KEY_LETTERS => vec![stem(&folded)],
        () if is_abbreviation => vec![folded],
        () => Vec::new(),
    }
}

/// An Arabic or Hebrew word, and what is left of it without the article and the particles that are
/// written together with it.
fn bare_roots(word: &str) -> impl Iterator<Item = &str> {
    let arabic = ["وال", "بال", "كال", "فال", "ال", "لل", "و", "ب", "ل"];
    let hebrew = ["וה", "שה", "מה", "ה", "ו", "ב", "ל", "מ", "ש", "כ"];
    let bare = arabic.into_iter().chain(hebrew).filter_map(|prefix| word.strip_prefix(prefix));
    std::iter::once(word).chain(bare)
}

/// Whether a text speaks of what these keys are about. Without keys nothing can be told, and it
/// does.
pub(crate) fn speaks_of(text: &str, of: &BTreeSet<String>) -> bool {
    of.is_empty() || has_any(text, of)
}

fn has_any(text: &str, of: &BTreeSet<String>) -> bool {
    // An abbreviation in the title may stand in lower case in the text, and a short word there
    // may be one in the title.
    let found = keys(text);
    let lower = tokens(text);
    of.iter().any(|key| found.contains(key) || lower.contains(key))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    #[test]
    fn the_words_of_an_identifier_tell_what_it_is_about() {
        for (title, text) in [
            ("FindHDF5", "Find the library of HDF5."),
            ("MSVC_RUNTIME_LIBRARY", "Select the MSVC runtime library."),
            ("httpServer", "A server for tea."),
            ("HTTPServer", "A server for tea."),
        ] {
            assert!(speaks_of(text, &keys(title)), "{title}");
        }
        assert!(!speaks_of("Select the cup.", &keys("TeapotRuntime")));
        let all: Vec<&str> = parts("useHTTPServer_now").collect();
        assert_eq!(all, ["useHTTPServer_now", "use", "HTTP", "Server", "now"]);
        assert_eq!(parts("Teapot").collect::<Vec<_>>(), ["Teapot"]);
    }

    use super::*;

    #[test]
    fn words_are_compared_in_every_script() {
        for (one, other, expected) in [
            ("How to make tea", "How To Make Tea", 100),
            // tea of {tea, guide, …}: 1 of 2.
            ("Green tea", "Tea and how it is made", 50),
            ("Grüner Tee", "Grünen Tee zubereiten", 50),
            ("Thé vert", "L’art du thé vert", 100),
            ("The best tea pot", "Best teas and pots", 100),
            ("Glass and gas", "Glas and ga", 0),
            // 緑茶 茶の の入 入れ れ方 against 緑茶: one of one.
            ("緑茶の入れ方", "緑茶", 100),
            // 绿茶 茶冲 冲泡 / 绿茶 茶的 的冲 冲泡: two of three.
            ("绿茶冲泡", "绿茶的冲泡", 66),
            ("วิธีชงชา", "วิธีชงชา", 100),
            // 녹차 / 녹차 차는: one of one.
            ("녹차", "녹차는", 100),
            ("كيفية تحضير الشاي", "تحضير القهوة", 50),
            ("Как заварить чай", "Как заварить кофе", 66),
            ("ＡＢＣ　ガイド", "abc ガイド", 100),
            ("🍵", "🍵", 0),
            ("", "Tea", 0),
            // Nothing but "the", "of" and "in" is shared.
            ("The heart of the tea in the east", "The price of the pots in the shop", 0),
            ("Software for every tea house", "Tea house software", 100),
            ("How to pour tea", "What to pour and how to do it", 75),
            ("To be or not to be", "To be or not to be", 100),
            ("Tea Pro Support", "Professional Support & Extensions", 66),
            ("Tea Pro Lids", "Professional Support & Extensions", 0),
            ("Tea Support", "Teapot Support & Extensions", 50),
            ("Tea Unlock-Notify API", "Using the tea3_unlock_notify() API", 75),
            ("openTeaPot", "Open tea pot", 100),
        ] {
            assert_eq!(similarity(one, other), expected, "{one} / {other}");
        }
    }

    #[test]
    fn a_text_speaks_of_a_title_whatever_its_endings() {
        for (title, text, expected) in [
            ("Brewing green tea", "Teas that were brewed for long taste bitter.", false),
            ("Tea codes", "Use the code for it.", true),
            ("Tea code", "Use the codes for it.", true),
            ("Brewing green tea", "To brewing there is more than water.", true),
            ("What is SEO?", "Search engines rank pages; SEO is the work on that.", true),
            ("What is SEO?", "Search engines rank pages.", false),
            ("Zubereitung von Tee", "Wer Tee zubereiten will, nimmt Wasser.", true),
            ("緑茶の入れ方", "おいしい緑茶には湯冷ましを使う。", true),
            ("緑茶の入れ方", "コーヒーは豆から挽く。", false),
            ("วิธีชงชาเขียว", "ชาเขียวต้องใช้น้ำร้อน", true),
            ("วิธีชงชาเขียว", "กาแฟต้องบดก่อน", false),
            ("طريقة تحضير الشاي", "شاي جيد يحتاج ماء", true),
            ("طريقة تحضير الشاي", "القهوة تطحن", false),
            ("הכנת תה ירוק", "התה הירוק טוב", true),
            ("녹차 우리는 법", "좋은 녹차는 물이 중요하다.", true),
            ("Чай", "Кофе варят.", true),
            ("A Guide to the Tea Project", "Pour Tea leaves into a pot.", true),
            ("A Guide to the Tea Project", "Pour leaves into the pot.", false),
            ("F.43. tcn", "The tcn module has a trigger.", true),
            ("F.43. tcn", "The module has a trigger.", false),
        ] {
            assert_eq!(speaks_of(text, &keys(title)), expected, "{title} / {text}");
        }
    }

    proptest! {
        #[test]
        fn similarity_is_symmetric_and_at_most_all(one in "[a-cあ一ก가 ]{0,20}", other in "[a-cあ一ก가 ]{0,20}") {
            let similar = similarity(&one, &other);
            prop_assert_eq!(similar, similarity(&other, &one));
            prop_assert!(similar <= 100);
            let says_something = !tokens(&one).is_empty();
            prop_assert_eq!(similarity(&one, &one), if says_something { 100 } else { 0 });
        }

        #[test]
        fn any_text_is_taken(text in any::<String>()) {
            let _ = (tokens(&text), keys(&text));
        }
    }
}
