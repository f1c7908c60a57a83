//! How to make an address answer with its page.

use url::Url;

use super::seen::{KEY, leading_script, quick_refresh, regret};
use crate::catalogue::extraction::raw_html_content;
use crate::check::Context;
use crate::fix::Fix;
use crate::page::Page;
use crate::page::snapshot::{PageEnd, Source};
use crate::page::sniff::has_html_type;
use crate::paste::{in_step, in_title, line, shell};
use crate::weights::HOPS_PASS;

/// Hops that one fix spells out.
const HOPS_SHOWN: usize = 6;

/// The checks that need a page that answers.
const NEED_A_PAGE: [&str; 31] = [
    "edge-bot-parity",
    "content-signals",
    "indexable",
    "snippet-eligible",
    "canonical",
    "sitemap-entry",
    "ai-text-alternates",
    "raw-html-content",
    "main-content",
    "html-budget",
    "content-wall",
    "language",
    "page-metadata",
    "title-h1-match",
    "heading-outline",
    "answer-first",
    "section-length",
    "lists-tables",
    "content-depth",
    "statistics",
    "outbound-citations",
    "quotations",
    "prose-readability",
    "keyword-stuffing",
    "author-byline",
    "dates-declared",
    "freshness",
    "publisher-identity",
    "jsonld-valid",
    "schema-type-complete",
    "schema-matches-page",
];

/// By the same causes as the verdict, in the same order.
pub(super) fn fix(context: &Context<'_>) -> Fix {
    let page = context.page;
    let leads_on = || quick_refresh(page).is_some() || leading_script(context).is_some();
    if page.source != Source::Web && !leads_on() {
        return Fix::new(
            KEY,
            "Save the page with its content: the file is empty",
            "Scan the file again.",
        )
        .step("Save the page as HTML from the browser, or rebuild it, then scan that file.")
        .opens(&NEED_A_PAGE);
    }
    chain(page)
        .or_else(|| answer(context))
        .map(|fix| fix.opens(&NEED_A_PAGE))
        .or_else(|| defect(context))
        .unwrap_or_else(|| {
            Fix::new(KEY, "Return the page with status 200", status_line(&page.final_url, 200))
                .step("Make the URL you link to return the page itself.")
        })
}

fn status_line(url: &Url, status: u16) -> String {
    format!("`curl -sI {}` starts with status {status} and shows no `Location` header.", shell(url))
}

/// Chains that no client gets through.
fn chain(page: &Page) -> Option<Fix> {
    let (from, status) = page.answer().map(|last| (last.url.as_str(), last.status))?;
    let last = format!("{} returns status {status}", in_step(from));
    let verify = || status_line(&page.requested_url, 200);
    Some(match &page.end {
        PageEnd::Answered => return None,
        PageEnd::RedirectLoop { to } => {
            let cookie = page.exchanges.iter().any(|one| one.header("set-cookie").is_some());
            let fix = Fix::new(
                KEY,
                format!("Break the redirect loop at {}", in_title(page.requested_url.as_str())),
                verify(),
            )
            .step(format!("{last} and redirects back to {}.", in_step(to)));
            match cookie {
                true => fix.step(
                    "One of the redirects sets a cookie, and the loop ends only for clients that \
                     send it back. Crawlers keep no cookies: serve them the page without it.",
                ),
                false => fix.step(
                    "Look for two rules that undo each other on the server and the CDN, such as \
                     one that adds a trailing slash or www and one that removes it.",
                ),
            }
        }
        PageEnd::TooManyRedirects { to } => Fix::new(
            KEY,
            format!("Redirect {} straight to its page", in_title(page.requested_url.as_str())),
            verify(),
        )
        .step(format!("There are more than 5 redirects. The next one goes to {}.", in_step(to)))
        .step("Point the first rule at the final URL with status 301, and link to the final URL."),
        PageEnd::RedirectWithoutTarget => {
            Fix::new(KEY, format!("Add a target to the redirect at {}", in_title(from)), verify())
                .step(format!("{last} without a usable URL in its `Location` header."))
                .step("Send the page's full URL in `Location`, or return the page with status 200.")
                .snippet("Location: https://…")
        }
    })
}

/// Answers that hold no page.
fn answer(context: &Context<'_>) -> Option<Fix> {
    let page = context.page;
    let answer = page.answer()?;
    let address = in_title(answer.url.as_str());
    let status = answer.status;
    let verify = || status_line(&page.requested_url, 200);
    if matches!(status, 404 | 410) {
        return Some(
            Fix::new(KEY, format!("Restore the page at {address}: it returns {status}"), verify())
                .step(
                    "If the page moved, redirect this URL to the new one with status 301, then \
                     scan the new URL.",
                )
                .step(
                    "If it's gone for good, the status is right: update the links that point here.",
                )
                .step("If it should exist, check its route, its file and whether it's published."),
        );
    }
    if context.body_is_blank {
        return Some(
            Fix::new(
                KEY,
                format!("Send content at {address}: status {status} comes with an empty body"),
                verify(),
            )
            .step(
                "Check the server log for what ends the response early, such as an error or a \
                 cache that stored an empty response.",
            )
            .step("Purge the server and CDN caches for this URL."),
        );
    }
    let said = regret(page)?;
    Some(
        Fix::new(
            KEY,
            format!("Return the page, or status 404: it says {}", in_title(&said.value)),
            format!(
                "`curl -sI {}` shows status 404, or the URL shows the page.",
                shell(&page.requested_url)
            ),
        )
        .step(format!(
            "Line {} says the page doesn't exist, but status {status} says it does.",
            said.line
        ))
        .step("If there is no page, return this text with status 404.")
        .step("If there should be one, check its route and whether it's published."),
    )
}

