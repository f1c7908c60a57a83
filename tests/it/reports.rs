//! Reports in their forms, several at once, compared, and gated by what the viewer may see.

use citable_test_support::client::Answer;
use citable_test_support::reply::Reply;
use serde_json::{Value, json};

use crate::people::MovedClock;
use crate::world::{HOST, World};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
const MARKDOWN: (&str, &str) = ("accept", "text/markdown");

/// A page with much to mend.
const POOR_PAGE: &str = "<!doctype html><html><head><title>Bees</title></head><body>\
<p>In this article we look at bees.</p></body></html>";

/// A world whose clock can be moved, since a page is scanned anew only when a day has passed.
struct Days {
    world: World,
    clock: MovedClock,
    passed: i64,
}

impl Days {
    fn start() -> Self {
        let clock = MovedClock::new();
        let world = World::with(|command| clock.give_to(command));
        Self { world, clock, passed: 0 }
    }

    fn scan(&mut self, path: &str, html: &str) -> String {
        self.world.origin.route(HOST, path, Reply::html(html));
        self.passed += 1;
        self.clock.move_by(self.passed * DAY_MS);
        let id = self.world.client.scan(&self.world.url(path));
        assert_eq!(self.world.client.finished(&id).status, 200);
        id
    }

    fn get(&self, path: &str) -> Answer {
        self.world.client.get(path)
    }
}

fn texts<'v>(list: &'v Value, key: &str) -> Vec<&'v str> {
    list.as_array().unwrap().iter().filter_map(|item| item[key].as_str()).collect()
}

