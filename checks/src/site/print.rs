//! Fingerprints of texts: those of texts that are nearly the same differ in few bits.

use std::hash::Hasher;

use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;
use siphasher::sip128::{Hasher128, SipHasher13 as WideHasher};

use crate::hash::Hash64;
use crate::page::text::words;

/// Words of a shingle.
const SHINGLE: usize = 3;
/// Bits of one fingerprint.
const BITS: usize = 64;
/// Binary digits of a count: enough for more words than a page of any size that is read has.
const PLANES: usize = 32;

/// Two SimHashes of a text over its shingles of three words, made with independent hashes. The
/// second confirms what the first finds: of the pairs of pages of one large site, some are close in
/// one of them by chance.
///
/// Source: Charikar, "Similarity estimation techniques from rounding algorithms" (STOC 2002);
/// Manku, Jain and Das Sarma, "Detecting near-duplicates for web crawling" (WWW 2007).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextPrint {
    /// What texts are found by.
    pub sim: Hash64,
    /// What confirms it.
    pub check: Hash64,
}

impl TextPrint {
    /// The fingerprint of a text; none where it has fewer than three words. Words are those of UAX
    /// #29 without regard to case, and each letter of a script without spaces.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let mut votes = [Votes::default(), Votes::default()];
        let mut last = [0_u64; SHINGLE];
        let mut count = 0_usize;
        for word in words(text) {
            last.rotate_left(1);
            if let Some(newest) = last.last_mut() {
                *newest = hash_of(word);
            }
            count += 1;
            if count >= SHINGLE {
                vote(&mut votes, &last);
            }
        }
        let [sim, check] = votes.map(|votes| votes.majority());
        (count >= SHINGLE).then_some(Self { sim, check })
    }

    /// The fingerprint of the text below a heading without which it says nothing: below another one
    /// the same text has one that is as far from it as that of any other text.
    #[must_use]
    pub fn below(self, heading: &str) -> Self {
        let mut hasher = WideHasher::new();
        hasher.write(heading.as_bytes());
        let hash = hasher.finish128();
        Self { sim: Hash64(self.sim.0 ^ hash.h1), check: Hash64(self.check.0 ^ hash.h2) }
    }

    /// Bits in which the first and the second fingerprints of two texts differ.
    #[must_use]
    pub fn distances(self, other: Self) -> (u32, u32) {
        let between = |one: Hash64, other: Hash64| (one.0 ^ other.0).count_ones();
        (between(self.sim, other.sim), between(self.check, other.check))
    }
}

fn hash_of(word: &str) -> u64 {
    let mut hasher = SipHasher13::new();
    let mut bytes = [0_u8; 4];
    for character in word.chars().flat_map(char::to_lowercase) {
        hasher.write(character.encode_utf8(&mut bytes).as_bytes());
    }
    hasher.finish()
}

fn vote(votes: &mut [Votes; 2], shingle: &[u64; SHINGLE]) {
    let mut hasher = WideHasher::new();
    for word in shingle {
        hasher.write(&word.to_le_bytes());
    }
    let hash = hasher.finish128();
    for (votes, bits) in votes.iter_mut().zip([hash.h1, hash.h2]) {
        votes.add(bits);
    }
}

/// How many of several numbers have each bit set.
///
/// Each plane holds one binary digit of all 64 counts, so that a number is added in a few steps
/// instead of 64.
#[derive(Default)]
struct Votes {
    planes: [u64; PLANES],
    numbers: u64,
}

impl Votes {
    fn add(&mut self, bits: u64) {
        let mut carry = bits;
        for plane in &mut self.planes {
            if carry == 0 {
                break;
            }
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
        self.numbers += 1;
    }

    /// The bits that more than half of the numbers have.
    fn majority(&self) -> Hash64 {
        let count = |bit: usize| {
            let digits = self.planes.iter().rev().map(|plane| (plane >> bit) & 1);
            digits.fold(0_u64, |count, digit| count * 2 + digit)
        };
        let set = (0..BITS).filter(|bit| count(*bit) * 2 > self.numbers);
        Hash64(set.fold(0, |bits, bit| bits | 1 << bit))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A text of that many words, each its own.
    fn text(words: std::ops::Range<usize>) -> String {
        words.map(|number| format!("word{number} ")).collect()
    }

    #[test]
    fn a_word_more_changes_few_bits_and_another_text_half_of_them() {
        let print = |text: &str| TextPrint::of(text).unwrap();
        let long = text(0..600);
        let (sim, check) = print(&long).distances(print(&format!("{long} tea")));
        assert!(sim <= 3 && check <= 4, "{sim} {check}");
        let (sim, check) = print(&long).distances(print(&text(1_000..1_600)));
        assert!(sim > 16 && check > 16, "{sim} {check}");
        // Half of the text is the same: far from a duplicate.
        let (sim, check) = print(&long).distances(print(&text(300..900)));
        assert!(sim > 6 && check > 6, "{sim} {check}");
    }

    #[test]
    fn scripts_without_spaces_have_fingerprints() {
        let tides = "潮は一日に二度満ちる。なぜだろう？月が海を引くからだ！".repeat(10);
        let print = TextPrint::of(&tides).unwrap();
        assert_eq!(TextPrint::of(&tides.replace('。', "　。 ")), Some(print), "spaces are none");
        let other = TextPrint::of(&"使用编译器，大约需要很长时间，请稍等片刻".repeat(10)).unwrap();
        assert!(print.distances(other).0 > 10);
    }

    #[test]
    fn votes_are_counted_for_each_bit() {
        let mut votes = Votes::default();
        for number in [0b0111, 0b0011, 0b0001, 0b1001] {
            votes.add(number);
        }
        assert_eq!(votes.majority(), Hash64(0b0001), "half is no majority");
        votes.add(0b1010);
        assert_eq!(votes.majority(), Hash64(0b0011));
    }

    #[test]
    fn a_text_without_words_has_none() {
        assert_eq!(TextPrint::of(""), None);
        assert_eq!(TextPrint::of("… green tea"), None);
        assert!(TextPrint::of("hot green tea").is_some());
    }

    proptest! {
        #[test]
        fn equal_texts_have_equal_fingerprints(text in any::<String>(), near in "[a-z 日本Ä.]{0,80}") {
            for text in [&text, &near] {
                prop_assert_eq!(TextPrint::of(text), TextPrint::of(&text.clone()));
            }
            let spaced = near.replace(' ', "  ").to_uppercase();
            prop_assert_eq!(TextPrint::of(&near), TextPrint::of(&spaced), "case and spaces");
        }
    }
}
