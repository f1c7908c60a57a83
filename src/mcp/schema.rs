//! The words of the hand-written JSON schemas. Every list of tools stands in the context of the
//! model that may call them, so a schema says what has to be known to call a tool and to read its
//! result, and no more: arguments are closed and described, results are open, and what their
//! nested objects hold stands in one sentence.

use serde_json::{Map, Value, json};

/// A closed object: arguments.
pub(super) fn arguments(required: &[&str], properties: &[(&str, Value)]) -> Value {
    let mut schema = facts(required, properties);
    schema["additionalProperties"] = false.into();
    schema
}

/// An open object: a result.
pub(super) fn facts(required: &[&str], properties: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        properties.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    let mut schema = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema
}

/// A value of that type whose name says what it is.
pub(super) fn plain(kind: &str) -> Value {
    json!({ "type": kind })
}

/// The same, or null, in the one form that strict clients take.
pub(super) fn plain_or_null(kind: &str) -> Value {
    json!({ "anyOf": [{ "type": kind }, { "type": "null" }] })
}

/// A value of that type.
pub(super) fn described(kind: &str, description: &str) -> Value {
    json!({ "type": kind, "description": description })
}

/// A text.
pub(super) fn text(description: &str) -> Value {
    described("string", description)
}

/// One of a few texts.
pub(super) fn one_of(values: &[&str]) -> Value {
    json!({ "type": "string", "enum": values })
}

/// A list of objects; the description names their fields.
pub(super) fn objects(description: &str) -> Value {
    json!({ "type": "array", "items": { "type": "object" }, "description": description })
}

/// A whole number within bounds, and what it is where it is left out.
pub(super) fn whole(least: usize, most: usize, default: usize, description: &str) -> Value {
    json!({
        "type": "integer",
        "minimum": least,
        "maximum": most,
        "default": default,
        "description": description,
    })
}

/// How many of something are wanted.
pub(super) fn limit(default: usize, most: usize) -> Value {
    whole(1, most, default, "Maximum number of results.")
}

/// A scan's ID, as an argument.
pub(super) fn scan_id(description: &str) -> Value {
    json!({
        "type": "string",
        "pattern": "^scn_[0-9A-Za-z]{22}$",
        "description": description,
    })
}
