//! `GET /compare`.

use std::sync::Arc;

use citable_actors::identity::Scope;
use citable_checks::compare::Comparison;
use citable_checks::report::Report;
use citable_checks::viewer::Allowance;
use serde::Deserialize;
use serde_json::Value;

use crate::api::compare;
use crate::http::problem::{Code, Problem};
use crate::mcp::failure;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, described, facts, objects, plain, scan_id, text};
use crate::mcp::visitor::Visitor;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    from: Option<String>,
    to: Option<String>,
    url: Option<String>,
}

pub(in crate::mcp) fn input() -> Value {
    arguments(
        &[],
        &[
            ("from", scan_id("Earlier scan. Requires `to`.")),
            ("to", scan_id("Later scan. Requires `from`.")),
            ("url", text("Page whose two newest scans to compare. Omit with `from` and `to`.")),
        ],
    )
}

pub(in crate::mcp) fn output() -> Value {
    facts(
        &["url", "from", "to", "scoreDelta", "flippedChecks", "recommendations"],
        &[
            ("url", plain("string")),
            ("from", described("object", "Earlier scan: id, score, scannedAt.")),
            ("to", plain("object")),
            ("scoreDelta", plain("integer")),
            ("categories", objects("id, title, from, to, delta.")),
            ("flippedChecks", objects("Checks whose verdict changed: id, title, from, to.")),
            (
                "movedChecks",
                objects("Checks that warn in both and whose points changed: id, title, from, to."),
            ),
            (
                "recommendations",
                described("object", "Fixes as resolved, new and open: checkIds, locked, title."),
            ),
            ("withheld", described("integer", "Number of withheld fix titles.")),
        ],
    )
}

/// The same for scans that a local session holds.
pub(in crate::mcp) fn held(
    sent: Arguments,
    find: impl Fn(&str) -> Result<Arc<Report>, Problem>,
    newest_two: impl Fn(&str) -> Result<(Arc<Report>, Arc<Report>), Problem>,
) -> Result<Facts, Problem> {
    let (from, to) = match sent.read()? {
        Asked { from: Some(from), to: Some(to), url: None } => (find(&from)?, find(&to)?),
        Asked { from: None, to: None, url: Some(url) } => newest_two(&url)?,
        Asked { .. } => return Err(compare::form_invalid()),
    };
    match from.url == to.url {
        true => Facts::of(&Comparison::of(&from, &to, Allowance::All)),
        false => Err(compare::url_mismatch()),
    }
}

pub(in crate::mcp) async fn call(visitor: Visitor, sent: Arguments) -> Result<Facts, Problem> {
    let Asked { from, to, url } = sent.read()?;
    visitor.permit(Scope::Read)?;
    let asked = [from.as_deref(), to.as_deref(), url.as_deref()];
    let pair = compare::pair(visitor.app(), asked).await;
    let by_url = url.is_some();
    let (from, to) = pair.map_err(|problem| match problem.code() {
        Code::NotFound if !by_url => failure::no_such_scan(),
        _ => problem,
    })?;
    Facts::of(&Comparison::of(&from, &to, visitor.allowance()))
}
