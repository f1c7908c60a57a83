//! `scan_site` of a local session: many pages, summarized.

use std::path::Path;
use std::sync::Arc;

use citable_checks::site::Cause;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::limits::{SITE, SITE_PAGES, SITE_PAGES_MAX};
use super::session::Session;
use crate::cli::output::chain;
use crate::cli::page::page_url;
use crate::cli::site::{SiteRequest, SiteSource, summarize};
use crate::http::problem::{Code, Problem};
use crate::mcp::page_text::{NOTICE, advice, echo_address};
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, described, facts, objects, plain, plain_or_null, text, whole};
use crate::render::site::overview::Overview;

/// Causes and findings that a result names.
const SHOWN: usize = 15;
/// Pages that each of them names.
const PAGES: usize = 5;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    folder: Option<String>,
    base_url: Option<String>,
    #[serde(default)]
    clean_urls: bool,
    sitemap: Option<String>,
    max_pages: Option<u32>,
    #[serde(default)]
    refresh: bool,
}

pub(super) fn input() -> Value {
    let most = usize::try_from(SITE_PAGES_MAX).unwrap_or(usize::MAX);
    let default = usize::try_from(SITE_PAGES).unwrap_or(usize::MAX);
    arguments(
        &[],
        &[
            ("folder", text("Path of a folder with HTML files on this machine.")),
            (
                "baseUrl",
                text(
                    "Public HTTPS URL of the folder. Checks and rules that need URLs are skipped \
                     without it.",
                ),
            ),
            (
                "cleanUrls",
                described("boolean", "True if a.html is published as /a, not as /a.html."),
            ),
            ("sitemap", text("HTTPS URL of a sitemap, instead of folder.")),
            (
                "maxPages",
                whole(1, most, default, "Maximum number of pages. The default is for sitemaps."),
            ),
            (
                "refresh",
                described(
                    "boolean",
                    "True to scan all pages again. Without it, unchanged files and fetched pages \
                     are kept from this session's last scan.",
                ),
            ),
        ],
    )
}

pub(super) fn output() -> Value {
    facts(
        &["target", "scanned", "failed", "stopped", "causes", "siteFindings", "nextStep"],
        &[
            ("target", plain("string")),
            ("scanned", plain("integer")),
            ("failed", described("integer", "Number of pages that couldn't be scanned.")),
            ("stopped", described("boolean", "True if pages are left to scan.")),
            ("median", plain_or_null("integer")),
            ("lowest", plain_or_null("integer")),
            ("bands", objects("Pages per band: band, from, to, pages. None for low confidence.")),
            (
                "engines",
                objects(
                    "Pages per answer engine: name, eligible, limited, blocked, unknown (eligible \
                     unless robots.txt, which wasn't read, blocks the engine).",
                ),
            ),
            (
                "urlKnown",
                described(
                    "boolean",
                    "False if the folder has no baseUrl. Then robots.txt wasn't read.",
                ),
            ),
            (
                "causes",
                objects(
                    "One fix each, by reach and points lost across all pages: checkIds, status, \
                     summary, fix, pages (the first), total, gain (sum over its pages; an upper \
                     bound where gainKind is atMost), lowConfidenceGain (the part of it on pages \
                     whose score has low confidence).",
                ),
            ),
            ("causesTotal", plain("integer")),
            (
                "siteFindings",
                objects("Findings across pages: rule, severity, summary, fix, pages, total."),
            ),
            ("lowestPages", objects("Lowest first: score, url, file, capped, fix.")),
            ("failures", objects("Pages without a score: url, code, message.")),
            ("notes", json!({ "type": "array", "items": { "type": "string" } })),
            ("aboutPageContent", plain("string")),
            ("nextStep", plain("string")),
        ],
    )
}

pub(super) async fn call(session: Arc<Session>, sent: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    let place = Arc::clone(&session.site).try_acquire_owned();
    let _place =
        place.map_err(|_full| Problem::new(Code::Overloaded, "Another site is being scanned."))?;
    let request = request(&session, asked)?;
    let again = match request.source {
        SiteSource::Folder { .. } => ": it scans only files that changed",
        SiteSource::Sitemap(_) => " with `refresh: true`, so that pages are fetched again",
    };
    let summarized = summarize(request, session.fetcher.clone(), session.clock.clone()).await;
    // What can't be scanned is told in the words of the command line.
    let overview =
        summarized.map_err(|error| Problem::invalid_request(format!("{}.", chain(&error))))?;
    Ok(told(&overview, again).into())
}

