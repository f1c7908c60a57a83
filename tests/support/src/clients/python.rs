//! Python: one `TypedDict` for each object, for Python 3.10, whose `typing` has no `NotRequired`.

use super::NOTE;
use super::model::{Field, Schema, Shape, Type};

const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];
const WIDTH: usize = 100;

/// Returns the module with all types.
pub(super) fn written(schemas: &[Schema]) -> Result<String, String> {
    let mut text = format!("# {NOTE}\n\"\"\"Types of what the API takes and returns.\"\"\"\n\n");
    text += "from __future__ import annotations\n\n";
    let mut types = String::new();
    for schema in schemas {
        types += "\n\n";
        types += &match &schema.shape {
            Shape::Alias(kind) => alias(schema, kind),
            Shape::Object(fields) => object(schema, fields)?,
        };
    }
    let names = ["Any", "Literal", "TypedDict", "Union"].into_iter();
    let used: Vec<_> = names.filter(|name| types.contains(name)).collect();
    Ok(text + "from typing import " + &used.join(", ") + "\n" + &types)
}

fn alias(schema: &Schema, kind: &Type) -> String {
    let members = match kind {
        Type::Open(values, wider) => {
            let values: Vec<_> = values.iter().map(ToString::to_string).collect();
            vec![literals(&values), plain(wider)]
        }
        Type::Union(members) => members.iter().map(quoted).collect(),
        other => vec![quoted(other)],
    };
    let value = match members.as_slice() {
        [one] => one.clone(),
        several => format!("Union[{}]", several.join(", ")),
    };
    format!("{} = {value}\n{}", schema.name, docs("", &schema.about))
}

/// Several values stand on lines of their own where one line is too short.
fn literals(values: &[String]) -> String {
    let line = format!("Literal[{}]", values.join(", "));
    if line.len() + 40 < WIDTH {
        return line;
    }
    let lines: Vec<_> = values.iter().map(|value| format!("\n        {value},")).collect();
    format!("\n    Literal[{}\n    ]", lines.concat())
}

fn object(schema: &Schema, fields: &[Field]) -> Result<String, String> {
    let (required, optional): (Vec<_>, Vec<_>) = fields.iter().partition(|field| field.is_required);
    let name = &schema.name;
    if fields.iter().any(|field| !is_name(&field.name)) {
        let total = match (required.is_empty(), optional.is_empty()) {
            (_, true) => "",
            (true, false) => ", total=False",
            (false, false) => return Err(format!("{name}: a keyword beside optional fields")),
        };
        return Ok(functional(schema, fields, total));
    }
    if optional.is_empty() || required.is_empty() {
        let bases = if optional.is_empty() { "TypedDict" } else { "TypedDict, total=False" };
        return Ok(class(name, bases, &schema.about, fields.iter()));
    }
    let base = format!("{name}Required");
    let about = format!("Fields that every `{name}` has.");
    let first = class(&base, "TypedDict", &about, required.into_iter());
    let bases = format!("{base}, total=False");
    Ok(first + "\n\n" + &class(name, &bases, &schema.about, optional.into_iter()))
}

fn class<'a>(
    name: &str,
    bases: &str,
    about: &str,
    fields: impl Iterator<Item = &'a Field>,
) -> String {
    let mut text = format!("class {name}({bases}):\n{}\n", docs("    ", about));
    for field in fields {
        text +=
            &format!("    {}: {}\n{}", field.name, plain(&field.kind), docs("    ", &field.about));
    }
    text
}

fn functional(schema: &Schema, fields: &[Field], total: &str) -> String {
    let mut text = format!("{0} = TypedDict(\n    \"{0}\",\n    {{\n", schema.name);
    for field in fields {
        for line in folded(&field.about, WIDTH - 10) {
            text += &format!("        # {line}\n");
        }
        text += &format!("        \"{}\": {},\n", field.name, quoted(&field.kind));
    }
    text += "    },\n";
    if !total.is_empty() {
        text += &format!("    {},\n", total.trim_start_matches(", "));
    }
    text + ")\n" + &docs("", &schema.about)
}

/// An annotation, which is not evaluated.
fn plain(kind: &Type) -> String {
    match kind {
        Type::Text => "str".to_owned(),
        Type::Integer => "int".to_owned(),
        Type::Number => "float".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Null => "None".to_owned(),
        Type::Any => "Any".to_owned(),
        Type::Constant(value) => format!("Literal[{}]", constant(value)),
        Type::Open(values, wider) => {
            let values: Vec<_> = values.iter().map(constant).collect();
            format!("Literal[{}] | {}", values.join(", "), plain(wider))
        }
        Type::List(items) => format!("list[{}]", plain(items)),
        Type::Map(values) => format!("dict[str, {}]", plain(values)),
        Type::Named(name) => name.clone(),
        Type::Union(members) => members.iter().map(plain).collect::<Vec<_>>().join(" | "),
    }
}

/// An annotation where expressions are evaluated, before the names it uses exist.
fn quoted(kind: &Type) -> String {
    match kind {
        Type::Constant(_) => plain(kind),
        _ => format!("{:?}", plain(kind)),
    }
}

fn constant(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Bool(true) => "True".to_owned(),
        serde_json::Value::Bool(false) => "False".to_owned(),
        other => other.to_string(),
    }
}

fn is_name(text: &str) -> bool {
    !KEYWORDS.contains(&text)
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A docstring; none where there is nothing to say.
fn docs(indent: &str, about: &str) -> String {
    if about.is_empty() {
        return String::new();
    }
    let about = about.replace('\\', "\\\\").replace("\"\"\"", "'''");
    let lines = folded(&about, WIDTH - indent.len() - 6);
    let end =
        if lines.len() > 1 || about.ends_with('"') { format!("\n{indent}") } else { String::new() };
    format!("{indent}\"\"\"{}{end}\"\"\"\n", lines.join(&format!("\n{indent}")))
}

/// Text in lines of at most that many characters, if its words allow it.
pub(super) fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
