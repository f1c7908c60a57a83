#![doc = include_str!("page.md")]

mod fix;
mod not_found;
pub(crate) mod seen;

use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source as Reference};
use crate::page::snapshot::{PageEnd, Source};
use crate::page::sniff::has_html_type;
use crate::page::{Located, Page};
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::weights::HOPS_PASS;
use crate::wording::how_many;
use seen::{leading_script, quick_refresh, regret};

/// The check.
pub struct HttpFetch;

impl Check for HttpFetch {
    fn about(&self) -> &'static About {
        &About {
            id: "http-fetch",
            title: "URL returns an HTML page",
            strength: EvidenceStrength::Strong,
            effort: 2,
            needs_page: false,
            doc: include_str!("page.md"),
            why: "A page that doesn't load can't be cited. Google considers a page only if it \
                  returns status 200, and logs show AI crawlers spending many of their visits on \
                  404s and redirects.",
            sources: &[
                Reference {
                    title: "Google Search Essentials: technical requirements",
                    url: "https://developers.google.com/search/docs/essentials/technical",
                    strength: EvidenceStrength::Strong,
                },
                Reference {
                    title: "Vercel and MERJ: the rise of the AI crawler",
                    url: "https://vercel.com/blog/the-rise-of-the-ai-crawler",
                    strength: EvidenceStrength::Strong,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        match page.source {
            Source::Web => judge_answer(context).with_all(chain(page)),
            Source::File | Source::FileWithoutAddress if context.body_is_blank => {
                Finding::fail("The file is empty.")
            }
            Source::File | Source::FileWithoutAddress => forwarded(context).unwrap_or_else(|| {
                Finding::not_applicable(
                    "Only responses from public servers are judged. This page came from a file or \
                     a server on this machine.",
                )
            }),
        }
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix::fix(context)
    }
}

fn judge_answer(context: &Context<'_>) -> Finding {
    let page = context.page;
    failed_chain(&page.end)
        .or_else(|| failed_answer(context))
        .or_else(|| defect(context))
        .unwrap_or_else(|| Finding::pass("The URL returns status 200 and an HTML page."))
}

/// Chains that no client gets through.
fn failed_chain(end: &PageEnd) -> Option<Finding> {
    let (summary, to) = match end {
        PageEnd::Answered => return None,
        PageEnd::RedirectLoop { to } => {
            ("The redirects loop for clients without cookies, such as crawlers.", Some(to))
        }
        PageEnd::TooManyRedirects { to } => ("The URL redirects more than 5 times.", Some(to)),
        PageEnd::RedirectWithoutTarget => ("The last redirect has no usable target URL.", None),
    };
    Some(Finding::fail(summary).with_all(to.map(|to| quote("Redirects to", to))))
}

fn failed_answer(context: &Context<'_>) -> Option<Finding> {
    let status = context.page.answer().map_or(0, |answer| answer.status);
    if matches!(status, 404 | 410) {
        return Some(Finding::fail(format!("The URL returns status {status}.")));
    }
    if context.body_is_blank {
        return Some(Finding::fail(format!("The URL returns status {status} with an empty body.")));
    }
    soft_404(context.page)
}

fn soft_404(page: &Page) -> Option<Finding> {
    let document = &page.document;
    let said = regret(page)?;
    Some(
        Finding::fail("The page says it was not found but returns a success status.")
            .with(Detail { line: Some(said.line), ..quote("Title or heading", &said.value) })
            .with(measure("Main content", how_many(document.main.word_equivalents, "word"))),
    )
}

/// What keeps a page that can be read from passing.
fn defect(context: &Context<'_>) -> Option<Finding> {
    let page = context.page;
    let answer = page.answer()?;
    let hops = page.exchanges.len() - 1;
    if answer.status != 200 {
        let status = answer.status;
        return Some(Finding::warn(format!("The page returns status {status}. Expected 200.")));
    }
    if hops > HOPS_PASS {
        return Some(Finding::warn(format!(
            "The page is behind {hops} redirects. Expected at most {HOPS_PASS}."
        )));
    }
    if !has_html_type(answer) {
        let named = answer.header("content-type").unwrap_or("none");
        return Some(
            Finding::warn("The page is HTML, but its Content-Type header doesn't say so.").with(
                Detail { expected: Some("text/html".into()), ..quote("Content-Type", named) },
            ),
        );
    }
    forwarded(context).or_else(|| {
        let is_blank = page.document.visible_text.trim().is_empty();
        is_blank.then(|| Finding::warn("The HTML contains no visible text."))
    })
}

/// A redirect that only browsers follow.
fn forwarded(context: &Context<'_>) -> Option<Finding> {
    let Some(Located { line, value }) = quick_refresh(context.page) else {
        return scripted(context);
    };
    let to = Detail {
        line: Some(*line),
        measured: Some(format!("{} s", value.seconds)),
        ..quote("Meta refresh to", value.url.as_ref()?)
    };
    Some(Finding::warn("A meta refresh sends visitors to another URL.").with(to))
}

/// A redirect by a script, on a page that does nothing else.
fn scripted(context: &Context<'_>) -> Option<Finding> {
    let script = leading_script(context)?;
    let to = Detail { line: Some(script.line), ..quote("Script leads to", &script.value) };
    Some(Finding::warn("A script sends visitors to another URL.").with(to))
}

/// Each answer on the way, where there was more than one.
fn chain(page: &Page) -> Vec<Detail> {
    if page.exchanges.len() < 2 && page.end == PageEnd::Answered {
        return Vec::new();
    }
    page.exchanges
        .iter()
        .map(|answer| {
            let cookie = match answer.header("set-cookie") {
                Some(_) if page.end != PageEnd::Answered => ", sets a cookie",
                _ => "",
            };
            Detail {
                measured: Some(format!("status {}{cookie}", answer.status)),
                ..quote("Response from", answer.url.as_str())
            }
        })
        .collect()
}

#[cfg(test)]
mod tests;
