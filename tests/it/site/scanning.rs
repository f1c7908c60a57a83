//! Scanning by the site: the same scans, buckets and refusals as by the API.

use citable_test_support::reply::Reply;
use serde_json::json;

use super::{ADA, Browser, one_a_day};
use crate::people::{JSON, dev, error, post_scan};
use crate::world::{HOST, World};

/// The ID of the report that a browser is sent to.
fn id_of(location: &str) -> String {
    location.trim_start_matches("/report/").split('?').next().unwrap().to_owned()
}

#[test]
fn a_scan_leads_to_one_url_from_progress_to_report() {
    let world = World::start();
    world.origin.route(HOST, "/slow", Reply::html(crate::world::GOOD_PAGE));
    let mut browser = Browser::new(&world);
    let started = browser.post("/", &[("url", &world.url("/slow"))]);
    assert_eq!(started.status, 303, "{}", started.body);
    let path = started.header("location").to_owned();
    let page = browser.page(&path);
    assert!(page.contains("Scanning") || page.contains("of 100"), "{page}");
    world.client.finished(&id_of(&path));
    let report = browser.page(&path);
    assert!(report.contains("Tides explained") && report.contains("of 100"), "{report}");
    assert!(!report.contains("http-equiv=\"refresh\""), "a report isn't loaded again");

    let again = browser.post("/", &[("url", &world.url("/slow"))]);
    assert_eq!(again.header("location"), format!("{path}?done=known"), "the report is known");
    assert!(browser.page(&format!("{path}?done=known")).contains("use up a scan"));
    for (ending, media) in
        [("json", "application/json"), ("md", "text/markdown"), ("csv", "text/csv")]
    {
        let form = browser.get(&format!("{path}.{ending}"));
        assert!(form.header("content-type").starts_with(media), "{ending}");
    }
    assert_eq!(browser.get(&format!("{path}.pdf")).status, 404);
    assert!(browser.page(&format!("{path}?print=1")).contains("<details class=\"fix\" open>"));
}

#[test]
fn a_failed_scan_says_why_and_what_it_does_not_mean() {
    let world = World::start();
    world.origin.route(HOST, "/refused", Reply::new(503));
    let mut browser = Browser::new(&world);
    let path = browser.post("/", &[("url", &world.url("/refused"))]).header("location").to_owned();
    world.client.finished(&id_of(&path));
    let page = browser.page(&path);
    assert!(
        page.contains("couldn&#39;t be scanned") || page.contains("couldn't be scanned"),
        "{page}"
    );
    assert!(
        page.contains("doesn't tell you what answer engines get")
            || page.contains("doesn&#39;t tell you")
    );
    assert!(page.contains("Scan again"), "{page}");
}

#[test]
fn site_rest_and_mcp_spend_one_bucket() {
    let world = one_a_day();
    let mut browser = Browser::new(&world);
    assert!(browser.page("/").contains("1 left today"), "what is free is said before the click");
    let started = browser.post("/", &[("url", &world.url("/"))]);
    assert_eq!(started.status, 303);
    world.client.finished(&id_of(started.header("location")));

    let rest = post_scan(&world.client, &world.url("/other"), &[]);
    assert_eq!(error(&rest), (429, "rate_limited".to_owned()));
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "start_scan", "arguments": { "url": world.url("/other"), "waitSeconds": 0 } } });
    let headers = [JSON, ("accept", "application/json, text/event-stream")];
    let mcp = world.client.send_raw("POST", "/mcp", &headers, Some(&call.to_string()));
    assert!(mcp.body.contains("rate_limited"), "{}", mcp.body);

    let url = world.url("/other");
    let refused = browser.post("/", &[("url", &url)]);
    assert_eq!(refused.status, 429);
    assert!(refused.body.contains(&format!("value=\"{url}\"")), "the text is kept");
    assert!(refused.body.contains("role=\"alert\""), "{}", refused.body);
    assert!(refused.body.contains("Sign in for more"), "{}", refused.body);
    assert!(browser.page("/").contains("None left. You get more in"));
}

