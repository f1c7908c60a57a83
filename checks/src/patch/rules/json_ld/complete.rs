//! Properties that the description of a page lacks, where the page shows their values.

use std::ops::Range;

use serde_json::Value;

use super::blocks::scripts;
use super::is_real;
use super::places::{Object, objects};
use crate::catalogue::structured_data::schema_type_complete::known_and_missing;
use crate::edit::Edit;
use crate::page::structured::NodeRef;
use crate::paste::listed;
use crate::patch::rules::certain::is_certain;
use crate::patch::rules::proposal::Proposal;
use crate::patch::view::View;

pub(in crate::patch::rules) fn propose(view: &View<'_>) -> Vec<Proposal> {
    let page = view.context.page;
    if !view.has_address() {
        return Vec::new();
    }
    let Some((node, values)) = known_and_missing(view.context) else { return Vec::new() };
    let Some((range, object)) = place_of(view, node) else { return Vec::new() };
    let has = |name: &str| object.members.iter().any(|own| own.key.ends_with(name));
    let own = [page.final_url.as_str(), view.context.title.text.as_str()];
    let values: Vec<(&str, Value)> = values
        .into_iter()
        .filter(|(name, value)| {
            !has(name) && is_real(&value.to_string(), &own) && is_certain(view, name, value)
        })
        .collect();
    let Some(edit) = added(view, &range, &object, &values) else { return Vec::new() };
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    let type_name = node.node().types.first().map_or("object", String::as_str);
    let title = format!("Add {} to the {type_name} markup", listed(&names));
    vec![Proposal::new(title, vec![edit])]
}

/// The one object of the page's JSON-LD that the node was read from.
fn place_of(view: &View<'_>, node: NodeRef<'_>) -> Option<(Range<usize>, Object)> {
    let text = view.source.text();
    let sound = scripts(view).into_iter().filter(|(block, _)| block.is_sound());
    let mut found = sound.flat_map(|(_, range)| {
        let objects = objects(&text[range.clone()]).into_iter();
        let own = objects.filter(|object| is_node(&text[range.clone()], object, node));
        own.map(|object| (range.clone(), object)).collect::<Vec<_>>()
    });
    let one = found.next()?;
    found.next().is_none().then_some(one)
}

/// Whether an object has the types and the properties of the node.
fn is_node(json: &str, object: &Object, node: NodeRef<'_>) -> bool {
    let local = |name: &str| name.rsplit(['/', '#', ':']).next().unwrap_or(name).to_owned();
    let value = |key: &str| {
        let member = object.members.iter().find(|own| own.key == key)?;
        serde_json::from_str::<Value>(&json[member.value.clone()]).ok()
    };
    let types: Vec<String> = match value("@type") {
        Some(Value::String(one)) => vec![local(&one)],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).map(local).collect(),
        _ => return false,
    };
    let mut names: Vec<String> = object
        .members
        .iter()
        .filter(|own| !own.key.starts_with('@'))
        .map(|own| local(&own.key))
        .collect();
    let mut own: Vec<String> =
        node.node().properties.iter().map(|(name, _)| name.clone()).collect();
    names.sort();
    own.sort();
    let id = value("@id").and_then(|id| Some(id.as_str()?.to_owned()));
    let own_types: Vec<String> = node.node().types.iter().map(|name| local(name)).collect();
    types == own_types && names == own && id == node.node().id
}

/// The edit that adds members behind the last one, in the way in which that is written.
fn added(
    view: &View<'_>,
    script: &Range<usize>,
    object: &Object,
    values: &[(&str, Value)],
) -> Option<Edit> {
    let (first, last) = (object.members.first()?, object.members.last()?);
    let json = &view.source.text()[script.clone()];
    let before = &json[object.range.start + 1..first.start];
    let mut written = String::new();
    for (name, value) in values {
        match before.rsplit_once(['\n', '\r']) {
            Some((_, indentation)) => {
                let indentation = format!("{}{indentation}", view.line_break());
                let value = format!("{value:#}").replace('\n', &indentation);
                written.push_str(&format!(",{indentation}\"{name}\": {value}"));
            }
            None => written.push_str(&format!(",\"{name}\":{value}")),
        }
    }
    let at = script.start + last.value.end;
    (!written.is_empty()).then(|| Edit::insert(at, view.script_text(&written)))
}
