//! What clients see of the tools that the service and a local session share.

use super::row::{Face, Hints, face};
use super::tools::{compare_scans, explain_check, get_fix_plan, get_scan, list_checks};

/// A scan.
pub(super) const GET_SCAN: Face = face!(
    get_scan,
    "Get a scan",
    Hints::READS,
    "Get the status of a scan, or its result: score, verdict per answer engine, \
            findings and fixes. While status is pending, poll about every 8 seconds."
);

/// Two scans.
pub(super) const COMPARE_SCANS: Face = face!(
    compare_scans,
    "Compare two scans",
    Hints::READS,
    "Compare two finished scans of one page. Pass `from` and `to` (scan IDs), or \
            `url` for its two newest scans."
);

/// The checks.
pub(super) const LIST_CHECKS: Face =
    face!(list_checks, "List checks", Hints::READS, "List the checks a scan runs. Uses no quota.");

/// One check.
pub(super) const EXPLAIN_CHECK: Face = face!(
    explain_check,
    "Explain a check",
    Hints::READS,
    "Explain one check: what it looks at, why (with sources), its rules, and how to \
            fix it. Uses no quota."
);

/// The fixes.
pub(super) const GET_FIX_PLAN: Face = face!(
    get_fix_plan,
    "Get the fix plan",
    Hints::READS,
    "Get the fixes of a finished scan, best first, with gain, effort, steps, a \
            snippet and how to verify. Fixes beyond the caller's plan are shown by title."
);
