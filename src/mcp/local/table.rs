//! The tools of a local session, in the order in which they are listed.

use std::sync::{Arc, LazyLock};

use rmcp::model::Tool;

use super::session::Session;
use super::start_scan;
use crate::mcp::faces::{COMPARE_SCANS, EXPLAIN_CHECK, GET_FIX_PLAN, GET_SCAN, LIST_CHECKS};
use crate::mcp::row::{Face, Hints, Row};
use crate::mcp::tools::{compare_scans, explain_check, get_fix_plan, get_scan, list_checks};

/// Every tool.
pub(super) static ROWS: &[Row<Arc<Session>>] = &[
    Row {
        face: Face {
            name: "start_scan",
            title: "Start a scan",
            description: "Score a web page from 0 to 100 for how ready it is to be cited by AI \
                answer engines: pass url for a public page, file for an HTML file on this machine, \
                or html. Waits up to waitSeconds and returns the result. If status is still \
                pending, call get_scan with the scanId about every 8 seconds until it is done.",
            hints: Hints::SCANS,
            input: start_scan::input,
            output: start_scan::output,
        },
        handler: |session, arguments| Box::pin(start_scan::call(session, arguments)),
    },
    Row {
        face: GET_SCAN,
        handler: |session, arguments| {
            Box::pin(async move { get_scan::held(arguments, |id| session.scan(id)) })
        },
    },
    Row {
        face: COMPARE_SCANS,
        handler: |session, arguments| {
            Box::pin(async move {
                let (by_id, by_url) = (&session, &session);
                compare_scans::held(arguments, |id| by_id.report(id), |url| by_url.newest_two(url))
            })
        },
    },
    Row {
        face: LIST_CHECKS,
        handler: |session, arguments| Box::pin(list_checks::call(session, arguments)),
    },
    Row {
        face: EXPLAIN_CHECK,
        handler: |session, arguments| Box::pin(explain_check::call(session, arguments)),
    },
    Row {
        face: GET_FIX_PLAN,
        handler: |session, arguments| {
            Box::pin(async move { get_fix_plan::held(arguments, |id| session.report(id)) })
        },
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
    use crate::mcp::table;

    #[test]
    fn what_is_the_same_as_in_the_service_looks_the_same() {
        for tool in tools().iter().filter(|tool| tool.name != "start_scan") {
            let of_service = table::tools().iter().find(|other| other.name == tool.name);
            assert_eq!(Some(tool), of_service, "{}", tool.name);
        }
        let input = Value::Object(tools()[0].input_schema.as_ref().clone());
        assert_eq!(input["additionalProperties"], false);
        assert!(jsonschema::draft202012::meta::is_valid(&input));
    }
}
