//! Search over the documentation.

mod doc;

use hyper::header::CACHE_CONTROL;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::call::Call;
use crate::http::problem::{OK, Problem};
use crate::http::reply::{self, Response, With};
use crate::http::sse;
use crate::search::{Hit, QUERY_CHARS, RESULTS};

pub(crate) use doc::ASK;

/// The field of the question.
const TEXT: &str = "query.text";

/// Search request. Unknown fields are ignored.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct AskRequest {
    /// Query to search for.
    pub query: Question,
    /// Response preferences.
    #[serde(default)]
    pub prefer: Preference,
}

/// Query to search for.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "AskQuery")]
pub(crate) struct Question {
    /// Question or keywords, in English.
    #[schemars(length(min = 1, max = 1_000))]
    pub text: String,
}

/// Response preferences.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(rename = "AskPreferences")]
pub(crate) struct Preference {
    /// True to get the results as a stream of events.
    #[serde(default)]
    pub streaming: bool,
}

/// Search results.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SearchResults")]
pub(crate) struct Answers {
    /// Query as searched, trimmed.
    pub query: String,
    /// Matching pages, best first. Each page appears once.
    #[schemars(length(max = 10))]
    pub results: Vec<AskResult>,
    /// Number of results.
    #[schemars(range(max = 10))]
    pub total: usize,
}

/// Matching page, with the section that matches best.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SearchResult")]
pub(crate) struct AskResult {
    /// Title of the page.
    pub title: String,
    /// URL of the section.
    pub url: String,
    /// Heading of the section.
    pub section: String,
    /// Plain-text excerpt around the match.
    #[schemars(length(max = 300))]
    pub snippet: String,
    /// Relevance. Comparable only within one response.
    pub score: f64,
}

/// The data of the event `start`.
#[derive(Serialize)]
struct Start<'a> {
    query: &'a str,
}

/// The data of the event `complete`.
#[derive(Serialize)]
struct Complete {
    total: usize,
}

/// Answers a question.
pub(crate) async fn ask(call: Call) -> Result<Response, Problem> {
    let asked: AskRequest = call.fields()?;
    let query = judged(&asked.query.text)?;
    let found = call.site.search.ask(query.clone(), RESULTS).await;
    let results: Vec<AskResult> =
        found.map_err(|_busy| Problem::overloaded())?.into_iter().map(AskResult::from).collect();
    let answers = Answers { query, total: results.len(), results };
    let response = match asked.prefer.streaming {
        true => sse::whole(streamed(&answers)),
        false => reply::json(OK, &answers),
    };
    Ok(response.with_static(CACHE_CONTROL, "no-store"))
}

fn judged(text: &str) -> Result<String, Problem> {
    let text = text.trim();
    if text.is_empty() {
        let message = "`query.text` is empty. Send a question or keywords.";
        return Err(Problem::invalid_request(message).about(TEXT));
    }
    if text.chars().count() > QUERY_CHARS {
        let message = format!("`query.text` is too long. Send at most {QUERY_CHARS} characters.");
        return Err(Problem::invalid_request(message).about(TEXT));
    }
    Ok(text.to_owned())
}

/// The same as events.
fn streamed(answers: &Answers) -> Vec<u8> {
    let mut stream = sse::event("start", &Start { query: &answers.query });
    for result in &answers.results {
        stream.extend(sse::event("result", result));
    }
    stream.extend(sse::event("complete", &Complete { total: answers.total }));
    stream
}

impl From<Hit> for AskResult {
    fn from(hit: Hit) -> Self {
        let Hit { title, url, section, snippet, score, .. } = hit;
        Self { title, url, section, snippet, score }
    }
}
