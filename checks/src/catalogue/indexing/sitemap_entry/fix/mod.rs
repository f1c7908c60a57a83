//! How to get a page into a sitemap, with its date.

use chrono::DateTime;
use url::Url;

use super::absence::unreadable;
use super::entry::{EntryDefect, entry_defect, listed};
use crate::check::Context;
use crate::fix::Fix;
use crate::page::Page;
use crate::page::canonical::declared::effective_canonical;
use crate::page::canonical::difference::Difference;
use crate::paste::{at_root, code, html, in_step, in_title, shell};
use crate::report::{CheckResult, Status};
use crate::sitemap::{SitemapEntry, SitemapFetch, SitemapOutcome, SitemapSurvey};
use crate::url::without_tracking;
use crate::wording::grouped;

/// The key of these fixes.
const KEY: &str = "sitemap-entry";

/// What stands for a date that the page does not tell.
const UNKNOWN_DAY: &str = "YYYY-MM-DD";

/// By the same causes as the verdict.
pub(super) fn fix(context: &Context<'_>, finding: &CheckResult) -> Fix {
    let page = context.page;
    let survey = page.supporting.sitemaps.as_ref();
    let address = address(page);
    let entry = survey.and_then(listed);
    let defect =
        entry.and_then(|(facts, entry)| Some((entry, entry_defect(context, facts, entry)?)));
    match (defect, survey) {
        (Some((entry, defect)), _) => entry_fix(context, survey, &address, entry, defect),
        (None, Some(survey)) if finding.status == Status::Fail => absent(context, &address, survey),
        _ => none_found(context, &address),
    }
}

/// The address that a sitemap should list.
fn address(page: &Page) -> Url {
    let canonical = effective_canonical(&page.final_url, page.answer(), &page.document)
        .filter(|(_, difference)| *difference <= Difference::OtherPath);
    let mut address =
        canonical.map_or_else(|| without_tracking(&page.final_url), |(target, _)| target);
    address.set_fragment(None);
    address
}

/// The day of the last change, as far as the page tells it.
fn day(context: &Context<'_>) -> String {
    let at = context.modified_at.and_then(DateTime::from_timestamp_millis);
    at.map_or_else(|| UNKNOWN_DAY.to_owned(), |at| at.format("%Y-%m-%d").to_string())
}

fn entry_text(context: &Context<'_>, address: &Url) -> String {
    format!(
        "<url>\n  <loc>{}</loc>\n  <lastmod>{}</lastmod>\n</url>",
        html(address.as_str()),
        day(context)
    )
}

fn dating(context: &Context<'_>) -> &'static str {
    match context.modified_at {
        Some(_) => {
            "The date below is the one on the page. Let the publishing system update it whenever \
             the text changes."
        }
        None => {
            "Replace YYYY-MM-DD with the day the text last changed, and let the publishing system \
             maintain it. Don't use the day the site was built."
        }
    }
}

/// The sitemap that an entry stands in.
fn holder<'a>(survey: &'a SitemapSurvey, entry: &SitemapEntry) -> Option<&'a Url> {
    let holds =
        |fetch: &&SitemapFetch| fetch.facts().is_some_and(|facts| facts.matches.contains(entry));
    survey.sitemaps.iter().find(holds).map(|fetch| &fetch.url)
}

