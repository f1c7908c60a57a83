//! Where sentences end in a text of ASCII, by the same rules and without a look at the tables of
//! Unicode: most texts of most pages are written so.

/// Characters after a full stop among which a small letter is looked for that carries its sentence
/// on.
pub(super) const AFTER_STOP: usize = 64;

/// Where the sentences of a text begin but for the first (UAX #29, section 5.1); none where it has
/// other characters, or a full stop that is followed by neither a letter nor another one for so long
/// that the text has to be cut there.
pub(super) fn inner_beginnings(text: &str) -> Option<Vec<usize>> {
    text.is_ascii().then_some(())?;
    let bytes = text.as_bytes();
    let mut begin = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'\r' | b'\n' => {
                let is_pair = *byte == b'\r' && bytes.get(at + 1) == Some(&b'\n');
                let end = at + 1 + usize::from(is_pair);
                begin.extend((end < bytes.len()).then_some(end));
                end
            }
            b'.' if is_endless(&bytes[at + 1..]) => return None,
            b'.' if is_within_word(bytes, at) => at + 1,
            b'.' | b'!' | b'?' => {
                let end = end_of_sentence(bytes, at);
                let is_over = end < bytes.len() && is_end(*byte, &bytes[end..]);
                begin.extend(is_over.then_some(end));
                end
            }
            _ => at + 1,
        };
    }
    Some(begin)
}

/// Whether neither a letter nor a full stop follows for long.
fn is_endless(after: &[u8]) -> bool {
    let ends = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'.';
    after.get(..=AFTER_STOP).is_some_and(|near| !near.iter().any(ends))
}

/// Whether a full stop stands in a number or among capitals (rules SB6 and SB7).
fn is_within_word(text: &[u8], stop: usize) -> bool {
    let before = stop.checked_sub(1).and_then(|before| text.get(before));
    text.get(stop + 1).is_some_and(|next| {
        next.is_ascii_digit()
            || (next.is_ascii_uppercase() && before.is_some_and(u8::is_ascii_alphabetic))
    })
}

/// Behind the closing marks and the spaces after the mark that ends a sentence (rules SB9 and SB10).
fn end_of_sentence(text: &[u8], mark: usize) -> usize {
    let closes =
        |byte: &&u8| matches!(byte, b'"' | b'\'' | b'(' | b')' | b'[' | b']' | b'{' | b'}');
    let spaces = |byte: &&u8| matches!(byte, b' ' | b'\t' | 0x0B | 0x0C);
    let behind = mark + 1;
    let closed = behind + text[behind..].iter().take_while(closes).count();
    closed + text[closed..].iter().take_while(spaces).count()
}

/// Whether a sentence ends with that mark where this follows (rules SB8, SB8a and SB11).
fn is_end(mark: u8, after: &[u8]) -> bool {
    let goes_on = matches!(
        after.first(),
        Some(b',' | b'-' | b':' | b';' | b'.' | b'!' | b'?' | b'\r' | b'\n')
    );
    let tells = |byte: &&u8| {
        byte.is_ascii_alphabetic() || matches!(byte, b'.' | b'!' | b'?' | b'\r' | b'\n')
    };
    let is_small = || after.iter().find(tells).is_some_and(u8::is_ascii_lowercase);
    !(goes_on || (mark == b'.' && is_small()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    fn expected(text: &str) -> Vec<usize> {
        text.split_sentence_bound_indices().skip(1).map(|(at, _)| at).collect()
    }

    proptest! {
        #[test]
        fn sentences_begin_where_the_standard_says(text in "[aB7.?!,:;\"() \t\r\n_-]{0,40}") {
            prop_assert_eq!(inner_beginnings(&text), Some(expected(&text)), "{:?}", text);
        }

        #[test]
        fn any_ascii_is_read_as_the_standard_says(text in "[\\x00-\\x7F]{0,40}") {
            prop_assert_eq!(inner_beginnings(&text), Some(expected(&text)), "{:?}", text);
        }
    }

    #[test]
    fn a_text_that_has_to_be_cut_is_left_to_others() {
        let run = |length: usize| inner_beginnings(&format!("A.{}", ")".repeat(length)));
        assert_eq!((run(AFTER_STOP), run(AFTER_STOP + 1)), (Some(vec![]), None));
        assert_eq!(inner_beginnings("Tea – hot."), None);
    }
}
