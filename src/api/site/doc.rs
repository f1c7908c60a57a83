//! What the API description says of the root of the site.

use super::ResourceMetadata;
use crate::api::reference::{UNCHANGED, answer, document};
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::problem::{Code, FOUND};
use crate::http::reply::{JSON, MARKDOWN};

const TAG: &str = "Site";

/// `GET /auth.md`.
pub(crate) const AUTH: Doc = document(
    "readAuthentication",
    TAG,
    "How to authenticate",
    "A walk through sign-in, API keys, scopes and refusals, in Markdown.",
    &[answer("The walk.", MARKDOWN, &[schema_of::<String>]), UNCHANGED],
);

/// `GET /api-versioning.md`.
pub(crate) const VERSIONING: Doc = document(
    "readVersioning",
    TAG,
    "How versions come and go",
    "What may change within a version, and how the end of one is announced, in Markdown.",
    &[answer("The policy.", MARKDOWN, &[schema_of::<String>]), UNCHANGED],
);

const METADATA: &[Answer] =
    &[answer("The metadata.", JSON, &[schema_of::<ResourceMetadata>]), UNCHANGED];

const fn resource(operation_id: &'static str, summary: &'static str) -> Doc {
    document(
        operation_id,
        TAG,
        summary,
        "Metadata of a protected resource (RFC 9728), as challenges name them. No authorization \
            server is in it: there is none, keys are made by people in the account's pages.",
        METADATA,
    )
}

/// `GET /.well-known/oauth-protected-resource`.
pub(crate) const RESOURCE: Doc = resource("readResource", "Metadata of the REST API");
/// `GET /.well-known/oauth-protected-resource/mcp`.
pub(crate) const MCP_RESOURCE: Doc = resource("readMcpResource", "Metadata of the MCP endpoint");
/// `GET /.well-known/oauth-protected-resource/chatgpt/mcp`.
pub(crate) const CHATGPT_RESOURCE: Doc =
    resource("readChatgptResource", "Metadata of the MCP endpoint for ChatGPT");

const fn redirect(operation_id: &'static str) -> Doc {
    Doc {
        operation_id,
        tag: TAG,
        summary: "Go where accounts are made",
        description: "Leads to `/login`: an account is made by signing in.",
        parameters: &[],
        request: None,
        answers: &[Answer {
            status: FOUND,
            description: "The way to the sign-in page.",
            media: JSON,
            bodies: &[],
            headers: &[("Location", "`/login`."), ("Cache-Control", "Five minutes.")],
        }],
        errors: &[],
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
        tag: TAG,
        summary,
        description: "Always `not_found`, with an `error_description` that says who makes keys: there is \
            no authorization server, and no client registers itself.",
        parameters: &[],
        request: None,
        answers: &[],
        errors: &[Code::NotFound],
    }
}

/// `POST /register`.
pub(crate) const NO_REGISTRATION: Doc = absent("refuseRegistration", "No client registers itself");
/// `GET /.well-known/oauth-authorization-server`.
pub(crate) const NO_ISSUER: Doc = absent("refuseIssuer", "There is no authorization server");
/// `GET /.well-known/openid-configuration`.
pub(crate) const NO_OPENID: Doc = absent("refuseOpenId", "There is no OpenID provider");
