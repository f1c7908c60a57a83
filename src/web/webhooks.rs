//! The webhook endpoint: setting it up, trying it out, pausing and deleting it.

use askama::Template;
use serde::Deserialize;

use crate::api::webhooks::{self, EndpointView, TestView, WebhookRequest};
use crate::http::call::Call;
use crate::http::problem::{Code, OK, Problem, Status};
use crate::http::reply::Response;
use crate::web::notice::Notice;
use crate::web::page::{self, redirect};
use crate::web::shell::Shell;
use crate::web::times::Time;

/// What the query of the page may say has happened.
const DONE: [(&str, &str); 4] = [
    ("saved", "The URL is saved."),
    ("paused", "Deliveries are paused. Results of monitor runs wait for up to 7 days."),
    ("resumed", "Deliveries are on."),
    ("deleted", "The endpoint is deleted."),
];
/// What a delivery looks like.
const SAMPLE: &str = include_str!("templates/delivery.json");

#[derive(Template)]
#[template(path = "webhooks.html")]
struct Webhooks {
    shell: Shell,
    notice: Option<Notice>,
    endpoint: Option<EndpointView>,
    /// True if the account's plan has no webhooks.
    locked: bool,
    /// A secret that was made just now.
    secret: Option<String>,
    /// What became of a test.
    test: Option<TestView>,
    /// What was entered.
    url: String,
    sample: &'static str,
}

#[derive(Default, Deserialize)]
struct Wanted {
    #[serde(default)]
    url: String,
}

/// What the page shows beyond the endpoint.
#[derive(Default)]
struct News {
    notice: Option<Notice>,
    secret: Option<String>,
    test: Option<TestView>,
    url: Option<String>,
}

/// The endpoint.
pub(super) async fn show(call: Call) -> Result<Response, Problem> {
    let notice = Notice::named(&call, &DONE);
    respond(&call, OK, News { notice, ..News::default() }).await
}

/// Stores a URL. A new endpoint's secret is shown this once.
pub(super) async fn save(call: Call) -> Result<Response, Problem> {
    let wanted: Wanted = call.fields().unwrap_or_default();
    let url = wanted.url.trim().to_owned();
    let saved = webhooks::keep(&call, || Ok(WebhookRequest { url: url.clone() })).await;
    match saved {
        Ok(saved) if saved.secret.is_some() => {
            respond(&call, OK, News { secret: saved.secret, ..News::default() }).await
        }
        Ok(_) => Ok(redirect("/webhooks?done=saved")),
        Err(problem) => refused(&call, &problem, Some(url)).await,
    }
}

/// Delivers a test message, and shows what the endpoint answered.
pub(super) async fn test(call: Call) -> Result<Response, Problem> {
    match webhooks::try_out(&call).await {
        Ok(test) => respond(&call, OK, News { test: Some(test), ..News::default() }).await,
        Err(problem) => refused(&call, &problem, None).await,
    }
}

/// Begins a pause.
pub(super) async fn pause(call: Call) -> Result<Response, Problem> {
    webhooks::pause(&call).await?;
    Ok(redirect("/webhooks?done=paused"))
}

/// Ends a pause.
pub(super) async fn resume(call: Call) -> Result<Response, Problem> {
    webhooks::resume(&call).await?;
    Ok(redirect("/webhooks?done=resumed"))
}

/// Replaces the secret, and shows the new one this once.
pub(super) async fn rotate(call: Call) -> Result<Response, Problem> {
    match webhooks::rotate(&call).await {
        Ok(rotated) => {
            respond(&call, OK, News { secret: Some(rotated.secret), ..News::default() }).await
        }
        Err(problem) => refused(&call, &problem, None).await,
    }
}

/// Deletes the endpoint.
pub(super) async fn delete(call: Call) -> Result<Response, Problem> {
    webhooks::forget(&call).await?;
    Ok(redirect("/webhooks?done=deleted"))
}

async fn refused(call: &Call, problem: &Problem, url: Option<String>) -> Result<Response, Problem> {
    let notice = Some(Notice::of(problem));
    respond(call, problem.status(), News { notice, url, ..News::default() }).await
}

async fn respond(call: &Call, status: Status, news: News) -> Result<Response, Problem> {
    let (endpoint, locked) = match webhooks::of_account(call).await {
        Ok(envelope) => (envelope.endpoint, false),
        Err(problem) if problem.code() == Code::PlanRequired => (None, true),
        Err(problem) => return Err(problem),
    };
    let known = endpoint.as_ref().map(|endpoint| endpoint.url.clone());
    page::private_with(
        status,
        &Webhooks {
            shell: Shell::new(call, "Webhooks"),
            notice: news.notice,
            endpoint,
            locked,
            secret: news.secret,
            test: news.test,
            url: news.url.or(known).unwrap_or_default(),
            sample: SAMPLE,
        },
    )
}

/// Why an endpoint is paused, in words.
fn pause_reason(reason: &str) -> &'static str {
    match reason {
        "manual" => "You paused it.",
        "failing" => "Every delivery failed for 5 days. Fix the endpoint, then resume.",
        "gone" => "It returned 410 Gone.",
        "plan" => "Your plan no longer includes webhooks.",
        _ => "",
    }
}

/// Why a test failed, in words.
fn test_error(error: &str) -> &'static str {
    match error {
        "redirected" => "The endpoint redirected, and redirects aren't followed.",
        "refused" => "The endpoint returned a 4xx status.",
        "origin_error" => "The endpoint returned a 5xx status.",
        "blocked_address" => "The host's address isn't public.",
        "dns_failed" => "The host's name couldn't be resolved.",
        "connect_failed" => "The host didn't accept the connection.",
        "tls_failed" => "The TLS handshake failed. Check the certificate.",
        "timed_out" => "The endpoint didn't respond within 15 seconds.",
        _ => "Something failed on our side. Try again.",
    }
}