fn error(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["error"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn a_stranger_sees_one_fix_in_full_and_the_others_by_title() {
    let mut days = Days::start();
    let id = days.scan("/poor", POOR_PAGE);
    let report = days.get(&format!("/scan/{id}")).json();
    let fixes = report["recommendations"].as_array().unwrap();
    assert!(fixes.len() > 3, "{fixes:#?}");
    assert_eq!(fixes[0]["locked"], false);
    assert!(fixes[0]["steps"].is_array());
    for (place, fix) in fixes.iter().enumerate().skip(1) {
        let keys: Vec<&String> = fix.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["locked", "rank", "title"], "{fix}");
        assert_eq!(fix["rank"], place + 1);
    }
    assert_eq!(report["recommendationsTotal"], fixes.len());
    assert_eq!(report["recommendationsLocked"], fixes.len() - 1);
}

#[test]
fn how_many_fixes_a_stranger_sees_is_a_setting() {
    let world = World::with(|command| {
        command.env("CITABLE_PLAN_ANONYMOUS_RECOMMENDATIONS", "2");
    });
    world.origin.route(HOST, "/poor", Reply::html(POOR_PAGE));
    let report = world.client.finished(&world.client.scan(&world.url("/poor"))).json();
    let locked: Vec<&Value> =
        report["recommendations"].as_array().unwrap().iter().map(|fix| &fix["locked"]).collect();
    assert_eq!(locked[..3], [&json!(false), &json!(false), &json!(true)]);
}

#[test]
fn a_report_is_a_document_where_that_is_wanted_most() {
    let mut days = Days::start();
    let id = days.scan("/poor", POOR_PAGE);
    let path = format!("/scan/{id}");
    let document = days.world.client.send("GET", &path, &[MARKDOWN], None);
    assert_eq!(document.header("content-type"), "text/markdown; charset=utf-8");
    assert!(document.body.starts_with("# "), "{}", document.body);
    let json = days.get(&path);
    assert_ne!(document.header("etag"), json.header("etag"), "each form has a tag of its own");
    let tag = document.header("etag").to_owned();
    let known = [MARKDOWN, ("if-none-match", &tag)];
    assert_eq!(days.world.client.send("GET", &path, &known, None).status, 304);
    let other = [("accept", "application/json"), ("if-none-match", &*tag)];
    assert_eq!(days.world.client.send("GET", &path, &other, None).status, 200);
}

#[test]
fn instructions_for_agents_need_a_report() {
    let mut days = Days::start();
    let id = days.scan("/poor", POOR_PAGE);
    let text = days.get(&format!("/scan/{id}/ai-instructions"));
    assert_eq!((text.status, text.header("content-type")), (200, "text/markdown; charset=utf-8"));
    let document = days.world.client.send("GET", &format!("/scan/{id}"), &[MARKDOWN], None);
    assert!(text.body.contains(document.body.trim()), "the report is in it whole: {}", text.body);

    days.world.origin.route(HOST, "/broken", Reply::html("no").status(500));
    let failed = days.world.client.scan(&days.world.url("/broken"));
    days.world.client.finished(&failed);
    for (id, expected) in [
        (failed.as_str(), (409, "report_not_ready")),
        ("scn_1", (400, "invalid_scan_id")),
        ("scn_0000000000000000000000", (404, "not_found")),
    ] {
        let answer = days.get(&format!("/scan/{id}/ai-instructions"));
        assert_eq!(error(&answer), (expected.0, expected.1.to_owned()), "{id}");
    }
}

#[test]
fn a_batch_answers_each_read_by_itself() {
    let mut days = Days::start();
    let id = days.scan("/poor", POOR_PAGE);
    let unknown = "scn_0000000000000000000000";
    let batch = days.get(&format!("/batch?ids={id},{unknown},x,{id}"));
    assert_eq!(batch.status, 200);
    let results = &batch.json()["results"];
    assert_eq!(texts(results, "id"), [&id, unknown, "x", &id]);
    let single = days.get(&format!("/scan/{id}"));
    assert_eq!(results[0]["body"], single.json(), "gated alike");
    assert_eq!(results[0]["headers"]["etag"], single.header("etag"));
    assert_eq!(results[0]["headers"]["content-type"], "application/json");
    for place in [1, 2] {
        assert_eq!(results[place]["status"], 404);
        assert_eq!(results[place]["body"]["error"], "not_found");
    }

    let eleven = ["x"; 11].join(",");
    for query in ["", "?ids=", "?ids=a,,b", "?ids=a&ids=b", &format!("?ids={eleven}")] {
        let refused = days.get(&format!("/batch{query}"));
        assert_eq!(error(&refused), (400, "invalid_ids".to_owned()), "{query}");
    }
}

#[test]
fn two_scans_of_a_page_are_compared() {
    let mut days = Days::start();
    let before = days.scan("/page", POOR_PAGE);
    let mended = POOR_PAGE.replace("<html>", "<html lang=en>");
    let after = days.scan("/page", &mended);

    let compared = days.get(&format!("/compare?from={before}&to={after}"));
    assert_eq!(compared.status, 200);
    let body = compared.json();
    assert_eq!((&body["from"]["id"], &body["to"]["id"]), (&json!(before), &json!(after)));
    let scores =
        [&body["from"]["score"], &body["to"]["score"]].map(|score| score.as_i64().unwrap());
    assert_eq!(body["scoreDelta"], scores[1] - scores[0]);
    let flipped = &body["flippedChecks"];
    assert!(texts(flipped, "id").contains(&"language"), "{flipped}");

    let url = days.world.url("/page");
    let by_url = days.get(&format!("/compare?url={}", url.trim_start_matches("https://")));
    assert_eq!(by_url.json(), body, "the two newest are these two");
    let section = days.world.client.send("GET", &format!("/compare?url={url}"), &[MARKDOWN], None);
    assert!(section.body.starts_with("## "), "{}", section.body);
}

#[test]
fn a_comparison_withholds_what_the_reports_lock() {
    let mut days = Days::start();
    let before = days.scan("/page", POOR_PAGE);
    let after = days.scan("/page", POOR_PAGE);
    let locked: Vec<String> = {
        let report = days.get(&format!("/scan/{after}")).json();
        texts(&report["recommendations"], "title")[1..].iter().map(|&one| one.to_owned()).collect()
    };
    let path = format!("/compare?from={before}&to={after}");
    let compared = days.get(&path);
    let open = compared.json()["recommendations"]["open"].as_array().unwrap().clone();
    assert_eq!(compared.json()["withheld"], open.len() - 1);
    assert!(open[0]["title"].is_string());
    assert!(open[1..].iter().all(|fix| fix["locked"] == true && fix["title"].is_null()));
    let document = days.world.client.send("GET", &path, &[MARKDOWN], None);
    for title in locked {
        let quoted = serde_json::to_string(&title).unwrap();
        assert!(!compared.body.contains(quoted.trim_matches('"')), "{title}");
        assert!(!document.body.contains(&title), "{title}");
    }
}

#[test]
fn what_cannot_be_compared_is_refused_in_a_fixed_order() {
    let mut days = Days::start();
    let page = days.scan("/page", POOR_PAGE);
    let other = days.scan("/other", POOR_PAGE);
    days.world.origin.route(HOST, "/broken", Reply::html("no").status(500));
    let failed = days.world.client.scan(&days.world.url("/broken"));
    days.world.client.finished(&failed);
    let unknown = "scn_0000000000000000000000";
    let url = days.world.url("/page");
    for (query, expected) in [
        (String::new(), (400, "compare_form_invalid")),
        (format!("?from={page}"), (400, "compare_form_invalid")),
        (format!("?from={page}&to={other}&url={url}"), (400, "compare_form_invalid")),
        (format!("?from=x&to={unknown}"), (400, "invalid_scan_id")),
        (format!("?from={failed}&to={unknown}"), (404, "not_found")),
        (format!("?from={failed}&to={page}"), (400, "scan_not_finished")),
        (format!("?from={page}&to={other}"), (400, "url_mismatch")),
        (format!("?url={url}"), (404, "not_found")),
        ("?url=http://example.org/".to_owned(), (400, "invalid_url")),
    ] {
        let answer = days.get(&format!("/compare{query}"));
        assert_eq!(error(&answer), (expected.0, expected.1.to_owned()), "{query}");
    }
    assert_eq!(days.get(&format!("/compare?from={page}&to={page}")).json()["scoreDelta"], 0);
}
