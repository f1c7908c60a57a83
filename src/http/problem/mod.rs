//! What a refused or failed request is answered with.
//!
//! The only place that knows status codes of errors: elsewhere a failure is a [`Code`] and a
//! sentence.

mod body;
mod code;

use citable_actors::clock::rfc3339;
use citable_actors::quota::Usage;
use citable_checks::failure::ScanFailure;
use hyper::header::{ALLOW, CACHE_CONTROL, HeaderName, HeaderValue, RETRY_AFTER};

use super::reply::{self, Response, With};

pub(crate) use super::status::{
    ACCEPTED, CREATED, FOUND, NO_CONTENT, NOT_MODIFIED, OK, SEE_OTHER, Status, UNAVAILABLE,
    status_of,
};
pub use body::{AgentPointers, ErrorBody, Extras, PlanLimit, Reason};
pub use code::Code;

/// Whether refusals of that status tell how full the caller's buckets are, on routes that fill
/// them.
pub(crate) fn tells_usage(status: Status) -> bool {
    matches!(status.as_u16(), 400 | 401 | 403 | 429 | 503)
}

/// Seconds after which a caller may try again where we are busy or stopping. Drawn anew for each
/// answer, so that those who were refused together do not come back together.
const RETRY_SECONDS: std::ops::RangeInclusive<u64> = 5..=15;

/// The plan above which there is none.
const LARGEST_PLAN: &str = "agency";
/// The page that says how to get a plan.
const PLANS: &str = "/account#plans";

/// Milliseconds of a second.
const SECOND: i64 = 1_000;

/// Whole seconds until an instant, at least one.
pub(crate) fn seconds_until(instant: i64, now: i64) -> i64 {
    let milliseconds = (instant - now).max(0);
    (milliseconds + SECOND - 1).div_euclid(SECOND).max(1)
}

/// Marks a response that tells of no fault of the service, and is counted by the name of its code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotOurFault(pub(crate) &'static str);

/// A request that was refused or failed, on its way to the caller.
#[derive(Debug)]
pub(crate) struct Problem {
    code: Code,
    message: String,
    extras: Box<Extras>,
    headers: Vec<(HeaderName, HeaderValue)>,
    usage: Option<Box<Usage>>,
}

