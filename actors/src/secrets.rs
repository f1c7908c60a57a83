//! What the service makes its own secrets from: one key of the operator's, and from it one
//! sub-key per purpose (HKDF, RFC 5869).
//!
//! The setting is a list, so that a key can be changed: the first one makes and encrypts, all of
//! them read. What was made names its key, so nothing is tried out.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use aws_lc_rs::{hmac, rand};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// Bytes of a key, a sub-key and a token.
const KEY_BYTES: usize = 32;
/// Bytes that name a key.
const KEY_ID_BYTES: usize = 4;
/// Random bytes that a token is derived from.
const SEED_BYTES: usize = 16;

/// What a sub-key is for. Its words must never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Tokens of sign-in links.
    SignInLinks,
    /// Answers kept for requests that come again.
    StoredAnswers,
    /// Places in lists.
    Cursors,
    /// Secrets that webhooks are signed with.
    WebhookSecrets,
    /// Tokens of links that end notifications.
    UnsubscribeLinks,
}

impl Purpose {
    const fn label(self) -> &'static [u8] {
        match self {
            Self::SignInLinks => b"citable sign-in links",
            Self::StoredAnswers => b"citable stored answers",
            Self::Cursors => b"citable cursors",
            Self::WebhookSecrets => b"citable webhook secrets",
            Self::UnsubscribeLinks => b"citable unsubscribe links",
        }
    }
}

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum SecretKeyError {
    /// An entry of the setting is not 32 bytes in base64.
    #[error(
        "each entry of CITABLE_SECRET_KEY must be 32 random bytes in base64; create one with \
         `openssl rand -base64 32`"
    )]
    Malformed,
    /// The file in the data folder cannot be used.
    #[error("can't use the key file {path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}

/// Why something sealed cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// It was sealed with a key that is not in the list any more.
    #[error("it was encrypted with a key that CITABLE_SECRET_KEY no longer lists")]
    UnknownKey,
    /// It was changed, or sealed for something else.
    #[error("it was changed after it was encrypted")]
    Broken,
}

/// The service's keys. Never shown. Clones share them.
#[derive(Clone)]
pub struct Secrets {
    keys: Arc<[MasterKey]>,
}

#[derive(Clone)]
struct MasterKey {
    id: [u8; KEY_ID_BYTES],
    bytes: [u8; KEY_BYTES],
}

/// A fresh token and what it can be derived from again.
#[derive(Clone, PartialEq, Eq)]
pub struct DerivedToken {
    /// Kept by us; worth nothing without the key.
    pub seed: String,
    /// Sent to the user; kept by us as its hash alone.
    pub token: String,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

impl fmt::Debug for DerivedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DerivedToken").finish_non_exhaustive()
    }
}

impl Secrets {
    /// Reads the setting: keys in base64, separated by commas.
    ///
    /// # Errors
    /// [`SecretKeyError::Malformed`], also for an empty list.
    pub fn parse(list: &str) -> Result<Self, SecretKeyError> {
        let entries = list.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let keys: Result<Arc<[MasterKey]>, _> = entries.map(MasterKey::parse).collect();
        let keys = keys?;
        if keys.is_empty() { Err(SecretKeyError::Malformed) } else { Ok(Self { keys }) }
    }

