//! JSON as blocks hold it: the order of keys kept, double keys noticed, depth and size bounded.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

/// The most double keys that are named.
const DUPLICATES_MAX: usize = 5;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// A value, and the keys that one of its objects holds twice.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) value: Json,
    pub(super) duplicate_keys: Vec<String>,
}

/// Why a text is no value.
#[derive(Debug)]
pub(super) enum Failure {
    /// It has more values than the budget.
    TooLarge,
    /// It is no JSON.
    Syntax { offset: usize, error: serde_json::Error },
}

/// Parses a text (RFC 8259) and takes the number of its values from the budget.
pub(super) fn parse(text: &str, budget: &mut usize) -> Result<Parsed, Failure> {
    match parse_strictly(text, budget) {
        // A half of a surrogate pair is no text, but JSON (RFC 8259, 8.2), and parsers in browsers
        // take it.
        Err(Failure::Syntax { error, .. }) if error.to_string().contains("hex escape") => {
            parse_strictly(&without_lone_surrogates(text), budget)
        }
        result => result,
    }
}

fn parse_strictly(text: &str, budget: &mut usize) -> Result<Parsed, Failure> {
    let (left, duplicates) = (Cell::new(*budget), RefCell::new(Vec::new()));
    let seed = Reader { left: &left, duplicates: &duplicates };
    let mut source = serde_json::Deserializer::from_str(text);
    let result = seed.deserialize(&mut source).and_then(|value| source.end().map(|()| value));
    let spent = left.get() == 0 && result.is_err();
    *budget = left.get();
    match result {
        Ok(value) => Ok(Parsed { value, duplicate_keys: duplicates.into_inner() }),
        Err(_) if spent => Err(Failure::TooLarge),
        Err(error) => Err(Failure::Syntax { offset: offset(text, &error), error }),
    }
}

/// Where in the text the parser stopped. Its columns count bytes, and the end of a line is column
/// 0 of the next one.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let before = error.line().saturating_sub(1);
    let line_start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    text.floor_char_boundary((line_start + error.column()).saturating_sub(1))
}

/// The same text, as long as before, with the replacement character for each such half.
fn without_lone_surrogates(text: &str) -> String {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6).and_then(|escape| escape.strip_prefix("\\u"))?;
        u32::from_str_radix(digits, 16).ok()
    };
    let mut whole = String::with_capacity(text.len());
    let mut rest = 0;
    while let Some(at) = text[rest..].find('\\').map(|at| rest + at) {
        whole.push_str(&text[rest..at]);
        let escaped = text[at + 1..].chars().next().map_or(0, char::len_utf8);
        let length = match (unit(at), unit(at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                whole.push_str("\\ufffd");
                rest = at + 6;
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 1 + escaped,
        };
        whole.push_str(&text[at..at + length]);
        rest = at + length;
    }
    whole.push_str(&text[rest..]);
    whole
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    /// How many values may still come.
    left: &'a Cell<usize>,
    duplicates: &'a RefCell<Vec<String>>,
}

impl Reader<'_> {
    /// The entries in order; of two with one key the last one counts, as in browsers.
    fn unique(self, entries: Vec<(String, Json)>) -> Vec<(String, Json)> {
        let mut places: HashMap<String, usize> = HashMap::with_capacity(entries.len());
        let mut unique: Vec<(String, Json)> = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            if let Some(place) = places.get(&key) {
                let mut duplicates = self.duplicates.borrow_mut();
                if duplicates.len() < DUPLICATES_MAX && !duplicates.contains(&key) {
                    duplicates.push(key);
                }
                unique[*place].1 = value;
            } else {
                places.insert(key.clone(), unique.len());
                unique.push((key, value));
            }
        }
        unique
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Json;

    fn deserialize<D: serde::Deserializer<'de>>(self, source: D) -> Result<Json, D::Error> {
        match self.left.get() {
            0 => return Err(D::Error::custom("too many values")),
            left => self.left.set(left - 1),
        }
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Json;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut source: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = source.next_element_seed(self)? {
            list.push(value);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut source: A) -> Result<Json, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = source.next_key::<String>()? {
            entries.push((key, source.next_value_seed(self)?));
        }
        Ok(Json::Object(self.unique(entries)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Json {
        parse(text, &mut 1_000).unwrap().value
    }

    #[test]
    fn the_last_of_two_equal_keys_counts_in_the_place_of_the_first() {
        let parsed = parse(r#"{"a": 1, "b": [true, null, 1.5, -2], "a": "x"}"#, &mut 100).unwrap();
        assert_eq!(parsed.duplicate_keys, ["a"]);
        let list =
            [Json::Bool(true), Json::Null, Json::Number("1.5".into()), Json::Number("-2".into())];
        let entries =
            vec![("a".into(), Json::Text("x".into())), ("b".into(), Json::List(list.into()))];
        assert_eq!(parsed.value, Json::Object(entries));
    }

    #[test]
    fn half_a_surrogate_pair_is_json() {
        assert_eq!(value(r#""a\ud83d b""#), Json::Text("a\u{FFFD} b".into()));
        assert_eq!(value(r#""\ud83d\ude00\ude00\\ud83d\n""#), {
            Json::Text("\u{1F600}\u{FFFD}\\ud83d\n".into())
        });
    }

    #[test]
    fn the_budget_is_shared_and_bounds_what_is_read() {
        let mut budget = 5;
        assert!(parse("[1, 2]", &mut budget).is_ok());
        assert_eq!(budget, 2);
        assert!(matches!(parse("[1, 2]", &mut budget), Err(Failure::TooLarge)));
    }

    #[test]
    fn the_place_of_a_mistake_is_a_place_in_the_text() {
        for (text, expected) in [
            ("{\"a\": 1,}", 8),
            ("{\"a\":\n  x}", 8),
            ("{\"ä\": x}", 7),
            ("[\"a\nb\"]", 3),
            ("{} x", 3),
            ("{", 0),
        ] {
            let Err(Failure::Syntax { offset, .. }) = parse(text, &mut 9) else { panic!("{text}") };
            assert_eq!(offset, expected, "{text}");
        }
    }
}
