//! Following a scan: what is stored, then what happens.
//!
//! The listener subscribes first and reads the log second. Every event is stored before it is
//! published, so nothing falls between the two; what arrives twice is known by its number, and a
//! number that was skipped is read from the log. Where the hub is gone, the log alone serves.

use std::collections::VecDeque;
use std::pin::Pin;
use std::time::Duration;

use futures_util::stream::{self, Stream};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::reader::ReaderHandle;
use crate::scan::event::LifecycleEvent;

use super::error::ScansError;

/// Between two looks at the log where the hub is gone.
const POLL_EVERY: Duration = Duration::from_secs(2);

/// A scan's events; it ends after the terminal one.
pub type EventStream = Pin<Box<dyn Stream<Item = LifecycleEvent> + Send>>;

/// Where a listener starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// With the newest event.
    Snapshot,
    /// After the event of that number.
    After(i64),
}

/// Follows a scan whose news come by `hub`; without one the log alone serves.
pub(super) async fn follow(
    hub: Option<broadcast::Receiver<LifecycleEvent>>,
    reader: ReaderHandle,
    id: String,
    resume: Resume,
) -> Result<EventStream, ScansError> {
    let newest = reader.last_event(id.clone()).await?.ok_or(ScansError::UnknownScan)?;
    let backlog = match resume {
        Resume::After(seq) if seq == newest.seq && newest.is_terminal() => {
            return Err(ScansError::AlreadyEnded);
        }
        Resume::After(seq) if (0..=newest.seq).contains(&seq) => {
            reader.events_after(id.clone(), seq).await?
        }
        // A number that this scan never reached says nothing.
        Resume::Snapshot | Resume::After(_) => vec![newest],
    };
    let last_seq = match (backlog.first(), resume) {
        (Some(first), _) => first.seq - 1,
        (None, Resume::After(seq)) => seq,
        (None, Resume::Snapshot) => 0,
    };
    let follower = Follower { reader, id, hub, pending: backlog.into(), last_seq, ended: false };
    Ok(Box::pin(stream::unfold(follower, Follower::next)))
}

struct Follower {
    reader: ReaderHandle,
    id: String,
    hub: Option<broadcast::Receiver<LifecycleEvent>>,
    pending: VecDeque<LifecycleEvent>,
    last_seq: i64,
    ended: bool,
}

impl Follower {
    async fn next(mut self) -> Option<(LifecycleEvent, Self)> {
        loop {
            if self.ended {
                return None;
            }
            if let Some(event) = self.pending.pop_front() {
                if event.seq <= self.last_seq {
                    continue;
                }
                self.last_seq = event.seq;
                self.ended = event.is_terminal();
                return Some((event, self));
            }
            self.listen().await;
        }
    }

    /// Waits for news and queues it.
    async fn listen(&mut self) {
        let Some(hub) = &mut self.hub else {
            tokio::time::sleep(POLL_EVERY).await;
            return self.read_log().await;
        };
        match hub.recv().await {
            Ok(event) if event.seq <= self.last_seq + 1 => self.pending.push_back(event),
            Ok(_) | Err(RecvError::Lagged(_)) => self.read_log().await,
            Err(RecvError::Closed) => {
                self.hub = None;
                self.read_log().await;
            }
        }
    }

    async fn read_log(&mut self) {
        match self.reader.events_after(self.id.clone(), self.last_seq).await {
            Ok(events) => self.pending.extend(events),
            // The next look may succeed; the client resumes if this one never does.
            Err(error) => tracing::warn!(scan = self.id, %error, "couldn't read an event log"),
        }
    }
}
