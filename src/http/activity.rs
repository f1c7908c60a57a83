//! Whether a connection is in use: the HTTP library times a request's head, but neither an
//! HTTP/2 connection without requests nor one that sends half of the version preface.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::Notify;

use super::access::Access;

/// What one connection has done so far.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    open: AtomicUsize,
    begun: AtomicU64,
    first: Notify,
}

/// One request that is being answered, its body included.
#[derive(Debug)]
pub(crate) struct InFlight(Arc<Activity>);

impl Activity {
    pub(crate) fn begin(self: &Arc<Self>) -> InFlight {
        self.open.fetch_add(1, Ordering::Relaxed);
        if self.begun.fetch_add(1, Ordering::Relaxed) == 0 {
            self.first.notify_one();
        }
        InFlight(Arc::clone(self))
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
            if quiet && self.open.load(Ordering::Relaxed) == 0 {
                return;
            }
        }
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A response body that keeps its request in flight until it was sent or given up.
#[derive(Debug)]
pub(crate) struct Tracked<B> {
    pub(crate) body: B,
    pub(crate) _request: InFlight,
    pub(crate) _access: Access,
}

impl<B: Body + Unpin> Body for Tracked<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
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
}
