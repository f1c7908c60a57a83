//! Names of people, compared.

use crate::site::fold;

/// The words of a name, and its initials apart from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PersonName {
    /// Words of two letters and more, without case and accents.
    pub(super) words: Vec<String>,
    /// Letters that stand for words.
    pub(super) initials: Vec<String>,
}

impl PersonName {
    pub(super) fn of(name: &str) -> Self {
        let is_initial = |word: &String| {
            // A character of a script without case is a word.
            word.chars().count() == 1 && word.chars().all(|char| char.is_lowercase())
        };
        let (initials, words) = fold::name_words(name).into_iter().partition(is_initial);
        Self { words, initials }
    }

    /// Whether the initials of two names can be those of one person: one may leave some out.
    pub(super) fn initials_agree(&self, other: &Self) -> bool {
        self.initials.iter().zip(&other.initials).all(|(one, other)| one == other)
    }

    /// Whether two names can be those of one person where something else says so: each word of the
    /// shorter one is in the longer one, or is an initial of one there.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let (short, long) = match self.words.len() <= other.words.len() {
            true => (self, other),
            false => (other, self),
        };
        let stands_for = |initial: &String| {
            let mut all = long.words.iter().chain(&long.initials);
            all.any(|word| word.starts_with(initial.as_str()))
        };
        !short.words.is_empty()
            && short.words.iter().all(|word| long.words.contains(word))
            && (short.words.len() == long.words.len() || short.initials.iter().all(stands_for))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_like(one: &str, other: &str) -> bool {
        let (one, other) = (PersonName::of(one), PersonName::of(other));
        assert_eq!(one.is_like(&other), other.is_like(&one));
        one.is_like(&other)
    }

    #[test]
    fn spellings_of_one_name_are_like() {
        for other in ["JANE DOE", "Jane A. Doe", "J. Doe", "Dr. Jane Doe", "Doe", "Jané Doe"] {
            assert!(is_like("Jane Doe", other), "{other}");
        }
        for other in ["John Doe", "K. Doe", "Jane Roe", ""] {
            assert!(!is_like("Jane Doe", other), "{other}");
        }
    }

    #[test]
    fn initials_of_two_people_disagree() {
        let agree =
            |one: &str, other: &str| PersonName::of(one).initials_agree(&PersonName::of(other));
        assert!(agree("John Smith", "John A. Smith"));
        assert!(agree("John A Smith", "John A. B. Smith"));
        assert!(!agree("John A. Smith", "John B. Smith"));
    }
}
