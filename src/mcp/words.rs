//! What results tell a model to do next: the service and a local session scan in different ways.

/// What to do next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    /// After a report with fixes.
    pub(super) after_report: &'static str,
    /// After a plan of fixes.
    pub(super) after_plan: &'static str,
    /// After a scan that failed.
    pub(super) after_failure: &'static str,
}

/// The service's.
pub(super) const SERVICE: Words = Words {
    after_report: "Call get_fix_plan for the steps of the fixes, or explain_check for a check. After \
        changing the page, call start_scan with refresh, then compare_scans.",
    after_plan: "Once the changes are published, call start_scan with this url and refresh \
            true (needs an account), then compare_scans from this scanId.",
    after_failure: "Tell the user why the scan failed. Once it is fixed, call start_scan again.",
};

/// A local session's.
pub(super) const LOCAL: Words = Words {
    after_report: "Call get_fix_plan for the steps of the fixes, or explain_check for a check. After \
        changing the page, call start_scan for it again, then compare_scans.",
    after_plan: "After changing the page, call start_scan for it again, then compare_scans from this \
        scanId to the new one.",
    after_failure: "Tell the user why the scan failed. Once it is fixed, call start_scan again.",
};
