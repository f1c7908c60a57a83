//! Where the objects of a JSON text and their members stand.

use std::ops::Range;

/// An object.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::patch::rules) struct Object {
    /// From its brace to behind the other.
    pub(in crate::patch::rules) range: Range<usize>,
    pub(in crate::patch::rules) members: Vec<Member>,
}

/// A member of an object.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::patch::rules) struct Member {
    pub(in crate::patch::rules) key: String,
    /// Where its key begins.
    pub(in crate::patch::rules) start: usize,
    /// Its value.
    pub(in crate::patch::rules) value: Range<usize>,
    pub(in crate::patch::rules) kind: Kind,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::patch::rules) enum Kind {
    Text,
    Object,
    List,
    Other,
}

/// An object or list that is open.
struct Open {
    start: usize,
    /// Its object; none for a list.
    object: Option<usize>,
    /// The key whose value comes next, and where it begins.
    key: Option<(String, usize)>,
}

/// The objects of a text that is JSON, in the order in which they begin.
pub(in crate::patch::rules) fn objects(text: &str) -> Vec<Object> {
    let bytes = text.as_bytes();
    let mut objects: Vec<Object> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        let kind = match byte {
            b'"' => {
                at = end_of_string(bytes, at);
                let awaits_key =
                    open.last().is_some_and(|own| own.object.is_some() && own.key.is_none());
                if let Some(own) = open.last_mut().filter(|_| awaits_key) {
                    let key = text.get(start..at).and_then(|key| serde_json::from_str(key).ok());
                    own.key = Some((key.unwrap_or_default(), start));
                    continue;
                }
                Kind::Text
            }
            b'{' | b'[' => {
                let object = (*byte == b'{').then_some(objects.len());
                if object.is_some() {
                    objects.push(Object { range: at..at, members: Vec::new() });
                }
                open.push(Open { start: at, object, key: None });
                at += 1;
                continue;
            }
            b'}' | b']' => {
                at += 1;
                let Some(closed) = open.pop() else { continue };
                let kind = if closed.object.is_some() { Kind::Object } else { Kind::List };
                if let Some(object) = closed.object {
                    objects[object].range = closed.start..at;
                }
                end_value(&mut open, &mut objects, closed.start..at, kind);
                continue;
            }
            byte if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.') => {
                let is_scalar =
                    |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
                at += bytes[at..].iter().take_while(|byte| is_scalar(byte)).count();
                Kind::Other
            }
            _ => {
                at += 1;
                continue;
            }
        };
        end_value(&mut open, &mut objects, start..at, kind);
    }
    objects
}

/// Gives a value to the member that awaits it.
fn end_value(open: &mut [Open], objects: &mut [Object], value: Range<usize>, kind: Kind) {
    let Some(own) = open.last_mut() else { return };
    if let (Some(object), Some((key, start))) = (own.object, own.key.take()) {
        objects[object].members.push(Member { key, start, value, kind });
    }
}

/// The place behind the string that begins there.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'\\' => 2,
            b'"' => return at + 1,
            _ => 1,
        };
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_where_they_stand() {
        let text = r#"{"a": "x\"}", "b": [1, {"c": null}], "d": {"e": -1.5e3}}"#;
        let all = objects(text);
        let found: Vec<Vec<(&str, &str)>> = all
            .iter()
            .map(|object| {
                let members = object.members.iter();
                members.map(|own| (own.key.as_str(), &text[own.value.clone()])).collect()
            })
            .collect();
        let expected = [
            vec![("a", r#""x\"}""#), ("b", r#"[1, {"c": null}]"#), ("d", r#"{"e": -1.5e3}"#)],
            vec![("c", "null")],
            vec![("e", "-1.5e3")],
        ];
        assert_eq!(found, expected);
        assert_eq!(objects(text)[0].range, 0..text.len());
    }

    #[test]
    fn what_is_no_json_ends() {
        for text in ["", "{", "\"", "{\"a", "}]", "{\"a\": [", "{\"\\"] {
            objects(text);
        }
    }
}
