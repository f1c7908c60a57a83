//! Maps and sets for the tables of the program, whose keys no page chooses: they need no hash that
//! is safe from chosen keys, and are asked of every element and text.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map that is made once from what the program knows.
pub(crate) type Table<K, V> = HashMap<K, V, BuildHasherDefault<Fnv>>;
/// A set that is made in the same way.
pub(crate) type TableSet<K> = HashSet<K, BuildHasherDefault<Fnv>>;

/// The hash of Fowler, Noll and Vo, form 1a, with 64 bits.
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_reference() {
        for (text, expected) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            let mut hasher = Fnv::default();
            hasher.write(text.as_bytes());
            assert_eq!(hasher.finish(), expected, "{text}");
        }
    }
}
