//! How long after a load the actor answers again as before it.

use std::time::Duration;

use anyhow::bail;
use tokio::time::{Instant, sleep};

use super::drive::Drive;
use super::operation::Fault;

/// Operations before the load that count for nothing: caches fill.
const WARM_UP: usize = 5;
/// Operations before the load, one after the other, that tell what is normal.
const PROBES: usize = 20;
/// So many times the slowest of these is still normal.
const LEEWAY: u32 = 2;
/// How long after the load an answer may stay away.
const PATIENCE: Duration = Duration::from_secs(30);
/// So often an operation without load is tried that is refused.
const TRIES: usize = 1_000;
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(1);

/// How long an operation takes at most where nothing else goes on.
///
/// # Errors
/// An operation that is not done although nothing else goes on.
pub(super) async fn normal_time(drive: &Drive) -> anyhow::Result<Duration> {
    let mut slowest = Duration::ZERO;
    for probe in 0..WARM_UP + PROBES {
        let took = patiently(async || {
            let began = Instant::now();
            drive.step().await?;
            Ok(began.elapsed())
        });
        let took = took.await?;
        if probe >= WARM_UP {
            slowest = slowest.max(took);
        }
    }
    Ok(slowest * LEEWAY)
}

/// Does something while nothing else goes on. A call may be refused all the same: an actor frees
/// the place of a call just after its answer.
///
/// # Errors
/// What fails, or is refused again and again.
pub(super) async fn patiently<T>(
    mut attempt: impl AsyncFnMut() -> Result<T, Fault>,
) -> anyhow::Result<T> {
    for _ in 0..TRIES {
        match attempt().await {
            Ok(done) => return Ok(done),
            Err(Fault::Refused(_)) => sleep(PAUSE).await,
            Err(Fault::Failed(how)) => bail!("an operation failed before the load: {how}"),
        }
    }
    bail!("operations are rejected even before the load; raise --places")
}

/// Tries operations until one is done in normal time, and answers how long that took; none where
/// it did not happen for half a minute.
pub(super) async fn until_normal(drive: &Drive, normal: Duration) -> Option<Duration> {
    let stopped = Instant::now();
    while stopped.elapsed() < PATIENCE {
        let began = Instant::now();
        if drive.step().await.is_ok() && began.elapsed() <= normal {
            return Some(stopped.elapsed());
        }
        sleep(PAUSE).await;
    }
    None
}
