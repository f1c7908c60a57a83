//! The outermost layer: what every answer carries, whatever happened inside.

use std::any::Any;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use citable_actors::ids::{Prefix, new_id};
use futures_util::FutureExt as _;
use hyper::body::{Body, Incoming};
use hyper::header::{CONTENT_LENGTH, HeaderMap, HeaderName, HeaderValue, LINK};
use hyper::service::Service;
use hyper::{Method, Request};
use tracing::Instrument as _;

use super::App;
use super::access::Access;
use super::call::{Head, Peer};
use super::problem::Problem;
use super::reply::{self, Response, With};
use super::room::Room;
use crate::http::base::{Based, CURRENT_BASE};

const API_VERSION: HeaderName = HeaderName::from_static("api-version");
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const CONTENT_TYPE_OPTIONS: HeaderName = HeaderName::from_static("x-content-type-options");
const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");

/// The version that this program serves.
const VERSION: &str = "v1";
/// Since when the unversioned base is superseded (RFC 9745): 2026-08-23T00:00:00Z.
const SUPERSEDED_SINCE: &str = "@1787443200";
/// Characters that a caller's request id may have at most.
const MAX_REQUEST_ID: usize = 64;

/// What the outermost layer needs to know of the program.
pub(crate) struct Edge {
    site: String,
    current_base: String,
    deprecation_policy: HeaderValue,
}

impl Edge {
    pub(crate) fn new(app: &App) -> Self {
        Self::below(|path| app.link(path))
    }

    pub(crate) fn below(link: impl Fn(&str) -> String) -> Self {
        let policy = format!("<{}>; rel=\"deprecation\"", link("/api-versioning.md"));
        Self {
            site: link(""),
            current_base: link(CURRENT_BASE),
            deprecation_policy: reply::header(&policy),
        }
    }

    /// Answers one request. Whatever `inner` does, the caller gets an answer of ours. What is
    /// returned besides lives until the answer was sent.
    pub(crate) async fn answer<S>(
        &self,
        inner: &S,
        peer: Peer,
        room: Room,
        request: Request<Incoming>,
    ) -> (Response, Access)
    where
        S: Service<Request<Incoming>, Response = Response, Error = Infallible>,
    {
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(peer);
        let request_id = request_id(&parts.headers);
        let head = Arc::new(Head::new(parts, request_id, room));
        let mut access = Access::begin(&head);
        let mut inward = Request::from_parts(head.parts.clone(), body);
        inward.extensions_mut().insert(Arc::clone(&head));

        let span = tracing::info_span!(
            "request",
            request_id = head.request_id,
            method = %head.parts.method,
            route = tracing::field::Empty,
        );
        let outcome = AssertUnwindSafe(async { inner.call(inward).await }).catch_unwind();
        let response = match outcome.instrument(span).await {
            Ok(Ok(response)) => response,
            Err(panic) => self.refuse(&head, after_panic(&head, panic.as_ref())),
        };
        let response = self.fitting(&head, response);
        let response = self.dress(&head, response);
        access.answered(&response);
        (response, access)
    }

    /// The answer, or a refusal where there is no room for it until its client has taken it. What
    /// was done is never refused. The body of an answer to HEAD is not kept.
    fn fitting(&self, head: &Head, response: Response) -> Response {
        let method = &head.parts.method;
        let bytes = if *method == Method::HEAD { 0 } else { reply::own_bytes(&response) };
        if !method.is_safe() {
            head.room.fit_anyway(bytes);
            return response;
        }
        match head.room.fit(bytes) {
            Ok(()) => response,
            Err(problem) => self.refuse(head, problem),
        }
    }

    fn refuse(&self, head: &Head, problem: Problem) -> Response {
        problem.documented(|path| format!("{}{path}", self.site)).respond(&head.request_id)
    }

    /// Adds what every answer carries.
    fn dress(&self, head: &Head, response: Response) -> Response {
        let mut response = response
            .with_static(API_VERSION, VERSION)
            .with(REQUEST_ID, reply::header(&head.request_id))
            .with_static(CONTENT_TYPE_OPTIONS, "nosniff");
        if let Some(Based::Superseded(path)) = Based::split(head.parts.uri.path()) {
            self.deprecate(path, response.headers_mut());
        }
        if head.parts.method == Method::HEAD { without_body(response) } else { response }
    }

    fn deprecate(&self, path: &str, headers: &mut HeaderMap) {
        headers.insert(DEPRECATION, HeaderValue::from_static(SUPERSEDED_SINCE));
        let successor = format!("<{}{path}>; rel=\"successor-version\"", self.current_base);
        // A path may hold bytes that no header value can; such a path leads nowhere anyway.
        if let Ok(successor) = HeaderValue::try_from(successor) {
            headers.append(LINK, successor);
        }
        headers.append(LINK, self.deprecation_policy.clone());
    }
}

fn after_panic(head: &Head, panic: &(dyn Any + Send)) -> Problem {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(request_id = head.request_id, said, "a handler panicked");
    Problem::internal()
}

/// HTTP/2 sends whatever body it is given, so the body of an answer to HEAD is taken off here.
fn without_body(mut response: Response) -> Response {
    let length = response.body().size_hint().exact();
    *response.body_mut() = Response::default().into_body();
    if let Some(length) = length.filter(|length| *length > 0) {
        response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    response
}

fn request_id(headers: &HeaderMap) -> String {
    let sent = reply::text_of(headers, REQUEST_ID).filter(|id| is_request_id(id));
    sent.map_or_else(fresh_request_id, str::to_owned)
}

pub(crate) fn fresh_request_id() -> String {
    new_id(Prefix::Request)
}

fn is_request_id(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    (1..=MAX_REQUEST_ID).contains(&id.len()) && id.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_id_is_short_and_plain() {
        assert!(is_request_id("a.B_c-9"));
        assert!(is_request_id(&"x".repeat(64)));
        for id in ["", "a b", "a/b", "ä", &"x".repeat(65)] {
            assert!(!is_request_id(id), "{id}");
        }
    }

    #[test]
    fn an_unusable_request_id_is_replaced() {
        let sent = |id: &str| HeaderMap::from_iter([(REQUEST_ID, id.parse().unwrap())]);
        assert_eq!(request_id(&sent("abc")), "abc");
        assert!(request_id(&sent("a b")).starts_with("req_"));
        assert!(request_id(&HeaderMap::new()).starts_with("req_"));
    }
}
