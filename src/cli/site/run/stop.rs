//! Ending a run early.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::cli::output;

/// Whether a run is to end. Clones are one.
#[derive(Clone, Debug)]
pub(in crate::cli::site) struct Stop(Arc<watch::Sender<bool>>);

impl Stop {
    /// One that Ctrl-C sets. A second Ctrl-C ends the program at once.
    pub(in crate::cli::site) fn on_interrupt() -> Self {
        let stop = Self(Arc::new(watch::Sender::new(false)));
        let own = stop.clone();
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_err() {
                return;
            }
            own.0.send_replace(true);
            output::note("finishing the pages in progress. Press Ctrl-C again to quit now");
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(2);
            }
        });
        stop
    }

    /// One that is set after that time.
    pub(in crate::cli::site) fn after(time: Duration) -> Self {
        let stop = Self(Arc::new(watch::Sender::new(false)));
        let own = Arc::downgrade(&stop.0);
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            if let Some(own) = own.upgrade() {
                own.send_replace(true);
            }
        });
        stop
    }

    /// Whether it is set.
    pub(in crate::cli::site) fn is_set(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits, but not longer than until it is set. Returns whether it is not.
    pub(super) async fn wait(&self, time: Duration) -> bool {
        let mut told = self.0.subscribe();
        // The sender is ours, and is not gone.
        let _over = tokio::time::timeout(time, told.wait_for(|stop| *stop)).await;
        !self.is_set()
    }
}
