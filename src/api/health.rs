//! Health of the service.

use citable_actors::clock::rfc3339;
use hyper::header::CACHE_CONTROL;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::call::Call;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place};
use crate::http::problem::{Code, OK, Problem};
use crate::http::reply::{self, Response, With};

/// `GET /healthz`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readHealth",
    tag: "System",
    summary: "Check the service's health",
    description: "Returns 200 even if the service is degraded. With `deep=1`, also probes the \
        database and the monitoring heartbeat; without it, touches no storage. Uses no quota.",
    parameters: &[Parameter {
        name: "deep",
        place: Place::Query,
        required: false,
        description: "Set to `1` to also probe the database and the monitoring heartbeat.",
        form: Form::Like("^1$"),
        example: "1",
    }],
    request: None,
    answers: &[Answer::json::<Health>(OK, "Health of the service.")
        .with(&[("Cache-Control", "`no-store`.")])],
    errors: &[Code::InvalidRequest],
};

/// How long nothing may be seen of the weekly monitoring, which gives a sign of life every few
/// seconds.
const MONITORING_LATE_MS: i64 = 60_000;

/// Health of the service.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// Overall status.
    pub status: HealthStatus,
    /// Version of the service.
    pub version: String,
    /// Seconds since the service started.
    pub uptime_sec: u64,
    /// Current time of the service.
    pub now: String,
    /// Deep checks, with `deep=1` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks: Option<HealthChecks>,
    /// True while the operator has paused scans. With `deep=1` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<bool>,
}

/// Health status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HealthStatus {
    /// All checks passed.
    Ok,
    /// A check failed.
    Degraded,
}

/// Deep checks.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct HealthChecks {
    /// Health of the database.
    pub database: DatabaseHealth,
    /// Health of the weekly monitoring.
    pub monitoring: MonitoringHealth,
}

impl HealthChecks {
    fn status(&self) -> HealthStatus {
        match (self.database.status, self.monitoring.status) {
            (HealthStatus::Ok, HealthStatus::Ok) => HealthStatus::Ok,
            _ => HealthStatus::Degraded,
        }
    }
}

/// Health of the database.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseHealth {
    /// `ok` if the database responded.
    pub status: HealthStatus,
    /// Response time in milliseconds; null if the database did not answer.
    pub latency_ms: Option<u64>,
}

/// Health of the weekly monitoring.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonitoringHealth {
    /// `ok` if there was a recent heartbeat.
    pub status: HealthStatus,
    /// Time of the last heartbeat.
    pub last_heartbeat_at: Option<String>,
    /// Seconds since the last heartbeat.
    pub age_sec: Option<u64>,
}

/// Answers how the service is.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    let checks = match call.query("deep")?.as_deref() {
        None => None,
        Some("1") => Some(deep(&call).await),
        Some(_) => {
            let message = "`deep` must be `1`. Omit it for the shallow check.";
            return Err(Problem::invalid_request(message).about("deep"));
        }
    };
    let paused = match &checks {
        Some(_) => call.app().handles.reader.is_paused().await.ok(),
        None => None,
    };
    let health = Health {
        status: checks.as_ref().map_or(HealthStatus::Ok, HealthChecks::status),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        uptime_sec: call.app().started_at.elapsed().as_secs(),
        now: rfc3339(call.app().clock.now_ms()),
        checks,
        paused,
    };
    Ok(reply::json(OK, &health).with_static(CACHE_CONTROL, "no-store"))
}

async fn deep(call: &Call) -> HealthChecks {
    let (database, monitoring) = tokio::join!(database(call), monitoring(call));
    HealthChecks { database, monitoring }
}

async fn database(call: &Call) -> DatabaseHealth {
    match call.app().handles.reader.ping().await {
        Ok(latency) => DatabaseHealth {
            status: HealthStatus::Ok,
            latency_ms: Some(u64::try_from(latency.as_millis()).unwrap_or(u64::MAX)),
        },
        Err(error) => {
            tracing::warn!(%error, "the database didn't respond to a probe");
            DatabaseHealth { status: HealthStatus::Degraded, latency_ms: None }
        }
    }
}

async fn monitoring(call: &Call) -> MonitoringHealth {
    let seen_at = call.app().handles.reader.monitoring_seen_at().await.ok().flatten();
    // A clock that was set back may have been later when it was seen.
    let age_ms = seen_at.map(|seen_at| call.app().clock.now_ms().saturating_sub(seen_at).max(0));
    let is_late = age_ms.is_none_or(|age_ms| age_ms > MONITORING_LATE_MS);
    MonitoringHealth {
        status: if is_late { HealthStatus::Degraded } else { HealthStatus::Ok },
        last_heartbeat_at: seen_at.map(rfc3339),
        age_sec: age_ms.and_then(|age_ms| u64::try_from(age_ms / 1_000).ok()),
    }
}
