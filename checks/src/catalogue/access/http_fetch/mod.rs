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
use seen::{quick_refresh, regret};

/// The check.
pub struct HttpFetch;

impl Check for HttpFetch {
    fn about(&self) -> &'static About {
        &About {
            id: "http-fetch",
            title: "The address answers with a usable HTML document",
            strength: EvidenceStrength::Strong,
            effort: 2,
            needs_page: false,
            doc: include_str!("page.md"),
            why: "A page that does not answer cannot be cited: Google asks for status 200 before it \
                  considers a page at all. Logs of AI crawlers are full of 404s and redirects, on \
                  which they spend their visits.",
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
            Source::File | Source::FileWithoutAddress => {
                Finding::not_applicable("A local file has no HTTP answer.")
            }
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
        .or_else(|| defect(page))
        .unwrap_or_else(|| Finding::pass("The address answers with status 200 and a document."))
}

/// Chains that no client gets through.
fn failed_chain(end: &PageEnd) -> Option<Finding> {
    let (summary, to) = match end {
        PageEnd::Answered => return None,
        PageEnd::RedirectLoop { to } => (
            "The redirects run in a circle for a client without cookies, as crawlers are.",
            Some(to),
        ),
        PageEnd::TooManyRedirects { to } => ("There are more than five redirects.", Some(to)),
        PageEnd::RedirectWithoutTarget => {
            ("The last answer is a redirect that names no usable address.", None)
        }
    };
    Some(Finding::fail(summary).with_all(to.map(|to| quote("Redirects to", to))))
}

fn failed_answer(context: &Context<'_>) -> Option<Finding> {
    let status = context.page.answer().map_or(0, |answer| answer.status);
    if matches!(status, 404 | 410) {
        return Some(Finding::fail(format!("The address answers with status {status}.")));
    }
    if context.body_is_blank {
        return Some(Finding::fail(format!(
            "The address answers with status {status} and an empty body."
        )));
    }
    soft_404(context.page)
}

fn soft_404(page: &Page) -> Option<Finding> {
    let document = &page.document;
    let said = regret(page)?;
    Some(
        Finding::fail("The page says that it was not found, and answers with a status of success.")
            .with(Detail { line: Some(said.line), ..quote("Title or heading", &said.value) })
            .with(measure("Main content", format!("{} words", document.main.word_equivalents))),
    )
}

/// What keeps a page that can be read from passing.
fn defect(page: &Page) -> Option<Finding> {
    let answer = page.answer()?;
    let hops = page.exchanges.len() - 1;
    if answer.status != 200 {
        let status = answer.status;
        return Some(Finding::warn(format!("The document comes with status {status}, not 200.")));
    }
    if hops > HOPS_PASS {
        return Some(Finding::warn(format!("The page stands behind {hops} redirects.")));
    }
    if !has_html_type(answer) {
        let named = answer.header("content-type").unwrap_or("none");
        return Some(
            Finding::warn("The document is HTML, and its Content-Type does not say so.").with(
                Detail { expected: Some("text/html".into()), ..quote("Content-Type", named) },
            ),
        );
    }
    if let Some(refresh) = refresh(page) {
        return Some(
            Finding::warn("The page sends visitors on to another address by itself.").with(refresh),
        );
    }
    page.document
        .visible_text
        .trim()
        .is_empty()
        .then(|| Finding::warn("Without JavaScript, the document holds no visible text."))
}

fn refresh(page: &Page) -> Option<Detail> {
    let Located { line, value } = quick_refresh(page)?;
    Some(Detail {
        line: Some(*line),
        measured: Some(format!("{} s", value.seconds)),
        ..quote("Meta refresh to", value.url.as_ref()?)
    })
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
                ..quote("Answer from", answer.url.as_str())
            }
        })
        .collect()
}

#[cfg(test)]
mod tests;
