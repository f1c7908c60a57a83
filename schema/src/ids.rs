//! Ids: a prefix that says what it names and 22 random base62 characters.
//!
//! 22 characters of 62 are just over 130 bits, so an id can be a capability: a report can be read
//! by whoever knows it.

use rand::distr::{Alphanumeric, SampleString};

/// Random characters after the prefix.
pub const RANDOM_CHARACTERS: usize = 22;

/// What an id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefix {
    /// A scan.
    Scan,
    /// An account.
    User,
    /// An API key.
    Key,
    /// A monitor.
    Monitor,
    /// A webhook endpoint.
    Webhook,
    /// A webhook message or a mail.
    Message,
    /// A question to an answer engine.
    Ask,
    /// One request to the service.
    Request,
    /// One start of the program: the owner of the scans it runs.
    Boot,
    /// An object outside the database.
    Object,
}

impl Prefix {
    /// The prefix with its underscore.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Scan => "scn_",
            Self::User => "usr_",
            Self::Key => "key_",
            Self::Monitor => "mon_",
            Self::Webhook => "whk_",
            Self::Message => "msg_",
            Self::Ask => "ask_",
            Self::Request => "req_",
            Self::Boot => "boot_",
            Self::Object => "obj_",
        }
    }
}

/// Draws a fresh id from the thread's cryptographic generator, which is seeded by the operating
/// system.
#[must_use]
pub fn new_id(prefix: Prefix) -> String {
    let mut id = prefix.as_str().to_owned();
    Alphanumeric.append_string(&mut rand::rng(), &mut id, RANDOM_CHARACTERS);
    id
}

/// Whether `text` has the form of an id with this prefix. It need not name anything.
#[must_use]
pub fn is_id(prefix: Prefix, text: &str) -> bool {
    text.strip_prefix(prefix.as_str()).is_some_and(|random| {
        random.len() == RANDOM_CHARACTERS && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fresh_id_has_its_own_form_and_no_other() {
        let id = new_id(Prefix::Scan);
        assert_eq!(id.len(), 26);
        assert!(is_id(Prefix::Scan, &id));
        assert!(!is_id(Prefix::Request, &id));
        assert_ne!(id, new_id(Prefix::Scan));
    }

    #[test]
    fn malformed_ids_are_refused() {
        for text in [
            "",
            "scn_",
            "scn_0123456789abcdefghijk",
            "scn_0123456789abcdefghijklm",
            "scn_0123456789abcdefghij-l",
            "SCN_0123456789abcdefghijkl",
            "scn_0123456789abcdefghijké",
            " scn_0123456789abcdefghijkl",
        ] {
            assert!(!is_id(Prefix::Scan, text), "{text:?}");
        }
        assert!(is_id(Prefix::Scan, "scn_0123456789abcdefghijkl"));
    }
}
