//! Asking for the page once more with agents that look like AI crawlers.

use std::sync::Arc;

use citable_checks::page::snapshot::{PageFetch, ProbeFetch, ProbeOutcome};
use citable_checks::probe::{needs_second, outcome};

use super::client::{Agent, Wanted};
use super::page::ACCEPT;
use super::redirect::{self, TrailEnd};
use super::session::Session;
use super::target::TargetUrl;
use crate::fetch::manners::Manners;

/// Probes with the first agent; with the second one only where the first was answered otherwise
/// than the scanner was.
pub(super) async fn probe(
    session: &Session<'_>,
    manners: &Manners<'_>,
    page: &Arc<PageFetch>,
    page_text: usize,
    target: &TargetUrl,
    agents: &[&'static str],
) -> Vec<ProbeFetch> {
    let mut probes = Vec::new();
    if !session.settings().edge_probes {
        return probes;
    }
    for agent in agents.iter().take(2) {
        let probe = ask(session, manners, page, page_text, target, agent).await;
        let enough = !needs_second(&probe);
        probes.push(probe);
        if enough || session.is_over() {
            break;
        }
    }
    probes
}

async fn ask(
    session: &Session<'_>,
    manners: &Manners<'_>,
    page: &Arc<PageFetch>,
    page_text: usize,
    target: &TargetUrl,
    agent: &'static str,
) -> ProbeFetch {
    let fetched_at = session.now_ms();
    let bytes = session.settings().limits.page_bytes;
    let wanted = Wanted { kind: "probe", accept: ACCEPT, bytes, agent: Agent::Probe(agent) };
    let objection = |next: &_| manners.objection(next);
    let trail = redirect::follow(session, target, wanted, objection).await;
    let outcome = match trail.end {
        TrailEnd::Answered(body) => {
            let status = trail.exchanges.last().map_or(0, |last| last.status);
            let page = Arc::clone(page);
            let compared = tokio::task::spawn_blocking(move || {
                outcome(&page.body, page_text, status, body.bytes)
            });
            compared.await.unwrap_or(ProbeOutcome::RedirectsUnresolved)
        }
        TrailEnd::Redirected(_) | TrailEnd::ToHttp(_) | TrailEnd::Blocked => {
            ProbeOutcome::RedirectsUnresolved
        }
        TrailEnd::Failed(failure) => ProbeOutcome::Unreachable { failure },
    };
    ProbeFetch { agent: agent.to_owned(), fetched_at, exchanges: trail.exchanges, outcome }
}
