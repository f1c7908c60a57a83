//! What characters are, answered from memory for the scripts that a page is written in.
//!
//! The standard library keeps these properties in a compressed form, which it unpacks for each
//! character beyond ASCII that it is asked about. Texts in Thai or Arabic ask many times for each of
//! their characters, so what it said is kept here, by runs of characters that belong together.

use std::sync::OnceLock;

/// Characters that are looked up together.
const BLOCK: usize = 256;
/// So many blocks have a place: those of the Basic Multilingual Plane.
const BLOCKS: usize = 256;

const ALPHABETIC: u8 = 1;
const NUMERIC: u8 = 1 << 1;
const LOWER_CASE: u8 = 1 << 2;

static KNOWN: [OnceLock<Box<[u8; BLOCK]>>; BLOCKS] = [const { OnceLock::new() }; BLOCKS];

/// Whether a character has the property Alphabetic, like [`char::is_alphabetic`].
pub(crate) fn is_alphabetic(char: char) -> bool {
    match char.is_ascii() {
        true => char.is_ascii_alphabetic(),
        false => has(char, ALPHABETIC),
    }
}

/// Whether a character is alphabetic or a number, like [`char::is_alphanumeric`].
pub(crate) fn is_alphanumeric(char: char) -> bool {
    match char.is_ascii() {
        true => char.is_ascii_alphanumeric(),
        false => has(char, ALPHABETIC | NUMERIC),
    }
}

/// Whether a character is a small letter, like [`char::is_lowercase`].
pub(crate) fn is_lowercase(char: char) -> bool {
    match char.is_ascii() {
        true => char.is_ascii_lowercase(),
        false => has(char, LOWER_CASE),
    }
}

/// Whether a character has one of those properties.
fn has(char: char, properties: u8) -> bool {
    let code = char as usize;
    let known = match KNOWN.get(code / BLOCK) {
        Some(block) => block.get_or_init(|| look_up(code / BLOCK))[code % BLOCK],
        None => properties_of(char),
    };
    known & properties != 0
}

fn look_up(block: usize) -> Box<[u8; BLOCK]> {
    let mut known = Box::new([0; BLOCK]);
    for (at, known) in known.iter_mut().enumerate() {
        // Surrogates are no characters, and nobody asks for them.
        let char = u32::try_from(block * BLOCK + at).ok().and_then(char::from_u32);
        *known = char.map_or(0, properties_of);
    }
    known
}

fn properties_of(char: char) -> u8 {
    let flag = |is_so: bool, flag: u8| if is_so { flag } else { 0 };
    flag(char.is_alphabetic(), ALPHABETIC)
        | flag(char.is_numeric(), NUMERIC)
        | flag(char.is_lowercase(), LOWER_CASE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_what_the_standard_library_says() {
        for char in '\0'..=char::MAX {
            let kept = [is_alphabetic(char), is_alphanumeric(char), is_lowercase(char)];
            let said = [char.is_alphabetic(), char.is_alphanumeric(), char.is_lowercase()];
            assert_eq!(kept, said, "{char:?}");
        }
    }
}
