//! The small files beside a page.

use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{FileFetch, FileOutcome};
use url::Url;

use super::client::{Agent, Wanted};
use super::failure::{self, RequestError};
use super::kept::FileKind;
use super::redirect::{self, TrailEnd};
use super::session::Session;
use super::settings::FetchLimits;
use super::target::TargetUrl;

/// How such a file is asked for.
fn wanted(kind: FileKind, limits: &FetchLimits) -> Wanted {
    let (kind, accept, bytes) = match kind {
        FileKind::RobotsTxt => ("robots_txt", "text/plain,*/*;q=0.5", limits.robots_bytes),
        FileKind::Sitemap => {
            ("sitemap", "application/xml,text/xml,text/plain,*/*;q=0.5", limits.sitemap_bytes)
        }
        FileKind::LlmsTxt => {
            ("llms_txt", "text/plain,text/markdown,*/*;q=0.5", limits.llms_txt_bytes)
        }
        FileKind::Markdown => {
            ("markdown", "text/markdown,text/plain;q=0.5,*/*;q=0.1", limits.markdown_bytes)
        }
    };
    Wanted { kind, accept, bytes, agent: Agent::Own }
}

/// The file as scans keep it for each other, else as `fetch` gets it within the session's time.
pub(super) async fn kept<F: Future<Output = FileFetch> + Send>(
    session: &Session<'_>,
    kind: FileKind,
    target: &TargetUrl,
    fetch: impl Fn() -> F,
) -> FileFetch {
    let url = target.url().clone();
    let asked = session.kept().get(kind, url.clone(), || session.now_ms(), fetch);
    let file = tokio::time::timeout_at(session.deadline().into(), asked).await;
    file.unwrap_or_else(|_| unreachable(session, url, RequestError::TimedOut.about(target.host())))
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
    let wanted = wanted(kind, &session.settings().limits);
    let trail = redirect::follow(session, target, wanted, objection).await;
    let outcome = match trail.end {
        TrailEnd::Answered(body) => {
            FileOutcome::Answered { body: body.bytes, truncated: body.truncated }
        }
        TrailEnd::Redirected(_) | TrailEnd::ToHttp(_) | TrailEnd::Blocked => {
            FileOutcome::RedirectsUnresolved
        }
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