    /// Reads the key file, or makes it: readable by its owner alone.
    ///
    /// # Errors
    /// [`SecretKeyError::File`] and [`SecretKeyError::Malformed`].
    pub fn load_or_create(path: &Path) -> Result<Self, SecretKeyError> {
        let failed = |source| SecretKeyError::File { path: path.display().to_string(), source };
        match write_new(path, &STANDARD.encode(random::<KEY_BYTES>())) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(error)),
        }
        Self::parse(&std::fs::read_to_string(path).map_err(failed)?)
    }

    /// Keys that last as long as the program.
    pub fn ephemeral() -> Self {
        Self { keys: Arc::new([MasterKey::new(random())]) }
    }

    /// Draws a token that can be derived from its seed again.
    pub fn new_token(&self, purpose: Purpose) -> DerivedToken {
        let key = self.first();
        let mut seed = key.id.to_vec();
        seed.extend(random::<SEED_BYTES>());
        let token = key.token(purpose, &seed);
        DerivedToken { seed: URL_SAFE_NO_PAD.encode(seed), token }
    }

    /// The token of a seed; none where the seed is unreadable or its key is not listed any more.
    pub fn token_of(&self, purpose: Purpose, seed: &str) -> Option<String> {
        let seed = URL_SAFE_NO_PAD.decode(seed).ok()?;
        let key = self.named(seed.first_chunk()?)?;
        Some(key.token(purpose, &seed))
    }

    /// Encrypts with the first key. `about` is what the secret belongs to; it is not kept, and
    /// must be the same when the secret is opened.
    pub fn seal(&self, purpose: Purpose, about: &[u8], plain: &[u8]) -> Vec<u8> {
        let key = self.first();
        let mut body = plain.to_vec();
        let nonce = key.cipher(purpose).seal_in_place_append_tag(Aad::from(about), &mut body);
        #[expect(clippy::expect_used, reason = "fails only for texts of 64 GiB and more")]
        let nonce = nonce.expect("short texts can be sealed");
        [key.id.as_slice(), nonce.as_ref().as_slice(), &body].concat()
    }

    /// Decrypts what [`Secrets::seal`] made.
    ///
    /// # Errors
    /// Every [`OpenError`].
    pub fn open(
        &self,
        purpose: Purpose,
        about: &[u8],
        sealed: &[u8],
    ) -> Result<Vec<u8>, OpenError> {
        let (id, rest) = sealed.split_first_chunk().ok_or(OpenError::Broken)?;
        let (nonce, body) = rest.split_first_chunk::<NONCE_LEN>().ok_or(OpenError::Broken)?;
        let key = self.named(id).ok_or(OpenError::UnknownKey)?;
        let mut body = body.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let plain = key.cipher(purpose).open_in_place(nonce, Aad::from(about), &mut body);
        Ok(plain.map_err(|_| OpenError::Broken)?.to_vec())
    }

    fn first(&self) -> &MasterKey {
        &self.keys[0]
    }

    fn named(&self, id: &[u8; KEY_ID_BYTES]) -> Option<&MasterKey> {
        self.keys.iter().find(|key| key.id == *id)
    }
}

impl MasterKey {
    fn parse(entry: &str) -> Result<Self, SecretKeyError> {
        let bytes = STANDARD.decode(entry).map_err(|_| SecretKeyError::Malformed)?;
        Ok(Self::new(bytes.try_into().map_err(|_| SecretKeyError::Malformed)?))
    }

    fn new(bytes: [u8; KEY_BYTES]) -> Self {
        let mut id = [0; KEY_ID_BYTES];
        id.copy_from_slice(&expand(&bytes, b"citable key id")[..KEY_ID_BYTES]);
        Self { id, bytes }
    }

    fn token(&self, purpose: Purpose, seed: &[u8]) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &expand(&self.bytes, purpose.label()));
        URL_SAFE_NO_PAD.encode(hmac::sign(&key, seed))
    }

    #[expect(clippy::expect_used, reason = "the sub-key has the cipher's length")]
    fn cipher(&self, purpose: Purpose) -> RandomizedNonceKey {
        let key = expand(&self.bytes, purpose.label());
        RandomizedNonceKey::new(&AES_256_GCM, &key).expect("a sub-key fits its cipher")
    }
}

struct Length;

impl KeyType for Length {
    fn len(&self) -> usize {
        KEY_BYTES
    }
}

#[expect(clippy::expect_used, reason = "HKDF fails only for more than 255 blocks of output")]
fn expand(key: &[u8], label: &[u8]) -> [u8; KEY_BYTES] {
    let prk: Prk = Salt::new(HKDF_SHA256, b"citable").extract(key);
    let mut bytes = [0; KEY_BYTES];
    let labels = [label];
    let okm = prk.expand(&labels, Length).expect("one block can be expanded");
    okm.fill(&mut bytes).expect("the lengths are equal");
    bytes
}