#[test]
fn what_rest_spends_is_gone_on_the_site() {
    let world = one_a_day();
    assert_eq!(post_scan(&world.client, &world.url("/"), &[]).status, 202);
    let mut browser = Browser::new(&world);
    assert_eq!(browser.post("/", &[("url", &world.url("/other"))]).status, 429);
    let known = browser.post("/", &[("url", &world.url("/"))]);
    assert!([303, 429].contains(&known.status), "{}", known.status);
}

#[test]
fn a_refusal_comes_back_into_the_form() {
    let world = World::start();
    let mut browser = Browser::new(&world);
    for (url, told) in [
        ("http://www.example.org/", "https"),
        ("https://10.0.0.1/", "public"),
        ("not a url", "URL"),
        ("", "URL"),
    ] {
        let refused = browser.post("/", &[("url", url)]);
        assert_eq!(refused.status, 400, "{url}: {}", refused.body);
        let alert = refused.body.split("role=\"alert\"").nth(1).unwrap();
        let alert = alert.split("</div>").next().unwrap();
        assert!(alert.contains(told), "{url}: {alert}");
        assert!(refused.body.contains(&format!("value=\"{url}\"")), "{url}: the text is kept");
    }
}

#[test]
fn the_human_check_stands_on_the_form() {
    let world = World::with(|command| {
        dev(command);
        command
            .env("CITABLE_HUMAN_CHECK_SECRET", "secret")
            .env("CITABLE_HUMAN_CHECK_SITE_KEY", "site-key")
            .env("CITABLE_HUMAN_CHECK_VERIFY_URL", "https://human.example/turnstile/v0/siteverify");
    });
    let mut browser = Browser::new(&world);
    let page = browser.get("/");
    assert!(page.body.contains("data-sitekey=\"site-key\""), "{}", page.body);
    assert!(page.body.contains("src=\"https://human.example/turnstile/v0/api.js\""));
    let policy = page.header("content-security-policy").to_owned();
    assert!(policy.contains("script-src 'self' https://human.example;"), "{policy}");
    let elsewhere = browser.get("/checks");
    assert!(!elsewhere.header("content-security-policy").contains("human.example"));

    let url = world.url("/");
    let refused = browser.post("/", &[("url", &url)]);
    assert_eq!(refused.status, 403, "{}", refused.body);
    assert!(
        refused.body.contains("Confirm that you&#39;re human")
            || refused.body.contains("Confirm that you're human")
    );
    assert!(refused.body.contains(&format!("value=\"{url}\"")));
}

#[test]
fn whoever_is_signed_in_may_scan_again_at_once() {
    let world = World::with(dev);
    let mut stranger = Browser::new(&world);
    let first = stranger.post("/", &[("url", &world.url("/"))]).header("location").to_owned();
    world.client.finished(&id_of(&first));
    assert!(stranger.page(&first).contains("You can scan this page again after"));
    let refused = stranger.post("/", &[("url", &world.url("/")), ("refresh", "true")]);
    assert_eq!(refused.status, 401);
    assert!(refused.body.contains("Sign in to scan this page again"), "{}", refused.body);

    let mut ada = Browser::signed_in(&world, ADA);
    assert!(ada.page(&first).contains("name=\"refresh\""));
    let second = ada.post("/", &[("url", &world.url("/")), ("refresh", "true")]);
    let second = second.header("location").to_owned();
    assert_ne!(second, first);
    world.client.finished(&id_of(&second));
    let url: String = url::form_urlencoded::byte_serialize(world.url("/").as_bytes()).collect();
    let compared = ada.page(&format!("/compare?url={url}"));
    assert!(compared.contains("Before") && compared.contains("No check changed"), "{compared}");
    let ids = [id_of(&first), id_of(&second)];
    assert!(compared.contains(&ids[0]) && compared.contains(&ids[1]), "{compared}");
    let too_few = stranger.get("/compare?url=https%3A%2F%2Fwww.example.org%2F");
    assert_eq!(too_few.status, 404, "{}", too_few.body);
    assert!(too_few.body.contains("fewer than two"), "{}", too_few.body);
}
