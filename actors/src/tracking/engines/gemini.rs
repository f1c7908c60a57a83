//! Gemini's content with Google Search.
//! <https://ai.google.dev/gemini-api/docs/google-search>

use serde_json::{Value, json};

use crate::tracking::engines::contract::{Call, Source, Unusable, endpoint, list, text};
use crate::tracking::settings::EngineSettings;

pub(super) fn call(engine: &EngineSettings, question: &str) -> Call {
    let model = engine.model.strip_prefix("models/").unwrap_or(&engine.model);
    let method = format!("{model}:generateContent");
    Call {
        url: endpoint(engine, &["v1beta", "models", &method]),
        key: ("x-goog-api-key", engine.api_key.clone()),
        body: json!({
            "contents": [{ "role": "user", "parts": [{ "text": question }] }],
            "tools": [{ "google_search": {} }],
        }),
    }
}

/// The sources that parts of the text rest on, in its order, and then the others. Their addresses
/// are redirects of Google's.
pub(super) fn sources(answer: &Value) -> Result<Vec<Source>, Unusable> {
    if text(answer, "/promptFeedback/blockReason").is_some() {
        return Err(Unusable::Declined);
    }
    if list(answer, "/candidates/0/content/parts").is_empty() {
        return Err(Unusable::Malformed);
    }
    let chunks = list(answer, "/candidates/0/groundingMetadata/groundingChunks");
    let mut chunks: Vec<Option<&Value>> = chunks.iter().map(Some).collect();
    let supports = list(answer, "/candidates/0/groundingMetadata/groundingSupports").iter();
    let named = supports.flat_map(|support| list(support, "/groundingChunkIndices"));
    let named = named.filter_map(|place| usize::try_from(place.as_u64()?).ok());
    let order: Vec<usize> = named.take(super::MOST_SOURCES).chain(0..chunks.len()).collect();
    let mut sources = Vec::new();
    for place in order {
        // Each once: what was taken leaves nothing behind.
        let chunk = chunks.get_mut(place).and_then(Option::take);
        sources.extend(chunk.and_then(source));
    }
    Ok(sources)
}

fn source(chunk: &Value) -> Option<Source> {
    let link = text(chunk, "/web/uri")?.to_owned();
    Some(Source::Redirect { link, title: text(chunk, "/web/title").unwrap_or_default().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::engines::contract::engine;
    use crate::tracking::settings::EngineKind;

    fn links(answer: &Value) -> Vec<String> {
        let link = |source| match source {
            Source::Redirect { link, .. } => link,
            Source::Address(url) => panic!("{url}"),
        };
        sources(answer).unwrap().into_iter().map(link).collect()
    }

    #[test]
    fn a_question_is_asked_of_a_model_by_its_path() {
        let call = call(&engine(EngineKind::Gemini, "https://api.example.com/"), "Why?");
        let path = "https://api.example.com/v1beta/models/a%20model:generateContent";
        assert_eq!(call.url.as_str(), path);
        assert_eq!(call.key, ("x-goog-api-key", "k3y".to_owned()));
        assert_eq!(call.body["contents"][0]["parts"][0]["text"], "Why?");
        assert_eq!(call.body["tools"], json!([{ "google_search": {} }]));
        assert!(!call.url.as_str().contains("k3y"), "no key in an address");
    }

    #[test]
    fn sources_come_in_the_order_of_what_rests_on_them() {
        let web =
            |name: &str| json!({ "web": { "uri": name, "title": format!("{name}.example") } });
        let answer = json!({ "candidates": [{
            "content": { "parts": [{ "text": "Text." }] },
            "groundingMetadata": {
                "groundingChunks": [web("a"), web("b"), { "retrievedContext": {} }, web("d")],
                "groundingSupports": [
                    { "segment": { "endIndex": 4 }, "groundingChunkIndices": [3, 1] },
                    { "groundingChunkIndices": [1, 99, -1, "x"] },
                ],
            },
        }] });
        assert_eq!(links(&answer), ["d", "b", "a"]);
        let first = sources(&answer).unwrap().remove(0);
        let expected = Source::Redirect { link: "d".to_owned(), title: "d.example".to_owned() };
        assert_eq!(first, expected);
    }

    #[test]
    fn an_answer_without_a_search_cites_nothing() {
        let answer =
            json!({ "candidates": [{ "content": { "parts": [{ "text": "By heart." }] } }] });
        assert_eq!(sources(&answer), Ok(Vec::new()));
        let blocked = json!({ "promptFeedback": { "blockReason": "SAFETY" } });
        assert_eq!(sources(&blocked), Err(Unusable::Declined));
        let empty = json!({ "candidates": [{ "content": { "parts": [] } }] });
        assert_eq!(sources(&empty), Err(Unusable::Malformed));
    }
}
