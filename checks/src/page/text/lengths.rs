//! Lengths worked out by hand, in the scripts that pages are written in.

use super::{sentences, word_equivalents};

/// A text, and what stands in it by UAX #29 and by the rule for scripts without spaces.
struct Worked {
    text: &'static str,
    words: usize,
    han_or_kana: usize,
    letters_without_spaces: usize,
    sentences: usize,
}

const fn worked(
    text: &'static str,
    [words, han_or_kana, letters_without_spaces, sentences]: [usize; 4],
) -> Worked {
    Worked { text, words, han_or_kana, letters_without_spaces, sentences }
}

/// Words, Han and Kana, letters of South-East Asia, sentences.
const WORKED: [Worked; 25] = [
    // Japanese: 10 + 5 + 9 characters.
    worked("潮は一日に二度満ちる。なぜだろう？月が海を引くからだ！", [0, 24, 0, 3]),
    // 8 characters with the long vowel mark, a number, 8 characters.
    worked("ウェブのページを15秒でスキャンする。", [1, 16, 0, 1]),
    worked("「潮だ」と彼は言った。", [0, 8, 0, 1]),
    // Chinese: 8 + 5.
    worked("潮水每天涨落两次。原因是月球！", [0, 13, 0, 2]),
    // 2, Rust, 1.95, 2 + 4, 3, 2.
    worked("使用Rust 1.95编译，大约需要3分钟。", [3, 10, 0, 1]),
    // Korean: 5 + 4.
    worked("바다는 하루에 두 번 차오른다. 달이 물을 끌어당기기 때문이다.", [9, 0, 0, 2]),
    // Tokyo, 2 characters, 의, 인구는, 1,400만, 명이다.
    worked("Tokyo（東京）의 인구는 1,400만 명이다。", [5, 2, 0, 1]),
    // Thai: 2 + 3 + 3 + 5 + 4 letters and vowels; the tone marks are none.
    worked("น้ำขึ้นวันละสองครั้ง", [0, 0, 17, 1]),
    // 4 letters, GPS, 24, 6 letters.
    worked("เปิด GPS 24 ชั่วโมง", [2, 0, 10, 1]),
    // Lao.
    worked("ນ້ຳທະເລ", [0, 0, 6, 1]),
    // Arabic: 5 + 1 + 3.
    worked("يرتفع البحر مرتين كل يوم. لماذا؟ لأن القمر يجذبه!", [9, 0, 0, 3]),
    // With vowel signs.
    worked("مَدٌّ وجَزْرٌ", [2, 0, 0, 1]),
    // Hindi: 7 + 4.
    worked("समुद्र दिन में दो बार चढ़ता है। चाँद उसे खींचता है।", [11, 0, 0, 2]),
    // German: "z." ends a sentence before a capital, by the letter of the rule; "B." does not
    // before a small letter. "3,5" is one number, "12:30" are two.
    worked(
        "Das Meer steigt z. B. um 3,5 m – zweimal täglich! Stimmt's? Ja, um 12:30 Uhr.",
        [16, 0, 0, 4],
    ),
    worked("Die Donaudampfschifffahrt ruht.", [3, 0, 0, 1]),
    // English: 13 words, 3 words; "St." ends a sentence like "z." does.
    worked(
        "The tide at St. Ives rose 5.5 m, i.e. 18 ft (a record). Who'd have thought?",
        [16, 0, 0, 3],
    ),
    // See, https, tides.example, uk; d, 1: the question mark ends a sentence.
    worked("See https://tides.example/uk?d=1", [6, 0, 0, 2]),
    // 5, km, weit; the narrow space joins what is around it (class ExtendNumLet).
    worked("5\u{A0}km\u{A0}weit", [3, 0, 0, 1]),
    worked("10\u{202F}000 km", [2, 0, 0, 1]),
    // été, naïf: marks that combine.
    worked("e\u{301}te\u{301} nai\u{308}f", [2, 0, 0, 1]),
    // A hyphen that is not seen.
    worked("Dampf\u{AD}schiff", [1, 0, 0, 1]),
    // Flut, um, 9, Uhr: pictures are no words.
    worked("Flut 🌊🌊 um 9 👩\u{200D}🔬 Uhr", [4, 0, 0, 1]),
    worked("🌊 🌊\u{FE0F}", [0, 0, 0, 0]),
    worked("。！？؟।… – !", [0, 0, 0, 0]),
    worked(" \u{A0}\n\t", [0, 0, 0, 0]),
];

#[test]
fn lengths_are_those_worked_out_by_hand() {
    for worked in WORKED {
        let Worked { text, words, han_or_kana, letters_without_spaces, sentences: expected } =
            worked;
        let tenths = 10 * words + 5 * han_or_kana + 2 * letters_without_spaces;
        assert_eq!(word_equivalents(text), tenths / 10, "{text}");
        assert_eq!(sentences(text).count(), expected, "{text}");
    }
}

#[test]
fn lengths_add_up_over_paragraphs() {
    let (mut tenths, mut counted) = (0, 0);
    let mut all = String::new();
    for worked in WORKED {
        tenths += 10 * worked.words + 5 * worked.han_or_kana + 2 * worked.letters_without_spaces;
        counted += worked.sentences;
        all.push_str(worked.text);
        all.push('\n');
    }
    assert_eq!(word_equivalents(&all), tenths / 10);
    assert_eq!(sentences(&all).count(), counted);
}
