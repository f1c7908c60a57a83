//! How to make an address answer with its page.

use url::Url;

use super::seen::{KEY, quick_refresh, regret};
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
    if page.source != Source::Web {
        return Fix::new(
            KEY,
            "Save the page with its content: the file is empty",
            "Scan it again.",
        )
        .step("Save the page from the browser as HTML, or build it again, and scan that file.")
        .opens(&NEED_A_PAGE);
    }
    chain(page)
        .or_else(|| answer(context))
        .map(|fix| fix.opens(&NEED_A_PAGE))
        .or_else(|| defect(context))
        .unwrap_or_else(|| {
            Fix::new(KEY, "Answer with status 200 and the page", status_line(&page.final_url, 200))
                .step("Let the address that you link to answer with the page itself.")
        })
}

fn status_line(url: &Url, status: u16) -> String {
    format!("`curl -sI {}` begins with status {status}, and names no Location.", shell(url))
}

/// Chains that no client gets through.
fn chain(page: &Page) -> Option<Fix> {
    let (from, status) = page.answer().map(|last| (last.url.as_str(), last.status))?;
    let last = format!("{} answers with status {status}", in_step(from));
    let verify = || status_line(&page.requested_url, 200);
    Some(match &page.end {
        PageEnd::Answered => return None,
        PageEnd::RedirectLoop { to } => {
            let cookie = page.exchanges.iter().any(|one| one.header("set-cookie").is_some());
            let fix = Fix::new(
                KEY,
                format!("End the circle of redirects at {}", in_title(page.requested_url.as_str())),
                verify(),
            )
            .step(format!("{last} and leads back to {}.", in_step(to)));
            match cookie {
                true => fix.step(
                    "A cookie is set on the way, and the redirect ends only for clients that send \
                     it back. Crawlers keep no cookies: show them the page without it.",
                ),
                false => fix.step(
                    "Look for two rules that undo each other, such as one that adds a slash or www \
                     and one that takes it away, at the server and at the CDN.",
                ),
            }
        }
        PageEnd::TooManyRedirects { to } => Fix::new(
            KEY,
            format!("Redirect {} straight to its page", in_title(page.requested_url.as_str())),
            verify(),
        )
        .step(format!(
            "There are more than five redirects, and the next one leads to {}.",
            in_step(to)
        ))
        .step("Let the first rule name the last address, with status 301, and link to that one."),
        PageEnd::RedirectWithoutTarget => Fix::new(
            KEY,
            format!("Give the redirect of {} an address to lead to", in_title(from)),
            verify(),
        )
        .step(format!("{last} and names no usable address in its Location header."))
        .step("Send the whole address of the page, or answer with the page and status 200.")
        .snippet("Location: https://…"),
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
            Fix::new(KEY, format!("Bring the page back at {address}: it answers {status}"), verify())
                .step("If the page moved, redirect this address to the new one with status 301, and scan that one.")
                .step("If it is gone for good, the answer is right: change the links that lead here.")
                .step("If it should be there, look for the route, the file or the state of publication."),
        );
    }
    if context.body_is_blank {
        return Some(
            Fix::new(
                KEY,
                format!("Send the page at {address}: status {status} comes with nothing"),
                verify(),
            )
            .step("Look in the server's log for what ends the answer early: an error, or a cache that kept an empty one.")
            .step("Purge the caches of server and CDN for this address."),
        );
    }
    let said = regret(page)?;
    Some(
        Fix::new(
            KEY,
            format!("Answer with the page, or with status 404: it says {}", in_title(&said.value)),
            format!(
                "`curl -sI {}` shows status 404, or the page is there.",
                shell(&page.requested_url)
            ),
        )
        .step(format!(
            "Line {} says that there is no page, and the status {status} says that there is one.",
            said.line
        ))
        .step("Where there is none, let the application send status 404 with this text.")
        .step("Where there should be one, look for its route and its state of publication."),
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
                format!("Send the page with status 200 instead of {status}"),
                status_line(&page.final_url, 200),
            )
            .step(format!(
                "{} answers with status {status}; look for what sets it, at the server or in a \
                 cache before it.",
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
            None => "Say with the page that it is text/html".to_owned(),
        };
        return Some(
            Fix::new(
                KEY,
                fix,
                format!("`curl -sI {}` shows the Content-Type below.", shell(&page.final_url)),
            )
            .step("Set the header below for this route, at the server or in the program behind it.")
            .snippet("Content-Type: text/html; charset=utf-8"),
        );
    }
    if let Some((at, to)) =
        quick_refresh(page).and_then(|one| Some((one.line, one.value.url.as_deref()?)))
    {
        return Some(
            Fix::new(
                KEY,
                format!("Replace the meta refresh to {} by a redirect", in_title(to)),
                format!("`curl -s {} | grep -i refresh` finds nothing.", shell(&page.final_url)),
            )
            .step(format!("Delete the element in line {at}."))
            .step("If visitors are to go on, answer this address with status 301 and the target below; if they are to stay, that is all.")
            .snippet(format!("Location: {}", line(to))),
        );
    }
    page.document.visible_text.trim().is_empty().then(|| raw_html_content::fix(context))
}

fn straight(page: &Page, hops: usize) -> Fix {
    let to = page.final_url.as_str();
    let mut fix = Fix::new(
        KEY,
        format!("Redirect straight to {}: there are {hops} hops", in_title(to)),
        format!(
            "`curl -sIL {}` shows at most one redirect before status 200.",
            shell(&page.requested_url)
        ),
    );
    let before = page.exchanges.iter().take(hops.min(HOPS_SHOWN));
    let rules: Vec<String> =
        before.map(|hop| format!("{} {} -> {}", 301, line(hop.url.as_str()), line(to))).collect();
    fix = fix
        .step(format!("Link to {}, in menus, sitemaps and texts.", in_step(to)))
        .step("Let each of the addresses below redirect to it in one hop, with status 301.");
    fix.snippet(rules.join("\n"))
}

#[cfg(test)]
mod tests;
