//! The sandbox: reports of pages that are part of the program.

use serde_json::json;

use crate::world::World;

#[test]
fn every_fixture_is_listed_and_read_in_both_forms() {
    let world = World::start();
    let list = world.client.get("/sandbox");
    assert_eq!(list.header("cache-control"), "public, max-age=300");
    assert_eq!(list.header("access-control-allow-origin"), "*");
    let list = list.json();
    let fixtures = list["fixtures"].as_array().unwrap();
    assert!(fixtures.len() >= 5);
    assert_eq!(fixtures[0]["id"], "sandbox-example");
    let guide = world.client.get("/sandbox.md").body;
    for fixture in fixtures {
        let id = fixture["id"].as_str().unwrap();
        let address = fixture["reportUrl"].as_str().unwrap();
        assert_eq!(address, format!("{}/api/v1/sandbox/scan/{id}", world.program().base()));
        let report = world.client.get(&format!("/sandbox/scan/{id}")).json();
        assert_eq!((&report["id"], &report["status"]), (&json!(id), &json!("done")));
        assert_eq!(report["recommendationsLocked"], 0, "whole");
        let document = world.client.get(&format!("/sandbox/scan/{id}.md"));
        assert_eq!(document.header("content-type"), "text/markdown; charset=utf-8");
        let asked = [("accept", "text/markdown")];
        let negotiated = world.client.send("GET", &format!("/sandbox/scan/{id}"), &asked, None);
        assert_eq!(document.body, negotiated.body);
        assert!(guide.contains(address), "{id}");
    }
    assert_eq!(world.client.get("/sandbox/scan/sandbox-unknown").status, 404);
    assert!(world.origin.requests().is_empty(), "nothing is fetched");
}

#[test]
fn a_batch_of_fixtures_is_all_or_nothing() {
    let world = World::start();
    let batch = world.client.get("/sandbox/batch?ids=sandbox-shell,sandbox-example,sandbox-shell");
    let results = &batch.json()["results"];
    let ids: Vec<_> = results.as_array().unwrap().iter().map(|result| &result["id"]).collect();
    assert_eq!(ids, ["sandbox-shell", "sandbox-example", "sandbox-shell"]);
    assert_eq!(results[0]["body"]["id"], "sandbox-shell");
    let unknown = world.client.get("/sandbox/batch?ids=sandbox-shell,nothing");
    assert_eq!((unknown.status, &unknown.json()["error"]), (404, &json!("not_found")));
    let empty = world.client.get("/sandbox/batch?ids=");
    assert_eq!((empty.status, &empty.json()["error"]), (400, &json!("invalid_ids")));
    let guide = world.client.get("/sandbox/batch.md");
    assert!(guide.body.contains("/api/v1/sandbox/batch?ids="));
}
