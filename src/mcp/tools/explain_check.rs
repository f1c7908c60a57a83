//! One check's public page, in parts. No REST route has it: `citable explain` and `docs/checks/`
//! show the same.

use citable_checks::registry::{Explanation, explain, explanations};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cli::nearest::nearest;
use crate::http::problem::Problem;
use crate::mcp::page_text::echo;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, described, facts, objects, plain, text};
use crate::render::labels;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    check_id: String,
}

pub(in crate::mcp) fn input() -> Value {
    let id = text("ID of the check, such as robots-search-bots. list_checks lists all.");
    arguments(&["checkId"], &[("checkId", id)])
}

pub(in crate::mcp) fn output() -> Value {
    let markdown = || plain("string");
    facts(
        &["checkId", "title", "category", "weight", "what", "why", "rules", "howToFix"],
        &[
            ("checkId", plain("string")),
            ("title", plain("string")),
            ("category", plain("string")),
            ("weight", described("integer", "Out of 100; 0 means informational.")),
            ("evidenceStrength", plain("string")),
            ("effort", plain("integer")),
            ("what", markdown()),
            ("why", markdown()),
            ("sources", objects("title, url, strength.")),
            ("rules", text("When it passes, warns, fails or doesn't apply.")),
            ("howToFix", markdown()),
            ("limits", markdown()),
        ],
    )
}

pub(in crate::mcp) async fn call<C>(_: C, sent: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    let wanted = asked.check_id.trim().to_ascii_lowercase();
    let check = explain(&wanted).ok_or_else(|| unknown(&wanted))?;
    Ok(parts(&check).into())
}

fn unknown(wanted: &str) -> Problem {
    let wanted = echo(wanted);
    let near = nearest(&wanted, explanations().map(|check| check.spec.id));
    let advice = match near.as_slice() {
        [] => "list_checks returns all IDs.".to_owned(),
        near => format!("Did you mean {}?", near.join(", ")),
    };
    Problem::not_found(format!("No check `{wanted}`. {advice}"))
}

fn parts(check: &Explanation) -> Value {
    let sources: Vec<Value> = check
        .sources
        .iter()
        .map(|source| {
            json!({ "title": source.title, "url": source.url,
                "strength": labels::strength(source.strength) })
        })
        .collect();
    json!({
        "checkId": check.spec.id,
        "title": check.title,
        "category": check.spec.category,
        "weight": check.spec.weight,
        "evidenceStrength": labels::strength(check.evidence_strength),
        "effort": check.effort,
        "what": section(check.doc, "What it looks at"),
        "why": section(check.doc, "Why engines care"),
        "sources": sources,
        "rules": section(check.doc, "Verdicts"),
        "howToFix": section(check.doc, "How to fix"),
        "limits": section(check.doc, "Limits"),
    })
}

/// The text under that heading of a check's page.
fn section<'d>(doc: &'d str, title: &str) -> &'d str {
    let heading = format!("\n## {title}\n");
    let Some((_, rest)) = doc.split_once(&heading) else { return "" };
    rest.split_once("\n## ").map_or(rest, |(text, _)| text).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_every_part() {
        for check in explanations() {
            let parts = parts(&check);
            for part in ["what", "why", "rules", "howToFix"] {
                let text = parts[part].as_str().unwrap();
                assert!(text.len() > 20, "{part} of {}: {text:?}", check.spec.id);
            }
        }
    }
}
