//! One request at a time per host: politeness towards the sites that are scanned.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The hosts that are being asked right now.
#[derive(Debug, Default)]
pub(super) struct HostPermits {
    hosts: Mutex<HashMap<String, Weak<Semaphore>>>,
}

impl HostPermits {
    /// Waits until no other request to that host is under way. `None` never comes in practice: the
    /// semaphores are not closed.
    pub(super) async fn acquire(&self, host: &str) -> Option<OwnedSemaphorePermit> {
        self.semaphore(host).acquire_owned().await.ok()
    }

    fn semaphore(&self, host: &str) -> Arc<Semaphore> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(semaphore) = hosts.get(host).and_then(Weak::upgrade) {
            return semaphore;
        }
        hosts.retain(|_, semaphore| semaphore.strong_count() > 0);
        let semaphore = Arc::new(Semaphore::new(1));
        hosts.insert(host.to_owned(), Arc::downgrade(&semaphore));
        semaphore
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn the_second_request_to_a_host_waits_for_the_first() {
        let permits = HostPermits::default();
        let first = permits.acquire("a.example.com").await;
        assert!(permits.acquire("b.example.com").now_or_never().is_some());
        assert!(permits.acquire("a.example.com").now_or_never().is_none());
        drop(first);
        assert!(permits.acquire("a.example.com").now_or_never().is_some());
    }

    #[tokio::test]
    async fn hosts_that_are_done_are_forgotten() {
        let permits = HostPermits::default();
        for host in ["a.example.com", "b.example.com", "c.example.com"] {
            drop(permits.acquire(host).await);
        }
        assert_eq!(permits.hosts.lock().unwrap().len(), 1);
    }
}