/// What to scan, where its state is.
fn request(session: &Session, asked: Asked) -> Result<SiteRequest, Problem> {
    let Asked { folder, base_url, clean_urls, sitemap, max_pages, refresh } = asked;
    if max_pages.is_some_and(|most| !(1..=SITE_PAGES_MAX).contains(&most)) {
        let message = format!("`maxPages` must be a whole number from 1 to {SITE_PAGES_MAX}.");
        return Err(Problem::invalid_request(message).about("maxPages"));
    }
    let (source, max_pages) = match (folder, sitemap) {
        (Some(folder), None) => {
            let base_url = base_url.map(|url| page_url(&url)).transpose().map_err(|_| {
                let message = "`baseUrl` must be the folder's https URL, such as \
                               https://www.example.org/.";
                Problem::invalid_request(message).about("baseUrl")
            })?;
            if !Path::new(&folder).is_dir() {
                let message = format!("{} isn't a folder.", echo_address(&folder));
                return Err(Problem::not_found(message).about("folder"));
            }
            (SiteSource::Folder { path: folder.into(), base_url, clean_urls }, max_pages)
        }
        (None, Some(_)) if base_url.is_some() || clean_urls => {
            let message = "`baseUrl` and `cleanUrls` are for `folder` only. Omit them when you \
                           send `sitemap`.";
            return Err(Problem::invalid_request(message));
        }
        (None, Some(_)) if session.fetcher.is_none() => {
            let message = "This session runs with --offline, so it can't fetch a sitemap.";
            return Err(Problem::new(Code::InvalidUrl, message));
        }
        (None, Some(url)) if !url.starts_with("https://") => {
            let message = "`sitemap` must be an https URL.";
            return Err(Problem::new(Code::InvalidUrl, message).about("sitemap"));
        }
        (None, Some(url)) => (SiteSource::Sitemap(url), Some(max_pages.unwrap_or(SITE_PAGES))),
        _ => {
            let message = "Send exactly one of `folder` and `sitemap`.";
            return Err(Problem::invalid_request(message));
        }
    };
    let state = state(session, &source)?;
    Ok(SiteRequest { source, max_pages, state, resume: !refresh, within: SITE })
}

/// The folder that the pages of that site are kept in until the session ends.
fn state(session: &Session, source: &SiteSource) -> Result<std::path::PathBuf, Problem> {
    if session.states.get().is_none() {
        let made = tempfile::Builder::new().prefix("citable-mcp-").tempdir().map_err(|error| {
            tracing::error!(%error, "can't make a folder for temporary files");
            Problem::internal()
        })?;
        // Of two that are made at once one stays, and the other removes itself.
        let _known = session.states.set(made);
    }
    let folder = session.states.get().ok_or_else(Problem::internal)?.path();
    let hash = Sha256::digest(format!("{source:?}"));
    Ok(folder.join(hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect::<String>()))
}

fn told(overview: &Overview, again: &str) -> Value {
    let findings = overview.site.findings.iter().take(SHOWN).map(|finding| {
        let pages: Vec<String> =
            finding.pages.iter().take(PAGES).map(|page| echo_address(&page.url)).collect();
        json!({
            "rule": finding.rule,
            "severity": finding.severity,
            "summary": advice(&finding.summary),
            "fix": advice(&finding.fix),
            "pages": pages,
            "total": finding.total,
        })
    });
    let lowest = overview.lowest_pages.iter().map(|page| {
        json!({
            "score": page.score,
            "url": echo_address(&page.url),
            "file": page.file.as_deref().map(echo_address),
            "capped": page.capped.as_deref().map(advice),
            "fix": page.fix.as_deref().map(advice),
        })
    });
    let failures = overview.failures.iter().take(SHOWN).map(|page| {
        json!({
            "url": echo_address(&page.url),
            "code": page.code,
            "message": advice(&page.message),
        })
    });
    json!({
        "target": echo_address(&overview.target),
        "scanned": overview.scanned,
        "failed": overview.failed,
        "stopped": overview.stopped,
        "median": overview.median,
        "lowest": overview.lowest,
        "bands": overview.bands,
        "engines": overview.engines,
        "urlKnown": !overview.without_url,
        "causes": overview.causes.iter().take(SHOWN).map(cause).collect::<Vec<_>>(),
        "causesTotal": overview.causes.len(),
        "siteFindings": findings.collect::<Vec<_>>(),
        "lowestPages": lowest.collect::<Vec<_>>(),
        "failures": failures.collect::<Vec<_>>(),
        "notes": overview.notes.iter().map(|note| advice(note)).collect::<Vec<_>>(),
        "aboutPageContent": NOTICE,
        "nextStep": next(overview, again),
    })
}

fn cause(cause: &Cause) -> Value {
    let pages: Vec<String> =
        cause.pages.iter().take(PAGES).map(|page| echo_address(page)).collect();
    let mut told = json!({
        "checkIds": cause.checks,
        "status": cause.status,
        "summary": advice(&cause.summary),
        "fix": advice(&cause.fix.title),
        "pages": pages,
        "total": cause.total,
        "gain": cause.gain,
        "gainKind": cause.gain_kind,
    });
    if cause.low_confidence_gain > 0 {
        told["lowConfidenceGain"] = cause.low_confidence_gain.into();
    }
    told
}

fn next(overview: &Overview, again: &str) -> String {
    if overview.stopped {
        return "Pages are left. Call scan_site again with the same arguments to scan the rest."
            .to_owned();
    }
    format!(
        "Fix the causes in order; one in a template is one edit for all its pages. For the steps, \
         call start_scan with the file or URL of one of its pages, then get_fix_plan. After the \
         changes, call scan_site again{again}."
    )
}
