//! Monitors: the list, adding and deleting one, and the consent to ask answer engines.

use askama::Template;
use citable_actors::tracking::{Engine, TrackingStatus};
use serde::Deserialize;

use crate::api::monitors::{
    self, Allowance, ConsentRequest, MonitorList, MonitorRequest, MonitorView,
};
use crate::http::call::Call;
use crate::http::problem::{OK, Problem, Status};
use crate::http::reply::Response;
use crate::render::labels;
use crate::web::notice::Notice;
use crate::web::page::{self, redirect};
use crate::web::shell::Shell;
use crate::web::times::Time;

/// What the query of the page may say has happened.
const DONE: [(&str, &str); 4] = [
    ("added", "The monitor is on. Its first run starts now."),
    ("deleted", "The monitor is deleted. Its past scans stay in your history."),
    ("consented", "Your consent is recorded. Engines will be asked after the next run."),
    ("withdrawn", "Your consent is withdrawn. Engines won't be asked about this page."),
];

#[derive(Template)]
#[template(path = "monitors.html")]
struct Monitors {
    shell: Shell,
    notice: Option<Notice>,
    list: MonitorList,
    /// What was entered.
    url: String,
}

#[derive(Template)]
#[template(path = "tracking.html")]
struct Tracking {
    shell: Shell,
    notice: Option<Notice>,
    monitor: MonitorView,
    engines: Vec<EngineRow>,
}

/// An engine that can be asked.
struct EngineRow {
    id: &'static str,
    name: String,
    is_configured: bool,
    consented: bool,
}

#[derive(Default, Deserialize)]
struct Wanted {
    #[serde(default)]
    url: String,
}

#[derive(Default, Deserialize)]
struct Consent {
    engine_1: Option<String>,
    engine_2: Option<String>,
    engine_3: Option<String>,
}

impl Tracking {
    /// True if an engine is set up here, or the owner has consented to one that isn't.
    fn can_ask(&self) -> bool {
        self.engines.iter().any(|engine| engine.is_configured || engine.consented)
    }
}

/// The list of monitors.
pub(super) async fn show(call: Call) -> Result<Response, Problem> {
    let url = call.query("url")?.unwrap_or_default().into_owned();
    let notice = Notice::named(&call, &DONE);
    respond(&call, OK, notice, url).await
}

/// Begins to monitor a URL.
pub(super) async fn add(call: Call) -> Result<Response, Problem> {
    let wanted: Wanted = call.fields().unwrap_or_default();
    let request =
        || Ok(MonitorRequest { url: wanted.url.trim().to_owned(), tracking_consent: None });
    match monitors::watch(&call, request).await {
        Ok(_) => Ok(redirect("/monitors?done=added")),
        Err(problem) => {
            let (status, notice) = (problem.status(), Notice::of(&problem));
            respond(&call, status, Some(notice), wanted.url).await
        }
    }
}

/// Ends a monitor.
pub(super) async fn delete(call: Call) -> Result<Response, Problem> {
    monitors::unwatch(&call).await?;
    Ok(redirect("/monitors?done=deleted"))
}

/// What may be asked about a page, and the consent to it.
pub(super) async fn tracking(call: Call) -> Result<Response, Problem> {
    let notice = Notice::named(&call, &DONE);
    respond_tracking(&call, OK, notice).await
}

/// Records the consent.
pub(super) async fn consent(call: Call) -> Result<Response, Problem> {
    let ticked: Consent = call.fields().unwrap_or_default();
    let engines = [
        (Engine::One, ticked.engine_1),
        (Engine::Two, ticked.engine_2),
        (Engine::Three, ticked.engine_3),
    ];
    let engines = engines.into_iter().filter(|(_, ticked)| ticked.is_some());
    let engines = engines.map(|(engine, _)| engine.as_str().to_owned()).collect();
    match monitors::consent(&call, &ConsentRequest { engines }).await {
        Ok(_) => Ok(redirect(&format!("/monitors/{}/tracking?done=consented", call.param("id")))),
        Err(problem) => respond_tracking(&call, problem.status(), Some(Notice::of(&problem))).await,
    }
}

/// Ends the consent.
pub(super) async fn withdraw(call: Call) -> Result<Response, Problem> {
    monitors::withdraw(&call).await?;
    Ok(redirect(&format!("/monitors/{}/tracking?done=withdrawn", call.param("id"))))
}

async fn respond(
    call: &Call,
    status: Status,
    notice: Option<Notice>,
    url: String,
) -> Result<Response, Problem> {
    let list = monitors::of_account(call).await?;
    let shell = Shell::new(call, "Monitors");
    page::private_with(status, &Monitors { shell, notice, list, url })
}

async fn respond_tracking(
    call: &Call,
    status: Status,
    notice: Option<Notice>,
) -> Result<Response, Problem> {
    let list = monitors::of_account(call).await?;
    let monitor = list.monitors.into_iter().find(|monitor| monitor.id == call.param("id"));
    let monitor = monitor.ok_or_else(|| Problem::not_found("There is no such monitor."))?;
    let consented = |engine: Engine| {
        let consent = monitor.tracking_consent.as_ref();
        consent.is_some_and(|consent| consent.engines.iter().any(|id| id == engine.as_str()))
    };
    let tracking = &call.app().handles.tracking;
    let row = |engine: Engine| EngineRow {
        id: engine.as_str(),
        name: tracking.name_of(engine).unwrap_or(engine.as_str()).to_owned(),
        is_configured: tracking.name_of(engine).is_some(),
        consented: consented(engine),
    };
    let engines = Engine::ALL.into_iter().map(row).collect();
    let shell = Shell::new(call, "AI-answer tracking");
    page::private_with(status, &Tracking { shell, notice, monitor, engines })
}

/// The change since the run before, in words.
fn change(monitor: &MonitorView) -> String {
    let scores = monitor.last_score.zip(monitor.previous_score);
    let delta = scores.and_then(|(last, before)| i16::try_from(last - before).ok());
    delta.map_or_else(|| "–".to_owned(), labels::delta)
}

/// What became of the questions to an engine, in words.
fn progress(status: &str) -> &'static str {
    let known = TrackingStatus::ALL.into_iter().find(|known| known.as_str() == status);
    match known {
        Some(TrackingStatus::Pending) => "questions are waiting",
        Some(TrackingStatus::Done) => "answered",
        Some(TrackingStatus::OverLimit) => "no calls left this week",
        Some(TrackingStatus::Unavailable) => "not set up on this service",
        Some(TrackingStatus::Failed) | None => "no answer",
    }
}

fn is_full(allowance: &Allowance) -> bool {
    allowance.remaining == 0
}
