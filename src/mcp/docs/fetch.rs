//! A page as a whole, by the name that ChatGPT knows.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::http::problem::Problem;
use crate::mcp::cut;
use crate::mcp::limits::OUTPUT_BYTES;
use crate::mcp::page_text::MARKDOWN;
use crate::mcp::page_text::echo;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{described, flag, object, text};
use crate::mcp::visitor::Visitor;

/// Bytes for what stands beside the text.
const BESIDE: usize = 1_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    id: String,
}

pub(super) fn input() -> Value {
    object(&["id"], &[("id", text("The id of a result of search."))])
}

pub(super) fn output() -> Value {
    let metadata = object(
        &["mimeType", "truncated"],
        &[
            ("mimeType", text("The text's form.")),
            ("truncated", flag("Whether the end was left out; url has the whole.")),
        ],
    );
    object(
        &["id", "title", "text", "url", "metadata"],
        &[
            ("id", text("The page.")),
            ("title", text("What it is called.")),
            ("text", text("Its text.")),
            ("url", text("Where it can be read.")),
            ("metadata", described(metadata, "About the text.")),
        ],
    )
}

pub(super) async fn call(visitor: Visitor, arguments: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = arguments.read()?;
    let document = visitor.site.search.fetch(&asked.id).ok_or_else(|| {
        Problem::not_found(format!("There is no page `{}`; search gives ids.", echo(&asked.id)))
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
