//! What the API description says of the root of the site.

use super::ResourceMetadata;
use crate::api::reference::{PUBLIC_HEADERS, UNCHANGED, answer, document};
use crate::http::doc::{Answer, Doc};
use crate::http::problem::{Code, FOUND, OK};
use crate::http::reply::MARKDOWN;

const TAG: &str = "Site";
/// Routes that programs look for by habit. They are no part of the API.
const INTERNAL: &str = "Internal";

/// `GET /auth.md`.
pub(crate) const AUTH: Doc = document(
    "readAuthentication",
    TAG,
    "Read how to authenticate",
    "Returns the guide to sign-in, API keys, scopes and authentication errors, in Markdown.",
    &[answer("Guide.", MARKDOWN), UNCHANGED],
);

/// `GET /api-versioning.md`.
pub(crate) const VERSIONING: Doc = document(
    "readVersioning",
    TAG,
    "Read the versioning policy",
    "Returns the versioning policy in Markdown: what may change within a version, and how its end \
        is announced.",
    &[answer("Policy.", MARKDOWN), UNCHANGED],
);

const METADATA: &[Answer] =
    &[Answer::json::<ResourceMetadata>(OK, "Metadata.").with(PUBLIC_HEADERS), UNCHANGED];

const fn resource(operation_id: &'static str, summary: &'static str) -> Doc {
    document(
        operation_id,
        TAG,
        summary,
        "Returns the protected-resource metadata (RFC 9728) that `WWW-Authenticate` names. It lists \
            no authorization server: there is none, and people create API keys themselves.",
        METADATA,
    )
}

/// `GET /.well-known/oauth-protected-resource`.
pub(crate) const RESOURCE: Doc = resource("readResource", "Read the REST API's resource metadata");
/// `GET /.well-known/oauth-protected-resource/mcp`.
pub(crate) const MCP_RESOURCE: Doc =
    resource("readMcpResource", "Read the MCP endpoint's resource metadata");
/// `GET /.well-known/oauth-protected-resource/chatgpt/mcp`.
pub(crate) const CHATGPT_RESOURCE: Doc =
    resource("readChatgptResource", "Read the ChatGPT endpoint's resource metadata");

const TO_LOGIN: &[Answer] = &[Answer::empty(FOUND, "Redirect to the sign-in page.")
    .with(&[("Location", "`/login`."), ("Cache-Control", "`public, max-age=300`.")])];

const fn redirect(operation_id: &'static str) -> Doc {
    Doc {
        operation_id,
        tag: INTERNAL,
        summary: "Redirect to sign-in",
        description: "Redirects to `/login`: signing in creates the account.",
        answers: TO_LOGIN,
        ..Doc::BARE
    }
}

/// `GET /signup`.
pub(crate) const SIGNUP: Doc = redirect("goFromSignup");
/// `GET /sign-up`.
pub(crate) const SIGN_UP: Doc = redirect("goFromSignUp");
/// `GET /join`.
pub(crate) const JOIN: Doc = redirect("goFromJoin");
/// `GET /register`.
pub(crate) const REGISTER: Doc = redirect("goFromRegister");

const fn absent(operation_id: &'static str, summary: &'static str) -> Doc {
    Doc {
        operation_id,
        tag: INTERNAL,
        summary,
        description: "Always returns `not_found`; `error_description` says how to get an API key. \
            There is no authorization server and no client registration.",
        answers: &[],
        errors: &[Code::NotFound],
        ..Doc::BARE
    }
}

/// `POST /register`.
pub(crate) const NO_REGISTRATION: Doc = absent("refuseRegistration", "Refuse client registration");
/// `GET /.well-known/oauth-authorization-server`.
pub(crate) const NO_ISSUER: Doc = absent("refuseIssuer", "Refuse authorization-server discovery");
/// `GET /.well-known/openid-configuration`.
pub(crate) const NO_OPENID: Doc = absent("refuseOpenId", "Refuse OpenID discovery");
