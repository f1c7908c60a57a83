//! Quotations in the middle of a text, and whether the words around them say whose they are.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::data;
use crate::page::text::word_equivalents;
use crate::weights::QUOTATION_WORDS;

/// Bytes of a quotation by which it is told to be long enough.
const LENGTH_BYTES: usize = 400;
/// Letters of a word that a title writes with a capital; shorter ones join others.
const TITLE_LETTERS: usize = 5;
/// Words of that length by which a title is told from a sentence with names.
const TITLE_WORDS: usize = 4;
/// Words beside a quotation in which who said it is looked for.
const NEAR_WORDS: usize = 12;
/// Bytes in which these words are looked for, and characters of scripts without spaces.
const NEAR_BYTES: usize = 160;

data::words! { "quotation-words.json" => static WORDS: Words {
    /// By language: words that report what somebody said, lower case.
    words: HashMap<String, HashSet<String>>,
    /// By language: those of them that stand beside the name of who speaks.
    speech: HashMap<String, HashSet<String>>,
    /// By language: words for who writes and who reads, lower case.
    own: HashMap<String, HashSet<String>>,
    /// By language: what stands before words that nobody said, lower case.
    unsaid: HashMap<String, Vec<String>>,
    /// By language: words right before one of several examples of what might be said, lower case.
    examples: HashMap<String, HashSet<String>>,
    /// The same in scripts that write no spaces, and where words have many endings.
    parts: HashMap<String, Vec<String>>,
} }

/// Whether the words of a language are known that report what somebody said.
pub(super) fn knows(language: &str) -> bool {
    WORDS.words.contains_key(language) || WORDS.parts.contains_key(language)
}

/// The texts between matching marks in one block that are long enough for a quotation, without the
/// marks.
pub(super) fn inline_quotes(text: &str) -> Vec<Range<usize>> {
    let mut quotes = Vec::new();
    let mut open: Option<(usize, &[char])> = None;
    let mut before = ' ';
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        // Marks begin with one of these bytes.
        if !matches!(byte, b'"' | 0xC2 | 0xE2 | 0xE3) {
            at += 1;
            continue;
        }
        let Some(mark) = text[at..].chars().next() else { break };
        let after = at + mark.len_utf8();
        if mark == '"' || mark == '”' {
            before = text[..at].chars().next_back().unwrap_or(' ');
        }
        match open {
            Some((from, closing)) if closing.contains(&mark) && closes(mark, text, after) => {
                if is_long(&text[from..at]) && !is_title(&text[from..at]) {
                    quotes.push(from..at);
                }
                open = None;
            }
            _ => {
                if let Some(closing) = closing_of(mark, before) {
                    open = Some((after, closing));
                }
            }
        }
        at = after;
    }
    quotes
}

/// What closes a quotation that this mark opens.
fn closing_of(mark: char, before: char) -> Option<&'static [char]> {
    let starts = before.is_whitespace() || "([—–:".contains(before);
    match mark {
        '“' => Some(&['”']),
        '„' => Some(&['“', '”', '‟']),
        '«' => Some(&['»']),
        '»' => Some(&['«']),
        '「' => Some(&['」']),
        '『' => Some(&['』']),
        // Swedish and Finnish; and inches stand after a number.
        '”' if starts => Some(&['”']),
        '"' if starts => Some(&['"']),
        _ => None,
    }
}

/// Whether a mark closes: straight ones do not before a letter, but Korean writes its particles
/// right after them.
fn closes(mark: char, text: &str, after: usize) -> bool {
    let is_letter = |next: char| next.is_alphanumeric() && (next as u32) < 0x0590;
    mark != '"' || !text[after..].starts_with(is_letter)
}

fn is_long(quote: &str) -> bool {
    let begin = &quote[..quote.floor_char_boundary(LENGTH_BYTES)];
    word_equivalents(begin) >= QUOTATION_WORDS
}