/// Bytes from the operating system's generator.
#[expect(clippy::expect_used, reason = "without randomness nothing here may go on")]
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// The SHA-256 of a secret, in hexadecimal: all that is kept of tokens.
pub fn hash_of(secret: &str) -> String {
    let digest = Sha256::digest(secret.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a text has the form of a derived token.
pub(crate) fn is_derived_token(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == KEY_BYTES)
}

fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(0o600).open(path)?;
    writeln!(file, "{text}")?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> String {
        STANDARD.encode([byte; KEY_BYTES])
    }

    #[test]
    fn what_was_sealed_opens_for_its_purpose_and_owner_alone() {
        let secrets = Secrets::ephemeral();
        let sealed = secrets.seal(Purpose::StoredAnswers, b"row 1", b"the answer");
        assert!(!sealed.windows(6).any(|part| part == b"answer"));
        let open = |purpose, about: &[u8], sealed: &[u8]| secrets.open(purpose, about, sealed);
        assert_eq!(open(Purpose::StoredAnswers, b"row 1", &sealed).unwrap(), b"the answer");
        assert_eq!(open(Purpose::StoredAnswers, b"row 2", &sealed), Err(OpenError::Broken));
        assert_eq!(open(Purpose::SignInLinks, b"row 1", &sealed), Err(OpenError::Broken));
        for place in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert!(open(Purpose::StoredAnswers, b"row 1", &changed).is_err(), "byte {place}");
        }
        assert_eq!(open(Purpose::StoredAnswers, b"row 1", &sealed[..9]), Err(OpenError::Broken));
    }

    #[test]
    fn a_key_that_moved_back_in_the_list_still_reads() {
        let old = Secrets::parse(&key(1)).unwrap();
        let sealed = old.seal(Purpose::StoredAnswers, b"", b"x");
        let token = old.new_token(Purpose::SignInLinks);
        let new = Secrets::parse(&format!("{}, {}", key(2), key(1))).unwrap();
        assert_eq!(new.open(Purpose::StoredAnswers, b"", &sealed).unwrap(), b"x");
        assert_eq!(new.token_of(Purpose::SignInLinks, &token.seed), Some(token.token.clone()));
        assert_ne!(new.seal(Purpose::StoredAnswers, b"", b"x")[..4], sealed[..4]);
        let gone = Secrets::parse(&key(2)).unwrap();
        assert_eq!(gone.open(Purpose::StoredAnswers, b"", &sealed), Err(OpenError::UnknownKey));
        assert_eq!(gone.token_of(Purpose::SignInLinks, &token.seed), None);
    }

    #[test]
    fn tokens_differ_and_never_show() {
        let secrets = Secrets::ephemeral();
        let (one, other) =
            (secrets.new_token(Purpose::SignInLinks), secrets.new_token(Purpose::SignInLinks));
        assert_ne!(one.token, other.token);
        assert_eq!(one.token.len(), 43);
        assert!(is_derived_token(&one.token));
        for text in ["", "nonsense!", &one.token[1..], &format!("{}A", one.token)] {
            assert!(!is_derived_token(text), "{text}");
        }
        assert!(!format!("{one:?} {secrets:?}").contains(&one.token));
        assert_eq!(secrets.token_of(Purpose::SignInLinks, "nonsense!"), None);
    }

    #[test]
    fn the_file_is_made_once_and_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret.key");
        let token = Secrets::load_or_create(&path).unwrap().new_token(Purpose::SignInLinks);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let again = Secrets::load_or_create(&path).unwrap();
        assert_eq!(again.token_of(Purpose::SignInLinks, &token.seed), Some(token.token));
    }

    #[test]
    fn other_settings_are_refused() {
        for list in ["", " , ", "short", &STANDARD.encode([0; 31]), &format!("{},x", key(1))] {
            assert!(matches!(Secrets::parse(list), Err(SecretKeyError::Malformed)), "{list}");
        }
    }

    #[test]
    fn a_hash_is_the_sha256_in_hexadecimal() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash_of("abc"), expected);
    }
}
