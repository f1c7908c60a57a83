//! The question to the provider: the `siteverify` contract of Turnstile and hCaptcha.
//! <https://developers.cloudflare.com/turnstile/get-started/server-side-validation/>

use std::net::IpAddr;
use std::time::Duration;

use http::StatusCode;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio::time::timeout;

use crate::provider::{Provider, ProviderAnswer};

use super::settings::HumanCheckSettings;

/// How long the provider may take, a second question included.
const LIMIT: Duration = Duration::from_secs(5);

/// The provider has a fault of its own; it may be asked again.
const INTERNAL_ERROR: &str = "internal-error";
/// It is not the token that is wrong but our settings.
const OUR_FAULTS: [&str; 5] = [
    "missing-input-secret",
    "invalid-input-secret",
    "sitekey-secret-mismatch",
    "not-using-dummy-passcode",
    "bad-request",
];

/// What the provider's answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A human was there.
    Human,
    /// Nobody was, or the token is not good any more.
    Refused,
    /// It says nothing of the token.
    Unclear,
}

/// One answer, of which the provider may say something else a moment later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Clearly(Verdict),
    TryAgain,
}

#[derive(Deserialize)]
struct Siteverify {
    success: bool,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
}

/// Asks the provider, and once more if it has a fault of its own.
pub(super) async fn ask(
    provider: &Provider,
    settings: &HumanCheckSettings,
    token: &str,
    remote_ip: IpAddr,
) -> Verdict {
    let key = idempotency_key(token);
    let asked = async {
        match ask_once(provider, settings, token, remote_ip, &key).await {
            Said::TryAgain => ask_once(provider, settings, token, remote_ip, &key).await,
            clear => clear,
        }
    };
    match timeout(LIMIT, asked).await {
        Ok(Said::Clearly(verdict)) => verdict,
        Ok(Said::TryAgain) => {
            tracing::warn!("the human check provider reported an error of its own");
            Verdict::Unclear
        }
        Err(_) => {
            tracing::warn!("the human check provider didn't respond in time");
            Verdict::Unclear
        }
    }
}

async fn ask_once(
    provider: &Provider,
    settings: &HumanCheckSettings,
    token: &str,
    remote_ip: IpAddr,
    key: &str,
) -> Said {
    let remote_ip = remote_ip.to_canonical().to_string();
    let fields = [
        ("secret", settings.secret.as_str()),
        ("response", token),
        ("remoteip", remote_ip.as_str()),
        ("idempotency_key", key),
    ];
    match provider.post_form(&settings.verify_url, &fields, &[], LIMIT).await {
        Ok(answer) => judge(&answer),
        Err(error) => {
            tracing::warn!(%error, "couldn't reach the human check provider");
            Said::Clearly(Verdict::Unclear)
        }
    }
}

fn judge(answer: &ProviderAnswer) -> Said {
    if answer.status.is_server_error() {
        return Said::TryAgain;
    }
    let read: Option<Siteverify> = match answer.status {
        StatusCode::OK => serde_json::from_slice(&answer.body).ok(),
        _ => None,
    };
    let Some(said) = read else {
        tracing::warn!(
            status = %answer.status,
            "the human check provider returned an invalid response"
        );
        return Said::Clearly(Verdict::Unclear);
    };
    let says = |code: &str| said.error_codes.iter().any(|said| said == code);
    if said.success {
        Said::Clearly(Verdict::Human)
    } else if says(INTERNAL_ERROR) {
        Said::TryAgain
    } else if OUR_FAULTS.into_iter().any(says) {
        tracing::error!(codes = ?said.error_codes, "the human check settings are wrong");
        Said::Clearly(Verdict::Unclear)
    } else {
        Said::Clearly(Verdict::Refused)
    }
}

/// A UUID (RFC 9562, with the marks of version 4) that is the same whenever the same token is
/// verified, so that a second question about one token is answered like the first.
fn idempotency_key(token: &str) -> String {
    let digest = Sha256::new_with_prefix(b"citable human check\0").chain_update(token).finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    bytes[6] = 0x40 | (bytes[6] & 0x0f);
    bytes[8] = 0x80 | (bytes[8] & 0x3f);
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(status: u16, body: &str) -> Said {
        let status = StatusCode::from_u16(status).unwrap();
        judge(&ProviderAnswer {
            status,
            headers: http::HeaderMap::new(),
            body: body.as_bytes().to_vec(),
        })
    }

    #[test]
    fn nothing_but_a_clear_yes_is_a_human() {
        let (human, refused, unclear) = (
            Said::Clearly(Verdict::Human),
            Said::Clearly(Verdict::Refused),
            Said::Clearly(Verdict::Unclear),
        );
        for (status, body, said) in [
            (200, r#"{"success":true,"hostname":"x","error-codes":[]}"#, human),
            (200, r#"{"success":true}"#, human),
            (200, r#"{"success":false,"error-codes":["timeout-or-duplicate"]}"#, refused),
            (200, r#"{"success":false}"#, refused),
            (200, r#"{"success":false,"error-codes":["internal-error"]}"#, Said::TryAgain),
            (500, r#"{"success":true}"#, Said::TryAgain),
            (503, "", Said::TryAgain),
            (200, r#"{"success":false,"error-codes":["invalid-input-secret"]}"#, unclear),
            (200, r#"{"success":"true"}"#, unclear),
            (200, "{}", unclear),
            (200, "<html>", unclear),
            (201, r#"{"success":true}"#, unclear),
            (302, r#"{"success":true}"#, unclear),
            (400, r#"{"success":true}"#, unclear),
        ] {
            assert_eq!(judged(status, body), said, "{status} {body}");
        }
    }

    #[test]
    fn a_token_has_one_key_in_the_form_of_a_uuid() {
        let key = idempotency_key("a token");
        assert_eq!(key, idempotency_key("a token"));
        assert_ne!(key, idempotency_key("another token"));
        let groups: Vec<usize> = key.split('-').map(str::len).collect();
        assert_eq!(groups, [8, 4, 4, 4, 12]);
        assert_eq!(key.as_bytes()[14], b'4');
        assert!(b"89ab".contains(&key.as_bytes()[19]), "{key}");
    }
}
