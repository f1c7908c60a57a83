//! What load balancers and supervisors ask: whether the process lives, and whether it can take
//! work.

use hyper::header::CACHE_CONTROL;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::call::Call;
use crate::http::doc::{Answer, Doc};
use crate::http::problem::{OK, Problem, UNAVAILABLE};
use crate::http::reply::{self, Response, With};

const TAG: &str = "System";
const HEADERS: &[(&str, &str)] = &[("Cache-Control", "`no-store`.")];

/// `GET /livez`.
pub(crate) const LIVE: Doc = Doc {
    operation_id: "readLiveness",
    tag: TAG,
    summary: "Check that the process is alive",
    description: "Liveness probe: touches no storage and responds even while the service is shutting \
    down. \
        Restart a process that does not respond. Uses no quota.",
    answers: &[Answer::json::<Liveness>(OK, "The process is alive.").with(HEADERS)],
    ..Doc::BARE
};

/// `GET /readyz`.
pub(crate) const READY: Doc = Doc {
    operation_id: "readReadiness",
    tag: TAG,
    summary: "Check that this node is ready",
    description: "Readiness probe: responds within 3 seconds, even while the service is shutting down. \
    Route \
        requests elsewhere unless it returns 200. The database is probed at most once a second. \
        Uses no quota.",
    answers: &[
        Answer::json::<NodeReadiness>(OK, "The node is ready.").with(HEADERS),
        Answer::json::<NodeReadiness>(
            UNAVAILABLE,
            "The node is not ready. `checks` lists the reasons.",
        )
        .with(HEADERS),
    ],
    ..Doc::BARE
};

/// Liveness of the process.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Liveness {
    /// Always `ok`.
    pub status: CheckStatus,
}

/// Readiness of this node.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct NodeReadiness {
    /// `ok` if every check is.
    pub status: CheckStatus,
    /// Individual checks.
    pub checks: ReadinessChecks,
}

/// Individual readiness checks.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReadinessChecks {
    /// `ok` unless the service is shutting down.
    pub accepting: CheckStatus,
    /// `ok` if every part of the service is up.
    pub actors: CheckStatus,
    /// `ok` if the database can be read.
    pub store_reads: CheckStatus,
    /// `ok` if the database accepts writes.
    pub store_writes: CheckStatus,
}

/// Outcome of a readiness check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ReadinessStatus")]
pub(crate) enum CheckStatus {
    /// Check passed.
    Ok,
    /// Check failed.
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
    let accepting = !call.site.drain.is_near();
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
