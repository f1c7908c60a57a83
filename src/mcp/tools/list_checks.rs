//! The catalogue, which `citable checks` and `GET /docs/checks.md` show as well.

use std::sync::LazyLock;

use citable_checks::registry::explanations;
use citable_checks::report::Category;
use citable_checks::weights::{CATALOGUE_VERSION, CATEGORIES, category_weight};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{categories, wanted};
use crate::http::problem::Problem;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, facts, objects, one_of, plain};
use crate::render::labels;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    category: Option<Category>,
}

pub(in crate::mcp) fn input() -> Value {
    arguments(&[], &[("category", one_of(&categories()))])
}

pub(in crate::mcp) fn output() -> Value {
    facts(
        &["catalogueVersion", "categories", "checks"],
        &[
            ("catalogueVersion", plain("string")),
            ("categories", objects("id, title, weight, checks (number of checks).")),
            (
                "checks",
                objects(
                    "checkId, title, category, weight (out of 100), evidenceStrength (strong, \
                     moderate, weak, convention), effort (1 a line of configuration, 2 a template, \
                     3 text of the page, 5 engineering).",
                ),
            ),
        ],
    )
}

pub(in crate::mcp) async fn call<C>(_: C, sent: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    Ok(catalogue(asked.category))
}

/// The catalogue, or one category of it.
pub(in crate::mcp) fn catalogue(category: Option<Category>) -> Facts {
    /// It never changes, and to put it together costs more than the rest of a call.
    static WHOLE: LazyLock<Facts> = LazyLock::new(|| chosen(None).into());
    match category {
        None => WHOLE.clone(),
        Some(_) => chosen(category).into(),
    }
}

fn chosen(category: Option<Category>) -> Value {
    let of = |id: Category| explanations().filter(move |check| check.spec.category == id);
    let categories: Vec<Value> = CATEGORIES
        .iter()
        .filter(|(id, _)| wanted(category, *id))
        .map(|(id, title)| {
            json!({ "id": id, "title": title, "weight": category_weight(*id),
                "checks": of(*id).count() })
        })
        .collect();
    let checks: Vec<Value> = explanations()
        .filter(|check| wanted(category, check.spec.category))
        .map(|check| {
            json!({ "checkId": check.spec.id, "title": check.title,
                "category": check.spec.category, "weight": check.spec.weight,
                "evidenceStrength": labels::strength(check.evidence_strength),
                "effort": check.effort })
        })
        .collect();
    json!({ "catalogueVersion": CATALOGUE_VERSION, "categories": categories, "checks": checks })
}
