//! Starting scans and reading what became of them.

mod doc;

use citable_actors::clock::rfc3339;
use citable_actors::fetch::{TargetUrl, parse_target};
use citable_actors::identity::AccountPlan as Plan;
use citable_actors::ids::{Prefix, is_id, new_id};
use citable_actors::ledger::{AdmitScan, LedgerError};
use citable_actors::quota::Usage;
use citable_actors::{CachedReport, ScanView, SubmitScan};
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::stage::Stage;
use citable_checks::url::url_hash;
use citable_checks::weights::CHECKS_TOTAL;
use citable_metrics::SCAN_CACHE_HITS;
use hyper::header::{CACHE_CONTROL, HeaderValue, LOCATION, RETRY_AFTER};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reports::{self, Stored};
use crate::http::App;
use crate::http::call::Call;
use crate::http::caller::Caller;
use crate::http::errors::no_such_scan;
use crate::http::idempotency::{Slot, stored};
use crate::http::problem::{ACCEPTED, Code, OK, Problem};
use crate::http::reply::{self, Response, With};

pub(crate) use doc::{CACHED, CREATE, ID, OF_LIST, READ, UNCHANGED_LIST, VARIES};

/// Seconds before a pending scan is worth another look.
pub(crate) const POLL_AFTER_SECONDS: u8 = 2;

/// Body of `POST /scan`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ScanRequest")]
pub struct ScanRequest {
    /// HTTPS URL of the page to scan. Bare domains get `https://`.
    #[schemars(length(min = 1, max = 2048))]
    pub url: String,
    /// Token of the human check. Required for callers without a paid plan if the service has a human
    /// check configured.
    pub human_check_token: Option<String>,
    /// True to scan again even if a report less than 24 hours old exists. Needs an account.
    #[serde(default)]
    pub refresh: bool,
}

/// Accepted scan, or a cached report.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScanAccepted {
    /// ID of the scan.
    pub id: String,
    /// Status of the scan: `done` if the report is ready.
    pub status: AcceptedStatus,
    /// True if an earlier report is returned instead of a new scan.
    pub cached: bool,
    /// Normalized URL.
    pub url: String,
    /// Time of the cached scan. Only if `cached` is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scanned_at: Option<String>,
    /// URL of the report.
    pub report_url: String,
    /// URL of the report for people, as a page.
    pub web_url: String,
    /// URL of the event stream.
    pub events_url: String,
    /// Seconds to wait before polling `reportUrl`; 0 if the report is ready.
    pub poll_after_sec: u8,
}

/// Status of an accepted scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AcceptedStatus {
    /// Queued or running.
    Pending,
    /// Report is ready.
    Done,
}

/// Scan that is queued or running.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingScan {
    /// ID of the scan.
    pub id: String,
    /// Always `pending`.
    pub status: PendingStatus,
    /// Normalized URL.
    pub url: String,
    /// Stage the scan has reached.
    pub stage: Stage,
    /// Number of checks completed. Stays 0 until the end, when all checks run at once.
    #[schemars(range(max = 34))]
    pub completed_checks: u8,
    /// Number of checks in the catalogue.
    #[schemars(range(max = 34))]
    pub total_checks: u8,
    /// Time at which the scan was requested.
    pub created_at: String,
}

/// Status of a scan that is queued or running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PendingStatus {
    /// Queued or running.
    Pending,
}

/// Answers with the newest report under 24 hours old, or starts a scan.
pub(crate) async fn create(call: Call) -> Result<Response, Problem> {
    let (scan, usage) = take(&call, || call.fields()).await?;
    let mut response = accepted(&scan);
    if let Some(usage) = usage {
        response.extensions_mut().insert(usage);
    }
    Ok(response)
}

/// Takes a scan, for the API and for the site: the newest report under 24 hours old, or a new scan
/// and how full the caller's buckets are with it.
///
/// # Errors
/// Every refusal of a scan.
pub(crate) async fn take(
    call: &Call,
    wanted: impl FnOnce() -> Result<ScanRequest, Problem>,
) -> Result<(ScanAccepted, Option<Usage>), Problem> {
    // Draining comes before everything else, and so does this.
    not_paused(call.app()).await?;
    let wanted = wanted()?;
    let target = target(call.app(), &call.caller, &wanted.url, wanted.refresh)?;
    if !wanted.refresh
        && let Some(scan) = known(call.app(), &target).await?
    {
        return Ok((scan, None));
    }
    check_human(call, &wanted, &target).await?;
    let (scan, usage) = start(call, fresh(target)).await?;
    Ok((scan, Some(usage)))
}

/// Whether scans are taken at all.
pub(crate) async fn not_paused(app: &App) -> Result<(), Problem> {
    match app.handles.reader.is_paused().await? {
        true => Err(Problem::paused()),
        false => Ok(()),
    }
}

/// The page that this caller may have scanned, or scanned anew.
pub(crate) fn target(
    app: &App,
    caller: &Caller,
    url: &str,
    refresh: bool,
) -> Result<TargetUrl, Problem> {
    let target = parse_target(url, &app.fetch)?;
    if refresh && caller.account().is_none() {
        return Err(refresh_requires_account());
    }
    Ok(target)
}

/// The earlier scan that answers for a new one, if there is one.
pub(crate) async fn known(app: &App, target: &TargetUrl) -> Result<Option<ScanAccepted>, Problem> {
    let report = app.handles.reader.cached_report(url_hash(target.url())).await?;
    Ok(report.map(|report| {
        SCAN_CACHE_HITS.one();
        cached(app, target, report)
    }))
}

