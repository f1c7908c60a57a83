//! An example for every body of the description, made of the schema that the body has. A test
//! holds each against it.

use serde_json::{Map, Value, json};

/// How deep types may hold each other in an example.
const DEPTH: usize = 24;
/// What an example shows where an instant is meant.
const INSTANT: &str = "2026-11-22T09:00:00.000Z";
/// The part of an id behind its prefix.
const ID: &str = "0000000000000000000000";

/// Adds them: to the bodies themselves, and for errors one for each code, kept in one place.
pub(super) fn add(document: &mut Value) {
    let known = document.clone();
    let maker = Maker { document: &known };
    let mut errors = Map::new();
    let items = document["paths"].as_object_mut().into_iter().flatten();
    let operations = items.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten());
    for (_, operation) in operations.filter(|(key, _)| *key != "servers") {
        if let Some(body) = operation.get_mut("requestBody") {
            maker.add_to(body, &mut errors);
        }
        for (_, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            maker.add_to(response, &mut errors);
        }
    }
    document["components"]["examples"] = errors.into();
}

/// Makes examples of the types of one document.
struct Maker<'d> {
    document: &'d Value,
}

impl Maker<'_> {
    /// To a request's body, or to a response.
    fn add_to(&self, body: &mut Value, errors: &mut Map<String, Value>) {
        let Some(content) = body.get_mut("content").and_then(Value::as_object_mut) else { return };
        for (media, one) in content {
            let codes = &one["schema"]["properties"]["error"]["enum"];
            if let Some(codes) = codes.as_array().cloned() {
                let codes = codes.iter().filter_map(Value::as_str);
                one["examples"] = codes.map(|code| reference(code, errors)).collect();
            } else {
                let schema = &one["schema"];
                let text = text_of(media).map(Value::from);
                one["example"] = text.unwrap_or_else(|| self.value(schema, "", "", 0));
            }
        }
    }

    /// A value of that schema; `holder` is the type that it belongs to and `name` what it is
    /// called there.
    fn value(&self, schema: &Value, holder: &str, name: &str, depth: usize) -> Value {
        if depth > DEPTH {
            return Value::Null;
        }
        if let Some(reference) = schema["$ref"].as_str() {
            let holder = reference.rsplit('/').next().unwrap_or_default();
            let target = reference.strip_prefix('#').and_then(|at| self.document.pointer(at));
            return target.map_or(Value::Null, |to| self.value(to, holder, name, depth + 1));
        }
        if let Some(embedded) = schema.get("contentSchema") {
            return self.value(embedded, holder, name, depth + 1).to_string().into();
        }
        if let Some(one) = schema.get("const").or_else(|| schema["enum"].get(0)) {
            return one.clone();
        }
        let mut fields = self.fields(schema, holder, depth);
        for key in ["anyOf", "oneOf"] {
            let choices = schema[key].as_array().into_iter().flatten();
            let Some(choice) = choices.into_iter().find(|choice| choice["type"] != "null") else {
                continue;
            };
            match self.value(choice, holder, name, depth + 1) {
                Value::Object(more) => fields.extend(more),
                simple => return simple,
            }
        }
        match kind(schema) {
            "array" => json!([self.value(&schema["items"], holder, name, depth + 1)]),
            "string" => text(holder, name).into(),
            "boolean" => true.into(),
            "integer" | "number" => number(schema),
            "null" => Value::Null,
            _ => fields.into(),
        }
    }

    fn fields(&self, schema: &Value, holder: &str, depth: usize) -> Map<String, Value> {
        let fields = schema["properties"].as_object().into_iter().flatten();
        let mut fields: Map<String, Value> = fields
            .map(|(name, field)| (name.clone(), self.value(field, holder, name, depth + 1)))
            .collect();
        for part in schema["allOf"].as_array().into_iter().flatten() {
            if let Value::Object(more) = self.value(part, holder, "", depth + 1) {
                fields.extend(more);
            }
        }
        if fields.is_empty() && schema["additionalProperties"].is_object() {
            let more = self.value(&schema["additionalProperties"], holder, "etag", depth + 1);
            fields.insert("etag".to_owned(), more);
        }
        fields
    }
}

