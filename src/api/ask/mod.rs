//! Questions about the service, answered with the pages that tell.

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

/// A question. Fields that are not known are ignored.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct AskRequest {
    /// What is asked.
    pub query: Question,
    /// How the answer should come.
    #[serde(default)]
    pub prefer: Preference,
}

/// What is asked.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Question {
    /// In words, in English.
    #[schemars(length(min = 1, max = 1_000))]
    pub text: String,
}

/// How the answer should come.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct Preference {
    /// As a stream of events.
    #[serde(default)]
    pub streaming: bool,
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Answers {
    /// What was asked.
    pub query: String,
    /// The pages that tell, best first, each once.
    pub results: Vec<AskResult>,
    /// How many there are.
    pub total: usize,
}

/// One page, by the section that fits best.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AskResult {
    /// What the page is called.
    pub title: String,
    /// Where the section can be read.
    pub url: String,
    /// Its heading.
    pub section: String,
    /// Its text around the words asked for, plain, at most 300 characters.
    pub snippet: String,
    /// How well it fits; to be compared within one answer.
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
        return Err(Problem::invalid_request("`query.text` is empty; ask something."));
    }
    if text.chars().count() > QUERY_CHARS {
        return Err(Problem::invalid_request(format!(
            "`query.text` may have at most {QUERY_CHARS} characters."
        )));
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
