//! robots.txt of an origin (RFC 9309 section 2.3).

use citable_checks::page::snapshot::FileFetch;

use super::file;
use super::session::Session;
use super::target::TargetUrl;
use crate::fetch::kept::FileKind;

/// The robots.txt of that address's origin. Redirects may lead to other hosts.
pub(super) async fn fetch(session: &Session<'_>, page: &TargetUrl) -> FileFetch {
    let target = page.robots_txt();
    let fetch = || file::fetch(session, FileKind::RobotsTxt, &target, |_| None);
    file::kept(session, FileKind::RobotsTxt, &target, fetch).await
}
