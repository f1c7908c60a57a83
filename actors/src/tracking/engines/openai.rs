//! OpenAI's responses with web search.
//! <https://platform.openai.com/docs/guides/tools-web-search>

use serde_json::{Value, json};

use crate::tracking::engines::contract::{Call, Source, Unusable, bearer, endpoint, list, text};
use crate::tracking::settings::EngineSettings;

pub(super) fn call(engine: &EngineSettings, question: &str) -> Call {
    Call {
        url: endpoint(engine, &["v1", "responses"]),
        key: bearer(engine),
        body: json!({
            "model": engine.model,
            "input": question,
            "tools": [{ "type": "web_search" }],
            "store": false,
        }),
    }
}

/// The citations of each text, in the order in which it makes them.
pub(super) fn sources(answer: &Value) -> Result<Vec<Source>, Unusable> {
    let messages = list(answer, "/output").iter();
    let contents = messages.flat_map(|item| list(item, "/content"));
    let (mut sources, mut says_something) = (Vec::new(), false);
    for content in contents {
        match text(content, "/type") {
            Some("output_text") => says_something = true,
            Some("refusal") => return Err(Unusable::Declined),
            _ => continue,
        }
        let citations = list(content, "/annotations").iter();
        let citations =
            citations.filter(|citation| text(citation, "/type") == Some("url_citation"));
        let mut citations: Vec<(u64, &str)> = citations
            .filter_map(|citation| Some((start(citation), text(citation, "/url")?)))
            .collect();
        citations.sort_by_key(|(start, _)| *start);
        sources.extend(citations.into_iter().map(|(_, url)| Source::Address(url.to_owned())));
    }
    if says_something { Ok(sources) } else { Err(Unusable::Malformed) }
}

fn start(citation: &Value) -> u64 {
    citation.get("start_index").and_then(Value::as_u64).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::engines::contract::engine;
    use crate::tracking::settings::EngineKind;

    #[test]
    fn a_question_is_asked_with_web_search_and_is_not_kept() {
        let call = call(&engine(EngineKind::OpenAi, "https://api.example.com/"), "Why \"tides\"?");
        assert_eq!(call.url.as_str(), "https://api.example.com/v1/responses");
        assert_eq!(call.key, ("Authorization", "Bearer k3y".to_owned()));
        assert_eq!(call.body["input"], "Why \"tides\"?");
        assert_eq!((&call.body["model"], &call.body["store"]), (&json!("a model"), &json!(false)));
        assert_eq!(call.body["tools"], json!([{ "type": "web_search" }]));
    }

    #[test]
    fn citations_come_in_the_order_of_the_text() {
        let citation = |start: u64, url: &str| {
            json!({ "type": "url_citation", "start_index": start, "end_index": start + 1,
                    "url": url, "title": "T" })
        };
        let answer = json!({
            "status": "completed",
            "output": [
                { "type": "reasoning", "summary": [] },
                { "type": "web_search_call", "status": "completed" },
                { "type": "message", "content": [
                    { "type": "output_text", "text": "One [1] and two [2].", "annotations": [
                        citation(14, "https://b.example/"),
                        { "type": "file_citation", "file_id": "f" },
                        citation(4, "https://a.example/?utm_source=openai"),
                    ] },
                    { "type": "output_text", "text": "Three.", "annotations": [
                        citation(0, "https://c.example/"),
                    ] },
                ] },
            ],
        });
        let urls =
            ["https://a.example/?utm_source=openai", "https://b.example/", "https://c.example/"];
        assert_eq!(sources(&answer), Ok(urls.map(|url| Source::Address(url.to_owned())).to_vec()));
    }

    #[test]
    fn a_text_without_citations_cites_nothing_and_no_text_is_no_answer() {
        let content =
            |content: Value| json!({ "output": [{ "type": "message", "content": [content] }] });
        assert_eq!(
            sources(&content(json!({ "type": "output_text", "text": "So." }))),
            Ok(Vec::new())
        );
        let refusal = content(json!({ "type": "refusal", "refusal": "No." }));
        assert_eq!(sources(&refusal), Err(Unusable::Declined));
        let failed =
            json!({ "status": "failed", "error": { "code": "server_error" }, "output": [] });
        assert_eq!(sources(&failed), Err(Unusable::Malformed));
    }
}
