//! What the API description says of the webhook routes.

use super::{EndpointEnvelope, TestView, WebhookRequest};
use crate::api::keys::Done;
use crate::http::doc::{Answer, Doc, SchemaOf, schema_of};
use crate::http::problem::{CREATED, Code, OK, Status};
use crate::http::reply::JSON;

const TAG: &str = "Webhooks";

/// What every route of an endpoint may answer.
const ERRORS: &[Code] = &[Code::PlanRequired, Code::NotFound];

const fn answer(status: Status, description: &'static str, bodies: &'static [SchemaOf]) -> Answer {
    Answer { status, description, media: JSON, bodies, headers: &[] }
}

/// `GET /webhooks`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readWebhook",
    tag: TAG,
    summary: "Read the webhook endpoint",
    description: "Returns the account's webhook endpoint, or null if none is configured. Needs the Agency plan.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "Endpoint or null.", &[schema_of::<EndpointEnvelope>])],
    errors: &[Code::PlanRequired],
};

/// `POST /webhooks`.
pub(crate) const SAVE: Doc = Doc {
    operation_id: "saveWebhook",
    tag: TAG,
    summary: "Set the webhook endpoint",
    description: "Creates the endpoint that weekly monitor results are delivered to, or changes its \
        URL. Deliveries are signed per Standard Webhooks 1.0.0. The secret is returned once, on \
        creation; changing the URL keeps the secret and does not end a pause. Needs the Agency \
        plan.",
    parameters: &[],
    request: Some(schema_of::<WebhookRequest>),
    answers: &[
        answer(OK, "URL changed.", &[schema_of::<EndpointEnvelope>]),
        answer(CREATED, "Endpoint created.", &[schema_of::<EndpointEnvelope>]),
    ],
    errors: &[Code::InvalidJson, Code::UnsupportedMediaType, Code::InvalidUrl, Code::PlanRequired],
};

/// `DELETE /webhooks`.
pub(crate) const DELETE: Doc = Doc {
    operation_id: "deleteWebhook",
    tag: TAG,
    summary: "Delete the webhook endpoint",
    description: "Deletes the endpoint, its secret and all pending deliveries.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "Deleted.", &[schema_of::<Done>])],
    errors: ERRORS,
};

/// `POST /webhooks/rotate-secret`.
pub(crate) const ROTATE_SECRET: Doc = Doc {
    operation_id: "rotateWebhookSecret",
    tag: TAG,
    summary: "Rotate the signing secret",
    description: "Creates a new signing secret and returns it, once. For 24 hours, deliveries are \
        signed with both secrets.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "Endpoint and its new secret.", &[schema_of::<EndpointEnvelope>])],
    errors: ERRORS,
};

/// `POST /webhooks/enable`.
pub(crate) const ENABLE: Doc = Doc {
    operation_id: "enableWebhook",
    tag: TAG,
    summary: "Enable deliveries",
    description: "Resumes deliveries. Waiting deliveries up to 7 days old are sent in order.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "Endpoint, enabled.", &[schema_of::<EndpointEnvelope>])],
    errors: ERRORS,
};

/// `POST /webhooks/disable`.
pub(crate) const DISABLE: Doc = Doc {
    operation_id: "disableWebhook",
    tag: TAG,
    summary: "Pause deliveries",
    description: "Pauses deliveries. Results wait for up to 7 days.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "Endpoint, paused.", &[schema_of::<EndpointEnvelope>])],
    errors: ERRORS,
};

/// `POST /webhooks/test`.
pub(crate) const TEST: Doc = Doc {
    operation_id: "testWebhook",
    tag: TAG,
    summary: "Send a test delivery",
    description: "Sends one signed sample, shaped like a weekly result and marked `\"test\":true`, \
        and returns the endpoint's response. Works while deliveries are paused. Limited to 5 per \
        hour.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "Result of the delivery.", &[schema_of::<TestView>])],
    errors: &[Code::PlanRequired, Code::NotFound, Code::RateLimited],
};
