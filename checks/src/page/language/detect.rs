//! Telling the language of a text.

use std::sync::LazyLock;

use whatlang::Lang;

use super::tags::two_letters;
use crate::letters::is_alphabetic;
use crate::page::{DocumentFacts, limits};

/// Percent of confidence from which a language is sure.
const SURE_PERCENT: u8 = 90;
/// The fewest characters of prose by which a language is told.
const CHARACTERS_MIN: usize = 200;
/// Letters of a line of prose in a script without spaces.
const SPACELESS_LETTERS: usize = 10;
/// Spaces in a line of prose.
const PROSE_SPACES: usize = 4;
/// Percent of a line of prose that is letters and spaces.
const PROSE_PERCENT: usize = 80;

/// The language of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detected {
    /// Its primary language subtag.
    pub language: String,
    /// How sure that is, in percent.
    pub percent: u8,
    /// Characters by which it was told.
    pub characters: usize,
}

impl Detected {
    /// Whether it is sure enough to speak against what the page declares.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.percent >= SURE_PERCENT
    }
}

/// The language of a page's prose, where there is enough of it: code, menus and tables of numbers
/// are passed over.
pub(super) fn detect(document: &DocumentFacts) -> Option<Detected> {
    let sample = [&document.main.text, &document.visible_text]
        .into_iter()
        .map(|text| prose(text))
        .find(|sample| sample.chars().count() >= CHARACTERS_MIN)?;
    if is_index(document, &sample) {
        return None;
    }
    let info = whatlang::detect(&sample)?;
    // Rounded down, so that 100 is certainty.
    let percent = (info.confidence() * 100.0).clamp(0.0, 100.0) as u8;
    let language = two_letters(info.lang().code()).to_owned();
    Some(Detected { language, percent, characters: sample.chars().count() })
}

/// Whether the main content is links, and what looks like prose in it is a few of many names, as in
/// the index of a manual.
fn is_index(document: &DocumentFacts, sample: &str) -> bool {
    /// Percent of the text that prose has at least.
    const PROSE: usize = 10;
    let main = &document.main;
    let is_linked = main.link_bytes * 2 > main.text.len();
    let is_whole = sample.chars().count() >= limits::SAMPLE_CHARACTERS;
    is_linked && !is_whole && sample.len() * 100 < main.text.len() * PROSE
}

/// Whether the detector knows a language, so that it could have told it.
pub(super) fn knows(language: &str) -> bool {
    static KNOWN: LazyLock<Vec<&str>> =
        LazyLock::new(|| Lang::all().iter().map(|lang| two_letters(lang.code())).collect());
    KNOWN.contains(&language) || matches!(language, "no" | "nn" | "ms" | "bs" | "sh" | "iw" | "in")
}

fn prose(text: &str) -> String {
    let mut sample = String::new();
    let mut left = limits::SAMPLE_CHARACTERS;
    for line in text.lines().filter(|line| is_prose(line)) {
        if left == 0 {
            break;
        }
        let end = line.char_indices().nth(left).map_or(line.len(), |(end, _)| end);
        sample.push_str(&line[..end]);
        sample.push('\n');
        left = left.saturating_sub(line[..end].chars().count() + 1);
    }
    sample.truncate(sample.trim_end().len());
    sample
}

fn is_prose(line: &str) -> bool {
    let (mut characters, mut letters, mut spaces) = (0, 0, 0);
    for char in line.chars().take(limits::SAMPLE_CHARACTERS) {
        characters += 1;
        // Marks that belong to a letter count with it.
        letters += usize::from(is_alphabetic(char) || is_mark(char));
        spaces += usize::from(char == ' ');
    }
    let is_long = spaces >= PROSE_SPACES || (spaces * 5 < letters && !line.is_ascii());
    let is_long = is_long && letters >= SPACELESS_LETTERS;
    is_long && (letters + spaces) * 100 >= characters * PROSE_PERCENT && !lists_identifiers(line)
}

