//! What is said of each request: its numbers when it is answered, and one line in the log at its
//! end. Neither names more of it than its route: no query, no address, nothing of its headers but
//! its id.

use std::sync::Arc;
use std::time::Instant;

use citable_metrics::{HTTP_DURATION, HTTP_REQUESTS};
use hyper::Method;

use super::call::Head;
use super::problem::{NotOurFault, Status};
use super::reply::Response;

/// Route of a request that matches none.
const UNMATCHED: &str = "unmatched";

/// Routes of health checks.
const PROBES: [&str; 3] = ["/livez", "/readyz", "/healthz"];

/// One request, until its answer was sent or given up.
#[derive(Debug)]
pub(crate) struct Access {
    head: Arc<Head>,
    began: Instant,
    /// None where nobody waited for the answer.
    status: Option<Status>,
}

impl Access {
    pub(crate) fn begin(head: Arc<Head>) -> Self {
        Self { head, began: Instant::now(), status: None }
    }

    /// Counts the request: its answer begins.
    pub(crate) fn answered(&mut self, response: &Response) {
        self.status = Some(response.status());
        let (route, method) = (self.route(), method(&self.head.parts.method));
        HTTP_REQUESTS.one([route, method, class(response)]);
        HTTP_DURATION.record([route, method], self.began.elapsed());
    }

    fn route(&self) -> &'static str {
        self.head.route.get().copied().unwrap_or(UNMATCHED)
    }
}

impl Drop for Access {
    fn drop(&mut self) {
        let duration = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        macro_rules! log {
            ($level:ident) => {
                tracing::$level!(
                    parent: None,
                    request_id = self.head.request_id,
                    method = method(&self.head.parts.method),
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
