//! Responses that many operations have in common, kept in one place: written out at every
//! operation they are most of the document.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::http::problem::status_of;

/// How many operations make a response worth a place of its own.
const SHARED_BY: usize = 2;
/// The first status of a refusal.
const FIRST_REFUSAL: u16 = 300;

/// Moves responses that several operations have to the components.
pub(super) fn gather(document: &mut Value) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for_each_refusal(document, |_, response| {
        *counts.entry(response.to_string()).or_default() += 1;
    });
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut kept = Map::new();
    for_each_refusal(document, |status, response| {
        let text = response.to_string();
        if counts.get(&text).is_none_or(|count| *count < SHARED_BY) {
            return;
        }
        let name = names.entry(text).or_insert_with(|| {
            let name = free_name(status, &kept);
            kept.insert(name.clone(), response.clone());
            name
        });
        *response = json!({ "$ref": format!("#/components/responses/{name}") });
    });
    document["components"]["responses"] = kept.into();
}

fn for_each_refusal(document: &mut Value, mut visit: impl FnMut(u16, &mut Value)) {
    let items = document["paths"].as_object_mut().into_iter().flatten();
    let operations = items.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten());
    for (_, operation) in operations.filter(|(key, _)| *key != "servers") {
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            match status.parse() {
                Ok(status) if status >= FIRST_REFUSAL => visit(status, response),
                _ => {}
            }
        }
    }
}

/// `BadRequest`, or `BadRequest2` where that is taken.
fn free_name(status: u16, taken: &Map<String, Value>) -> String {
    let reason = status_of(status).and_then(|status| status.canonical_reason());
    let plain: String = reason.unwrap_or("Response").split([' ', '-']).collect();
    let numbered = (2..).map(|number| format!("{plain}{number}"));
    let names = std::iter::once(plain.clone()).chain(numbered);
    names.into_iter().find(|name| !taken.contains_key(name)).unwrap_or_default()
}
