//! What the API description says of the monitor routes.

use super::views::{ConsentRequest, MonitorList, MonitorRequest, One};
use crate::api::keys::Done;
use crate::api::scans::{OF_LIST, UNCHANGED_LIST};
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::problem::{CREATED, Code, OK};

const ID: Parameter = Parameter {
    name: "id",
    place: Place::Path,
    required: true,
    description: "ID of the monitor. A malformed ID returns `not_found`.",
    form: Form::Like("^mon_[0-9A-Za-z]{22}$"),
    example: "mon_8rT5yU2iO9pA3sD6fG1hJk",
};

const TAG: &str = "Monitors";

/// `GET /monitors`.
pub(crate) const LIST: Doc = Doc {
    operation_id: "listMonitors",
    tag: TAG,
    summary: "List monitors",
    description: "Returns the account's active monitors and the plan's allowance.",
    parameters: &[IF_NONE_MATCH_PARAMETER],
    answers: &[Answer::json::<MonitorList>(OK, "Active monitors.").with(OF_LIST), UNCHANGED_LIST],
    ..Doc::BARE
};

/// `POST /monitors`.
pub(crate) const CREATE: Doc = Doc {
    operation_id: "createMonitor",
    tag: TAG,
    summary: "Monitor a URL",
    description: "Scans a URL every week, starting now. If the URL is already monitored, returns the \
        existing monitor. Runs do not count against the scan quota. Needs the Pro or Agency plan.",
    parameters: &[],
    request: Some(schema_of::<MonitorRequest>),
    answers: &[Answer::json::<One>(CREATED, "Monitor: new, reactivated or existing.")],
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
    summary: "Delete a monitor",
    description: "Stops monitoring a URL and withdraws the consent to tracking. Its scans stay in \
        the history.",
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
    description: "Records that the named answer engines may be asked about the monitored URL every \
        week, with the time and IP address of the consent. Replaces an earlier consent. Engines \
        that are not configured on this service are accepted and shown as `unavailable`. Sessions \
        only.",
    parameters: &[ID],
    request: Some(schema_of::<ConsentRequest>),
    answers: &[Answer::json::<One>(OK, "Monitor with its consent.")],
    errors: &[Code::InvalidJson, Code::UnsupportedMediaType, Code::InvalidEngine, Code::NotFound],
};

/// `DELETE /monitors/{id}/tracking-consent`.
pub(crate) const WITHDRAW: Doc = Doc {
    operation_id: "withdrawTrackingConsent",
    tag: TAG,
    summary: "Withdraw consent to tracking",
    description: "Withdraws the consent. Waiting questions are dropped, and the next weekly run \
        skips the URL. Sessions only.",
    parameters: &[ID],
    request: None,
    answers: &[DONE],
    errors: &[Code::NotFound],
};

const DONE: Answer = Answer::json::<Done>(OK, "Done.");
