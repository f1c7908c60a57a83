//! The endpoint of the documentation.

use rmcp::model::{CallToolRequestParams, ReadResourceRequestParams};
use rmcp::service::ClientLifecycleMode;
use serde_json::{Value, json};

use super::foreign_client::connect;
use super::speak::{Era, headers, request, send};
use crate::world::{World, block_on};

const DOCS: &str = "/docs/mcp";

fn call(world: &World, name: &str, arguments: Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    let body = request(Era::Modern, "tools/call", params);
    let mut sent = headers(Era::Modern, &body);
    sent.push(("authorization".to_owned(), "Bearer dead".to_owned()));
    let sent: Vec<(&str, &str)> = sent.iter().map(|(name, value)| (&**name, &**value)).collect();
    let answer = send(world, DOCS, &sent, &body.to_string());
    assert_eq!(answer.status, 200, "a credential means nothing here: {}", answer.body);
    answer.json()["result"].clone()
}

#[test]
fn what_is_found_can_be_read() {
    let world = World::start();
    let found = call(&world, "search", json!({ "query": "verify the signature of a webhook" }));
    let results = found["structuredContent"]["results"].as_array().unwrap();
    assert_eq!(results[0]["id"], "webhooks", "{results:?}");
    assert!(results.iter().all(|result| result.as_object().unwrap().len() == 3));
    for result in results {
        let read = call(&world, "fetch", json!({ "id": result["id"] }));
        let page = &read["structuredContent"];
        assert_eq!((&page["id"], &page["title"]), (&result["id"], &result["title"]));
        assert!(page["text"].as_str().unwrap().len() > 100);
        let text = read["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), *page);
        assert!(text.len() <= 24_000, "{} has {} bytes", page["id"], text.len());
    }
    let one = call(&world, "search", json!({ "query": "mcp", "limit": 1 }));
    assert_eq!(one["structuredContent"]["results"].as_array().unwrap().len(), 1);
    for (tool, arguments, code) in [
        ("search", json!({}), "invalid_request"),
        ("search", json!({ "query": " " }), "invalid_request"),
        ("search", json!({ "query": "x".repeat(1_001) }), "invalid_request"),
        ("search", json!({ "query": "x", "limit": 11 }), "invalid_limit"),
        ("fetch", json!({ "id": "../../etc/passwd" }), "not_found"),
    ] {
        let refused = call(&world, tool, arguments.clone());
        assert_eq!(refused["isError"], true, "{refused}");
        let told: Value =
            serde_json::from_str(refused["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(told["error"], code, "{tool} {arguments}");
    }
}

#[test]
fn a_client_of_somebody_else_reads_every_page() {
    let world = World::start();
    block_on(async {
        let client = connect(&world, DOCS, None, ClientLifecycleMode::Initialize).await;
        let tools = client.list_all_tools().await.unwrap();
        let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
        assert_eq!(names, ["search", "fetch"]);
        let resources = client.list_all_resources().await.unwrap();
        assert!(resources.len() > 40, "{}", resources.len());
        assert!(resources.iter().any(|resource| resource.uri == "citable://docs/mcp"));
        let fetch = tools.iter().find(|tool| tool.name == "fetch").unwrap();
        let schema = Value::Object(fetch.output_schema.as_deref().unwrap().clone());
        for resource in resources {
            let asked = ReadResourceRequestParams::new(&resource.uri);
            let read = client.read_resource(asked).await.unwrap();
            assert!(serde_json::to_string(&read.contents).unwrap().len() > 300, "{}", resource.uri);
            let Value::Object(arguments) = json!({ "id": resource.name }) else { unreachable!() };
            let asked = CallToolRequestParams::new("fetch").with_arguments(arguments);
            let page = client.call_tool(asked).await.unwrap().structured_content.unwrap();
            jsonschema::validate(&schema, &page).unwrap();
            assert!(page.to_string().len() <= 24_000, "{}", resource.name);
        }
        client.cancel().await.unwrap();
    });
}
