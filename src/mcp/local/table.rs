//! The tools of a local session, in the order in which they are listed.

use std::sync::Arc;

use super::session::Session;
use super::{propose_patch, scan_site, start_scan};
use crate::mcp::faces::{COMPARE_SCANS, EXPLAIN_CHECK, GET_FIX_PLAN, GET_SCAN, LIST_CHECKS};
use crate::mcp::row::{Face, Hints, Row, Table, row};
use crate::mcp::tools::{compare_scans, explain_check, get_fix_plan, get_scan, list_checks};

/// Every tool.
const ROWS: &[Row<Arc<Session>>] = &[
    row!(
        start_scan,
        "Start a scan",
        Hints::SCANS,
        "Score a web page from 0 to 100 for how ready it is to be cited by AI \
                answer engines: pass url for a public page, file for an HTML file on this machine, \
                or html. Waits up to waitSeconds and returns the result. If status is still \
                pending, call get_scan with the scanId about every 8 seconds until it is done."
    ),
    row!(
        scan_site,
        "Scan a site",
        Hints::SCANS,
        "Scan many pages as one site and summarize it: scores, fixes that many \
                pages share, findings across pages, and the lowest-scoring pages. Pass folder for \
                a built site on this machine, or sitemap for the URL of one. If stopped is true, \
                call again with the same arguments to scan the rest. Call start_scan for the \
                details of one page."
    ),
    Row {
        face: GET_SCAN,
        handler: |session, arguments| {
            Box::pin(async move { get_scan::held(arguments, |id| session.scan(id)) })
        },
    },
    row!(
        propose_patch,
        "Propose a patch",
        Hints::READS,
        "Return a diff of what can be fixed in an HTML file, or in html, with \
                certainty: language, canonical link, JSON-LD, dates. Each edit was proved: the \
                page was scanned again, its check improves, no other gets worse, and the text \
                stays the same. Nothing is written."
    ),
    Row {
        face: COMPARE_SCANS,
        handler: |session, arguments| {
            Box::pin(async move {
                let (by_id, by_url) = (&session, &session);
                compare_scans::held(arguments, |id| by_id.report(id), |url| by_url.newest_two(url))
            })
        },
    },
    row!(list_checks, LIST_CHECKS),
    row!(explain_check, EXPLAIN_CHECK),
    Row {
        face: Face {
            // Here every fix is shown: there are no plans.
            description: "Get the fixes of a finished scan, best first, with gain, effort, steps, a \
                snippet and how to verify.",
            ..GET_FIX_PLAN
        },
        handler: |session, arguments| {
            Box::pin(async move { get_fix_plan::held(arguments, |id| session.report(id)) })
        },
    },
];

/// The same, as servers use them.
pub(super) static TABLE: Table<Arc<Session>> = Table::of(ROWS);

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::mcp::table;

    /// Tools that only a local session has, or has in another form.
    const OWN: [&str; 4] = ["start_scan", "scan_site", "propose_patch", "get_fix_plan"];

    #[test]
    fn what_is_the_same_as_in_the_service_looks_the_same() {
        for tool in TABLE.tools().iter().filter(|tool| !OWN.contains(&&*tool.name)) {
            let of_service = table::TABLE.tools().iter().find(|other| other.name == tool.name);
            assert_eq!(Some(tool), of_service, "{}", tool.name);
        }
        let about_plans = |tool: &&rmcp::model::Tool| {
            tool.description.as_ref().is_some_and(|text| text.contains("caller's plan"))
        };
        assert_eq!(TABLE.tools().iter().find(about_plans), None);
        for tool in &TABLE.tools()[..2] {
            let input = Value::Object(tool.input_schema.as_ref().clone());
            assert_eq!(input["additionalProperties"], false);
            assert!(jsonschema::draft202012::meta::is_valid(&input));
        }
    }
}
