//! What an origin answers: well-behaved or hostile.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame};
use hyper::{Response, StatusCode};
use tokio::time::{Interval, interval};

/// One answer.
#[derive(Clone, Debug)]
pub struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    body: ReplyBody,
    delay: Duration,
}

#[derive(Clone, Debug)]
enum ReplyBody {
    Whole(Bytes),
    Endless(Bytes),
    Drip(Bytes, Duration),
    Stalled(Bytes),
    Never,
    Hangup,
}

impl Reply {
    /// An empty answer of that status.
    pub fn new(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: ReplyBody::Whole(Bytes::new()),
            delay: Duration::ZERO,
        }
    }

    /// An HTML document.
    pub fn html(text: &str) -> Self {
        Self::new(200).header("content-type", "text/html; charset=utf-8").body(text.to_owned())
    }

    /// A plain text, such as a robots.txt.
    pub fn text(text: &str) -> Self {
        Self::new(200).header("content-type", "text/plain").body(text.to_owned())
    }

    /// A redirect of that status.
    pub fn redirect(status: u16, location: &str) -> Self {
        Self::new(status).header("location", location)
    }

    /// The same with another status.
    #[must_use]
    pub fn status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// The same with one more header field.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same with that body.
    #[must_use]
    pub fn body(self, bytes: impl Into<Bytes>) -> Self {
        Self { body: ReplyBody::Whole(bytes.into()), ..self }
    }

    /// The same with a body that repeats those bytes without end.
    #[must_use]
    pub fn endless(self, bytes: impl Into<Bytes>) -> Self {
        Self { body: ReplyBody::Endless(bytes.into()), ..self }
    }

    /// The same with a body that brings those bytes once in a while, without end.
    #[must_use]
    pub fn drip(self, bytes: impl Into<Bytes>, every: Duration) -> Self {
        Self { body: ReplyBody::Drip(bytes.into(), every), ..self }
    }

    /// The same with a body that brings those bytes and then nothing, without an end.
    #[must_use]
    pub fn stalled(self, bytes: impl Into<Bytes>) -> Self {
        Self { body: ReplyBody::Stalled(bytes.into()), ..self }
    }

    /// The same, begun that much later.
    #[must_use]
    pub fn after(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }

    /// No answer at all: the request is read, and nothing comes.
    pub fn never() -> Self {
        Self { body: ReplyBody::Never, ..Self::new(200) }
    }

    /// No answer at all: the request is read, and the connection breaks.
    pub fn hangup() -> Self {
        Self { body: ReplyBody::Hangup, ..Self::new(200) }
    }

    pub(crate) async fn into_response(self) -> std::io::Result<Response<ReplyStream>> {
        tokio::time::sleep(self.delay).await;
        let stream = match self.body {
            ReplyBody::Whole(bytes) => ReplyStream::Whole(Some(bytes)),
            ReplyBody::Endless(bytes) => ReplyStream::Endless(bytes),
            ReplyBody::Drip(bytes, every) => ReplyStream::Drip(bytes, Box::pin(interval(every))),
            ReplyBody::Stalled(bytes) => ReplyStream::Stalled(Some(bytes)),
            ReplyBody::Never => std::future::pending().await,
            ReplyBody::Hangup => return Err(std::io::ErrorKind::ConnectionReset.into()),
        };
        let mut response = Response::new(stream);
        *response.status_mut() = StatusCode::from_u16(self.status).expect("a status of a test");
        for (name, value) in &self.headers {
            let name: http::HeaderName = name.parse().expect("a header name of a test");
            let value = http::HeaderValue::from_bytes(value.as_bytes()).expect("a header value");
            response.headers_mut().append(name, value);
        }
        Ok(response)
    }
}

/// A body on its way.
#[derive(Debug)]
pub(crate) enum ReplyStream {
    Whole(Option<Bytes>),
    Endless(Bytes),
    Drip(Bytes, Pin<Box<Interval>>),
    Stalled(Option<Bytes>),
}

impl Body for ReplyStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let data = |bytes| Poll::Ready(Some(Ok(Frame::data(bytes))));
        match &mut *self {
            Self::Whole(bytes) => bytes.take().map_or(Poll::Ready(None), data),
            Self::Endless(bytes) => data(bytes.clone()),
            Self::Drip(bytes, every) => match every.poll_tick(context) {
                Poll::Ready(_) => data(bytes.clone()),
                Poll::Pending => Poll::Pending,
            },
            // Nobody wakes this body again: the stall is the point.
            Self::Stalled(bytes) => bytes.take().map_or(Poll::Pending, data),
        }
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        match self {
            Self::Whole(bytes) => {
                hyper::body::SizeHint::with_exact(bytes.as_ref().map_or(0, Bytes::len) as u64)
            }
            _ => hyper::body::SizeHint::default(),
        }
    }
}
