//! What the contracts of all kinds have in common.

use serde_json::Value;
use url::Url;

use crate::tracking::settings::EngineSettings;

/// The most sources of one answer that are looked at.
pub(in crate::tracking) const MOST_SOURCES: usize = 100;

/// A call of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tracking) struct Call {
    pub(in crate::tracking) url: Url,
    /// The header field by which the engine knows us.
    pub(in crate::tracking) key: (&'static str, String),
    pub(in crate::tracking) body: Value,
}

/// What an answer cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tracking) enum Source {
    /// That address.
    Address(String),
    /// Where that link leads.
    Redirect {
        link: String,
        /// What the engine calls it: often its host.
        title: String,
    },
}

/// Why an answer cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tracking) enum Unusable {
    /// It does not hold to the contract, or holds no text.
    Malformed,
    /// The engine does not answer such a question.
    Declined,
}

/// An address below that of the API.
pub(in crate::tracking) fn endpoint(engine: &EngineSettings, path: &[&str]) -> Url {
    let mut url = engine.api_url.clone();
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().extend(path);
    }
    url
}

pub(in crate::tracking) fn bearer(engine: &EngineSettings) -> (&'static str, String) {
    ("Authorization", format!("Bearer {}", engine.api_key))
}

/// A list, empty where there is none.
pub(in crate::tracking) fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

pub(in crate::tracking) fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer).and_then(Value::as_str)
}

#[cfg(test)]
pub(in crate::tracking) fn engine(
    kind: crate::tracking::EngineKind,
    api_url: &str,
) -> EngineSettings {
    EngineSettings {
        kind,
        api_url: api_url.parse().unwrap(),
        api_key: "k3y".to_owned(),
        model: "a model".to_owned(),
        name: kind.display_name().to_owned(),
    }
}
