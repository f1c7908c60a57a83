//! `GET /scan/{id}/ai-instructions`, as facts.

use citable_actors::identity::Scope;
use citable_checks::report::{Recommendation, RecommendedFix, Report};
use serde::Deserialize;
use serde_json::{Value, json};

use super::list_checks::{effort, strength};
use super::{limited, report, weight};
use crate::http::problem::Problem;
use crate::mcp::limits::{DEFAULT_FIXES, MOST_FIXES, OUTPUT_BYTES};
use crate::mcp::page_text::{NOTICE, advice, snippet};
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{count, flag, limit, list, nullable, object, one_of, scan_id, text};
use crate::mcp::visitor::Visitor;
use crate::render::labels;

/// How whoever applies the fixes goes about it.
const RULES: &str = "Work in this order: each gain counts on the fixes before it. Change only what \
    a fix asks for, and keep the page's meaning, language and design. Do not invent facts: where an \
    author, a date, a figure or a source is missing, ask the user. Do not guess at locked fixes.";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    scan_id: String,
    limit: Option<usize>,
}

pub(in crate::mcp) fn input() -> Value {
    object(&["scanId"], &[("scanId", scan_id()), ("limit", limit(DEFAULT_FIXES, MOST_FIXES))])
}

pub(in crate::mcp) fn output() -> Value {
    object(
        &[
            "scanId",
            "url",
            "score",
            "projectedScore",
            "rules",
            "fixes",
            "fixesTotal",
            "fixesLocked",
            "aboutPageContent",
            "nextStep",
        ],
        &[
            ("scanId", scan_id()),
            ("url", text("The page.")),
            ("score", count("0 to 100.")),
            ("projectedScore", count("The score once every fix that is shown is done.")),
            ("rules", text("How to apply the fixes.")),
            ("fixes", list(fix_schema(), "The fixes, best first.")),
            ("fixesTotal", count("How many fixes there are.")),
            ("fixesLocked", count("How many of them are seen by their title only.")),
            ("leftOut", text("What was left out, and how to get it.")),
            ("aboutPageContent", text("How to take what was copied from the page.")),
            ("nextStep", text("What to do when the fixes are applied.")),
        ],
    )
}

fn fix_schema() -> Value {
    let source = object(
        &["title", "url", "strength"],
        &[("title", text("What it is.")), ("url", text("Where it is.")), ("strength", strength())],
    );
    object(
        &["rank", "title", "locked"],
        &[
            ("rank", count("1 is the best.")),
            ("title", text("What to do.")),
            ("locked", flag("Whether only the title is seen.")),
            ("checkIds", list(json!({ "type": "string" }), "The checks that it mends.")),
            ("why", text("Why engines care.")),
            ("gain", nullable(count("Points that it adds; null where that cannot be told."))),
            ("gainKind", one_of(&["exact", "atMost", "unlocks"], "What the gain is.")),
            ("projectedScore", nullable(count("The score with this and the fixes before it."))),
            ("effort", effort()),
            ("steps", list(json!({ "type": "string" }), "How, step by step.")),
            ("snippet", text("Something to paste, after its values were looked at.")),
            ("verify", text("How to see that it is done.")),
            ("evidence", list(source, "What the rule rests on.")),
        ],
    )
}

pub(in crate::mcp) async fn call(visitor: Visitor, arguments: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = arguments.read()?;
    visitor.permit(Scope::Read)?;
    let limit = limited(asked.limit, DEFAULT_FIXES, MOST_FIXES)?;
    let report = report(&visitor, &asked.scan_id).await?;
    Ok(plan(&report, limit).into())
}

#[cfg(test)]
pub(in crate::mcp) fn whole(report: &Report) -> Value {
    plan(report, MOST_FIXES)
}

fn plan(report: &Report, limit: usize) -> Value {
    let shown = report.recommendations.iter().filter_map(Recommendation::full);
    let projected = shown.filter_map(|fix| fix.projected_score).max().unwrap_or(report.score);
    let mut plan = json!({
        "scanId": report.id,
        "url": report.url,
        "score": report.score,
        "projectedScore": projected,
        "rules": RULES,
        "fixesTotal": report.recommendations_total,
        "fixesLocked": report.recommendations_locked,
        "aboutPageContent": NOTICE,
        "nextStep": "When the changes are published, call start_scan with this url and refresh \
            true (that needs an account), poll get_scan, then compare_scans from this scanId.",
    });
    let mut room = OUTPUT_BYTES.saturating_sub(weight(&plan));
    let mut fixes = Vec::new();
    for recommendation in report.recommendations.iter().take(limit) {
        let fix = fix(recommendation);
        let needed = weight(&fix) + 1;
        if needed > room {
            break;
        }
        room -= needed;
        fixes.push(fix);
    }
    let left = report.recommendations.len() - fixes.len();
    if left > 0 {
        let told = format!(
            "{left} fixes of lower rank. Call again with a larger limit, or apply these, scan \
             again, and ask for the plan of that scan."
        );
        plan["leftOut"] = told.into();
    }
    plan["fixes"] = fixes.into();
    plan
}

fn fix(recommendation: &Recommendation) -> Value {
    match recommendation {
        Recommendation::Full(fix) => in_full(fix),
        Recommendation::Locked(fix) => {
            json!({ "rank": fix.rank, "title": advice(&fix.title), "locked": true })
        }
    }
}

fn in_full(fix: &RecommendedFix) -> Value {
    let steps: Vec<String> = fix.steps.iter().map(|step| advice(step)).collect();
    let evidence: Vec<Value> = fix
        .evidence
        .iter()
        .map(|source| {
            json!({ "title": source.title, "url": source.url,
                "strength": labels::strength(source.strength) })
        })
        .collect();
    let mut told = json!({
        "rank": fix.rank,
        "title": advice(&fix.title),
        "locked": false,
        "checkIds": fix.check_ids,
        "why": advice(&fix.why),
        "gain": fix.gain,
        "gainKind": fix.gain_kind,
        "projectedScore": fix.projected_score,
        "effort": fix.effort,
        "steps": steps,
        "verify": advice(&fix.verify),
        "evidence": evidence,
    });
    if let Some(text) = &fix.snippet {
        told["snippet"] = snippet(text).into();
    }
    told
}
