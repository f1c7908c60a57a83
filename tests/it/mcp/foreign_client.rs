//! A client that somebody else wrote lists and uses everything, in both eras.

use rmcp::model::{
    CallToolRequestParams, GetPromptRequestParams, ProtocolVersion, ReadResourceRequestParams,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt as _, RoleClient, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use serde_json::{Value, json};

use crate::people::{dev, key_of};
use crate::world::{World, block_on};

type Connected = RunningService<RoleClient, ()>;

pub(super) async fn connect(
    world: &World,
    path: &str,
    key: Option<&str>,
    mode: ClientLifecycleMode,
) -> Connected {
    let uri = format!("{}{path}", world.program().base());
    let mut config = StreamableHttpClientTransportConfig::with_uri(uri);
    if let Some(key) = key {
        config = config.auth_header(key);
    }
    let transport = StreamableHttpClientTransport::from_config(config);
    ().serve_with_lifecycle(transport, mode).await.unwrap()
}

fn modes() -> [ClientLifecycleMode; 2] {
    let modern = ProtocolVersion::V_2026_07_28;
    [
        ClientLifecycleMode::Initialize,
        ClientLifecycleMode::Discover { preferred_versions: vec![modern] },
    ]
}

/// The structured result of a call.
async fn call(client: &Connected, name: &'static str, arguments: Value) -> Value {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    let params = CallToolRequestParams::new(name).with_arguments(arguments);
    let result = client.call_tool(params).await.unwrap();
    assert_ne!(result.is_error, Some(true), "{name}: {result:?}");
    let listed = client.list_all_tools().await.unwrap();
    let tool = listed.iter().find(|tool| tool.name == name).unwrap();
    let schema = Value::Object(tool.output_schema.as_deref().unwrap().clone());
    let told = result.structured_content.unwrap();
    jsonschema::validate(&schema, &told)
        .unwrap_or_else(|fault| panic!("{name}: {fault}\n{told:#}"));
    told
}

async fn finished(client: &Connected, scan_id: &Value) -> Value {
    loop {
        let told = call(client, "get_scan", json!({ "scanId": scan_id })).await;
        match told["status"].as_str().unwrap() {
            "pending" => assert_eq!(told["pollAfterSeconds"], 8),
            _ => return told,
        }
    }
}

/// Lists and uses everything.
async fn use_everything(client: &Connected, url: &str) {
    assert_eq!(client.list_all_tools().await.unwrap().len(), 9);
    assert_eq!(call(client, "get_account", json!({})).await["plan"], "pro");
    call(client, "list_checks", json!({ "category": "schema" })).await;
    call(client, "explain_check", json!({ "checkId": "canonical" })).await;
    let start = json!({ "url": url, "refresh": true });
    let [from, to] = [
        call(client, "start_scan", start.clone()).await["scanId"].clone(),
        call(client, "start_scan", start).await["scanId"].clone(),
    ];
    for scan_id in [&from, &to] {
        assert_eq!(finished(client, scan_id).await["status"], "done");
    }
    let compared = call(client, "compare_scans", json!({ "from": from, "to": to })).await;
    assert_eq!(compared["scoreDelta"], 0);
    call(client, "compare_scans", json!({ "url": url })).await;
    call(client, "get_fix_plan", json!({ "scanId": to })).await;
    for format in ["markdown", "json"] {
        let report = call(client, "get_report", json!({ "scanId": to, "format": format })).await;
        assert!(report["text"].as_str().unwrap().contains("Tides explained"), "{report:#}");
    }
    let listed = call(client, "list_scans", json!({ "url": url })).await;
    assert!(listed["scans"].as_array().unwrap().len() >= 2);

    let prompts = client.list_all_prompts().await.unwrap();
    let names: Vec<&str> = prompts.iter().map(|prompt| prompt.name.as_str()).collect();
    assert_eq!(names, ["scan_and_fix", "explain_results"]);
    for (name, arguments) in [
        ("scan_and_fix", json!({ "url": url })),
        ("explain_results", json!({ "scanId": to, "audience": "owner" })),
    ] {
        let Value::Object(arguments) = arguments else { unreachable!() };
        let params = GetPromptRequestParams::new(name).with_arguments(arguments);
        let prompt = client.get_prompt(params).await.unwrap();
        let text = serde_json::to_string(&prompt.messages).unwrap();
        assert!(text.contains("start_scan") || text.contains("get_scan"), "{text}");
    }

    let resources = client.list_all_resources().await.unwrap();
    let mut uris: Vec<String> = resources.into_iter().map(|resource| resource.uri).collect();
    assert_eq!(uris, ["citable://checks", "citable://guide", "citable://openapi"]);
    assert_eq!(client.list_all_resource_templates().await.unwrap().len(), 2);
    uris.push("citable://checks/canonical".to_owned());
    uris.push(format!("citable://scans/{}", to.as_str().unwrap()));
    for uri in uris {
        let read = client.read_resource(ReadResourceRequestParams::new(&uri)).await.unwrap();
        let text = serde_json::to_string(&read.contents).unwrap();
        assert!(text.len() > 500, "{uri}: {text}");
    }
    let urls = client.complete_prompt_simple("scan_and_fix", "url", "https://").await.unwrap();
    assert_eq!(urls, [url]);
    let checks = client
        .complete_resource_simple("citable://checks/{checkId}", "checkId", "can")
        .await
        .unwrap();
    assert_eq!(checks, ["canonical"]);
}

#[test]
fn a_client_of_somebody_else_uses_everything_in_both_eras() {
    let world = World::with(dev);
    let (_, bearer) = key_of(&world, "ada@people.example", "pro", "scan,read");
    let key = bearer.strip_prefix("Bearer ").unwrap();
    let url = world.url("/");
    block_on(async {
        for (path, mode) in ["/mcp", "/chatgpt/mcp"].into_iter().zip(modes()) {
            let client = connect(&world, path, Some(key), mode).await;
            use_everything(&client, &url).await;
            client.cancel().await.unwrap();
        }
    });
}
