//! From a snapshot to its report.
//!
//! Pure: the same snapshot gives the byte-identical report. What may be about us or the moment is
//! a [`ScanFailure`], never a verdict.

pub(crate) mod classify;
mod ignored;
mod only_rendered;

use chrono::{DateTime, SecondsFormat};

use crate::agents::registry_version;
use crate::applicability::kind_weight;
use crate::catalogue::{indexing, structure};
use crate::check::Context;
use crate::excerpt::{TITLE_CHARACTERS, one_line};
use crate::failure::ScanFailure;
use crate::gates::{Mended, gates};
use crate::page::snapshot::Snapshot;
use crate::page::{Kind, Page, Rendering};
use crate::patience::Patience;
use crate::recommend::recommendations;
use crate::reference::standing;
use crate::registry;
use crate::rendered::Rendered;
use crate::report::{
    CheckResult, Doubt, PageKind, PageSummary, Recommendation, RenderingView, Report, ReportStatus,
    Status,
};
use crate::score::{Input, Length, Outcome, score};
use crate::site::PageFacts;
use crate::stage::Stage;
use crate::url::url_hash;
use crate::weights::{ADDED_PASS, CATALOGUE_VERSION, CHECKS_TOTAL};
pub use ignored::{IgnoredCheck, was_ignored};

/// Reads, checks and scores the snapshot of a scan with that id, however long that takes, and names
/// each stage as it begins: `reading`, `checking`, `scoring`.
///
/// # Errors
/// `refused`, `challenged`, `origin_error` and `not_html`, where the answer does not tell what the
/// page is.
pub fn evaluate(
    id: &str,
    snapshot: &Snapshot,
    on_stage: &mut dyn FnMut(Stage),
) -> Result<Report, ScanFailure> {
    evaluate_within(id, snapshot, on_stage, &Patience::unlimited())
}

/// Does what [`evaluate`] does, as long as the patience lasts.
///
/// # Errors
/// Those of [`evaluate`], and `internal` where it did not last. Nothing is judged then.
pub fn evaluate_within(
    id: &str,
    snapshot: &Snapshot,
    on_stage: &mut dyn FnMut(Stage),
    patience: &Patience<'_>,
) -> Result<Report, ScanFailure> {
    judged(id, snapshot, &[], on_stage, patience, |_, report, _| report)
}

/// What a page of a site comes to.
#[derive(Clone, Debug)]
pub struct SitePage {
    /// The report.
    pub report: Report,
    /// What the rules for sites need.
    pub facts: PageFacts,
    /// IDs of the ignored checks that fail or warn.
    pub ignored: Vec<String>,
}

/// Does what [`evaluate_within`] does, without the ignored checks, and says what the rules for sites
/// need of the page.
///
/// An ignored check doesn't apply: it counts neither in the score nor in a cap, and has no fix.
///
/// # Errors
/// Those of [`evaluate_within`].
pub fn evaluate_with_facts(
    id: &str,
    snapshot: &Snapshot,
    ignored: &[IgnoredCheck],
    on_stage: &mut dyn FnMut(Stage),
    patience: &Patience<'_>,
) -> Result<SitePage, ScanFailure> {
    judged(id, snapshot, ignored, on_stage, patience, |context, report, ignored| {
        let facts = PageFacts::of(context);
        SitePage { report, facts, ignored }
    })
}

