//! `start_scan` of a local session: also for a file, and for HTML in the call.

use std::sync::Arc;

use citable_actors::ids::{Prefix, new_id};
use serde::Deserialize;
use serde_json::Value;
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::input::{Given, Input};
use super::scan::run;
use super::session::Session;
use crate::http::problem::{Code, Problem};
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, facts, text};
use crate::mcp::tools::get_scan::{at_hand, result_fields};
use crate::mcp::tools::start_scan::{wait, wait_schema};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    url: Option<String>,
    file: Option<String>,
    html: Option<String>,
    base_url: Option<String>,
    wait_seconds: Option<u64>,
}

pub(super) fn input() -> Value {
    arguments(
        &[],
        &[
            ("url", text("Public HTTPS URL. Bare domains get https://.")),
            ("file", text("Path of an .html or .htm file on this machine, instead of url.")),
            ("html", text("HTML of the page, instead of url.")),
            (
                "baseUrl",
                text(
                    "Public HTTPS URL of the page in file or html. Checks that need the URL are \
                     skipped without it.",
                ),
            ),
            ("waitSeconds", wait_schema()),
        ],
    )
}

pub(super) fn output() -> Value {
    facts(&["scanId", "status", "url", "pollAfterSeconds", "nextStep"], &result_fields())
}

pub(super) async fn call(session: Arc<Session>, sent: Arguments) -> Result<Facts, Problem> {
    let Asked { url, file, html, base_url, wait_seconds } = sent.read()?;
    let patience = wait(wait_seconds)?;
    let given = Given { url, file, html, base_url };
    let place = Arc::clone(&session.running).try_acquire_owned();
    let place =
        place.map_err(|_full| Problem::new(Code::Overloaded, "Too many scans are running."))?;
    let reading = {
        let session = Arc::clone(&session);
        tokio::task::spawn_blocking(move || Input::of(given, session.fetcher.as_ref()))
    };
    let input = reading.await.map_err(|_stopped| Problem::internal())??;
    let id = new_id(Prefix::Scan);
    session.begin(&id, &input.shown());
    let mut task = {
        let (session, id) = (Arc::clone(&session), id.clone());
        tokio::spawn(async move {
            run(session, id, input).await;
            drop(place);
        })
    };
    let mut cancelled =
        Cancelled { scan: Some((Arc::clone(&session), id.clone(), task.abort_handle())) };
    let ended = timeout(patience, &mut task).await;
    cancelled.scan = None;
    if matches!(ended, Ok(Err(_))) {
        session.forget(&id);
        return Err(Problem::internal());
    }
    Ok(at_hand(&session.scan(&id)?).into())
}

/// Stops the scan of a call that is cancelled while it waits.
struct Cancelled {
    scan: Option<(Arc<Session>, String, AbortHandle)>,
}

impl Drop for Cancelled {
    fn drop(&mut self) {
        if let Some((session, id, task)) = self.scan.take() {
            task.abort();
            session.forget(&id);
        }
    }
}
