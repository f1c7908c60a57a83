//! A page from its submission to its report.

use std::io::Write;
use std::net::TcpStream;

use citable_checks::registry::checks;
use citable_test_support::client::Client;
use citable_test_support::reply::Reply;
use serde_json::json;

use crate::people::MovedClock;
use crate::world::{OTHER_HOST, World, eventually};

#[test]
fn a_page_is_accepted_followed_and_reported() {
    let world = World::start();
    let accepted = world.client.post("/scan", &json!({ "url": world.url("/") }).to_string());
    assert_eq!(accepted.status, 202);
    let body = accepted.json();
    let id = body["id"].as_str().unwrap();
    assert_eq!(accepted.header("location"), format!("/api/v1/scan/{id}"));
    assert_eq!(accepted.header("retry-after"), "2");
    assert_eq!((&body["status"], &body["cached"]), (&json!("pending"), &json!(false)));
    assert_eq!(body["reportUrl"], format!("{}/api/v1/scan/{id}", world.program().base()));

    let (_, events) = world.client.events(id, &[]);
    assert!(events.last().unwrap().data.contains(r#""stage":"done""#));
    let report = world.client.get(&format!("/scan/{id}"));
    assert_eq!(report.status, 200);
    let report = report.json();
    assert_eq!((&report["id"], &report["status"]), (&json!(id), &json!("done")));
    assert_eq!(
        (&report["checksRun"], &report["checksTotal"]),
        (&json!(checks().count()), &json!(34))
    );
    let paths = world.origin.paths(crate::world::HOST);
    assert_eq!(paths[..2], ["/robots.txt", "/"]);
    let around = ["/sitemap.xml", "/llms.txt", "/"];
    assert!(paths[2..].iter().all(|path| around.contains(&path.as_str())), "{paths:?}");
}

#[test]
fn a_second_request_is_answered_from_the_cache_whatever_the_spelling() {
    let world = World::start();
    let id = world.client.scan(&world.url("/"));
    let report = world.client.finished(&id).json();
    let asked = world.origin.requests().len();
    let shouted = world.url("/#top").replace("https://pages", "HTTPS://PAGES");
    let again = world.client.post("/scan", &json!({ "url": shouted }).to_string());
    assert_eq!(again.status, 200);
    let again = again.json();
    assert_eq!((&again["id"], &again["cached"]), (&json!(id), &json!(true)));
    assert_eq!(again["scannedAt"], report["scannedAt"]);
    assert_eq!(world.origin.requests().len(), asked);
}

#[test]
fn a_cached_report_is_a_day_old_at_most() {
    let clock = MovedClock::new();
    let world = World::with(|command| clock.give_to(command));
    let id = world.client.scan(&world.url("/"));
    world.client.finished(&id);
    let cached = || {
        let answer = world.client.post("/scan", &json!({ "url": world.url("/") }).to_string());
        answer.json()["cached"] == json!(true)
    };
    let minute = 60_000;
    clock.move_by(24 * 60 * minute - minute);
    assert!(cached());
    clock.move_by(24 * 60 * minute);
    assert!(!cached());
}

#[test]
fn a_report_is_sent_once_to_who_has_it() {
    let world = World::start();
    let id = world.client.scan(&world.url("/"));
    let report = world.client.finished(&id);
    let tag = report.header("etag");
    assert!(tag.starts_with('"'), "{tag}");
    let path = format!("/scan/{id}");
    let unchanged = world.client.send("GET", &path, &[("if-none-match", tag)], None);
    assert_eq!((unchanged.status, unchanged.body.as_str()), (304, ""));
    assert_eq!(report.header("cache-control"), "private, no-cache");
    assert_eq!(report.header("vary"), "Accept, Authorization, Cookie");
}

#[test]
fn a_running_scan_answers_pending_and_the_queue_is_bounded() {
    let world = World::with(|command| {
        command.env("CITABLE_MAX_CONCURRENT_SCANS", "1").env("CITABLE_SCAN_QUEUE", "1");
    });
    world.origin.route(crate::world::HOST, "/never", Reply::never());
    let running = world.client.scan(&world.url("/never"));
    eventually("the page is asked for", || {
        world.origin.paths(crate::world::HOST).contains(&"/never".to_owned())
    });
    let pending = world.client.get(&format!("/scan/{running}"));
    assert_eq!((pending.status, pending.header("retry-after")), (200, "2"));
    assert_eq!(pending.json()["status"], "pending");
    assert_eq!(pending.json()["totalChecks"], 34);

    let waiting = world.client.scan(&world.origin.url(OTHER_HOST, "/"));
    assert_eq!(world.client.get(&format!("/scan/{waiting}")).json()["stage"], "queued");
    let third = json!({ "url": world.origin.url(OTHER_HOST, "/third") }).to_string();
    let refused = world.client.post("/scan", &third);
    assert_eq!((refused.status, &refused.json()["error"]), (503, &json!("overloaded")));
    let wait: u32 = refused.header("retry-after").parse().unwrap();
    assert!((5..=15).contains(&wait));
}

#[test]
fn a_failed_scan_says_why_and_gives_no_score() {
    let world = World::start();
    for (path, reply, code) in [
        ("/forbidden", Reply::html("no").status(403), "refused"),
        ("/broken", Reply::html("no").status(500), "origin_error"),
        (
            "/file.pdf",
            Reply::text("%PDF-1.7").header("content-type", "application/pdf"),
            "not_html",
        ),
        ("/plain", Reply::redirect(301, "http://pages.citable-test.net/"), "redirected_to_http"),
    ] {
        world.origin.route(crate::world::HOST, path, reply);
        let failed = world.client.finished(&world.client.scan(&world.url(path)));
        assert_eq!(failed.status, 500, "{path}");
        let body = failed.json();
        assert_eq!(body["error"], "scan_failed");
        assert_eq!(body["reason"]["code"], code, "{path}");
        let message = body["reason"]["message"].as_str().unwrap();
        assert!(message.ends_with("Answer engines may get a different response."), "{message}");
    }
}

#[test]
fn what_every_client_gets_is_a_finished_scan_with_no_points() {
    let world = World::start();
    let host = crate::world::HOST;
    world.origin.route(host, "/gone", Reply::html("gone").status(410));
    world.origin.route(host, "/loop", Reply::redirect(302, "/loop"));
    world.origin.route(host, "/empty", Reply::html(""));
    for path in ["/missing", "/gone", "/loop", "/empty"] {
        let report = world.client.finished(&world.client.scan(&world.url(path)));
        assert_eq!(report.status, 200, "{path}: {}", report.body);
        let report = report.json();
        assert_eq!(report["score"], 0, "{path}");
        assert_eq!(report["checks"][0]["status"], "fail", "{path}");
    }
}

#[test]
fn robots_txt_is_obeyed_where_it_names_us() {
    let world = World::start();
    let robots = "User-agent: *\nDisallow: /\n\nUser-agent: CitableBot\nDisallow: /private\n";
    world.origin.route(crate::world::HOST, "/robots.txt", Reply::text(robots));
    let refused = world.client.finished(&world.client.scan(&world.url("/private")));
    assert_eq!(refused.json()["reason"]["code"], "robots_refused");
    assert!(!world.origin.paths(crate::world::HOST).contains(&"/private".to_owned()));

    let open = world.client.finished(&world.client.scan(&world.url("/"))).json();
    assert_eq!(open["status"], "done");
    assert_eq!(open["score"], 10, "every engine is blocked by the group for all");
}

#[test]
fn a_client_that_leaves_during_its_request_loses_nothing() {
    let world = World::start();
    let body = json!({ "url": world.url("/left") }).to_string();
    let address = world.program().base().trim_start_matches("http://").to_owned();
    let request = format!(
        "POST /api/v1/scan HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    drop(stream);
    eventually("the page is scanned all the same", || {
        let cached = world.client.post("/scan", &body);
        cached.json()["cached"] == json!(true)
    });
}

#[test]
fn health_is_told_shallow_and_deep() {
    let world = World::start();
    let shallow = world.client.get("/healthz").json();
    assert_eq!((&shallow["status"], &shallow["checks"]), (&json!("ok"), &json!(null)));
    let deep = world.client.get("/healthz?deep=1").json();
    assert_eq!(deep["checks"]["database"]["status"], "ok");
    assert_eq!(world.client.get("/healthz?deep=yes").status, 400);
}

#[test]
fn a_stranger_cannot_guess_scans() {
    let world = World::start();
    for id in ["scn_0000000000000000000000", "x", "scn_1", "0b2f8e57-3f5e-4c55-8a10-2b9f8c0a5a11"] {
        for path in [format!("/scan/{id}"), format!("/scan/{id}/events")] {
            let answer = Client::get(&world.client, &path);
            assert_eq!((answer.status, &answer.json()["error"]), (404, &json!("not_found")));
        }
    }
}
