//! The first page: the field that starts a scan, what is free, and a sample report.

use askama::Template;
use citable_actors::CACHE_LIFETIME;
use citable_actors::clock::rfc3339;
use citable_actors::identity::AccountPlan;
use citable_actors::quota::{PlanLimits, Usage};
use citable_checks::sandbox::{self, FIXTURES, Fixture};
use serde::Deserialize;
use serde_json::json;

use crate::api::scans::{self, AcceptedStatus, ScanRequest};
use crate::http::call::Call;
use crate::http::problem::{OK, Problem, Status};
use crate::http::reply::Response;
use crate::render::html::{FixView, View};
use crate::render::numbers::grouped;
use crate::web::notice::Notice;
use crate::web::page::{self, redirect};
use crate::web::shell::{Shell, json_ld, publisher};
use crate::web::times::{Time, milliseconds, span};

/// The sample that the page shows.
const SAMPLE: &str = "sandbox-example";
/// Fixes of it that the page shows.
const FIXES: usize = 3;
const ABOUT: &str = "Score a page from 0 to 100 for how ready it is to be cited by ChatGPT, Google, \
    Perplexity, Claude and Copilot, and get the fixes that gain the most points.";

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    shell: Shell,
    notice: Option<Notice>,
    /// What was entered.
    url: String,
    /// True if a new scan may be asked for although there is a report.
    offer_refresh: bool,
    refresh: bool,
    human_check: Option<HumanCheck>,
    /// What is free, and what is left of it.
    free: String,
    view: View,
    fixes: Vec<FixView>,
    sample_id: &'static str,
    sample_about: &'static str,
    samples: Vec<&'static Fixture>,
    plans: Vec<PlanRow>,
}

/// The widget with which a visitor shows that they are human (Turnstile's contract).
pub(super) struct HumanCheck {
    pub(super) site_key: String,
    pub(super) script: String,
    pub(super) origin: String,
}

struct PlanRow {
    name: &'static str,
    day: String,
    month: String,
    fixes: String,
    monitors: String,
}

/// What the form sends.
#[derive(Default, Deserialize)]
struct Wanted {
    #[serde(default)]
    url: String,
    refresh: Option<String>,
    #[serde(default, rename = "cf-turnstile-response")]
    human_check_token: Option<String>,
}

/// Shows the page. The query may name a URL to begin with.
pub(super) async fn show(call: Call) -> Result<Response, Problem> {
    let url = call.query("url")?.unwrap_or_default().into_owned();
    let wanted = Wanted { url, ..Wanted::default() };
    let notice = Notice::named(&call, &[("signed-out", "You're signed out.")]);
    respond(&call, OK, wanted, notice).await
}

/// Starts a scan, or finds the report that there is. A refusal comes back with what was entered.
pub(super) async fn scan(call: Call) -> Result<Response, Problem> {
    let wanted: Wanted = call.fields().unwrap_or_default();
    match take(&call, &wanted).await {
        Ok(path) => Ok(redirect(&path)),
        Err(problem) => {
            let (status, notice) = (problem.status(), Notice::of(&problem));
            respond(&call, status, wanted, Some(notice)).await
        }
    }
}

async fn take(call: &Call, wanted: &Wanted) -> Result<String, Problem> {
    let request = || {
        Ok(ScanRequest {
            url: wanted.url.trim().to_owned(),
            human_check_token: wanted.human_check_token.clone(),
            refresh: wanted.refresh.is_some(),
        })
    };
    let (scan, _) = scans::take(call, request).await?;
    let known = if scan.status == AcceptedStatus::Done { "?done=known" } else { "" };
    Ok(format!("/report/{}{known}", scan.id))
}

async fn respond(
    call: &Call,
    status: Status,
    wanted: Wanted,
    notice: Option<Notice>,
) -> Result<Response, Problem> {
    let human_check = human_check(call);
    let origin = human_check.as_ref().map(|check| check.origin.clone());
    let home = home(call, wanted, notice, human_check).await?;
    let response = match home.shell.signed_in.is_none() && status == OK {
        true => page::open(call, &home)?,
        false => page::private_with(status, &home)?,
    };
    Ok(match origin {
        Some(origin) => page::with_human_check(response, &origin),
        None => response,
    })
}