impl Problem {
    /// A problem with nothing but its code and a sentence.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        let param = code.param().map(str::to_owned);
        let extras = Box::new(Extras { param, ..Extras::default() });
        Self { code, message: message.into(), extras, headers: Vec::new(), usage: None }
    }

    pub(crate) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(Code::InvalidRequest, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(Code::NotFound, message)
    }

    pub(crate) fn method_not_allowed(allow: HeaderValue) -> Self {
        let methods = allow.to_str().unwrap_or_default();
        let message = format!("This method isn't supported here. Use one of: {methods}.");
        Self::new(Code::MethodNotAllowed, message).header(ALLOW, allow)
    }

    /// A fault of ours. What it is belongs into the log, never into the answer.
    pub(crate) fn internal() -> Self {
        Self::new(
            Code::InternalError,
            "Something failed on our side. Try again; if it fails again, report the `requestId`.",
        )
    }

    pub(crate) fn overloaded() -> Self {
        Self::later(
            Code::Overloaded,
            "The service is busy. Try again after the number of seconds in `Retry-After`.",
        )
    }

    /// Too much of earlier answers was not read yet.
    pub(crate) fn unread() -> Self {
        Self::later(
            Code::Overloaded,
            "Too many earlier responses are still unread. Read them, then try again.",
        )
    }

    /// This node only works.
    pub(crate) fn no_requests_here() -> Self {
        Self::not_found(
            "This node runs scans and answers no requests. Send them to a node with the role `api` \
             or `all`.",
        )
    }

    pub(crate) fn draining() -> Self {
        Self::later(Code::Draining, "The service is restarting; please try again shortly.")
    }

    /// The operator has paused scans.
    pub(crate) fn paused() -> Self {
        Self::later(Code::Draining, "Scans are paused on this service. Try again later.")
    }

    pub(crate) fn scan_failed(scan_id: String, reason: ScanFailure) -> Self {
        let mut problem = Self::new(Code::ScanFailed, reason.message.clone());
        problem.extras.scan_id = Some(scan_id);
        problem.extras.reason = Some(Reason::Failure(reason));
        problem
    }

    /// The plan does not hold what was asked for.
    pub(crate) fn plan_required(message: impl Into<String>) -> Self {
        let mut problem = Self::new(Code::PlanRequired, message);
        problem.extras.reason = Some(Reason::Plan(PlanLimit::Plan));
        problem
    }

    /// The plan holds it, but no more of it.
    pub(crate) fn monitor_limit(message: impl Into<String>) -> Self {
        let mut problem = Self::new(Code::PlanRequired, message);
        problem.extras.reason = Some(Reason::Plan(PlanLimit::MonitorLimit));
        problem
    }

    /// A limit is reached until `resets_at`.
    pub(crate) fn until(code: Code, message: impl Into<String>, resets_at: i64, now: i64) -> Self {
        let seconds = seconds_until(resets_at, now);
        let mut problem = Self::new(code, message).header(RETRY_AFTER, HeaderValue::from(seconds));
        problem.extras.reset_at = Some(rfc3339(resets_at));
        problem.extras.retry_after_sec = Some(seconds);
        problem
    }

    fn later(code: Code, message: &str) -> Self {
        let seconds = rand::random_range(RETRY_SECONDS);
        Self::new(code, message).header(RETRY_AFTER, HeaderValue::from(seconds))
    }

    /// The same problem with one more header.
    pub(crate) fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// The same problem under another code.
    pub(crate) fn recoded(self, code: Code) -> Self {
        Self { code, ..self }
    }

    /// The same problem, naming the field, header or parameter at fault.
    pub(crate) fn about(self, param: impl Into<String>) -> Self {
        self.with(|extras| extras.param = Some(param.into()))
    }

    /// The same problem, with where to read about it and where to get a plan that helps. `link`
    /// makes the address of a path of this site.
    pub(crate) fn documented(self, link: impl Fn(&str) -> String) -> Self {
        let (page, plans) = (self.code.page(), self.needs_larger_plan());
        self.with(|extras| {
            extras.doc_url = Some(link(page));
            extras.upgrade_url = plans.then(|| link(PLANS));
        })
    }

    /// True if there is a larger plan that would let the request through. Of the limits on
    /// requests, only the one on scans has a bucket.
    fn needs_larger_plan(&self) -> bool {
        let is_limit = self.code == Code::RateLimited && self.extras.bucket.is_some();
        let is_largest = self.extras.plan.as_deref() == Some(LARGEST_PLAN);
        (is_limit || self.code.is_about_plan()) && !is_largest
    }

    /// The same problem with more said about it.
    pub(crate) fn with(mut self, add: impl FnOnce(&mut Extras)) -> Self {
        add(&mut self.extras);
        self
    }

    /// The same problem, naming the scope that is missing.
    pub(crate) fn scope(self, scope: &str) -> Self {
        self.with(|extras| extras.scope = Some(scope.to_owned()))
    }

    /// The scope that is missing.
    pub(crate) fn missing_scope(&self) -> Option<&str> {
        self.extras.scope.as_deref()
    }

    /// The same problem, knowing how full the caller's buckets were when it arose.
    pub(crate) fn used(mut self, usage: Usage) -> Self {
        self.usage = Some(Box::new(usage));
        self
    }

    /// How full the caller's buckets were when it arose, where that is known.
    pub(crate) fn usage(&self) -> Option<&Usage> {
        self.usage.as_deref()
    }

    /// Its status.
    pub(crate) fn status(&self) -> Status {
        self.code.status()
    }

    pub(crate) fn code(&self) -> Code {
        self.code
    }

    /// What went wrong and what to do about it, in words.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Its status, its headers, and the body that a caller gets.
    pub(crate) fn parts(
        self,
        request_id: &str,
    ) -> (Status, Vec<(HeaderName, HeaderValue)>, ErrorBody) {
        let body = ErrorBody {
            error: self.code.name().to_owned(),
            message: self.message,
            request_id: request_id.to_owned(),
            extras: *self.extras,
        };
        (self.code.status(), self.headers, body)
    }

    /// The answer that the caller gets.
    pub(crate) fn respond(self, request_id: &str) -> Response {
        // A page that can't be scanned, and what the operator does, are no faults of the service.
        let is_no_fault = [Code::ScanFailed, Code::Draining].contains(&self.code);
        let no_fault = is_no_fault.then(|| NotOurFault(self.code.name()));
        let (status, headers, body) = self.parts(request_id);
        let mut response = reply::json(status, &body).with_static(CACHE_CONTROL, "no-store");
        for (name, value) in headers {
            response.headers_mut().append(name, value);
        }
        if let Some(no_fault) = no_fault {
            response.extensions_mut().insert(no_fault);
        }
        response
    }
}

#[cfg(test)]
mod tests;
