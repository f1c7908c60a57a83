//! `POST /ask`, by the name that ChatGPT knows.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::http::problem::Problem;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, facts, limit, objects};
use crate::mcp::tools::limited;
use crate::mcp::visitor::Visitor;
use crate::search::{QUERY_CHARS, RESULTS};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    query: String,
    limit: Option<usize>,
}

pub(super) fn input() -> Value {
    let query = json!({
        "type": "string",
        "minLength": 1,
        "maxLength": QUERY_CHARS,
        "description": "Question or keywords, in English.",
    });
    arguments(&["query"], &[("query", query), ("limit", limit(RESULTS, RESULTS))])
}

pub(super) fn output() -> Value {
    facts(&["results"], &[("results", objects("Pages, best first: id (for fetch), title, url."))])
}

pub(super) async fn call(visitor: Visitor, sent: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    let limit = limited(asked.limit, RESULTS, RESULTS)?;
    let query = asked.query.trim();
    if query.is_empty() || query.chars().count() > QUERY_CHARS {
        let message = format!("`query` must have 1 to {QUERY_CHARS} characters.");
        return Err(Problem::invalid_request(message).about("query"));
    }
    let hits = visitor.site.search.ask(query.to_owned(), limit).await;
    let hits = hits.map_err(|_busy| Problem::overloaded())?;
    let results: Vec<Value> = hits
        .into_iter()
        .map(|hit| json!({ "id": hit.id, "title": hit.title, "url": hit.url }))
        .collect();
    Ok(json!({ "results": results }).into())
}
