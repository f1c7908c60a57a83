//! Signatures of the payment provider's events: `t=<seconds>,v1=<hex>` over `t.body`.
//! <https://docs.stripe.com/webhooks#verify-manually>

use aws_lc_rs::hmac;

/// How far the provider's clock may be from ours, in seconds.
const TOLERANCE_S: i64 = 300;
/// Characters of a SHA-256 in hexadecimal.
const HEX_CHARACTERS: usize = 64;
/// Signatures that are looked at in one header.
const MOST_SIGNATURES: usize = 16;

/// The header of an event that is sent at an instant, in seconds since 1970.
#[must_use]
pub fn sign(secret: &str, timestamp: i64, body: &[u8]) -> String {
    let tag = hmac::sign(&key(secret), &signed(&timestamp.to_string(), body));
    let hex: String = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={timestamp},v1={hex}")
}

/// Whether one of the header's signatures is that of the body, and not old.
pub(super) fn verify(secret: &str, header: &str, body: &[u8], now_ms: i64) -> bool {
    let pairs = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let mut times = pairs().filter(|(name, _)| *name == "t").map(|(_, value)| value);
    let (Some(time), None) = (times.next(), times.next()) else { return false };
    if time.is_empty() || !time.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let Ok(seconds) = time.parse::<i64>() else { return false };
    if now_ms.div_euclid(1_000).abs_diff(seconds) > TOLERANCE_S.unsigned_abs() {
        return false;
    }
    let (key, signed) = (key(secret), signed(time, body));
    let signatures = pairs().filter(|(name, _)| *name == "v1").take(MOST_SIGNATURES);
    let mut tags = signatures.filter_map(|(_, hex)| bytes_of(hex));
    // The comparison takes the same time wherever two differ.
    tags.any(|tag| hmac::verify(&key, &signed, &tag).is_ok())
}

fn key(secret: &str) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes())
}

fn signed(time: &str, body: &[u8]) -> Vec<u8> {
    [time.as_bytes(), b".", body].concat()
}

/// The bytes of lower-case hexadecimal of the right length.
fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    if hex.len() != HEX_CHARACTERS {
        return None;
    }
    hex.as_bytes().chunks(2).map(|pair| Some(digit(pair[0])? * 16 + digit(pair[1])?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "whsec_test_secret";
    const BODY: &[u8] = br#"{"id":"evt_1","object":"event","type":"checkout.session.completed"}"#;
    const T: i64 = 1_674_087_231;
    const HEX: &str = "88fed769447a7885406ce306df7f0e0dbcd950afe53d36d0fbee5dc30d64c7af";

    fn verifies(header: &str) -> bool {
        verify(SECRET, header, BODY, T * 1_000)
    }

    #[test]
    fn the_signature_is_the_providers_own() {
        assert_eq!(sign(SECRET, T, BODY), format!("t={T},v1={HEX}"));
        assert!(verifies(&format!("t={T},v1={HEX}")));
    }

    #[test]
    fn one_good_signature_among_several_is_enough() {
        let bad = "0".repeat(64);
        assert!(verifies(&format!("t={T},v1={bad},v1={HEX}")));
        assert!(verifies(&format!("v0={bad}, v1={HEX} ,t={T},v9=x,nonsense")));
        for header in [
            format!("t={T},v1={bad}"),
            format!("t={T},v0={HEX}"),
            format!("t={T}"),
            format!("v1={HEX}"),
            format!("t={T},t={T},v1={HEX}"),
            format!("t=+{T},v1={HEX}"),
            format!("t={T}.0,v1={HEX}"),
            format!("t=,v1={HEX}"),
            format!("t={},v1={HEX}", "9".repeat(40)),
            format!("t={T},v1={}", HEX.to_uppercase()),
            format!("t={T},v1={}", &HEX[..62]),
            format!("t={T},v1={HEX}00"),
            String::new(),
        ] {
            assert!(!verifies(&header), "{header}");
        }
    }

    #[test]
    fn body_secret_and_time_are_part_of_it() {
        let header = format!("t={T},v1={HEX}");
        for place in 0..BODY.len() {
            let mut body = BODY.to_vec();
            body[place] ^= 1;
            assert!(!verify(SECRET, &header, &body, T * 1_000), "byte {place}");
        }
        assert!(!verify("whsec_other", &header, BODY, T * 1_000));
        assert!(!verifies(&format!("t={},v1={HEX}", T + 1)));
        for (seconds, good) in [(-301, false), (-300, true), (300, true), (301, false)] {
            assert_eq!(verify(SECRET, &header, BODY, (T + seconds) * 1_000), good, "{seconds}");
        }
    }
}
