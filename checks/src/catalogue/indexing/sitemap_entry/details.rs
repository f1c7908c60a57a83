//! What a report shows of the sitemaps that were read.

use crate::check::quote;
use crate::paste::in_finding;
use crate::report::Detail;
use crate::sitemap::{
    DeclaredBy, SitemapEnd, SitemapFacts, SitemapFetch, SitemapFormat, SitemapOutcome,
    SitemapSurvey,
};
use crate::wording::grouped;

/// Each sitemap, the entries of the page, and what was not read.
pub(super) fn details(survey: &SitemapSurvey) -> Vec<Detail> {
    let mut details: Vec<Detail> = Vec::new();
    for fetch in &survey.sitemaps {
        let label = match (&fetch.listed_in, survey.declared_by) {
            (Some(_), _) => "Sitemap listed in the index",
            (None, DeclaredBy::RobotsTxt) => "Sitemap named in robots.txt",
            (None, DeclaredBy::Convention) => "Sitemap at the default URL",
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
            ..quote("First of the other sitemaps", first)
        });
    }
    details
}

fn outcome(fetch: &SitemapFetch) -> String {
    match &fetch.outcome {
        SitemapOutcome::Read(facts) => reading(facts),
        SitemapOutcome::NotServed => fetch
            .status()
            .map_or_else(|| "no response".to_owned(), |status| format!("status {status}")),
        SitemapOutcome::Challenged => "a challenge page".to_owned(),
        SitemapOutcome::RedirectsUnresolved => "redirects that lead nowhere".to_owned(),
        SitemapOutcome::Unreachable { failure } => failure.message.clone(),
    }
}

fn reading(facts: &SitemapFacts) -> String {
    let what = match facts.format {
        _ if facts.google_news => ["news article", "news articles"],
        Some(SitemapFormat::Index) => ["sitemap in the index", "sitemaps in the index"],
        Some(SitemapFormat::Rss | SitemapFormat::Atom) => ["feed entry", "feed entries"],
        Some(SitemapFormat::UrlSet | SitemapFormat::Text) | None => ["URL", "URLs"],
    };
    let what = what[usize::from(facts.entries != 1)];
    let entries = grouped(facts.entries);
    match facts.end {
        SitemapEnd::Whole => format!("{entries} {what}"),
        SitemapEnd::Cut => format!("{entries} {what}, up to the reading limit"),
        SitemapEnd::Defective { defect, line } => {
            format!("it {} (line {line})", defect.as_clause())
        }
    }
}
