use super::*;
use crate::catalogue::test_page::{ADDRESS, exchange, page, page_after};
use crate::page::MetaRefresh;
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
    assert_eq!(finding.summary, "The page is behind 2 redirects. Expected at most 1.");
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
    soft.document.main.word_equivalents = 149;
    assert_eq!(status(&soft), Status::Fail, "excuses and a search");
    soft.document.h1[0].value = "404".to_owned();
    assert_eq!(status(&soft), Status::Pass, "a thing may be called so");
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
        page.exchanges[0].headers =
            value.map(|value| ("content-type".to_owned(), value.to_owned())).into_iter().collect();
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
        (0, Some("/guide/tea?cup=1&noscript=1"), Status::Pass),
        (0, Some("/guide/tea?cup=2"), Status::Warn),
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
fn of_a_file_only_emptiness_and_refreshes_are_judged() {
    for source in [Source::File, Source::FileWithoutAddress] {
        let mut file = Page { source, exchanges: vec![exchange(ADDRESS, 200)], ..page() };
        assert_eq!(status(&file), Status::Na);
        let value = MetaRefresh { seconds: 0, url: Some("/next".to_owned()) };
        file.document.refreshes = vec![Located { line: 4, value }];
        assert_eq!(status(&file), Status::Warn);
        file.bytes = 0;
        assert_eq!(status(&file), Status::Fail);
    }
}
