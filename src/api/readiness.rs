//! What load balancers and supervisors ask: whether the process lives, and whether it can take
//! work.

use hyper::header::CACHE_CONTROL;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::call::Call;
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::problem::{OK, Problem, UNAVAILABLE};
use crate::http::reply::{self, JSON, Response, With};

const TAG: &str = "System";
const HEADERS: &[(&str, &str)] = &[("Cache-Control", "`no-store`.")];

/// `GET /livez`.
pub(crate) const LIVE: Doc = Doc {
    operation_id: "readLiveness",
    tag: TAG,
    summary: "Whether the process answers",
    description: "Asks nothing of the store or of anything else, and answers while the service \
        stops, too: restart a process that does not answer this. Free of quota.",
    parameters: &[],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "It does.",
        media: JSON,
        bodies: &[schema_of::<Liveness>],
        headers: HEADERS,
    }],
    errors: &[],
};

/// `GET /readyz`.
pub(crate) const READY: Doc = Doc {
    operation_id: "readReadiness",
    tag: TAG,
    summary: "Whether this node can take work",
    description: "Answers within three seconds, while the service stops, too: send requests \
        elsewhere while this is not 200. What the store says is at most a second old. Free of \
        quota.",
    parameters: &[],
    request: None,
    answers: &[
        Answer {
            status: OK,
            description: "It can.",
            media: JSON,
            bodies: &[schema_of::<NodeReadiness>],
            headers: HEADERS,
        },
        Answer {
            status: UNAVAILABLE,
            description: "It cannot; `checks` says why.",
            media: JSON,
            bodies: &[schema_of::<NodeReadiness>],
            headers: HEADERS,
        },
    ],
    errors: &[],
};

/// That the process answers.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Liveness {
    /// Always `ok`.
    pub status: CheckStatus,
}

/// Whether this node can take work.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct NodeReadiness {
    /// `ok` where every check is.
    pub status: CheckStatus,
    /// What was looked at.
    pub checks: ReadinessChecks,
}

/// What is looked at.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReadinessChecks {
    /// Whether the service takes requests: it does until it stops.
    pub accepting: CheckStatus,
    /// Whether every part of the service is up.
    pub actors: CheckStatus,
    /// Whether the database can be read.
    pub store_reads: CheckStatus,
    /// Whether the database takes changes.
    pub store_writes: CheckStatus,
}

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CheckStatus {
    /// As it should be.
    Ok,
    /// Not so.
    Failed,
}

impl From<bool> for CheckStatus {
    fn from(holds: bool) -> Self {
        if holds { Self::Ok } else { Self::Failed }
    }
}

/// Answers that the process lives.
pub(crate) async fn live(_call: Call) -> Result<Response, Problem> {
    Ok(unkept(reply::json(OK, &Liveness { status: CheckStatus::Ok })))
}

/// Answers whether this node can take work.
pub(crate) async fn ready(call: Call) -> Result<Response, Problem> {
    let node = call.app().handles.readiness.read().await;
    let accepting = !call.site.drain.is_on();
    let is_ready = accepting && node.actors && node.store_reads && node.store_writes;
    let readiness = NodeReadiness {
        status: is_ready.into(),
        checks: ReadinessChecks {
            accepting: accepting.into(),
            actors: node.actors.into(),
            store_reads: node.store_reads.into(),
            store_writes: node.store_writes.into(),
        },
    };
    let status = if is_ready { OK } else { UNAVAILABLE };
    Ok(unkept(reply::json(status, &readiness)))
}

fn unkept(response: Response) -> Response {
    response.with_static(CACHE_CONTROL, "no-store")
}
