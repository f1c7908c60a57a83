//! What the API description says of the key routes.

use super::{Done, KeyCreation, KeyList, KeyRequest};
use crate::api::scans::{OF_LIST, UNCHANGED_LIST};
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::problem::{CREATED, Code, OK};

const ID: Parameter = Parameter {
    name: "id",
    place: Place::Path,
    required: true,
    description: "ID of the key. A malformed ID returns `not_found`.",
    form: Form::Like("^key_[0-9A-Za-z]{22}$"),
    example: "key_2cV7bN4mX9zL6kJ1hG8fDs",
};

/// `GET /keys`.
pub(crate) const LIST: Doc = Doc {
    operation_id: "listKeys",
    tag: "API keys",
    summary: "List API keys",
    description: "Returns the account's active keys, without their tokens.",
    parameters: &[IF_NONE_MATCH_PARAMETER],
    answers: &[Answer::json::<KeyList>(OK, "Active keys.").with(OF_LIST), UNCHANGED_LIST],
    ..Doc::BARE
};

/// `POST /keys`.
pub(crate) const CREATE: Doc = Doc {
    operation_id: "createKey",
    tag: "API keys",
    summary: "Create an API key",
    description: "Creates a key and returns its token, once. Scopes cannot be changed later. Needs \
        the Pro or Agency plan.",
    parameters: &[],
    request: Some(schema_of::<KeyRequest>),
    answers: &[Answer::json::<KeyCreation>(CREATED, "New key and its token.")],
    errors: &[
        Code::InvalidJson,
        Code::UnsupportedMediaType,
        Code::InvalidScope,
        Code::PlanRequired,
        Code::KeyLimitReached,
    ],
};

/// `DELETE /keys/{id}`.
pub(crate) const REVOKE: Doc = Doc {
    operation_id: "revokeKey",
    tag: "API keys",
    summary: "Revoke an API key",
    description: "Revokes a key immediately and permanently.",
    parameters: &[ID],
    request: None,
    answers: &[Answer::json::<Done>(OK, "Revoked.")],
    errors: &[Code::NotFound],
};
