//! Answers that succeed: building blocks for handlers.

use hyper::body::{Body as _, Bytes};
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;

use super::problem::{NO_CONTENT, Status};

/// The one response type of this program.
pub(crate) type Response = warp::reply::Response;

/// The media type of JSON.
pub(crate) const JSON: &str = "application/json";

/// The media type of Markdown (RFC 7763).
pub(crate) const MARKDOWN: &str = "text/markdown; charset=utf-8";

/// The media type of plain text.
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";

/// Marks an answer whose body takes no memory of its own: it is held once for all callers.
#[derive(Clone, Copy, Debug)]
struct Shared;

/// Bytes of memory that the body of an answer takes. What is made while it is sent is not known.
pub(crate) fn own_bytes(response: &Response) -> usize {
    if response.extensions().get::<Shared>().is_some() {
        return 0;
    }
    let length = response.body().size_hint().exact().unwrap_or_default();
    usize::try_from(length).unwrap_or(usize::MAX)
}

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
    let body = body.into();
    let is_shared = !body.is_unique();
    let mut response = Response::new(body.into());
    if is_shared {
        response.extensions_mut().insert(Shared);
    }
    *response.status_mut() = status;
    response.with_static(CONTENT_TYPE, media)
}

/// The same, counted as the answer's own even if others are sent it too: it is held only until the
/// last of them has taken it.
pub(crate) fn counted(status: Status, media: &'static str, body: Bytes) -> Response {
    let mut response = Response::new(body.into());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::problem::OK;

    #[test]
    fn what_is_shared_takes_no_memory_of_its_own() {
        let own = |body: Bytes| own_bytes(&bytes(OK, JSON, body));
        let document = Bytes::from(vec![b'x'; 1_000]);
        assert_eq!(own(document.clone()), 0);
        assert_eq!(own(document), 1_000);
        assert_eq!(own(Bytes::from_static(b"the same for everybody")), 0);
        let kept = Bytes::from(vec![b'x'; 1_000]);
        assert_eq!(own_bytes(&counted(OK, JSON, kept.clone())), 1_000);
        assert_eq!(own_bytes(&bytes(OK, JSON, kept.clone())), 0);
        assert_eq!(own_bytes(&no_content()), 0);
    }
}
