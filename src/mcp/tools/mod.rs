//! The tools, one file each: read the arguments, ask what the REST route asks, say it in facts.

pub(super) mod compare_scans;
pub(super) mod explain_check;
pub(super) mod get_account;
pub(super) mod get_fix_plan;
pub(super) mod get_report;
pub(super) mod get_scan;
pub(super) mod list_checks;
pub(super) mod list_scans;
pub(super) mod start_scan;

use citable_actors::ids::{Prefix, is_id};
use citable_checks::report::{Category, Report};
use citable_checks::weights::CATEGORIES;
use serde::Serialize;

use super::failure;
use crate::api::instructions::ready;
use crate::api::reports::{self, Stored};
use crate::http::problem::{Code, Problem};
use crate::mcp::visitor::Visitor;
use crate::render::labels;

/// What became of the scan of that id.
pub(super) async fn stored(visitor: &Visitor, scan_id: &str) -> Result<Stored, Problem> {
    if !is_id(Prefix::Scan, scan_id) {
        return Err(failure::no_such_scan());
    }
    let stored = reports::stored(visitor.app(), scan_id).await;
    stored.map_err(|problem| match problem.code() {
        Code::NotFound => failure::no_such_scan(),
        _ => problem,
    })
}

/// The report of that scan as this caller sees it.
pub(super) async fn report(visitor: &Visitor, scan_id: &str) -> Result<Report, Problem> {
    let report = ready(stored(visitor, scan_id).await?)?;
    Ok(report.for_viewer(visitor.allowance()))
}

/// The ids of the categories.
pub(super) fn categories() -> Vec<&'static str> {
    CATEGORIES.iter().map(|(category, _)| labels::category_id(*category)).collect()
}

/// Number of results wanted.
pub(super) fn limited(limit: Option<usize>, default: usize, most: usize) -> Result<usize, Problem> {
    let limit = limit.unwrap_or(default);
    match (1..=most).contains(&limit) {
        true => Ok(limit),
        false => Err(Problem::new(
            Code::InvalidLimit,
            format!("`limit` must be a whole number from 1 to {most}."),
        )),
    }
}

/// Whether a thing of that category is wanted.
pub(super) fn wanted(category: Option<Category>, of: Category) -> bool {
    category.is_none_or(|category| category == of)
}

/// How many bytes a value has as JSON.
pub(super) fn weight<T: Serialize>(value: &T) -> usize {
    serde_json::to_string(value).map_or(usize::MAX, |text| text.len())
}

/// What tools give of a report, for the test of every form.
#[cfg(test)]
pub(crate) mod own_voice {
    use citable_checks::report::Report;
    use serde_json::Value;

    use super::{get_fix_plan, get_report, get_scan};

    /// Results as JSON.
    pub(crate) fn results(report: &Report) -> Vec<Value> {
        vec![get_scan::whole(report), get_fix_plan::whole(report)]
    }

    /// A document as Markdown.
    pub(crate) fn document(report: &Report) -> String {
        get_report::document(report)
    }
}

/// What answers cost a model that reads them, on the reports of the sandbox.
#[cfg(test)]
mod budget {
    use citable_checks::sandbox::{self, FIXTURES};
    use citable_checks::viewer::Allowance;
    use serde_json::json;

    use super::{get_fix_plan, get_report, get_scan};
    use crate::mcp::limits::REPORT_BYTES;

    /// Bytes that one token stands for.
    const BYTES_PER_TOKEN: usize = 4;

    #[test]
    fn a_report_fits_whatever_form_a_client_shows() {
        for fixture in &FIXTURES {
            for (viewer, allowance) in [("all", Allowance::All), ("one", Allowance::First(1))] {
                let report = sandbox::report(fixture.id).unwrap().clone().for_viewer(allowance);
                let facts = get_report::default_form(&report);
                let both = json!({
                    "content": [{ "type": "text", "text": facts.text }],
                    "structuredContent": facts.value,
                    "isError": false,
                });
                let tokens = |text: String| text.len() / BYTES_PER_TOKEN;
                println!(
                    "{} ({viewer}): get_scan {}, get_report {} (both forms {}), get_fix_plan {} \
                     tokens",
                    fixture.id,
                    tokens(get_scan::default_form(&report).to_string()),
                    tokens(facts.value.to_string()),
                    tokens(both.to_string()),
                    tokens(get_fix_plan::default_form(&report).to_string()),
                );
                assert!(both.to_string().len() < REPORT_BYTES, "{}", fixture.id);
            }
        }
    }
}
