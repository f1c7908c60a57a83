//! The unsubscribe link of notification emails: for people, and for mail programs (RFC 8058).

mod doc;

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::http::call::Call;
use crate::http::problem::Problem;
use crate::http::reply::Response;
use crate::web::unsubscribe;

pub(crate) use doc::{ASK, CONFIRM};

/// Unsubscribe form. Both fields are optional: the query of the link carries the token.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct UnsubscribeForm {
    /// Token of the link, if the query has none.
    #[serde(default)]
    pub token: Option<String>,
    /// `One-Click`, as mail programs send it (RFC 8058). Ignored.
    #[serde(default, rename = "List-Unsubscribe")]
    pub list_unsubscribe: Option<String>,
}

/// Asks for a click. The token is not even read.
pub(crate) async fn ask(call: Call) -> Result<Response, Problem> {
    unsubscribe::confirm(&call)
}

/// Uses the link. The answer is the same whatever became of it.
pub(crate) async fn confirm(call: Call) -> Result<Response, Problem> {
    if let Some(token) = token(&call) {
        call.app().handles.notifications.unsubscribe(&token).await?;
    }
    unsubscribe::done(&call)
}

/// The token; a repeated one is as malformed as any other.
fn token(call: &Call) -> Option<Cow<'_, str>> {
    let in_form = || call.content.value.as_ref()?.get("token")?.as_str().map(Cow::from);
    call.query("token").ok()?.or_else(in_form)
}
