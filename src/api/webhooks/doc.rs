//! What the API description says of the webhook routes.

use super::{EndpointEnvelope, TestView, WebhookRequest};
use crate::api::keys::Done;
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::problem::{CREATED, Code, OK};

const TAG: &str = "Webhooks";

/// What every route of an endpoint may answer.
const ERRORS: &[Code] = &[Code::PlanRequired, Code::NotFound];

/// `GET /webhooks`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readWebhook",
    tag: TAG,
    summary: "Read the webhook endpoint",
    description: "Returns the account's webhook endpoint, or null if none is configured. Needs the Agency plan.",
    answers: &[Answer::json::<EndpointEnvelope>(OK, "Endpoint or null.")],
    errors: &[Code::PlanRequired],
    ..Doc::BARE
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
        Answer::json::<EndpointEnvelope>(OK, "URL changed."),
        Answer::json::<EndpointEnvelope>(CREATED, "Endpoint created."),
    ],
    errors: &[Code::InvalidJson, Code::UnsupportedMediaType, Code::InvalidUrl, Code::PlanRequired],
};

/// `DELETE /webhooks`.
pub(crate) const DELETE: Doc = Doc {
    operation_id: "deleteWebhook",
    tag: TAG,
    summary: "Delete the webhook endpoint",
    description: "Deletes the endpoint, its secret and all pending deliveries.",
    answers: &[Answer::json::<Done>(OK, "Deleted.")],
    errors: ERRORS,
    ..Doc::BARE
};

/// `POST /webhooks/rotate-secret`.
pub(crate) const ROTATE_SECRET: Doc = Doc {
    operation_id: "rotateWebhookSecret",
    tag: TAG,
    summary: "Rotate the signing secret",
    description: "Creates a new signing secret and returns it, once. For 24 hours, deliveries are \
        signed with both secrets.",
    answers: &[Answer::json::<EndpointEnvelope>(OK, "Endpoint and its new secret.")],
    errors: ERRORS,
    ..Doc::BARE
};

/// `POST /webhooks/enable`.
pub(crate) const ENABLE: Doc = Doc {
    operation_id: "enableWebhook",
    tag: TAG,
    summary: "Enable deliveries",
    description: "Resumes deliveries. Waiting deliveries up to 7 days old are sent in order.",
    answers: &[Answer::json::<EndpointEnvelope>(OK, "Endpoint, enabled.")],
    errors: ERRORS,
    ..Doc::BARE
};

/// `POST /webhooks/disable`.
pub(crate) const DISABLE: Doc = Doc {
    operation_id: "disableWebhook",
    tag: TAG,
    summary: "Pause deliveries",
    description: "Pauses deliveries. Results wait for up to 7 days.",
    answers: &[Answer::json::<EndpointEnvelope>(OK, "Endpoint, paused.")],
    errors: ERRORS,
    ..Doc::BARE
};

/// `POST /webhooks/test`.
pub(crate) const TEST: Doc = Doc {
    operation_id: "testWebhook",
    tag: TAG,
    summary: "Send a test delivery",
    description: "Sends one signed sample, shaped like a weekly result and marked `\"test\":true`, \
        and returns the endpoint's response. Works while deliveries are paused. Limited to 5 per \
        hour.",
    answers: &[Answer::json::<TestView>(OK, "Result of the delivery.")],
    errors: &[Code::PlanRequired, Code::NotFound, Code::RateLimited],
    ..Doc::BARE
};
