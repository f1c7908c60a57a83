//! What fuzzers call: each reader of requests, and what must hold whatever a client sends.
//! Part of no release: compiled with debug assertions, for tests, which run every seed, and for
//! fuzzers (`fuzz/`).

use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use serde_json::{Map, Value};

use crate::http::policy::BodyForm;
use crate::http::{body, query};
use crate::mcp::message::{Message, id_of};

const FORMS: [BodyForm; 5] =
    [BodyForm::None, BodyForm::Json, BodyForm::JsonOrForm, BodyForm::Form, BodyForm::Raw];
const TYPES: [&str; 4] = [
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=r",
    "text/plain",
];

/// A body is refused or has fields, whatever it is declared as.
pub fn body(data: &[u8]) {
    for content_type in TYPES {
        let headers =
            HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(content_type))]);
        for form in FORMS {
            let Ok(content) = body::content(form, &headers, data) else { continue };
            let fields = content.fields::<Map<String, Value>>();
            assert_eq!(fields.is_ok(), content.value.as_ref().is_some_and(Value::is_object));
            assert!(content.raw.is_empty() || content.raw == data);
        }
    }
}

/// A parameter is found once or refused, and is as long as the query at most.
pub fn query(text: &str) {
    for name in ["url", "limit", "cursor", "ids", ""] {
        if let Ok(Some(value)) = query::one(text, name) {
            // A byte that is no text becomes a character of three.
            assert!(value.len() <= 3 * text.len());
        }
    }
}

/// A message of an agent is refused with a sentence or has a form.
pub fn mcp_message(data: &[u8]) {
    let Ok(value) = serde_json::from_slice(data) else { return };
    match Message::read(&value) {
        Ok(message) => {
            assert!(!message.is_initialize() || !message.needs_credentials());
            assert_eq!(message.id, id_of(&value));
        }
        Err(sentence) => assert!(sentence.ends_with('.')),
    }
}

#[cfg(test)]
mod tests {
    use citable_test_support::seeds::{each, each_text};

    #[test]
    fn every_seed_is_read() {
        each("body", super::body);
        each_text("query", super::query);
        each("mcp_message", super::mcp_message);
    }
}
