//! What the API description says of the key routes.

use super::{Done, KeyCreation, KeyList, KeyRequest};
use crate::api::scans::{OF_LIST, UNCHANGED_LIST};
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::problem::{CREATED, Code, OK};
use crate::http::reply::JSON;

const ID: Parameter = Parameter {
    name: "id",
    place: Place::Path,
    required: true,
    description: "The key's id. A malformed one is as unknown as any other.",
    form: Form::Like("^key_[0-9A-Za-z]{22}$"),
    example: "key_0000000000000000000000",
};

/// `GET /keys`.
pub(crate) const LIST: Doc = Doc {
    operation_id: "listKeys",
    tag: "API keys",
    summary: "List API keys",
    description: "The live keys of the account, without their tokens.",
    parameters: &[IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer {
            status: OK,
            description: "The keys.",
            media: JSON,
            bodies: &[schema_of::<KeyList>],
            headers: OF_LIST,
        },
        UNCHANGED_LIST,
    ],
    errors: &[],
};

/// `POST /keys`.
pub(crate) const CREATE: Doc = Doc {
    operation_id: "createKey",
    tag: "API keys",
    summary: "Make an API key",
    description: "Makes a key and shows its token, this once. Needs a paid plan. A key's scopes \
        are fixed for its life.",
    parameters: &[],
    request: Some(schema_of::<KeyRequest>),
    answers: &[Answer {
        status: CREATED,
        description: "The key and its token.",
        media: JSON,
        bodies: &[schema_of::<KeyCreation>],
        headers: &[],
    }],
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
    description: "Ends a key at once and for good.",
    parameters: &[ID],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "The key is no key any more.",
        media: JSON,
        bodies: &[schema_of::<Done>],
        headers: &[],
    }],
    errors: &[Code::NotFound],
};
