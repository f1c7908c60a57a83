//! Everything around a page besides robots.txt. Nothing here fails a scan, and all of it together
//! has a limit of time; what did not come was not seen.

use std::sync::Arc;

use citable_checks::page::snapshot::{FileFetch, FileOutcome, PageFetch, Supporting};
use citable_checks::supporting::{SupportingPlan, plan};
use futures_util::future::join4;
use url::Url;

use super::file;
use super::manners::Manners;
use super::session::Session;
use super::target::{TargetUrl, check_url};
use super::{probes, sitemaps};
use crate::fetch::kept::FileKind;

/// Bytes that are kept of an HTML document where Markdown was expected.
const HTML_BYTES: usize = 1024;

/// Fetches what stands around a page that was answered at `last`, several files at once. Requests
/// to one host wait for each other all the same.
pub(super) async fn fetch(
    session: &Session<'_>,
    page: &Arc<PageFetch>,
    last: &TargetUrl,
    robots: &Arc<Vec<FileFetch>>,
    probes: bool,
) -> Supporting {
    let session = &session.within(session.settings().limits.supporting);
    let planning = (Arc::clone(page), Arc::clone(robots));
    let planned = tokio::task::spawn_blocking(move || plan(&planning.0, &planning.1));
    let Ok(Some(planned)) = planned.await else { return Supporting::default() };
    let SupportingPlan { sitemaps, llms_txt, markdown, probe_agents, page_text } = planned;
    let probe_agents = if probes { probe_agents } else { Vec::new() };
    let origin = last.url().origin();
    let manners =
        &Manners { origin: last, robots: robots.iter().find(|file| file.url.origin() == origin) };
    let [llms_session, markdown_session, probe_session] =
        ["llms.txt", "Markdown alternate", "probe"].map(|what| session.waiting_for(what));
    let (sitemaps, llms_txt, markdown, probes) = join4(
        sitemaps::survey(session, manners, sitemaps),
        fetch_llms_txt(&llms_session, manners, llms_txt),
        fetch_markdown(&markdown_session, manners, markdown),
        probes::probe(&probe_session, manners, page, page_text, last, &probe_agents),
    )
    .await;
    Supporting { sitemaps, llms_txt, markdown, probes }
}

async fn fetch_llms_txt(
    session: &Session<'_>,
    manners: &Manners<'_>,
    url: Url,
) -> Option<FileFetch> {
    let target = permitted(session, manners, url)?;
    let fetch = || async {
        let objection = |next: &_| manners.objection(next);
        without_html(file::fetch(session, FileKind::LlmsTxt, &target, objection).await)
    };
    Some(file::kept(session, FileKind::LlmsTxt, &target, fetch).await)
}

async fn fetch_markdown(
    session: &Session<'_>,
    manners: &Manners<'_>,
    urls: Vec<Url>,
) -> Vec<FileFetch> {
    let mut files = Vec::new();
    for url in urls {
        if let Some(target) = permitted(session, manners, url) {
            let objection = |next: &_| manners.objection(next);
            let file = file::fetch(session, FileKind::Markdown, &target, objection).await;
            files.push(without_html(file));
        }
    }
    files
}

/// The address, where it may be asked for.
fn permitted(session: &Session<'_>, manners: &Manners<'_>, url: Url) -> Option<TargetUrl> {
    let target = check_url(url, session.settings()).ok()?;
    manners.objection(&target).is_none().then_some(target)
}

/// Of a document that says by its type that it is HTML, and looks it, only the beginning: many
/// sites answer every address with their start page.
fn without_html(mut file: FileFetch) -> FileFetch {
    let is_html = file.exchanges.last().is_some_and(|last| {
        last.header("content-type").unwrap_or_default().to_ascii_lowercase().contains("html")
    });
    if let FileOutcome::Answered { body, truncated } = &mut file.outcome
        && is_html
        && body.trim_ascii_start().starts_with(b"<")
    {
        *truncated |= body.len() > HTML_BYTES;
        body.truncate(HTML_BYTES);
    }
    file
}
