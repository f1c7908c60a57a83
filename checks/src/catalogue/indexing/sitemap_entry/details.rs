//! What a report shows of the sitemaps that were read.

use crate::check::quote;
use crate::paste::in_finding;
use crate::report::Detail;
use crate::sitemap::{
    DeclaredBy, SitemapEnd, SitemapFacts, SitemapFetch, SitemapFormat, SitemapOutcome,
    SitemapSurvey,
};

/// Each sitemap, the entries of the page, and what was not read.
pub(super) fn details(survey: &SitemapSurvey) -> Vec<Detail> {
    let mut details: Vec<Detail> = Vec::new();
    for fetch in &survey.sitemaps {
        let label = match (&fetch.listed_in, survey.declared_by) {
            (Some(_), _) => "Sitemap that the index lists",
            (None, DeclaredBy::RobotsTxt) => "Sitemap that robots.txt names",
            (None, DeclaredBy::Convention) => "Sitemap by convention",
        };
        details.push(Detail { measured: Some(outcome(fetch)), ..quote(label, fetch.url.as_str()) });
        let entries = fetch.facts().into_iter().flat_map(|facts| &facts.matches);
        details.extend(entries.map(|entry| Detail {
            line: Some(entry.line),
            measured: Some(match &entry.lastmod {
                Some(lastmod) => format!("lastmod {}", in_finding(lastmod)),
                None => "no lastmod".to_owned(),
            }),
            ..quote("Entry", &entry.loc)
        }));
    }
    if survey.left_out_total > 0 {
        let first = survey.left_out.first().map(url::Url::as_str).unwrap_or_default();
        details.push(Detail {
            measured: Some(format!("{} not read", survey.left_out_total)),
            ..quote("Other sitemaps, the first of them", first)
        });
    }
    details
}

fn outcome(fetch: &SitemapFetch) -> String {
    match &fetch.outcome {
        SitemapOutcome::Read(facts) => reading(facts),
        SitemapOutcome::NotServed => fetch
            .status()
            .map_or_else(|| "no answer".to_owned(), |status| format!("status {status}")),
        SitemapOutcome::Challenged => "a challenge page".to_owned(),
        SitemapOutcome::RedirectsUnresolved => "redirects that lead nowhere".to_owned(),
        SitemapOutcome::Unreachable { failure } => failure.message.clone(),
    }
}

fn reading(facts: &SitemapFacts) -> String {
    let what = match facts.format {
        _ if facts.google_news => "articles in a news sitemap",
        Some(SitemapFormat::Index) => "sitemaps in an index",
        Some(SitemapFormat::Rss | SitemapFormat::Atom) => "entries of a feed",
        Some(SitemapFormat::UrlSet | SitemapFormat::Text) | None => "addresses",
    };
    match facts.end {
        SitemapEnd::Whole => format!("{} {what}", facts.entries),
        SitemapEnd::Cut => format!("{} {what} up to the limit of what is read", facts.entries),
        SitemapEnd::Defective { defect, line } => format!("line {line}: it {}", defect.as_clause()),
    }
}
