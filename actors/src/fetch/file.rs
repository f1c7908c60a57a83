//! The small files beside a page.

use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{FileFetch, FileOutcome};
use url::Url;

use super::client::{Agent, Wanted};
use super::failure;
use super::redirect::{self, TrailEnd};
use super::session::Session;
use super::settings::FetchLimits;
use super::target::TargetUrl;

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FileKind {
    RobotsTxt,
    Sitemap,
    LlmsTxt,
    Markdown,
}

impl FileKind {
    /// How such a file is asked for.
    fn wanted(self, limits: &FetchLimits) -> Wanted {
        let (kind, accept, bytes) = match self {
            Self::RobotsTxt => ("robots_txt", "text/plain,*/*;q=0.5", limits.robots_bytes),
            Self::Sitemap => {
                ("sitemap", "application/xml,text/xml,text/plain,*/*;q=0.5", limits.sitemap_bytes)
            }
            Self::LlmsTxt => {
                ("llms_txt", "text/plain,text/markdown,*/*;q=0.5", limits.llms_txt_bytes)
            }
            Self::Markdown => {
                ("markdown", "text/markdown,text/plain;q=0.5,*/*;q=0.1", limits.markdown_bytes)
            }
        };
        Wanted { kind, accept, bytes, agent: Agent::Own }
    }
}

/// Fetches a file. Redirects may lead to other hosts, as far as the caller has no objection. Says
/// when the fetch began, by the session's clock.
pub(super) async fn fetch(
    session: &Session<'_>,
    kind: FileKind,
    target: &TargetUrl,
    objection: impl Fn(&TargetUrl) -> Option<ScanFailure>,
) -> FileFetch {
    let fetched_at = session.now_ms();
    let wanted = kind.wanted(&session.settings().limits);
    let trail = redirect::follow(session, target, wanted, objection).await;
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

/// A file that was not asked for, since its address is none that is fetched.
pub(super) fn blocked(session: &Session<'_>, url: Url) -> FileFetch {
    let failure = failure::blocked_file(url.host_str().unwrap_or_default());
    unreachable(session, url, failure)
}

/// A file that did not come.
pub(super) fn unreachable(session: &Session<'_>, url: Url, failure: ScanFailure) -> FileFetch {
    let outcome = FileOutcome::Unreachable { failure };
    FileFetch { url, fetched_at: session.now_ms(), exchanges: Vec::new(), outcome }
}
