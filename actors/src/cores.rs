//! The machine's cores: who reads a page now, who waits, and how long either may.
//!
//! Reading a page is pure computation, so as many are read at once as there are cores. Whoever
//! waits for one waits for us and not for the page. Work ends when its CPU time is spent or when
//! nobody wants its result any more, so no core is held by a scan that is over.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use citable_checks::patience::Patience;
use rustix::time::{ClockId, clock_gettime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// How long things may take that need a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreLimits {
    /// How long a scan waits for a core at most. It stands outside the scan's own time.
    pub wait: Duration,
    /// CPU time for one page. The longest ordinary ones take half a second in a debug build.
    pub page: Duration,
}

impl Default for CoreLimits {
    fn default() -> Self {
        Self { wait: Duration::from_secs(30), page: Duration::from_secs(10) }
    }
}

/// The cores. Clones share them.
#[derive(Clone, Debug)]
pub struct Cores {
    free: Arc<Semaphore>,
    limits: CoreLimits,
}

/// Why work on a core has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoreError {
    /// No core became free in time; nothing was begun.
    #[error("no core was free in time")]
    Busy,
    /// The work was not over in time, and was broken off.
    #[error("the work didn't finish in time")]
    TooLong,
    /// The work panicked; the panic hook printed why.
    #[error("the work panicked")]
    Panicked,
}

impl Cores {
    /// That many cores.
    pub fn new(count: NonZeroUsize, limits: CoreLimits) -> Self {
        Self { free: Arc::new(Semaphore::new(count.get())), limits }
    }

    /// As many cores as this process may use.
    pub fn count() -> NonZeroUsize {
        std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
    }

    /// The cores of a command that reads one page, which may take as long as it takes.
    pub fn of_a_command() -> Self {
        Self::new(Self::count(), CoreLimits { wait: Duration::MAX, page: Duration::MAX })
    }

    /// How long a scan waits for a core at most.
    pub fn longest_wait(&self) -> Duration {
        self.limits.wait
    }

    /// Waits for a core, at most for `wait`.
    ///
    /// # Errors
    /// [`CoreError::Busy`].
    pub(crate) async fn wait(&self, wait: Duration) -> Result<Core, CoreError> {
        let permit = timeout(wait, Arc::clone(&self.free).acquire_owned()).await;
        match permit {
            Ok(Ok(permit)) => Ok(Core { permit, page: self.limits.page }),
            Ok(Err(_)) | Err(_) => Err(CoreError::Busy),
        }
    }
}

/// A core reserved for one caller.
#[derive(Debug)]
pub(crate) struct Core {
    permit: OwnedSemaphorePermit,
    page: Duration,
}

impl Core {
    /// Does `work` on the core, at most for `within`. The patience is spent when the CPU time is,
    /// when `within` has passed, and when the caller goes away; the core is free when the work has
    /// noticed.
    ///
    /// # Errors
    /// [`CoreError::TooLong`] and [`CoreError::Panicked`].
    pub(crate) async fn run<T: Send + 'static>(
        self,
        within: Duration,
        work: impl FnOnce(&Patience<'_>) -> T + Send + 'static,
    ) -> Result<T, CoreError> {
        let Self { permit, page } = self;
        let wanted = Wanted::default();
        let is_unwanted = Arc::clone(&wanted.is_unwanted);
        let done = tokio::task::spawn_blocking(move || {
            let _until_the_work_ends = permit;
            let begun = cpu_time();
            let has_time = || cpu_time().saturating_sub(begun) < page;
            let may_go_on = || !is_unwanted.load(Ordering::Relaxed) && has_time();
            let result = work(&Patience::new(&may_go_on));
            (result, has_time())
        });
        match timeout(within, done).await {
            Ok(Ok((result, had_time))) => {
                if !had_time {
                    tracing::warn!("a page used up its CPU time (CITABLE_PAGE_CPU)");
                }
                Ok(result)
            }
            Ok(Err(_panicked)) => Err(CoreError::Panicked),
            Err(_elapsed) => Err(CoreError::TooLong),
        }
    }
}

/// Somebody waits for the result, until this is dropped.
#[derive(Default)]
struct Wanted {
    is_unwanted: Arc<AtomicBool>,
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
    }
}

/// The CPU time that this thread has used: what a page costs, however busy the machine is.
fn cpu_time() -> Duration {
    let spent = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(spent).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: NonZeroUsize = NonZeroUsize::MIN;
    const LONG: Duration = Duration::from_secs(60);

    fn one_core(limits: CoreLimits) -> Cores {
        Cores::new(ONE, limits)
    }

    /// Works until it may not go on.
    fn endless(patience: &Patience<'_>) {
        while patience.ask().is_ok() {}
    }

    #[tokio::test]
    async fn work_ends_when_its_cpu_time_is_spent() {
        let cores =
            one_core(CoreLimits { page: Duration::from_millis(20), ..CoreLimits::default() });
        let core = cores.wait(Duration::ZERO).await.unwrap();
        assert_eq!(core.run(LONG, endless).await, Ok(()));
        assert!(cores.wait(Duration::ZERO).await.is_ok());
    }

    #[tokio::test]
    async fn a_core_is_free_again_when_the_scan_that_held_it_is_over() {
        let cores = one_core(CoreLimits { page: LONG, ..CoreLimits::default() });
        let core = cores.wait(Duration::ZERO).await.unwrap();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let scan = tokio::spawn(core.run(LONG, |patience| {
            begun.send(()).unwrap();
            endless(patience);
        }));
        has_begun.await.unwrap();
        assert_eq!(cores.wait(Duration::ZERO).await.err(), Some(CoreError::Busy));
        scan.abort();
        assert!(cores.wait(LONG).await.is_ok());
    }

    #[tokio::test]
    async fn work_that_is_not_over_in_time_is_broken_off() {
        let cores = one_core(CoreLimits { page: LONG, ..CoreLimits::default() });
        let core = cores.wait(Duration::ZERO).await.unwrap();
        assert_eq!(core.run(Duration::from_millis(20), endless).await, Err(CoreError::TooLong));
        assert!(cores.wait(LONG).await.is_ok());
    }

    #[tokio::test]
    async fn a_panic_gives_the_core_back() {
        let cores = one_core(CoreLimits::default());
        let core = cores.wait(Duration::ZERO).await.unwrap();
        let panicked = core.run(LONG, |_| panic!("scripted")).await;
        assert_eq!(panicked, Err::<(), _>(CoreError::Panicked));
        assert!(cores.wait(LONG).await.is_ok());
    }
}
