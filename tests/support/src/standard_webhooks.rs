//! Signatures after Standard Webhooks 1.0.0, written anew from its text, to verify what arrives.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::https_origin::SeenRequest;

/// Bytes that SHA-256 takes at a time.
const BLOCK: usize = 64;

/// Whether one of the signatures of a message was made with that secret, `whsec_` and base64.
///
/// # Panics
/// Where the secret is none.
pub fn is_signed_with(secret: &str, request: &SeenRequest) -> bool {
    let base64 = secret.strip_prefix("whsec_").expect("a secret with its prefix");
    let key = STANDARD.decode(base64).expect("a secret in base64");
    let field = |name| request.header(name).unwrap_or_default();
    let (id, timestamp) = (field("webhook-id"), field("webhook-timestamp"));
    let signed = format!("{id}.{timestamp}.{}", request.body);
    let expected = format!("v1,{}", STANDARD.encode(hmac_sha256(&key, signed.as_bytes())));
    field("webhook-signature").split(' ').any(|signature| signature == expected)
}

/// RFC 2104, for keys up to a block.
fn hmac_sha256(key: &[u8], message: &[u8]) -> Vec<u8> {
    let padded = |pad: u8| {
        let mut block = [pad; BLOCK];
        for (byte, key) in block.iter_mut().zip(key) {
            *byte ^= key;
        }
        block
    };
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().to_vec()
}
