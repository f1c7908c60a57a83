//! What programs look for at the root of the site: how to sign in, and that there is nothing to
//! register at.

mod doc;

use hyper::header::{CACHE_CONTROL, HeaderValue, LOCATION};
use schemars::JsonSchema;
use serde::Serialize;

use super::reference::public;
use crate::docs::site::{AUTH_TEXT, VERSIONING_TEXT, filled};
use crate::http::call::Call;
use crate::http::document::Document;
use crate::http::join;
use crate::http::problem::{FOUND, Problem};
use crate::http::reply::{self, JSON, MARKDOWN, Response, With};

pub(crate) use doc::{
    AUTH, CHATGPT_RESOURCE, JOIN, MCP_RESOURCE, NO_ISSUER, NO_OPENID, NO_REGISTRATION, REGISTER,
    RESOURCE, SIGN_UP, SIGNUP, VERSIONING,
};

const NAME: &str = "Citable";
/// Scopes that a new key may carry.
const SCOPES: [&str; 3] = ["read", "scan", "monitors"];
const LOGIN: HeaderValue = HeaderValue::from_static("/login");
/// Why client registration is refused.
const NO_REGISTRATION_HERE: &str = "This service has no authorization server and no client \
    registration. Sign in at /login and create an API key; /auth.md says how.";

/// Protected-resource metadata (RFC 9728). Names no authorization server: there is none.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ProtectedResourceMetadata")]
pub(crate) struct ResourceMetadata {
    /// URL of the protected resource.
    pub resource: String,
    /// Display name of the resource.
    pub resource_name: String,
    /// Scopes an API key can have.
    #[schemars(extend("items" = { "type": "string", "enum": SCOPES }))]
    pub scopes_supported: Vec<String>,
    /// Ways to send an API key. Always `header`.
    #[schemars(extend("items" = { "type": "string", "enum": ["header"] }))]
    pub bearer_methods_supported: Vec<String>,
}

/// Answers with how to sign in.
pub(crate) async fn auth(call: Call) -> Result<Response, Problem> {
    Ok(page(&call, AUTH_TEXT))
}

/// Answers with how versions end.
pub(crate) async fn versioning(call: Call) -> Result<Response, Problem> {
    Ok(page(&call, VERSIONING_TEXT))
}

/// Answers with the metadata of the REST API.
pub(crate) async fn resource(call: Call) -> Result<Response, Problem> {
    let address = call.app().link("");
    Ok(metadata(&call, address))
}

/// Answers with those of the agent endpoint.
pub(crate) async fn mcp_resource(call: Call) -> Result<Response, Problem> {
    let address = join(&call.app().mcp_url, "/mcp");
    Ok(metadata(&call, address))
}

/// Answers with those of its second address.
pub(crate) async fn chatgpt_resource(call: Call) -> Result<Response, Problem> {
    let address = join(&call.app().mcp_url, "/chatgpt/mcp");
    Ok(metadata(&call, address))
}

/// Redirects to where an account is created.
pub(crate) async fn to_login(_call: Call) -> Result<Response, Problem> {
    let found = reply::empty(FOUND).with(LOCATION, LOGIN);
    Ok(found.with_static(CACHE_CONTROL, "public, max-age=300"))
}

/// Tells a client that would register itself who makes keys instead.
pub(crate) async fn refuse_registration(_call: Call) -> Result<Response, Problem> {
    let refused = Problem::not_found(NO_REGISTRATION_HERE);
    Err(refused.with(|extras| extras.error_description = Some(NO_REGISTRATION_HERE.to_owned())))
}

fn metadata(call: &Call, resource: String) -> Response {
    let metadata = ResourceMetadata {
        resource,
        resource_name: NAME.to_owned(),
        scopes_supported: SCOPES.map(str::to_owned).to_vec(),
        bearer_methods_supported: vec!["header".to_owned()],
    };
    public(call, &Document::new(JSON, reply::to_json(&metadata)))
}

fn page(call: &Call, text: &str) -> Response {
    let text = filled(text, &call.app().base_url, &call.app().mcp_url);
    public(call, &Document::new(MARKDOWN, text))
}
