//! Answers that succeed: building blocks for handlers.

use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;

use super::problem::{NO_CONTENT, Status};

/// The one response type of this program.
pub(crate) type Response = warp::reply::Response;

/// The media type of JSON.
pub(crate) const JSON: &str = "application/json";

/// The media type of Markdown (RFC 7763).
pub(crate) const MARKDOWN: &str = "text/markdown; charset=utf-8";

/// Adds headers in the order in which they are read.
pub(crate) trait With {
    /// The same answer with one more header; an older value of that name is replaced.
    fn with(self, name: HeaderName, value: HeaderValue) -> Self;

    /// As [`With::with`], for a value known at compile time.
    fn with_static(self, name: HeaderName, value: &'static str) -> Self
    where
        Self: Sized,
    {
        self.with(name, HeaderValue::from_static(value))
    }
}

impl With for Response {
    fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers_mut().insert(name, value);
        self
    }
}

/// A JSON body.
pub(crate) fn json<T: Serialize>(status: Status, value: &T) -> Response {
    bytes(status, JSON, to_json(value))
}

/// A body of that media type. What many callers are sent is shared by all of them.
pub(crate) fn bytes(status: Status, media: &'static str, body: impl Into<Bytes>) -> Response {
    let mut response = Response::new(body.into().into());
    *response.status_mut() = status;
    response.with_static(CONTENT_TYPE, media)
}

/// An answer without a body.
pub(crate) fn empty(status: Status) -> Response {
    let mut response = Response::default();
    *response.status_mut() = status;
    response
}

/// The answer to OPTIONS, and to a stream that has nothing left to say.
pub(crate) fn no_content() -> Response {
    empty(NO_CONTENT)
}

#[expect(clippy::expect_used, reason = "our own types have string keys and no failing Serialize")]
pub(crate) fn to_json<T: Serialize>(value: &T) -> Vec<u8> {
    serde_json::to_vec(value).expect("our own types serialise")
}

/// A header value made of ids, numbers and serialised addresses of our own.
#[expect(clippy::expect_used, reason = "ids, numbers and serialised URLs are visible ASCII")]
pub(crate) fn header(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).expect("our own header values are visible ASCII")
}

/// The first value of that header, where it is readable text.
pub(crate) fn text_of(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}
