//! What is refused, in both eras, with the exact answer.

use serde_json::{Value, json};

use super::speak::{ERAS, Era, LEGACY, MCP, MODERN, ask, call, failure, headers, request, send};
use crate::people::{admin, dev, key_of};
use crate::world::World;

const JSON: [(&str, &str); 1] = [("content-type", "application/json")];

/// Status, code, and message of an answer that is an error.
fn error(answer: &citable_test_support::client::Answer) -> (u16, i64, String) {
    let told = answer.json();
    assert_eq!(told["jsonrpc"], "2.0", "{told}");
    let error = &told["error"];
    let message = error["message"].as_str().unwrap().to_owned();
    (answer.status, error["code"].as_i64().unwrap(), message)
}

#[test]
fn only_post_is_taken_and_that_is_said_before_anything_else() {
    let world = World::start();
    for path in ["/mcp", "/chatgpt/mcp", "/docs/mcp"] {
        for method in ["GET", "DELETE", "PUT", "HEAD"] {
            let dead = [("authorization", "Bearer dead"), ("origin", "https://evil.example")];
            let answer = world.client.send_raw(method, path, &dead, None);
            assert_eq!((answer.status, answer.header("allow")), (405, "POST"), "{method} {path}");
        }
        let options = world.client.send_raw("OPTIONS", path, &[], None);
        assert_eq!((options.status, options.header("allow")), (204, "POST, OPTIONS"));
    }
    assert_eq!(world.client.send_raw("POST", "/mcp/", &JSON, Some("{}")).status, 404);
}