/// Whether a text is written as the title of a work: each longer word begins with a capital, and
/// goes on in small letters.
fn is_title(quote: &str) -> bool {
    let is_of_title =
        |word: &str| word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase);
    let mut long = words(quote).filter(|word| word.chars().count() >= TITLE_LETTERS);
    let mut count = 0;
    long.all(|word| {
        count += 1;
        is_of_title(word)
    }) && count >= TITLE_WORDS
}

/// Whether the words beside a quotation say whose it is, in a language whose words are known.
pub(super) fn is_attributed(text: &str, quote: &Range<usize>, language: &str) -> bool {
    let from = text.ceil_char_boundary(quote.start.saturating_sub(NEAR_BYTES));
    let to = text.floor_char_boundary((quote.end + NEAR_BYTES).min(text.len()));
    let (before, after) = (&text[from..quote.start], &text[quote.end..to]);
    // What stands before a colon announces the words after it.
    let announced = before.trim_end_matches(|mark| closing_of(mark, ' ').is_some()).trim_end();
    if quote.end > quote.start && announced.ends_with([':', '：']) {
        return from > 0 || !is_label(announced);
    }
    if quote.end > quote.start && names_in_brackets(after) {
        return true;
    }
    if let Some(parts) = WORDS.parts.get(language) {
        return parts
            .iter()
            .any(|part| before.contains(part.as_str()) || after.contains(part.as_str()));
    }
    let before: Vec<&str> = words(before).collect();
    let before = &before[before.len().saturating_sub(NEAR_WORDS)..];
    let after: Vec<&str> = words(after).take(NEAR_WORDS).collect();
    let Some(known) = WORDS.words.get(language) else { return false };
    let reports = |word: &&str| known.contains(&word.to_lowercase());
    before.iter().chain(&after).any(reports)
        // German writes all nouns with a capital.
        || (language != "de" && (holds_name(before) || holds_name(&after)))
}

/// Whether brackets right behind a quotation name its source: “(Wikipedia)”, “(Mill 1859, p. 12)”.
fn names_in_brackets(after: &str) -> bool {
    /// Bytes between the brackets; more is an aside.
    const BYTES: std::ops::RangeInclusive<usize> = 3..=60;
    let after = after
        .trim_start_matches(|mark| closing_of(mark, ' ').is_some() || "”“\"»«’".contains(mark));
    let Some(inside) = after.trim_start().strip_prefix('(') else { return false };
    let Some(inside) = inside.split_once(')').map(|(inside, _)| inside.trim()) else {
        return false;
    };
    let mut letters = inside.chars();
    BYTES.contains(&inside.len())
        && letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_alphabetic)
}

/// English words for what a text counts off, each with a number.
const COUNTED: [&str; 9] =
    ["myth", "tip", "step", "mistake", "example", "rule", "fact", "reason", "lesson"];

/// Whether what stands before a colon at the beginning of a text is the label of what follows, and
/// nobody who says it: “The Concept:”, “Myth 2:”.
fn is_label(announced: &str) -> bool {
    let mut words = words(announced);
    let Some(first) = words.next() else { return false };
    let rest: Vec<&str> = words.collect();
    match rest.as_slice() {
        [number] if number.parse::<u8>().is_ok_and(|number| number < 100) => {
            COUNTED.contains(&first.to_lowercase().as_str())
        }
        rest => is_article(first) && rest.iter().all(|word| word.starts_with(char::is_uppercase)),
    }
}

/// Whether an English noun follows.
fn is_article(word: &str) -> bool {
    matches!(word, "The" | "A" | "An")
}

/// The most words between two parts of a quotation that say whose it is.
const BETWEEN_WORDS: usize = 5;

