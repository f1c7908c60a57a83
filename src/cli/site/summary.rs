//! From the rows of a run to what is said of the site.

use std::collections::HashSet;

use anyhow::Context;
use citable_checks::site::{
    Cause, Judged, Listed, NotJudged, PAGES_NAMED, PAGES_SHOWN, PageRowFindings, Rule, Site,
    Standing, causes,
};

use super::baseline::Baseline;
use super::broken::{self, Published};
use super::options::Thresholds;
use super::rows::RunRows;
use super::threshold::Held;
use crate::render::NO_ADDRESS;
use crate::render::site::overview::{FailedPage, LOWEST_SHOWN, Overview, SinceBaseline, Tally};

/// Pages without a score that are named.
const FAILURES_SHOWN: usize = 100;

/// Rules that compare URLs with each other, with a sitemap or with the files of a folder.
const NEED_URLS: [Rule; 5] = [
    Rule::CanonicalChain,
    Rule::SitemapCoverage,
    Rule::BlockedListing,
    Rule::HreflangReturn,
    Rule::BrokenLink,
];

/// What is known of a run beside its rows.
pub(super) struct Known<'a> {
    pub(super) target: String,
    pub(super) notes: Vec<String>,
    pub(super) listed: &'a [Listed],
    /// Entries of a folder's sitemaps that have no file.
    pub(super) missing: &'a [String],
    pub(super) listing_cut: bool,
    pub(super) stopped: bool,
    pub(super) thresholds: &'a Thresholds,
    pub(super) baseline: Option<&'a Baseline>,
    /// Whether pages were left out because they didn't change.
    pub(super) partial: bool,
    /// Whether every page is named.
    pub(super) verbose: bool,
    /// Whether programs read the overview, where every page of a cause is named.
    pub(super) for_programs: bool,
    /// The folder that the pages are from, if its URL is known.
    pub(super) folder: Option<Published<'a>>,
    /// Whether the pages are a folder's whose URL isn't known.
    pub(super) without_url: bool,
}

/// Returns the overview of the site.
///
/// # Errors
/// When the rows can't be read.
pub(super) fn overview(rows: &mut RunRows<'_>, known: Known<'_>) -> anyhow::Result<Overview> {
    let most = |most: usize| if known.verbose { usize::MAX } else { most };
    let (mut tally, mut site) = (Tally::naming(most(LOWEST_SHOWN)), Site::new());
    let mut held = Held::new(known.thresholds, known.baseline);
    let mut since = known.baseline.map(|_| SinceBaseline::default());
    let mut overview = Overview {
        target: known.target,
        notes: known.notes,
        stopped: known.stopped,
        without_url: known.without_url,
        ..Overview::default()
    };
    rows.visit_all(&mut |row| {
        let Some(scan) = &row.scan else {
            overview.failed += 1;
            let failure =
                row.failure.as_ref().filter(|_| overview.failures.len() < most(FAILURES_SHOWN));
            overview.failures.extend(failure.map(|failure| FailedPage {
                url: row.url.clone(),
                code: failure.code.as_str().to_owned(),
                message: failure.message.clone(),
            }));
            return Ok(());
        };
        site.add(&scan.facts);
        if row.is_counted_apart() {
            match scan.facts.standing {
                Standing::Frame => overview.frames += 1,
                _ => overview.forwarding += 1,
            }
            return Ok(());
        }
        tally.add(row, scan);
        held.page(row, scan);
        if let (Some(baseline), Some(since)) = (known.baseline, &mut since) {
            baseline.compare(row, scan, since);
        }
        Ok(())
    })?;
    tally.fill(&mut overview);
    overview.ignored = rows.ignoring.shown(&rows.ignored);
    for entry in known.listed {
        site.add_listed(entry);
    }
    known.missing.iter().for_each(|url| site.add_missing(url));
    if known.listing_cut {
        site.listing_was_cut();
    }
    if let Some(folder) = known.folder {
        broken::add(&mut site, rows, folder)?;
    }
    overview.site = by_path(site.judge_naming(most(PAGES_SHOWN)));
    if known.without_url {
        overview.site.not_judged = without_url(overview.site.not_judged);
    }
    overview.causes =
        causes_of(rows, if known.for_programs { usize::MAX } else { most(PAGES_NAMED) })?;
    if let (Some(baseline), Some(since)) = (known.baseline, &mut since) {
        // Of a part of the site nothing can be said to be gone.
        if !known.stopped && !known.partial {
            let names: HashSet<&str> = rows.names.iter().map(String::as_str).collect();
            since.gone = baseline.gone(&names);
        }
        if baseline.is_of_another_catalogue() {
            overview.notes.push(
                "The baseline was made by another version of the checks, which may judge \
                 differently"
                    .to_owned(),
            );
        }
    }
    overview.notes.extend(held.notes());
    let before = known.baseline.map(|baseline| baseline.findings(&site));
    overview.missed = held.missed(&overview.site.findings, before.as_deref(), since.as_ref());
    overview.since_baseline = since;
    Ok(overview)
}

/// Names the rules that need URLs among those that weren't judged.
fn without_url(others: Vec<NotJudged>) -> Vec<NotJudged> {
    let reason = "Needs the site's URL (--base-url).";
    let skipped = NEED_URLS.map(|rule| NotJudged { rule, reason: reason.to_owned() });
    let others = others.into_iter().filter(|other| !NEED_URLS.contains(&other.rule));
    skipped.into_iter().chain(others).collect()
}

/// Findings that name pages of unknown URL by their paths, as rows do.
fn by_path(mut judged: Judged) -> Judged {
    let host = NO_ADDRESS.trim_end_matches('/');
    let bare = |text: &mut String| {
        if text.contains(host) {
            *text = text.replace(host, "");
        }
    };
    for finding in &mut judged.findings {
        bare(&mut finding.summary);
        bare(&mut finding.fix);
        for page in &mut finding.pages {
            bare(&mut page.url);
            bare(&mut page.detail);
        }
    }
    judged
}

/// The causes of what the pages were found to lack.
fn causes_of(rows: &mut RunRows<'_>, named: usize) -> anyhow::Result<Vec<Cause>> {
    let mut fault = None;
    let pages = rows.names.iter().filter_map(|name| {
        let row = match rows.state.row(name) {
            Ok(row) => row?,
            Err(error) => {
                fault = Some(error);
                return None;
            }
        };
        if row.is_counted_apart() {
            return None;
        }
        let scan = row.scan?;
        let template = scan.facts.template.clone();
        let (kind, low_confidence) = (scan.kind, scan.low_confidence);
        Some(PageRowFindings {
            url: row.url,
            template,
            kind,
            low_confidence,
            findings: scan.findings,
        })
    });
    let found = causes(pages, named);
    match fault {
        Some(error) => Err(error).context("can't read the state of the run"),
        None => Ok(found),
    }
}
