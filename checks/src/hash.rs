//! Numbers that stand for texts, the same on every machine and in every version.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use siphasher::sip::SipHasher13;

/// Radix and digits of the written form.
const HEX: u32 = 16;

/// 64 bits of SipHash-1-3 with a key of zeros, or of what is made of such. Written as 16 hex
/// digits: readers of JSON keep 53 bits of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash64(pub u64);

impl Hash64 {
    /// The hash of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self(SipHasher13::new().hash(text.as_bytes()))
    }
}

impl Serialize for Hash64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Hash64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, HEX).map(Self).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_the_same_forever() {
        // Stored rows of an older run are compared with those of this one.
        assert_eq!(serde_json::to_string(&Hash64(255)).unwrap(), "\"00000000000000ff\"");
        let back: Hash64 = serde_json::from_str("\"00000000000000ff\"").unwrap();
        assert_eq!(back, Hash64(255));
        assert!(serde_json::from_str::<Hash64>("\"tea\"").is_err());
        assert_ne!(Hash64::of("tea"), Hash64::of("teas"));
    }
}
