//! The schemas of an API description, as types that both languages have.
//!
//! Only a closed subset of JSON Schema is known. Anything else is an error, so that no type is
//! silently wrong.

use serde_json::{Map, Value};

/// Keywords that don't change the type.
const ANNOTATIONS: [&str; 16] = [
    "default",
    "description",
    "example",
    "examples",
    "format",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "not",
    "pattern",
    "readOnly",
    "title",
    "writeOnly",
];
const REFERENCE: &str = "#/components/schemas/";

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Text,
    Integer,
    Number,
    Boolean,
    Null,
    Any,
    /// Exactly this value.
    Constant(Value),
    /// These values, and others of the wider type that later versions add.
    Open(Vec<Value>, Box<Type>),
    List(Box<Type>),
    Map(Box<Type>),
    Named(String),
    Union(Vec<Type>),
}

/// A field of an object.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) kind: Type,
    pub(super) is_required: bool,
    pub(super) about: String,
}

/// What a schema stands for.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Object(Vec<Field>),
    Alias(Type),
}

/// A named schema.
#[derive(Clone, Debug)]
pub(super) struct Schema {
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) about: String,
}

/// Returns the schemas of a description, by name.
pub(super) fn schemas(document: &Value) -> Result<Vec<Schema>, String> {
    let all = document["components"]["schemas"].as_object().ok_or("no schemas")?;
    let mut found = Vec::new();
    for (name, value) in all {
        let shape = shape(value).map_err(|error| format!("{name}: {error}"))?;
        found.push(Schema { name: name.clone(), shape, about: about(value) });
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

fn about(schema: &Value) -> String {
    schema["description"]
        .as_str()
        .unwrap_or_default()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

fn shape(schema: &Value) -> Result<Shape, String> {
    let Some(properties) = schema.get("properties") else { return Ok(Shape::Alias(kind(schema)?)) };
    let schema = object(schema)?;
    only(schema, &["type", "properties", "required", "additionalProperties"])?;
    if schema.get("additionalProperties").is_some_and(Value::is_object) {
        return Err("an object with both fields and a free map".to_owned());
    }
    let required: Vec<&str> = match schema.get("required") {
        Some(names) => list(names)?.iter().filter_map(Value::as_str).collect(),
        None => Vec::new(),
    };
    let mut fields = Vec::new();
    for (name, value) in object(properties)? {
        let kind = kind(value).map_err(|error| format!("{name}: {error}"))?;
        let is_required = required.contains(&name.as_str());
        fields.push(Field { name: name.clone(), kind, is_required, about: about(value) });
    }
    Ok(Shape::Object(fields))
}

fn kind(schema: &Value) -> Result<Type, String> {
    let schema = object(schema)?;
    if let Some(target) = schema.get("$ref") {
        only(schema, &["$ref"])?;
        let name = target.as_str().and_then(|target| target.strip_prefix(REFERENCE));
        return name.map(|name| Type::Named(name.to_owned())).ok_or(format!("unknown: {target}"));
    }
    if let Some(choices) = schema.get("anyOf").or_else(|| schema.get("oneOf")) {
        only(schema, &["anyOf", "oneOf"])?;
        let choices: Result<_, _> = list(choices)?.iter().map(kind).collect();
        return Ok(Type::Union(choices?));
    }
    if let Some(value) = schema.get("const") {
        only(schema, &["const", "type"])?;
        return Ok(Type::Constant(value.clone()));
    }
    if let Some(values) = schema.get("enum") {
        only(schema, &["enum", "type"])?;
        return enumeration(list(values)?);
    }
    match schema.get("type") {
        None if schema.keys().all(|key| ANNOTATIONS.contains(&key.as_str())) => Ok(Type::Any),
        Some(Value::String(name)) => simple(name, schema),
        Some(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            let kinds: Result<_, _> = names.map(|name| simple(name, schema)).collect();
            Ok(Type::Union(kinds?))
        }
        other => Err(format!("unknown type: {other:?}")),
    }
}

fn simple(name: &str, schema: &Map<String, Value>) -> Result<Type, String> {
    let known: &[&str] = match name {
        "array" => &["type", "items"],
        "object" => &["type", "additionalProperties"],
        _ => &["type", "items"],
    };
    only(schema, known)?;
    match name {
        "string" => Ok(Type::Text),
        "integer" => Ok(Type::Integer),
        "number" => Ok(Type::Number),
        "boolean" => Ok(Type::Boolean),
        "null" => Ok(Type::Null),
        "array" => {
            let items = schema.get("items").ok_or("an array without items")?;
            Ok(Type::List(Box::new(kind(items)?)))
        }
        "object" => match schema.get("additionalProperties") {
            Some(values) if values.is_object() => Ok(Type::Map(Box::new(kind(values)?))),
            Some(Value::Bool(true)) | None => Ok(Type::Map(Box::new(Type::Any))),
            Some(_) => Err("an object without fields".to_owned()),
        },
        other => Err(format!("unknown type: {other}")),
    }
}

/// One value is a constant, which tells the members of a union apart. Several are open.
fn enumeration(values: &[Value]) -> Result<Type, String> {
    let (nulls, values): (Vec<_>, Vec<_>) = values.iter().cloned().partition(Value::is_null);
    let wider = match values.first() {
        Some(Value::String(_)) if values.iter().all(Value::is_string) => Type::Text,
        Some(Value::Number(_)) if values.iter().all(Value::is_i64) => Type::Integer,
        other => return Err(format!("unknown enumeration: {other:?}")),
    };
    let kind = match values.as_slice() {
        [only] => Type::Constant(only.clone()),
        _ => Type::Open(values, Box::new(wider)),
    };
    Ok(if nulls.is_empty() { kind } else { Type::Union(vec![kind, Type::Null]) })
}

fn only(schema: &Map<String, Value>, known: &[&str]) -> Result<(), String> {
    let is_known =
        |key: &&String| ANNOTATIONS.contains(&key.as_str()) || known.contains(&key.as_str());
    match schema.keys().find(|key| !is_known(key)) {
        Some(key) => Err(format!("unknown keyword: {key}")),
        None => Ok(()),
    }
}

fn object(value: &Value) -> Result<&Map<String, Value>, String> {
    value.as_object().ok_or_else(|| format!("no object: {value}"))
}

fn list(value: &Value) -> Result<&[Value], String> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| format!("no list: {value}"))
}
