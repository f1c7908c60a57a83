//! What is sent to each kind of engine, and what its answer cites: pure, one file for each contract.

mod gemini;
mod openai;
mod perplexity;

use serde_json::Value;
use url::Url;

use super::settings::{EngineKind, EngineSettings};

/// The most sources of one answer that are looked at.
const MOST_SOURCES: usize = 100;

/// A call of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) url: Url,
    /// The header field by which the engine knows us.
    pub(super) key: (&'static str, String),
    pub(super) body: Value,
}

/// What an answer cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
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
pub(super) enum Unusable {
    /// It does not hold to the contract, or holds no text.
    Malformed,
    /// The engine does not answer such a question.
    Declined,
}

/// What is sent to ask that.
pub(super) fn call(engine: &EngineSettings, question: &str) -> Call {
    match engine.kind {
        EngineKind::OpenAi => openai::call(engine, question),
        EngineKind::Perplexity => perplexity::call(engine, question),
        EngineKind::Gemini => gemini::call(engine, question),
    }
}

/// What an answer cites, in the order of its text. Untrusted.
///
/// # Errors
/// Every [`Unusable`].
pub(super) fn sources(kind: EngineKind, body: &[u8]) -> Result<Vec<Source>, Unusable> {
    let answer: Value = serde_json::from_slice(body).map_err(|_| Unusable::Malformed)?;
    let mut sources = match kind {
        EngineKind::OpenAi => openai::sources(&answer),
        EngineKind::Perplexity => perplexity::sources(&answer),
        EngineKind::Gemini => gemini::sources(&answer),
    }?;
    sources.truncate(MOST_SOURCES);
    Ok(sources)
}

/// An address below that of the API.
fn endpoint(engine: &EngineSettings, path: &[&str]) -> Url {
    let mut url = engine.api_url.clone();
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().extend(path);
    }
    url
}

fn bearer(engine: &EngineSettings) -> (&'static str, String) {
    ("Authorization", format!("Bearer {}", engine.api_key))
}

/// A list, empty where there is none.
fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer).and_then(Value::as_str)
}

#[cfg(test)]
pub(super) fn engine(kind: EngineKind, api_url: &str) -> EngineSettings {
    EngineSettings {
        kind,
        api_url: api_url.parse().unwrap(),
        api_key: "k3y".to_owned(),
        model: "a model".to_owned(),
        name: kind.display_name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_of_the_operator_stays() {
        for (api_url, path) in [
            ("https://api.example.com", "https://api.example.com/v1/responses"),
            ("https://api.example.com/", "https://api.example.com/v1/responses"),
            ("https://proxy.example.com/ai", "https://proxy.example.com/ai/v1/responses"),
            ("http://127.0.0.1:9/ai/", "http://127.0.0.1:9/ai/v1/responses"),
        ] {
            assert_eq!(call(&engine(EngineKind::OpenAi, api_url), "?").url.as_str(), path);
        }
    }

    #[test]
    fn nonsense_is_malformed_whoever_says_it() {
        for kind in EngineKind::ALL {
            for body in [
                "",
                "no",
                "null",
                "[]",
                "{}",
                "\"text\"",
                r#"{"output":1,"choices":[],"candidates":{}}"#,
            ] {
                assert_eq!(sources(kind, body.as_bytes()), Err(Unusable::Malformed), "{body}");
            }
        }
    }

    #[test]
    fn the_key_is_not_shown() {
        let shown = format!("{:?}", engine(EngineKind::Gemini, "https://api.example.com/"));
        assert!(!shown.contains("k3y"), "{shown}");
    }
}
