//! Whether a connection is in use: the HTTP library times a request's head, but neither an
//! HTTP/2 connection without requests nor one that sends half of the version preface.
//!
//! Answers go out in slices, each of which holds its room until it is sent.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::access::Access;

/// What one connection has done so far.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    /// The requests that are open, and when each answer moved last that is there.
    open: Mutex<HashMap<u64, Option<Instant>>>,
    begun: AtomicU64,
    first: Notify,
}

/// One request that is being answered, its body included.
#[derive(Debug)]
pub(crate) struct InFlight {
    activity: Arc<Activity>,
    number: u64,
}

impl Activity {
    pub(crate) fn begin(self: &Arc<Self>) -> InFlight {
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        if number == 0 {
            self.first.notify_one();
        }
        self.lock().insert(number, None);
        InFlight { activity: Arc::clone(self), number }
    }

    /// Returns once the first request has begun. One caller may wait.
    pub(crate) async fn began(&self) {
        self.first.notified().await;
    }

    /// Returns once no request was open or begun for a while: for `first` where there was none
    /// yet, else for at least `later` and at most twice that.
    pub(crate) async fn ceased(&self, first: Duration, later: Duration) {
        loop {
            let before = self.begun.load(Ordering::Relaxed);
            tokio::time::sleep(if before == 0 { first } else { later }).await;
            let quiet = self.begun.load(Ordering::Relaxed) == before;
            if quiet && self.lock().is_empty() {
                return;
            }
        }
    }

    /// Returns once an answer has not moved for `patience`: it was not asked for more of itself, and
    /// nothing of it was sent. Who does not read must not make us keep what they do not read.
    pub(crate) async fn stalled(&self, patience: Duration) {
        loop {
            let oldest = self.lock().values().flatten().min().copied();
            let end = oldest.unwrap_or_else(Instant::now) + patience;
            if end <= Instant::now() {
                return;
            }
            tokio::time::sleep_until(end).await;
        }
    }

    /// The map is never left half-changed, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Option<Instant>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl InFlight {
    /// Its answer is there, or a part of it was asked for or sent.
    pub(crate) fn moved(&self) {
        self.activity.lock().insert(self.number, Some(Instant::now()));
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.activity.lock().remove(&self.number);
    }
}

/// Bytes of a body that are handed over at once. Whoever takes less in the time of a stall is too
/// slow.
const SLICE_BYTES: usize = 16 * 1024;

/// A response body that keeps its request in flight until it was sent or given up. The HTTP library
/// holds what it was handed until it is sent, so every part of it keeps the request in flight, too.
#[derive(Debug)]
pub(crate) struct Tracked<B> {
    body: B,
    /// What the body gave and was not asked for yet.
    rest: Bytes,
    open: Arc<Open>,
}

#[derive(Debug)]
struct Open {
    request: InFlight,
    _access: Access,
}

/// A part of a body; it counts as sent when it is dropped.
struct Slice {
    bytes: Bytes,
    open: Arc<Open>,
}

impl AsRef<[u8]> for Slice {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Slice {
    fn drop(&mut self) {
        self.open.request.moved();
    }
}

impl<B> Tracked<B> {
    pub(crate) fn new(body: B, request: InFlight, access: Access) -> Self {
        request.moved();
        Self { body, rest: Bytes::new(), open: Arc::new(Open { request, _access: access }) }
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for Tracked<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        self.open.request.moved();
        if self.rest.is_empty() {
            let frame = match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => frame,
                ended => return Poll::Ready(ended),
            };
            match frame.into_data() {
                Ok(data) => self.rest = data,
                Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
            }
        }
        let length = self.rest.len().min(SLICE_BYTES);
        let slice = Slice { bytes: self.rest.split_to(length), open: Arc::clone(&self.open) };
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_owner(slice)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.len() as u64;
        let of_body = self.body.size_hint();
        let mut hint = SizeHint::new();
        hint.set_lower(of_body.lower().saturating_add(rest));
        if let Some(upper) = of_body.upper() {
            hint.set_upper(upper.saturating_add(rest));
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use http_body_util::{BodyExt as _, Full};
    use hyper::Request;

    use super::*;
    use crate::http::call::Head;
    use crate::http::room::Room;

    const FIRST: Duration = Duration::from_secs(10);
    const LATER: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn a_connection_without_a_first_request_ceases_early() {
        let begin = tokio::time::Instant::now();
        Arc::new(Activity::default()).ceased(FIRST, LATER).await;
        assert_eq!(begin.elapsed(), FIRST);
    }

    #[tokio::test(start_paused = true)]
    async fn an_open_request_keeps_it() {
        let activity = Arc::new(Activity::default());
        let request = activity.begin();
        let ceased = tokio::time::timeout(LATER * 10, activity.ceased(FIRST, LATER)).await;
        assert!(ceased.is_err());
        drop(request);
        let begin = tokio::time::Instant::now();
        activity.ceased(FIRST, LATER).await;
        assert_eq!(begin.elapsed(), LATER);
    }

    #[tokio::test(start_paused = true)]
    async fn one_answer_that_nobody_takes_is_a_stall_whatever_moves_beside_it() {
        let activity = Arc::new(Activity::default());
        let moving = activity.begin();
        let _in_the_making = activity.begin();
        let keep_moving = async {
            loop {
                tokio::time::sleep(FIRST).await;
                moving.moved();
            }
        };
        tokio::select! {
            () = activity.stalled(LATER) => unreachable!("everything moves"),
            () = keep_moving => {}
            () = tokio::time::sleep(LATER * 10) => {}
        }
        let begin = tokio::time::Instant::now();
        let stuck = activity.begin();
        stuck.moved();
        let keep_moving = async {
            loop {
                tokio::time::sleep(FIRST).await;
                moving.moved();
            }
        };
        tokio::select! {
            () = activity.stalled(LATER) => assert_eq!(begin.elapsed(), LATER),
            () = keep_moving => {}
        }
    }

    #[tokio::test]
    async fn a_request_is_open_until_every_part_of_its_answer_was_sent() {
        let activity = Arc::new(Activity::default());
        let (parts, ()) = Request::new(()).into_parts();
        let access = Access::begin(&Head::new(parts, String::new(), Room::default()));
        let whole = Full::new(Bytes::from(vec![b'x'; SLICE_BYTES + 1]));
        let mut body = Tracked::new(whole, activity.begin(), access);
        assert_eq!(body.size_hint().exact(), Some(SLICE_BYTES as u64 + 1));
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!((first.len(), body.is_end_stream()), (SLICE_BYTES, false));
        assert_eq!(body.size_hint().exact(), Some(1));
        let last = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!((last.len(), body.is_end_stream()), (1, true));
        drop((body, first));
        assert_eq!(activity.lock().len(), 1, "the last part was not sent");
        drop(last);
        assert!(activity.lock().is_empty());
    }
}
