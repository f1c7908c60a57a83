//! robots.txt: our own manners, and what the snapshot keeps.

use citable_checks::failure::FailureCode;
use citable_checks::page::snapshot::{FileOutcome, Snapshot};
use citable_checks::stage::Stage;
use citable_test_support::reply::Reply;

use crate::site::{HOST, NOW, OTHER, Site};

async fn site_with(robots: Reply) -> Site {
    let site = Site::start().await;
    site.page("/robots.txt", robots);
    site.page("/page", Reply::html("<p>Page"));
    site
}

fn text(body: &str) -> FileOutcome {
    FileOutcome::Answered { body: body.as_bytes().to_vec(), truncated: false }
}

/// How the first robots.txt came out: its statuses and its outcome.
fn first(snapshot: &Snapshot) -> (Vec<u16>, &FileOutcome) {
    let file = &snapshot.robots[0];
    (file.exchanges.iter().map(|exchange| exchange.status).collect(), &file.outcome)
}

#[tokio::test]
async fn a_group_that_names_us_is_obeyed() {
    let robots = "User-agent: citablebot\nDisallow: /page\n";
    let site = site_with(Reply::text(robots)).await;
    let (outcome, stages) = site.scan_with_stages(HOST, "/page").await;
    assert_eq!(outcome.unwrap_err().code, FailureCode::RobotsRefused);
    assert_eq!(stages, [Stage::Resolving]);
    assert_eq!(site.origin.paths(HOST), ["/robots.txt"]);
}

#[tokio::test]
async fn a_group_for_everyone_is_not_about_us() {
    let robots = "User-agent: *\nDisallow: /\n";
    let site = site_with(Reply::text(robots)).await;
    let snapshot = site.scan("/page").await.unwrap();
    assert_eq!(first(&snapshot), (vec![200], &text(robots)));
}

#[tokio::test]
async fn a_redirect_into_what_is_forbidden_to_us_is_not_followed() {
    let site = site_with(Reply::text("User-agent: CitableBot\nDisallow: /page\n")).await;
    site.page("/open", Reply::redirect(302, "/page"));
    let failure = site.scan("/open").await.unwrap_err();
    assert_eq!(failure.code, FailureCode::RobotsRefused);
    assert_eq!(site.origin.paths(HOST), ["/robots.txt", "/open"]);
}

#[tokio::test]
async fn a_page_on_its_own_origin_needs_one_robots_txt() {
    let site = site_with(Reply::text("User-agent: *\nAllow: /\n")).await;
    let (outcome, stages) = site.scan_with_stages(HOST, "/page").await;
    let snapshot = outcome.unwrap();
    assert_eq!(stages, [Stage::Resolving, Stage::Fetching, Stage::Supporting]);
    assert_eq!(snapshot.robots.len(), 1);
    assert_eq!(snapshot.robots[0].url.as_str(), site.origin.url(HOST, "/robots.txt"));
    assert_eq!(snapshot.fetched_at, NOW);
    assert!(snapshot.robots[0].fetched_at >= NOW);
    assert_eq!(site.asked(HOST), ["/robots.txt", "/page"]);
}

#[tokio::test]
async fn the_final_origin_has_its_own() {
    let site = site_with(Reply::text("# first\n")).await;
    site.page("/moved", Reply::redirect(301, &site.origin.url(OTHER, "/there")));
    site.origin.route(OTHER, "/there", Reply::html("<p>There"));
    site.origin.route(OTHER, "/robots.txt", Reply::text("# second\n"));
    let snapshot = site.scan("/moved").await.unwrap();
    assert_eq!(snapshot.robots.len(), 2);
    assert_eq!(snapshot.robots[0].outcome, text("# first\n"));
    assert_eq!(snapshot.robots[1].outcome, text("# second\n"));
    assert_eq!(snapshot.robots[1].url.as_str(), site.origin.url(OTHER, "/robots.txt"));
    assert!(snapshot.robots[1].fetched_at >= snapshot.robots[0].fetched_at);
}

#[tokio::test]
async fn redirects_are_followed_to_other_hosts() {
    let site = site_with(Reply::new(404)).await;
    site.page("/robots.txt", Reply::redirect(301, &site.origin.url(OTHER, "/rules.txt")));
    site.origin.route(OTHER, "/rules.txt", Reply::text("# rules\n"));
    let snapshot = site.scan("/page").await.unwrap();
    assert_eq!(first(&snapshot), (vec![301, 200], &text("# rules\n")));
}

#[tokio::test]
async fn redirects_that_lead_nowhere_are_unresolved() {
    let site = site_with(Reply::new(404)).await;
    for to in ["/robots.txt", "", "http://site.test/robots.txt", "https://localhost/"] {
        site.page("/robots.txt", Reply::redirect(302, to));
        let snapshot = site.scan("/page").await.unwrap();
        assert_eq!(first(&snapshot), (vec![302], &FileOutcome::RedirectsUnresolved), "{to}");
    }
}

#[tokio::test]
async fn a_missing_file_is_an_answer_and_a_server_error_is_asked_for_twice() {
    let site = site_with(Reply::text("gone").status(404)).await;
    let snapshot = site.scan("/page").await.unwrap();
    assert_eq!(first(&snapshot), (vec![404], &text("gone")));
    assert_eq!(snapshot.robots[0].status(), Some(404));

    let site = site_with(Reply::text("oops").status(503)).await;
    let snapshot = site.scan("/page").await.unwrap();
    assert_eq!(first(&snapshot), (vec![503], &text("oops")));
    assert_eq!(site.asked(HOST), ["/robots.txt", "/robots.txt", "/page"]);
}
