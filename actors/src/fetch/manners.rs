//! What the scanner does not ask for, since it was asked not to.

use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::FileFetch;
use citable_checks::robots::own_agent_refused;

use super::target::TargetUrl;

/// The scanner's manners towards the final origin: what robots.txt there forbids it by name, it
/// does not fetch.
pub(super) struct Manners<'a> {
    pub(super) origin: &'a TargetUrl,
    pub(super) robots: Option<&'a FileFetch>,
}

impl Manners<'_> {
    /// Why that address is not asked for.
    pub(super) fn objection(&self, target: &TargetUrl) -> Option<ScanFailure> {
        let robots = self.robots.filter(|_| target.same_origin(self.origin))?;
        own_agent_refused(robots, target.url())
    }
}
