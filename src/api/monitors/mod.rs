//! Monitors: addresses that are scanned every week, and what their owners consented to.

mod doc;
mod views;

use citable_actors::ids::{Prefix, is_id};
use citable_actors::monitors::{Engine, NewConsent, WatchUrl};
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
    let account = call.account()?;
    let monitors = call.app().handles.reader.monitors_of(account.id.clone()).await?;
    let limit = call.app().limits.of(account.plan).monitors;
    let allowance = Allowance::of(limit, monitors.len());
    let monitors = monitors.iter().map(Into::into).collect();
    Ok(reports::list(&call, &MonitorList { monitors, allowance }))
}

/// Begins to monitor an address, or goes on.
pub(crate) async fn create(call: Call) -> Result<Response, Problem> {
    refuse_consent_by_key(&call)?;
    let account = call.account()?;
    let limit = call.app().limits.of(account.plan).monitors;
    if limit == 0 {
        return Err(Problem::plan_required("Monitors need a paid plan."));
    }
    let wanted: MonitorRequest = call.fields()?;
    let url = citable_actors::fetch::parse_target(&wanted.url, &call.app().fetch)?;
    let consent = wanted.tracking_consent.map(|wanted| consent(&call, &wanted)).transpose()?;
    let watch = WatchUrl { account_id: account.id.clone(), url, limit, consent };
    let keep = once(call.slot.as_ref(), |monitor| (CREATED, One::body(monitor)));
    let monitor = call.app().handles.monitors.watch(watch, keep).await?;
    Ok(respond(CREATED, One::body(&monitor)))
}

/// Ends a monitor.
pub(crate) async fn delete(call: Call) -> Result<Response, Problem> {
    let (account, id) = (call.account()?, monitor_id(&call)?);
    match call.app().handles.monitors.unwatch(account.id.clone(), id).await? {
        true => Ok(reply::json(OK, &Done { ok: true })),
        false => Err(no_such_monitor()),
    }
}

/// Records that answer engines may be asked about an address.
pub(crate) async fn record_consent(call: Call) -> Result<Response, Problem> {
    let account = call.account()?;
    let consent = consent(&call, &call.fields()?)?;
    let id = monitor_id(&call)?;
    let keep = once(call.slot.as_ref(), |monitor| (OK, One::body(monitor)));
    let monitors = &call.app().handles.monitors;
    let monitor = monitors.set_consent(account.id.clone(), id, Some(consent), keep).await?;
    Ok(respond(OK, One::body(&monitor.ok_or_else(no_such_monitor)?)))
}

/// Ends that consent.
pub(crate) async fn withdraw_consent(call: Call) -> Result<Response, Problem> {
    let (account, id) = (call.account()?, monitor_id(&call)?);
    let monitors = &call.app().handles.monitors;
    let monitor = monitors.set_consent(account.id.clone(), id, None, None).await?;
    monitor.map(|_| reply::json(OK, &Done { ok: true })).ok_or_else(no_such_monitor)
}

/// A key cannot consent for its owner, whatever else is wrong with the request.
fn refuse_consent_by_key(call: &Call) -> Result<(), Problem> {
    let consents = call.content.value.as_ref().and_then(|body| body.get("trackingConsent"));
    if call.caller.key().is_some() && consents.is_some_and(|consent| !consent.is_null()) {
        let advice =
            "Only the signed-in owner can consent to tracking; leave `trackingConsent` out.";
        return Err(Problem::new(Code::KeyNotAllowed, advice));
    }
    Ok(())
}

fn consent(call: &Call, wanted: &ConsentRequest) -> Result<NewConsent, Problem> {
    let engines: Result<Vec<Engine>, _> = wanted.engines.iter().map(|name| name.parse()).collect();
    match engines {
        Ok(engines) if !engines.is_empty() => Ok(NewConsent { engines, ip: call.client }),
        _ => Err(Problem::new(
            Code::InvalidEngine,
            "`engines` names one or more of `engine_1`, `engine_2` and `engine_3`.",
        )),
    }
}

fn monitor_id(call: &Call) -> Result<String, Problem> {
    let id = call.param("id");
    if is_id(Prefix::Monitor, id) { Ok(id.to_owned()) } else { Err(no_such_monitor()) }
}

fn no_such_monitor() -> Problem {
    Problem::not_found("The account has no such active monitor.")
}

fn respond(status: Status, body: Vec<u8>) -> Response {
    reply::bytes(status, JSON, body).with_static(CACHE_CONTROL, "no-store")
}
