//! `GET /scan/{id}/ai-instructions`, as facts.

use std::sync::Arc;

use citable_actors::identity::Scope;
use citable_checks::report::{Recommendation, RecommendedFix, Report};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{limited, report, weight};
use crate::http::problem::Problem;
use crate::mcp::limits::{DEFAULT_FIXES, MOST_FIXES, OUTPUT_BYTES};
use crate::mcp::page_text::{NOTICE, advice, snippet};
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, described, facts, limit, objects, plain, scan_id, text};
use crate::mcp::visitor::Visitor;
use crate::mcp::words::{LOCAL, SERVICE, Words};
use crate::render::labels;

/// How an agent should apply the fixes.
const RULES: &str = "Apply the fixes in this order: each gain assumes the fixes before it. Change \
    only what a fix asks for, and keep the page's meaning, language and design. Don't invent facts: \
    if an author, date, figure or source is missing, ask the user. Don't guess locked fixes.";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    scan_id: String,
    limit: Option<usize>,
}

pub(in crate::mcp) fn input() -> Value {
    arguments(
        &["scanId"],
        &[
            ("scanId", scan_id("ID of a finished scan.")),
            ("limit", limit(DEFAULT_FIXES, MOST_FIXES)),
        ],
    )
}

pub(in crate::mcp) fn output() -> Value {
    facts(
        &["scanId", "score", "projectedScore", "rules", "fixes", "nextStep"],
        &[
            ("scanId", plain("string")),
            ("url", plain("string")),
            ("score", plain("integer")),
            ("projectedScore", described("integer", "Score once all fixes shown are applied.")),
            ("rules", text("How to apply the fixes.")),
            (
                "fixes",
                objects(
                    "Best first: rank, title, locked, checkIds, why, gain, gainKind, \
                     conditional, projectedScore, effort, steps, snippet, verify, evidence. \
                     Conditional fixes may not suit the page: ask the user. Locked fixes have rank, \
                     title, locked.",
                ),
            ),
            ("fixesTotal", plain("integer")),
            ("fixesLocked", plain("integer")),
            ("leftOut", plain("string")),
            ("aboutPageContent", plain("string")),
            ("nextStep", plain("string")),
        ],
    )
}

pub(in crate::mcp) async fn call(visitor: Visitor, sent: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    visitor.permit(Scope::Read)?;
    let limit = limited(asked.limit, DEFAULT_FIXES, MOST_FIXES)?;
    let report = report(&visitor, &asked.scan_id).await?;
    Ok(plan(&report, limit, SERVICE).into())
}

/// The same for a scan that a local session holds.
pub(in crate::mcp) fn held(
    sent: Arguments,
    find: impl FnOnce(&str) -> Result<Arc<Report>, Problem>,
) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    let limit = limited(asked.limit, DEFAULT_FIXES, MOST_FIXES)?;
    let report = find(&asked.scan_id)?;
    Ok(plan(&report, limit, LOCAL).into())
}

#[cfg(test)]
pub(in crate::mcp) fn whole(report: &Report) -> Value {
    plan(report, MOST_FIXES, SERVICE)
}

#[cfg(test)]
pub(in crate::mcp) fn default_form(report: &Report) -> Value {
    plan(report, DEFAULT_FIXES, SERVICE)
}

fn plan(report: &Report, limit: usize, words: Words) -> Value {
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
        "nextStep": words.after_plan,
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
        let fixes = if left == 1 { "fix" } else { "fixes" };
        let told = format!(
            "{left} more {fixes}. Call again with a larger limit, or apply these, scan again \
             and get the plan of the new scan."
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
    if fix.conditional {
        told["conditional"] = true.into();
    }
    if let Some(text) = &fix.snippet {
        told["snippet"] = snippet(text).into();
    }
    told
}
