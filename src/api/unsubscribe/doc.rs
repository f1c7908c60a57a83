//! What the API description says of the unsubscribe link.

use super::UnsubscribeForm;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::problem::{Code, OK};

const HTML: &str = "text/html";

const TOKEN: Parameter = Parameter {
    name: "token",
    place: Place::Query,
    required: false,
    description: "Token of the link. Valid, used, unknown, malformed and missing tokens get the same \
        response.",
    form: Form::Text,
    example: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
};

/// `GET /unsubscribe`.
pub(crate) const ASK: Doc = Doc {
    operation_id: "askToUnsubscribe",
    tag: "Account",
    summary: "Show the unsubscribe page",
    description: "Returns a page with a button that posts to the same path. The page is the same for \
        every token and changes nothing, so link prefetch cannot unsubscribe anyone. Also served at \
        the root of the site, where emails link to.",
    parameters: &[TOKEN],
    answers: &[Answer::text(OK, "Unsubscribe page.", HTML)],
    ..Doc::BARE
};

/// `POST /unsubscribe`.
pub(crate) const CONFIRM: Doc = Doc {
    operation_id: "unsubscribe",
    tag: "Account",
    summary: "Unsubscribe from all notifications",
    description: "Uses the single-use token to turn off the master switch `all` of its account; the \
        other flags stay as they are. Returns the same page for every token, without a redirect. \
        Supports one-click unsubscribe (RFC 8058) and reads no credentials.",
    parameters: &[TOKEN],
    request: Some(schema_of::<UnsubscribeForm>),
    answers: &[Answer::text(OK, "Page that says what a valid link has done.", HTML)],
    errors: &[Code::UnsupportedMediaType],
};
