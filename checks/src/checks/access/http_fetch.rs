#![doc = include_str!("http-fetch.md")]

use super::http_fetch_fix;
use super::not_found::says_not_found;
use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source as Reference};
use crate::page::snapshot::{Exchange, PageEnd, Source};
use crate::page::{Located, MetaRefresh, Page};
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::weights::{HARDLY_ANY_TEXT, HOPS_PASS, REFRESH_SECONDS};

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
            doc: include_str!("http-fetch.md"),
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
        http_fetch_fix::fix(context)
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
        PageEnd::RedirectToInsecure { to } => {
            ("The address redirects to one that is not HTTPS.", Some(to))
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

/// The title or heading of a page that has little else, where it says that there is none.
pub(super) fn regret(page: &Page) -> Option<&Located<String>> {
    let document = &page.document;
    if document.main.word_equivalents >= HARDLY_ANY_TEXT {
        return None;
    }
    document.titles.iter().chain(&document.h1).find(|text| says_not_found(&text.value))
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

/// Whether that answer calls itself HTML.
pub(crate) fn has_html_type(answer: &Exchange) -> bool {
    let value = answer.header("content-type").unwrap_or_default();
    let essence = value.split([';', ',']).next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(essence.as_str(), "text/html" | "application/xhtml+xml")
}

/// The meta refresh that acts like a redirect.
pub(super) fn quick_refresh(page: &Page) -> Option<&Located<MetaRefresh>> {
    let mut refreshes = page.document.refreshes.iter();
    refreshes.find(|one| one.value.url.is_some() && one.value.seconds <= REFRESH_SECONDS)
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
mod tests {
    use super::*;
    use crate::checks::test_page::{ADDRESS, exchange, page, page_after};
    use crate::report::Status;

    fn judge(page: &Page) -> Finding {
        HttpFetch.judge(&Context::new(page, page.bytes == 0))
    }

    fn status(page: &Page) -> Status {
        judge(page).status
    }

    fn answered(status: u16) -> Page {
        Page { exchanges: vec![exchange(ADDRESS, status)], ..page() }
    }

    #[test]
    fn a_plain_answer_passes_with_at_most_one_redirect() {
        assert_eq!(status(&page()), Status::Pass);
        let one = judge(&page_after(&["https://example.com/old"]));
        assert_eq!(one.status, Status::Pass);
        assert_eq!(one.details.len(), 2, "the chain is shown");
    }

    #[test]
    fn more_redirects_warn() {
        let finding = judge(&page_after(&["https://example.com/a", "https://example.com/b"]));
        assert_eq!(finding.status, Status::Warn);
        assert_eq!(finding.summary, "The page stands behind 2 redirects.");
        assert_eq!(finding.details[0].measured.as_deref(), Some("status 301"));
    }

    #[test]
    fn gone_and_empty_fail() {
        assert_eq!(status(&answered(404)), Status::Fail);
        assert_eq!(status(&answered(410)), Status::Fail);
        for code in [200, 204, 205] {
            assert_eq!(status(&Page { bytes: 0, ..answered(code) }), Status::Fail, "{code}");
        }
    }

    #[test]
    fn other_statuses_of_success_warn() {
        assert_eq!(status(&answered(203)), Status::Warn);
        assert_eq!(status(&answered(206)), Status::Warn);
    }

    #[test]
    fn chains_that_lead_nowhere_fail() {
        let to = || "http://www.example.com/".to_owned();
        for end in [
            PageEnd::RedirectLoop { to: to() },
            PageEnd::TooManyRedirects { to: to() },
            PageEnd::RedirectWithoutTarget,
            PageEnd::RedirectToInsecure { to: to() },
        ] {
            let mut page = Page { end: end.clone(), bytes: 0, ..answered(302) };
            page.exchanges[0].headers.push(("set-cookie".to_owned(), "a=b".to_owned()));
            let finding = judge(&page);
            assert_eq!(finding.status, Status::Fail, "{end:?}");
            let chain = finding.details.last().unwrap();
            assert_eq!(chain.measured.as_deref(), Some("status 302, sets a cookie"));
        }
    }

    #[test]
    fn a_soft_404_needs_the_words_and_the_lack_of_text() {
        let mut soft = page();
        soft.document.h1[0].value = "404 – Page not found".to_owned();
        assert_eq!(status(&soft), Status::Pass, "400 words of text are a page");
        soft.document.main.word_equivalents = 49;
        assert_eq!(status(&soft), Status::Fail);
        soft.document.h1[0].value = "How to fix a 404".to_owned();
        assert_eq!(status(&soft), Status::Pass);
    }

    #[test]
    fn a_wrong_or_missing_type_warns() {
        for (value, expected) in [
            (Some("text/html"), Status::Pass),
            (Some("Application/XHTML+xml;charset=utf-8"), Status::Pass),
            (Some("text/plain"), Status::Warn),
            (None, Status::Warn),
        ] {
            let mut page = page();
            page.exchanges[0].headers = value
                .map(|value| ("content-type".to_owned(), value.to_owned()))
                .into_iter()
                .collect();
            assert_eq!(status(&page), expected, "{value:?}");
        }
    }

    #[test]
    fn a_quick_refresh_elsewhere_warns() {
        for (seconds, url, expected) in [
            (0, Some("/next"), Status::Warn),
            (5, Some("/next"), Status::Warn),
            (6, Some("/next"), Status::Pass),
            (0, None, Status::Pass),
        ] {
            let mut page = page();
            let value = MetaRefresh { seconds, url: url.map(str::to_owned) };
            page.document.refreshes = vec![Located { line: 4, value }];
            assert_eq!(status(&page), expected, "{seconds} {url:?}");
        }
    }

    #[test]
    fn a_page_without_visible_text_warns() {
        let mut page = page();
        page.document.visible_text = " \n".to_owned();
        assert_eq!(status(&page), Status::Warn);
    }

    #[test]
    fn of_a_file_only_emptiness_is_judged() {
        for source in [Source::File, Source::FileWithoutAddress] {
            let mut file = Page { source, exchanges: vec![exchange(ADDRESS, 200)], ..page() };
            assert_eq!(status(&file), Status::Na);
            file.bytes = 0;
            assert_eq!(status(&file), Status::Fail);
        }
    }
}
