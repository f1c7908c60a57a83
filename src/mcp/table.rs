//! The tools, in the order in which they are listed.

use super::faces::{COMPARE_SCANS, EXPLAIN_CHECK, GET_FIX_PLAN, GET_SCAN, LIST_CHECKS};
use super::row::{Hints, Row, Table, row};
use super::tools::{
    compare_scans, explain_check, get_account, get_fix_plan, get_report, get_scan, list_checks,
    list_scans, start_scan,
};

/// Every tool.
const ROWS: &[Row] = &[
    row!(
        start_scan,
        "Start a scan",
        Hints::SCANS,
        "Score a public web page from 0 to 100 for how ready it is to be cited by AI \
                answer engines. Waits up to waitSeconds and returns the result. If status is still \
                pending, call get_scan with the scanId about every 8 seconds until it is done. A \
                report under 24 hours old is returned again at no cost."
    ),
    row!(get_scan, GET_SCAN),
    row!(compare_scans, COMPARE_SCANS),
    row!(list_checks, LIST_CHECKS),
    row!(explain_check, EXPLAIN_CHECK),
    row!(get_fix_plan, GET_FIX_PLAN),
    row!(
        get_report,
        "Get a report",
        Hints::READS,
        "Get the report of a finished scan as a document: Markdown part by part, or \
                JSON."
    ),
    row!(
        list_scans,
        "List scans",
        Hints::READS,
        "List the account's newest scan of each page or, with `url`, all scans \
                of that page. Needs an API key on a paid plan."
    ),
    row!(
        get_account,
        "Get plan and usage",
        Hints::READS,
        "Get the caller's plan, limits and scans left. Works without an account."
    ),
];

/// The same, as servers use them.
pub(super) static TABLE: Table = Table::of(ROWS);

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Tokens that the list of tools may have, as bytes / 4.
    const LIST_TOKENS: usize = 4_000;

    #[test]
    fn unknown_arguments_are_refused_by_every_schema() {
        for tool in TABLE.tools() {
            assert_eq!(tool.input_schema["additionalProperties"], false, "{}", tool.name);
            let input = Value::Object(tool.input_schema.as_ref().clone());
            assert!(jsonschema::draft202012::meta::is_valid(&input), "{}", tool.name);
        }
    }

    #[test]
    fn results_are_described_in_few_words() {
        for tool in TABLE.tools() {
            let output = tool.output_schema.as_deref().unwrap();
            let (fields, required) = (&output["properties"], output["required"].as_array());
            assert_eq!(output["type"], "object", "{}", tool.name);
            for name in required.into_iter().flatten() {
                assert!(fields.get(name.as_str().unwrap()).is_some(), "{}: {name}", tool.name);
            }
            assert!(jsonschema::draft202012::meta::is_valid(&Value::Object(output.clone())));
        }
        let list = json!({ "tools": TABLE.tools() }).to_string();
        println!("tools/list: {} tokens", list.len() / 4);
        assert!(list.len() / 4 < LIST_TOKENS, "{} tokens", list.len() / 4);
    }

    #[test]
    fn only_one_tool_changes_anything() {
        let writes = |row: &&Row| !row.face.hints.read_only;
        let names: Vec<&str> = ROWS.iter().filter(writes).map(|row| row.face.name).collect();
        assert_eq!(names, ["start_scan"]);
        assert!(ROWS.iter().all(|row| !row.face.hints.destructive));
    }
}
