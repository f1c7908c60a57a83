//! The provider's hosted pages: made by calls after the contract of Stripe.
//! <https://docs.stripe.com/api/checkout/sessions/create>
//!
//! The name of a hosted page comes from the request's idempotency key, so a request that is
//! repeated after a kill makes one page.

use std::time::Duration;

use serde::Deserialize;

use super::settings::BillingSettings;
use crate::provider::Provider;
use crate::secrets::hash_of;

/// How long the provider may take.
const LIMIT: Duration = Duration::from_secs(10);
/// The version of the contract that is spoken.
const VERSION: &str = "2024-06-20";
/// What our names of requests begin with.
const REQUEST_PREFIX: &str = "citable";

/// A page of the provider, for the caller to open.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Hosted {
    /// The provider's id of it.
    pub id: String,
    /// Its address.
    pub url: String,
}

/// Makes a page. The same request under the same name makes one page, however often it comes.
pub(super) async fn make(
    provider: &Provider,
    settings: &BillingSettings,
    path: &str,
    fields: &[(&str, &str)],
    name: &str,
) -> Option<Hosted> {
    let url = settings.api_url.join(path).ok()?;
    // The fields are part of the name: the provider refuses another request under one it knows.
    let said = serde_json::to_string(&(path, name, fields)).unwrap_or_default();
    let key = format!("{REQUEST_PREFIX}-{}", hash_of(&said));
    let bearer = format!("Bearer {}", settings.secret_key);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Stripe-Version", VERSION),
        ("Idempotency-Key", key.as_str()),
    ];
    let answer = match provider.post_form(&url, fields, &headers, LIMIT).await {
        Ok(answer) => answer,
        Err(error) => {
            tracing::warn!(%error, "couldn't reach the payment provider");
            return None;
        }
    };
    if !answer.status.is_success() {
        tracing::warn!(status = %answer.status, "the payment provider rejected a request");
        return None;
    }
    let made = serde_json::from_slice::<Hosted>(&answer.body).ok().filter(is_usable);
    if made.is_none() {
        tracing::warn!("the payment provider returned an invalid response");
    }
    made
}

/// A page that a browser is sent to must be one.
fn is_usable(hosted: &Hosted) -> bool {
    let url = url::Url::parse(&hosted.url);
    !hosted.id.is_empty() && url.is_ok_and(|url| matches!(url.scheme(), "https" | "http"))
}