/// The first type that is not null.
fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::Array(kinds) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or("null")
        }
        kind => kind.as_str().unwrap_or_default(),
    }
}

fn number(schema: &Value) -> Value {
    let least = schema["minimum"].as_i64().unwrap_or(0);
    let most = schema["maximum"].as_i64().unwrap_or(i64::MAX);
    1.max(least).min(most).into()
}

/// What an example shows for a text of that name.
fn text(holder: &str, name: &str) -> String {
    let plain = match name {
        "id" if holder.is_empty() => "7",
        "id" if holder == "ListedFixture" => "sandbox-example",
        "id" => return format!("{}{ID}", prefix(holder)),
        "scanId" | "lastScanId" => return format!("scn_{ID}"),
        "deliveryId" => return format!("msg_{ID}"),
        "email" => "ada@example.com",
        "requestId" => return format!("req_{ID}"),
        "urlHash" => return "0".repeat(64),
        "scopes" | "scope" | "scopes_supported" => "scan",
        "bearer_methods_supported" => "header",
        "resource_name" => "Citable",
        "plan" => "pro",
        "engines" | "engine" => "engine_1",
        "name" if holder == "TrackedEngine" => "ChatGPT",
        "status" if holder == "TrackedEngine" => "done",
        "reason" if holder == "TrackedEngine" => "weekly_limit",
        "questions" | "text" if holder.starts_with("Track") => "Why is there a tide?",
        "others" => "example.org",
        "via" => "session",
        "pausedReason" => "failing",
        "status" if holder == "Monitor" => "active",
        "source" if holder == "ApiKey" => "account",
        "prefix" => "ctb_",
        "secret" => "whsec_c2VjcmV0",
        "ip" => "192.0.2.1",
        "checkIds" => "canonical",
        "language" => "en",
        "bucket" => "day",
        "etag" => "\"0123\"",
        "domain" => "example.com",
        name if name.ends_with("At") || ["at", "now", "time"].contains(&name) => INSTANT,
        name if ["url", "resource"].contains(&name) || name.ends_with("Url") => {
            "https://example.com/"
        }
        _ => "text",
    };
    plain.to_owned()
}

/// What ids of that type begin with.
fn prefix(holder: &str) -> &'static str {
    match holder {
        "ApiKey" => "key_",
        "Monitor" => "mon_",
        "User" => "usr_",
        "WebhookEndpoint" => "whk_",
        "LastDelivery" | "TestDelivery" => "msg_",
        _ => "scn_",
    }
}

/// A body of that media type, where it is no JSON and no form.
fn text_of(media: &str) -> Option<&'static str> {
    match media {
        "text/markdown" => Some("# A document\n"),
        "text/html" => Some("<!doctype html>"),
        "text/plain" => Some("# Citable\n"),
        _ => None,
    }
}

/// Names the example of a code, which is made where it is not there yet.
fn reference(code: &str, errors: &mut Map<String, Value>) -> (String, Value) {
    let example = || json!({ "value": error(code) });
    errors.entry(code).or_insert_with(example);
    (code.to_owned(), json!({ "$ref": format!("#/components/examples/{code}") }))
}

/// A body of an error, with what comes with its code.
fn error(code: &str) -> Value {
    let mut body = json!({
        "error": code,
        "message": "One sentence that says what is wrong and what to do.",
        "requestId": format!("req_{ID}"),
    });
    let more = match code {
        "insufficient_scope" => json!({ "scope": "scan" }),
        "plan_required" => json!({ "reason": "plan" }),
        "scan_failed" => json!({
            "scanId": format!("scn_{ID}"),
            "reason": { "code": "timed_out", "message": "The page did not answer in time." },
        }),
        "daily_budget_exhausted" => json!({ "resetAt": INSTANT, "retryAfterSec": 3600 }),
        "rate_limited" | "quota_exceeded" => {
            json!({ "limit": 4, "resetAt": INSTANT, "retryAfterSec": 3600 })
        }
        _ => return body,
    };
    if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
        body.extend(more);
    }
    body
}
