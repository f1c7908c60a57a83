//! What a request says, in short: two requests with one key must have the same.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::http::reply;

/// What a request says: its method, its path below the base and its body, whatever the order and
/// spacing of the body's members (RFC 8785).
pub(crate) fn fingerprint(method: &str, path: &str, body: Option<&Value>) -> String {
    let canonical = body.map(serde_json_canonicalizer::to_vec).transpose();
    // A body that has no canonical form, such as a number out of range, stands for itself.
    let canonical = canonical.unwrap_or_else(|_| body.map(reply::to_json)).unwrap_or_default();
    let mut digest = Sha256::new();
    for part in [method.as_bytes(), path.as_bytes(), &canonical] {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
