//! API keys: the list, making one, and ending one.

use askama::Template;
use citable_actors::identity::AccountPlan;
use serde::Deserialize;

use crate::api::keys::{self, KeyCreation, KeyList, KeyRequest};
use crate::http::call::Call;
use crate::http::problem::{CREATED, OK, Problem, Status};
use crate::http::reply::Response;
use crate::web::notice::Notice;
use crate::web::page::{self, redirect};
use crate::web::shell::Shell;
use crate::web::times::Time;

/// What the query of the page may say has happened.
const DONE: [(&str, &str); 1] =
    [("revoked", "The key is revoked. Programs that use it are refused from now on.")];

#[derive(Template)]
#[template(path = "keys.html")]
struct Keys {
    shell: Shell,
    notice: Option<Notice>,
    list: KeyList,
    /// True if the account's plan has no keys.
    locked: bool,
    /// A key that was made just now.
    created: Option<KeyCreation>,
    /// What was entered as its name.
    name: String,
}

#[derive(Default, Deserialize)]
struct Wanted {
    #[serde(default)]
    name: String,
    scan: Option<String>,
    monitors: Option<String>,
}

/// The list of keys.
pub(super) async fn show(call: Call) -> Result<Response, Problem> {
    let notice = Notice::named(&call, &DONE);
    respond(&call, OK, notice, None, String::new()).await
}

/// Makes a key, and shows its token this once.
pub(super) async fn create(call: Call) -> Result<Response, Problem> {
    let wanted: Wanted = call.fields().unwrap_or_default();
    let name = wanted.name.clone();
    let scopes = [("scan", wanted.scan), ("monitors", wanted.monitors)];
    let scopes = scopes.into_iter().filter(|(_, ticked)| ticked.is_some());
    let scopes = scopes.map(|(scope, _)| scope.to_owned()).collect();
    let request = || Ok(KeyRequest { name: wanted.name, scopes: Some(scopes) });
    match keys::make(&call, request).await {
        Ok(created) => respond(&call, CREATED, None, Some(created), String::new()).await,
        Err(problem) => {
            respond(&call, problem.status(), Some(Notice::of(&problem)), None, name).await
        }
    }
}

/// Ends a key for good.
pub(super) async fn revoke(call: Call) -> Result<Response, Problem> {
    keys::end(&call).await?;
    Ok(redirect("/keys?done=revoked"))
}

async fn respond(
    call: &Call,
    status: Status,
    notice: Option<Notice>,
    created: Option<KeyCreation>,
    name: String,
) -> Result<Response, Problem> {
    let list = keys::of_account(call).await?;
    let shell = Shell::new(call, "API keys");
    let locked = call.caller.plan() == Some(AccountPlan::Free);
    page::private_with(status, &Keys { shell, notice, list, locked, created, name })
}
