//! Following a scan while it runs.

use citable_actors::ids::{Prefix, is_id};
use citable_actors::{LifecycleEvent, ScansError};
use schemars::{Schema, SchemaGenerator, json_schema};

use super::scans::ID;
use crate::http::call::Call;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place};
use crate::http::errors::no_such_scan;
use crate::http::problem::{Code, NO_CONTENT, OK, Problem};
use crate::http::reply::{self, JSON, Response};
use crate::http::sse;

/// `GET /scan/{id}/events`.
pub(crate) const FOLLOW: Doc = Doc {
    operation_id: "followScan",
    tag: "Scans",
    summary: "Follow a scan's progress live",
    description: "Streams server-sent events named `scan`, each carrying one lifecycle event. The \
        newest event arrives immediately, then every further event until the scan is done or has \
        failed.",
    parameters: &[
        ID,
        Parameter {
            name: "Last-Event-ID",
            place: Place::Header,
            required: false,
            description: "ID of the last event received. The stream resumes after it; an invalid \
                value is ignored.",
            form: Form::Text,
            example: "7",
        },
    ],
    request: None,
    answers: &[
        Answer::of(
            OK,
            "Event stream. The schema describes one event.",
            sse::EVENT_STREAM,
            &[event],
        )
        .with(&[("Cache-Control", "`no-store`.")]),
        Answer::empty(NO_CONTENT, "The final event was already received."),
    ],
    errors: &[Code::NotFound],
};

/// One event of the stream. What only says how soon to come back has no data.
fn event(types: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "properties": {
            "event": { "const": "scan" },
            "id": { "type": "string", "pattern": "^[0-9]+$" },
            "retry": { "type": "integer" },
            "data": {
                "type": "string",
                "contentMediaType": JSON,
                "contentSchema": types.subschema_for::<LifecycleEvent>(),
            },
        },
    })
}

/// Answers with the scan's events.
pub(crate) async fn follow(call: Call) -> Result<Response, Problem> {
    let id = call.param("id").to_owned();
    if !is_id(Prefix::Scan, &id) {
        return Err(no_such_scan());
    }
    let resume = sse::resume(call.headers());
    match call.app().handles.scans.follow(id, resume).await {
        Ok(events) => {
            Ok(sse::respond(events, call.site.drain.clone(), call.app().http.stream_quiet))
        }
        Err(ScansError::AlreadyEnded) => Ok(reply::no_content()),
        Err(error) => Err(error.into()),
    }
}
