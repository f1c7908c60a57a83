//! Which characters may end a sentence, so that texts without them aren't searched for its end.

/// Whether a sentence goes on behind every character of a text: nothing in it separates paragraphs
/// or ends sentences, as in headings, and in scripts that write no full stops.
pub(super) fn has_none(text: &str) -> bool {
    !text.contains(may_end)
}

/// Whether a character may be of the classes of UAX #29, section 5.1, behind which sentences end:
/// `CR`, `LF`, `Sep`, `ATerm` and `STerm`. It is no for the letters of most scripts, and yes for all
/// that nobody looked at.
fn may_end(char: char) -> bool {
    match char {
        '\0'..='\x7F' => matches!(char, '.' | '!' | '?' | '\n' | '\r'),
        '\u{85}' => true,
        // Latin, Greek, Cyrillic.
        '\u{80}'..='\u{57F}' => false,
        // Arabic and its comma, Devanagari and the other scripts of India, Thai, Lao.
        '\u{60C}' | '\u{620}'..='\u{6D3}' | '\u{900}'..='\u{963}' | '\u{966}'..='\u{EFF}' => false,
        // Dashes, quotation marks and bullets.
        '\u{2010}'..='\u{2023}' | '\u{2025}'..='\u{2027}' => false,
        // Kana and Han with their comma, Hangul.
        '\u{3001}' | '\u{3003}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7FF}' => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    #[test]
    fn no_sentence_ends_behind_other_characters() {
        for char in ('\0'..=char::MAX).filter(|char| !may_end(*char)) {
            // Before a letter without case each of those classes ends one.
            let text = format!("a{char}あ");
            assert_eq!(text.split_sentence_bounds().count(), 1, "{char:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn a_text_without_them_is_one_sentence(text in "[aB7 )\"é潮のนاا،«“\u{301}\u{1F600}…。.\n]{1,12}") {
            let parts = text.split_sentence_bounds().count();
            proptest::prop_assert!(parts == 1 || !has_none(&text), "{text:?}");
        }
    }

    #[test]
    fn scripts_without_full_stops_have_none() {
        for text in ["น้ำขึ้นน้ำลง", "المد والجزر", "潮は満ちて、引く", "Über Tee – «alt»"]
        {
            assert!(has_none(text), "{text}");
        }
        assert!(["潮。", "मद।", "Tee…\u{2028}", "Է։", "ד. א"].iter().all(|text| !has_none(text)));
    }
}
