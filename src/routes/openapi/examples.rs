//! An example for every body of the description: reports as the sandbox has them, the rest written
//! by hand. Tests hold each against its schema.

use std::sync::LazyLock;

use citable_checks::compare::Comparison;
use citable_checks::report::{Report, Status};
use citable_checks::sandbox;
use citable_checks::viewer::Allowance;
use serde_json::{Map, Value, json};

use crate::http::problem::Code;

/// Placeholder for the public URL in links of examples.
const SITE: &str = "https://citable.example";
/// The scan in the examples.
const SCAN_ID: &str = "scn_4mQ7sT2vX9bK1cN6pR8wYz";
/// Bodies, by the name of their type.
static TYPES: LazyLock<Value> = LazyLock::new(|| parsed(include_str!("examples/types.json")));
/// What comes with each code of an error.
static ERRORS: LazyLock<Value> = LazyLock::new(|| parsed(include_str!("examples/errors.json")));
/// Bytes of an example from which on it is kept once for all bodies that show it.
const LARGE: usize = 1_000;
/// Checks, details of each, and fixes that the example of a report shows.
const CHECKS_SHOWN: [Status; 3] = [Status::Fail, Status::Warn, Status::Pass];
const DETAILS_SHOWN: usize = 1;
const FIXES_SHOWN: usize = 2;
/// Fixtures of the sandbox that the example of a list shows.
const FIXTURES_SHOWN: usize = 2;

#[expect(clippy::expect_used, reason = "the text is part of the program and read by every test")]
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("the examples are JSON")
}

/// Adds them: to the bodies themselves, and what is large or an error in one place.
pub(super) fn add(document: &mut Value) {
    let mut kept = Map::new();
    let items = document["paths"].as_object_mut().into_iter().flatten();
    let operations = items.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten());
    for (_, operation) in operations.filter(|(key, _)| *key != "servers") {
        if let Some(body) = operation.get_mut("requestBody") {
            add_to(body, &mut kept);
        }
        for (_, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            add_to(response, &mut kept);
        }
    }
    document["components"]["examples"] = kept.into();
}

/// To a request's body, or to a response.
fn add_to(body: &mut Value, kept: &mut Map<String, Value>) {
    let Some(content) = body.get_mut("content").and_then(Value::as_object_mut) else { return };
    for (media, one) in content {
        let codes = one["schema"]["properties"]["error"]["enum"].as_array().cloned();
        if let Some(codes) = codes {
            let codes = codes.iter().filter_map(Value::as_str);
            one["examples"] = codes
                .map(|code| reference(code, || json!({ "value": error(code) }), kept))
                .collect();
        } else if let Some(text) = text_of(media) {
            one["example"] = text.into();
        } else {
            add_values(one, kept);
        }
    }
}

/// One example for each type that the body may be.
fn add_values(content: &mut Value, kept: &mut Map<String, Value>) {
    let schema = &content["schema"];
    let choices: Vec<&Value> = match schema["anyOf"].as_array() {
        Some(choices) => choices.iter().collect(),
        None => vec![schema],
    };
    let named: Vec<(String, Value)> =
        choices.into_iter().filter_map(named).map(|name| (name.clone(), value(&name))).collect();
    match named.as_slice() {
        [(_, value)] if value.to_string().len() < LARGE => content["example"] = value.clone(),
        named => {
            let examples = named.iter().map(|(name, value)| {
                reference(name, || json!({ "summary": summary(name), "value": value }), kept)
            });
            content["examples"] = examples.collect();
        }
    }
}

/// What the example of a schema is filed under.
fn named(schema: &Value) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().map(str::to_owned);
    }
    let event = &schema["properties"]["event"];
    let event = event["const"].as_str().or_else(|| event["enum"][0].as_str());
    Some(event.map_or_else(|| "object".to_owned(), |event| format!("event: {event}")))
}

fn summary(name: &str) -> &'static str {
    match name {
        "Report" | "Batch" => "Shortened: 3 of the checks and 2 of the fixes",
        _ => "Example",
    }
}

fn value(name: &str) -> Value {
    match name {
        "Report" => report(),
        "Batch" => batch(),
        "Comparison" => comparison(),
        "FixtureList" => fixtures(),
        name => TYPES[name].clone(),
    }
}

/// A report of the sandbox as a caller without an account sees it, shortened.
fn report() -> Value {
    let Some(whole) = sandbox::report(sandbox::FIXTURES[0].id) else { return Value::Null };
    let mut report: Report = whole.clone().for_viewer(Allowance::First(1));
    SCAN_ID.clone_into(&mut report.id);
    let mut shown = CHECKS_SHOWN.to_vec();
    report.checks.retain(|check| {
        let place = shown.iter().position(|status| *status == check.status);
        place.map(|place| shown.remove(place)).is_some()
    });
    for check in &mut report.checks {
        check.details.truncate(DETAILS_SHOWN);
    }
    report.recommendations.truncate(FIXES_SHOWN);
    json!(report)
}

fn batch() -> Value {
    let result = |status: u16, body: Value| {
        json!({ "id": SCAN_ID, "status": status,
            "headers": { "content-type": "application/json" }, "body": body })
    };
    json!({ "results": [result(200, report())] })
}

/// Two fixtures are one page, before and after robots.txt was mended.
fn comparison() -> Value {
    let find = |id: &str| sandbox::report(id);
    let (Some(from), Some(to)) = (find("sandbox-blocked"), find("sandbox-excellent")) else {
        return Value::Null;
    };
    json!(Comparison::of(from, to, Allowance::All))
}

fn fixtures() -> Value {
    let fixture = |fixture: &sandbox::Fixture| {
        json!({ "id": fixture.id, "title": fixture.title, "description": fixture.description,
            "reportUrl": format!("{SITE}/api/v1/sandbox/scan/{}", fixture.id) })
    };
    let shown: Vec<Value> = sandbox::FIXTURES.iter().take(FIXTURES_SHOWN).map(fixture).collect();
    json!({ "fixtures": shown })
}

/// A body of that media type, where it is no JSON and no form.
fn text_of(media: &str) -> Option<&'static str> {
    match media {
        "text/markdown" => Some("# Title\n\nText.\n"),
        "text/html" => Some("<!doctype html>"),
        "text/plain" => Some("# Citable\n"),
        _ => None,
    }
}

/// Names an example that is kept in one place, and keeps it where it is not there yet.
fn reference(
    name: &str,
    example: impl FnOnce() -> Value,
    kept: &mut Map<String, Value>,
) -> (String, Value) {
    kept.entry(name).or_insert_with(example);
    (name.to_owned(), json!({ "$ref": format!("#/components/examples/{name}") }))
}

/// A body of an error, with what comes with its code.
fn error(name: &str) -> Value {
    let mut body = json!({ "error": name, "requestId": "req_7hN2kM9pQ4rS6tV1wX3yZb" });
    let code = Code::ALL.iter().find(|code| code.name() == name);
    if let Some(param) = code.and_then(|code| code.param()) {
        body["param"] = param.into();
    }
    if let Some(code) = code {
        body["docUrl"] = format!("{SITE}{}", code.page()).into();
    }
    if let (Value::Object(body), Value::Object(more)) = (&mut body, &ERRORS[name]) {
        body.extend(more.clone());
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_example_and_every_example_a_code() {
        let names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
        for name in &names {
            assert!(ERRORS[name]["message"].is_string(), "{name}");
        }
        let written = ERRORS.as_object().unwrap();
        assert!(written.keys().all(|name| names.contains(&name.as_str())));
    }
}
