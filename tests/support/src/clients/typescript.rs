//! TypeScript: one interface for each object.

use super::NOTE;
use super::model::{Field, Schema, Shape, Type};
use super::python::folded;

const WIDTH: usize = 100;

/// Returns the declarations of all types.
pub(super) fn written(schemas: &[Schema]) -> String {
    let mut text = format!("// {NOTE}\n");
    for schema in schemas {
        text += "\n";
        text += &docs("", &schema.about);
        match &schema.shape {
            Shape::Alias(kind) => {
                text += &format!("export type {} = {};\n", schema.name, shown(kind))
            }
            Shape::Object(fields) => text += &interface(&schema.name, fields),
        }
    }
    text
}

fn interface(name: &str, fields: &[Field]) -> String {
    let mut text = format!("export interface {name} {{\n");
    for field in fields {
        let mark = if field.is_required { "" } else { "?" };
        text += &docs("  ", &field.about);
        text += &format!("  {}{mark}: {};\n", key(&field.name), shown(&field.kind));
    }
    text + "}\n"
}

fn key(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { name.to_owned() } else { format!("{name:?}") }
}

fn shown(kind: &Type) -> String {
    match kind {
        Type::Text => "string".to_owned(),
        Type::Integer | Type::Number => "number".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Null => "null".to_owned(),
        Type::Any => "unknown".to_owned(),
        Type::Constant(value) => value.to_string(),
        // The intersection keeps the values in an editor's suggestions.
        Type::Open(values, wider) => {
            let values: Vec<_> = values.iter().map(ToString::to_string).collect();
            format!("{} | ({} & {{}})", values.join(" | "), shown(wider))
        }
        Type::List(items) => format!("Array<{}>", shown(items)),
        Type::Map(values) => format!("Record<string, {}>", shown(values)),
        Type::Named(name) => name.clone(),
        Type::Union(members) => members.iter().map(shown).collect::<Vec<_>>().join(" | "),
    }
}

fn docs(indent: &str, about: &str) -> String {
    let about = about.replace("*/", "* /");
    match folded(&about, WIDTH - indent.len() - 7).as_slice() {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let lines: Vec<_> = lines.iter().map(|line| format!("{indent} * {line}\n")).collect();
            format!("{indent}/**\n{}{indent} */\n", lines.concat())
        }
    }
}
