//! Speaking MCP by hand, in both eras of the protocol.

use citable_test_support::client::Answer;
use serde_json::{Map, Value, json};

use crate::world::World;

/// The endpoint.
pub(super) const MCP: &str = "/mcp";
/// The newest revision, in which every message stands for itself.
pub(super) const MODERN: &str = "2026-07-28";
/// The last one that begins with `initialize`.
pub(super) const LEGACY: &str = "2025-11-25";

const TYPES: [(&str, &str); 2] =
    [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];

/// An era of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    Modern,
    Legacy,
}

pub(super) const ERAS: [Era; 2] = [Era::Modern, Era::Legacy];

/// A request's body.
pub(super) fn request(era: Era, method: &str, params: Value) -> Value {
    let mut params = match params {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    if era == Era::Modern {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientInfo": { "name": "tests", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        params.insert("_meta".to_owned(), meta);
    }
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })
}

/// The headers of such a request, as its era wants them.
pub(super) fn headers(era: Era, body: &Value) -> Vec<(String, String)> {
    let mut headers: Vec<(String, String)> =
        TYPES.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut add = |name: &str, value: &str| headers.push((name.to_owned(), value.to_owned()));
    match era {
        Era::Legacy => add("mcp-protocol-version", LEGACY),
        Era::Modern => {
            add("mcp-protocol-version", MODERN);
            add("mcp-method", body["method"].as_str().unwrap());
            let params = &body["params"];
            if let Some(name) = params["name"].as_str().or(params["uri"].as_str()) {
                add("mcp-name", name);
            }
        }
    }
    headers
}

/// Sends a text.
pub(super) fn send(world: &World, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    world.client.send_raw("POST", path, headers, Some(body))
}

/// Sends a request with more headers.
pub(super) fn ask(
    world: &World,
    era: Era,
    method: &str,
    params: Value,
    more: &[(&str, &str)],
) -> Answer {
    let body = request(era, method, params);
    let headers = headers(era, &body);
    let headers: Vec<(&str, &str)> =
        headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    send(world, MCP, &[&headers, more].concat(), &body.to_string())
}

/// Calls a tool; the result.
pub(super) fn call(
    world: &World,
    era: Era,
    name: &str,
    arguments: Value,
    more: &[(&str, &str)],
) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    let answer = ask(world, era, "tools/call", params, more);
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["result"].clone()
}

/// What a call that succeeded gave, held against the tool's own schema.
pub(super) fn facts(world: &World, name: &str, arguments: Value, more: &[(&str, &str)]) -> Value {
    let result = call(world, Era::Modern, name, arguments, more);
    assert_ne!(result["isError"], true, "{result}");
    let told = result["structuredContent"].clone();
    let listed = ask(world, Era::Modern, "tools/list", json!({}), &[]).json();
    let tools = listed["result"]["tools"].as_array().unwrap();
    let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
    let schema = jsonschema::validator_for(&tool["outputSchema"]).unwrap();
    let faults: Vec<String> = schema.iter_errors(&told).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{name}: {faults:?}\n{told:#}");
    let text = result["content"][0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), told, "both forms are the same");
    assert!(text.len() <= 24_000, "{name} has {} bytes", text.len());
    told
}

/// What a call that failed told.
pub(super) fn failure(world: &World, name: &str, arguments: Value, more: &[(&str, &str)]) -> Value {
    let result = call(world, Era::Modern, name, arguments, more);
    assert_eq!(result["isError"], true, "{result}");
    assert!(result.get("structuredContent").is_none(), "{result}");
    let text = result["content"][0]["text"].as_str().unwrap();
    let told: Value = serde_json::from_str(text).unwrap();
    for field in ["error", "message", "next", "requestId"] {
        assert!(told[field].as_str().is_some_and(|text| !text.is_empty()), "{field}: {told}");
    }
    told
}
