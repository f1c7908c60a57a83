//! What is sent to each kind of engine, and what its answer cites: pure, one file for each contract.

mod contract;
mod gemini;
mod openai;
mod perplexity;

use serde_json::Value;

#[cfg(test)]
pub(super) use contract::engine;
pub(super) use contract::{Call, Source, Unusable};

use self::contract::MOST_SOURCES;
use super::settings::{EngineKind, EngineSettings};

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

#[cfg(test)]
mod tests {
    use super::contract::engine;
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