/// Judges the page of a snapshot; `finish` makes of page and report what is wanted.
fn judged<T>(
    id: &str,
    snapshot: &Snapshot,
    ignored: &[IgnoredCheck],
    on_stage: &mut dyn FnMut(Stage),
    patience: &Patience<'_>,
    finish: impl FnOnce(&Context<'_>, Report, Vec<String>) -> T,
) -> Result<T, ScanFailure> {
    on_stage(Stage::Reading);
    let page = read_within(snapshot, patience)?;

    on_stage(Stage::Checking);
    let context = Context::new(&page, is_blank(snapshot));
    let context = context.within(patience);
    let (report, found) = report_on(id, snapshot, &context, ignored, on_stage)?;
    Ok(finish(&context, report, found))
}

/// Whether the body of a snapshot's page holds nothing but white space.
pub(crate) fn is_blank(snapshot: &Snapshot) -> bool {
    snapshot.page.body.trim_ascii().is_empty()
}

/// Checks and scores a page that was read from that snapshot: the report, and the IDs of the
/// ignored checks that fail or warn.
///
/// # Errors
/// `internal` where the context's patience did not last.
pub(crate) fn report_on(
    id: &str,
    snapshot: &Snapshot,
    context: &Context<'_>,
    ignored: &[IgnoredCheck],
    on_stage: &mut dyn FnMut(Stage),
) -> Result<(Report, Vec<String>), ScanFailure> {
    let page = context.page;
    let (checks, unsure) = registry::run(context);
    context.patience.ask()?;

    let mut checks: Vec<CheckResult> = match context.subject.kind {
        PageKind::Home => checks.into_iter().map(without_measures).collect(),
        _ => checks,
    };
    let rendering = rendering_of(page);
    checks = only_rendered::told(checks, &rendering);
    let found = ignored::leave_out(&mut checks, ignored);

    on_stage(Stage::Scoring);
    let input = Input {
        length: length_of(context, &checks, ignored),
        checks,
        gates: gates(context, Mended::default()),
        word_equivalents: page.document.main.word_equivalents,
        unread: !ignored::is_ignored(ignored, "content-depth")
            && structure::content_depth::is_unread(page, context.subject.kind),
        canonical_elsewhere: !ignored::is_ignored(ignored, "canonical")
            && indexing::canonical::names_another_site(page),
        forwarding: !ignored::is_ignored(ignored, "http-fetch") && context.subject.is_forwarding,
        scripted: is_scripted(page),
        doubts: doubts(page, unsure),
        kind_weight: kind_weight(context.subject)
            .saturating_sub(ignored::weight(context.subject, ignored)),
    };
    let outcome = score(&input);
    let recommendations = recommendations(context, &input);
    context.patience.ask()?;
    let judged = report(id, snapshot, context, input, outcome, recommendations, rendering);
    Ok((judged, found))
}

/// Reads the page of a snapshot, as long as the patience lasts.
///
/// # Errors
/// Those of [`evaluate_within`].
pub fn read_within(snapshot: &Snapshot, patience: &Patience<'_>) -> Result<Page, ScanFailure> {
    classify::refuse_answer(snapshot)?;
    let page = Page::read_within(snapshot, patience)?;
    classify::refuse_challenge(snapshot, &page)?;
    Ok(page)
}

/// Why the reading may be wrong or incomplete; `unseen` is whether a check could not see something.
fn doubts(page: &Page, unseen: bool) -> Vec<Doubt> {
    let reasons = [
        (page.truncated || page.document.cut_short, Doubt::PageCut),
        (page.document.main.low_confidence, Doubt::MainContentUnclear),
        (unseen, Doubt::NotSeen),
    ];
    reasons.into_iter().filter(|(applies, _)| *applies).map(|(_, doubt)| doubt).collect()
}

/// A check that passed, without the measures that pages of other kinds are held to.
fn without_measures(mut check: CheckResult) -> CheckResult {
    if check.status == Status::Pass {
        check.details.retain(|detail| detail.expected.is_none() || !detail.excerpt.is_empty());
        for detail in check.details.iter_mut().filter(|detail| detail.expected.is_some()) {
            (detail.measured, detail.expected) = (None, None);
        }
    }
    check
}

fn report(
    id: &str,
    snapshot: &Snapshot,
    context: &Context<'_>,
    input: Input,
    outcome: Outcome,
    recommendations: Vec<Recommendation>,
    rendering: RenderingView,
) -> Report {
    let page = context.page;
    let scanned_at = DateTime::from_timestamp_millis(snapshot.fetched_at).unwrap_or_default();
    Report {
        id: id.to_owned(),
        status: ReportStatus::Done,
        url: page.requested_url.to_string(),
        final_url: page.final_url.to_string(),
        url_hash: url_hash(&page.requested_url),
        scanned_at: scanned_at.to_rfc3339_opts(SecondsFormat::Millis, true),
        score: outcome.score,
        raw_score: outcome.raw_score,
        band: outcome.band,
        length: outcome.length,
        caps: outcome.caps,
        engines: outcome.engines,
        categories: outcome.categories,
        standing: match outcome.doubts.is_empty() {
            true => standing(context.subject.kind, &input.checks),
            false => Vec::new(),
        },
        checks_run: u8::try_from(input.checks.len()).unwrap_or(CHECKS_TOTAL),
        checks: input.checks,
        checks_total: CHECKS_TOTAL,
        recommendations_total: u32::try_from(recommendations.len()).unwrap_or(u32::MAX),
        recommendations,
        recommendations_locked: 0,
        page: summary(context),
        rendering,
        coverage: outcome.coverage,
        low_confidence: !outcome.doubts.is_empty(),
        low_confidence_reasons: outcome.doubts,
        catalogue_version: CATALOGUE_VERSION.to_owned(),
        registry_version: registry_version().to_owned(),
        snapshot_hash: snapshot.hash(),
    }
}

/// How much there is to quote. What only scripts show is judged as such.
fn length_of(
    context: &Context<'_>,
    checks: &[CheckResult],
    ignored: &[IgnoredCheck],
) -> Option<Length> {
    let result = |id: &str| checks.iter().find(|check| check.id == id);
    let fails = |id: &str| result(id).is_some_and(|check| check.status == Status::Fail);
    let is_beside = fails("http-fetch")
        || fails("raw-html-content")
        || ignored::is_ignored(ignored, "content-depth");
    let judged = result("content-depth").filter(|_| !is_beside)?;
    structure::content_depth::length(context, judged)
}

/// Whether scripts bring text: as measured where the page was rendered, else by its signs.
fn is_scripted(page: &Page) -> bool {
    let measured = page.rendering.as_ref().and_then(Rendering::measured_percent);
    let by_signs = || page.document.is_scripted();
    measured.map_or_else(by_signs, |percent| usize::from(percent) > ADDED_PASS)
}

/// What came of rendering the page. Most are not, and are read but once.
fn rendering_of(page: &Page) -> RenderingView {
    match page.rendering {
        Some(_) => Rendered::of(page).view,
        None => RenderingView::default(),
    }
}

fn summary(context: &Context<'_>) -> PageSummary {
    let page = context.page;
    let Kind { kind, reason, .. } = page.document.kind;
    PageSummary {
        kind,
        kind_reason: reason.to_owned(),
        language: context.languages.primary().to_owned(),
        title: one_line(&context.title.text, TITLE_CHARACTERS),
        word_equivalents: page.document.main.word_equivalents,
        bytes: page.bytes,
    }
}
