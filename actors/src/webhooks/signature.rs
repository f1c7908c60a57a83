//! Signatures after Standard Webhooks 1.0.0.

use std::fmt;

use aws_lc_rs::{hmac, rand};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// What every secret begins with when it is shown.
const PREFIX: &str = "whsec_";
/// Bytes of a secret.
const SECRET_BYTES: usize = 32;
/// Characters of a secret by which its owner knows it.
const HINT_CHARACTERS: usize = 4;

/// What deliveries to one endpoint are signed with. Never shown but once.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct SigningSecret(Vec<u8>);

impl fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningSecret(..)")
    }
}

impl SigningSecret {
    /// Draws a fresh one.
    pub(super) fn draw() -> Self {
        let mut bytes = [0; SECRET_BYTES];
        #[expect(clippy::expect_used, reason = "the system's generator does not fail")]
        rand::fill(&mut bytes).expect("random bytes");
        Self(bytes.to_vec())
    }

    /// One that was drawn before.
    pub(super) fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// As it is shown to its owner.
    pub(super) fn text(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(&self.0))
    }

    /// The last characters of that, before what pads it.
    pub(super) fn hint(&self) -> String {
        let text = self.text();
        let text = text.trim_end_matches('=');
        text[text.len().saturating_sub(HINT_CHARACTERS)..].to_owned()
    }

    /// The signature of a message at an instant, in seconds since 1970.
    pub(super) fn sign(&self, id: &str, timestamp: i64, body: &str) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &self.0);
        let signed = format!("{id}.{timestamp}.{body}");
        format!("v1,{}", STANDARD.encode(hmac::sign(&key, signed.as_bytes())))
    }
}

/// The header fields of a message: one signature for each secret that lives.
pub(super) fn headers(
    secrets: &[SigningSecret],
    id: &str,
    now_ms: i64,
    body: &str,
) -> Vec<(&'static str, String)> {
    let timestamp = now_ms.div_euclid(1_000);
    let signatures: Vec<String> =
        secrets.iter().map(|secret| secret.sign(id, timestamp, body)).collect();
    vec![
        ("webhook-id", id.to_owned()),
        ("webhook-timestamp", timestamp.to_string()),
        ("webhook-signature", signatures.join(" ")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W";
    const BODY: &str = r#"{"type":"monitor.completed","timestamp":"2023-01-19T00:13:51Z","data":{"url":"https://example.com/"}}"#;
    const NEW: &str = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=";
    const OLD: &str = "ISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0A=";

    fn secret(base64: &str) -> SigningSecret {
        SigningSecret::from_bytes(STANDARD.decode(base64).unwrap())
    }

    /// Made with the standard's own library.
    #[test]
    fn the_signatures_are_those_of_the_standard() {
        let headers = headers(&[secret(NEW), secret(OLD)], ID, 1_674_087_231_999, BODY);
        assert_eq!(headers[0], ("webhook-id", ID.to_owned()));
        assert_eq!(headers[1], ("webhook-timestamp", "1674087231".to_owned()));
        let both = "v1,rqjRk00Y1RAMoxr+9gBSqlcdB3Llf3Udp+1+aG6jhac= \
            v1,LUMZ4PVnn0PNGZRs05vMEq8iedlWIkkui0NsE+GTm5Y=";
        assert_eq!(headers[2], ("webhook-signature", both.to_owned()));
    }

    #[test]
    fn a_secret_is_shown_as_the_standard_says() {
        assert_eq!(secret(NEW).text(), format!("whsec_{NEW}"));
        assert_eq!(secret(NEW).hint(), "eHyA");
        let drawn = SigningSecret::draw();
        assert_eq!(drawn.text().len(), "whsec_".len() + 44);
        assert_eq!(drawn.hint().len(), 4);
        assert_ne!(drawn, SigningSecret::draw());
        assert_eq!(format!("{drawn:?}"), "SigningSecret(..)");
    }
}
