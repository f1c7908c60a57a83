//! The tools, in the order in which they are listed.

use super::faces::{COMPARE_SCANS, EXPLAIN_CHECK, GET_FIX_PLAN, GET_SCAN, LIST_CHECKS};
use super::row::{Face, Hints, Row, Table};
use super::tools::{
    compare_scans, explain_check, get_account, get_fix_plan, get_report, get_scan, list_checks,
    list_scans, start_scan,
};

/// Every tool.
const ROWS: &[Row] = &[
    Row {
        face: Face {
            name: "start_scan",
            title: "Start a scan",
            description: "Score a public web page from 0 to 100 for how ready it is to be cited by AI \
                answer engines. Waits up to waitSeconds and returns the result. If status is still \
                pending, call get_scan with the scanId about every 8 seconds until it is done. A \
                report under 24 hours old is returned again at no cost.",
            hints: Hints::SCANS,
            input: start_scan::input,
            output: start_scan::output,
        },
        handler: |visitor, arguments| Box::pin(start_scan::call(visitor, arguments)),
    },
    Row {
        face: GET_SCAN,
        handler: |visitor, arguments| Box::pin(get_scan::call(visitor, arguments)),
    },
    Row {
        face: COMPARE_SCANS,
        handler: |visitor, arguments| Box::pin(compare_scans::call(visitor, arguments)),
    },
    Row {
        face: LIST_CHECKS,
        handler: |visitor, arguments| Box::pin(list_checks::call(visitor, arguments)),
    },
    Row {
        face: EXPLAIN_CHECK,
        handler: |visitor, arguments| Box::pin(explain_check::call(visitor, arguments)),
    },
    Row {
        face: GET_FIX_PLAN,
        handler: |visitor, arguments| Box::pin(get_fix_plan::call(visitor, arguments)),
    },
    Row {
        face: Face {
            name: "get_report",
            title: "Get a report",
            description: "Get the report of a finished scan as a document: Markdown part by part, or \
                JSON.",
            hints: Hints::READS,
            input: get_report::input,
            output: get_report::output,
        },
        handler: |visitor, arguments| Box::pin(get_report::call(visitor, arguments)),
    },
    Row {
        face: Face {
            name: "list_scans",
            title: "List scans",
            description: "List the account's newest scan of each page or, with `url`, all scans \
                of that page. Needs an API key on a paid plan.",
            hints: Hints::READS,
            input: list_scans::input,
            output: list_scans::output,
        },
        handler: |visitor, arguments| Box::pin(list_scans::call(visitor, arguments)),
    },
    Row {
        face: Face {
            name: "get_account",
            title: "Get plan and usage",
            description: "Get the caller's plan, limits and scans left. Works without an account.",
            hints: Hints::READS,
            input: get_account::input,
            output: get_account::output,
        },
        handler: |visitor, arguments| Box::pin(get_account::call(visitor, arguments)),
    },
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