/// Whether a quotation goes on with what was said before the name of who speaks: “…,” recalls
/// Slayton. “…”
pub(super) fn goes_on(text: &str, quote: &Range<usize>) -> bool {
    let from = text.ceil_char_boundary(quote.start.saturating_sub(NEAR_BYTES));
    let before = text[from..quote.start].trim_end();
    let before = before.trim_end_matches(|mark| closing_of(mark, ' ').is_some()).trim_end();
    let is_whole = text[quote.clone()].trim_end().ends_with(['.', '!', '?', '…', ',']);
    let Some(before) = before.strip_suffix(['.', ',']).filter(|_| is_whole) else { return false };
    let marks = |char: char| matches!(char, '”' | '"' | '“' | '»' | '«');
    let Some((said, between)) = before.rsplit_once(marks) else { return false };
    let words: Vec<&str> = words(between).collect();
    let is_name = |word: &&str| word.starts_with(char::is_uppercase);
    let has_comma = said.ends_with(',') || between.starts_with(',');
    has_comma
        && (2..=BETWEEN_WORDS).contains(&words.len())
        && words.iter().any(is_name)
        && !between.contains('.')
}

/// Bytes before a text in marks in which it may say that nobody said it.
const UNSAID_BYTES: usize = 32;
/// Words right beside a text in marks in which who writes or reads is named.
const OWN_WORDS: usize = 4;

/// Whether a text in marks is nobody's words: a question that anybody may ask, an example of what
/// may be said (“from ‘…’ to ‘…’”), or might have been, or what the writer thinks, or the reader may (“I thought to
/// myself …”, “you may ask …”).
pub(super) fn is_nobodys(text: &str, quote: &Range<usize>, language: &str) -> bool {
    text[quote.clone()].trim_end().ends_with(['?', '？', '؟'])
        || is_example(&text[..quote.start], language)
        || is_unsaid(&text[..quote.start], language)
        || is_own_thought(text, quote, language)
}

/// Whether what stands before a text in marks makes it an example.
fn is_example(before: &str, language: &str) -> bool {
    let before = before.trim_end_matches(|mark| closing_of(mark, ' ').is_some());
    let word = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
    WORDS.examples.get(language).is_some_and(|known| known.contains(&word.to_lowercase()))
}

/// Whether what stands before a text in marks is that somebody might say it, or must not.
fn is_unsaid(before: &str, language: &str) -> bool {
    let Some(unsaid) = WORDS.unsaid.get(language) else { return false };
    let from = before.ceil_char_boundary(before.len().saturating_sub(UNSAID_BYTES));
    let before = before[from..].to_lowercase().replace('’', "'");
    let is_mark =
        |char: char| closing_of(char, ' ').is_some() || char.is_whitespace() || ",:".contains(char);
    let before = before.trim_end_matches(is_mark);
    unsaid.iter().any(|phrase| {
        let rest = before.strip_suffix(phrase.as_str());
        rest.is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
    })
}

fn is_own_thought(text: &str, quote: &Range<usize>, language: &str) -> bool {
    let Some(own) = WORDS.own.get(language) else { return false };
    let from = text.ceil_char_boundary(quote.start.saturating_sub(NEAR_BYTES));
    let to = text.floor_char_boundary((quote.end + NEAR_BYTES).min(text.len()));
    let before: Vec<&str> = words(&text[from..quote.start]).collect();
    let before = &before[before.len().saturating_sub(OWN_WORDS)..];
    let names_own = |word: &&str| own.contains(&word.to_lowercase().replace('’', "'"));
    before.iter().any(names_own)
        || words(&text[quote.end..to]).take(OWN_WORDS).any(|word| names_own(&word))
}