async fn home(
    call: &Call,
    wanted: Wanted,
    notice: Option<Notice>,
    human_check: Option<HumanCheck>,
) -> Result<Home, Problem> {
    let sample = FIXTURES.iter().find(|fixture| fixture.id == SAMPLE);
    let report = sandbox::report(SAMPLE).ok_or_else(Problem::internal)?;
    let mut view = View::of(report);
    let fixes = view.fix_lists.drain(..).flat_map(|list| list.fixes).take(FIXES).collect();
    let usage = call.app().handles.reader.usage_of(&call.spender()).await?;
    let site = call.app().link("");
    let mut shell = Shell::public(call, "Will AI answer engines cite your page?", "/", ABOUT);
    let website = json!({ "@type": "WebSite", "@id": format!("{site}/#website"), "name": "Citable",
        "url": format!("{site}/"), "description": ABOUT, "inLanguage": "en",
        "publisher": { "@id": format!("{site}/#organization") } });
    let graph = json!({ "@context": "https://schema.org", "@graph": [website, publisher(&site)] });
    shell.json_ld = Some(json_ld(&graph));
    Ok(Home {
        notice,
        offer_refresh: call.caller.account().is_some(),
        refresh: wanted.refresh.is_some(),
        url: wanted.url,
        human_check,
        free: free(call, &usage),
        view,
        fixes,
        sample_id: SAMPLE,
        sample_about: sample.map_or("", |fixture| fixture.description),
        samples: FIXTURES.iter().filter(|fixture| fixture.id != SAMPLE).collect(),
        plans: plans(call),
        shell,
    })
}

/// The human check that this visitor has to pass, if there is one with a widget.
pub(super) fn human_check(call: &Call) -> Option<HumanCheck> {
    let check = &call.app().handles.human_check;
    if call.caller.pays() {
        return None;
    }
    let (site_key, script) = (check.site_key()?.to_owned(), check.script()?);
    let origin = script.origin().ascii_serialization();
    Some(HumanCheck { site_key, script: script.into(), origin })
}

/// Says what this visitor may scan without paying, and what is left of it.
fn free(call: &Call, usage: &Usage) -> String {
    let (day, month) = (&usage.day, &usage.month);
    let who = match call.caller.plan() {
        None => "Free without an account".to_owned(),
        Some(plan) => format!("Your {} plan", name(plan)),
    };
    let used_up = day.remaining() == 0 || month.remaining() == 0;
    let bucket = if month.remaining() == 0 { month } else { day };
    let until = span(bucket.period.end - usage.at);
    let left = match used_up {
        true => format!("None left. You get more in {until}."),
        false => format!("{} left today.", day.remaining().min(month.remaining())),
    };
    format!("{who}: {} a day and {} a month. {left}", scans_of(day.limit), scans_of(month.limit))
}

fn scans_of(count: u32) -> String {
    format!("{count} {}", if count == 1 { "scan" } else { "scans" })
}

/// Name of a plan.
pub(super) fn name(plan: AccountPlan) -> &'static str {
    match plan {
        AccountPlan::Free => "Free",
        AccountPlan::Pro => "Pro",
        AccountPlan::Agency => "Agency",
    }
}

fn plans(call: &Call) -> Vec<PlanRow> {
    let limits = &call.app().limits;
    let row = |name, limits: PlanLimits| PlanRow {
        name,
        day: grouped(limits.scans_per_day),
        month: grouped(limits.scans_per_month),
        fixes: limits.recommendations.map_or("all".to_owned(), |count| count.to_string()),
        monitors: grouped(limits.monitors),
    };
    if limits.unlimited {
        return vec![row("No account", limits.anonymous), row("Account", limits.agency)];
    }
    vec![
        row("No account", limits.anonymous),
        row("Free account", limits.free),
        row("Pro", limits.pro),
        row("Agency", limits.agency),
    ]
}

/// The time at which a page may be scanned again without an account, in words.
pub(super) fn again_at(scanned_at: &str) -> Option<Time> {
    let kept = i64::try_from(CACHE_LIFETIME.as_millis()).ok()?;
    let at = milliseconds(scanned_at)? + kept;
    Some(Time::of(&rfc3339(at)))
}
