//! What the API description says of the unsubscribe link.

use super::UnsubscribeForm;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::problem::{Code, OK};

const HTML: &str = "text/html";

const TOKEN: Parameter = Parameter {
    name: "token",
    place: Place::Query,
    required: false,
    description: "The token of the link. Live, spent, unknown, malformed and missing ones are \
        answered alike.",
    form: Form::Text,
    example: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
};

/// `GET /unsubscribe`.
pub(crate) const ASK: Doc = Doc {
    operation_id: "askToUnsubscribe",
    tag: "Account",
    summary: "Ask to confirm the end of notifications",
    description: "A page with a button that posts to the same address. It is the same for every \
        token, reads nothing and changes nothing, so that mail programs may look at the link. \
        Also at the root of the site, where the link in the mails leads.",
    parameters: &[TOKEN],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "The page.",
        media: HTML,
        bodies: &[schema_of::<String>],
        headers: &[],
    }],
    errors: &[],
};

/// `POST /unsubscribe`.
pub(crate) const CONFIRM: Doc = Doc {
    operation_id: "unsubscribe",
    tag: "Account",
    summary: "End all notifications",
    description: "Uses the token, once: the master switch `all` of its account is turned off, and \
        every other flag stays as it is. The same page comes for every token, with no redirect. \
        Mail programs may send this by themselves (RFC 8058); no credential is read.",
    parameters: &[TOKEN],
    request: Some(schema_of::<UnsubscribeForm>),
    answers: &[Answer {
        status: OK,
        description: "The page that says what a live link has done.",
        media: HTML,
        bodies: &[schema_of::<String>],
        headers: &[],
    }],
    errors: &[Code::UnsupportedMediaType],
};
