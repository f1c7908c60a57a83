//! What the API description says of the sign-in routes.

use super::{CallbackRequest, LinkRequest, LinkSent, Me};
use crate::api::keys::Done;
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::problem::{Code, OK, SEE_OTHER};
use crate::http::reply::JSON;

const SET_COOKIE: (&str, &str) = ("Set-Cookie", "The session cookie `sid`, or its end.");

const LOCATION: (&str, &str) = ("Location", "The page that says what became of it.");

/// `POST /auth/request-link`.
pub(crate) const REQUEST_LINK: Doc = Doc {
    operation_id: "requestLink",
    tag: "Sign-in",
    summary: "Ask for a sign-in link",
    description: "Mails a one-time link that is good for 15 minutes, and makes the account on \
        first use. The answer does not tell whether the address has an account.",
    parameters: &[],
    request: Some(schema_of::<LinkRequest>),
    answers: &[
        Answer {
            status: OK,
            description: "The link is on its way.",
            media: JSON,
            bodies: &[schema_of::<LinkSent>],
            headers: &[],
        },
        Answer {
            status: SEE_OTHER,
            description: "What a form is answered with, whatever became of it.",
            media: "",
            bodies: &[],
            headers: &[LOCATION],
        },
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
    summary: "Use a sign-in token",
    description: "Uses the token of a link, once, and begins a session.",
    parameters: &[],
    request: Some(schema_of::<CallbackRequest>),
    answers: &[
        Answer {
            status: OK,
            description: "The session has begun.",
            media: JSON,
            bodies: &[schema_of::<Done>],
            headers: &[SET_COOKIE],
        },
        Answer {
            status: SEE_OTHER,
            description: "What a form is answered with, whether the session has begun or not.",
            media: "",
            bodies: &[],
            headers: &[LOCATION, SET_COOKIE],
        },
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
    description: "Ends the session of the cookie, if it lives. API keys go on.",
    parameters: &[],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "There is no session any more.",
        media: JSON,
        bodies: &[schema_of::<Done>],
        headers: &[SET_COOKIE],
    }],
    errors: &[],
};

/// `GET /auth/me`.
pub(crate) const ME: Doc = Doc {
    operation_id: "readMe",
    tag: "Sign-in",
    summary: "Who the caller is",
    description: "The caller's account, plan and limits; `authenticated` is false for a caller \
        without an account.",
    parameters: &[],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "Who the caller is.",
        media: JSON,
        bodies: &[schema_of::<Me>],
        headers: &[],
    }],
    errors: &[],
};
