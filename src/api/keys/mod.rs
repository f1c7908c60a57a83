//! API keys, managed in a session only.

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

/// Body of `POST /keys`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CreateKeyRequest")]
pub struct KeyRequest {
    /// Name of the key. Must not be blank or contain control characters.
    #[schemars(length(min = 1, max = 64), extend("pattern" = NAME))]
    pub name: String,
    /// Scopes of the key. `read` is always included. Defaults to `read` and `scan`.
    #[serde(default)]
    #[schemars(extend("items" = { "type": "string", "enum": Scope::OFFERED.map(Scope::as_str) }))]
    pub scopes: Option<Vec<String>>,
}

/// API key, without its token.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ApiKey")]
pub struct KeyView {
    /// ID of the key.
    pub id: String,
    /// Name of the key.
    pub name: String,
    /// Prefix that every token starts with.
    pub prefix: String,
    /// Last four characters of the token.
    pub last4: String,
    /// Scopes of the key.
    pub scopes: Vec<String>,
    /// Time of creation.
    pub created_at: String,
    /// Time of last use, accurate to about a minute; null if never used.
    pub last_used_at: Option<String>,
    /// Who created the key: the account owner or a connected app.
    #[schemars(extend("enum" = ["account", "app"]))]
    pub source: String,
}

/// Active API keys of an account.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeyList {
    /// Active keys, oldest first.
    pub keys: Vec<KeyView>,
    /// Number of keys the account can create.
    pub limit: u32,
}

/// New API key with its token.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CreatedKey")]
pub struct KeyCreation {
    /// New key.
    pub key: KeyView,
    /// Token of the key. Store it now; it is never shown again.
    #[schemars(extend("pattern" = "^ctb_[0-9A-Za-z]{42}$"))]
    pub token: String,
}

/// Confirmation that the request succeeded.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Confirmation")]
pub struct Done {
    /// Always true.
    #[schemars(extend("const" = true))]
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
    Ok(reports::list(&call, &of_account(&call).await?))
}

/// Returns the account's keys.
pub(crate) async fn of_account(call: &Call) -> Result<KeyList, Problem> {
    let account = call.account()?;
    let keys = call.app().handles.reader.keys_of(account.id.clone()).await?;
    let keys = keys.iter().map(KeyView::from).collect();
    let limit = call.app().limits.of(account.plan).keys;
    Ok(KeyList { keys, limit })
}

/// Makes a key.
pub(crate) async fn create(call: Call) -> Result<Response, Problem> {
    let created = make(&call, || call.fields()).await?;
    Ok(reply::json(CREATED, &created).with_static(CACHE_CONTROL, "no-store"))
}

/// Makes a key. What is wanted of it is read once the plan is known to include keys.
pub(crate) async fn make(
    call: &Call,
    wanted: impl FnOnce() -> Result<KeyRequest, Problem>,
) -> Result<KeyCreation, Problem> {
    let account = call.account()?;
    let limit = call.app().limits.of(account.plan).keys;
    if limit == 0 {
        return Err(Problem::plan_required(
            "API keys need the Pro or Agency plan. Upgrade to create one.",
        ));
    }
    let wanted = wanted()?;
    let key = CreateKey {
        account_id: account.id.clone(),
        name: name(&wanted.name)?,
        scopes: scopes(&wanted.scopes.unwrap_or_default())?,
        source: KeySource::Account,
        limit: Some(limit),
    };
    let created = call.app().handles.identity.create_key(key).await?;
    Ok(KeyCreation { key: (&created.key).into(), token: created.token })
}

/// Ends a key for good.
pub(crate) async fn revoke(call: Call) -> Result<Response, Problem> {
    end(&call).await?;
    Ok(reply::json(OK, &Done { ok: true }))
}

/// Ends the key that the path names.
pub(crate) async fn end(call: &Call) -> Result<(), Problem> {
    let account = call.account()?.id.clone();
    let id = call.param("id");
    if !is_id(Prefix::Key, id)
        || !call.app().handles.identity.revoke_key(account, id.to_owned()).await?
    {
        return Err(Problem::not_found(
            "No active API key with this ID. List your keys with GET /keys.",
        ));
    }
    Ok(())
}

fn name(text: &str) -> Result<String, Problem> {
    let name = text.trim();
    let fits =
        (1..=MAX_NAME).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    if fits {
        return Ok(name.to_owned());
    }
    let message = "`name` must have 1 to 64 characters, and no control characters.";
    Err(Problem::invalid_request(message).about("name"))
}

fn scopes(names: &[String]) -> Result<Scopes, Problem> {
    let scope = |name: &String| {
        Scope::offered(name).ok_or_else(|| {
            Problem::new(
                Code::InvalidScope,
                "New keys can have the scopes `read`, `scan` and `monitors`. Remove the others.",
            )
        })
    };
    Ok(Scopes::of(&names.iter().map(scope).collect::<Result<Vec<_>, _>>()?))
}
