//! The fields of our own pages, which are well formed: attributes stand in double quotation marks.

use std::collections::BTreeSet;

use serde_json::Value;

/// Elements whose text is not looked into.
const RAW: [&str; 2] = ["script", "style"];

/// A part of a document.
enum Part<'a> {
    /// A tag, from `<` to `>`.
    Tag(&'a str),
    /// What stands between tags, in the element opened last.
    Text { element: String, text: &'a str },
}

/// The fields of a page: `h1`, `a@href`, `meta[description]@content`, `json:name`.
pub(super) fn slots(html: &str) -> BTreeSet<String> {
    let mut slots = BTreeSet::new();
    rewrite(html, &mut |slot, old| {
        slots.insert(slot.to_owned());
        old.to_owned()
    });
    // Changing these makes another page of it.
    for structure in ["json:@context", "json:@type", "json:@id", "meta@charset", "script@type"] {
        slots.remove(structure);
    }
    slots
}

/// The page with every field of that kind changed.
pub(super) fn marked(html: &str, slot: &str, change: &dyn Fn(&str) -> String) -> String {
    rewrite(html, &mut |of, old| if of == slot { change(old) } else { old.to_owned() })
}

/// Whether that field is an address.
pub(super) fn is_address(slot: &str) -> bool {
    let names = ["@href", "@src", "@cite", "json:url", "json:sameAs", "json:logo", "json:image"];
    names.iter().any(|name| slot.ends_with(name)) || slot == "meta[refresh]@content"
}

type Change<'a> = dyn FnMut(&str, &str) -> String + 'a;

fn rewrite(html: &str, change: &mut Change<'_>) -> String {
    let mut out = String::new();
    for part in parts(html) {
        match part {
            Part::Tag(tag) => out.push_str(&tag_of(tag, change)),
            Part::Text { element, text } if element == "script" && text.trim().starts_with('{') => {
                match serde_json::from_str::<Value>(text) {
                    Ok(mut value) => {
                        json_of("", &mut value, change);
                        out.push_str(&value.to_string().replace('<', "\\u003c"));
                    }
                    Err(_) => out.push_str(&change("json text", text)),
                }
            }
            Part::Text { element, text } if text.trim().is_empty() || RAW.contains(&&*element) => {
                out.push_str(text);
            }
            Part::Text { element, text } => {
                let old = text.trim();
                let new = change(&element, old);
                out.push_str(&if new == old { text.to_owned() } else { escaped(&new) });
            }
        }
    }
    out
}

fn parts(html: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut element = String::new();
    let mut rest = html;
    while !rest.is_empty() {
        let end_of_raw = if RAW.contains(&element.as_str()) { "</" } else { "<" };
        let text = rest.find(end_of_raw).unwrap_or(rest.len());
        if text > 0 {
            parts.push(Part::Text { element: element.clone(), text: &rest[..text] });
            rest = &rest[text..];
            continue;
        }
        let end = rest.find('>').map_or(rest.len(), |at| at + 1);
        let tag = &rest[..end];
        let name = tag.trim_start_matches(['<', '/', '!']);
        let name = name.split(|char: char| !char.is_ascii_alphanumeric()).next();
        element = if tag.starts_with("</") { "text".to_owned() } else { name.unwrap().to_owned() };
        parts.push(Part::Tag(tag));
        rest = &rest[end..];
    }
    parts
}

fn tag_of(tag: &str, change: &mut Change<'_>) -> String {
    if !tag.contains("=\"") || tag.starts_with("<!") {
        return tag.to_owned();
    }
    let name = tag[1..].split(|char: char| !char.is_ascii_alphanumeric()).next().unwrap();
    let value_of = |attribute: &str| {
        let (_, rest) = tag.split_once(&format!(" {attribute}=\""))?;
        Some(rest.split('"').next().unwrap())
    };
    let key = ["name", "property", "http-equiv", "rel", "itemprop"];
    let key = key.iter().find_map(|attribute| value_of(attribute));
    let key = key.map(|key| format!("[{key}]")).unwrap_or_default();
    let mut out = String::new();
    let mut rest = tag;
    while let Some((before, value)) = rest.split_once("=\"") {
        let (value, after) = value.split_once('"').unwrap();
        let attribute = before.rsplit(' ').next().unwrap();
        let new = change(&format!("{name}{key}@{attribute}"), value);
        out.push_str(&format!("{before}=\"{}\"", if new == value { new } else { escaped(&new) }));
        rest = after;
    }
    out + rest
}

fn json_of(key: &str, value: &mut Value, change: &mut Change<'_>) {
    match value {
        Value::String(text) => *text = change(&format!("json:{key}"), text),
        Value::Array(items) => items.iter_mut().for_each(|item| json_of(key, item, change)),
        Value::Object(members) => {
            members.iter_mut().for_each(|(key, value)| json_of(key, value, change));
        }
        _ => {}
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
