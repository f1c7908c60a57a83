//! Perplexity's chat completions.
//! <https://docs.perplexity.ai/api-reference/chat-completions-post>

use serde_json::{Value, json};

use crate::tracking::engines::contract::{Call, Source, Unusable, bearer, endpoint, list, text};
use crate::tracking::settings::EngineSettings;

pub(super) fn call(engine: &EngineSettings, question: &str) -> Call {
    Call {
        url: endpoint(engine, &["chat", "completions"]),
        key: bearer(engine),
        body: json!({
            "model": engine.model,
            "messages": [{ "role": "user", "content": question }],
        }),
    }
}

/// The sources that the text names by their number, in its order, and then the others.
pub(super) fn sources(answer: &Value) -> Result<Vec<Source>, Unusable> {
    let said = text(answer, "/choices/0/message/content").ok_or(Unusable::Malformed)?;
    let cited = list(answer, "/citations").iter().map(Value::as_str);
    let found = list(answer, "/search_results").iter().map(|result| text(result, "/url"));
    let mut urls: Vec<Option<&str>> = cited.collect();
    if urls.is_empty() {
        urls = found.collect();
    }
    let mut order = numbers(said, urls.len());
    order.extend(0..urls.len());
    let mut sources = Vec::new();
    for place in order {
        // Each once: what was taken leaves nothing behind.
        let url = urls.get_mut(place).and_then(Option::take);
        sources.extend(url.map(|url| Source::Address(url.to_owned())));
    }
    Ok(sources)
}

/// The places of the sources that a text names as `[1]`, in its order.
fn numbers(said: &str, sources: usize) -> Vec<usize> {
    let marks = said.split('[').skip(1).filter_map(|after| after.split_once(']'));
    let numbers = marks.filter_map(|(mark, _)| mark.parse::<usize>().ok()?.checked_sub(1));
    numbers.filter(|place| *place < sources).take(super::MOST_SOURCES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::engines::contract::engine;
    use crate::tracking::settings::EngineKind;

    fn cited(said: &str, more: Value) -> Vec<String> {
        let mut answer =
            json!({ "choices": [{ "message": { "role": "assistant", "content": said } }] });
        answer.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let sources = sources(&answer).unwrap();
        let url = |source| match source {
            Source::Address(url) => url,
            Source::Redirect { link, .. } => panic!("{link}"),
        };
        sources.into_iter().map(url).collect()
    }

    #[test]
    fn a_question_is_a_message() {
        let call = call(&engine(EngineKind::Perplexity, "https://api.example.com/"), "Why?");
        assert_eq!(call.url.as_str(), "https://api.example.com/chat/completions");
        assert_eq!(call.key.1, "Bearer k3y");
        assert_eq!(call.body["messages"], json!([{ "role": "user", "content": "Why?" }]));
    }

    #[test]
    fn what_the_text_names_comes_first() {
        let urls = json!({ "citations": ["a", "b", "c", "d"] });
        assert_eq!(cited("One.[3] Two[1][3].", urls.clone()), ["c", "a", "b", "d"]);
        assert_eq!(cited("Nothing named.", urls.clone()), ["a", "b", "c", "d"]);
        assert_eq!(cited("[0] [5] [x] [-1] [ [2", urls), ["a", "b", "c", "d"]);
    }

    #[test]
    fn search_results_stand_in_for_citations() {
        let results = json!([{ "title": "A", "url": "a" }, { "title": "B" }, { "url": "c" }]);
        assert_eq!(cited("[3]", json!({ "search_results": results })), ["c", "a"]);
        let both = json!({ "citations": ["x"], "search_results": results });
        assert_eq!(cited("", both), ["x"]);
        assert_eq!(cited("Known by heart.", json!({})), Vec::<String>::new());
    }
}
