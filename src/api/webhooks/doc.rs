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
    description: "The account's endpoint, or null. Needs the Agency plan.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "The endpoint, or null.", &[schema_of::<EndpointEnvelope>])],
    errors: &[Code::PlanRequired],
};

/// `POST /webhooks`.
pub(crate) const SAVE: Doc = Doc {
    operation_id: "saveWebhook",
    tag: TAG,
    summary: "Set the webhook endpoint",
    description: "Stores where results of monitors are delivered, each as a POST signed after \
        Standard Webhooks 1.0.0. The secret is shown when the endpoint is made, this once; a new \
        address keeps it, and does not end a pause.",
    parameters: &[],
    request: Some(schema_of::<WebhookRequest>),
    answers: &[
        answer(OK, "The address was stored.", &[schema_of::<EndpointEnvelope>]),
        answer(CREATED, "The endpoint was made.", &[schema_of::<EndpointEnvelope>]),
    ],
    errors: &[Code::InvalidJson, Code::UnsupportedMediaType, Code::InvalidUrl, Code::PlanRequired],
};

/// `DELETE /webhooks`.
pub(crate) const DELETE: Doc = Doc {
    operation_id: "deleteWebhook",
    tag: TAG,
    summary: "Delete the webhook endpoint",
    description: "Deletes the endpoint, its secret, and whatever waits to be delivered.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "The endpoint is gone.", &[schema_of::<Done>])],
    errors: ERRORS,
};

/// `POST /webhooks/rotate-secret`.
pub(crate) const ROTATE_SECRET: Doc = Doc {
    operation_id: "rotateWebhookSecret",
    tag: TAG,
    summary: "Replace the signing secret",
    description: "Makes a new secret and shows it, this once. For 24 hours deliveries carry a \
        signature of each of the two.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "The endpoint and its secret.", &[schema_of::<EndpointEnvelope>])],
    errors: ERRORS,
};

/// `POST /webhooks/enable`.
pub(crate) const ENABLE: Doc = Doc {
    operation_id: "enableWebhook",
    tag: TAG,
    summary: "Enable deliveries",
    description: "Ends a pause: what waits is delivered, in order. Whatever waited longer than 7 \
        days is not.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "The endpoint, enabled.", &[schema_of::<EndpointEnvelope>])],
    errors: ERRORS,
};

/// `POST /webhooks/disable`.
pub(crate) const DISABLE: Doc = Doc {
    operation_id: "disableWebhook",
    tag: TAG,
    summary: "Pause deliveries",
    description: "Pauses the endpoint: results wait for it.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "The endpoint, paused.", &[schema_of::<EndpointEnvelope>])],
    errors: ERRORS,
};

/// `POST /webhooks/test`.
pub(crate) const TEST: Doc = Doc {
    operation_id: "testWebhook",
    tag: TAG,
    summary: "Send a test delivery",
    description: "Delivers one signed sample, shaped like the result of a monitor and marked \
        `\"test\":true`, and tells what the endpoint answered. Works while deliveries are paused; \
        five in an hour.",
    parameters: &[],
    request: None,
    answers: &[answer(OK, "What the endpoint answered.", &[schema_of::<TestView>])],
    errors: &[Code::PlanRequired, Code::NotFound, Code::RateLimited],
};
