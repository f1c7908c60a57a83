//! What callers prove themselves with: API key tokens and session cookies.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::distr::{Alphanumeric, SampleString as _};

use crate::secrets::random;

/// What the token of an API key begins with.
pub const KEY_PREFIX: &str = "ctb_";
/// Random characters of a token: 36 of 62 are more than 214 bits.
const RANDOM_CHARACTERS: usize = 36;
/// Characters of the checksum: 62^6 is more than 2^32.
const CHECKSUM_CHARACTERS: usize = 6;
/// Bytes of a session cookie.
const COOKIE_BYTES: usize = 32;

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Draws the token of a new API key. The checksum at its end (CRC-32 in base 62) lets anyone tell
/// a token from a text that only looks like one, without asking us.
pub(crate) fn new_key_token() -> String {
    let mut token = KEY_PREFIX.to_owned();
    Alphanumeric.append_string(&mut rand::rng(), &mut token, RANDOM_CHARACTERS);
    let checksum = checksum(&token);
    token + &checksum
}

/// Whether a text has the form and the checksum of a token.
pub(crate) fn is_key_token(text: &str) -> bool {
    let length = KEY_PREFIX.len() + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS;
    if text.len() != length || !text.starts_with(KEY_PREFIX) {
        return false;
    }
    if !text[KEY_PREFIX.len()..].bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return false;
    }
    let (body, end) = text.split_at(length - CHECKSUM_CHARACTERS);
    checksum(body) == end
}

fn checksum(body: &str) -> String {
    let mut rest = crc32fast::hash(body.as_bytes());
    let mut digits = [b'0'; CHECKSUM_CHARACTERS];
    for digit in digits.iter_mut().rev() {
        *digit = BASE62[(rest % 62) as usize];
        rest /= 62;
    }
    digits.map(char::from).iter().collect()
}

/// The value of a session cookie. Never shown but to its browser.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionCookie(pub(crate) String);

impl SessionCookie {
    pub(crate) fn draw() -> Self {
        Self(URL_SAFE_NO_PAD.encode(random::<COOKIE_BYTES>()))
    }

    /// For the `Set-Cookie` header alone.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SessionCookie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionCookie(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fresh_token_carries_its_checksum() {
        let token = new_key_token();
        assert_eq!(token.len(), 46);
        assert!(is_key_token(&token));
        assert_ne!(token, new_key_token());
    }

    #[test]
    fn the_checksum_is_the_crc_in_base_62() {
        // CRC-32 of "123456789" is 0xCBF43926 = 3421780262.
        assert_eq!(checksum("123456789"), "3jZRME");
    }

    #[test]
    fn every_change_of_one_character_shows() {
        let token = new_key_token();
        for place in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[place] = if changed[place] == b'x' { b'y' } else { b'x' };
            assert!(!is_key_token(std::str::from_utf8(&changed).unwrap()), "{place}");
        }
        for text in ["", "ctb_", &token[..45], &format!("{token}0"), &token.replace("ctb_", "CTB_")]
        {
            assert!(!is_key_token(text), "{text}");
        }
        let multibyte = format!("ctb_{}", "é".repeat(21));
        assert!(!is_key_token(&multibyte));
    }

    #[test]
    fn a_cookie_never_shows() {
        let cookie = SessionCookie::draw();
        assert_eq!(cookie.reveal().len(), 43);
        assert!(!format!("{cookie:?}").contains(cookie.reveal()));
    }
}