/// Whether a text without marks reports what somebody said, with the name right beside the verb:
/// “Jane Doe said that …”.
pub(super) fn reports_speech(text: &str, language: &str) -> bool {
    let Some(known) = WORDS.speech.get(language) else { return false };
    if text.contains(['"', '“', '„', '«', '»', '‘', '「']) {
        return false;
    }
    let words: Vec<&str> = words(text).collect();
    words.iter().enumerate().any(|(at, word)| {
        let before = &words[at.saturating_sub(2)..at];
        let after = &words[at + 1..(at + 3).min(words.len())];
        // Names are rarer than words, and told without a copy.
        (holds_name(before) || holds_name(after)) && known.contains(&word.to_lowercase())
    })
}

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let ends = |char: char| !char.is_alphanumeric() && !matches!(char, '\'' | '’' | '-' | '.');
    text.split(ends)
        .map(|word| word.trim_matches(['.', '-', '\'', '’']))
        .filter(|word| !word.is_empty())
}

/// Whether two words with capitals stand side by side, or one has a capital inside, as names of
/// brands do (“ChatGPT”).
fn holds_name(words: &[&str]) -> bool {
    let is_brand = |word: &&str| {
        let mut letters = word.chars().skip_while(|letter| !letter.is_lowercase());
        word.starts_with(char::is_uppercase) && letters.any(char::is_uppercase)
    };
    let is_name = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase)
            && letters.any(char::is_lowercase)
            && !is_article(word)
    };
    words.iter().any(is_brand) || words.windows(2).any(|pair| is_name(pair[0]) && is_name(pair[1]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn attributed(text: &str, language: &str) -> Vec<bool> {
        let quotes = inline_quotes(text);
        quotes.iter().map(|quote| is_attributed(text, quote, language)).collect()
    }

    #[test]
    fn quotations_of_every_script_are_found_with_who_said_them() {
        for (language, text) in [
            ("en", "“The tide is the pulse of the whole wide sea,” said the keeper."),
            ("en", "\"The tide is the pulse of the whole wide sea,\" Jane Doe recalled."),
            ("en", "“The tide is the pulse of the whole wide sea,” the keeper emphasized."),
            ("en", "She turned to us, adding, “the tide is the pulse of the whole wide sea.”"),
            ("de", "„Die Flut ist der Puls des ganzen weiten Meeres“, sagte die Wärterin."),
            ("de", "»Die Flut ist der Puls des ganzen weiten Meeres«, erklärte sie."),
            ("fr", "« La marée est le pouls de toute la vaste mer », explique la gardienne."),
            ("es", "Según la farera, «la marea es el pulso de todo el ancho mar»."),
            ("ru", "«Прилив — это пульс всего огромного моря и каждого берега», — сказала она."),
            ("sv", "”Tidvattnet är hela det stora vida havets egen puls”, säger hon."),
            ("ar", "وقالت الحارسة «المد هو نبض البحر كله في كل يوم وكل ليلة» أمس."),
            ("ja", "「潮の満ち引きはこの広い海全体の脈拍だ」と灯台守は語った。"),
            ("zh", "守塔人说：“潮汐就是这片辽阔大海的脉搏，日夜从不停歇。”"),
            ("ko", "\"밀물은 이 넓고 깊은 바다 전체의 맥박과도 같은 것이다\"라고 그는 말했다."),
        ] {
            assert_eq!(attributed(text, language), [true], "{text}");
        }
    }

    #[test]
    fn brackets_behind_a_quotation_name_its_source() {
        let of = |behind: &str| {
            let text = format!("Er ist „der Puls des ganzen weiten Meeres an jedem Tag“{behind}.");
            attributed(&text, "de")
        };
        for behind in [" (Wikipedia)", " (Mill 1859, S. 12)"] {
            assert_eq!(of(behind), [true], "{behind}");
        }
        for behind in ["", " (siehe unten)", " (12)", " und mehr (Wikipedia)"] {
            assert_eq!(of(behind), [false], "{behind}");
        }
    }

    #[test]
    fn short_ones_and_other_marks_are_none_and_unsigned_ones_are_seen() {
        for text in [
            "The so-called “pulse of the sea” is a figure of speech.",
            "A 6\" pipe and an 8\" pipe lie side by side in the old cellar of the keeper.",
            "“It never ends, and nobody in the whole town ever closes it",
            "don't say 'it is the pulse of the whole wide sea' to them",
            "",
        ] {
            assert_eq!(attributed(text, "en"), Vec::<bool>::new(), "{text}");
        }
        let title = "In “The Tides and Lamps of a Whole Wide Coast”, Jane Doe said as much.";
        assert_eq!(attributed(title, "en"), Vec::<bool>::new(), "a title");
        let names = "“North of Harbour Point the Old Coast Road ends in water,” said the keeper.";
        assert_eq!(attributed(names, "en"), [true], "names in a sentence");
        let shouted = "“THE TIDE WILL NEVER STOP FOR ANY OF THEM,” said the keeper.";
        assert_eq!(attributed(shouted, "en"), [true]);
        let announced = "From a reader: “the tide is the pulse of the whole wide sea.”";
        assert_eq!(attributed(announced, "en"), [true]);
        let label = "The Big Picture: “the tide is the pulse of the whole wide sea.”";
        assert_eq!(attributed(label, "en"), [false]);
        let verse = "Psalm 23: “the tide is the pulse of the whole wide sea.”";
        assert_eq!(attributed(verse, "en"), [true]);
        let myth = "Myth 2: “you need a boat to see the tide come in at night.”";
        assert_eq!(attributed(myth, "en"), [false]);
        let brand = "OceanChat got shy, and gave “the tide is the pulse of the whole wide sea.”";
        assert_eq!(attributed(brand, "en"), [true]);
        let unsigned = "“The tide is the pulse of the whole wide sea” is what they have there.";
        assert_eq!(attributed(unsigned, "en"), [false]);
        assert!(knows("en") && knows("ja") && !knows("th"));
    }

    #[test]
    fn thoughts_of_who_writes_are_nobody_s_words() {
        let own = |text: &str| is_nobodys(text, &inline_quotes(text)[0], "en");
        for text in [
            "They range from “the tide is the pulse of the whole wide sea” to “it is late”.",
            "Many wonder: “is the tide the pulse of the whole wide sea?”",
            "So I thought: “the tide is the pulse of the whole wide sea.”",
            "“The tide is the pulse of the whole wide sea,” you might object.",
            "Jane would have said, “The tide is the pulse of the whole wide sea.”",
            "Don’t say “The tide is the pulse of the whole wide sea.”",
        ] {
            assert!(own(text), "{text}");
        }
        assert!(!own("It was “the tide is the pulse of the whole wide sea” there."));
        assert!(!own("The Vatican says: “The tide is the pulse of the whole wide sea.”"));
        assert!(!own("Jane said, “The tide is the pulse of the whole wide sea.”"));
    }

    #[test]
    fn reports_have_a_verb_of_saying_beside_a_name() {
        for (language, text) in [
            ("en", "Jane Doe said that the tide was late."),
            ("en", "The tide was late, said Jane Doe of the harbour."),
            ("de", "Jane Doe sagte, die Flut komme spät."),
            ("es", "Jane Doe afirmó que la marea llegó tarde."),
            ("ru", "Джейн Доу сказала, что прилив запоздал."),
        ] {
            assert!(reports_speech(text, language), "{text}");
        }
        for text in [
            "The tide said nothing to Jane Doe.",
            "She said that the tide was late.",
            "“It is late,” Jane Doe said.",
            "Jane Doe came down to the sea.",
            "",
        ] {
            assert!(!reports_speech(text, "en"), "{text}");
        }
        assert!(!reports_speech("Jane Doe said so.", "th"));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>(), near in "[a-zA-Z日“”„«»「」\" .]{0,80}") {
            for text in [text, near] {
                let _ = reports_speech(&text, "en");
                for quote in inline_quotes(&text) {
                    let _ = is_attributed(&text, &quote, "en");
                    let _ = is_nobodys(&text, &quote, "en");
                    assert!(quote.end <= text.len());
                }
            }
        }
    }
}
