//! Server-sent events (WHATWG HTML, section "Server-sent events"): those of one scan as they come,
//! and streams that are whole from the start.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use citable_actors::{EventStream, LifecycleEvent, Resume};
use citable_metrics::{HTTP_EVENT_STREAMS, Held};
use futures_util::{Stream, StreamExt, stream};
use hyper::body::Bytes;
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderName};
use serde::Serialize;
use warp::Reply;

use super::drain::Drain;
use super::problem::OK;
use super::reply::{self, Response, With};

/// The media type of event streams.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Tells nginx and those that follow it not to hold the stream back.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Opens every stream: how long to wait before coming back after a break, in milliseconds.
const OPENING: &str = "retry: 3000\n\n";
/// Ends a stream that the server cannot go on with.
const COME_BACK: &str = "retry: 1000\n\n";
const STILL_HERE: &str = ": quiet\n\n";

/// Where the listener wants to go on. What cannot be read counts as nothing.
pub(crate) fn resume(headers: &HeaderMap) -> Resume {
    let sent = reply::text_of(headers, LAST_EVENT_ID);
    let seq = sent.and_then(|id| id.parse::<u32>().ok());
    seq.map_or(Resume::Snapshot, |seq| Resume::After(seq.into()))
}

/// The answer that carries a scan's events. A comment is sent after `quiet` without one.
pub(crate) fn respond(events: EventStream, drain: Drain, quiet: Duration) -> Response {
    let open = HTTP_EVENT_STREAMS.hold();
    let feed = Feed { events, drain, quiet, step: Step::Opening, _open: open };
    let chunks = stream::unfold(feed, Feed::next).map(Ok::<_, Infallible>);
    warp::reply::stream(Exclusive::new(chunks))
        .into_response()
        .with_static(CONTENT_TYPE, EVENT_STREAM)
        .with_static(CACHE_CONTROL, "no-store")
        .with_static(ACCEL_BUFFERING, "no")
}

/// The answer that carries a stream whose end is known already.
pub(crate) fn whole(stream: Vec<u8>) -> Response {
    reply::bytes(OK, EVENT_STREAM, stream).with_static(ACCEL_BUFFERING, "no")
}

/// One event without an id. JSON has no line breaks, so one data line holds it.
pub(crate) fn event<T: Serialize>(name: &str, data: &T) -> Vec<u8> {
    let mut chunk = format!("event: {name}\ndata: ").into_bytes();
    chunk.extend(reply::to_json(data));
    chunk.extend_from_slice(b"\n\n");
    chunk
}

struct Feed {
    events: EventStream,
    drain: Drain,
    quiet: Duration,
    step: Step,
    _open: Held,
}

enum Step {
    Opening,
    Following,
    Over,
}

impl Feed {
    async fn next(mut self) -> Option<(Bytes, Self)> {
        let chunk = match self.step {
            Step::Opening => {
                self.step = Step::Following;
                Bytes::from_static(OPENING.as_bytes())
            }
            Step::Following => self.follow().await?,
            Step::Over => return None,
        };
        Some((chunk, self))
    }

    async fn follow(&mut self) -> Option<Bytes> {
        tokio::select! {
            biased;
            event = self.events.next() => event.map(|event| encode(&event)),
            () = self.drain.started() => {
                self.step = Step::Over;
                Some(Bytes::from_static(COME_BACK.as_bytes()))
            }
            () = tokio::time::sleep(self.quiet) => Some(Bytes::from_static(STILL_HERE.as_bytes())),
        }
    }
}

/// JSON has no line breaks, so one data line holds it.
fn encode(event: &LifecycleEvent) -> Bytes {
    let mut chunk = format!("event: scan\nid: {}\ndata: ", event.seq).into_bytes();
    chunk.extend(reply::to_json(event));
    chunk.extend_from_slice(b"\n\n");
    chunk.into()
}

/// Makes a stream `Sync`, as warp asks of bodies: polling needs `&mut`, so the lock is never
/// contended, and is not even taken.
struct Exclusive<S>(Mutex<Pin<Box<S>>>);

impl<S> Exclusive<S> {
    fn new(stream: S) -> Self {
        Self(Mutex::new(Box::pin(stream)))
    }
}

impl<S: Stream> Stream for Exclusive<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        let stream = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        stream.as_mut().poll_next(context)
    }
}

#[cfg(test)]
mod tests;
