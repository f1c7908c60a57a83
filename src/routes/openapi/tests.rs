use std::collections::BTreeSet;

use hyper::Method;

use super::*;
use crate::routes::router::{Found, Router};

const METHODS: [Method; 7] = [
    Method::GET,
    Method::POST,
    Method::PUT,
    Method::PATCH,
    Method::DELETE,
    Method::CONNECT,
    Method::TRACE,
];

/// Bytes that the document may have, in lines.
const MOST_BYTES: usize = 500_000;

fn described() -> Value {
    document(&Url::parse("https://citable.test/").unwrap())
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap()
}

/// Every value of that key, at any depth.
fn all_of<'v>(value: &'v Value, key: &str) -> Vec<&'v Value> {
    let mut found = Vec::new();
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(map) => {
                found.extend(map.get(key));
                waiting.extend(map.values());
            }
            Value::Array(items) => waiting.extend(items),
            _ => {}
        }
    }
    found
}

/// What the router answers for a path of the document, parameters and all.
fn routed(path: &str) -> BTreeSet<String> {
    let router = Router::new(ROUTES, &[]);
    let row = ROUTES.iter().find(|row| row.path == path).unwrap();
    let base = if row.roots.has_rest() { CURRENT_BASE } else { "" };
    let asked = format!("{base}{}", path.replace("{id}", "some-id"));
    let found = METHODS.iter().filter(|method| match router.find(method, &asked) {
        Found::Route(route, _) => route.path == path,
        _ => false,
    });
    found.map(|method| method.as_str().to_ascii_lowercase()).collect()
}

#[test]
fn the_document_and_the_router_are_equal() {
    let document = described();
    let mut described = BTreeSet::new();
    for (path, operations) in object(&document["paths"]) {
        let keys = object(operations).keys().filter(|key| *key != "servers");
        let methods: BTreeSet<String> = keys.cloned().collect();
        assert_eq!(methods, routed(path), "{path}");
        described.extend(methods.into_iter().map(|method| (method, path.clone())));
    }
    let table = ROUTES.iter().map(|row| (row.verb.as_str().to_ascii_lowercase(), row.path.into()));
    assert_eq!(described, table.collect());
}

#[test]
fn the_server_is_the_versioned_base() {
    assert_eq!(described()["servers"], json!([{ "url": "https://citable.test/api/v1" }]));
}

#[test]
fn what_is_at_the_root_of_the_site_says_so() {
    let document = described();
    let site = json!([{ "url": "https://citable.test" }]);
    let both = json!([{ "url": "https://citable.test/api/v1" }, { "url": "https://citable.test" }]);
    for (path, item) in object(&document["paths"]) {
        let servers = match path.as_str() {
            "/unsubscribe" | "/docs" | "/llms.txt" => &both,
            "/auth.md" | "/api-versioning.md" | "/signup" | "/sign-up" | "/join" | "/register"
            | "/ask" | "/livez" | "/readyz" => &site,
            path if ["/.well-known/", "/docs/"].iter().any(|start| path.starts_with(start)) => {
                &site
            }
            _ => &Value::Null,
        };
        assert_eq!(item["servers"], *servers, "{path}");
    }
    let forms = &document["paths"]["/unsubscribe"]["post"]["requestBody"];
    assert_eq!(forms["required"], false);
    assert_eq!(object(&forms["content"]).len(), 2);
}

