//! The tools, in the order in which they are listed.

use std::sync::LazyLock;

use rmcp::model::Tool;

use super::row::{Hints, Row};
use super::tools::{
    compare_scans, explain_check, get_account, get_fix_plan, get_report, get_scan, list_checks,
    list_scans, start_scan,
};

/// Every tool.
pub(super) static ROWS: &[Row] = &[
    Row {
        name: "start_scan",
        title: "Start a scan",
        description: "Scan one public web page for how ready it is to be cited by AI answer \
            engines. Returns a scanId at once and does not wait: call get_scan with it about every \
            8 seconds until status is done. A report less than 24 hours old is given again and \
            costs nothing, unless refresh is true, which needs an account.",
        hints: Hints::SCANS,
        input: start_scan::input,
        output: start_scan::output,
        handler: |visitor, arguments| Box::pin(start_scan::call(visitor, arguments)),
    },
    Row {
        name: "get_scan",
        title: "Read a scan",
        description: "How far a scan is, or what it found: score, verdicts for each answer engine, \
            categories, findings and fixes. Poll it about every 8 seconds while status is pending.",
        hints: Hints::READS,
        input: get_scan::input,
        output: get_scan::output,
        handler: |visitor, arguments| Box::pin(get_scan::call(visitor, arguments)),
    },
    Row {
        name: "compare_scans",
        title: "Compare two scans",
        description: "What changed between two finished scans of one page: either from and to, two \
            scan ids, or url, for the two newest scans of that page.",
        hints: Hints::READS,
        input: compare_scans::input,
        output: compare_scans::output,
        handler: |visitor, arguments| Box::pin(compare_scans::call(visitor, arguments)),
    },
    Row {
        name: "list_checks",
        title: "List the checks",
        description: "The checks that a scan runs, with category, weight and effort. Costs nothing.",
        hints: Hints::READS,
        input: list_checks::input,
        output: list_checks::output,
        handler: |visitor, arguments| Box::pin(list_checks::call(visitor, arguments)),
    },
    Row {
        name: "explain_check",
        title: "Explain a check",
        description: "What one check looks at, why answer engines care, with sources, when it \
            passes, warns and fails, and how to fix it. Costs nothing.",
        hints: Hints::READS,
        input: explain_check::input,
        output: explain_check::output,
        handler: |visitor, arguments| Box::pin(explain_check::call(visitor, arguments)),
    },
    Row {
        name: "get_fix_plan",
        title: "Plan the fixes",
        description: "The fixes of a finished scan, best first: what each gains, what it takes, its \
            steps, something to paste, and how to verify it. Fixes beyond the caller's plan are \
            shown by their title.",
        hints: Hints::READS,
        input: get_fix_plan::input,
        output: get_fix_plan::output,
        handler: |visitor, arguments| Box::pin(get_fix_plan::call(visitor, arguments)),
    },
    Row {
        name: "get_report",
        title: "Read a report",
        description: "The report of a finished scan as one document, in Markdown for people or in \
            JSON for programs. Long ones are cut; get_scan gives the same in parts.",
        hints: Hints::READS,
        input: get_report::input,
        output: get_report::output,
        handler: |visitor, arguments| Box::pin(get_report::call(visitor, arguments)),
    },
    Row {
        name: "list_scans",
        title: "List the account's scans",
        description: "The newest scan of every page that the account has scanned, or with url every \
            scan of that page. Needs an API key of an account with a paid plan.",
        hints: Hints::READS,
        input: list_scans::input,
        output: list_scans::output,
        handler: |visitor, arguments| Box::pin(list_scans::call(visitor, arguments)),
    },
    Row {
        name: "get_account",
        title: "Read plan and usage",
        description: "The caller's plan, what it allows, and how many scans are left today and this \
            month. Works without an account.",
        hints: Hints::READS,
        input: get_account::input,
        output: get_account::output,
        handler: |visitor, arguments| Box::pin(get_account::call(visitor, arguments)),
    },
];

/// The same as clients see them.
static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| ROWS.iter().map(Row::tool).collect());

/// The tools, as clients see them.
pub(super) fn tools() -> &'static [Tool] {
    &TOOLS
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_object_of_every_schema_is_closed() {
        for tool in tools() {
            let output = tool.output_schema.as_deref().unwrap();
            let mut waiting = vec![
                Value::Object(tool.input_schema.as_ref().clone()),
                Value::Object(output.clone()),
            ];
            while let Some(value) = waiting.pop() {
                if value["type"] == "object" {
                    assert_eq!(value["additionalProperties"], false, "{}: {value}", tool.name);
                }
                let inner = |value: &Value| match value {
                    Value::Object(fields) => fields.values().cloned().collect(),
                    Value::Array(items) => items.clone(),
                    _ => Vec::new(),
                };
                waiting.extend(inner(&value));
            }
        }
    }

    #[test]
    fn only_one_tool_changes_anything() {
        let writes = |row: &&Row| !row.hints.read_only;
        let names: Vec<&str> = ROWS.iter().filter(writes).map(|row| row.name).collect();
        assert_eq!(names, ["start_scan"]);
        assert!(ROWS.iter().all(|row| !row.hints.destructive));
    }
}
