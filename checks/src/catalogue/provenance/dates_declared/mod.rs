#![doc = include_str!("page.md")]

mod declared;
mod fix;
mod versions;

use super::trusted_dates::{edges, is_future, is_visible, readable, sitemap_date};
use crate::catalogue::structure::content_depth::node::leads_on;
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::page::dates::{DateCandidate, DateMeaning, DateSource, Precision, knows_months};
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::DATE_APART_DAYS;
use declared::{
    Declared, NAME_CHARACTERS, UNSEEN, disagree, first, misplaced_dates, shows_any_day, shows_day,
    unread_standard,
};
pub(crate) use fix::fix_undated;
use versions::{has_version, is_of_version, shows_day_of_release};

/// The check.
pub struct DatesDeclared;

impl Check for DatesDeclared {
    fn about(&self) -> &'static About {
        &About {
            id: "dates-declared",
            title: "Date is shown and machine-readable",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Engines that prefer fresh sources need a date they can read, and Google asks for \
                one that readers see too. In a study of 98,000 citations, dates were among the few \
                signals that correlated with citations in every field.",
            sources: &[
                Source {
                    title: "Google: influence your byline dates",
                    url: "https://developers.google.com/search/docs/appearance/publication-dates",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "Growth Memo: what AI rewards, seven verticals",
                    url: "https://www.searchenginejournal.com/the-science-of-what-ai-actually-rewards/568682/",
                    strength: EvidenceStrength::Moderate,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let finding =
            match (first(context, DateMeaning::Published), first(context, DateMeaning::Modified)) {
                (None, None) => judge_undeclared(context),
                (published, modified) => judge_declared(context, published, modified),
            };
        finding.with_all(context.dates.candidates.iter().map(|one| detail(context, one)))
    }

    fn fix(&self, context: &Context<'_>, finding: &CheckResult) -> Fix {
        fix::fix(context, finding)
    }
}

/// What documentation is worth that names neither a date nor a version: many manuals are kept up to
/// date without either.
const UNDATED_DOCS_WORTH: u8 = 25;

/// What a date is worth that can be read under a name that few programs know, beside one under a name
/// that all know which can't: hardly less than without the latter, so that nobody deletes it.
const OTHER_NAME_WORTH: u8 = 95;

/// What stands for the language of a page that neither declares one nor has text enough to tell.
const UNKNOWN_LANGUAGE: &str = "und";

const NAMES_VERSION: &str =
    "The page names the version that it documents, which says how current it is.";

fn judge_declared(
    context: &Context<'_>,
    published: Declared<'_>,
    modified: Declared<'_>,
) -> Finding {
    let both = [published, modified].into_iter().flatten();
    if both.clone().any(|(_, date)| is_future(context, date)) {
        return Finding::warn("A declared date is in the future.");
    }
    if let (Some((_, published)), Some((_, modified))) = (published, modified)
        && modified.latest() < published.earliest()
        && modified.days_apart(published) > DATE_APART_DAYS
    {
        return Finding::warn("The declared update is before the declared publication.");
    }
    if disagree(context, DateMeaning::Published) || disagree(context, DateMeaning::Modified) {
        return Finding::warn(
            "The page declares different dates for the same event. Expected one.",
        );
    }
    if both.clone().all(|(_, date)| date.precision() < Precision::Day) {
        return Finding::warn("The declared date has no day. Expected day, month and year.");
    }
    if let Some(unread) = unread_standard(context) {
        let name = Quoted::of(&unread.name, NAME_CHARACTERS);
        return Finding::warn(format!(
            "The date in {name} isn't in ISO 8601 format, such as `2026-11-21`."
        ))
        .worth(OTHER_NAME_WORTH);
    }
    let text = edges(context);
    let all = [DateMeaning::Published, DateMeaning::Modified];
    let mut dates = all.into_iter().flat_map(|meaning| readable(context, meaning));
    match dates.any(|(_, date)| is_visible(context, text, date)) {
        true => Finding::pass("A date is visible in the text and machine-readable."),
        // Its tool writes when it ran.
        false if context.subject.kind == PageKind::Docs && is_of_version(context) => {
            Finding::not_applicable(NAMES_VERSION)
        }
        false => Finding::warn(UNSEEN),
    }
}

/// No date that can be read stands in the page's markup.
fn judge_undeclared(context: &Context<'_>) -> Finding {
    let own = |one: &&DateCandidate| one.source != DateSource::Header;
    let language = context.languages.primary();
    let is_declared = context.dates.candidates.iter().any(|one| own(&one));
    if context.subject.is_of_changes && !is_declared {
        return Finding::not_applicable("The dates in release notes are those of the releases.");
    }
    if context.subject.kind == PageKind::Docs && shows_day_of_release(context) {
        return Finding::not_applicable(NAMES_VERSION);
    }
    if shows_day(context) {
        return Finding::warn(
            "The date in the text isn't machine-readable. Expected it in the markup too.",
        );
    }
    if is_declared {
        return Finding::warn("The declared date isn't in ISO 8601 format, such as `2026-11-21`.");
    }
    if context.subject.kind == PageKind::Docs && leads_on(context).is_some() {
        return Finding::not_applicable("The page only leads to the pages below it.");
    }
    // A manual is as old as the version that it is about.
    if context.subject.kind == PageKind::Docs && has_version(context) {
        return Finding::not_applicable(NAMES_VERSION);
    }
    if shows_any_day(context) {
        return Finding::not_applicable(
            "The text shows a date, but doesn't say that it is the page's.",
        );
    }
    if sitemap_date(context).is_some() {
        return Finding::warn(
            "Only the sitemap has a date for this page. Expected one on the page.",
        );
    }
    if context.page.is_read_in_part() {
        return Finding::could_not_see(
            "Only part of the page was read, and that part has no date.",
        );
    }
    let is_unknown = language == UNKNOWN_LANGUAGE;
    if is_unknown && context.subject.kind != PageKind::Docs {
        return Finding::warn(
            "No date found. The page's language isn't known, so a date that its text names in words \
             may have been missed.",
        );
    }
    if !is_unknown && !knows_months(language) {
        return Finding::warn(
            "No machine-readable date found. Dates in the text can't be recognized in its language.",
        );
    }
    match context.subject.kind {
        PageKind::Docs => Finding::warn(
            "No date found. Expected an updated date, or the version that the page covers.",
        )
        .worth(UNDATED_DOCS_WORTH),
        _ => match misplaced_dates(context) {
            Some((_, place)) => Finding::fail(format!(
                "No date is visible in the text, and the JSON-LD that has one is in {place}, where no \
                 parser looks for it."
            )),
            None if context.page.may_be_saved_without_scripts() => Finding::warn(
                "No date is visible in the text. The file has no `script` elements, so a declared \
                 date may be missing.",
            ),
            None => Finding::fail(
                "No date found. Expected a published or updated date in the text and in the markup.",
            ),
        },
    }
}

fn detail(context: &Context<'_>, candidate: &DateCandidate) -> Detail {
    let meaning = match candidate.meaning {
        DateMeaning::Published => "Published",
        DateMeaning::Modified => "Updated",
    };
    let place = match candidate.source {
        DateSource::JsonLd => "JSON-LD",
        DateSource::Microdata => "Microdata",
        DateSource::ArticleMeta | DateSource::Meta => "`<meta>` element",
        DateSource::MarkedTime | DateSource::Time => "`<time>` element",
        DateSource::Header => "HTTP header, which doesn't count on its own",
    };
    let read = match candidate.date {
        Some(date) if is_future(context, date) => "in the future",
        Some(_) => "readable",
        None => "not readable",
    };
    let excerpt = quote("", &candidate.written).excerpt;
    let label = format!("{meaning} ({})", Quoted::of(&candidate.name, 40));
    Detail { line: candidate.line, excerpt, ..measure(label, format!("{place}, {read}")) }
}

#[cfg(test)]
mod tests;
