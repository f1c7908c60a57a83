//! Whether the service is well.

use citable_actors::clock::rfc3339;
use hyper::header::CACHE_CONTROL;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::call::Call;
use crate::http::problem::{Code, OK, Problem};
use crate::http::reply::{self, JSON, Response, With};
use crate::http::table::{Answer, Doc, Parameter, Place, schema_of};

/// `GET /healthz`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readHealth",
    tag: "System",
    summary: "Whether the service is well",
    description: "Touches no storage unless `deep=1` asks for the database and the monitoring. A \
        degraded service still answers 200. Free of quota.",
    parameters: &[Parameter {
        name: "deep",
        place: Place::Query,
        description: "`1` also asks the database and the monitoring.",
        pattern: "^1$",
    }],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "How the service is.",
        media: JSON,
        bodies: &[schema_of::<Health>],
        headers: &[("Cache-Control", "`no-store`.")],
    }],
    errors: &[Code::InvalidRequest],
};

/// How the service is.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// All in all.
    pub status: HealthStatus,
    /// The program's version.
    pub version: String,
    /// Whole seconds since the program started.
    pub uptime_sec: u64,
    /// The service's clock (RFC 3339, UTC, milliseconds).
    pub now: String,
    /// With `deep=1` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks: Option<HealthChecks>,
}

/// All in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HealthStatus {
    /// Everything that is asked for works.
    Ok,
    /// Something does not.
    Degraded,
}

/// What `deep=1` asks.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct HealthChecks {
    /// The database.
    pub database: DatabaseHealth,
    /// The weekly monitoring.
    pub monitoring: MonitoringHealth,
}

/// How the database is.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseHealth {
    /// Whether it answered.
    pub status: HealthStatus,
    /// How long the answer took; null where there was none.
    pub latency_ms: Option<u64>,
}

/// How the weekly monitoring is.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonitoringHealth {
    /// Whether it runs.
    pub status: MonitoringStatus,
    /// When it was last seen at work.
    pub last_heartbeat_at: Option<String>,
    /// Seconds since then.
    pub age_sec: Option<u64>,
}

/// Whether the weekly monitoring runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MonitoringStatus {
    /// This service monitors nothing, so nothing can be late.
    NotConfigured,
}

/// Answers how the service is.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    let checks = match call.query("deep")?.as_deref() {
        None => None,
        Some("1") => Some(deep(&call).await),
        Some(_) => {
            return Err(Problem::invalid_request("`deep` can only be `1`; or leave it out."));
        }
    };
    let health = Health {
        status: checks.as_ref().map_or(HealthStatus::Ok, |checks| checks.database.status),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        uptime_sec: call.app().started_at.elapsed().as_secs(),
        now: rfc3339(call.app().clock.now_ms()),
        checks,
    };
    Ok(reply::json(OK, &health).with_static(CACHE_CONTROL, "no-store"))
}

async fn deep(call: &Call) -> HealthChecks {
    let database = match call.app().handles.reader.ping().await {
        Ok(latency) => DatabaseHealth {
            status: HealthStatus::Ok,
            latency_ms: Some(u64::try_from(latency.as_millis()).unwrap_or(u64::MAX)),
        },
        Err(error) => {
            tracing::warn!(%error, "the database did not answer a probe");
            DatabaseHealth { status: HealthStatus::Degraded, latency_ms: None }
        }
    };
    let monitoring = MonitoringHealth {
        status: MonitoringStatus::NotConfigured,
        last_heartbeat_at: None,
        age_sec: None,
    };
    HealthChecks { database, monitoring }
}
