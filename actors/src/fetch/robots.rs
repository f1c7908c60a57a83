//! robots.txt of an origin (RFC 9309 section 2.3).

use citable_checks::failure::FailureCode;
use citable_checks::page::snapshot::{FileFetch, FileOutcome};

use super::client::Wanted;
use super::redirect::{self, TrailEnd};
use super::session::Session;
use super::target::TargetUrl;

/// What a robots.txt is asked for as.
const ACCEPT: &str = "text/plain,*/*;q=0.5";

/// Fetches the robots.txt of that address's origin. Redirects may lead to other hosts.
pub(super) async fn fetch(session: &mut Session<'_>, page: &TargetUrl) -> FileFetch {
    let target = page.robots_txt();
    let fetched_at = session.now_ms();
    let wanted = Wanted { accept: ACCEPT, bytes: session.settings().limits.robots_bytes };
    let trail = redirect::follow(session, &target, wanted, |_| None).await;
    let outcome = match trail.end {
        TrailEnd::Answered(body) => {
            FileOutcome::Answered { body: body.bytes, truncated: body.truncated }
        }
        TrailEnd::Redirected(_) | TrailEnd::Blocked => FileOutcome::RedirectsUnresolved,
        // A redirect to a name that leads inwards is one that may not be followed.
        TrailEnd::Failed(failure)
            if failure.code == FailureCode::BlockedAddress && !trail.exchanges.is_empty() =>
        {
            FileOutcome::RedirectsUnresolved
        }
        TrailEnd::Failed(failure) => FileOutcome::Unreachable { failure },
    };
    FileFetch { url: target.url().clone(), fetched_at, exchanges: trail.exchanges, outcome }
}