fn entry_fix(
    context: &Context<'_>,
    survey: Option<&SitemapSurvey>,
    address: &Url,
    entry: &SitemapEntry,
    defect: EntryDefect,
) -> Fix {
    let lastmod = in_title(entry.lastmod.as_deref().unwrap_or_default());
    let title = match defect {
        EntryDefect::Spelling => format!(
            "List the page as {} instead of {}",
            in_title(address.as_str()),
            in_title(&entry.loc)
        ),
        EntryDefect::Undated => "Add lastmod to the page's sitemap entry".to_owned(),
        EntryDefect::NoDate => format!("Write lastmod as a W3C date instead of {lastmod}"),
        EntryDefect::Future => format!("Correct the page's lastmod: {lastmod} is in the future"),
        EntryDefect::Alike(total) => {
            format!("Use each page's own date as lastmod: all {} are {lastmod}", grouped(total))
        }
        EntryDefect::Apart { .. } => {
            format!("Make lastmod agree with the date on the page: {lastmod} and {}", day(context))
        }
    };
    let how = match defect {
        EntryDefect::Alike(_) => {
            "Take the date from the page's record, not from the build. Google uses `lastmod` only \
             where it is consistently accurate."
        }
        EntryDefect::Apart { .. } => {
            "One of the two is wrong. Find out which, and correct it at the source."
        }
        _ => "Replace the entry with the one below.",
    };
    let sitemap = survey.and_then(|survey| holder(survey, entry));
    let place =
        sitemap.map_or_else(|| "its sitemap".to_owned(), |url| in_step(url.as_str()).into());
    Fix::new(KEY, title, verify(address, sitemap))
        .step(format!("The entry is on line {} of {place}.", entry.line))
        .step(how)
        .step(dating(context))
        .snippet(entry_text(context, address))
}

fn verify(address: &Url, sitemap: Option<&Url>) -> String {
    let sitemap =
        sitemap.map_or_else(|| "the sitemap".to_owned(), |url| in_step(url.as_str()).into());
    format!(
        "Open {sitemap} and search for {}: the entry has the date of the page's last change.",
        in_step(address.as_str())
    )
}

/// The site has sitemaps, and none lists the page.
fn absent(context: &Context<'_>, address: &Url, survey: &SitemapSurvey) -> Fix {
    let broken: Vec<&SitemapFetch> = unreadable(survey).collect();
    if let Some(first) = broken.first() {
        let name = in_title(first.url.as_str());
        return Fix::new(
            KEY,
            format!("Fix {name} and list the page in it: it {}", trouble(first)),
            verify(address, Some(&first.url)),
        )
        .step(format!(
            "robots.txt or a sitemap index declares {}, which {}. Serve it with status 200, or \
             remove the reference.",
            in_step(first.url.as_str()),
            trouble(first)
        ))
        .step("Make sure the entry below is in it or in another sitemap.")
        .step(dating(context))
        .snippet(entry_text(context, address));
    }
    let sitemap = survey.sitemaps.iter().find_map(|fetch| {
        fetch.facts().filter(|facts| facts.lists_every_page()).map(|_| &fetch.url)
    });
    let name =
        sitemap.map_or_else(|| "the sitemap".to_owned(), |url| in_title(url.as_str()).into());
    let title = format!("Add {} to {name}", in_title(address.as_str()));
    Fix::new(KEY, title, verify(address, sitemap))
        .step(
            "Add the entry below. If a program generates the sitemap, find out why it leaves the \
             page out.",
        )
        .step(dating(context))
        .snippet(entry_text(context, address))
}

fn trouble(fetch: &SitemapFetch) -> String {
    match (&fetch.outcome, fetch.status()) {
        (SitemapOutcome::Read(facts), _) => match facts.end {
            crate::sitemap::SitemapEnd::Defective { defect, line } => {
                format!("{} (line {line})", defect.as_clause())
            }
            _ => "lists nothing".to_owned(),
        },
        (_, Some(status)) => format!("returns status {status}"),
        (_, None) => "doesn't respond".to_owned(),
    }
}

/// The site has none.
fn none_found(context: &Context<'_>, address: &Url) -> Fix {
    let sitemap = at_root(context.page, "/sitemap.xml");
    Fix::new(
        KEY,
        format!("Publish a sitemap at {} that lists the page", in_title(sitemap.as_str())),
        format!(
            "`curl -s {} | head` shows the entry, and `curl -s {}` shows the `Sitemap` line.",
            shell(&sitemap),
            shell(&at_root(context.page, "/robots.txt"))
        ),
    )
    .step(
        "Most publishing systems can generate a sitemap: switch it on. Otherwise start with the \
         one below.",
    )
    .step(format!("Add it to robots.txt: {}.", code(&format!("Sitemap: {sitemap}"))))
    .step(dating(context))
    .snippet(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset \
         xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}\n</urlset>",
        entry_text(context, address)
    ))
}

#[cfg(test)]
mod tests;
