//! What the API description says of the monitor routes.

use super::views::{ConsentRequest, MonitorList, MonitorRequest, One};
use crate::api::keys::Done;
use crate::api::scans::{OF_LIST, UNCHANGED_LIST};
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::problem::{CREATED, Code, OK};
use crate::http::reply::JSON;

const ID: Parameter = Parameter {
    name: "id",
    place: Place::Path,
    required: true,
    description: "The monitor's id. A malformed one is as unknown as any other.",
    form: Form::Like("^mon_[0-9A-Za-z]{22}$"),
    example: "mon_0000000000000000000000",
};

const TAG: &str = "Monitors";

/// `GET /monitors`.
pub(crate) const LIST: Doc = Doc {
    operation_id: "listMonitors",
    tag: TAG,
    summary: "List monitors",
    description: "The active monitors of the account, and how many its plan allows.",
    parameters: &[IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer {
            status: OK,
            description: "The monitors.",
            media: JSON,
            bodies: &[schema_of::<MonitorList>],
            headers: OF_LIST,
        },
        UNCHANGED_LIST,
    ],
    errors: &[],
};

/// `POST /monitors`.
pub(crate) const CREATE: Doc = Doc {
    operation_id: "createMonitor",
    tag: TAG,
    summary: "Monitor an address",
    description: "Has an address scanned every week, for the first time at once; an address that \
        is monitored already stays as it is. Runs do not count against the account's quota. Needs \
        a paid plan.",
    parameters: &[],
    request: Some(schema_of::<MonitorRequest>),
    answers: &[Answer {
        status: CREATED,
        description: "The monitor, new, active again, or as it was.",
        media: JSON,
        bodies: &[schema_of::<One>],
        headers: &[],
    }],
    errors: &[
        Code::InvalidJson,
        Code::UnsupportedMediaType,
        Code::InvalidUrl,
        Code::InvalidEngine,
        Code::PlanRequired,
        Code::KeyNotAllowed,
    ],
};

/// `DELETE /monitors/{id}`.
pub(crate) const DELETE: Doc = Doc {
    operation_id: "deleteMonitor",
    tag: TAG,
    summary: "End a monitor",
    description: "Ends a monitor, and with it the consent to tracking. Its scans stay in the \
        history.",
    parameters: &[ID],
    request: None,
    answers: &[DONE],
    errors: &[Code::NotFound],
};

/// `POST /monitors/{id}/tracking-consent`.
pub(crate) const CONSENT: Doc = Doc {
    operation_id: "recordTrackingConsent",
    tag: TAG,
    summary: "Consent to tracking",
    description: "Records that answer engines may be asked about the address of a monitor every \
        week: which ones, since when, and from which client address that was said. Engines that are \
        not named any more are not asked what still waits. Only for the signed-in owner.",
    parameters: &[ID],
    request: Some(schema_of::<ConsentRequest>),
    answers: &[Answer {
        status: OK,
        description: "The monitor with its consent.",
        media: JSON,
        bodies: &[schema_of::<One>],
        headers: &[],
    }],
    errors: &[Code::InvalidJson, Code::UnsupportedMediaType, Code::InvalidEngine, Code::NotFound],
};

/// `DELETE /monitors/{id}/tracking-consent`.
pub(crate) const WITHDRAW: Doc = Doc {
    operation_id: "withdrawTrackingConsent",
    tag: TAG,
    summary: "Withdraw the consent to tracking",
    description: "Ends the consent: what still waits is not asked, and the next weekly look-up \
        passes the address over. Only for the signed-in owner.",
    parameters: &[ID],
    request: None,
    answers: &[DONE],
    errors: &[Code::NotFound],
};

const DONE: Answer = Answer {
    status: OK,
    description: "It is done.",
    media: JSON,
    bodies: &[schema_of::<Done>],
    headers: &[],
};
