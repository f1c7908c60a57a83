//! What is offered, to whoever looks.

use serde_json::{Value, json};

use super::speak::{ERAS, Era, LEGACY, MODERN, ask, facts, failure};
use crate::people::{dev, key_of};
use crate::world::World;

const TOOLS: [&str; 9] = [
    "start_scan",
    "get_scan",
    "compare_scans",
    "list_checks",
    "explain_check",
    "get_fix_plan",
    "get_report",
    "list_scans",
    "get_account",
];

#[test]
fn both_eras_begin_and_list_the_same_tools() {
    let world = World::start();
    let start = json!({ "protocolVersion": LEGACY, "capabilities": {},
        "clientInfo": { "name": "tests", "version": "1" } });
    let begun = ask(&world, Era::Legacy, "initialize", start, &[]);
    assert_eq!(begun.status, 200, "{}", begun.body);
    let begun = begun.json()["result"].clone();
    assert_eq!(begun["protocolVersion"], LEGACY);
    assert_eq!(begun["serverInfo"]["name"], "citable");
    assert!(begun["instructions"].as_str().unwrap().contains("start_scan"));

    let found = ask(&world, Era::Modern, "server/discover", json!({}), &[]).json();
    let found = &found["result"];
    assert_eq!(found["resultType"], "complete");
    assert!(found["supportedVersions"].as_array().unwrap().contains(&json!(MODERN)));
    assert_eq!(found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "citable");
    assert_eq!(found["capabilities"], begun["capabilities"]);
    for offered in ["logging", "tasks", "extensions"] {
        assert!(found["capabilities"].get(offered).is_none(), "{offered}");
    }

    let [modern, legacy] = ERAS.map(|era| {
        let listed = ask(&world, era, "tools/list", json!({}), &[]);
        assert_eq!(listed.header("cache-control"), "no-store");
        assert!(listed.headers.contains_key("x-request-id"));
        listed.json()["result"].clone()
    });
    assert_eq!(modern["tools"], legacy["tools"]);
    assert_eq!(
        (&modern["resultType"], &modern["cacheScope"]),
        (&json!("complete"), &json!("public"))
    );
    assert_eq!(modern["ttlMs"], 300_000);
    assert!(legacy.get("resultType").is_none());
    let tools = modern["tools"].as_array().unwrap();
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, TOOLS);
    for tool in tools {
        let hints = tool["annotations"].as_object().unwrap();
        let four = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
        assert!(four.iter().all(|hint| hints[*hint].is_boolean()), "{tool}");
        assert!(tool["title"].is_string() && tool["outputSchema"]["type"] == "object");
        assert!(tool["description"].as_str().unwrap().len() < 600);
    }
    let tokens = modern["tools"].to_string().len() / 4;
    assert!(tokens < 4_000, "{tokens} tokens");
}

#[test]
fn the_second_address_is_the_same_server() {
    let world = World::start();
    let listed = |path: &str| {
        let body = json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/list" }).to_string();
        let headers = [("content-type", "application/json")];
        super::speak::send(&world, path, &headers, &body).json()
    };
    assert_eq!(listed("/mcp"), listed("/chatgpt/mcp"));
    assert_eq!(listed("/mcp")["id"], "a");
}

#[test]
fn the_checks_are_listed_and_explained_without_a_scan() {
    let world = World::start();
    let all = facts(&world, "list_checks", json!({}), &[]);
    assert_eq!(all["checks"].as_array().unwrap().len(), 34);
    assert_eq!(all["categories"].as_array().unwrap().len(), 7);
    let schema = facts(&world, "list_checks", json!({ "category": "schema" }), &[]);
    let checks = schema["checks"].as_array().unwrap();
    assert!(!checks.is_empty() && checks.iter().all(|check| check["category"] == "schema"));
    for check in all["checks"].as_array().unwrap() {
        let told = facts(&world, "explain_check", json!({ "checkId": check["checkId"] }), &[]);
        assert_eq!(told["title"], check["title"]);
        assert!(told["rules"].as_str().unwrap().contains("Pass"), "{told}");
    }
    let near = failure(&world, "explain_check", json!({ "checkId": "cannonical" }), &[]);
    assert_eq!(near["error"], "not_found");
    assert!(near["message"].as_str().unwrap().contains("Did you mean canonical"));
    let account = facts(&world, "get_account", json!({}), &[]);
    assert_eq!(account["today"]["used"], 0, "nothing was spent");
}

#[test]
fn an_account_is_known_by_its_key_alone() {
    let world = World::with(dev);
    let nobody = facts(&world, "get_account", json!({}), &[]);
    assert_eq!((&nobody["hasAccount"], &nobody["plan"]), (&json!(false), &json!("anonymous")));
    assert!(nobody["nextStep"].as_str().unwrap().contains("/login"));
    let (_, bearer) = key_of(&world, "ada@people.example", "pro", "read");
    let ada = facts(&world, "get_account", json!({}), &[("authorization", &bearer)]);
    assert_eq!((&ada["plan"], &ada["limits"]["fixesInFull"]), (&json!("pro"), &Value::Null));
    assert_eq!(ada["today"]["remaining"], 40);
    let cookie = crate::people::sign_in(&world.client, "ada@people.example");
    let by_cookie = facts(&world, "get_account", json!({}), &[("cookie", &cookie)]);
    assert_eq!(by_cookie["hasAccount"], false, "cookies mean nothing here");
}