/// A new scan of that page.
pub(crate) fn fresh(target: TargetUrl) -> SubmitScan {
    SubmitScan { id: new_id(Prefix::Scan), url: target }
}

/// Whoever pays is not asked, nor who refreshes a page that has a report.
async fn check_human(call: &Call, wanted: &ScanRequest, target: &TargetUrl) -> Result<(), Problem> {
    let handles = &call.app().handles;
    if !handles.human_check.is_configured() || call.caller.pays() {
        return Ok(());
    }
    if wanted.refresh && handles.reader.has_report(url_hash(target.url())).await? {
        return Ok(());
    }
    let token = wanted.human_check_token.as_deref();
    Ok(handles.human_check.verify(token, call.client).await?)
}

/// Charges and starts a scan. The answer is written first: it is stored together with the scan.
async fn start(call: &Call, scan: SubmitScan) -> Result<(ScanAccepted, Usage), Problem> {
    let taken = pending(call.app(), &scan);
    let reservation = call.slot.as_ref().and_then(Slot::take);
    let answer = reservation
        .map(|reservation| (reservation, stored(&accepted(&taken), &reply::to_json(&taken))));
    let order = AdmitScan { scan, spender: call.spender(), answer };
    let usage = admit(call.app(), &call.caller, order).await?;
    Ok((taken, usage))
}

/// Charges and starts a scan.
pub(crate) async fn admit(app: &App, caller: &Caller, order: AdmitScan) -> Result<Usage, Problem> {
    let usage = app.handles.ledger.admit(order).await;
    usage.map_err(|error| not_admitted(error, caller))
}

/// The refusal of a scan, in the words for who asked.
fn not_admitted(error: LedgerError, caller: &Caller) -> Problem {
    let spent = matches!(error, LedgerError::QuotaSpent(_));
    let problem = Problem::from(error);
    if !spent {
        return problem;
    }
    let plan = caller.plan().map_or("anonymous", Plan::as_str);
    let problem = problem.with(|extras| extras.plan = Some(plan.to_owned()));
    match caller {
        Caller::Anonymous => problem.recoded(Code::RateLimited),
        Caller::Session(_) | Caller::Key(_) => problem,
    }
}

/// Answers with the report, or with how far the scan is.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    let id = call.param("id");
    if !is_id(Prefix::Scan, id) {
        return Err(no_such_scan());
    }
    let form = reports::form(&call);
    if let Some(ready) = reports::ready(&call, id, form).await? {
        return Ok(ready);
    }
    match reports::stored(call.app(), id).await? {
        Stored::Report(report) => Ok(reports::respond(&call, id, *report, form).await),
        Stored::Pending(scan) => Ok(reports::per_viewer(reply::json(OK, &pending_scan(scan)))
            .with(RETRY_AFTER, HeaderValue::from(u16::from(POLL_AFTER_SECONDS)))),
        Stored::Failed(scan) => Err(failed(scan)),
        Stored::Missing => Err(report_missing()),
    }
}

fn accepted(scan: &ScanAccepted) -> Response {
    let response = match scan.status {
        AcceptedStatus::Done => reply::json(OK, scan),
        AcceptedStatus::Pending => reply::json(ACCEPTED, scan)
            .with(RETRY_AFTER, HeaderValue::from(u16::from(POLL_AFTER_SECONDS))),
    };
    let location = format!("/api/v1/scan/{}", scan.id);
    response.with(LOCATION, reply::header(&location)).with_static(CACHE_CONTROL, "no-store")
}

/// What is said of a scan that was taken.
pub(crate) fn pending(app: &App, scan: &SubmitScan) -> ScanAccepted {
    ScanAccepted {
        id: scan.id.clone(),
        status: AcceptedStatus::Pending,
        cached: false,
        url: scan.url.as_str().to_owned(),
        scanned_at: None,
        report_url: app.link(&format!("/api/v1/scan/{}", scan.id)),
        web_url: app.link(&format!("/report/{}", scan.id)),
        events_url: app.link(&format!("/api/v1/scan/{}/events", scan.id)),
        poll_after_sec: POLL_AFTER_SECONDS,
    }
}

fn cached(app: &App, target: &TargetUrl, report: CachedReport) -> ScanAccepted {
    let scan = SubmitScan { id: report.scan_id, url: target.clone() };
    ScanAccepted {
        status: AcceptedStatus::Done,
        cached: true,
        scanned_at: Some(rfc3339(report.scanned_at)),
        poll_after_sec: 0,
        ..pending(app, &scan)
    }
}

pub(crate) fn pending_scan(scan: ScanView) -> PendingScan {
    PendingScan {
        id: scan.id,
        status: PendingStatus::Pending,
        url: scan.url,
        stage: scan.stage,
        completed_checks: 0,
        total_checks: CHECKS_TOTAL,
        created_at: rfc3339(scan.created_at),
    }
}

pub(crate) fn failed(scan: ScanView) -> Problem {
    let reason = why_failed(&scan);
    Problem::scan_failed(scan.id, reason)
}

/// Why a failed scan failed.
pub(crate) fn why_failed(scan: &ScanView) -> ScanFailure {
    let unknown = || {
        ScanFailure::new(
            FailureCode::Internal,
            "The scan failed for an unknown reason. Scan the page again.",
        )
    };
    scan.failure.clone().unwrap_or_else(unknown)
}

pub(crate) fn report_missing() -> Problem {
    Problem::new(Code::ReportMissing, "The report of this scan is missing. Scan the page again.")
}

fn refresh_requires_account() -> Problem {
    Problem::new(
        Code::RefreshRequiresAccount,
        "`refresh` needs an account. Omit it, sign in, or send an API key.",
    )
}
