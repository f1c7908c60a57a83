//! The page with its redirect chain.

use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::{FileFetch, PageEnd, PageFetch};

use super::body::Body;
use super::client::Wanted;
use super::failure;
use super::redirect::{self, TrailEnd};
use super::robots;
use super::session::Session;
use super::target::TargetUrl;

/// What a page is asked for as.
const ACCEPT: &str = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5";

/// Fetches the page. A redirect within the requested origin obeys that origin's robots.txt too.
///
/// # Errors
/// Whatever may be about us or about the moment.
pub(super) async fn fetch(
    session: &mut Session<'_>,
    target: &TargetUrl,
    own_rules: &FileFetch,
) -> Result<(PageFetch, TargetUrl), ScanFailure> {
    let wanted = Wanted { accept: ACCEPT, bytes: session.settings().limits.page_bytes };
    let permits =
        |next: &TargetUrl| !next.same_origin(target) || !robots::refuses_us(own_rules, next);
    let trail = redirect::follow(session, target, wanted, permits).await;
    let (end, body) = match trail.end {
        TrailEnd::Answered(body) => (PageEnd::Answered, body),
        TrailEnd::Redirected(end) => (end, Body::default()),
        TrailEnd::Blocked => return Err(failure::blocked_redirect(trail.last.host())),
        TrailEnd::NotPermitted => return Err(failure::robots_refused(target.host())),
        TrailEnd::Failed(failure) => return Err(failure),
    };
    let page =
        PageFetch { exchanges: trail.exchanges, end, body: body.bytes, truncated: body.truncated };
    Ok((page, trail.last))
}