/// What keeps a page that can be read from passing.
fn defect(context: &Context<'_>) -> Option<Fix> {
    let page = context.page;
    let answer = page.answer()?;
    if answer.status != 200 {
        let status = answer.status;
        return Some(
            Fix::new(
                KEY,
                format!("Return the page with status 200 instead of {status}"),
                status_line(&page.final_url, 200),
            )
            .step(format!(
                "{} returns status {status}. Find what sets it: the application, the server or a \
                 cache in front of it.",
                in_step(page.final_url.as_str())
            )),
        );
    }
    let hops = page.exchanges.len().saturating_sub(1);
    if hops > HOPS_PASS {
        return Some(straight(page, hops));
    }
    if !has_html_type(answer) {
        let fix = match answer.header("content-type") {
            Some(named) => format!("Send the page as text/html instead of {}", in_title(named)),
            None => "Declare the page as text/html".to_owned(),
        };
        return Some(
            Fix::new(
                KEY,
                fix,
                format!("`curl -sI {}` shows the `Content-Type` below.", shell(&page.final_url)),
            )
            .step("Set the header below for this route, on the server or in the application.")
            .snippet("Content-Type: text/html; charset=utf-8"),
        );
    }
    if let Some(fix) = leading_on(context) {
        return Some(fix);
    }
    page.document.visible_text.trim().is_empty().then(|| raw_html_content::fix(context))
}

/// Redirects that only browsers follow.
fn leading_on(context: &Context<'_>) -> Option<Fix> {
    let page = context.page;
    let script = page.document.script_redirect.as_ref();
    let refresh = quick_refresh(page).and_then(|one| Some((one.line, one.value.url.as_deref()?)));
    let (what, to) = match (refresh, leading_script(context)) {
        (Some((_, to)), _) => ("meta refresh to", to),
        (None, Some(script)) => ("script that leads to", script.value.as_str()),
        (None, None) => return None,
    };
    let title = format!("Replace the {what} {} with a redirect", in_title(to));
    let header = format!("Location: {}", line(to));
    if context.subject.is_forwarding {
        let verify = format!(
            "`curl -sI {}` starts with status 301 and shows the `Location` header.",
            shell(&page.final_url)
        );
        let fix = Fix::new(KEY, title, verify)
            .step("Return status 301 with the header below, and leave the page out of the build.");
        let fix = match refresh {
            Some(_) => fix.step(
                "If your host can't send redirects, leave the page as it is: browsers and Google \
                 follow its meta refresh.",
            ),
            None => fix.step(
                "If your host can't send redirects, add a meta refresh to the same URL with 0 \
                 seconds: clients that don't run JavaScript follow it.",
            ),
        };
        return Some(fix.snippet(header));
    }
    let (at, _) = refresh?;
    let verify = format!("`curl -s {} | grep -i refresh` finds nothing.", shell(&page.final_url));
    let fix = Fix::new(KEY, title, verify).step(format!("Delete the meta refresh on line {at}."));
    let fix = match script {
        None => fix.step(
            "To redirect visitors, return status 301 with the header below. To keep them on this \
             page, deleting the meta refresh is enough.",
        ),
        Some(script) => fix
            .step(format!(
                "Delete the redirect in the script on line {}, which leads on as well.",
                script.line
            ))
            .step(
                "To redirect visitors, return status 301 with the header below. To keep them on \
                 this page, deleting both is enough.",
            ),
    };
    Some(fix.snippet(header))
}

fn straight(page: &Page, hops: usize) -> Fix {
    let to = page.final_url.as_str();
    let mut fix = Fix::new(
        KEY,
        format!("Redirect straight to {} instead of through {hops} redirects", in_title(to)),
        format!(
            "`curl -sIL {}` shows at most one redirect before status 200.",
            shell(&page.requested_url)
        ),
    );
    let before = page.exchanges.iter().take(hops.min(HOPS_SHOWN));
    let rules: Vec<String> =
        before.map(|hop| format!("{} {} -> {}", 301, line(hop.url.as_str()), line(to))).collect();
    fix = fix
        .step(format!("Link to {} in navigation, sitemaps and text.", in_step(to)))
        .step("Redirect each URL below to it in one step, with status 301.");
    fix.snippet(rules.join("\n"))
}

#[cfg(test)]
mod tests;
