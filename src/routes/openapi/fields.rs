//! What the types of Rust cannot say of a field: that a text is an instant or a URL, which widths
//! of integers clients know, and that a field which may be left out is never null.

use serde_json::{Map, Value, json};

/// Names of fields that hold an instant, besides those that end in `At`.
const INSTANTS: [&str; 3] = ["at", "now", "asOf"];
/// Names of fields that hold a URL, besides those that end in `Url`.
const URLS: [&str; 4] = ["url", "link", "resource", "mcpEndpoint"];
/// What ends the names of types that a page may be named in without its scheme.
const REQUEST: &str = "Request";
/// The request whose URL is taken as it is.
const STRICT: &str = "WebhookRequest";

/// Widths of integers that no generator of clients knows, and the one that stands for each.
const WIDTHS: [(&str, &str); 7] = [
    ("uint8", "int32"),
    ("uint16", "int32"),
    ("int16", "int32"),
    ("uint32", "int64"),
    ("uint64", "int64"),
    ("uint", "int64"),
    ("int", "int64"),
];
/// The largest numbers of those widths, which bound nothing that is meant.
const WIDEST: [u64; 3] = [u8::MAX as u64, u16::MAX as u64, u32::MAX as u64];

/// Completes every type.
pub(super) fn complete(types: &mut Map<String, Value>) {
    for (name, schema) in types {
        let takes_bare_domains = name.ends_with(REQUEST) && name != STRICT;
        visit(schema, "", takes_bare_domains);
    }
}

/// Says of the fields that we may leave out that they are never null: then they are left out.
pub(super) fn never_null(types: &mut Map<String, Value>) {
    for schema in types.values_mut() {
        let required: Vec<Value> = schema["required"].as_array().cloned().unwrap_or_default();
        let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
        let optional = fields.into_iter().flatten().filter(|(name, _)| {
            !required.iter().any(|known| known.as_str() == Some(name.as_str()))
        });
        optional.for_each(|(_, field)| without_null(field));
    }
}

fn without_null(field: &mut Value) {
    if let Some(kinds) = field["type"].as_array() {
        let kinds: Vec<Value> = kinds.iter().filter(|kind| *kind != "null").cloned().collect();
        if let [kind] = kinds.as_slice() {
            field["type"] = kind.clone();
        }
    }
    if let Some(choices) = field["anyOf"].as_array() {
        let choices: Vec<&Value> = choices.iter().filter(|one| one["type"] != "null").collect();
        if let [Value::Object(choice)] = choices.as_slice()
            && let (choice, Some(fields)) = (choice.clone(), field.as_object_mut())
        {
            fields.remove("anyOf");
            choice.into_iter().for_each(|(key, value)| {
                fields.entry(key).or_insert(value);
            });
        }
    }
}

/// Completes a schema and all that it holds; `name` is the field that it is of.
fn visit(schema: &mut Value, name: &str, takes_bare_domains: bool) {
    let Some(fields) = schema.as_object_mut() else { return };
    if let Some(Value::String(text)) = fields.get_mut("description") {
        *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    if is_of(fields, "string") && !fields.contains_key("format") {
        if name.ends_with("At") || INSTANTS.contains(&name) {
            fields.insert("format".to_owned(), json!("date-time"));
        } else if !takes_bare_domains && (name.ends_with("Url") || URLS.contains(&name)) {
            fields.insert("format".to_owned(), json!("uri"));
        }
    }
    if is_of(fields, "integer") {
        known_width(fields);
    }
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        properties.iter_mut().for_each(|(name, field)| visit(field, name, takes_bare_domains));
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = fields.get_mut(key) {
            visit(inner, "", takes_bare_domains);
        }
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        let choices = fields.get_mut(key).and_then(Value::as_array_mut);
        choices.into_iter().flatten().for_each(|one| visit(one, name, takes_bare_domains));
    }
}

fn is_of(fields: &Map<String, Value>, kind: &str) -> bool {
    match fields.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|known| known == kind),
        Some(known) => known == kind,
        None => false,
    }
}

fn known_width(fields: &mut Map<String, Value>) {
    let format = fields.get("format").and_then(Value::as_str).unwrap_or_default();
    if let Some((_, known)) = WIDTHS.iter().find(|(width, _)| *width == format) {
        fields.insert("format".to_owned(), json!(known));
    }
    let most = fields.get("maximum").and_then(Value::as_u64);
    if most.is_some_and(|most| WIDEST.contains(&most)) {
        fields.remove("maximum");
    }
}
