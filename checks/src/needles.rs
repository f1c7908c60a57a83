//! Many words that are looked for in one text.

/// Words that the program knows, by their first bytes: a text is gone through once for all of them,
/// instead of once for each.
pub(crate) struct Needles(Box<[Vec<&'static [u8]>; 256]>);

impl Needles {
    /// Those words.
    pub(crate) fn of<T: AsRef<str> + 'static>(words: &'static [T]) -> Self {
        let mut by_first = Box::new([const { Vec::new() }; 256]);
        for word in words.iter().map(|word| word.as_ref().as_bytes()) {
            if let Some(first) = word.first() {
                by_first[usize::from(*first)].push(word);
            }
        }
        Self(by_first)
    }

    /// Whether one of them stands anywhere in a text, be it within another word.
    pub(crate) fn stand_in(&self, text: &str) -> bool {
        let text = text.as_bytes();
        let begin = |(at, byte): (usize, &u8)| {
            self.0[usize::from(*byte)].iter().any(|word| text[at..].starts_with(word))
        };
        text.iter().enumerate().any(begin)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    static WORDS: LazyLock<Vec<String>> =
        LazyLock::new(|| ["pot", "tea pot", "é", "茶"].map(str::to_owned).to_vec());

    proptest::proptest! {
        #[test]
        fn they_are_found_where_one_of_them_is(text in "[aeopt é茶ê]{0,12}") {
            let expected = WORDS.iter().any(|word| text.contains(word.as_str()));
            proptest::prop_assert_eq!(Needles::of(&WORDS).stand_in(&text), expected);
        }
    }
}
