//! What the owner of an endpoint is told when it is paused.

use citable_schema::{Notice, NoticeKind, PausedReason};
use serde_json::json;

use crate::ids::{Prefix, new_id};
use crate::secrets::{Purpose, Secrets, hash_of};

/// A mail that says that nothing is delivered to that address any more, and why.
pub(super) fn paused(secrets: &Secrets, url: &str, reason: PausedReason) -> Notice {
    let token = secrets.new_token(Purpose::UnsubscribeLinks);
    let data = json!({ "url": url, "reason": reason.as_str(), "seed": token.seed });
    Notice {
        mail_id: new_id(Prefix::Message),
        kind: NoticeKind::WebhookPaused,
        data: data.to_string(),
        token_hash: hash_of(&token.token),
        not_after: None,
    }
}
