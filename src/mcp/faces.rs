//! What clients see of the tools that the service and a local session share.

use super::row::{Face, Hints};
use super::tools::{compare_scans, explain_check, get_fix_plan, get_scan, list_checks};

/// A scan.
pub(super) const GET_SCAN: Face = Face {
    name: "get_scan",
    title: "Get a scan",
    description: "Get the status of a scan, or its result: score, verdict per answer engine, \
            findings and fixes. While status is pending, poll about every 8 seconds.",
    hints: Hints::READS,
    input: get_scan::input,
    output: get_scan::output,
};

/// Two scans.
pub(super) const COMPARE_SCANS: Face = Face {
    name: "compare_scans",
    title: "Compare two scans",
    description: "Compare two finished scans of one page. Pass `from` and `to` (scan IDs), or \
            `url` for its two newest scans.",
    hints: Hints::READS,
    input: compare_scans::input,
    output: compare_scans::output,
};

/// The checks.
pub(super) const LIST_CHECKS: Face = Face {
    name: "list_checks",
    title: "List checks",
    description: "List the checks a scan runs. Uses no quota.",
    hints: Hints::READS,
    input: list_checks::input,
    output: list_checks::output,
};

/// One check.
pub(super) const EXPLAIN_CHECK: Face = Face {
    name: "explain_check",
    title: "Explain a check",
    description: "Explain one check: what it looks at, why (with sources), its rules, and how to \
            fix it. Uses no quota.",
    hints: Hints::READS,
    input: explain_check::input,
    output: explain_check::output,
};

/// The fixes.
pub(super) const GET_FIX_PLAN: Face = Face {
    name: "get_fix_plan",
    title: "Get the fix plan",
    description: "Get the fixes of a finished scan, best first, with gain, effort, steps, a \
            snippet and how to verify. Fixes beyond the caller's plan are shown by title.",
    hints: Hints::READS,
    input: get_fix_plan::input,
    output: get_fix_plan::output,
};
