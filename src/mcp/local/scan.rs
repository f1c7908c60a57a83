//! One scan of a session.

use std::sync::Arc;

use citable_actors::assess;
use citable_actors::fetch::{Fetcher, Gather, ProgressSink, Step, parse_target};
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{Snapshot, Source};
use citable_checks::report::Report;

use super::input::Input;
use super::limits::{JUDGING, SCAN};
use super::session::Session;
use crate::cli::page::{of_bytes, without_stand_in};
use crate::mcp::held::Held;

/// Scans a page, and notes what came of it under that ID.
pub(super) async fn run(session: Arc<Session>, id: String, input: Input) {
    let url = input.shown();
    let progress: ProgressSink = {
        let (session, id) = (Arc::clone(&session), id.clone());
        Arc::new(move |step: Step| session.reach(&id, step.stage))
    };
    let scanned = tokio::time::timeout(SCAN, scan(&session, &id, input, progress)).await;
    let ended = match scanned.unwrap_or_else(|_elapsed| Err(too_slow())) {
        Ok(report) => {
            let report = without_stand_in(report);
            Held::Done(Arc::new(Report { url, ..report }))
        }
        Err(failure) => Held::Failed { id, url, failure },
    };
    session.end(ended);
}

async fn scan(
    session: &Session,
    id: &str,
    input: Input,
    progress: ProgressSink,
) -> Result<Report, ScanFailure> {
    let now = session.clock.now_ms();
    let snapshot = match (input, &session.fetcher) {
        (Input::Url(target), Some(fetcher)) => {
            fetcher.gather(&target, now, Arc::clone(&progress)).await?
        }
        (Input::Url(_), None) => return Err(internal("there is no network")),
        (Input::Page { name, body, url, .. }, fetcher) => {
            let at_hand = of_bytes(&name, url.as_ref(), body, now);
            let mut snapshot = at_hand.map_err(|error| internal(&error.to_string()))??;
            if let Some(fetcher) = fetcher {
                add_robots(&mut snapshot, fetcher).await;
            }
            snapshot
        }
    };
    let assessed = assess::assess(&session.cores, JUDGING, id, snapshot, progress).await?;
    Ok(assessed.report)
}

/// Adds the robots.txt of the page's public URL, where that is known and may be fetched.
async fn add_robots(snapshot: &mut Snapshot, fetcher: &Fetcher) {
    if snapshot.source == Source::File
        && let Ok(target) = parse_target(snapshot.requested_url.as_str(), fetcher.settings())
    {
        snapshot.robots = vec![fetcher.robots_txt(&target, snapshot.fetched_at).await];
    }
}

fn too_slow() -> ScanFailure {
    internal("it took too long")
}

fn internal(why: &str) -> ScanFailure {
    ScanFailure::new(FailureCode::Internal, format!("The scan was stopped: {why}. Scan again."))
}
