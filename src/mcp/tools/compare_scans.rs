//! `GET /compare`.

use citable_actors::identity::Scope;
use citable_checks::compare::Comparison;
use serde::Deserialize;
use serde_json::{Value, json};

use super::categories;
use crate::api::compare;
use crate::http::problem::{Code, Problem};
use crate::mcp::failure;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{
    count, described, flag, integer, list, nullable, object, one_of, scan_id, text,
};
use crate::mcp::visitor::Visitor;

const STATUSES: [&str; 4] = ["pass", "warn", "fail", "na"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    from: Option<String>,
    to: Option<String>,
    url: Option<String>,
}

pub(in crate::mcp) fn input() -> Value {
    object(
        &[],
        &[
            ("from", described(scan_id(), "The earlier scan. Goes with to.")),
            ("to", described(scan_id(), "The later scan. Goes with from.")),
            ("url", text("A page, for its two newest scans. Goes with neither.")),
        ],
    )
}

pub(in crate::mcp) fn output() -> Value {
    object(
        &[
            "url",
            "from",
            "to",
            "scoreDelta",
            "categories",
            "flippedChecks",
            "recommendations",
            "withheld",
        ],
        &[
            ("url", text("The page.")),
            ("from", described(scan(), "The earlier scan.")),
            ("to", described(scan(), "The later scan.")),
            ("scoreDelta", integer("Points won or lost.")),
            ("categories", list(category(), "The categories, in catalogue order.")),
            ("flippedChecks", list(flipped(), "Every check whose verdict is another now.")),
            ("recommendations", changes()),
            ("withheld", count("How many titles of fixes are withheld from this caller.")),
        ],
    )
}

fn scan() -> Value {
    object(
        &["id", "score", "scannedAt"],
        &[
            ("id", scan_id()),
            ("score", count("0 to 100.")),
            ("scannedAt", text("When the page was fetched (RFC 3339, UTC).")),
        ],
    )
}

fn category() -> Value {
    object(
        &["id", "title", "from", "to", "delta"],
        &[
            ("id", one_of(&categories(), "The category.")),
            ("title", text("Its name.")),
            ("from", nullable(count("Its score before."))),
            ("to", nullable(count("Its score now."))),
            ("delta", nullable(integer("Points won or lost."))),
        ],
    )
}

fn flipped() -> Value {
    object(
        &["id", "title", "category", "from", "to"],
        &[
            ("id", text("The check.")),
            ("title", text("What it asks for.")),
            ("category", one_of(&categories(), "Its category.")),
            ("from", one_of(&STATUSES, "Its verdict before.")),
            ("to", one_of(&STATUSES, "Its verdict now.")),
        ],
    )
}

fn changes() -> Value {
    let fix = object(
        &["checkIds", "locked", "title"],
        &[
            ("checkIds", list(json!({ "type": "string" }), "The checks that it mends.")),
            ("locked", flag("Whether its title is withheld.")),
            ("title", nullable(text("What to do; null where it is withheld."))),
        ],
    );
    let changes = object(
        &["resolved", "new", "open"],
        &[
            ("resolved", list(fix.clone(), "Asked for before, and no longer.")),
            ("new", list(fix.clone(), "Asked for now, and not before.")),
            ("open", list(fix, "Asked for before and now.")),
        ],
    );
    described(changes, "What became of the fixes.")
}

pub(in crate::mcp) async fn call(visitor: Visitor, arguments: Arguments) -> Result<Facts, Problem> {
    let Asked { from, to, url } = arguments.read()?;
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
