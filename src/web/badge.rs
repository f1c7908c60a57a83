//! The newest score of a URL as a badge: an image, or JSON for shields.io's endpoint badge
//! (<https://shields.io/badges/endpoint-badge>).

use askama::Template;
use citable_checks::report::Band;
use hyper::header::CACHE_CONTROL;
use serde_json::json;

use crate::api::reports;
use crate::http::call::Call;
use crate::http::conditional;
use crate::http::problem::Problem;
use crate::http::reply::{self, JSON, Response, With};

const SVG: &str = "image/svg+xml";
/// Digits of a URL's SHA-256 in hexadecimal.
const HASH_DIGITS: usize = 64;

#[derive(Template)]
#[template(path = "badge.svg", escape = "html")]
struct Badge {
    words: String,
    color: &'static str,
    /// Width of the part that holds the words, in pixels.
    width: usize,
}

/// Answers with the badge of the URL whose hash the path names.
pub(super) async fn show(call: Call) -> Result<Response, Problem> {
    let (hash, ending) = call.param("file").split_once('.').ok_or_else(unknown)?;
    let is_hash = hash.len() == HASH_DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hash || !["svg", "json"].contains(&ending) {
        return Err(unknown());
    }
    let newest = call.app().handles.reader.newest_reports(hash.to_ascii_lowercase(), 1).await?;
    let report = newest.first().map(|body| reports::parse(body)).transpose()?;
    let (words, color) = match &report {
        Some(report) => (format!("{} of 100", report.score), color(report.band)),
        None => ("no score yet".to_owned(), "#565b64"),
    };
    let (media, body) = match ending {
        "json" => {
            let badge =
                json!({ "schemaVersion": 1, "label": "citable", "message": words, "color": color });
            (JSON, reply::to_json(&badge))
        }
        _ => {
            let width = words.len() * 7 + 14;
            let badge = Badge { words, color, width };
            (SVG, badge.render().map_err(|_| Problem::internal())?.into_bytes())
        }
    };
    Ok(conditional::tagged(call.headers(), media, body)
        .with_static(CACHE_CONTROL, "public, max-age=3600"))
}

const fn color(band: Band) -> &'static str {
    match band {
        Band::Excellent | Band::Good => "#15693a",
        Band::Fair => "#8a5300",
        Band::Poor | Band::VeryWeak => "#b3261e",
    }
}

fn unknown() -> Problem {
    Problem::not_found("Badges are at /badge/{urlHash}.svg and .json.")
}
