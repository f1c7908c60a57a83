//! The page with its redirect chain.

use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::{FileFetch, PageEnd, PageFetch};
use citable_checks::robots::own_agent_refused;

use super::body::Body;
use super::client::{Agent, Wanted};
use super::failure;
use super::redirect::{self, TrailEnd};
use super::session::Session;
use super::target::TargetUrl;

/// What a page is asked for as.
pub(super) const ACCEPT: &str = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5";

/// Fetches the page. A redirect within the requested origin obeys that origin's robots.txt too.
///
/// # Errors
/// Whatever may be about us or about the moment.
pub(super) async fn fetch(
    session: &Session<'_>,
    target: &TargetUrl,
    requested_robots: &FileFetch,
) -> Result<(PageFetch, TargetUrl), ScanFailure> {
    let wanted = Wanted {
        kind: "page",
        accept: ACCEPT,
        bytes: session.settings().limits.page_bytes,
        agent: Agent::Own,
    };
    let objection = |next: &TargetUrl| {
        next.same_origin(target).then(|| own_agent_refused(requested_robots, next.url())).flatten()
    };
    let trail = redirect::follow(session, target, wanted, objection).await;
    let (end, body) = match trail.end {
        TrailEnd::Answered(body) => (PageEnd::Answered, body),
        TrailEnd::Redirected(end) => (end, Body::default()),
        TrailEnd::ToHttp(to) => return Err(failure::redirected_to_http(&to)),
        TrailEnd::Blocked => return Err(failure::blocked_redirect(trail.last.host())),
        TrailEnd::Failed(failure) => return Err(failure),
    };
    let page =
        PageFetch { exchanges: trail.exchanges, end, body: body.bytes, truncated: body.truncated };
    Ok((page, trail.last))
}
