//! API keys: for signed-in people only.

mod doc;

use citable_actors::clock::rfc3339;
use citable_actors::identity::{ApiKey, CreateKey, KEY_PREFIX, KeySource, Scope, Scopes};
use citable_actors::ids::{Prefix, is_id};
use hyper::header::CACHE_CONTROL;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reports;
use crate::http::call::Call;
use crate::http::problem::{CREATED, Code, OK, Problem};
use crate::http::reply::{self, Response, With};

pub(crate) use doc::{CREATE, LIST, REVOKE};

/// Characters that a key's name may have.
const MAX_NAME: usize = 64;
/// What such a name looks like.
const NAME: &str = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$";

/// The body of `POST /keys`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KeyRequest {
    /// What the key is called: 1 to 64 characters, none of them a control character, and not all
    /// of them blank.
    #[schemars(length(min = 1, max = 64), extend("pattern" = NAME))]
    pub name: String,
    /// What it may do besides reading: `scan`, `monitors`. Without any, it may read and scan.
    #[serde(default)]
    #[schemars(extend("items" = { "type": "string", "enum": Scope::OFFERED.map(Scope::as_str) }))]
    pub scopes: Option<Vec<String>>,
}

/// A key without its token.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ApiKey")]
pub struct KeyView {
    /// `key_…`.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What every token begins with.
    pub prefix: String,
    /// The last four characters of its token.
    pub last4: String,
    /// What it may do.
    pub scopes: Vec<String>,
    /// When it was made (RFC 3339, UTC, milliseconds).
    pub created_at: String,
    /// When it was last used, to the minute or so.
    pub last_used_at: Option<String>,
    /// `account` where its owner made it, `app` where a connected app did.
    pub source: String,
}

/// The answer of `GET /keys`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeyList {
    /// The live keys, oldest first.
    pub keys: Vec<KeyView>,
    /// How many the account may make itself.
    pub limit: u32,
}

/// The answer of `POST /keys`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeyCreation {
    /// The key.
    pub key: KeyView,
    /// Its token. It is never shown again.
    pub token: String,
}

/// An answer that says only that it is done.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Done {
    /// Always true.
    pub ok: bool,
}

impl From<&ApiKey> for KeyView {
    fn from(key: &ApiKey) -> Self {
        Self {
            id: key.id.clone(),
            name: key.name.clone(),
            prefix: KEY_PREFIX.to_owned(),
            last4: key.last4.clone(),
            scopes: key.scopes.names().into_iter().map(str::to_owned).collect(),
            created_at: rfc3339(key.created_at),
            last_used_at: key.last_used_at.map(rfc3339),
            source: key.source.as_str().to_owned(),
        }
    }
}

/// Lists the account's keys.
pub(crate) async fn list(call: Call) -> Result<Response, Problem> {
    let account = call.account()?;
    let keys = call.app().handles.reader.keys_of(account.id.clone()).await?;
    let keys = keys.iter().map(KeyView::from).collect();
    let limit = call.app().limits.of(account.plan).keys;
    Ok(reports::list(&call, &KeyList { keys, limit }))
}

/// Makes a key.
pub(crate) async fn create(call: Call) -> Result<Response, Problem> {
    let account = call.account()?;
    let limit = call.app().limits.of(account.plan).keys;
    if limit == 0 {
        return Err(Problem::plan_required("API keys need a paid plan."));
    }
    let wanted: KeyRequest = call.fields()?;
    let key = CreateKey {
        account_id: account.id.clone(),
        name: name(&wanted.name)?,
        scopes: scopes(&wanted.scopes.unwrap_or_default())?,
        source: KeySource::Account,
        limit: Some(limit),
    };
    let created = call.app().handles.identity.create_key(key).await?;
    let answer = KeyCreation { key: (&created.key).into(), token: created.token };
    Ok(reply::json(CREATED, &answer).with_static(CACHE_CONTROL, "no-store"))
}

/// Ends a key for good.
pub(crate) async fn revoke(call: Call) -> Result<Response, Problem> {
    let account = call.account()?.id.clone();
    let id = call.param("id");
    if !is_id(Prefix::Key, id)
        || !call.app().handles.identity.revoke_key(account, id.to_owned()).await?
    {
        return Err(Problem::not_found("The account has no such live key."));
    }
    Ok(reply::json(OK, &Done { ok: true }))
}

fn name(text: &str) -> Result<String, Problem> {
    let name = text.trim();
    let fits =
        (1..=MAX_NAME).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    if fits {
        return Ok(name.to_owned());
    }
    Err(Problem::invalid_request("The field `name` must have 1 to 64 characters."))
}

fn scopes(names: &[String]) -> Result<Scopes, Problem> {
    let scope = |name: &String| {
        Scope::offered(name).ok_or_else(|| {
            Problem::new(
                Code::InvalidScope,
                "A key's scopes are `read`, `scan` and `monitors`; leave the others out.",
            )
        })
    };
    Ok(Scopes::of(&names.iter().map(scope).collect::<Result<Vec<_>, _>>()?))
}
