//! `GET /history`, and with an address `GET /history/{urlHash}`.

use citable_actors::fetch::parse_target;
use citable_actors::identity::Scope;
use citable_checks::url::url_hash;
use serde::Deserialize;
use serde_json::{Value, json};

use super::limited;
use crate::api::history::{HistoryScanView, payer};
use crate::http::problem::{Code, Problem};
use crate::mcp::limits::{DEFAULT_SCANS, MOST_SCANS};
use crate::mcp::page_text::of_page;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, facts, limit, objects, plain, plain_or_null, text};
use crate::mcp::visitor::Visitor;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    url: Option<String>,
    limit: Option<usize>,
    cursor: Option<String>,
}

pub(in crate::mcp) fn input() -> Value {
    arguments(
        &[],
        &[
            ("url", text("List all scans of this page instead.")),
            ("limit", limit(DEFAULT_SCANS, MOST_SCANS)),
            ("cursor", text("nextCursor of the previous page, with the same url.")),
        ],
    )
}

pub(in crate::mcp) fn output() -> Value {
    facts(
        &["scans", "nextCursor", "nextStep"],
        &[
            (
                "scans",
                objects(
                    "Newest first: scanId, url, status, score, scannedAt, source, scansOfPage.",
                ),
            ),
            ("nextCursor", plain_or_null("string")),
            ("nextStep", plain("string")),
        ],
    )
}

pub(in crate::mcp) async fn call(visitor: Visitor, sent: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    visitor.account()?;
    visitor.permit(Scope::Read)?;
    let account = payer(&visitor.caller)?;
    let limit = limited(asked.limit, DEFAULT_SCANS, MOST_SCANS)?;
    let app = visitor.app();
    let (history, cursor) = (&app.handles.history, asked.cursor.as_deref());
    let (scans, next) = match &asked.url {
        None => {
            let list = history.pages(&account.id, cursor, limit).await?;
            let scans = list.entries.into_iter().map(|entry| {
                let mut told = scan(&entry.url, HistoryScanView::of(entry.latest, app));
                told["scansOfPage"] = entry.versions.into();
                told
            });
            (scans.collect::<Vec<_>>(), list.next_cursor)
        }
        Some(url) => {
            let target = parse_target(url, &app.fetch)?;
            let hash = url_hash(target.url());
            let page = history.scans(&account.id, &hash, cursor, limit).await;
            let page = page.map_err(|error| never_scanned(error.into()))?;
            let url = page.url.unwrap_or_else(|| target.as_str().to_owned());
            let scans = page.scans.into_iter().map(|one| scan(&url, HistoryScanView::of(one, app)));
            (scans.collect(), page.next_cursor)
        }
    };
    Ok(json!({
        "nextStep": if scans.is_empty() {
            "The account has no scans yet. Call start_scan."
        } else {
            "Call get_scan with a scanId, or compare_scans with two scans of one page."
        },
        "scans": scans,
        "nextCursor": next,
    })
    .into())
}

fn scan(url: &str, scan: HistoryScanView) -> Value {
    json!({
        "scanId": scan.id,
        "url": of_page(url),
        "status": scan.status,
        "score": scan.score,
        "scannedAt": scan.scanned_at,
        "source": scan.source,
        "webUrl": scan.web_url,
    })
}

fn never_scanned(problem: Problem) -> Problem {
    match problem.code() {
        Code::NotFound => {
            Problem::not_found("The account has no scans of this page. Call start_scan with it.")
        }
        _ => problem,
    }
}
