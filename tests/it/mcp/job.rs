//! A whole job by MCP alone, and what a scan looks like on its way.

use std::time::{Duration, Instant};

use citable_test_support::reply::Reply;
use serde_json::{Value, json};

use super::speak::{Era, call, facts, failure};
use crate::people::{dev, key_of};
use crate::world::{GOOD_PAGE, HOST, OTHER_HOST, World};

const POOR_PAGE: &str = "<!doctype html><html><head><title>Bees</title></head><body>\
<p>In this article we look at bees.</p></body></html>";

/// Polls a scan to its end.
pub(super) fn finished(world: &World, scan_id: &Value, more: &[(&str, &str)]) -> Value {
    loop {
        let told = facts(world, "get_scan", json!({ "scanId": scan_id }), more);
        if told["status"] != "pending" {
            return told;
        }
    }
}

/// The whole report in Markdown, part by part.
fn report_of(world: &World, scan_id: &Value) -> String {
    let mut asked = json!({ "scanId": scan_id });
    let mut report = String::new();
    loop {
        let part = facts(world, "get_report", asked.clone(), &[]);
        report.push_str(part["text"].as_str().unwrap());
        assert_eq!(part["truncated"], !part["nextCursor"].is_null());
        if part["nextCursor"].is_null() {
            return report;
        }
        asked["cursor"] = part["nextCursor"].clone();
    }
}

/// Scans a page to the end of the scan.
pub(super) fn scan(world: &World, url: &str, more: &[(&str, &str)]) -> Value {
    let started = facts(world, "start_scan", json!({ "url": url }), more);
    finished(world, &started["scanId"], more)
}

#[test]
fn a_page_is_scanned_fixed_and_verified() {
    let world = World::with(dev);
    let (_, bearer) = key_of(&world, "ada@people.example", "pro", "scan,read");
    let key = [("authorization", bearer.as_str())];
    let url = world.url("/tides");
    let hidden = GOOD_PAGE.replace("<head>", "<head><meta name=robots content=noindex>");
    world.origin.route(HOST, "/tides", Reply::html(&hidden));

    let asked = json!({ "url": url, "waitSeconds": 0 });
    let started = facts(&world, "start_scan", asked, &key);
    assert_eq!((&started["status"], &started["cached"]), (&json!("pending"), &json!(false)));
    assert_eq!(started["pollAfterSeconds"], 8);
    let before = finished(&world, &started["scanId"], &key);
    assert_eq!((&before["status"], &before["progress"]), (&json!("done"), &json!(100)));
    assert!(before["pollAfterSeconds"].is_null());
    let failed: Vec<&Value> =
        before["findings"].as_array().unwrap().iter().map(|finding| &finding["checkId"]).collect();
    assert!(failed.contains(&&json!("indexable")), "{failed:?}");

    let plan = facts(&world, "get_fix_plan", json!({ "scanId": started["scanId"] }), &key);
    let fixes = plan["fixes"].as_array().unwrap();
    let fix =
        fixes.iter().find(|fix| fix["checkIds"].as_array().unwrap().contains(&json!("indexable")));
    let fix = fix.unwrap_or_else(|| panic!("{plan:#}"));
    assert!(!fix["steps"].as_array().unwrap().is_empty());
    assert!(fix["verify"].is_string());
    assert!(plan["projectedScore"].as_u64() > plan["score"].as_u64(), "{plan:#}");

    world.origin.route(HOST, "/tides", Reply::html(GOOD_PAGE));
    let again = facts(&world, "start_scan", json!({ "url": url, "refresh": true }), &key);
    assert_ne!(again["scanId"], started["scanId"]);
    let after = finished(&world, &again["scanId"], &key);
    assert_eq!((&again["status"], &again["score"]), (&json!("done"), &after["score"]), "it waited");
    assert!(again["pollAfterSeconds"].is_null() && again["recommendations"].is_array());
    let cached = facts(&world, "start_scan", json!({ "url": url, "waitSeconds": 0 }), &key);
    assert_eq!((&cached["cached"], &cached["score"]), (&json!(true), &after["score"]));
    assert!(after["score"].as_u64() > before["score"].as_u64());

    let ids = json!({ "from": started["scanId"], "to": again["scanId"] });
    let compared = facts(&world, "compare_scans", ids, &key);
    let flipped = compared["flippedChecks"].as_array().unwrap();
    let indexable = flipped.iter().find(|check| check["id"] == "indexable").unwrap();
    assert_eq!((&indexable["from"], &indexable["to"]), (&json!("fail"), &json!("pass")));
    assert_eq!(
        compared["scoreDelta"].as_i64().unwrap(),
        after["score"].as_i64().unwrap() - before["score"].as_i64().unwrap()
    );
    assert_eq!(facts(&world, "compare_scans", json!({ "url": url }), &key), compared);
    let other = json!({ "from": started["scanId"], "to": again["scanId"], "url": url });
    assert_eq!(failure(&world, "compare_scans", other, &key)["error"], "compare_form_invalid");
}

