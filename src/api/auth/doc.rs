//! What the API description says of the sign-in routes.

use super::{CallbackRequest, LinkRequest, LinkSent, Me};
use crate::api::keys::Done;
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::problem::{Code, OK, SEE_OTHER};

const SET_COOKIE: (&str, &str) = ("Set-Cookie", "The session cookie `sid`, set or cleared.");

const LOCATION: (&str, &str) = ("Location", "Page that shows the outcome.");

/// `POST /auth/request-link`.
pub(crate) const REQUEST_LINK: Doc = Doc {
    operation_id: "requestLink",
    tag: "Sign-in",
    summary: "Request a sign-in link",
    description: "Emails a one-time sign-in link that is valid for 15 minutes. The account is \
        created on first use. The response does not reveal whether the address has an account. \
        Each address can request 4 links per UTC hour.",
    parameters: &[],
    request: Some(schema_of::<LinkRequest>),
    answers: &[
        Answer::json::<LinkSent>(OK, "The link has been sent."),
        Answer::empty(SEE_OTHER, "Response to an HTML form, whatever the outcome.")
            .with(&[LOCATION]),
    ],
    errors: &[
        Code::InvalidJson,
        Code::InvalidEmail,
        Code::UnsupportedMediaType,
        Code::RateLimited,
        Code::MailNotConfigured,
    ],
};

/// `POST /auth/callback`.
pub(crate) const CALLBACK: Doc = Doc {
    operation_id: "signIn",
    tag: "Sign-in",
    summary: "Sign in",
    description: "Exchanges the token from a sign-in link for a session. A token works once.",
    parameters: &[],
    request: Some(schema_of::<CallbackRequest>),
    answers: &[
        Answer::json::<Done>(OK, "Signed in.").with(&[SET_COOKIE]),
        Answer::empty(SEE_OTHER, "Response to an HTML form, whatever the outcome.")
            .with(&[LOCATION, SET_COOKIE]),
    ],
    errors: &[
        Code::InvalidJson,
        Code::UnsupportedMediaType,
        Code::TokenInvalid,
        Code::TokenExpired,
        Code::TokenUsed,
        Code::CrossSiteRequest,
    ],
};

/// `POST /auth/logout`.
pub(crate) const LOG_OUT: Doc = Doc {
    operation_id: "signOut",
    tag: "Sign-in",
    summary: "Sign out",
    description: "Ends the session and clears the cookie. API keys keep working.",
    answers: &[Answer::json::<Done>(OK, "Signed out.").with(&[SET_COOKIE])],
    ..Doc::BARE
};

/// `GET /auth/me`.
pub(crate) const ME: Doc = Doc {
    operation_id: "readMe",
    tag: "Sign-in",
    summary: "Read the caller's identity",
    description: "Returns the caller's account, plan and limits. For anonymous callers, \
        `authenticated` is false and nothing else is set.",
    answers: &[Answer::json::<Me>(OK, "Identity of the caller.")],
    ..Doc::BARE
};