#[test]
fn every_reference_leads_somewhere() {
    let document = described();
    let references = all_of(&document, "$ref");
    assert!(references.len() > 20);
    for reference in references {
        let pointer = reference.as_str().unwrap().strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
    assert!(all_of(&document, "$defs").is_empty());
}

#[test]
fn the_schemas_are_json_schema() {
    let document = described();
    let schemas = object(&document["components"]["schemas"]);
    for name in ["Report", "LifecycleEvent", "ScanRequest", "ScanAccepted", "PendingScan", "Error"]
    {
        assert!(schemas.contains_key(name), "{name} of {:?}", schemas.keys());
    }
    for (name, schema) in schemas {
        assert!(jsonschema::draft202012::meta::is_valid(schema), "{name}");
    }
}

#[test]
fn no_type_is_both_read_and_written() {
    let mut types = Types::new();
    paths(&Url::parse("https://citable.test/").unwrap(), &mut types);
    let read = types.read.definitions().keys();
    assert!(read.into_iter().all(|name| !types.written.definitions().contains_key(name)));
}

#[test]
fn operations_are_told_apart_and_explained() {
    let document = described();
    let ids = all_of(&document, "operationId");
    let distinct: BTreeSet<&str> = ids.iter().map(|id| id.as_str().unwrap()).collect();
    assert_eq!(distinct.len(), ROUTES.len());
    for route in ROUTES {
        assert!(!route.doc.summary.is_empty() && !route.doc.description.is_empty());
        let answered = !route.doc.answers.is_empty() || route.doc.errors == [Code::NotFound];
        assert!(answered, "{}", route.path);
        for parameter in route.doc.parameters.iter().filter(|one| one.place == Place::Path) {
            assert!(route.path.contains(&format!("{{{}}}", parameter.name)), "{}", route.path);
        }
    }
}

#[test]
fn a_request_that_its_schema_takes_is_one_that_we_read() {
    let document = described();
    let root = json!({
        "$ref": "#/components/schemas/ScanRequest",
        "components": document["components"],
    });
    let validator = jsonschema::draft202012::new(&root).unwrap();
    assert!(validator.is_valid(&json!({ "url": "example.com" })));
    assert!(validator.is_valid(&json!({ "url": "a", "refresh": true, "humanCheckToken": "t" })));
    assert!(!validator.is_valid(&json!({ "refresh": true })));
    assert!(!validator.is_valid(&json!({ "url": "a", "speed": 1 })));
}

/// The operation of that name.
fn operation<'d>(document: &'d Value, id: &str) -> &'d Value {
    let operations = object(&document["paths"]).values().flat_map(|item| object(item).values());
    operations.into_iter().find(|one| one["operationId"] == id).unwrap()
}

#[test]
fn every_parameter_has_an_example_that_its_schema_takes() {
    let document = described();
    let parameters: Vec<&Value> = all_of(&document["paths"], "parameters")
        .into_iter()
        .filter_map(Value::as_array)
        .flatten()
        .collect();
    assert!(parameters.len() > 40, "{}", parameters.len());
    for parameter in parameters {
        let validator = jsonschema::draft202012::new(&parameter["schema"]).unwrap();
        let (filled_in, shown) = (&parameter["example"], &parameter["schema"]["examples"][0]);
        let is_required = parameter["required"] == true;
        assert_eq!((filled_in.is_null(), shown.is_null()), (!is_required, is_required));
        let example = if is_required { filled_in } else { shown };
        assert!(validator.is_valid(example), "{parameter:#}");
        assert!(parameter["in"] != "path" || parameter["required"] == true, "{parameter:#}");
    }
}

#[test]
fn every_link_leads_from_an_id_to_an_operation_that_asks_for_it() {
    let document = described();
    let mut seen = 0;
    for response in all_of(&document["paths"], "responses").into_iter().flat_map(object) {
        let body = links::example_of(response.1);
        for link in response.1["links"].as_object().into_iter().flat_map(Map::values) {
            let target = operation(&document, link["operationId"].as_str().unwrap());
            for (name, value) in object(&link["parameters"]) {
                let known = target["parameters"].as_array().unwrap();
                assert!(known.iter().any(|parameter| parameter["name"] == *name), "{link}");
                let pointer = value.as_str().unwrap().strip_prefix("$response.body#").unwrap();
                assert!(body.pointer(pointer).is_some(), "{link}");
            }
            seen += 1;
        }
    }
    assert_eq!(seen, 20);
}