#[test]
fn a_scan_on_its_way_says_where_it_is_and_one_that_failed_says_why() {
    let world = World::start();
    world.origin.route(HOST, "/slow", Reply::never());
    let asked = json!({ "url": world.url("/slow"), "waitSeconds": 1 });
    let begun = Instant::now();
    let slow = facts(&world, "start_scan", asked, &[]);
    assert!(begun.elapsed() < Duration::from_secs(8), "it waited no longer than it was asked to");
    assert_eq!((&slow["status"], &slow["pollAfterSeconds"]), (&json!("pending"), &json!(8)));
    let long = json!({ "url": world.url("/slow"), "waitSeconds": 21 });
    assert_eq!(failure(&world, "start_scan", long, &[])["param"], "waitSeconds");
    let told = facts(&world, "get_scan", json!({ "scanId": slow["scanId"] }), &[]);
    assert_eq!((&told["status"], &told["pollAfterSeconds"]), (&json!("pending"), &json!(8)));
    assert!(told["progress"].as_u64().unwrap() < 100 && told["stage"].is_string());
    for tool in ["get_fix_plan", "get_report"] {
        let early = failure(&world, tool, json!({ "scanId": slow["scanId"] }), &[]);
        assert_eq!(early["error"], "report_not_ready");
        assert!(early["next"].as_str().unwrap().contains("get_scan"));
    }
    // Another host, since a host is asked for one page after the other.
    world.origin.route(OTHER_HOST, "/broken", Reply::html("no").status(500));
    let url = world.origin.url(OTHER_HOST, "/broken");
    let told = facts(&world, "start_scan", json!({ "url": url }), &[]);
    assert_eq!(
        (&told["status"], &told["failure"]["code"]),
        (&json!("error"), &json!("origin_error"))
    );
    let broken = finished(&world, &told["scanId"], &[]);
    assert_eq!(
        (&broken["status"], &broken["failure"]["code"]),
        (&json!("error"), &json!("origin_error"))
    );
    let legacy = call(&world, Era::Legacy, "get_scan", json!({ "scanId": broken["scanId"] }), &[]);
    assert_eq!(legacy["isError"], false, "a failed scan is an answer");
}

#[test]
fn what_a_viewer_may_not_see_is_in_no_tool() {
    let world = World::with(dev);
    world.origin.route(HOST, "/poor", Reply::html(POOR_PAGE));
    let seen = scan(&world, &world.url("/poor"), &[]);
    let id = json!({ "scanId": seen["scanId"] });
    let (_, bearer) = key_of(&world, "ada@people.example", "pro", "read");
    let key = [("authorization", bearer.as_str())];
    let whole = facts(&world, "get_fix_plan", id.clone(), &key);
    assert_eq!(whole["fixesLocked"], 0);
    let hidden: Vec<&str> = whole["fixes"]
        .as_array()
        .unwrap()
        .iter()
        .skip(1)
        .map(|fix| fix["steps"][0].as_str().unwrap())
        .collect();
    assert!(hidden.len() > 2);

    let plan = facts(&world, "get_fix_plan", id.clone(), &[]);
    assert_eq!(plan["fixes"][0]["locked"], false);
    let fixes = plan["fixes"].as_array().unwrap();
    assert!(fixes.iter().skip(1).all(|fix| fix.as_object().unwrap().len() == 3), "{plan:#}");
    assert_eq!(plan["fixesLocked"].as_u64().unwrap() as usize, hidden.len());
    let uri = format!("citable://scans/{}", seen["scanId"].as_str().unwrap());
    let read = super::speak::ask(&world, Era::Modern, "resources/read", json!({ "uri": uri }), &[]);
    let texts = [
        plan.to_string(),
        read.body,
        facts(&world, "get_scan", json!({ "scanId": seen["scanId"], "detail": "full" }), &[])
            .to_string(),
        report_of(&world, &seen["scanId"]),
        facts(&world, "get_report", json!({ "scanId": seen["scanId"], "format": "json" }), &[])
            .to_string(),
    ];
    for text in &texts {
        for step in &hidden {
            assert!(!text.contains(step), "{step} is in {text}");
        }
    }
}

#[test]
fn the_history_is_listed_in_parts() {
    let world = World::with(dev);
    let (_, bearer) = key_of(&world, "ada@people.example", "pro", "scan,read");
    let key = [("authorization", bearer.as_str())];
    assert_eq!(facts(&world, "list_scans", json!({}), &key)["scans"], json!([]));
    for path in ["/a", "/b", "/c"] {
        world.origin.route(HOST, path, Reply::html(GOOD_PAGE));
        assert_eq!(scan(&world, &world.url(path), &key)["status"], "done");
    }
    let mut seen = Vec::new();
    let mut cursor = Value::Null;
    loop {
        let mut asked = json!({ "limit": 1 });
        if cursor.is_string() {
            asked["cursor"] = cursor.clone();
        }
        let part = facts(&world, "list_scans", asked, &key);
        seen.extend(part["scans"].as_array().unwrap().iter().map(|scan| scan["url"].clone()));
        cursor = part["nextCursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(seen, ["/c", "/b", "/a"].map(|path| json!(world.url(path))));
    let of_page = facts(&world, "list_scans", json!({ "url": world.url("/b") }), &key);
    assert_eq!(of_page["scans"].as_array().unwrap().len(), 1);
    let never = failure(&world, "list_scans", json!({ "url": world.url("/never") }), &key);
    assert_eq!(never["error"], "not_found");
    let bad = failure(&world, "list_scans", json!({ "cursor": "x" }), &key);
    assert_eq!(bad["error"], "invalid_cursor");
}
