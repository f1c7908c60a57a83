//! Decimal digits of every script, and the numerals of East Asia.

/// The zero of each run of ten decimal digits (general category Nd, Unicode 16).
const ZEROS: &[u32] = &[
    0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66,
    0xDE6, 0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90,
    0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
    0x104A0, 0x10D30, 0x10D40, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0,
    0x11650, 0x116C0, 0x116D0, 0x116DA, 0x11730, 0x118E0, 0x11950, 0x11BF0, 0x11C50, 0x11D50,
    0x11DA0, 0x11F50, 0x16130, 0x16A60, 0x16AC0, 0x16B50, 0x16D70, 0x1CCF0, 0x1D7CE, 0x1D7D8,
    0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E5F1, 0x1E950, 0x1FBF0,
];

/// The value of a decimal digit.
pub(super) fn digit(character: char) -> Option<u8> {
    if character.is_ascii() {
        return character.is_ascii_digit().then(|| character as u8 - b'0');
    }
    let code = character as u32;
    let zero = ZEROS[..ZEROS.partition_point(|zero| *zero <= code)].last()?;
    u8::try_from(code - zero).ok().filter(|value| *value < 10)
}

/// Whether a digit or a numeral may begin with that byte of UTF-8: most bytes of a text are told
/// by this alone.
pub(super) fn may_begin_number(byte: u8) -> bool {
    matches!(
        byte,
        b'0'..=b'9' | 0xD9 | 0xDB | 0xDF | 0xE0 | 0xE1 | 0xE4..=0xEA | 0xEF | 0xF0
    )
}

/// Whether it is a Chinese numeral for one to nine, or for ten.
pub(super) fn is_numeral(character: char) -> bool {
    matches!(
        character,
        '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' | '十' | '两' | '兩'
    )
}

/// Whether it is a Chinese character that multiplies the number before it.
pub(super) fn is_multiplier(character: char) -> bool {
    matches!(character, '十' | '百' | '千' | '万' | '萬' | '億' | '亿' | '兆')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_every_script_have_their_value() {
        for (text, value) in
            [("7", 7), ("７", 7), ("٣", 3), ("۴", 4), ("५", 5), ("๖", 6), ("᠙", 9), ("𝟘", 0)]
        {
            let character = text.chars().next().unwrap();
            assert_eq!(digit(character), Some(value), "{text}");
            assert!(may_begin_number(text.as_bytes()[0]), "{text}");
        }
        for none in ['a', '²', 'Ⅷ', '½', '①', '三', '/', ':', '\u{66A}'] {
            assert_eq!(digit(none), None, "{none}");
        }
    }

    #[test]
    fn no_digit_and_no_numeral_is_passed_over_by_its_first_byte() {
        let all = ('\0'..=char::MAX).filter(|char| digit(*char).is_some() || is_numeral(*char));
        let mut bytes = [0; 4];
        for character in all {
            assert!(may_begin_number(character.encode_utf8(&mut bytes).as_bytes()[0]));
        }
        assert!(ZEROS.is_sorted());
    }
}
