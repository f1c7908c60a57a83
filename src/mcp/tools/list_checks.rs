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
use crate::mcp::schema::{count, list, object, one_of, text};
use crate::mcp::visitor::Visitor;
use crate::render::labels;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    category: Option<Category>,
}

pub(in crate::mcp) fn input() -> Value {
    let category = one_of(&categories(), "Only the checks of this category.");
    object(&[], &[("category", category)])
}

pub(in crate::mcp) fn output() -> Value {
    let category = object(
        &["id", "title", "weight", "checks"],
        &[
            ("id", one_of(&categories(), "The category.")),
            ("title", text("Its name.")),
            ("weight", count("The weights of its checks, of 100.")),
            ("checks", count("How many checks it has.")),
        ],
    );
    object(
        &["catalogueVersion", "categories", "checks"],
        &[
            ("catalogueVersion", text("Version of checks, weights and thresholds.")),
            ("categories", list(category, "The categories, in catalogue order.")),
            ("checks", list(check(), "The checks, in catalogue order.")),
        ],
    )
}

/// The schema of one check.
fn check() -> Value {
    object(
        &["checkId", "title", "category", "weight", "evidenceStrength", "effort"],
        &[
            ("checkId", text("Its id; explain_check takes it.")),
            ("title", text("What it asks for.")),
            ("category", one_of(&categories(), "Its category.")),
            ("weight", count("Its weight of 100; 0 is information only.")),
            ("evidenceStrength", strength()),
            ("effort", effort()),
        ],
    )
}

/// The schema of how well a rule is supported.
pub(super) fn strength() -> Value {
    let values = ["strong", "moderate", "weak", "convention"];
    one_of(&values, "How well the rule is supported by evidence.")
}

/// The schema of what a fix takes.
pub(super) fn effort() -> Value {
    count(
        "What a fix takes: 1 a line of configuration, 2 a template, 3 this page's text, 5 \
         engineering.",
    )
}

pub(in crate::mcp) async fn call(_: Visitor, arguments: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = arguments.read()?;
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