#[test]
fn a_body_may_be_missing_where_all_of_its_fields_may() {
    let document = described();
    for (id, required) in [
        ("createScan", true),
        ("createKey", true),
        ("createCheckout", true),
        ("signIn", false),
        ("changeNotifications", false),
        ("unsubscribe", false),
    ] {
        assert_eq!(operation(&document, id)["requestBody"]["required"], required, "{id}");
    }
}

#[test]
fn every_body_has_an_example_that_its_schema_takes() {
    let document = described();
    let paths = all_of(&document["paths"], "content");
    let shared = all_of(&document["components"]["responses"], "content");
    let bodies = paths.into_iter().chain(shared).flat_map(object);
    let mut seen = 0;
    for (media, body) in bodies {
        let mut root = json!({ "components": document["components"], "allOf": [body["schema"]] });
        if root["allOf"][0].is_null() {
            root["allOf"] = json!([true]);
        }
        let validator = jsonschema::draft202012::new(&root).unwrap();
        let own = body.get("example").into_iter();
        let referenced = body["examples"].as_object().into_iter().flatten().map(|(_, one)| {
            let pointer = one["$ref"].as_str().unwrap().strip_prefix('#').unwrap();
            &document.pointer(pointer).unwrap()["value"]
        });
        let examples: Vec<&Value> = own.chain(referenced).collect();
        assert!(!examples.is_empty(), "{media}: {body}");
        for example in examples {
            let errors: Vec<String> =
                validator.iter_errors(example).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{errors:?}\n{example:#}\n{}", body["schema"]);
            seen += 1;
        }
    }
    assert!(seen > 150, "{seen}");
}

#[test]
fn the_document_is_small() {
    let document = described();
    let (pretty, compact) =
        (serde_json::to_string_pretty(&document).unwrap(), document.to_string());
    println!("{} bytes, {} in lines", compact.len(), pretty.len());
    assert!(pretty.len() < MOST_BYTES, "{}", pretty.len());
}

#[test]
fn every_instant_and_every_url_says_that_it_is_one() {
    let document = described();
    let schemas = &document["components"]["schemas"];
    for (name, field, format) in [
        ("Report", "scannedAt", "date-time"),
        ("Report", "finalUrl", "uri"),
        ("LifecycleEvent", "at", "date-time"),
        ("Monitor", "nextRunAt", "date-time"),
        ("ScanAccepted", "eventsUrl", "uri"),
        ("WebhookRequest", "url", "uri"),
        ("Error", "docUrl", "uri"),
        ("Error", "resetAt", "date-time"),
    ] {
        assert_eq!(schemas[name]["properties"][field]["format"], format, "{name}.{field}");
    }
    assert!(schemas["ScanRequest"]["properties"]["url"]["format"].is_null(), "bare domains");
    for format in all_of(schemas, "format") {
        let known = ["date-time", "uri", "email", "int32", "int64", "double"];
        assert!(format.is_object() || known.contains(&format.as_str().unwrap()), "{format}");
    }
    assert_eq!(schemas["Report"]["properties"]["score"]["maximum"], 100);
    assert_eq!(schemas["Error"]["properties"]["retryAfterSec"]["type"], "integer");
}

#[test]
fn names_of_types_say_what_they_are() {
    let document = described();
    for name in object(&document["components"]["schemas"]).keys() {
        let plain = ["Used", "Count", "Done", "Status", "Detail", "Reason", "Question", "Answers"];
        assert!(!plain.contains(&name.as_str()) && !name.ends_with("View"), "{name}");
    }
    let codes = &document["components"]["schemas"]["ErrorCode"]["enum"];
    assert_eq!(codes.as_array().unwrap().len(), Code::ALL.len());
}

#[test]
fn what_is_internal_says_so() {
    let document = described();
    for (id, internal) in [("readChainBoard", true), ("goFromSignup", true), ("createScan", false)]
    {
        assert_eq!(operation(&document, id)["x-internal"] == true, internal, "{id}");
    }
}
