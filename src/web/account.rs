//! The account: plan and usage, notifications, billing, signing out and deleting data.

use askama::Template;
use citable_actors::identity::AccountPlan;
use citable_actors::quota::PlanLimits;
use serde::Deserialize;

use crate::api::account::{self, UsageView};
use crate::api::billing;
use crate::api::notifications::{self, NotificationsPatch, NotificationsView};
use crate::http::call::Call;
use crate::http::problem::{OK, Problem, Status};
use crate::http::reply::Response;
use crate::web::notice::Notice;
use crate::web::page::{self, redirect};
use crate::web::shell::Shell;
use crate::web::times::Time;

/// What the query of the page may say has happened.
const DONE: [(&str, &str); 2] =
    [("signed-in", "You're signed in."), ("notifications", "Your email preferences are saved.")];
/// What the query says of a checkout that the visitor comes back from.
const CHECKOUT: [(&str, &str); 2] = [
    (
        "done",
        "Thank you. Your plan starts when the payment provider confirms the payment, usually within a minute.",
    ),
    ("canceled", "The checkout was canceled. Nothing was charged."),
];

#[derive(Template)]
#[template(path = "account.html")]
struct Account {
    shell: Shell,
    notice: Option<Notice>,
    email: String,
    /// Name of the plan.
    plan: &'static str,
    is_free: bool,
    usage: UsageView,
    notifications: NotificationsView,
    /// Limits of the plans that can be bought.
    pro: PlanLimits,
    agency: PlanLimits,
    /// True if plans can be bought here.
    sells: bool,
    /// True if every account has the limits of the largest plan.
    unlimited: bool,
}

#[derive(Template)]
#[template(path = "hosted.html")]
struct HostedPage {
    shell: Shell,
    url: String,
}

#[derive(Default, Deserialize)]
struct Flags {
    all: Option<String>,
    weekly_report: Option<String>,
    score_drop: Option<String>,
    monitor_failure: Option<String>,
    webhook_paused: Option<String>,
    billing: Option<String>,
}

/// The account.
pub(super) async fn show(call: Call) -> Result<Response, Problem> {
    let checkout = call.query("checkout").unwrap_or_default();
    let checkout = checkout.and_then(|end| CHECKOUT.iter().find(|(name, _)| *name == end));
    let notice = checkout.map(|(_, text)| Notice::done(*text));
    let notice = notice.or_else(|| Notice::named(&call, &DONE));
    respond(&call, OK, notice).await
}

/// Stores which emails the account gets: those that are ticked.
pub(super) async fn notify(call: Call) -> Result<Response, Problem> {
    let flags: Flags = call.fields().unwrap_or_default();
    let patch = NotificationsPatch {
        all: Some(flags.all.is_some()),
        weekly_report: Some(flags.weekly_report.is_some()),
        score_drop: Some(flags.score_drop.is_some()),
        monitor_failure: Some(flags.monitor_failure.is_some()),
        webhook_paused: Some(flags.webhook_paused.is_some()),
        billing: Some(flags.billing.is_some()),
    };
    notifications::set(&call, patch).await?;
    Ok(redirect("/account?done=notifications"))
}

/// Leads to the provider's page on which a plan is bought.
pub(super) async fn checkout(call: Call) -> Result<Response, Problem> {
    hosted(&call, billing::buy(&call).await.map(|page| page.url)).await
}

/// Leads to the provider's page on which a plan is changed.
pub(super) async fn portal(call: Call) -> Result<Response, Problem> {
    hosted(&call, billing::manage(&call).await.map(|page| page.url)).await
}

/// A page that goes on to the provider by itself: a redirect out of a form's answer would be
/// refused by the policy of this site.
async fn hosted(call: &Call, url: Result<String, Problem>) -> Result<Response, Problem> {
    match url {
        Ok(url) => page::private(&HostedPage { shell: Shell::new(call, "Payment"), url }),
        Err(problem) => respond(call, problem.status(), Some(Notice::of(&problem))).await,
    }
}

async fn respond(call: &Call, status: Status, notice: Option<Notice>) -> Result<Response, Problem> {
    let account = call.account()?;
    let plan = account.plan;
    let page = Account {
        shell: Shell::new(call, "Account"),
        notice,
        email: account.email.clone(),
        plan: super::home::name(plan),
        is_free: plan == AccountPlan::Free,
        usage: account::of_account(call).await?,
        notifications: notifications::of_account(call).await?,
        pro: call.app().limits.pro,
        agency: call.app().limits.agency,
        sells: call.app().handles.billing.is_configured(),
        unlimited: call.app().limits.unlimited,
    };
    page::private_with(status, &page)
}

/// How much of a limit is used, in percent.
fn share(used: &u32, limit: &u32) -> u32 {
    if *limit == 0 { 100 } else { (used * 100 / limit).min(100) }
}
