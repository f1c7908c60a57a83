//! The service's numbers in the format of Prometheus, on a listener of their own.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use citable_actors::calls_waiting;
use citable_checks::weights::CATALOGUE_VERSION;
use citable_metrics::{
    ACTOR_CALLS, BUILD_INFO, Kind, METRICS, OUTBOX_WAITING, PROCESS_MEMORY, PROCESS_START,
};
use hyper::body::Incoming;
use hyper::header::HeaderValue;
use hyper::service::service_fn;
use hyper::{Method, Request};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::App;
use super::call::Head;
use super::drain::DrainSwitch;
use super::edge::Edge;
use super::problem::{OK, Problem};
use super::reply::{self, Response};
use super::server::Server;
use crate::process::resident_bytes;

/// Where the numbers are.
const PATH: &str = "/metrics";
/// Version 0.0.4 of the text format.
const MEDIA: &str = "text/plain; version=0.0.4; charset=utf-8";
/// How often what was measured is put into its buckets; it takes memory until then.
const UPKEEP_EVERY: Duration = Duration::from_secs(5);
/// How long the store may take to say what waits in it.
const STORE_DEADLINE: Duration = Duration::from_secs(2);

/// What records numbers, for the rest of the process.
pub(crate) struct Recording(PrometheusHandle);

impl Recording {
    /// Begins to record. What is counted before is lost.
    ///
    /// # Errors
    /// Something records already.
    pub(crate) fn begin() -> Result<Self, BuildError> {
        let mut builder = PrometheusBuilder::new();
        for metric in METRICS {
            if let Kind::Histogram(bounds) = metric.kind {
                let name = Matcher::Full(metric.name.to_owned());
                builder = builder.set_buckets_for_metric(name, bounds)?;
            }
        }
        let handle = builder.install_recorder()?;
        citable_metrics::announce();
        Ok(Self(handle))
    }

    /// Serves the numbers until what is returned is dropped.
    pub(crate) fn serve(self, listener: TcpListener, app: &Arc<App>) -> JoinSet<()> {
        BUILD_INFO.set([env!("CARGO_PKG_VERSION"), CATALOGUE_VERSION], 1.0);
        let started_at = app.clock.now_ms() as f64 / 1_000.0;
        PROCESS_START.set_to(started_at - app.started_at.elapsed().as_secs_f64());
        let handle = self.0;
        let (switch, drain) = DrainSwitch::new();
        let scraped = (handle.clone(), Arc::clone(app));
        let inner = service_fn(move |request: Request<Incoming>| {
            let (handle, app) = scraped.clone();
            async move { Ok::<_, Infallible>(answer(&handle, &app, request).await) }
        });
        let server = Server::around(app.http.clone(), Edge::new(app), inner, drain);
        let mut tasks = JoinSet::new();
        tasks.spawn(server.run(listener, switch, std::future::pending()));
        tasks.spawn(async move {
            loop {
                tokio::time::sleep(UPKEEP_EVERY).await;
                handle.run_upkeep();
            }
        });
        tasks
    }
}

async fn answer(handle: &PrometheusHandle, app: &App, request: Request<Incoming>) -> Response {
    let head = request.extensions().get::<Arc<Head>>();
    let request_id = head.map_or("", |head| head.request_id.as_str());
    if request.uri().path() != PATH {
        return Problem::not_found("Nothing exists at this path. Metrics are at /metrics.")
            .respond(request_id);
    }
    if let Some(head) = head {
        head.matched(PATH);
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let allow = HeaderValue::from_static("GET, HEAD");
        return Problem::method_not_allowed(allow).respond(request_id);
    }
    look(app).await;
    reply::bytes(OK, MEDIA, handle.render().into_bytes())
}

/// Looks at what is known at any time, and therefore is not counted.
async fn look(app: &App) {
    for (actor, waiting) in calls_waiting() {
        ACTOR_CALLS.set([actor], waiting as f64);
    }
    let outboxes = tokio::time::timeout(STORE_DEADLINE, app.handles.reader.outboxes()).await;
    if let Ok(Ok(outboxes)) = outboxes {
        OUTBOX_WAITING.set(["mail"], outboxes.mails as f64);
        OUTBOX_WAITING.set(["webhooks"], outboxes.deliveries as f64);
    }
    if let Some(bytes) = resident_bytes() {
        PROCESS_MEMORY.set_to(bytes as f64);
    }
}
