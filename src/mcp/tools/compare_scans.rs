//! `GET /compare`.

use citable_actors::identity::Scope;
use citable_checks::compare::Comparison;
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
            ("from", scan_id("Earlier scan. Requires to.")),
            ("to", scan_id("Later scan. Requires from.")),
            ("url", text("Page whose two newest scans to compare. Omit with from and to.")),
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
                "recommendations",
                described("object", "Fixes as resolved, new and open: checkIds, locked, title."),
            ),
            ("withheld", described("integer", "Number of withheld fix titles.")),
        ],
    )
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
