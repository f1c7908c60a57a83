//! The words of the hand-written JSON schemas: every object is closed, and what may be null says so
//! in the one form that strict clients take.

use serde_json::{Map, Value, json};

/// A closed object.
pub(super) fn object(required: &[&str], properties: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        properties.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The same with a description.
pub(super) fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = description.into();
    schema
}

/// A text.
pub(super) fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

/// One of a few texts.
pub(super) fn one_of(values: &[&str], description: &str) -> Value {
    json!({ "type": "string", "enum": values, "description": description })
}

/// A whole number that is not negative.
pub(super) fn count(description: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": description })
}

/// A whole number.
pub(super) fn integer(description: &str) -> Value {
    json!({ "type": "integer", "description": description })
}

/// How many of something are wanted.
pub(super) fn limit(default: usize, most: usize) -> Value {
    json!({
        "type": "integer",
        "minimum": 1,
        "maximum": most,
        "default": default,
        "description": "How many at most.",
    })
}

/// Yes or no.
pub(super) fn flag(description: &str) -> Value {
    json!({ "type": "boolean", "description": description })
}

/// A list.
pub(super) fn list(items: Value, description: &str) -> Value {
    json!({ "type": "array", "items": items, "description": description })
}

/// The same, or null.
pub(super) fn nullable(mut schema: Value) -> Value {
    let description = schema.as_object_mut().and_then(|fields| fields.remove("description"));
    let mut either = json!({ "anyOf": [schema, { "type": "null" }] });
    if let Some(description) = description {
        either["description"] = description;
    }
    either
}

/// A scan's id.
pub(super) fn scan_id() -> Value {
    json!({
        "type": "string",
        "pattern": "^scn_[0-9A-Za-z]{22}$",
        "description": "The scan's id, as start_scan gives it.",
    })
}