#[test]
fn what_is_no_message_is_refused_as_json_rpc_wants_it() {
    let world = World::start();
    let batch = format!("[{}]", request(Era::Legacy, "ping", json!({})));
    for (body, status, code) in [
        ("", 400, -32700),
        ("{", 400, -32700),
        ("\u{feff}{}", 400, -32700),
        (batch.as_str(), 400, -32600),
        ("[]", 400, -32600),
        ("7", 400, -32600),
        ("{}", 400, -32600),
        (r#"{"id":1,"method":"tools/list"}"#, 400, -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"tools/list"}"#, 400, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#, 400, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#, 400, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":["tools/list"]}"#, 400, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#, 400, -32600),
    ] {
        let answer = send(&world, MCP, &JSON, body);
        let (got, told, message) = error(&answer);
        assert_eq!((got, told), (status, code), "{body}: {message}");
        assert!(answer.header("content-type").starts_with("application/json"));
    }
    let bad = send(&world, MCP, &JSON, r#"{"jsonrpc":"1.0","id":9,"method":"ping"}"#).json();
    assert_eq!(bad["id"], 9, "the id is told where it could be read");
    assert!(send(&world, MCP, &JSON, "{").json().get("id").is_none());

    let large = format!("{{\"jsonrpc\":\"2.0\",\"x\":\"{}\"}}", "x".repeat(70_000));
    assert_eq!(error(&send(&world, MCP, &JSON, &large)).0, 413);
    let ping = request(Era::Legacy, "ping", json!({})).to_string();
    let typed = send(&world, MCP, &[("content-type", "text/plain")], &ping);
    assert_eq!((error(&typed).0, error(&typed).1), (415, -32600));
    let deep = "[".repeat(60_000);
    assert_eq!(error(&send(&world, MCP, &JSON, &deep)).1, -32700);
}

#[test]
fn any_accept_is_answered_in_json() {
    let world = World::start();
    let ping = request(Era::Legacy, "ping", json!({})).to_string();
    for accept in ["*/*", "application/json", "text/event-stream", "application/*;q=0.1"] {
        let answer = send(&world, MCP, &[JSON[0], ("accept", accept)], &ping);
        let told = (answer.status, answer.header("content-type"));
        assert_eq!(told, (200, "application/json"), "{accept}");
        assert_eq!(answer.json(), json!({ "jsonrpc": "2.0", "id": 7, "result": {} }));
    }
    let note = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let noted = send(&world, MCP, &JSON, note);
    assert_eq!((noted.status, noted.body.as_str()), (202, ""));
}

#[test]
fn pages_of_other_sites_are_refused() {
    let world = World::with(|command| {
        command.env("CITABLE_MCP_URL", "https://mcp.citable-test.net");
    });
    let own = world.program().base().to_owned();
    let ask = |origin: &str| ask(&world, Era::Legacy, "ping", json!({}), &[("origin", origin)]);
    for origin in
        [&own, "https://mcp.citable-test.net", "http://localhost:6274", "http://127.0.0.1:1"]
    {
        assert_eq!(ask(origin).status, 200, "{origin}");
    }
    for origin in [
        "https://evil.example",
        "null",
        "https://localhost:6274",
        "http://localhost.evil.example",
        "x",
    ] {
        let refused = ask(origin);
        assert_eq!((error(&refused).0, error(&refused).1), (403, 1002), "{origin}");
        assert_eq!(refused.json()["error"]["data"]["error"], "origin_not_allowed");
    }
    let hosted = |host: &str| {
        let ping = request(Era::Legacy, "ping", json!({})).to_string();
        send(&world, MCP, &[JSON[0], ("host", host)], &ping)
    };
    assert_eq!(hosted("mcp.citable-test.net").status, 200);
    let rebound = hosted("rebound.evil.example");
    assert_eq!((error(&rebound).0, error(&rebound).1), (403, 1002));
}

#[test]
fn a_bad_key_is_refused_where_a_key_counts() {
    let world = World::start();
    let dead = [("authorization", "Bearer dead")];
    let own = world.program().base();
    for era in ERAS {
        let account = json!({ "name": "get_account", "arguments": {} });
        let refused = ask(&world, era, "tools/call", account.clone(), &dead);
        assert_eq!((error(&refused).0, error(&refused).1), (401, 1001));
        assert_eq!(refused.json()["error"]["data"]["error"], "invalid_api_key");
        assert_eq!(refused.json()["id"], 7);
        let challenge = format!(
            "Bearer resource_metadata=\"{own}/.well-known/oauth-protected-resource/mcp\", \
             error=\"invalid_token\""
        );
        assert_eq!(refused.header("www-authenticate"), challenge);
        assert_eq!(ask(&world, era, "tools/call", account, &[]).status, 200);
        for looked in ["tools/list", "prompts/list", "resources/list"] {
            let open = ask(&world, era, looked, json!({}), &dead);
            assert_ne!(open.status, 401, "{looked}");
        }
    }
    let start = json!({ "protocolVersion": LEGACY, "capabilities": {},
        "clientInfo": { "name": "t", "version": "1" } });
    assert_eq!(ask(&world, Era::Legacy, "initialize", start, &dead).status, 200);
    assert_eq!(ask(&world, Era::Modern, "server/discover", json!({}), &dead).status, 200);
    let metadata = world.client.get("/.well-known/oauth-protected-resource/mcp");
    assert_eq!(metadata.json()["resource"], format!("{own}/mcp"));
}

#[test]
fn a_key_without_the_scope_and_no_key_are_told_to_the_reader() {
    let world = World::with(dev);
    let (_, read) = key_of(&world, "ada@people.example", "free", "read");
    let read = [("authorization", read.as_str())];
    let url = json!({ "url": world.url("/") });
    let refused = failure(&world, "start_scan", url, &read);
    assert_eq!(
        (&refused["error"], &refused["scope"]),
        (&json!("insufficient_scope"), &json!("scan"))
    );
    let nobody = failure(&world, "list_scans", json!({}), &[]);
    assert_eq!(nobody["error"], "unauthorized");
    assert!(nobody["next"].as_str().unwrap().contains("Authorization: Bearer"), "{nobody}");
    let free = failure(&world, "list_scans", json!({}), &read);
    assert_eq!(free["error"], "plan_required");
    let anew =
        failure(&world, "start_scan", json!({ "url": world.url("/"), "refresh": true }), &[]);
    assert_eq!(anew["error"], "refresh_requires_account");
}

#[test]
fn names_that_are_not_there_are_errors_of_the_protocol() {
    let world = World::start();
    for era in ERAS {
        let modern = era == Era::Modern;
        let told = |method: &str, params: Value| {
            let answer = ask(&world, era, method, params, &[]);
            let (status, code, message) = error(&answer);
            (status, code, message)
        };
        let tool = told("tools/call", json!({ "name": "drop_tables", "arguments": {} }));
        assert_eq!(tool, (200, -32602, "Unknown tool: drop_tables".to_owned()));
        let started = told("initialize", json!({ "clientInfo": 7 }));
        let expected = if modern { (404, -32601) } else { (200, -32602) };
        assert_eq!((started.0, started.1), expected);
        let cursor = told("tools/list", json!({ "cursor": "x" }));
        assert_eq!((cursor.0, cursor.1), (200, -32602));
        let method = told("tools/drop", json!({}));
        assert_eq!((method.0, method.1), (if modern { 404 } else { 200 }, -32601));
        let shape = told("tools/call", json!({ "name": "get_scan", "arguments": [] }));
        assert_eq!((shape.0, shape.1), (200, -32602));
        for absent in
            ["logging/setLevel", "resources/subscribe", "tasks/get", "subscriptions/listen"]
        {
            let (status, code, _) =
                told(absent, json!({ "level": "info", "uri": "x", "taskId": "x" }));
            assert_eq!((status, code), (if modern { 404 } else { 200 }, -32601), "{absent}");
        }
    }
}

#[test]
fn arguments_that_do_not_fit_are_told_to_the_reader() {
    let world = World::start();
    let id = "scn_0000000000000000000000";
    for (tool, arguments, code, word) in [
        ("start_scan", json!({}), "invalid_request", "url"),
        ("start_scan", json!({ "url": 7 }), "invalid_request", "url"),
        ("start_scan", json!({ "url": "x.example", "depth": 2 }), "invalid_request", "depth"),
        ("start_scan", json!({ "url": "http://example.org/" }), "invalid_url", "https"),
        ("start_scan", json!({ "url": "https://10.0.0.1/" }), "invalid_url", "public"),
        ("get_scan", json!({ "scanId": "x" }), "not_found", "scan"),
        ("get_scan", json!({ "scanId": id }), "not_found", "scan"),
        ("get_scan", json!({ "scanId": id, "detail": "all" }), "invalid_request", "detail"),
        ("get_scan", json!({ "scanId": id, "limit": 0 }), "invalid_limit", "limit"),
        ("get_scan", json!({ "scanId": id, "offset": -1 }), "invalid_request", "offset"),
        ("compare_scans", json!({}), "compare_form_invalid", "from"),
        ("compare_scans", json!({ "from": id, "to": id }), "not_found", "scan"),
        ("list_checks", json!({ "category": "x" }), "invalid_request", "category"),
        ("get_report", json!({ "scanId": id, "format": "pdf" }), "invalid_request", "format"),
        ("start_scan", json!({ "url": "x.example", "waitSeconds": -1 }), "invalid_request", "wait"),
        ("get_fix_plan", json!({ "scanId": id, "limit": 35 }), "invalid_limit", "34"),
        ("get_account", json!({ "x": 1 }), "invalid_request", "x"),
    ] {
        let told = failure(&world, tool, arguments.clone(), &[]);
        assert_eq!(told["error"], code, "{tool} {arguments}: {told}");
        assert!(told["message"].as_str().unwrap().contains(word), "{tool} {arguments}: {told}");
        assert!(!told["message"].as_str().unwrap().contains("POST /"), "{told}");
        let legacy = call(&world, Era::Legacy, tool, arguments, &[]);
        assert_eq!(legacy["isError"], true);
    }
}

#[test]
fn revisions_that_nobody_knows_are_refused() {
    let world = World::start();
    let with = |body: &Value, version: &str, era: Era| {
        let mut headers = headers(era, body);
        headers.retain(|(name, _)| name != "mcp-protocol-version");
        headers.push(("mcp-protocol-version".to_owned(), version.to_owned()));
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        send(&world, MCP, &headers, &body.to_string())
    };
    let list = request(Era::Legacy, "tools/list", json!({}));
    let unknown = with(&list, "1999-01-01", Era::Legacy);
    assert_eq!((error(&unknown).0, error(&unknown).1), (400, -32022));
    let data = &unknown.json()["error"]["data"];
    assert_eq!(data["requested"], "1999-01-01");
    assert!(data["supported"].as_array().unwrap().contains(&json!(MODERN)));

    let mut body = request(Era::Modern, "tools/list", json!({}));
    body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2099-01-01".into();
    let future = with(&body, "2099-01-01", Era::Modern);
    assert_eq!((error(&future).0, error(&future).1), (400, -32022));
    assert_eq!(future.json()["error"]["data"]["requested"], "2099-01-01");
    let mismatch = with(&body, MODERN, Era::Modern);
    assert_eq!((error(&mismatch).0, error(&mismatch).1), (400, -32020));

    // A client that begins with a revision nobody knows is offered the newest that begins so.
    let start = json!({ "protocolVersion": "2099-01-01", "capabilities": {},
        "clientInfo": { "name": "t", "version": "1" } });
    let begun = with(&request(Era::Legacy, "initialize", start), "2099-01-01", Era::Legacy);
    assert_eq!(begun.json()["result"]["protocolVersion"], LEGACY, "{}", begun.body);
}

#[test]
fn modern_requests_say_everything_themselves() {
    let world = World::start();
    let body = request(Era::Modern, "tools/call", json!({ "name": "get_account" }));
    let all = headers(Era::Modern, &body);
    let without = |name: &str, value: Option<&str>, body: &Value| {
        let kept = all.iter().filter(|(key, _)| key != name);
        let mut headers: Vec<(&str, &str)> =
            kept.map(|(name, value)| (name.as_str(), value.as_str())).collect();
        headers.extend(value.map(|value| (name, value)));
        error(&send(&world, MCP, &headers, &body.to_string()))
    };
    for header in ["mcp-protocol-version", "mcp-method", "mcp-name"] {
        let (status, code, _) = without(header, None, &body);
        assert_eq!((status, code), (400, -32020), "without {header}");
    }
    for header in ["mcp-method", "mcp-name"] {
        let (status, code, _) = without(header, Some("other"), &body);
        assert_eq!((status, code), (400, -32020), "another {header}");
    }
    let mut bare = body.clone();
    bare["params"]["_meta"] = json!({});
    let (status, code, _) = without("x", None, &bare);
    assert_eq!((status, code), (400, -32602));
    let mut half = body.clone();
    half["params"]["_meta"] = json!({ "io.modelcontextprotocol/protocolVersion": MODERN });
    let (status, code, _) = without("x", None, &half);
    assert_eq!((status, code), (400, -32602));
}

#[test]
fn the_quotas_are_those_of_rest() {
    let world = World::with(|command| {
        command.env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY", "1");
    });
    let by_rest = world.client.scan(&world.url("/"));
    world.client.finished(&by_rest);
    for era in ERAS {
        let cached = call(&world, era, "start_scan", json!({ "url": world.url("/") }), &[]);
        assert_eq!(cached["structuredContent"]["scanId"], by_rest, "{cached}");
        assert_eq!(cached["structuredContent"]["cached"], true);
    }
    let spent = failure(&world, "start_scan", json!({ "url": world.url("/other") }), &[]);
    assert_eq!((&spent["error"], &spent["bucket"]), (&json!("rate_limited"), &json!("day")));
    assert!(spent["retryAfterSeconds"].as_i64().is_some_and(|seconds| seconds > 0), "{spent}");
    assert_eq!((&spent["limit"], &spent["used"]), (&json!(1), &json!(1)));
    let forwarded = [("x-forwarded-for", "203.0.113.9")];
    let still = failure(&world, "start_scan", json!({ "url": world.url("/other") }), &forwarded);
    assert_eq!(still["error"], "rate_limited", "nobody trusted wrote that header");
}

#[test]
fn while_scans_are_paused_none_is_started_and_reports_are_read() {
    let world = World::start();
    let scan = world.client.scan(&world.url("/"));
    world.client.finished(&scan);
    admin(&world, None, &["pause"]);
    let paused = failure(&world, "start_scan", json!({ "url": world.url("/") }), &[]);
    assert_eq!(paused["error"], "draining");
    assert!(paused["retryAfterSeconds"].as_i64().is_some_and(|seconds| seconds > 0), "{paused}");
    let read = call(&world, Era::Modern, "get_scan", json!({ "scanId": scan }), &[]);
    assert_eq!(read["structuredContent"]["status"], "done");
    admin(&world, None, &["resume"]);
    let again = call(&world, Era::Modern, "start_scan", json!({ "url": world.url("/") }), &[]);
    assert_eq!(again["structuredContent"]["scanId"], scan);
}
