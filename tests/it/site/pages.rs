//! Pages that everyone may read, and what everyone else gets in their place.

use super::{BROWSER, Browser};
use crate::people::{JSON, dev, post_scan};
use crate::world::World;

#[test]
fn every_page_of_the_sitemap_is_there_and_names_itself() {
    let world = World::start();
    let mut browser = Browser::new(&world);
    let sitemap = browser.get("/sitemap.xml").body;
    let base = world.program().base().to_owned();
    let paths: Vec<String> = sitemap
        .split("<loc>")
        .skip(1)
        .map(|rest| rest.split("</loc>").next().unwrap().strip_prefix(&base).unwrap().to_owned())
        .collect();
    assert!(paths.len() > 50, "{paths:?}");
    for path in &paths {
        let page = browser.page(path);
        assert!(
            page.contains(&format!("<link rel=\"canonical\" href=\"{base}{path}\">")),
            "{path}"
        );
        assert!(!page.contains("<meta name=\"robots\""), "{path}");
        assert_eq!(page.matches("<h1").count(), 1, "{path}");
    }
    assert!(browser.get("/robots.txt").body.contains(&format!("Sitemap: {base}/sitemap.xml")));
}

#[test]
fn what_is_wrong_is_a_page_for_browsers_and_json_for_programs() {
    let world = World::start();
    let mut browser = Browser::new(&world);
    let page = browser.get("/nothing-here");
    assert_eq!(page.status, 404);
    assert!(page.body.contains("<h1>Page not found</h1>"), "{}", page.body);
    assert!(page.body.contains(page.header("x-request-id")), "{}", page.body);
    assert!(!page.body.contains("/llms.txt lists"), "that is for programs: {}", page.body);
    let program = world.client.send_raw("GET", "/nothing-here", &[], None);
    assert_eq!(program.json()["error"], "not_found");
    for path in ["/api/v1/nothing", "/api/v1/scan/scn_0000000000000000000000"] {
        let api = browser.get(path);
        assert_eq!((api.status, api.header("content-type")), (404, "application/json"), "{path}");
    }
    let unknown = browser.get("/report/scn_0000000000000000000000");
    assert_eq!(unknown.status, 404);
    assert!(unknown.body.contains("Page not found"), "{}", unknown.body);
    let method = browser.send("DELETE", "/", &[], None);
    assert_eq!((method.status, method.header("allow")), (405, "GET, HEAD, POST, OPTIONS"));
}

#[test]
fn addresses_for_people_in_answers_open_as_pages() {
    let world = World::with(dev);
    let started = post_scan(&world.client, &world.url("/"), &[]).json();
    let base = world.program().base();
    let web = started["webUrl"].as_str().unwrap().strip_prefix(base).unwrap().to_owned();
    world.client.finished(started["id"].as_str().unwrap());
    let mut browser = Browser::new(&world);
    assert!(browser.page(&web).contains("of 100"));
    let refused =
        world.client.send("POST", "/scan", &[JSON, ("authorization", "Bearer x")], Some("{}"));
    let keys = refused.json()["agent"]["keysUrl"].as_str().unwrap().to_owned();
    assert_eq!(browser.get(keys.strip_prefix(base).unwrap()).status, 302, "it asks to sign in");
    let hash = browser.page(&web);
    let hash = hash.split("/badge/").nth(1).unwrap().split(".svg").next().unwrap();
    let badge = browser.get(&format!("/badge/{hash}.svg"));
    assert_eq!((badge.status, badge.header("content-type")), (200, "image/svg+xml"));
    assert!(badge.body.contains("of 100"), "{}", badge.body);
    let shield = browser.get(&format!("/badge/{hash}.json")).json();
    assert_eq!(
        (shield["schemaVersion"].as_u64(), shield["label"].as_str()),
        (Some(1), Some("citable"))
    );
    assert_eq!(browser.get("/badge/x.svg").status, 404);
}

#[test]
fn files_are_kept_for_good_and_pages_are_asked_for_again() {
    let world = World::start();
    let mut browser = Browser::new(&world);
    let page = browser.page("/");
    let style = page.split("rel=\"stylesheet\" href=\"").nth(1).unwrap().split('"').next().unwrap();
    let plain = browser.get(style);
    assert_eq!(plain.header("cache-control"), "public, max-age=31536000, immutable");
    let packed = world.client.try_send("GET", style, &[("accept-encoding", "gzip")], None);
    assert!(packed.is_some_and(|answer| answer.header("content-encoding") == "gzip"));
    let first = browser.get("/checks");
    let tag = first.header("etag").to_owned();
    let again = browser.send("GET", "/checks", &[("if-none-match", &tag)], None);
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(browser.get("/assets/site.0123456789ab.css").status, 404);
}

#[test]
fn the_theme_is_kept_and_the_next_page_has_it() {
    let world = World::start();
    let mut browser = Browser::new(&world);
    assert!(browser.page("/").contains("data-theme=\"system\""));
    let chosen = browser.post("/theme", &[("theme", "dark"), ("next", "/checks")]);
    assert_eq!(chosen.header("location"), "/checks");
    assert!(browser.page("/checks").contains("data-theme=\"dark\""));
    let odd = browser.post("/theme", &[("theme", "\"><script>"), ("next", "//evil.example")]);
    assert_eq!(odd.header("location"), "/");
    assert!(browser.page("/").contains("data-theme=\"system\""));
}

#[test]
fn pages_say_what_they_may_load() {
    let world = World::start();
    let headers = world.client.send_raw("GET", "/", &[BROWSER], None);
    let policy = headers.header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"),
        "{policy}"
    );
    assert_eq!(headers.header("cross-origin-opener-policy"), "same-origin");
    assert!(headers.header("permissions-policy").contains("camera=()"));
    assert_eq!(headers.header("referrer-policy"), "same-origin");
}
