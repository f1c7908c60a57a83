//! Asking with the names of crawlers.

use citable_checks::evaluate::evaluate;
use citable_checks::page::snapshot::{ProbeOutcome, Snapshot};
use citable_checks::report::Status;
use citable_test_support::https_origin::SeenRequest;
use citable_test_support::reply::Reply;

use crate::site::{HOST, Site};

const PAGE: &str = "<!doctype html><title>Tea</title><main><h1>Tea</h1><p>Tea is made of leaves.";

/// A page that answers each agent as the handler says.
async fn site(answer: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Site {
    let site = Site::start().await;
    site.page("/robots.txt", Reply::text("User-agent: *\nAllow: /\n"));
    site.origin.route_with(HOST, "/", move |request| answer(&agent(request)));
    site
}

fn agent(request: &SeenRequest) -> String {
    request.header("user-agent").unwrap_or_default().to_owned()
}

/// The agents that asked for the page, but for our own.
fn probes(site: &Site) -> Vec<String> {
    let requests = site.origin.requests();
    let pages = requests.iter().filter(|request| request.path == "/").map(agent);
    pages.filter(|agent| !agent.starts_with("CitableBot/")).collect()
}

fn verdict(snapshot: &Snapshot) -> Status {
    let report = evaluate("scn_test", snapshot, &mut |_| {}).unwrap();
    report.checks.iter().find(|check| check.id == "edge-bot-parity").unwrap().status
}

#[tokio::test]
async fn one_probe_that_gets_the_page_is_enough_and_says_who_it_is() {
    let site = site(|_| Reply::html(PAGE)).await;
    let snapshot = site.scan("/").await.unwrap();
    assert_eq!(
        probes(&site),
        [
            "Mozilla/5.0 (compatible; OAI-SearchBot/1.0; probe by CitableBot/1.0; +https://citable.example/bot)"
        ]
    );
    let probe = &snapshot.supporting.probes[0];
    assert_eq!((probe.agent.as_str(), &probe.outcome), ("OAI-SearchBot", &ProbeOutcome::Identical));
    assert_eq!(verdict(&snapshot), Status::Pass);
}

#[tokio::test]
async fn a_page_that_varies_a_little_is_the_same() {
    let site = site(|agent| Reply::html(&format!("<!-- {} -->{PAGE}", agent.len()))).await;
    let snapshot = site.scan("/").await.unwrap();
    assert_eq!(snapshot.supporting.probes.len(), 1);
    let outcome = &snapshot.supporting.probes[0].outcome;
    assert_eq!(*outcome, ProbeOutcome::Alike { text_percent: 100 });
    assert_eq!(verdict(&snapshot), Status::Pass);
}

#[tokio::test]
async fn a_refusal_of_both_warns() {
    for refusal in [
        Reply::html("no").status(403),
        Reply::new(403).header("cf-mitigated", "challenge"),
        Reply::html("<main>Subscribe</main>"),
        Reply::redirect(302, "/"),
    ] {
        let site = site(move |agent| match agent.contains("probe") {
            true => refusal.clone(),
            false => Reply::html(PAGE),
        })
        .await;
        let snapshot = site.scan("/").await.unwrap();
        let agents: Vec<&str> =
            snapshot.supporting.probes.iter().map(|probe| probe.agent.as_str()).collect();
        assert_eq!(agents, ["OAI-SearchBot", "PerplexityBot"]);
        assert_eq!(verdict(&snapshot), Status::Warn, "{:?}", snapshot.supporting.probes);
    }
}

#[tokio::test]
async fn a_refusal_of_one_is_no_policy() {
    let site = site(|agent| match agent.contains("OAI-SearchBot") {
        true => Reply::html("no").status(403),
        false => Reply::html(PAGE),
    })
    .await;
    let snapshot = site.scan("/").await.unwrap();
    assert_eq!(probes(&site).len(), 2);
    assert_eq!(verdict(&snapshot), Status::Pass);
}

#[tokio::test]
async fn too_many_requests_are_no_reason_to_ask_again() {
    let site = site(|agent| match agent.contains("probe") {
        true => Reply::html("slow down").status(429),
        false => Reply::html(PAGE),
    })
    .await;
    let snapshot = site.scan("/").await.unwrap();
    assert_eq!(probes(&site).len(), 1);
    assert_eq!(verdict(&snapshot), Status::Na);
}

#[tokio::test]
async fn switched_off_none_is_made() {
    let mut site = site(|_| Reply::html(PAGE)).await;
    site.settings.edge_probes = false;
    let snapshot = site.scan("/").await.unwrap();
    assert!(probes(&site).is_empty() && snapshot.supporting.probes.is_empty());
    assert_eq!(verdict(&snapshot), Status::Na);
}

#[tokio::test]
async fn no_name_is_borrowed_that_robots_txt_keeps_away() {
    let site = site(|_| Reply::html(PAGE)).await;
    site.page("/robots.txt", Reply::text("User-agent: OAI-SearchBot\nDisallow: /\n"));
    let snapshot = site.scan("/").await.unwrap();
    assert_eq!(snapshot.supporting.probes[0].agent, "PerplexityBot");
    site.page("/robots.txt", Reply::text("User-agent: *\nDisallow: /\n"));
    assert!(site.scan("/").await.unwrap().supporting.probes.is_empty());
}
