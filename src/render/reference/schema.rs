//! Types of the description, in words.

use std::fmt::Write as _;

use serde_json::Value;

/// What references to a type begin with.
const SCHEMAS: &str = "#/components/schemas/";

/// The words for what a schema asks of a value besides its type.
const BOUNDS: [(&str, &str); 7] = [
    ("minimum", "min"),
    ("maximum", "max"),
    ("minLength", "min length"),
    ("maxLength", "max length"),
    ("minItems", "min items"),
    ("maxItems", "max items"),
    ("default", "default"),
];

/// The entries of an object; none of anything else.
pub(super) fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// Text for a table cell.
pub(super) fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// What a value of that schema is, in a few words.
pub(super) fn phrase(schema: &Value) -> String {
    let mut text = kind(schema);
    for (bound, word) in BOUNDS {
        if let Some(value) = schema.get(bound) {
            let _infallible = write!(text, ", {word} {value}");
        }
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        let _infallible = write!(text, ", `{pattern}`");
    }
    text
}

fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.strip_prefix(SCHEMAS).unwrap_or(reference);
        return format!("[`{name}`](#{})", name.to_lowercase());
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    if let Some(values) = schema["enum"].as_array() {
        return joined(values, |value| format!("`{value}`"));
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        if let Some(kinds) = schema[key].as_array() {
            return joined(kinds, phrase);
        }
    }
    match &schema["type"] {
        Value::Array(kinds) => joined(kinds, |kind| named(kind, schema)),
        Value::Null => "any value".to_owned(),
        kind => named(kind, schema),
    }
}

fn named(kind: &Value, schema: &Value) -> String {
    match kind.as_str().unwrap_or_default() {
        "array" => format!("list of {}", phrase(&schema["items"])),
        "object" if schema["additionalProperties"].is_object() => {
            format!("object of {}", phrase(&schema["additionalProperties"]))
        }
        kind => kind.to_owned(),
    }
}

fn joined(values: &[Value], word: impl Fn(&Value) -> String) -> String {
    values.iter().map(word).collect::<Vec<_>>().join(" or ")
}

/// The section on a type.
pub(super) fn section(name: &str, schema: &Value, text: &mut String) {
    let _infallible = write!(text, "\n### {name}\n");
    body(schema, text);
}

fn body(schema: &Value, text: &mut String) {
    if let Some(description) = schema["description"].as_str() {
        let _infallible = write!(text, "\n{}\n", description.trim());
    }
    properties(schema, text);
    let choices = ["oneOf", "anyOf"].iter().filter_map(|key| schema[*key].as_array());
    for choices in choices {
        text.push_str("\nOne of:\n\n");
        for choice in choices {
            self::choice(choice, text);
        }
    }
    let simple = ["properties", "oneOf", "anyOf"].iter().all(|key| schema.get(key).is_none());
    if simple {
        let _infallible = write!(text, "\nType: {}.\n", phrase(schema));
    }
    if schema["additionalProperties"] == false {
        text.push_str("\nUnknown fields are rejected.\n");
    }
}

fn choice(choice: &Value, text: &mut String) {
    if choice.get("properties").is_some() {
        body(choice, text);
        return;
    }
    let meaning = choice["description"].as_str().map(cell);
    let meaning = meaning.map(|meaning| format!(": {meaning}")).unwrap_or_default();
    let _infallible = writeln!(text, "- {}{meaning}", phrase(choice));
}

fn properties(schema: &Value, text: &mut String) {
    if schema.get("properties").is_none() {
        return;
    }
    let required = |name: &str| {
        let names = schema["required"].as_array().into_iter().flatten();
        if names.into_iter().any(|known| known == name) { "yes" } else { "no" }
    };
    text.push_str("\n| Field | Type | Required | Description |\n|---|---|---|---|\n");
    for (name, property) in entries(&schema["properties"]) {
        let meaning = cell(property["description"].as_str().unwrap_or_default());
        let (kind, required) = (cell(&phrase(property)), required(name));
        let _infallible = writeln!(text, "| `{name}` | {kind} | {required} | {meaning} |");
    }
}
