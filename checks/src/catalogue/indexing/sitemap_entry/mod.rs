#![doc = include_str!("page.md")]

mod absence;
mod details;
mod entry;
mod fix;

use chrono::{DateTime, SecondsFormat};

use crate::check::{About, Check, Context, Finding, measure};
use crate::fix::{Fix, Source as Reference};
use crate::page::canonical::declared::effective_canonical;
use crate::page::canonical::difference::Difference;
use crate::page::snapshot::Source;
use crate::report::{CheckResult, EvidenceStrength};
use crate::sitemap::{SitemapEntry, SitemapFacts};
use crate::weights::LASTMOD_APART_DAYS;
use crate::wording::grouped;
use absence::judge_absence;
use details::details;
use entry::{EntryDefect, entry_defect, listed};

/// The check.
pub struct SitemapEntryCheck;

impl Check for SitemapEntryCheck {
    fn about(&self) -> &'static About {
        &About {
            id: "sitemap-entry",
            title: "Sitemap lists the page and its last change",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "A sitemap tells crawlers that a page exists and when it changed. Google uses \
                  `lastmod` where it is consistently accurate, and Bing asks for it to keep \
                  answers fresh. An effect on citations hasn't been measured.",
            sources: &[
                Reference {
                    title: "sitemaps.org: the protocol",
                    url: "https://www.sitemaps.org/protocol.html",
                    strength: EvidenceStrength::Moderate,
                },
                Reference {
                    title: "Google: build and submit a sitemap",
                    url: "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
                    strength: EvidenceStrength::Moderate,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        if page.source != Source::Web {
            return Finding::not_applicable(
                "For a local file, or a server on this machine, the site's sitemaps aren't read.",
            );
        }
        if context.directives.generic().noindex {
            return Finding::not_applicable(
                "The page asks not to be indexed, so it doesn't belong in a sitemap.",
            );
        }
        if context.subject.is_forwarding {
            return Finding::not_applicable(
                "The page only sends visitors to another URL, and that is the one a sitemap should \
                 list.",
            );
        }
        let canonical = effective_canonical(&page.final_url, page.answer(), &page.document);
        if canonical.is_some_and(|(_, difference)| difference >= Difference::OtherDocument) {
            return Finding::not_applicable(
                "The canonical is another page, and that is the one a sitemap should list.",
            );
        }
        let Some(survey) = &page.supporting.sitemaps else {
            return Finding::could_not_see("The site's sitemaps couldn't be read.");
        };
        match listed(survey) {
            Some((facts, entry)) => judge_entry(context, facts, entry),
            None => judge_absence(context, survey),
        }
        .with_all(details(survey))
    }

    fn fix(&self, context: &Context<'_>, finding: &CheckResult) -> Fix {
        fix::fix(context, finding)
    }
}

fn judge_entry(context: &Context<'_>, facts: &SitemapFacts, entry: &SitemapEntry) -> Finding {
    let Some(defect) = entry_defect(context, facts, entry) else {
        return Finding::pass("A sitemap lists the page with a valid `lastmod` date.");
    };
    match defect {
        EntryDefect::Spelling => Finding::warn(
            "A sitemap lists the page under another spelling of its URL, which engines treat as \
             another page at first.",
        ),
        EntryDefect::Undated => Finding::warn("A sitemap lists the page without a `lastmod` date."),
        EntryDefect::NoDate => Finding::warn(
            "The page's `lastmod` in the sitemap isn't a W3C date. Expected a form such as \
             2026-11-20 or 2026-11-20T10:00:00Z.",
        ),
        EntryDefect::Future => {
            Finding::warn("The page's `lastmod` in the sitemap is in the future.")
        }
        EntryDefect::Alike(total) => Finding::warn(format!(
            "All {} `lastmod` dates in the sitemap are the same: they show when it was built, not \
             when the page changed.",
            grouped(total)
        )),
        EntryDefect::Apart { own, at } => Finding::warn(format!(
            "The page's `lastmod` in the sitemap is more than {LASTMOD_APART_DAYS} days from the \
             date on the page."
        ))
        .with(instant("Date on the page", own))
        .with(instant("Date in the sitemap", at)),
    }
}

fn instant(label: &str, at: i64) -> crate::report::Detail {
    let at = DateTime::from_timestamp_millis(at).unwrap_or_default();
    measure(label, at.to_rfc3339_opts(SecondsFormat::Secs, true))
}

#[cfg(test)]
mod tests;
