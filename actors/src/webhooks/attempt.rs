//! One attempt to deliver one message: sign, post, and say what came of it.

use std::sync::Arc;
use std::time::Duration;

use citable_metrics::WEBHOOK_ATTEMPTS;
use citable_schema::{EndpointRow, Reader, Writer};
use tokio::time::Instant;

use super::courier::Courier;
use super::schedule::retry_after_ms;
use super::settings::WebhookSettings;
use super::signature::{SigningSecret, headers};
use crate::clock::SharedClock;
use crate::fetch::{PostError, Posted, Posting};
use crate::mail::MailHandle;
use crate::secrets::{OpenError, Purpose, Secrets};
use crate::supervision::Health;

/// Status of an endpoint that wants no more deliveries.
const GONE: u16 = 410;

/// The outbox of deliveries: what every attempt needs.
pub(crate) struct Webhooks {
    pub(crate) settings: Arc<WebhookSettings>,
    /// The public address of the service.
    pub(crate) base_url: String,
    pub(crate) secrets: Secrets,
    pub(crate) courier: Arc<dyn Courier>,
    pub(crate) reader: Reader,
    pub(crate) writer: Writer,
    pub(crate) clock: SharedClock,
    /// Is told when somebody is to be mailed.
    pub(crate) mail: MailHandle,
    /// Counts attempts that broke off.
    pub(crate) health: Health,
    /// Whether accounts of every plan have webhooks.
    pub(crate) to_every_plan: bool,
}

/// How an attempt went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attempted {
    /// When it began.
    pub(super) at: i64,
    pub(super) duration: Duration,
    pub(super) status_code: Option<u16>,
    /// Why it was no success, in one word.
    pub(super) error: Option<&'static str>,
    /// How long the endpoint asks to be left alone.
    pub(super) retry_after_ms: Option<i64>,
}

impl Attempted {
    pub(super) fn is_success(&self) -> bool {
        self.error.is_none()
    }

    pub(super) fn is_gone(&self) -> bool {
        self.status_code == Some(GONE)
    }
}

/// Posts a message to an endpoint, signed with every secret that lives.
pub(super) async fn attempt(
    webhooks: &Webhooks,
    endpoint: &EndpointRow,
    id: &str,
    body: &str,
) -> Attempted {
    let (at, began) = (webhooks.clock.now_ms(), Instant::now());
    let answer = match live_secrets(&webhooks.secrets, endpoint, at) {
        Ok(secrets) => {
            let posting = Posting {
                url: endpoint.url.clone(),
                headers: headers(&secrets, id, at, body),
                body: body.to_owned(),
                limit: webhooks.settings.attempt,
            };
            webhooks.courier.post(posting).await.map_err(word)
        }
        Err(error) => {
            tracing::error!(endpoint = endpoint.id, %error, "can't read a webhook secret");
            Err("internal")
        }
    };
    let answered = answer.as_ref().ok();
    let error = match &answer {
        Ok(posted) => refusal(posted.status),
        Err(word) => Some(*word),
    };
    WEBHOOK_ATTEMPTS.one([error.unwrap_or("delivered")]);
    Attempted {
        at,
        duration: began.elapsed(),
        status_code: answered.map(|posted| posted.status),
        error,
        retry_after_ms: answered.and_then(|posted| asked_for(posted, webhooks.clock.now_ms())),
    }
}

fn live_secrets(
    secrets: &Secrets,
    endpoint: &EndpointRow,
    now: i64,
) -> Result<Vec<SigningSecret>, OpenError> {
    let open = |sealed: &Vec<u8>| {
        let plain = secrets.open(Purpose::WebhookSecrets, endpoint.id.as_bytes(), sealed);
        plain.map(SigningSecret::from_bytes)
    };
    let mut live = vec![open(&endpoint.secret)?];
    let previous = endpoint.previous_secret.as_ref();
    let previous = previous.filter(|_| endpoint.previous_until.is_some_and(|until| now < until));
    // Where the key of the one before is lost, the new one mends that, and does so at once.
    live.extend(previous.and_then(|sealed| open(sealed).ok()));
    Ok(live)
}

fn asked_for(posted: &Posted, now: i64) -> Option<i64> {
    retry_after_ms(posted.retry_after.as_deref()?, now)
}

/// Why a status is not a success.
fn refusal(status: u16) -> Option<&'static str> {
    match status {
        200..300 => None,
        300..400 => Some("redirected"),
        500.. => Some("origin_error"),
        _ => Some("refused"),
    }
}

fn word(error: PostError) -> &'static str {
    match error {
        PostError::BlockedAddress => "blocked_address",
        PostError::DnsFailed => "dns_failed",
        PostError::ConnectFailed => "connect_failed",
        PostError::TlsFailed => "tls_failed",
        PostError::TimedOut => "timed_out",
    }
}