/// Whether many words of a line are written as in code: `tea_pot`, `teaPot`, `Tea::Pot`.
fn lists_identifiers(line: &str) -> bool {
    /// Of so many words one may be such a name.
    const WORDS: usize = 4;
    let (mut words, mut names) = (0, 0);
    for word in line.split(' ').filter(|word| !word.is_empty()).take(limits::SAMPLE_CHARACTERS) {
        words += 1;
        let bytes = word.as_bytes();
        let joined = bytes.windows(2).any(|two| {
            matches!(two, [b'_', _] | [b':', b':'])
                || (two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase())
        });
        names += usize::from(joined);
    }
    names * WORDS > words
}

/// Combining marks of the scripts of South and South-East Asia and of Hebrew and Arabic.
fn is_mark(char: char) -> bool {
    matches!(char, '\u{0591}'..='\u{05C7}' | '\u{0610}'..='\u{061A}' | '\u{064B}'..='\u{065F}'
        | '\u{0900}'..='\u{109F}' | '\u{1780}'..='\u{17FF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::MainContent;

    fn told(text: &str) -> Option<(String, bool)> {
        let main = MainContent { text: text.to_owned(), ..MainContent::default() };
        let found = detect(&DocumentFacts { main, ..DocumentFacts::default() })?;
        Some((found.language.clone(), found.is_sure()))
    }

    #[test]
    fn prose_in_every_script_is_told() {
        for (language, sentence) in [
            ("en", "The kettle should be filled with fresh water before it is put on the stove. "),
            ("fr", "La théière doit être rincée avec de l'eau chaude avant que le thé n'y soit. "),
            ("ja", "お湯を沸かしてから茶葉を急須に入れて、しばらく待ってから湯のみに注ぎます。"),
            ("zh", "先把水烧开，然后把茶叶放进茶壶里，等几分钟再倒进杯子里慢慢地喝。"),
            ("ru", "Сначала нужно вскипятить воду, а потом насыпать чай в чайник и подождать. "),
            ("ar", "يجب غلي الماء أولا ثم وضع أوراق الشاي في الإبريق والانتظار بضع دقائق. "),
            ("th", "ต้มน้ำให้เดือดก่อนแล้วใส่ใบชาลงในกาน้ำชาและรอสักครู่ก่อนรินลงถ้วย"),
            ("hi", "पहले पानी को उबाल लें और फिर चाय की पत्तियों को केतली में डालकर रुकें। "),
        ] {
            assert_eq!(told(&sentence.repeat(8)), Some((language.to_owned(), true)), "{language}");
        }
    }

    #[test]
    fn too_little_text_and_code_tell_nothing() {
        assert_eq!(told("A short sentence about tea."), None);
        assert_eq!(told(&"let x = foo(bar[1], &baz); // {}\n".repeat(40)), None);
        assert_eq!(told(&"Home\nShop\nAbout us\n12,40 €\n".repeat(40)), None);
    }

    #[test]
    fn lists_of_identifiers_tell_nothing() {
        assert_eq!(told(&"tea_pot_get_lid in tea_pot and Tea::Lid in cups\n".repeat(40)), None);
        let prose = "The kettle of tea_pot should be filled before it is put on the stove. ";
        assert_eq!(told(&prose.repeat(8)), Some(("en".to_owned(), true)));
    }

    #[test]
    fn a_few_names_among_many_links_tell_nothing() {
        let names = "kedel til hver gren (i te modul)\nvand og blade skal med (metode)\n".repeat(8);
        let of = |link_percent: usize| {
            let text = format!("{}{names}", "pour() (cup method)\n".repeat(600));
            let link_bytes = text.len() * link_percent / 100;
            let main = MainContent { text, link_bytes, ..MainContent::default() };
            detect(&DocumentFacts { main, ..DocumentFacts::default() })
        };
        assert!(of(10).is_some(), "a text with some links");
        assert_eq!(of(80), None);
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in proptest::prelude::any::<String>()) {
            let _ = told(&text.repeat(30));
        }
    }
}
