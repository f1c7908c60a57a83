//! What there is to ask about a run of a monitor that is over.

use std::time::Duration;

use citable_checks::page::Page;
use citable_checks::page::snapshot::Snapshot;
use citable_checks::questions::questions;
use citable_schema::{BeginAsks, NewAsk, Reader, RunRow, StoreError};

use super::TrackingHandle;
use crate::cores::{CoreError, Cores};
use crate::ids::{Prefix, new_id};
use crate::snapshots::{BodyError, Snapshots};
use crate::tracking::Engine;

/// How long this waits for a core: scans go first, and whoever announces runs has to be heard of.
const CORE_WAIT: Duration = Duration::from_secs(2);
/// How long reading the page may take.
const READING: Duration = Duration::from_secs(10);

/// Why it is not known what to ask about a run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AsksError {
    /// The store was asked in vain.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The page could not be read just now.
    #[error("can't read the page of a run again: {0}")]
    Core(#[from] CoreError),
    /// The snapshot store was asked in vain.
    #[error(transparent)]
    Body(#[from] BodyError),
}

/// What is asked about a run; none where it brought no score, so that what was asked before stays.
pub(crate) async fn asks_of_run(
    reader: &Reader,
    snapshots: &Snapshots,
    cores: &Cores,
    tracking: &TrackingHandle,
    run: &RunRow,
) -> Result<Option<BeginAsks>, AsksError> {
    if run.score.is_none() {
        return Ok(None);
    }
    let mut begin = BeginAsks {
        monitor_id: run.monitor_id.clone(),
        period_start: run.period_start,
        page_url: String::new(),
        asks: Vec::new(),
    };
    let monitor = reader.monitor(&run.monitor_id).await?;
    let Some(monitor) = monitor.filter(|monitor| monitor.consent_engines.is_some()) else {
        return Ok(Some(begin));
    };
    // The owner may have deleted the scan.
    let Some(stored) = reader.snapshot(&run.scan_id).await? else { return Ok(Some(begin)) };
    let body = match snapshots.body(stored).await {
        Ok(body) => body,
        Err(error) if error.may_pass() => return Err(error.into()),
        Err(error) => {
            tracing::error!(scan = run.scan_id, %error, "can't read the page of a run again");
            return Ok(Some(begin));
        }
    };
    let Some((page_url, questions)) = read(cores, body).await? else {
        tracing::error!(scan = run.scan_id, "can't read the page of a run again");
        return Ok(Some(begin));
    };
    let engines = Engine::ALL.into_iter().filter(|engine| monitor.consents_to(engine.as_str()));
    begin.asks = engines.flat_map(|engine| asks(tracking, engine, &questions)).collect();
    begin.page_url = page_url;
    Ok(Some(begin))
}

/// Where a stored page was found, and what is asked about it; none where it cannot be read at all.
///
/// # Errors
/// It may be read later.
async fn read(cores: &Cores, stored: Vec<u8>) -> Result<Option<(String, Vec<String>)>, CoreError> {
    let core = cores.wait(CORE_WAIT).await?;
    let read = core.run(READING, move |patience| {
        let page = Page::read_within(&Snapshot::decode(&stored).ok()?, patience).ok()?;
        Some((page.final_url.to_string(), questions(&page)))
    });
    match read.await {
        // It would panic again.
        Err(CoreError::Panicked) => Ok(None),
        read => read,
    }
}

fn asks(tracking: &TrackingHandle, engine: Engine, questions: &[String]) -> Vec<NewAsk> {
    let name = tracking.name_of(engine);
    let new = |(number, question): (i32, &String)| NewAsk {
        id: new_id(Prefix::Ask),
        engine: engine.to_string(),
        engine_name: name.unwrap_or(engine.as_str()).to_owned(),
        number,
        question: question.clone(),
        is_available: name.is_some(),
    };
    (1..).zip(questions).map(new).collect()
}
