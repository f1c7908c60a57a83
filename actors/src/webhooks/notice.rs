//! The email about a paused endpoint.

use citable_schema::Notice;

use crate::mail::news::{News, PauseReason, WebhookPaused};
use crate::secrets::Secrets;

/// A mail that says that nothing is delivered to that address any more, and why.
pub(super) fn paused(secrets: &Secrets, url: &str, reason: PauseReason, now: i64) -> Notice {
    let paused = WebhookPaused { url: url.to_owned(), reason };
    News::WebhookPaused(paused).into_notice(secrets, now)
}
