//! What is said of each request: its numbers when it is answered, and one line in the log at its
//! end. Neither names more of it than its route: no query, no address, nothing of its headers but
//! its id.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use citable_metrics::{HTTP_DURATION, HTTP_REQUESTS};
use hyper::Method;

use super::call::Head;
use super::problem::{NotOurFault, Status};
use super::reply::Response;
use super::room::Room;

/// Route of a request that matches none.
const UNMATCHED: &str = "unmatched";

/// Routes of health checks.
const PROBES: [&str; 3] = ["/livez", "/readyz", "/healthz"];

/// One request, until its answer was sent or given up. It keeps nothing of the head itself: that is
/// a part of the connection's buffer, and a stream would hold all of it.
#[derive(Debug)]
pub(crate) struct Access {
    request_id: String,
    method: &'static str,
    route: Arc<OnceLock<&'static str>>,
    began: Instant,
    /// None where nobody waited for the answer.
    status: Option<Status>,
    _room: Arc<Room>,
}

impl Access {
    pub(crate) fn begin(head: &Head) -> Self {
        Self {
            request_id: head.request_id.clone(),
            method: method(&head.parts.method),
            route: Arc::clone(&head.route),
            began: Instant::now(),
            status: None,
            _room: Arc::clone(&head.room),
        }
    }

    /// Counts the request: its answer begins.
    pub(crate) fn answered(&mut self, response: &Response) {
        self.status = Some(response.status());
        HTTP_REQUESTS.one([self.route(), self.method, class(response)]);
        HTTP_DURATION.record([self.route(), self.method], self.began.elapsed());
    }

    fn route(&self) -> &'static str {
        self.route.get().copied().unwrap_or(UNMATCHED)
    }
}

impl Drop for Access {
    fn drop(&mut self) {
        let duration = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        macro_rules! log {
            ($level:ident) => {
                tracing::$level!(
                    parent: None,
                    request_id = self.request_id,
                    method = self.method,
                    route = self.route(),
                    status = self.status.map(|status| status.as_u16()),
                    duration_ms = duration,
                    "a request is over"
                )
            };
        }
        // Proxies ask so often that nothing else would be seen.
        let is_healthy = self.status.is_some_and(|status| status.is_success());
        match PROBES.contains(&self.route()) && is_healthy {
            true => log!(debug),
            false => log!(info),
        }
    }
}

/// Methods are a client's words; those that are not known are one.
fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

fn class(response: &Response) -> &'static str {
    let status = response.status();
    if let Some(NotOurFault(code)) = response.extensions().get() {
        code
    } else if status.is_success() {
        "2xx"
    } else if status.is_redirection() {
        "3xx"
    } else if status.is_client_error() {
        "4xx"
    } else if status.is_server_error() {
        "5xx"
    } else {
        "1xx"
    }
}
