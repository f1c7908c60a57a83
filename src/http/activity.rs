//! Whether a connection is in use: the HTTP library times a request's head, but neither an
//! HTTP/2 connection without requests nor one that sends half of the version preface.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::access::Access;

/// What one connection has done so far.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    /// The requests that are being answered, and when each moved last.
    open: Mutex<HashMap<u64, Instant>>,
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
        self.lock().insert(number, Instant::now());
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

    /// Returns once an answer was not asked for more of itself for `patience`: who does not read
    /// must not make us keep what they do not read.
    pub(crate) async fn stalled(&self, patience: Duration) {
        loop {
            let oldest = self.lock().values().min().copied();
            let end = oldest.unwrap_or_else(Instant::now) + patience;
            if end <= Instant::now() {
                return;
            }
            tokio::time::sleep_until(end).await;
        }
    }

    /// The map is never left half-changed, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Instant>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl InFlight {
    fn moved(&self) {
        self.activity.lock().insert(self.number, Instant::now());
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.activity.lock().remove(&self.number);
    }
}

/// A response body that keeps its request in flight until it was sent or given up.
#[derive(Debug)]
pub(crate) struct Tracked<B> {
    pub(crate) body: B,
    pub(crate) request: InFlight,
    pub(crate) _access: Access,
}

impl<B: Body + Unpin> Body for Tracked<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        self.request.moved();
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

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
        let _stuck = activity.begin();
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
}
