//! Monitors: URLs that are scanned every week, and the consent of their owners to tracking.

mod doc;
mod views;

use citable_actors::ids::{Prefix, is_id};
use citable_actors::monitors::{Engine, Monitor, NewConsent, WatchUrl};
use hyper::header::CACHE_CONTROL;

use super::keys::Done;
use super::reports;
use crate::http::call::Call;
use crate::http::idempotency::once;
use crate::http::problem::{CREATED, Code, OK, Problem, Status};
use crate::http::reply::{self, JSON, Response, With};

pub(crate) use doc::{CONSENT, CREATE, DELETE, LIST, WITHDRAW};
pub use views::{
    Allowance, ConsentRequest, ConsentView, MonitorList, MonitorRequest, MonitorView, One,
    TrackingView,
};

/// Lists the account's active monitors.
pub(crate) async fn list(call: Call) -> Result<Response, Problem> {
    Ok(reports::list(&call, &of_account(&call).await?))
}

/// Returns the account's active monitors.
pub(crate) async fn of_account(call: &Call) -> Result<MonitorList, Problem> {
    let account = call.account()?;
    let handles = &call.app().handles;
    let monitors = handles.reader.monitors_of(account.id.clone()).await?;
    let limit = call.app().limits.of(account.plan).monitors;
    let allowance = Allowance::of(limit, monitors.len());
    let shown = |monitor: Monitor| (&monitor.showing_unavailable(&handles.tracking)).into();
    let monitors = monitors.into_iter().map(shown).collect();
    Ok(MonitorList { monitors, allowance })
}

/// Starts or resumes monitoring of a URL.
pub(crate) async fn create(call: Call) -> Result<Response, Problem> {
    refuse_consent_by_key(&call)?;
    let monitor = watch(&call, || call.fields()).await?;
    Ok(respond(CREATED, body(&call)(&monitor)))
}

/// Begins to monitor a URL, or goes on. What is wanted is read once the plan is known to include
/// monitors.
pub(crate) async fn watch(
    call: &Call,
    wanted: impl FnOnce() -> Result<MonitorRequest, Problem>,
) -> Result<Monitor, Problem> {
    let account = call.account()?;
    let limit = call.app().limits.of(account.plan).monitors;
    if limit == 0 {
        return Err(Problem::plan_required(
            "Monitors need the Pro or Agency plan. Upgrade to add one.",
        ));
    }
    let wanted = wanted()?;
    let url = citable_actors::fetch::parse_target(&wanted.url, &call.app().fetch)?;
    let consent = wanted.tracking_consent.as_ref();
    let consent =
        consent.map(|wanted| consent_of(call, wanted, "trackingConsent.engines")).transpose()?;
    let watch = WatchUrl { account_id: account.id.clone(), url, limit, consent };
    let kept = body(call);
    let keep = once(call.slot.as_ref(), move |monitor| (CREATED, kept(monitor)));
    Ok(call.app().handles.monitors.watch(watch, keep).await?)
}

/// Ends a monitor.
pub(crate) async fn delete(call: Call) -> Result<Response, Problem> {
    unwatch(&call).await?;
    Ok(reply::json(OK, &Done { ok: true }))
}

/// Ends the monitor that the path names.
pub(crate) async fn unwatch(call: &Call) -> Result<(), Problem> {
    let (account, id) = (call.account()?, monitor_id(call)?);
    match call.app().handles.monitors.unwatch(account.id.clone(), id).await? {
        true => Ok(()),
        false => Err(no_such_monitor()),
    }
}

/// Records that answer engines may be asked about an address.
pub(crate) async fn record_consent(call: Call) -> Result<Response, Problem> {
    let monitor = consent(&call, &call.fields()?).await?;
    Ok(respond(OK, body(&call)(&monitor)))
}

/// Records that consent for the monitor that the path names.
pub(crate) async fn consent(call: &Call, wanted: &ConsentRequest) -> Result<Monitor, Problem> {
    let account = call.account()?;
    let consent = consent_of(call, wanted, "engines")?;
    let id = monitor_id(call)?;
    let kept = body(call);
    let keep = once(call.slot.as_ref(), move |monitor| (OK, kept(monitor)));
    let monitors = &call.app().handles.monitors;
    let monitor = monitors.set_consent(account.id.clone(), id, Some(consent), keep).await?;
    monitor.ok_or_else(no_such_monitor)
}

/// Ends that consent.
pub(crate) async fn withdraw_consent(call: Call) -> Result<Response, Problem> {
    withdraw(&call).await?;
    Ok(reply::json(OK, &Done { ok: true }))
}

/// Ends the consent for the monitor that the path names.
pub(crate) async fn withdraw(call: &Call) -> Result<(), Problem> {
    let (account, id) = (call.account()?, monitor_id(call)?);
    let monitors = &call.app().handles.monitors;
    let monitor = monitors.set_consent(account.id.clone(), id, None, None).await?;
    monitor.map(drop).ok_or_else(no_such_monitor)
}

/// How the answer about one monitor is written.
fn body(call: &Call) -> impl Fn(&Monitor) -> Vec<u8> + Clone + Send + Sync + 'static {
    let tracking = call.app().handles.tracking.clone();
    move |monitor| One::body(&monitor.clone().showing_unavailable(&tracking))
}

/// A key cannot consent for its owner, whatever else is wrong with the request.
fn refuse_consent_by_key(call: &Call) -> Result<(), Problem> {
    let consents = call.content.value.as_ref().and_then(|body| body.get("trackingConsent"));
    if call.caller.key().is_some() && consents.is_some_and(|consent| !consent.is_null()) {
        let advice =
            "API keys can't consent to tracking. Omit `trackingConsent`, or sign in and consent.";
        return Err(Problem::new(Code::KeyNotAllowed, advice).about("trackingConsent"));
    }
    Ok(())
}

/// Reads a consent; `param` is the field that names the engines.
fn consent_of(call: &Call, wanted: &ConsentRequest, param: &str) -> Result<NewConsent, Problem> {
    let engines: Result<Vec<Engine>, _> = wanted.engines.iter().map(|name| name.parse()).collect();
    match engines {
        Ok(engines) if !engines.is_empty() => Ok(NewConsent { engines, ip: call.client }),
        _ => Err(Problem::new(
            Code::InvalidEngine,
            "`engines` must list at least one of `engine_1`, `engine_2` and `engine_3`.",
        )
        .about(param)),
    }
}

fn monitor_id(call: &Call) -> Result<String, Problem> {
    let id = call.param("id");
    if is_id(Prefix::Monitor, id) { Ok(id.to_owned()) } else { Err(no_such_monitor()) }
}

fn no_such_monitor() -> Problem {
    Problem::not_found("No active monitor with this ID. List your monitors with GET /monitors.")
}

fn respond(status: Status, body: Vec<u8>) -> Response {
    reply::bytes(status, JSON, body).with_static(CACHE_CONTROL, "no-store")
}
