//! A page as a whole, by the name that ChatGPT knows.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::http::problem::Problem;
use crate::mcp::cut;
use crate::mcp::limits::OUTPUT_BYTES;
use crate::mcp::page_text::MARKDOWN;
use crate::mcp::page_text::echo;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, described, facts, plain, text};
use crate::mcp::visitor::Visitor;

/// Bytes reserved for the fields besides the text.
const BESIDE: usize = 1_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    id: String,
}

pub(super) fn input() -> Value {
    arguments(&["id"], &[("id", text("ID from a search result."))])
}

pub(super) fn output() -> Value {
    facts(
        &["id", "title", "text", "url", "metadata"],
        &[
            ("id", plain("string")),
            ("title", plain("string")),
            ("text", plain("string")),
            ("url", plain("string")),
            ("metadata", described("object", "mimeType, truncated (url has the full text).")),
        ],
    )
}

pub(super) async fn call(visitor: Visitor, sent: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    let document = visitor.site.search.fetch(&asked.id).ok_or_else(|| {
        Problem::not_found(format!("No page `{}`. Get IDs from search.", echo(&asked.id)))
    })?;
    let short = cut::markdown(&document.text, OUTPUT_BYTES - BESIDE);
    let truncated = short.is_some();
    Ok(json!({
        "id": document.id,
        "title": document.title,
        "text": short.unwrap_or(document.text),
        "url": document.url,
        "metadata": { "mimeType": MARKDOWN, "truncated": truncated },
    })
    .into())
}
