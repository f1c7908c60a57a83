//! Checks that whoever scans a site doesn't want to be judged by.

use crate::applicability::{Subject, exemption};
use crate::report::{CheckResult, Status};
use crate::weights::spec_of;

/// A check that is left out, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredCheck {
    /// ID of the check.
    pub id: String,
    /// Why it is ignored. Reports show it.
    pub reason: String,
}

/// What the summary of an ignored check begins with.
const SAYS_IGNORED: &str = "Ignored: ";

/// Whether a result is that of an ignored check, which says nothing of what could be read.
#[must_use]
pub fn was_ignored(check: &CheckResult) -> bool {
    check.status == Status::Na && check.summary.starts_with(SAYS_IGNORED)
}

/// Makes the ignored checks ones that don't apply. Returns those that failed or warned.
pub(super) fn leave_out(checks: &mut [CheckResult], ignored: &[IgnoredCheck]) -> Vec<String> {
    let mut found = Vec::new();
    for one in ignored {
        let Some(check) = checks.iter_mut().find(|check| check.id == one.id) else { continue };
        if matches!(check.status, Status::Fail | Status::Warn) {
            found.push(one.id.clone());
        }
        (check.status, check.value) = (Status::Na, None);
        check.summary = format!("{SAYS_IGNORED}{}", one.reason.trim());
        check.details.clear();
    }
    found
}

/// Whether that check is ignored.
pub(super) fn is_ignored(ignored: &[IgnoredCheck], id: &str) -> bool {
    ignored.iter().any(|one| one.id == id)
}

/// Sum of the weights of the ignored checks that the page can have.
pub(super) fn weight(subject: Subject, ignored: &[IgnoredCheck]) -> u8 {
    let specs = ignored.iter().filter_map(|one| spec_of(&one.id));
    let can_have = specs.filter(|spec| exemption(spec.id, subject).is_none());
    can_have.map(|spec| spec.weight).sum()
}
